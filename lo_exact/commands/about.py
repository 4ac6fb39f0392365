"""Commands ``lo-exact version`` (installed versions) and ``lo-exact formats`` (file formats).

Versions of the program, Python and packages are for bug reports; formats have examples.
"""

from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Json

LINE_LETTERS = 60
"""Letters of a line of an example that are printed."""


def print_versions(json: Json = False) -> int:
    """Print the version, the commit, Python, the system, and the packages that are installed.

    Paste this into a bug report.

    Example: lo-exact version
    """
    import platform
    import re
    from importlib.metadata import requires

    from lo_exact.packages import installed_version
    from lo_exact.version import MEANING, commit, version

    # a requirement is like "numpy>=2.1; extra == 'x'"
    asked = {re.split(r"[^\w.-]", line)[0].lower() for line in requires("lo-exact") or ()}
    packages = {
        name: found for name in sorted(asked - {"lo-exact"}) if (found := installed_version(name))
    }
    known = {
        "version": version(),
        "commit": commit(),
        "meaning": MEANING,
        "python": platform.python_version(),
        "system": platform.platform(),
    }
    if json:
        print_json(known | {"packages": packages})
        return 0
    print(f"lo-exact {version()}" + (f", commit {commit()}" if commit() else ""))
    print(f"Python {known['python']}, {known['system']}")
    print(", ".join(f"{name} {found}" for name, found in packages.items()))
    return 0


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
