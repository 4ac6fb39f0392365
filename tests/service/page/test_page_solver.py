"""The solver in the page against the library: weights, counts, presses and witnesses."""

import json
import shutil
import subprocess
from typing import Any

import numpy as np
import pytest

import lo_exact
from lo_exact.topology.board import HOLE
from lo_exact.topology.cube import cube_grid
from tests.service.serving import ROOT

SOLVING = ROOT / "lo_exact/service/page/game/solving"
RULES = (
    "plus", "cross", "x", "king", "knight", "row+column", "hex", "cube", "merlin", ".1./2[1]3/.#2",
)  # fmt: skip
CLOSED = ("hex", "cube", "merlin")
SURFACES = ("plane", "torus", "cylinder", "moebius", "klein", "projective")
SCRIPT = """
import { readFileSync } from "node:fs";
const { answerTo } = await import(process.argv[1] + "/questions.js");
const answers = JSON.parse(readFileSync(0)).map(({ state, ...shape }) => {
  const given = state.map((value, place) => (shape.holes.includes(place) ? null : value));
  const answer = answerTo("solve", { shape, state: given });
  for (const key of ["presses", "witness"]) {
    answer[key] = answer[key]?.filter((_, place) => !shape.holes.includes(place));
  }
  return answer;
});
console.log(JSON.stringify(answers));
"""


def made(chance: np.random.Generator) -> dict:
    """Return a board by chance; half of them are presses from the goal, made by the library."""
    rule = RULES[chance.integers(len(RULES))]
    surfaces = SURFACES[: 1 if rule in CLOSED else 3 if rule == "row+column" else 6]
    rows, columns = map(int, chance.integers(1, 6, size=2))
    if rule == "merlin":
        rows, columns = 3, 3
    elif rule == "cube":
        rows, columns = (3, 4) if rows < 4 else (6, 8)
    colours = int(chance.integers(4 if "[" in rule else 2, 13))
    share = 0 if rule in CLOSED else 0.1
    holes = [k for k in range(1, rows * columns) if chance.random() < share]
    lights = rows * columns // 2 if rule == "cube" else rows * columns
    state = [int(v) for v in chance.integers(colours, size=lights)]
    return {"rows": rows, "columns": columns, "colours": colours, "rule": rule, "holes": holes,
            "surface": surfaces[chance.integers(len(surfaces))], "state": state,
            "goal": made_goal(chance, rule, colours, lights)}  # fmt: skip


def made_goal(chance: np.random.Generator, rule: str, colours: int, lights: int) -> Any:
    """Return a goal for a third of the boards; None where any colour will do."""
    if rule in CLOSED or chance.random() < 2 / 3:
        return None
    return [int(v) if v >= 0 else None for v in chance.integers(-1, colours, size=lights)]


def puzzle_of(board: dict) -> lo_exact.Puzzle:
    state = np.array(board["state"])
    state[board["holes"]] = HOLE
    rows, columns = board["rows"], board["columns"]
    if board["rule"] == "cube":
        drawn = np.full((rows, columns), HOLE)
        drawn[cube_grid(rows // 3).lights] = state
    elif board["rule"] == "hex":  # rows shifted against each other, nothing between
        drawn = np.full((rows, 2 * columns), HOLE)
        for row in range(rows):
            drawn[row, row % 2 :: 2] = state[row * columns : (row + 1) * columns]
    else:
        drawn = state.reshape(rows, columns)
    goal = board["goal"]
    target = 0
    if goal is not None:
        wanted = [[-1 if v is None else v for v in goal[k : k + columns]]
                  for k in range(0, len(goal), columns)]  # fmt: skip
        target = np.where(drawn == HOLE, 0, np.array(wanted))
    return lo_exact.grid_puzzle(
        drawn, target=target,
        colours=board["colours"], neighbourhood=board["rule"], topology=board["surface"],
    )  # fmt: skip


def puzzle(address: str) -> lo_exact.Puzzle:
    """Return the puzzle of a board's address."""
    rows, columns, colours, rule, surface, text = address.split(",")
    board = {"rows": int(rows), "columns": int(columns), "colours": int(colours), "rule": rule,
             "surface": surface, "holes": [], "goal": None}  # fmt: skip
    return puzzle_of(board | {"state": [int(glyph, 36) for glyph in text]})


def by_the_page(boards: list[dict]) -> list[dict]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js here: apt-get install nodejs")
    given = boards
    ran = subprocess.run(
        [node, "--experimental-default-type=module", "--input-type=module", "-e", SCRIPT, SOLVING],
        input=json.dumps(given), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    answers: list[dict] = json.loads(ran.stdout)
    return answers


def compared(count: int, seed: int) -> dict[str, int]:
    """Compare boards; return how many ended with each status."""
    chance = np.random.default_rng(seed)
    boards = [made(chance) for _ in range(count)]
    for board in boards[::2]:  # presses from the goal: these can be solved
        matrix = puzzle_of(board).activation.to_dense().astype(np.int64)
        state = np.array(board["state"])
        lights = np.setdiff1d(np.arange(state.size), board["holes"])
        presses = chance.integers(board["colours"], size=matrix.shape[1])
        state[lights] = matrix @ presses % board["colours"]
        board["state"] = state.tolist()
    ended = dict.fromkeys(("optimal", "infeasible", "large"), 0)
    for board, answer in zip(boards, by_the_page(boards), strict=True):
        puzzle = puzzle_of(board)
        matrix = puzzle.activation.to_dense().astype(np.int64)
        known = lo_exact.count(puzzle)
        ended[answer["status"]] += 1
        if answer["status"] == "infeasible":
            assert known.status is lo_exact.Status.INFEASIBLE, board
            witness = np.array(answer["witness"])
            assert not (witness @ matrix % board["colours"]).any(), board
            rest = np.where(puzzle.target < 0, 0, puzzle.state - puzzle.target)
            assert not witness[puzzle.target < 0].any(), board
            assert witness @ rest % board["colours"], board
            continue
        assert int(answer["solutions"]) == known.solutions_total, board
        left = puzzle.state + matrix @ np.array(answer["presses"]) - puzzle.target
        assert not (left[puzzle.target >= 0] % board["colours"]).any(), board
        if answer["status"] == "large":
            assert known.solutions_total > 2**16, board
            continue
        best = lo_exact.minimum(puzzle, count=True)
        assert answer["weight"] == best.weight == sum(answer["presses"]), board
        assert answer["minima"] == best.minimum_solutions, board
    return ended


def test_the_page_and_the_library_agree():
    ended = compared(40, seed=1)
    assert min(ended["optimal"], ended["infeasible"]) > 5


@pytest.mark.large
def test_the_page_and_the_library_agree_on_10_000_boards():
    ended = compared(10_000, seed=2)
    assert min(ended["optimal"], ended["infeasible"]) > 1_000


@pytest.mark.large
@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("tsc", ["--project", "lo_exact/service/page"]),
        ("eslint", ["--config", "tests/service/page/eslint.config.mjs", "lo_exact/service/page"]),
    ],
)
def test_the_page_keeps_its_types_and_its_rules(tool, given):
    """JSDoc types, checked by TypeScript, and a linter; nothing is compiled."""
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here: npm install --global typescript@5 eslint@9")
    ran = subprocess.run([tool, *given], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stdout == ""
    assert ran.returncode == 0


def test_the_page_stays_small():
    """Scripts without the frozen levels; types that are declared apart count as none."""
    scripts = (ROOT / "lo_exact/service/page").rglob("*.js")
    assert sum(len(path.read_text(encoding="utf-8")) for path in scripts) <= 194_000
