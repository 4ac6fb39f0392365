"""Conversion of annotated functions into typer commands, with fast startup and option groups.

typer 0.29 converts options by pydantic, whose import would be a third of a small board's time.  An
option that was not given, a flag, text that shall be text and a number that nobody wrote (a
default) need no conversion.

Options that belong together are one parameter of a command.  Where its annotation holds an
`OptionGroup`, the user gets the group's options and the command the one value made of them.  So an
option is described once, however many commands have it, and no command hands six names on to the
next call.
"""

from __future__ import annotations

import inspect
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from threading import Event, Thread, current_thread, main_thread
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from lo_exact.errors import LimitReached, printable
from lo_exact.registers import meant

ALIASES = {
    "--colors": "--colours",
    "--color": "--colour",
    "--neighborhood": "--neighbourhood",
    "--rule": "--neighbourhood",
    "--joltage": "--colours=none",
}
"""Alternative option names, each with the documented one."""


SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class QuickCommand(TyperCommand):
    """A typer command that accepts alternative option names and skips needless conversions."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words of a command line after replacing alternative option names."""
        own = {option for parameter in self.params for option in parameter.opts}
        end = args.index("--") if "--" in args else len(args)
        spelt = [_spelt(word, own) for word in args[:end]] + args[end:]
        rest = super().parse_args(ctx, spelt)
        if "-" in args and sys.stdin.isatty() and not {"-q", "--quiet"} & set(args):
            print("paste the text; end it with Ctrl-D (Windows: Ctrl-Z, Enter)", file=sys.stderr)
        return rest

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters and ``--help``, changed to skip needless conversions of values."""
        return _quickened(super().get_params(ctx), self.callback)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the help of a command's own options, and list the help pages on shared topics."""
        taken: dict[str, Any] = {str(parameter.name): parameter for parameter in self.params}
        topics = [name for name, (_, options) in TOPICS.items() if options <= set(taken)]
        aside = [taken[option] for name in topics for option in TOPICS[name][1]]
        for parameter in aside:
            parameter.hidden = True
        super().format_options(ctx, formatter)
        for parameter in aside:
            parameter.hidden = False
        if topics:
            more = ", ".join(
                f"help {name}{' (--toy, --joltage)' * (name == 'reading')}" for name in topics
            )
            formatter.write_paragraph()
            formatter.write_text(f"More options: lo-exact {more}")


TOPICS = {
    "reading": (
        "How a puzzle is read",
        {
            "colours", "neighbourhood", "topology", "target", "objective", "size", "legend", "bits",
            "toy", "read_as",
        },
    ),
    "work": ("Long work in pieces", {"ledger", "pieces"}),
    "many": ("Many puzzles", {"jobs", "keep_going"}),
}  # fmt: skip
"""Shared topics, explained once by ``lo-exact help``: page, title, option names."""


@cache  # cached: a child process of the service runs the same command again and again
def typer_command(name: str, target: Any) -> Any:
    """Convert a function with typer annotations, or a `typer.Typer`, into a command object."""
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
    """A typer command group that skips needless conversions of values."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters and ``--help``, changed to skip needless conversions of values."""
        return _quickened(super().get_params(ctx), self.callback)


def _spelt(word: str, own: set[str]) -> str:
    """Replace an alternative option name by the name that the command defines."""
    name, equals, value = word.partition("=")
    ours = ALIASES.get(name, name)
    return f"{ours}{equals}{value}" if ours.partition("=")[0] in own else word


def _quickened(parameters: list[Any], callback: Callable[..., Any] | None) -> list[Any]:
    hints = get_type_hints(callback) if callback else {}
    for parameter in parameters:
        if "process_value" not in vars(parameter):
            hint = hints.get(parameter.name)
            is_text = hint in (str, str | None)
            parameter.process_value = _quick(parameter, is_text, hint == list[str])
            if parameter.param_type_name == "argument":
                # ``<list[str]>`` adds nothing to the name and the help text
                parameter.display_type_rich = lambda **_: ""
                pieces = parameter.get_usage_pieces
                # required arguments are shown as ``FILE``, optional ones in brackets
                parameter.get_usage_pieces = lambda ctx, pieces=pieces: [
                    piece.replace("{", "").replace("}", "") for piece in pieces(ctx)
                ]
    return parameters


def _quick(parameter: Any, is_text: bool, is_texts: bool) -> Callable[[Any, Any], Any]:
    """Return a replacement for a parameter's ``process_value`` that skips needless conversions."""
    convert = parameter.process_value

    def process_value(ctx: Any, value: Any) -> Any:
        absent = (value is None or value == ()) and not parameter.required
        if absent and parameter.multiple:
            value = ()
        elif not absent and is_texts and isinstance(value, list | tuple):
            value = list(value)
        elif not absent and not (is_text and isinstance(value, str)) and type(value) is not int:
            try:
                return convert(ctx, value)
            except typer.BadParameter as error:
                error.message = _plain(error.message, value)
                raise
        return value if parameter.callback is None else parameter.callback(ctx, parameter, value)

    return process_value


WANTED = {
    "Input should be a valid integer": "a whole number is wanted",
    "Input should be a valid number": "a number is wanted",
    "Input should be greater than or equal to ": "the least is ",
    "Input should be less than or equal to ": "the most is ",
}
"""Messages of pydantic, each with the wording for users."""


