"""Optional packages: detection, minimum versions, and the command that installs them.

The lines name the packages themselves, not an extra of ours, so they work wherever this one came
from.  A test holds the versions here to those of pyproject.toml.
"""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from lo_exact.errors import MissingPackageError


@dataclass(frozen=True)
class Package:
    """Optional package, with its import name and its minimum version."""

    module: str
    """Name of the module to import."""
    name: str
    """Name of the distribution to install."""
    at_least: str = ""
    """Oldest version that works, or ``""``."""
    exact: bool = False
    """Whether an older one gives wrong answers, so that the version must be checked."""

    @property
    def requirement(self) -> str:
        """Requirement specifier for pip, with the minimum version."""
        return f"{self.name}>={self.at_least}" if self.at_least else self.name


PACKAGES = (
    Package("pysat", "python-sat", "1.9.dev2"),
    Package("pycryptosat", "pycryptosat", "5.11.21"),
    Package("pulp", "pulp", "3.3", exact=True),
    Package("highspy", "highspy", "1.15", exact=True),
    Package("rustworkx", "rustworkx", "0.15"),
    Package("networkx", "networkx", "3.2"),
    Package("PIL", "pillow", "10.1"),
    Package("numba", "numba", "0.61"),
    Package("stim", "stim", "1.13"),
    Package("sinter", "sinter", "1.15"),
    Package("fastapi", "fastapi", "0.115"),
    Package("uvicorn", "uvicorn", "0.34"),
    Package("prometheus_client", "prometheus-client", "0.21"),
)


def find_package(module: str) -> Package:
    """Return the package that provides a module, by default a package of the same name."""
    return next((row for row in PACKAGES if row.module == module), Package(module, module))


_installed: set[str] = set()
_set_aside: set[str] = set()


def is_installed(module: str) -> bool:
    """Return whether a module can be imported; positive results are cached."""
    if module not in _installed and find_spec(module) is not None:
        _installed.add(module)
    return module in _installed and module not in _set_aside


def set_aside(module: str) -> None:
    """Record that importing a module failed, so that it counts as not installed."""
    _set_aside.add(module)


def install_line(*modules: str) -> str:
    """Return the command that installs the packages of the given modules."""
    wanted = (find_package(module).requirement for module in modules)
    return "pip install " + " ".join(f"'{one}'" if set(one) & set("<>") else one for one in wanted)


@cache
def installed_version(name: str) -> str:
    """Return the version of an installed package, or ``""``."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def lack(who: str, *modules: str) -> str:
    """Return a message about a required package that is missing or outdated, or ``""``.

    Args:
        who: Who needs the modules; the message begins with it.
        modules: Names of the modules to import.

    Returns:
        A sentence with the command that installs the missing packages, or ``""``.
    """
    if absent := [module for module in modules if not is_installed(module)]:
        names = " and ".join(find_package(module).name for module in absent)
        return f"{who} needs {names}: {install_line(*absent)}"
    for module in modules:
        package = find_package(module)
        found = installed_version(package.name) if package.exact else ""
        if found and _numbers(found) < _numbers(package.at_least):
            return (
                f"{who} needs {package.name} {package.at_least} or later, "
                f"{found} is installed: {install_line(module)}"
            )
    return ""


def require(who: str, *modules: str) -> None:
    """Raise an error if one of the given modules is missing or outdated.

    Raises:
        MissingPackageError: With the command that installs the missing packages.
    """
    if sentence := lack(who, *modules):
        raise MissingPackageError(sentence)


def _numbers(version: str) -> list[int]:
    """Return the leading numeric components of a version.

    >>> _numbers("1.15.0rc1")
    [1, 15, 0]
    """
    numbers = []
    for part in version.split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        if digits:
            numbers.append(int(digits))
        if digits != part:
            break
    return numbers
