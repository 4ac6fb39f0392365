"""Spoilt certificates are rejected, or still prove their claim by enumeration."""

from tests.campaigns.mutate import campaign
from tests.cli_runner import is_taken_out


def test_200_mutations():
    tally = campaign(200, seed=7, each=4, counters=0 if is_taken_out("counters") else 0.2)
    rejected = sum(n for (kind, verdict), n in tally.items() if verdict == "rejected")
    assert rejected > 100
    assert not [kind for kind, verdict in tally if kind.startswith("claim") and verdict[0] == "a"]
