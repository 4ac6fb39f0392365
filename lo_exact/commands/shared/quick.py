"""typer's commands and groups, without its conversion of options where nothing is to be converted.

typer 0.29 converts by pydantic, whose import would be a third of a small board's time.  An option
that was not given, a flag, text that shall be text and a number that nobody wrote (a default) need
no conversion.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

AMERICAN = {
    "--colors": "--colours",
    "--color": "--colour",
    "--neighborhood": "--neighbourhood",
}
"""Spellings of options that are taken too, and what help and errors call them."""


SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class QuickCommand(TyperCommand):
    """A command of typer's, that takes American spellings of its options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return what is left of the words of a command line."""
        own = {option for parameter in self.params for option in parameter.opts}
        end = args.index("--") if "--" in args else len(args)
        spelt = [_spelt(word, own) for word in args[:end]] + args[end:]
        return super().parse_args(ctx, spelt)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, the one of ``--help`` too."""
        return _quickened(super().get_params(ctx), self.callback)


def typer_command(name: str, target: Any) -> Any:
    """Return a function with typer's annotations, or a `typer.Typer`, as typer's own object."""
    if not isinstance(target, typer.Typer):
        single = typer.Typer(rich_markup_mode=None, add_completion=False)
        single.command(name, context_settings=SETTINGS)(target)
        target = single
    for info in target.registered_commands:
        info.cls = QuickCommand
    command = typer.main.get_command(target)
    command.name = name
    return command


class QuickGroup(TyperGroup):
    """A group of typer's."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, the one of ``--help`` too."""
        return _quickened(super().get_params(ctx), self.callback)


def _spelt(word: str, own: set[str]) -> str:
    """Return an option as this command spells it."""
    name, equals, value = word.partition("=")
    ours = AMERICAN.get(name, name)
    return f"{ours}{equals}{value}" if ours in own else word


def _quickened(parameters: list[Any], callback: Callable[..., Any] | None) -> list[Any]:
    hints = get_type_hints(callback) if callback else {}
    for parameter in parameters:
        if "process_value" not in vars(parameter):
            hint = hints.get(parameter.name)
            is_text = hint in (str, str | None)
            parameter.process_value = _quick(parameter, is_text, hint == list[str])
    return parameters


def _quick(parameter: Any, is_text: bool, is_texts: bool) -> Callable[[Any, Any], Any]:
    """Return what typer calls with (context, value as written) for the value of a parameter."""
    convert = parameter.process_value

    def process_value(ctx: Any, value: Any) -> Any:
        absent = (value is None or value == ()) and not parameter.required
        if absent and parameter.multiple:
            value = ()
        elif not absent and is_texts and isinstance(value, list | tuple):
            value = list(value)
        elif not absent and not (is_text and isinstance(value, str)) and type(value) is not int:
            return convert(ctx, value)
        return value if parameter.callback is None else parameter.callback(ctx, parameter, value)

    return process_value
