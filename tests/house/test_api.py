"""Every public name is described whole: what it takes, returns and raises, with an example.

Names and signatures are frozen in ``public_api.txt`` beside this file: a change of one is a change
for users (CONTRIBUTING.md says how one is announced), and is written there by

    python -m tests.house.test_api > tests/house/public_api.txt
"""

import doctest
import inspect
import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

import lo_exact
from lo_exact import errors
from tests.cli_runner import is_taken_out
from tests.house.architecture import ROOT

NEVER_RAISES = {
    "Puzzle.canonical_bytes",
    "sinter.sinter_decoders",
}
"""Public functions that refuse nothing."""


def public() -> dict[str, object]:
    """All public functions and classes, and the public methods of these, by name."""
    found = {name: getattr(lo_exact, name) for name in lo_exact.__all__}
    del found["__version__"], found["errors"]
    beside = [] if is_taken_out("sinter") else [import_module("lo_exact.sinter")]
    for module in (errors, *beside):
        own = {
            name: value
            for name, value in vars(module).items()
            if inspect.isclass(value) or inspect.isfunction(value)
        }
        short = module.__name__.rpartition(".")[2]
        found |= {
            f"{short}.{name}": value
            for name, value in own.items()
            if value.__module__ == module.__name__
            and name not in ("printable", "refuse_use", "writing")
        }
    for name, value in list(found.items()):
        if inspect.isclass(value):
            for method in vars(value):
                bound = getattr(value, method)
                if not method.startswith("_") and (
                    inspect.isfunction(bound) or inspect.ismethod(bound)
                ):
                    found[f"{name}.{method}"] = bound
    return found


PUBLIC = public()


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_says_what_it_takes_returns_and_raises_and_its_example_runs(name):
    value = PUBLIC[name]
    text = inspect.getdoc(value) or ""
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    examples.globs |= {each: getattr(lo_exact, each) for each in lo_exact.__all__}
    assert examples.examples, f"{name} has no example"
    ran = doctest.DocTestRunner(verbose=False).run(examples)
    assert ran.failed == 0
    if inspect.isclass(value):
        return
    signature = inspect.signature(value)
    for argument in signature.parameters:
        if argument != "self":
            assert re.search(rf"^    {argument}: \S", text, re.M), f"{name}: {argument}"
    if signature.return_annotation not in (None, "None"):
        assert re.search(r"^(Returns|Yields):$", text, re.M), name
    assert ("\nRaises:\n" in text) == (name not in NEVER_RAISES), name


def test_the_page_of_the_api_shows_every_public_name():
    page = (ROOT / "docs/reference/api.md").read_text()
    shown = set(re.findall(r"^::: ([\w.]+)$", page, re.M))
    homes = {f"{home}.{name}" for name, home in lo_exact._HOMES.items()}
    beside = {f"lo_exact.{name}" for name in ("errors", "sinter") if not is_taken_out(name)}
    assert shown == homes - {"lo_exact.errors.LoExactError"} | beside


def signatures():
    """Return a line for each public name: functions with parameters, classes with fields."""
    for name, value in sorted(PUBLIC.items()):
        if not inspect.isclass(value):
            yield f"{name}{without_types(inspect.signature(value))}"
        elif is_dataclass(value):
            yield f"class {name}: {', '.join(field.name for field in fields(value))}"
        else:
            own = [key for key in vars(value) if not key.startswith("_")]
            yield f"class {name}: {', '.join(key for key in own if f'{name}.{key}' not in PUBLIC)}"


def without_types(signature):
    """Return a signature whose text is the same on every Python and numpy: names and defaults."""
    plain = int, float, str, bool, tuple, type(None)
    parameters = [
        parameter.replace(
            annotation=parameter.empty,
            default=value if value is parameter.empty or isinstance(value, plain) else ...,
        )
        for parameter in signature.parameters.values()
        for value in [parameter.default]
    ]
    return signature.replace(parameters=parameters, return_annotation=signature.empty)


def test_names_and_signatures_are_the_frozen_ones():
    kept = (Path(__file__).parent / "public_api.txt").read_text(encoding="utf-8").splitlines()
    named = re.compile(r"(?:class )?(\w+)")
    here = [line for line in kept if not is_taken_out(named.match(line)[1])]
    assert list(signatures()) == here


if __name__ == "__main__":
    print(*signatures(), sep="\n")
