#!/usr/bin/python3
"""Print all that a Xapian index holds, document by document, keyed by the unique term."""
import sys
import xapian

database = xapian.Database(sys.argv[1])
lines = []
for posting in database.postlist(""):
    document = database.get_document(posting.docid)
    terms = sorted((item.term, item.wdf, list(item.positer)) for item in document.termlist())
    key = [term for term, _, _ in terms if term.startswith(b"Q")]
    values = sorted((value.num, value.value) for value in document.values())
    lines.append(repr((key, document.get_data(), terms, values)))
for term in database.allterms():
    lines.append(repr((term.term, term.termfreq, database.get_collection_freq(term.term))))
print("\n".join(sorted(lines)))
