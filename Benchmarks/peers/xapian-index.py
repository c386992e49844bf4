#!/usr/bin/python3
"""xapian-index.py URL FOLDER: what one would write in Python on python3-xapian.

Fetches the snapshot, compares each record with what was indexed before and replaces what changed.
Texts are folded and fields laid out as ours are, so that both indexes hold the same terms, and
spelling is corrected to the same words.
"""
import datetime
import hashlib
import json
import os
import re
import sys
import unicodedata
import urllib.request

import xapian

PARTICLES = {"von", "van", "der", "den", "de", "del", "of", "the", "und", "and"}
ELIDED = {
    "c", "d", "j", "l", "m", "n", "qu", "s", "t", "jusqu", "lorsqu", "puisqu", "quoiqu",
    "all", "dall", "dell", "nell", "sull", "coll", "un", "quell", "quest"}
IGNORED = dict.fromkeys(
    [0xAD, 0x34F, 0x61C, 0xFEFF, *range(0x180B, 0x180F), *range(0x200B, 0x2010),
     *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10)])
STEMMERS = {"de": "german2", "en": "en"}
TYPED = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
     "\u2010": "-", "\u2019": "'", "\u02bc": "'", "\u2044": "/"})
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def folded(text):
    """NFKC, case folded, without diacritics and ignorable characters."""
    parts = unicodedata.normalize("NFKD", text.translate(IGNORED)).casefold()
    kept = (c for c in unicodedata.normalize("NFKD", parts) if unicodedata.category(c)[0] != "M")
    return unicodedata.normalize("NFKC", "".join(kept))


def normalized(text):
    """The folded text with elided articles as words of their own and letters as they are typed."""
    text = folded(text).translate(TYPED)
    if "'" not in text:
        return text
    return re.sub(
        r"([^\W_]*)'", lambda match: match[1] + (" " if match[1] in ELIDED else "'"), text)


def compounds(text):
    """The joined forms of words with hyphens and apostrophes."""
    runs = re.findall(r"(?:[^\W_]|[-'])+", text) if "-" in text or "'" in text else []
    parts = (re.split("[-']", run) for run in runs)
    return ["".join(part) for part in parts if len(part) > 1 and all(part)]


def spelled_out(text):
    """Words with umlauts as they are spelled without."""
    found = re.findall(r"[^\W_]*[äöüÄÖÜ][^\W_]*", unicodedata.normalize("NFC", text))
    return [normalized(word.translate(UMLAUTS)) for word in found]


def words(slug):
    return " ".join(
        word if place and word in PARTICLES else word[:1].upper() + word[1:]
        for place, word in enumerate(part for part in slug.split("-") if part))


def name(quote, known, slug):
    return quote.get(known) or (words(quote[slug]) if quote.get(slug) else None)


class Indexer:
    def __init__(self, path):
        self.database = xapian.WritableDatabase(path, xapian.DB_CREATE_OR_OPEN)
        self.generator = xapian.TermGenerator()
        self.generator.set_flags(xapian.TermGenerator.FLAG_CJK_NGRAM)
        self.stemmers = {}

    def put(self, quote):
        stemmer = STEMMERS.get(quote["language"], "none")
        if stemmer not in self.stemmers:
            self.stemmers[stemmer] = xapian.Stem(stemmer)
        document = xapian.Document()
        self.generator.set_document(document)
        self.generator.set_termpos(0)
        self.generator.set_stemmer(self.stemmers[stemmer])
        self.german = stemmer == "german2"
        self.add(quote["text"], "")
        if author := name(quote, "authorName", "authorSlug"):
            self.add(author, "A", "")
            self.facet(document, 3, [author])
        if source := name(quote, "sourceTitle", "sourceSlug"):
            self.add(source, "S", "")
            self.facet(document, 4, [source])
            if "year" in quote:
                document.add_value(1, xapian.sortable_serialise(quote["year"]))
        themes = quote.get("themeSlugs", [])
        for theme in themes:
            self.add(words(theme), "K")
            self.add(theme, "K")
        self.facet(document, 5, [words(theme) for theme in themes])
        self.facet(document, 6, [quote["language"]])
        if stamp := quote.get("publishedAt", quote.get("updatedAt")):
            instant = datetime.datetime.fromisoformat(stamp.replace("Z", "+00:00"))
            document.add_value(0, xapian.sortable_serialise(instant.timestamp()))
        document.add_value(2, xapian.sortable_serialise(len(quote["text"])))
        self.add_beginnings(document)
        document.add_boolean_term("XS" + stemmer)
        document.add_boolean_term("L" + quote["language"])
        for domain in ("origin", "origin/peer"):
            document.add_boolean_term("XD" + domain)
        key = "Q" + quote["slug"]
        document.add_boolean_term(key)
        document.set_data(quote["slug"])
        self.database.replace_document(key, document)

    def add(self, text, *prefixes):
        words = normalized(text)
        further = " ".join(compounds(words) + ([] if self.german else spelled_out(text)))
        for prefix in prefixes:
            self.generator.index_text(words, 1, prefix)
            self.generator.increase_termpos(100)
            if further:
                self.generator.index_text_without_positions(further, 1, prefix)

    def facet(self, document, slot, values):
        """Values that are counted over hits, each behind its length."""
        if values:
            encoded = (value.encode() for value in values)
            document.add_value(
                slot, b"".join(len(value).to_bytes(2, "little") + value for value in encoded))

    def add_beginnings(self, document):
        """Terms for the first letter and the first two of each word."""
        beginnings = set()
        for item in document.termlist():
            word = item.term.decode()
            if not "A" <= word[0] <= "Z":
                for length in (1, 2):
                    if len(word) >= length and all(ord(letter) < 0x2E80 for letter in word[:length]):
                        beginnings.add("XF" + word[:length])
        for term in beginnings:
            document.add_boolean_term(term)

    def learn_words(self):
        """Spelling is corrected to the words of the texts; the counts are those of a first learning."""
        known = {item.term for item in self.database.spellings()}
        for item in self.database.allterms():
            word = item.term.decode()
            if item.term not in known and 3 <= len(word) <= 32 and word.isalpha() and word[0] > "Z":
                self.database.add_spelling(word, item.termfreq)
        self.database.commit()


def main():
    url, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with urllib.request.urlopen(url) as answer:
        snapshot = json.load(answer)
    known_path = os.path.join(folder, "known.json")
    known = {}
    if os.path.exists(known_path):
        with open(known_path, encoding="utf-8") as file:
            known = json.load(file)

    indexer = Indexer(os.path.join(folder, "index"))
    seen = {}
    for quote in snapshot["quotes"]:
        line = json.dumps(quote, sort_keys=True, ensure_ascii=False)
        seen[quote["slug"]] = digest = hashlib.sha256(line.encode()).hexdigest()[:16]
        if known.get(quote["slug"]) != digest:
            indexer.put(quote)
    for slug in known.keys() - seen.keys():
        indexer.database.delete_document("Q" + slug)
    indexer.database.commit()
    indexer.learn_words()
    with open(known_path + ".new", "w", encoding="utf-8") as file:
        json.dump(seen, file)
    os.replace(known_path + ".new", known_path)


main()