def _plain(message: str, value: Any) -> str:
    """Rephrase an error message of pydantic about a value for users."""
    for theirs, ours in WANTED.items():
        if message.startswith(theirs):
            bound = message.removeprefix(theirs) if ours.endswith(" ") else ""
            return f"{ours}{bound}, got {printable(str(value), 40)!r}"
    if message.startswith("Value error, "):
        _, *names = re.findall("'([^']*)'", message)
        got = printable(str(value), 40)
        return f"{', '.join(names)} are possible, got {got!r}{meant(got, names)}"
    return message


REQUIRED: Any = inspect.Parameter.empty
"""Marks an option without a default, which must be given."""


@dataclass(frozen=True)
class OptionGroup:
    """A group of options that are combined into one value."""

    options: Mapping[str, tuple[Any, Any]]
    """Annotation, for typer, and default of each option."""
    value: Callable[..., Any]
    """Returns the value, given the options by name."""
    clock: Any = None
    """Annotation of the ``--time-limit`` that a command gets which keeps no clock of its own, where
    this is the group of its first parameter; None gives it none.
    """

    def of(self, *names: str) -> OptionGroup:
        """Return a group with only the named options."""
        return OptionGroup({name: self.options[name] for name in names}, self.value)


def grouped(
    command: Callable[..., Any],
    first: OptionGroup | None = None,
    answer: Callable[..., int] | None = None,
) -> Callable[..., Any]:
    """Return the command with each grouped parameter replaced by the options of its group.

    Args:
        command: a function with typer's annotations.
        first: the group of its first parameter, whatever its annotation.
        answer: called with the command (a function of its first value and of its options as
            typer gives them), the value of ``first`` and those options; None calls the
            command.
    """
    parameters = list(inspect.signature(command).parameters.values())
    head = parameters.pop(0) if first is not None else None
    groups = {p.name: found for p in parameters if (found := _group_of(p.annotation)) is not None}
    options: dict[str, tuple[Any, Any]] = {}
    for one in parameters:
        own = {one.name: (one.annotation, one.default)}
        options |= groups[one.name].options if one.name in groups else own
    timed = first is not None and first.clock is not None and "time_limit" not in options
    if first is not None:
        assert head is not None
        late = {name: said for name, said in first.options.items() if said[1] is not REQUIRED}
        early = {name: said for name, said in first.options.items() if name not in late}
        options = early | options | late
        if timed:
            options["time_limit"] = (first.clock, None)

    def inner(*value: Any, **given: Any) -> Any:
        """Call the command with its first positional argument and the options that typer parsed."""
        for name, group in groups.items():
            given[name] = group.value(**{option: given.pop(option) for option in group.options})
        if not timed:
            return command(*value, **given)

        with within(given.pop("time_limit")):
            return command(*value, **given)

    def run(**given: Any) -> Any:
        if first is None:
            return inner(**given)
        value = first.value(**{option: given.pop(option) for option in first.options})
        return inner(value, **given) if answer is None else answer(inner, value, given)

    for function in (inner, run):
        function.__module__, function.__name__ = command.__module__, command.__name__
    run.__doc__ = command.__doc__
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default
            )
            for name, (annotation, default) in options.items()
        ]
    )
    run.__annotations__ = {name: annotation for name, (annotation, _) in options.items()}
    run.command = inner  # type: ignore[attr-defined]
    return run


def _group_of(annotation: Any) -> OptionGroup | None:
    """Return the option group in an annotation, or None."""
    if get_origin(annotation) is not Annotated:
        return None
    return next((said for said in get_args(annotation) if isinstance(said, OptionGroup)), None)


AGAIN_SECONDS = 0.2
"""Seconds before an exception is raised again, in case the first one was swallowed."""


LONGEST_LIMIT = 1e8
"""Seconds; a longer limit counts as none."""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raise an exception in the enclosed code when its time limit is over.

    Eliminations look at the clock; in the main thread everything else is ended as well.

    Args:
        seconds: wall-clock, 0 or more; None and ``inf`` are no limit.

    Raises:
        LimitReached: When the time limit is reached, anywhere in the enclosed code.
    """
    if seconds is None or seconds > LONGEST_LIMIT:
        yield
        return
    from lo_exact.algebra.elimination import looking
    from lo_exact.outcome import Watch

    watch = Watch(seconds)
    with looking(watch.check):
        if current_thread() is main_thread():
            with _interrupting(watch.started + seconds, watch.started):
                yield
        else:
            yield


@contextmanager
def _interrupting(deadline: float, started: float) -> Iterator[None]:
    """Raise LimitReached in the main thread after the deadline; Ctrl-C works as before.

    For commands without a search, which look at no clock: reading off a kernel, drawing, planning.
    Such work is ended wherever it is, with a message of one line.  Not every system has timers that
    interrupt; every system has threads, and an interrupt like Ctrl-C.

    A thread sends what Ctrl-C sends, and the handler tells the two apart by the clock.
    """
    from lo_exact import machine

    before = signal.getsignal(signal.SIGINT) or signal.SIG_DFL
    sent, over = Event(), Event()

    def ring() -> None:
        wait = max(deadline - time.monotonic(), 0.0)
        while not over.wait(wait):
            sent.set()
            machine.interrupt_main_thread()
            wait = AGAIN_SECONDS

    def interrupted(number: int, frame: object) -> None:
        if over.is_set():
            return  # the work ended before the signal came
        if sent.is_set():
            passed = time.monotonic() - started
            raise LimitReached(f"time limit reached after {passed:.1f} s, without a result")
        if callable(before):
            before(number, frame)  # type: ignore[arg-type]

    signal.signal(signal.SIGINT, interrupted)
    thread = Thread(target=ring, name="limit", daemon=True)
    try:
        thread.start()
        yield
    finally:
        over.set()
        thread.join()
        signal.signal(signal.SIGINT, before)
