"""Requests: two that ask the same are one job."""

from lo_exact import version
from lo_exact.service import requests


def test_answers_of_another_meaning_are_other_jobs(monkeypatch):
    """What the service stored before the number was raised is asked again, never mixed in."""
    before = requests.identity({"board": "##"})
    monkeypatch.setattr(requests, "MEANING", version.MEANING + 1)
    assert requests.identity({"board": "##"}) != before
