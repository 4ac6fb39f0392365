"""``lo-exact version``: this code, and what it runs on, for reports."""

from lo_exact.commands.shared.options import Json


def print_versions(json: Json = False) -> int:
    """Print the version, the commit, Python, the system, and the packages that are installed.

    Paste this into a bug report.

    Example: lo-exact version
    """
    import platform
    from importlib.metadata import requires

    from lo_exact.commands.shared.answer import print_json
    from lo_exact.version import MEANING, commit, version

    names = sorted({_name(line) for line in requires("lo-exact") or ()} - {"lo-exact"})
    packages = {name: found for name in names if (found := _version_of(name))}
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


def _name(requirement: str) -> str:
    """Return the name of a package in a requirement like ``numpy>=2.1; extra == 'x'``."""
    import re

    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    return found[0].lower() if found else requirement


def _version_of(package: str) -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed(package)
    except PackageNotFoundError:
        return ""
