#!/usr/bin/env python3
"""make-corpus.py OUT.json --count COUNT | --from SNAPSHOT [--changed FRACTION]

A snapshot (format v2) of COUNT quotations, the same bytes for the same arguments. Texts are drawn
from the words of Debian's fortunes and fortunes-de as often as those use them, about three words in
a hundred are new compounds, and half of the records are English. --changed gives the next day's
snapshot: that fraction of the records has another text and a later `updatedAt`. With --from it is
the next day's snapshot of the one given.
"""
import argparse
import collections
import datetime
import json
import os
import random
import re

FORTUNES = "/usr/share/games/fortunes"
THEMES = ["arbeit", "freiheit", "freundschaft", "glueck", "hoffnung", "kunst", "liebe", "natur", "zeit"]


def vocabulary(folder):
    words = collections.Counter()
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and not os.path.islink(path) and "." not in name:
            with open(path, encoding="utf-8", errors="replace") as file:
                words.update(re.findall(r"[^\W\d_]{2,20}", file.read()))
    kept = sorted(words.items(), key=lambda item: (-item[1], item[0]))
    return [word for word, _ in kept], [count for _, count in kept]


def next_day(path, fraction, out):
    with open(path, encoding="utf-8") as file:
        snapshot = json.load(file)
    snapshot.pop("contentDigest", None)
    day = datetime.datetime.fromisoformat(snapshot["generatedAt"]) + datetime.timedelta(days=1)
    snapshot["generatedAt"] = stamp = day.strftime("%Y-%m-%dT%H:%M:%SZ")
    changes = random.Random("changes")
    for quote in snapshot["quotes"]:
        if changes.random() < fraction:
            quote["text"] += " (verbessert)"
            quote["updatedAt"] = stamp
    with open(out, "w", encoding="utf-8") as file:
        json.dump(snapshot, file, ensure_ascii=False)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--count", type=int)
    parser.add_argument("--from", dest="source")
    parser.add_argument("--changed", type=float, default=0)
    arguments = parser.parse_args()
    if arguments.source:
        return next_day(arguments.source, arguments.changed, arguments.out)

    sources = {"de": vocabulary(FORTUNES + "/de"), "en": vocabulary(FORTUNES)}
    cumulative = {}
    for language, (_, counts) in sources.items():
        total, sums = 0, []
        for count in counts:
            total += count
            sums.append(total)
        cumulative[language] = sums
    changes = random.Random("changes")
    first_day = datetime.date(2020, 1, 1)
    generated = "2026-11-30T00:00:00Z" if arguments.changed else "2026-11-29T00:00:00Z"

    with open(arguments.out, "w", encoding="utf-8") as out:
        out.write(f'{{"generatedAt":"{generated}","count":{arguments.count},"quotes":[\n')
        for index in range(arguments.count):
            changed = changes.random() < arguments.changed
            draw = random.Random(f"{index}{'changed' if changed else ''}")
            language = "de" if index % 2 == 0 else "en"
            words = draw.choices(
                sources[language][0], cum_weights=cumulative[language],
                k=max(4, int(draw.lognormvariate(2.9, 0.7))))
            words = [
                word + draw.choice(words).lower() if draw.random() < 0.03 else word
                for word in words
            ]
            author = int(draw.paretovariate(0.6)) % 20_000
            day = first_day + datetime.timedelta(days=index % 2000)
            record = {
                "slug": f"a{author}-{index:07d}", "text": " ".join(words) + ".",
                "language": language, "authorSlug": f"a{author}", "sourceSlug": f"s{author % 7}",
                "themeSlugs": sorted(draw.sample(THEMES, draw.randint(0, 3))),
                "year": 1500 + author % 500, "publishedAt": f"{day}T08:00:00Z",
                "updatedAt": "2026-11-29T12:00:00Z" if changed else f"{day}T08:00:00Z",
            }
            end = "\n" if index + 1 == arguments.count else ",\n"
            out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + end)
        out.write("]}\n")


main()
