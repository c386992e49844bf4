#!/usr/bin/python3
"""index-totals.py OURS PEER: whether two Xapian indexes hold the same, as a line for people."""
import sys

import xapian


def totals(path):
    database = xapian.Database(path)
    terms = {}
    for item in database.allterms():
        # Which document it is, is named differently; there is one such term for each. So is the origin.
        name = b"XDorigin/" if item.term.startswith(b"XDorigin/") else item.term
        if not item.term.startswith(b"Q"):
            terms[name] = (item.termfreq, database.get_collection_freq(item.term))
    return database.get_doccount(), terms


def main():
    (count, ours), (peers_count, peers) = totals(sys.argv[1]), totals(sys.argv[2])
    for label, documents, terms in (("ours", count, ours), ("peer", peers_count, peers)):
        print(
            f"{label}: {documents:,} documents, {len(terms):,} terms,"
            f" {sum(frequency for frequency, _ in terms.values()):,} postings,"
            f" {sum(collection for _, collection in terms.values()):,} occurrences")
    different = sorted(
        term for term in ours.keys() | peers.keys() if ours.get(term) != peers.get(term))
    examples = b" ".join(different[:8]).decode(errors="replace")
    print("the same terms" if not different else f"{len(different):,} terms differ: {examples}")


main()
