"""What all registers share: what a row names is imported when it is first used.

So a table can be read, by a help text or by a choice, without importing what stands behind it, and
a package's door costs nothing until somebody goes through it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def named(path: str) -> Any:
    """Return what ``module:name`` names."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def lazily(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """Return a package's ``__getattr__`` that imports a name from its home when it is first used.

    Args:
        package: the package's ``__name__``.
        homes: for each module in it the names that the package gives out.
    """
    home_of = {name: module for module, names in homes.items() for name in names}

    def imported(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home_of[name]}"), name)

    return imported
