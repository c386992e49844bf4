#!/usr/bin/python3
"""Validate a JSON file against a JSON schema:  validate.py SCHEMA FILE"""
import json
import sys
import jsonschema

schema, document = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
jsonschema.validate(document, schema)
