"""Texts kept apart from whoever writes readers: written by somebody else, and not changed since.

A reader of free text is run on them once, when it is ready, and its first figure is published; so
they are not read while it is written, and no test here reads them as boards.
"""

import hashlib
import json
from pathlib import Path

KEPT = Path(__file__).with_name("kept_apart.json")
SHA256 = "191a9040308f2261b4bb4deaecdc7f7c65ed20d1400395b1dab7a81645c0d3cf"


def test_they_are_as_they_were_written():
    assert hashlib.sha256(KEPT.read_bytes()).hexdigest() == SHA256


def test_each_has_a_board_or_a_reason_to_be_refused():
    for entry in json.loads(KEPT.read_text(encoding="utf-8")):
        wanted = entry["expect"]
        assert entry["text"]
        assert entry["source"]
        assert wanted.get("refuse") or (wanted["lights"] and wanted["colours"] >= 2)
