"""Command ``lo-exact formats``: list the formats that can be read or written, with examples."""

from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Json

LINE_LETTERS = 60
"""Letters of a line of an example that are printed."""


def formats(json: Json = False) -> int:
    """List the formats: how each is read, whether it is written, and an example.

    The format is recognised if only one fits; otherwise give --as NAME.

    Example: lo-exact formats
    """
    from lo_exact.formats.format_table import FORMATS, NEVER

    rows = [
        {
            "name": row.name,
            "about": row.about,
            "read": "--as" if row.looks is NEVER and row.reader else "by itself",
            "bytes": not row.reader,
            "written": row.is_written,
            "many": row.many,
            "counters": row.counters,
            "example": row.example,
            "options": row.said,
        }
        for row in FORMATS
    ]
    if json:
        print_json({"formats": rows})
        return 0
    for row in rows:
        written = "read and written" if row["written"] else "read"
        print(f"{row['name']} ({written}): {row['about']}")
        for line in str(row["example"]).splitlines():
            print(f"    {line if len(line) <= LINE_LETTERS else line[: LINE_LETTERS - 3] + '...'}")
        print(*([f"    with {row['options']}"] if row["options"] else []), sep="\n")
    return 0
