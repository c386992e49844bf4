#!/usr/bin/env python3
"""Writes selection-vectors.json: rule pool-1 as docs/selection.md words it, as plainly as possible.

It shares nothing with the Swift sources, so agreement is evidence. Run it without arguments.
"""
import datetime
import hashlib
import json
import pathlib
import random

EPOCH = datetime.date(2026, 1, 1)
MASK = (1 << 64) - 1


def day(text):
    return (datetime.date.fromisoformat(text) - EPOCH).days


def date(number):
    return (EPOCH + datetime.timedelta(days=number)).isoformat()


def key(slug):
    return int.from_bytes(hashlib.sha256(slug.encode()).digest()[:8], "big")


def splitmix64(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def rank(slug, number):
    return splitmix64(key(slug) ^ (number & MASK))


def gone(c):
    """The day on which it was taken back or hidden."""
    days = [day(c[field]) for field in ("removedOn", "hiddenOn") if field in c]
    return min(days, default=None)


def is_day_of(author, lives, number):
    """Whether the author was born or died on this day of the year."""
    today = date(number)[5:]
    for text in lives.get(author, []):
        if len(text) < 10:
            continue
        month_day = text[-5:]
        if month_day == "02-29" and not is_leap(int(date(number)[:4])):
            month_day = "02-28"
        if month_day == today:
            return True
    return False


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def in_deck(c, deck):
    def begins(tag, language):
        return tag == language or tag.startswith(language + "-")

    return (
        (not deck.get("languages") or any(
            begins(c["language"].lower(), wanted) for wanted in deck["languages"]))
        and (not deck.get("themes") or any(t in deck["themes"] for t in c.get("themes", [])))
        and (not deck.get("epochs") or c.get("epoch") in deck["epochs"]))


def timeline(candidates, schedule, today, days, deck=None, lives=None):
    candidates = [c for c in candidates if in_deck(c, deck or {})]
    by_slug = {c["slug"]: c for c in candidates}
    shown, order, cycle, result = set(), [], 0, []
    last_author = None
    for number in range(min(0, day(today)), day(today) + days):
        to_come = number >= day(today)

        def present(c):
            return gone(c) is None or (not to_come and gone(c) > number)

        def eligible(c):
            return "published" not in c or day(c["published"]) + 14 <= number

        reason = "rotation"
        scheduled = by_slug.get(schedule.get(date(number)))
        if scheduled and present(scheduled):
            chosen = scheduled
        else:
            pool = [c for c in candidates if eligible(c) and present(c)]
            if not pool:
                result.append([date(number), None, cycle])
                continue
            left = [c for c in pool if c["slug"] not in shown]
            if not left:
                cycle += 1
                blocked = min(len(pool) // 2, 180, len(order))
                shown = set(order[len(order) - blocked:])
                left = [c for c in pool if c["slug"] not in shown]
            others = [c for c in left if not c.get("author") or c["author"] != last_author] or left
            honoured = [c for c in others if is_day_of(c.get("author"), lives or {}, number)]
            if honoured:
                reason = "anniversary"
            chosen = min(honoured or others, key=lambda c: (rank(c["slug"], number), c["slug"].encode()))
        shown.add(chosen["slug"])
        order.append(chosen["slug"])
        last_author = chosen.get("author")
        result.append([date(number), chosen["slug"], cycle] + ([reason] if lives else []))
    return result


def deck(seed, size, authors, published=None, removed=0):
    r = random.Random(seed)
    candidates = []
    for i in range(size):
        c = {"slug": f"zitat-{seed}-{i:03d}"}
        if authors:
            c["author"] = f"autor-{int(r.paretovariate(1.1)) % authors}"
        if published and i >= published:
            c["published"] = date(r.randrange(-20, 200))
        candidates.append(c)
    for c in r.sample(candidates, removed):
        c["removedOn"] = date(r.randrange(10, 220))
    return candidates


cases = []


def case(name, candidates, today, days, schedule=None, deck=None, lives=None):
    schedule = schedule or {}
    cases.append({
        "name": name, "today": today, "days": days, "schedule": schedule, "candidates": candidates,
        **({"deck": deck} if deck else {}), **({"anniversaries": lives} if lives else {}),
        "expected": timeline(candidates, schedule, today, days, deck, lives)})


case("a single quotation is shown every day", [{"slug": "a", "author": "x"}], "2026-01-05", 3)
case("two quotations of one author alternate",
     [{"slug": "a", "author": "x"}, {"slug": "b", "author": "x"}], "2026-01-10", 5)
case("nothing is chosen before anything is eligible",
     [{"slug": "a", "published": "2026-01-01"}], "2026-01-10", 8)
case("a new cycle blocks half of the deck", deck(1, 12, 5), "2026-02-20", 14)
case("authors do not follow themselves while there is another", deck(2, 40, 4), "2026-03-15", 14)
case("quotations without authors follow each other", deck(3, 10, 0), "2026-01-31", 14)
case("quotations join fourteen days after their publication", deck(4, 60, 20, 20), "2026-07-31", 14)
case("removed quotations stay in the days before", deck(5, 60, 20, 20, 12), "2026-07-31", 14)
case("slugs beyond ASCII", [{"slug": s} for s in ("größe", "žluť", "名言", "z", "ä")], "2026-01-12", 14)
case("no more than 180 days stay blocked", deck(6, 400, 60), "2027-03-01", 60)
case("a day before 2026", deck(7, 9, 3), "2025-12-20", 30)
planned = deck(8, 20, 6, 15)
case("a schedule wins and counts as shown", planned, "2026-02-10", 14, {
    "2026-01-03": planned[4]["slug"], "2026-01-20": planned[4]["slug"],
    "2026-02-10": planned[19]["slug"], "2026-02-12": "unbekannt"})

hidden = deck(9, 30, 8, 20, 3)
for number, c in enumerate(hidden):
    if number % 4 == 0:
        c["hiddenOn"] = date(20 + number)
case("what is hidden stays in the days before and never comes", hidden, "2026-03-01", 14)
case("what was hidden by a clock ahead of ours does not come either",
     [{"slug": "a", "hiddenOn": "2026-06-01"}, {"slug": "b"}], "2026-03-01", 3)

labelled = deck(10, 60, 9)
for number, c in enumerate(labelled):
    c["language"] = ("de", "de-CH", "en")[number % 3]
    c["themes"] = [("zeit", "mut", "glueck")[number % 3 - index] for index in range(number % 2 + 1)]
    if number % 5:
        c["epoch"] = ("antike", "moderne", "romantik", "barock")[number % 5 - 1]
case("a deck of two epochs", labelled, "2026-02-10", 14,
     deck={"id": "pool-1;epochs=antike,barock", "epochs": ["antike", "barock"]})
case("a deck of an epoch, a language and two themes", labelled, "2026-01-20", 14,
     deck={"id": "pool-1;languages=de;themes=mut,zeit;epochs=moderne", "languages": ["de"],
           "themes": ["mut", "zeit"], "epochs": ["moderne"]})

lives = {f"autor-{n}": [f"17{n:02d}-{n % 12 + 1:02d}-{3 * n + 1:02d}", f"18{n:02d}-{(n * 5) % 12 + 1:02d}-15"]
         for n in range(9)}
case("authors come first on their days", deck(11, 200, 9), "2027-01-05", 14, lives=lives)
case("29 February is the 28th in other years",
     [{"slug": f"tag-{i}", "author": f"autor-{i % 30}"} for i in range(820)], "2028-02-20", 14, lives={"autor-1": ["1772-02-29"], "autor-2": ["1801-02-28"]})
case("an author of yesterday waits while there is another, even on a day of his",
     [{"slug": s, "author": a} for s, a in (("a", "x"), ("b", "x"), ("c", "y"), ("d", "z"))],
     "2026-01-06", 3, lives={"x": ["-0043-01-01", "0017-01-02"]})
case("a year or a month alone is no day, and what was shown does not come again",
     deck(13, 6, 2), "2026-01-03", 9,
     lives={"autor-0": ["1801", "1802-01"], "autor-1": ["1799-01-04", "1859-01-05"]})
case("a schedule wins over an anniversary",
     [{"slug": s, "author": s[0]} for s in ("a", "b", "bb", "bbb", "c", "d")], "2026-01-02", 3,
     {"2026-01-03": "a"},
     lives={"b": ["1900-01-03", "1980-01-04"]})

vectors = {
    "about": "written by selection-vectors.py; rule pool-1 of docs/selection.md",
    "ranks": [
        {"slug": s, "day": n, "key": f"{key(s):016x}", "rank": f"{rank(s, n):016x}"}
        for s in ("redaktion-wer-den-morgen-plant", "a", "größe") for n in (0, 1, 333, -12)],
    "cases": cases,
}
target = pathlib.Path(__file__).with_name("selection-vectors.json")
target.write_text(json.dumps(vectors, ensure_ascii=False, separators=(",", ":")) + "\n")
