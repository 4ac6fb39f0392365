"""Messages by number in the chosen language.

Messages have numbers, and each language a table: number to text.  ``{name}`` is a value;
``{name:press|presses}`` is the first word where the value is 1, else the second.  Texts that are in
no table are English: errors, help, and commands that the lesson does not use.

The language belongs to the context (`contextvars`), so threads and tasks do not disturb each other.
The command line chooses it, by ``--lang`` or the environment; a library stays English.
"""

from contextvars import ContextVar
from importlib import import_module
from string import Formatter
from typing import Any

from lo_exact.languages.english import ENGLISH

LANGUAGES = {"en": "english:ENGLISH", "ja": "japanese:JAPANESE"}
"""Module and table of each language."""

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the user's language; the first that is set decides (POSIX)."""

_TABLE: ContextVar[dict[int, str]] = ContextVar("table", default=ENGLISH)


class _Counted(Formatter):
    """Formatter that writes ``{count:one|many}`` as ``one`` if the count is 1, else as ``many``."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        one, many = format_spec.split("|")
        return one if value == 1 else many


def phrase(number: int, /, **values: Any) -> str:
    """Return the message with this number in the chosen language, with ``values`` filled in.

    >>> phrase(1, n=1), phrase(1, n=15)
    ('1 press', '15 presses')
    """
    return _Counted().vformat(_TABLE.get()[number], (), values)


def choose_language(name: str) -> None:
    """Set the language of `phrase` to a key of `LANGUAGES`.

    Raises:
        KeyError: When the name is unknown.
    """
    module, _, table = LANGUAGES[name].partition(":")
    found: dict[int, str] = getattr(import_module(f"lo_exact.languages.{module}"), table)
    _TABLE.set(found)


def language_of(environment: dict[str, str]) -> str:
    """Return the language of a user's environment; English if it is not supported.

    >>> language_of({"LANG": "ja_JP.UTF-8"}), language_of({"LANG": "ja_JP", "LC_ALL": "C"})
    ('ja', 'en')
    """
    said = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    name = said[:2]
    return name if name in LANGUAGES else "en"
