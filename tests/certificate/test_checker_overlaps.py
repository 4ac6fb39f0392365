"""Overlaps with quiet patterns as evidence."""

from tests.certificate.checker_cases import FOUR, PAIR, PRICED, certificate, minimum, words


def test_presses_that_a_quiet_pattern_betters_are_rejected():
    document = minimum({**PRICED, "prices": [5, 3, 0]})
    document["claim"].update(weight=5, count=1, minima=["1"])
    document["evidence"] = [{"by": "overlaps", "counts": [[5, 3]]}]
    assert words(document) == "rejected: pattern 1 would save something"
    document["evidence"] = [{"by": "walk"}]
    assert words(document) == "rejected: the least weight is 3, not 5"


def test_prices_count_in_overlaps():
    document = minimum(PRICED)
    document["claim"].update(weight=3, count=1, minima=["2"])
    document["evidence"] = [{"by": "overlaps", "counts": [[3, 5]]}]
    assert words(document).startswith(
        "the least weight is 3; number of solutions that have it: 1, all"
    )


def test_overlaps_of_too_many_patterns_are_refused():
    puzzle = {**PAIR, "lights": 0, "buttons": [[]] * 7, "state": "", "target": ""}
    kernel = {
        "particular": "00",
        "generators": [f"{2**i:02x}" for i in range(7)],
        "orders": [2] * 7,
    }
    claim = {"kind": "minimum", "weight": 0, "count": 1, "minima": ["00"]}
    counts = [[0, z.bit_count()] for z in range(1, 128)]
    evidence = [{"by": "overlaps", "counts": counts}]
    refused = "rejected: overlaps are for two colours and up to 64 patterns"
    assert words(certificate(puzzle, claim, evidence, kernel)) == refused
    puzzle["buttons"] = [[]] * 6
    kernel.update(generators=kernel["generators"][:6], orders=[2] * 6)
    evidence[0]["counts"] = counts[:63]
    assert words(certificate(puzzle, claim, evidence, kernel)).startswith("the least weight is 0")


def test_overlaps_of_more_colours_are_refused():
    kernel = {"particular": [0, 3], "generators": [[1, 2]], "orders": [4]}
    claim = {"kind": "minimum", "weight": 2, "count": 1, "minima": [[1, 1]]}
    evidence = [{"by": "overlaps", "counts": [[0, 0], [0, 0], [0, 0]]}]
    refused = "rejected: overlaps are for two colours and up to 64 patterns"
    assert words(certificate(FOUR, claim, evidence, kernel)) == refused
