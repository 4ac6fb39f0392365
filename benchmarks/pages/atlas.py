"""The atlas on the site: one script of data for each rule and surface, from data/atlas.

A browser opens pages from the disk, too, where it fetches no JSON; so the data are scripts that
docs/records/atlas.js loads when a reader asks for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from benchmarks.records.atlas import RULES, SURFACES, load_atlas
from benchmarks.records.collect import load


def hardest(rule: str, surface: str) -> dict[str, dict[str, str]]:
    """Return the hardest boards that data/records has: size, number of colours, presses.

    An interval is written "low to high".
    """
    found: dict[str, dict[str, str]] = {}
    for record in load("hardest"):
        asked = record["question"]
        if (asked["rule"], asked["topology"]) == (rule, surface):
            low, high = record.get("interval", [record.get("value")] * 2)
            said = str(low) if low == high else f"{low} to {high}"
            for size in ((asked["rows"], asked["columns"]), (asked["columns"], asked["rows"])):
                found.setdefault("{}x{}".format(*size), {})[str(asked["colours"])] = said
    return found


def scripts() -> Iterator[tuple[str, str]]:
    """Yield the name on the site and the text of each script."""
    for rule in RULES:
        for surface in SURFACES:
            boards = [
                [board["rows"], board["columns"], board["quiet"], board["all_on"]]
                for board in load_atlas(rule, surface).values()
            ]
            data = json.dumps(
                {"boards": boards, "hardest": hardest(rule, surface)}, separators=(",", ":")
            )
            name = f"{rule}-{surface}"
            yield f"records/atlas/{name}.js", f'atlas.data["{name}"]={data};\n'
