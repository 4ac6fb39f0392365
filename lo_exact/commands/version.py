"""Command ``lo-exact version``: versions of the program, Python and packages for bug reports."""

from lo_exact.commands.shared.options import Json


def print_versions(json: Json = False) -> int:
    """Print the version, the commit, Python, the system, and the packages that are installed.

    Paste this into a bug report.

    Example: lo-exact version
    """
    import platform
    import re
    from importlib.metadata import requires

    from lo_exact.commands.shared.answer import print_json
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
