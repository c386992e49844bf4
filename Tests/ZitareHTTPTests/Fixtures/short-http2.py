"""An https server whose answers end early in good order: short-http2.py CERTIFICATE KEY HOW [whole].

HOW is `stream`, which ends an HTTP/2 stream before the announced length, or `connection`, which ends a
connection without a word on the stream. With `whole` only HTTP/2 is served so, and HTTP/1.1 as it should
be. It listens on the socket that it gets as descriptor 100.
"""
import socket
import ssl
import struct
import sys
import threading

BODY = b"x" * 1000
SENT = BODY if sys.argv[4:] == ["whole"] else BODY[:100]
HOW = sys.argv[3]
DATA, HEADERS, SETTINGS = 0, 1, 4
END_STREAM, ACK, END_HEADERS = 1, 1, 4
# Status 200, and the length as a literal under the name's place in the static table (RFC 7541).
STATUS = b"\x88"
LENGTH = b"\x0f\x0d\x04%d" % len(BODY)

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
context.set_alpn_protocols(["h2", "http/1.1"])


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def read(connection, count):
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        if not piece:
            raise OSError
        data += piece
    return data


def serve_http2(connection):
    read(connection, 24)
    connection.sendall(frame(SETTINGS, 0, 0))
    while True:
        head = read(connection, 9)
        stream = struct.unpack(">I", head[5:])[0]
        read(connection, int.from_bytes(head[:3], "big"))
        if head[3] == SETTINGS and not head[4] & ACK:
            connection.sendall(frame(SETTINGS, ACK, 0))
        if head[3] != HEADERS:
            continue
        fields = STATUS + (LENGTH if HOW == "stream" else b"")
        connection.sendall(frame(HEADERS, END_HEADERS, stream, fields))
        connection.sendall(frame(DATA, END_STREAM if HOW == "stream" else 0, stream, BODY[:100]))
        if HOW == "connection":
            return


def serve_http1(connection):
    while not connection.recv(1 << 16).endswith(b"\r\n\r\n"):
        pass
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(BODY) + SENT)


def serve(plain):
    try:
        with context.wrap_socket(plain, server_side=True) as connection:
            is_http2 = connection.selected_alpn_protocol() == "h2"
            (serve_http2 if is_http2 else serve_http1)(connection)
    except OSError:
        plain.close()


listener = socket.socket(fileno=100)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
