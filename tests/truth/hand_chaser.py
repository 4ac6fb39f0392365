"""Chases a board by the printed words alone, as a person would with the toy on the table.

Nothing of lo_exact is imported: the toy is a table of lights with a `press` and a `look`, the
instructions are the text that ``lo-exact chase --size RxC`` prints.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

PRESS = re.compile(r"([A-Z]+\d+)(?: x(\d+))?")


@dataclass
class Toy:
    """Lights on a grid; a press adds amounts to lights around it.

    Attributes:
        colours: c.
        lights: {name: colour shown}.
        rule: (row, column) of a press to {name: amount}.
        buttons: names of the places that can be pressed.
    """

    colours: int
    lights: dict[str, int]
    rule: Callable[[str], dict[str, int]]
    buttons: set[str]
    pressed: int = field(default=0)

    def press(self, name: str) -> None:
        assert name in self.buttons, f"there is no button {name}"
        self.pressed += 1
        for light, amount in self.rule(name).items():
            self.lights[light] = (self.lights[light] + amount) % self.colours


def split(name: str) -> tuple[str, int]:
    letters, digits = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()
    return letters, int(digits)


def below(name: str) -> str:
    letters, row = split(name)
    return f"{letters}{row + 1}"


def follow(text: str, toy: Toy) -> None:
    """Do what the text says, once."""
    lines = text.splitlines()
    _chase(lines[0], _left_over(lines, toy), toy)
    at = next(k for k, line in enumerate(lines) if line.startswith("Rule: "))
    rule = [line.strip() for line in lines[at + 1 :]]
    rule = rule[: rule.index("")] if "" in rule else rule
    if "press all that these lines say, and chase again" in lines[at]:
        # what is left over is looked at once, before anything is pressed
        todo = [press for line in rule for press in _presses(line, toy)]
        for name in todo:
            toy.press(name)
        _chase(lines[0], _left_over(lines, toy), toy)
    elif "chasing again after each" in lines[at]:
        for line in rule:
            for name in _presses(line, toy):
                toy.press(name)
            _chase(lines[0], _left_over(lines, toy), toy)
    else:
        assert lines[at] == "Rule: chase once; a light still lit then cannot be put out."


def _left_over(lines: list[str], toy: Toy) -> set[str]:
    said = [line for line in lines if line.startswith("Left over: ")]
    found: set[str] = set()
    for line in said:
        rows = {int(row) for row in re.findall(r"row (\d+)", line)}
        found |= {name for name in toy.lights if split(name)[1] in rows}
        found |= set(re.findall(r"[A-Z]+\d+", line))
    return found


def _chase(line: str, left_over: set[str], toy: Toy) -> None:
    listed = re.findall(r"([A-Z]+\d+) by ([A-Z]+\d+)", line)
    if not listed:
        assert "press the button below each lit light" in line
        first, last = (int(n) for n in (re.findall(r"row (\d+)", line) * 2)[:2])
        names = sorted(toy.lights, key=lambda name: (split(name)[1], len(name), name))
        listed = [
            (name, below(name))
            for name in names
            if first <= split(name)[1] <= last and name not in left_over
        ]
    for light, button in listed:
        for _ in range(toy.colours):
            if toy.lights[light]:
                toy.press(button)


def _presses(line: str, toy: Toy) -> list[str]:
    """Return the buttons that a line of the rule says to press, as the lights are now."""
    said = re.fullmatch(r"([A-Z]+\d+)(?: lit|, for each (\d+) it shows): press (.*)", line)
    light, step, presses = said.groups()
    times, rest = divmod(toy.lights[light], int(step or 1))
    if rest:
        return []  # not solvable; whoever looks at the toy afterwards sees it
    listed = PRESS.findall(presses.replace(" and ", ", "))
    return [name for name, count in listed for _ in range(int(count or 1) * times)]


NEIGHBOURS = {
    "plus": [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)],
    "cross": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "x": [(0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)],
    "king": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)],
}


def name_of(row: int, column: int) -> str:
    return f"{chr(65 + column)}{row + 1}"


def toy_of(rows, columns, colours, rule="plus", *, torus=False, holes=()):
    """A toy written apart from lo_exact: a dictionary of lights and what a press adds."""
    places = {(r, c) for r in range(rows) for c in range(columns)} - set(holes)
    names = {name_of(*place): place for place in places}

    def adds(name: str) -> dict[str, int]:
        row, column = names[name]
        out: dict[str, int] = {}
        for down, right in NEIGHBOURS[rule]:
            there = (row + down, column + right)
            if torus:
                there = (there[0] % rows, there[1] % columns)
            if there in places:
                out[name_of(*there)] = out.get(name_of(*there), 0) + 1
        return out

    return Toy(colours, dict.fromkeys(names, 0), adds, set(names))
