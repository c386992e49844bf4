#!/usr/bin/python3
"""Check what was written for panels:  panel-lint.py FOLDER
FOLDER holds, for each quotation, a folder of its slug with the files of its day in every format. One line per
fault."""
import html.parser
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import unicodedata
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


ISOLATES = re.compile("[\u2066-\u2069]")
CONTRACTS = {
    "today.txt": ["plain"], "waybar.json": ["waybar"], "i3bar.json": ["i3blocks-json", "i3status-rs"],
    "genmon.txt": ["genmon"], "argos.txt": ["argos"], "fortune": ["fortune"], "feed.atom": ["atom"],
    "feed.json": ["jsonfeed"], "calendar.ics": ["ics"], "wrapped.txt": ["plain"],
}
READERS = {"none": "plain", "tmux": "tmux", "polybar": "polybar", "conky": "conky"}


class Page(html.parser.HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.links, self.shown = [], [], []
        self.feed(text)

    def handle_starttag(self, name, attributes):
        self.elements.append(name)
        self.links += [value for key, value in attributes if key == "href"]

    def handle_data(self, data):
        if self.elements and self.elements[-1] not in ("style", "title"):
            self.shown.append(data)


def page_faults(text, quoted):
    page = Page(text)
    known = "html head meta title style body blockquote a p cite".split()
    if [name for name in known if name in page.elements] != list(dict.fromkeys(page.elements)):
        yield f"html: elements {page.elements}"
    if quoted not in "".join(page.shown):
        yield "html: the text is not shown as it is"
    yield from (f"html: link {link!a}" for link in page.links if not re.fullmatch(r"https://[\w/.~%-]+", link, re.A))


def line_faults(day):
    for path in sorted(day.glob("*.line")):
        escape, text = path.name.split("-")[0], path.read_bytes().decode("utf-8")
        if escape in READERS:
            yield from (f"{path.name}: {fault}" for fault in lint.run(READERS[escape], text))
        else:
            lint.E.clear()
            lint.one_line(text)
            lint.markup(text, "line")
            yield from (f"{path.name}: {fault}" for fault in list(lint.E))
        if text.count("\n") != 1:
            yield f"{path.name}: not one line"


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line if not unicodedata.combining(c))


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
    for name, contracts in CONTRACTS.items():
        for contract in contracts:
            yield from (f"{name}: {fault}" for fault in lint.run(contract, read(name)))
    yield from line_faults(day)
    quotes = [entry["quote"] for entry in payload["timeline"]]
    quote = next(quote for quote in quotes if quote["slug"] == day.name)
    if not quote["text"] or not quote["textShort"]:
        yield "payload: no text"
    shown = ISOLATES.sub("", read("today.txt"))
    if not shown.startswith(quote["quoted"]) or shown.count("\n") != 1:
        yield "text: not the payload's quote in one line"
    tooltip = Pango.parse_markup(json.loads(read("waybar.json"))["tooltip"], -1, "\0")[2]
    if tooltip.replace("\n", " ") + "\n" != shown:
        yield f"waybar: shows {tooltip[:80]!a}"
    if json.loads(read("feed.json"))["items"][0]["content_text"] + "\n" != read("today.txt"):
        yield "feed.json: not the line of the day"
    yield from page_faults(read("today.html"), quote["quoted"])
    # A joiner may stand between the characters of a word that is wider than a line.
    wide = [line for line in read("wrapped.txt").split("\n") if columns(line) > 60]
    if wide:
        yield f"wrapped.txt: a line of {columns(wide[0])} columns"
    made = subprocess.run(["strfile", "-s", day / "fortune", day / "strfile.dat"], capture_output=True)
    if made.returncode or (day / "strfile.dat").read_bytes() != (day / "fortune.dat").read_bytes():
        yield "fortune.dat: not what strfile makes"


for day in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    for fault in faults(day):
        print(f"{day.name}: {fault}")
