#!/usr/bin/python3
"""Decode a PNG file:  png-facts.py FILE...
A line for each: width, height, bits, colour type, the colour of its edge, or what is wrong with it."""
import struct
import sys
import zlib


def facts(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "signature"
    place, body, names = 8, b"", []
    while place < len(data):
        size, name = struct.unpack(">I4s", data[place:place + 8])
        content = data[place + 8:place + 8 + size]
        check = struct.unpack(">I", data[place + 8 + size:place + 12 + size])[0]
        assert check == zlib.crc32(name + content), f"checksum of {name}"
        names.append(name)
        if name == b"IHDR":
            width, height, bits, kind = struct.unpack(">IIBB", content[:10])
        if name == b"IDAT":
            body += content
        place += size + 12
    assert names == [b"IHDR", b"IDAT", b"IEND"], names
    samples = {0: 1, 2: 3}[kind]
    row = 1 + width * samples
    pixels = zlib.decompress(body)
    assert len(pixels) == row * height, "rows"
    rows = [pixels[start:start + row] for start in range(0, len(pixels), row)]
    assert all(line[0] == 0 for line in rows), "filter"
    edge = {line[1 + column * samples:1 + (column + 1) * samples].hex()
            for number, line in enumerate(rows)
            for column in (range(width) if number in (0, height - 1) else (0, width - 1))}
    inside = {value for line in rows[::7] for value in line[1:]}
    return f"{width}x{height} {bits} {kind} {','.join(sorted(edge))} {'drawn' if len(inside) > 20 else 'empty'}"


for path in sys.argv[1:]:
    print(facts(path))
