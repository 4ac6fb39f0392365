"""Every public name is described whole: what it takes, returns and raises, with an example."""

import doctest
import inspect
import re

import pytest

import lo_exact
import lo_exact.sinter
from lo_exact import errors
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
    for module in (errors, lo_exact.sinter):
        own = {
            name: value
            for name, value in vars(module).items()
            if inspect.isclass(value) or inspect.isfunction(value)
        }
        short = module.__name__.rpartition(".")[2]
        found |= {
            f"{short}.{name}": value
            for name, value in own.items()
            if value.__module__ == module.__name__ and name not in ("writing", "printable")
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
    assert shown == homes - {"lo_exact.errors.LoExactError"} | {
        "lo_exact.errors",
        "lo_exact.sinter",
    }
