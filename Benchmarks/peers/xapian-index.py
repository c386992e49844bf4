#!/usr/bin/python3
"""xapian-index.py URL FOLDER: what one would write in Python on python3-xapian.

Fetches the snapshot, compares each record with what was indexed before and replaces what changed.
"""
import hashlib
import json
import os
import sys
import urllib.request

import xapian

url, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
with urllib.request.urlopen(url) as answer:
    snapshot = json.load(answer)
known_path = os.path.join(folder, "known.json")
known = {}
if os.path.exists(known_path):
    with open(known_path, encoding="utf-8") as file:
        known = json.load(file)

database = xapian.WritableDatabase(os.path.join(folder, "index"), xapian.DB_CREATE_OR_OPEN)
stemmers = {"de": xapian.Stem("german2"), "en": xapian.Stem("english")}
seen = {}
for quote in snapshot["quotes"]:
    line = json.dumps(quote, sort_keys=True, ensure_ascii=False)
    seen[quote["slug"]] = digest = hashlib.sha256(line.encode()).hexdigest()[:16]
    if known.get(quote["slug"]) == digest:
        continue
    document = xapian.Document()
    generator = xapian.TermGenerator()
    generator.set_document(document)
    generator.set_stemmer(stemmers[quote["language"]])
    generator.index_text(quote["text"].lower())
    generator.increase_termpos()
    generator.index_text(quote["authorSlug"], 1, "A")
    for theme in quote["themeSlugs"]:
        document.add_boolean_term("XT" + theme)
    document.add_boolean_term("L" + quote["language"])
    key = "Q" + quote["slug"]
    document.add_boolean_term(key)
    document.set_data(quote["text"])
    database.replace_document(key, document)
for slug in known.keys() - seen.keys():
    database.delete_document("Q" + slug)
database.commit()
with open(known_path + ".new", "w", encoding="utf-8") as file:
    json.dump(seen, file)
os.replace(known_path + ".new", known_path)
