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


def timeline(candidates, schedule, today, days):
    by_slug = {c["slug"]: c for c in candidates}
    shown, order, cycle, result = set(), [], 0, []
    last_author = None
    for number in range(min(0, day(today)), day(today) + days):
        to_come = number >= day(today)

        def present(c):
            if "removedOn" not in c:
                return True
            return not to_come and day(c["removedOn"]) > number

        def eligible(c):
            return "published" not in c or day(c["published"]) + 14 <= number

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
            others = [c for c in left if not c.get("author") or c["author"] != last_author]
            chosen = min(others or left, key=lambda c: (rank(c["slug"], number), c["slug"].encode()))
        shown.add(chosen["slug"])
        order.append(chosen["slug"])
        last_author = chosen.get("author")
        result.append([date(number), chosen["slug"], cycle])
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


def case(name, candidates, today, days, schedule=None):
    schedule = schedule or {}
    cases.append({
        "name": name, "today": today, "days": days, "schedule": schedule, "candidates": candidates,
        "expected": timeline(candidates, schedule, today, days)})


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

vectors = {
    "about": "written by selection-vectors.py; rule pool-1 of docs/selection.md",
    "ranks": [
        {"slug": s, "day": n, "key": f"{key(s):016x}", "rank": f"{rank(s, n):016x}"}
        for s in ("redaktion-wer-den-morgen-plant", "a", "größe") for n in (0, 1, 333, -12)],
    "cases": cases,
}
target = pathlib.Path(__file__).with_name("selection-vectors.json")
target.write_text(json.dumps(vectors, ensure_ascii=False, separators=(",", ":")) + "\n")
