#!/usr/bin/env python3
"""The rules of cron expressions once more, slow and simple, to compare with.

Reads lines "EXPR<tab>ZONE<tab>FROM<tab>COUNT<tab>YEARS" and prints for each the next times, with
blanks between them. It walks local days one by one and asks zoneinfo about every candidate:
  * 5 fields, or 6 with seconds first; @aliases; names and aliases in any case.
  * Day fields: both must match if either starts with '*' or '?', otherwise either will do.
  * A job whose second, minute or hour field starts with '*' follows the clock: it fires at every
    instant whose local time matches, in both passes of an overlap and never in a gap.
  * Every other job has fixed times: the first pass of an overlap; a time in a gap shorter than 3 h
    fires at the first instant after the gap; a longer gap is a correction and is not made up.
  * Results are strictly after FROM, strictly increasing, whole seconds.
"""
import calendar
import re
import sys
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

UTC = timezone.utc
MONTHS = {n: i + 1 for i, n in enumerate("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split())}
DAYS = {n: i for i, n in enumerate("SUN MON TUE WED THU FRI SAT".split())}
FIELDS = [("second", 0, 59, {}), ("minute", 0, 59, {}), ("hour", 0, 23, {}),
          ("day-of-month", 1, 31, {}), ("month", 1, 12, MONTHS), ("day-of-week", 0, 7, DAYS)]
ALIASES = {"@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
           "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *"}
MADE_UP_GAP = timedelta(hours=3)


class CronError(ValueError):
    pass


class Schedule:
    def __init__(self, expr):
        parts = re.split(r"[ \t]+", ALIASES.get(expr.strip(" \t").lower(), expr).strip(" \t"))
        if len(parts) == 5:
            parts = ["0"] + parts
        if len(parts) != 6:
            raise CronError(f"expected 5 or 6 fields, got {len(parts)}")
        self.dom_last, self.dom_last_weekday, self.dom_near = set(), False, set()
        self.dow_last, self.dow_nth = set(), set()
        self.sec, self.min, self.hour, self.dom, self.mon, dow = [self._field(p, i) for i, p in enumerate(parts)]
        self.dow = {d % 7 for d in dow}
        self.day_and = parts[3][0] in "*?" or parts[5][0] in "*?"
        self.wild = any(p[0] == "*" for p in parts[:3])
        if self.day_and and not any(self.day_ok(d) for d in self._cycle()):
            raise CronError("never matches any date")
        if not self.day_and and not self.dow and not any(self.day_ok(d) for d in self._cycle()):
            raise CronError("never matches any date")

    def _cycle(self):                     # one 400-year Gregorian cycle, allowed months only
        for y in range(2000, 2400):
            for m in sorted(self.mon):
                for d in range(1, calendar.monthrange(y, m)[1] + 1):
                    yield date(y, m, d)

    @staticmethod
    def _num(text, f):
        name, lo, hi, names = FIELDS[f]
        if text.upper() in names:
            return names[text.upper()]
        if not (text.isascii() and text.isdigit()) or len(text) > 4:
            raise CronError(f"{name}: '{text}' is not a number or name")
        if not lo <= int(text) <= hi:
            raise CronError(f"{name}: {text} is outside {lo}-{hi}")
        return int(text)

    def _field(self, text, f):
        name, lo, hi, _ = FIELDS[f]
        if text == "?" and f in (3, 5):
            text = "*"
        out = set()
        for term in text.split(","):
            up = term.upper()
            if f == 3 and up == "L":
                self.dom_last.add(0); continue
            if f == 3 and up == "LW":
                self.dom_last_weekday = True; continue
            if f == 3 and up.startswith("L-") and up[2:].isdigit():
                if not 1 <= int(up[2:]) <= 30:
                    raise CronError(f"{name}: '{term}' offset outside 1-30")
                self.dom_last.add(int(up[2:])); continue
            if f == 3 and up.endswith("W") and up[:-1].isdigit():
                self.dom_near.add(self._num(up[:-1], 3)); continue
            if f == 5 and up.endswith("L") and len(up) > 1:
                self.dow_last.add(self._num(term[:-1], 5) % 7); continue
            if f == 5 and "#" in term:
                day, nth = term.split("#", 1)
                if nth not in ("1", "2", "3", "4", "5"):
                    raise CronError(f"{name}: '{term}' nth outside 1-5")
                self.dow_nth.add((self._num(day, 5) % 7, int(nth))); continue
            base, slash, step = term.partition("/")
            n = 1
            if slash:
                if not (step.isascii() and step.isdigit()) or not 1 <= int(step) <= hi - lo + 1:
                    raise CronError(f"{name}: bad step '{step}'")
                n = int(step)
            if base == "*":
                out.update(range(lo, hi + 1, n)); continue
            a, dash, b = base.partition("-")
            a = self._num(a, f)
            if not dash:
                out.update(range(a, (hi if slash else a) + 1, n)); continue
            b = self._num(b, f)
            if a <= b:
                out.update(range(a, b + 1, n))
            elif f == 5:                  # wrap round the 7-day week
                out.update((a + i) % 7 for i in range(0, (b - a) % 7 + 1, n))
            else:                         # wrap round the field
                size = hi - lo + 1
                out.update(lo + (a - lo + i) % size for i in range(0, (b - a) % size + 1, n))
        return out

    def day_ok(self, d):
        if d.month not in self.mon:
            return False
        last = calendar.monthrange(d.year, d.month)[1]
        dow = d.isoweekday() % 7
        dom_ok = d.day in self.dom or last - d.day in self.dom_last
        if self.dom_last_weekday:
            x = date(d.year, d.month, last)
            while x.isoweekday() > 5:
                x -= timedelta(1)
            dom_ok |= d == x
        for n in self.dom_near:
            if n <= last:
                x = date(d.year, d.month, n)
                if x.isoweekday() == 6:
                    x = x - timedelta(1) if n > 1 else x + timedelta(2)
                elif x.isoweekday() == 7:
                    x = x + timedelta(1) if n < last else x - timedelta(2)
                dom_ok |= d == x
        dow_ok = dow in self.dow or (dow in self.dow_last and d.day + 7 > last) or (dow, (d.day + 6) // 7) in self.dow_nth
        return (dom_ok and dow_ok) if self.day_and else (dom_ok or dow_ok)


def instants(local, z):
    """All UTC instants that show this local time: 0 (gap), 1, or 2 (overlap)."""
    found = []
    for fold in (0, 1):
        u = local.replace(tzinfo=z, fold=fold).astimezone(UTC)
        if u.astimezone(z).replace(tzinfo=None) == local and u not in found:
            found.append(u)
    return sorted(found)


def gap_of(local, z):
    """(first instant after the gap that hides this local time, length of the gap)"""
    lo, hi = sorted(local.replace(tzinfo=z, fold=f).astimezone(UTC) for f in (0, 1))
    a, b = lo - timedelta(seconds=1), hi + timedelta(seconds=1)
    off = a.astimezone(z).utcoffset()
    while b - a > timedelta(seconds=1):
        m = a + timedelta(seconds=int((b - a).total_seconds()) // 2)
        a, b = (m, b) if m.astimezone(z).utcoffset() == off else (a, m)
    return b, b.astimezone(z).utcoffset() - off


def firings_on(s, z, d):
    for h in sorted(s.hour):
        for m in sorted(s.min):
            for c in sorted(s.sec):
                n = datetime(d.year, d.month, d.day, h, m, c)
                us = instants(n, z)
                if s.wild:
                    yield from us
                elif us:
                    yield us[0]
                else:
                    end, length = gap_of(n, z)
                    if length < MADE_UP_GAP:
                        yield end


def next_runs(expr, tz, start, count=3, years=110, until=None):
    s, z = (expr if isinstance(expr, Schedule) else Schedule(expr)), ZoneInfo(tz)
    out, d = set(), start.astimezone(z).date() - timedelta(days=2)
    stop = until.year + 1 if until else d.year + years
    while d.year <= stop:
        if d.month not in s.mon:
            d = (d.replace(day=1) + timedelta(days=32)).replace(day=1)
            if until and d > until.astimezone(z).date() + timedelta(days=2):
                break
            continue
        if s.day_ok(d):
            out.update(u for u in firings_on(s, z, d) if u > start and (until is None or u <= until))
        if until is not None:
            if d > until.astimezone(z).date() + timedelta(days=2):
                break
        elif len(out) >= count and d > sorted(out)[count - 1].astimezone(z).date() + timedelta(days=2):
            break
        d += timedelta(days=1)
    return sorted(out) if until is not None else sorted(out)[:count]


def parse_iso(s):
    return datetime.fromisoformat(s.replace("Z", "+00:00"))


def iso(u):
    return u.strftime("%Y-%m-%dT%H:%M:%SZ")


for line in sys.stdin:
    expr, tz, start, count, years = line.rstrip("\n").split("\t")
    print(" ".join(iso(u) for u in next_runs(expr, tz, parse_iso(start), int(count), int(years))))
