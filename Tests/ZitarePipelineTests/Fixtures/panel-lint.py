#!/usr/bin/python3
"""Check what was written for panels:  panel-lint.py FOLDER
FOLDER holds, for each quotation, a folder of its slug with the payload.json, today.txt and waybar.json of its
day. One line per fault."""
import importlib.util
import json
import pathlib
import sys
import gi
gi.require_version("Pango", "1.0")
from gi.repository import Pango
import jsonschema

here = pathlib.Path(__file__).parent
spec = importlib.util.spec_from_file_location("lint", here / "format-lint.py")
lint = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lint)
schema = json.loads((here / "payload.schema.json").read_text())


def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


def faults(day):
    def read(name):
        return (day / name).read_bytes().decode("utf-8")

    payload = json.loads(read("payload.json"))
    try:
        jsonschema.validate(payload, schema)
    except jsonschema.ValidationError as error:
        yield f"payload: {error.message[:200]}"
    lint.E.clear()
    for text in texts(payload):
        lint.controls(text, "")
    yield from (f"payload: {fault}" for fault in lint.E)
    yield from (f"text: {fault}" for fault in lint.run("plain", read("today.txt")))
    yield from (f"waybar: {fault}" for fault in lint.run("waybar", read("waybar.json")))
    quotes = [entry["quote"] for entry in payload["timeline"]]
    quote = next(quote for quote in quotes if quote["slug"] == day.name)
    if not quote["text"] or not quote["textShort"]:
        yield "payload: no text"
    if not read("today.txt").startswith(quote["quoted"]) or read("today.txt").count("\n") != 1:
        yield "text: not the payload's quote in one line"
    shown = Pango.parse_markup(json.loads(read("waybar.json"))["tooltip"], -1, "\0")[2]
    if shown + "\n" != read("today.txt"):
        yield f"waybar: shows {shown[:80]!a}"


for day in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    for fault in faults(day):
        print(f"{day.name}: {fault}")
