#!/usr/bin/python3
"""Hyphenate words with libhyphen:  hyphenate.py DICTIONARY CHARSET < WORDS
One line for each word, with hyphens."""
import ctypes
import sys

hyphen = ctypes.CDLL("libhyphen.so.0")
hyphen.hnj_hyphen_load.restype = ctypes.c_void_p
dictionary = ctypes.c_void_p(hyphen.hnj_hyphen_load(sys.argv[1].encode()))
charset = sys.argv[2]
for word in sys.stdin.read().split():
    word = word.replace("-", "")
    letters = word.encode(charset)
    marks = ctypes.create_string_buffer(len(letters) + 5)
    changes, places, cuts = ctypes.POINTER(ctypes.c_char_p)(), ctypes.POINTER(ctypes.c_int)(), ctypes.POINTER(ctypes.c_int)()
    hyphen.hnj_hyphen_hyphenate2(
        dictionary, letters, len(letters), marks, None,
        ctypes.byref(changes), ctypes.byref(places), ctypes.byref(cuts))
    # One mark for each character, also in UTF-8.
    print("".join(letter + ("-" if index < len(word) - 1 and marks.raw[index] & 1 else "")
                  for index, letter in enumerate(word)))
