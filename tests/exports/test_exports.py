"""Exported formulas: what each file says, and that the solvers it is meant for find the minimum."""

import random
import re
import subprocess
from dataclasses import replace

import highspy
import numpy as np
import pytest

from lo_exact.algebra.sparse import from_dense
from lo_exact.encodings.encoding_table import find_encoding
from lo_exact.errors import UsageError
from lo_exact.exports.export_table import export_lines, find_export, notes_of, with_bound
from lo_exact.exports.programs import digits_of
from lo_exact.formula import Formula, Linear, Sense, Xor, read_unknowns
from lo_exact.puzzle import Layout, Puzzle
from tests.boards.puzzles import grid_puzzle, random_puzzle
from tests.truth.enumeration import Truth, cost

SMALL = Formula(
    bounds=((0, 1), (0, 1), (0, 1)),
    clauses=((1, -2), (2, 3)),
    objective=((1, 1), (5, 3)),
    readout=(((1, 1),), ((1, 2),), ((1, 3),)),
)
PARITIES = Formula(bounds=((0, 1),) * 3, xors=(Xor((1, 2), 1), Xor((1, 2, 3), 0), Xor((), 0)))
ROWS = Formula(
    bounds=((0, 1), (0, 5), (-2, 1)),
    clauses=((1,),),
    linear=(
        Linear(((1, 1), (2, 2), (-1, 3)), Sense.LESS_EQUAL, 4),
        Linear(((1, 2), (1, 3)), Sense.EQUAL, 1),
    ),
    objective=((3, 2), (1, 3)),
    readout=(((1, 2),), ((1, 3),)),
)


def text(name, formula, notes=(), bound=None):
    return "".join(line + "\n" for line in export_lines(find_export(name), formula, notes, bound))


def test_cnf_is_written_as_the_solvers_read_it():
    assert text("cnf", SMALL, ["hello"]) == (
        "c hello\nc satisfied by any solution\np cnf 3 2\n1 -2 0\n2 3 0\n"
    )


def test_a_bound_stands_in_the_file():
    said = text("cnf", SMALL, bound=5)
    assert said.startswith("c satisfied by solutions of weight <= 5\np cnf 5 5\n1 -2 0\n2 3 0\n")
    assert said.endswith("-3 4 0\n-1 5 0\n-1 -3 0\n")
    assert text("cnf", SMALL, bound=-1).endswith("p cnf 3 3\n1 -2 0\n2 3 0\n0\n")


def test_xor_lines_demand_true():
    assert text("xor", PARITIES).endswith("p cnf 3 2\nx1 2 0\nx-1 2 3 0\n")
    odd = Formula(bounds=(), xors=(Xor((), 1),))
    assert text("xor", odd).endswith("p cnf 0 1\n0\n")


def test_fixed_variables_become_clauses():
    fixed = Formula(bounds=((0, 0), (1, 1), (0, 1), (1, 0)))
    assert text("cnf", fixed).endswith("p cnf 4 3\n-1 0\n2 0\n0\n")


def test_wcnf_has_hard_and_soft_clauses():
    assert text("wcnf", SMALL, ["hello"]) == "c hello\nh 1 -2 0\nh 2 3 0\n1 -1 0\n5 -3 0\n"


def test_opb_spells_integers_in_digits():
    assert text("opb", ROWS, ["hello"]) == (
        "* #variable= 6 #constraint= 3\n"
        "* hello\n"
        "* variable 2 is 0 +1 x2 +2 x3 +2 x4\n"
        "* variable 3 is -2 +1 x5 +2 x6\n"
        "* add -2 to the objective\n"
        "min: +3 x2 +6 x3 +6 x4 +1 x5 +2 x6 ;\n"
        "+1 x1 >= 1 ;\n"
        "-1 x1 -2 x2 -4 x3 -4 x4 +1 x5 +2 x6 >= -2 ;\n"
        "+1 x2 +2 x3 +2 x4 +1 x5 +2 x6 = 3 ;\n"
    )


def test_the_digits_of_an_integer_reach_every_value_and_none_beyond():
    for high in range(20):
        (digits,) = digits_of(Formula(bounds=((3, 3 + high),)))
        sums = {0}
        for weight, _ in digits.weights:
            sums |= {s + weight for s in sums}
        assert sums == set(range(high + 1))
        assert digits.low == 3


@pytest.mark.parametrize(("name", "comment"), [("lp", "\\"), ("mps", "*")])
def test_programs_are_read_by_highs_as_they_were(name, comment, tmp_path):
    path = tmp_path / f"file.{name}"
    path.write_text(text(name, ROWS, ["hello"]))
    assert path.read_text().startswith(f"{comment} hello\n")
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    model = solver.getLp()
    columns = dict(zip(model.col_names_, range(model.num_col_), strict=True))
    found = {
        variable: (model.col_cost_[k], model.col_lower_[k], model.col_upper_[k])
        for variable, k in columns.items()
    }
    assert found == {"x1": (0, 0, 1), "x2": (3, 0, 5), "x3": (1, -2, 1)}
    assert set(map(str, model.integrality_)) == {"HighsVarType.kInteger"}
    assert (list(model.row_lower_)[::2], list(model.row_upper_)[1:]) == ([1, 1], [4, 1])


@pytest.mark.parametrize("name", ["lp", "mps"])
def test_numbers_that_would_be_rounded_are_refused(name):
    for number in (10**12, -(10**12)):
        with pytest.raises(UsageError, match="twelve digits"):
            text(name, replace(ROWS, objective=((number, 2),)))
    exact = text(name, replace(ROWS, objective=((10**12 - 1, 2),)))
    assert "999999999999" in exact.replace("9.99999999999", "999999999999")


@pytest.mark.parametrize(
    ("name", "formula", "reason"),
    [
        ("cnf", PARITIES, "DIMACS CNF has no XOR lines; take the format xor, or another encoding"),
        ("wcnf", PARITIES, "WCNF has no XOR lines; take another encoding"),
        ("opb", PARITIES, "OPB has no exclusive or; take the encoding slack or chain"),
        ("lp", PARITIES, "LP has no exclusive or; take the encoding slack or chain"),
        ("mps", PARITIES, "MPS has no exclusive or; take the encoding slack or chain"),
        ("cnf", ROWS, "DIMACS has no linear constraints; take an encoding in clauses"),
        ("xor", ROWS, "DIMACS has no linear constraints; take an encoding in clauses"),
        ("wcnf", ROWS, "WCNF has no linear constraints; take an encoding in clauses"),
        ("cnf", Formula(bounds=((0, 2),)), "DIMACS has 0..1 variables only; take an encoding in"),
        ("cnf", Formula(bounds=((-1, 1),)), "DIMACS has 0..1 variables only; take an encoding in"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(name, formula, reason):
    with pytest.raises(UsageError) as caught:
        text(name, formula)
    assert str(caught.value).startswith(reason)


def test_bounds_that_cannot_be_are_refused():
    with pytest.raises(UsageError, match="wcnf minimises by itself, so it takes no bound"):
        text("wcnf", SMALL, bound=3)
    with pytest.raises(UsageError, match="only an objective over"):
        with_bound(ROWS, 3)
    with pytest.raises(UsageError, match="there are cnf, xor, wcnf, opb, lp, mps"):
        find_export("excel")


def test_the_comments_say_which_variable_is_which_button():
    puzzle = grid_puzzle(1, 2, layout=Layout(np.array([[0, 1]]), np.array([[0, 1]])))
    formula = find_encoding("xor").encode(puzzle.system)
    assert list(notes_of(puzzle, formula, "xor")) == [
        f"lo-exact, encoding xor, puzzle SHA-256 {puzzle.sha256}",
        "2 lights, 2 buttons, 2 colours",
        "objective: presses",
        "unknown 0, row 1 column 1, is v1",
        "unknown 1, row 1 column 2, is v2",
    ]


def test_the_comments_name_graphs_matrices_and_the_shift():
    layout = Layout(button_names=("left", "right"))
    state = np.array([1, 1], dtype=np.int64)
    puzzle = Puzzle(from_dense([[1, 1], [0, 1]], 3), state, 0 * state, uniform=True, layout=layout)
    formula = find_encoding("sum").encode(puzzle.system)
    names = [line.split(", ")[1] for line in list(notes_of(puzzle, formula, "sum"))[3:]]
    assert names == ["button left", "button right", "the shift of the target"]
    bare = grid_puzzle(1, 2)
    formula = find_encoding("xor").encode(bare.system)
    assert "unknown 1, button 1, is v2" in list(notes_of(bare, formula, "xor"))


# --- the solvers read the files --------------------------------------------------------------


def boards(count):
    """Random solvable puzzles with at least one button, and their truth by enumeration."""
    found, seed = [], 0
    while len(found) < count:
        seed += 1
        puzzle = random_puzzle(random.Random(f"export {seed}"), 300)
        truth = Truth(puzzle)
        if truth.solutions and truth.weight < 2**20:
            found.append((puzzle, truth.weight))
    return found


BOARDS = boards(50)


def exported(puzzle, name, kernel, bound=None):
    export = find_export(name)
    encoding = find_encoding(export.encoding(puzzle.colours, kernel=kernel))
    formula = encoding.encode(puzzle.system)
    notes = notes_of(puzzle, formula, encoding.name)
    return formula, "".join(line + "\n" for line in export_lines(export, formula, notes, bound))


def presses_weight(puzzle, formula, value):
    """Judge the values of variables 1, 2, ... by enumeration's own cost function."""
    presses = read_unknowns(formula, value)
    assert puzzle.system.solves(np.array(presses, dtype=np.int64))
    return cost(puzzle, presses[: puzzle.buttons])


def truth_values(formula, model):
    return [int(v in model) for v in range(1, formula.variables + 1)]


def written_values(formula, columns):
    """Return the values of lines with a name and a value; what is not named is 0."""
    named = dict(re.findall(r"\bx(\d+)\s+(-?[\d.e+-]+)", columns))
    return [round(float(named.get(str(v), 0))) for v in range(1, formula.variables + 1)]


def cadical(path):
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("cadical153", bootstrap_with=CNF(from_file=str(path)).clauses) as solver:
        return solver.get_model() if solver.solve() else None


def cryptominisat(path):
    from pycryptosat import Solver

    solver = Solver()
    for line in path.read_text().splitlines():
        if line[0] in "cp":
            continue
        literals = [int(word) for word in line.lstrip("x").split()][:-1]
        if line[0] == "x":
            negated = sum(literal < 0 for literal in literals)
            solver.add_xor_clause([abs(literal) for literal in literals], rhs=negated % 2 == 0)
        elif literals:
            solver.add_clause(literals)
        else:
            return None
    satisfiable, values = solver.solve()
    return [v for v, on in enumerate(values) if on] if satisfiable else None


@pytest.mark.parametrize("kernel", [False, True], ids=["plain", "kernel"])
@pytest.mark.parametrize(("name", "solver"), [("cnf", cadical), ("xor", cryptominisat)])
def test_sat_solvers_find_the_minimum_and_nothing_below(name, solver, kernel, tmp_path):
    path = tmp_path / "file.cnf"
    for puzzle, weight in BOARDS:
        for bound in (weight - 1, weight):
            formula, written = exported(puzzle, name, kernel, bound)
            path.write_text(written)
            model = solver(path)
            if bound < weight:
                assert model is None
            else:
                assert presses_weight(puzzle, formula, truth_values(formula, model)) == weight


@pytest.mark.parametrize("kernel", [False, True], ids=["plain", "kernel"])
def test_rc2_finds_the_minimum(kernel, tmp_path):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    path = tmp_path / "file.wcnf"
    for puzzle, weight in BOARDS:
        formula, written = exported(puzzle, "wcnf", kernel)
        path.write_text(written)
        if not formula.variables:
            continue
        with RC2(WCNF(from_file=str(path))) as solver:
            model = solver.compute() or []
            assert solver.cost == weight
        assert presses_weight(puzzle, formula, truth_values(formula, model)) == weight


@pytest.mark.parametrize("name", ["lp", "mps"])
@pytest.mark.parametrize("kernel", [False, True], ids=["plain", "kernel"])
def test_highs_finds_the_minimum(name, kernel, tmp_path):

    path, out = tmp_path / f"file.{name}", tmp_path / "out"
    for puzzle, weight in BOARDS:
        formula, written = exported(puzzle, name, kernel)
        path.write_text(written)
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("mip_rel_gap", 0.0)
        assert solver.readModel(str(path)) != highspy.HighsStatus.kError
        solver.run()
        assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        assert round(solver.getInfo().objective_function_value) == weight
        solver.writeSolution(str(out), 0)
        columns = out.read_text().split("# Columns")[1].split("# Rows")[0]
        if formula.variables:
            assert presses_weight(puzzle, formula, written_values(formula, columns)) == weight


@pytest.mark.filterwarnings("ignore:PULP_CBC_CMD:DeprecationWarning")
@pytest.mark.parametrize("name", ["lp", "mps"])
def test_cbc_finds_the_minimum(name, tmp_path):
    from pulp import PULP_CBC_CMD

    path, out = tmp_path / f"file.{name}", tmp_path / "out"
    for number, (puzzle, weight) in enumerate(BOARDS):
        formula, written = exported(puzzle, name, kernel=number % 2 == 0)
        path.write_text(written)
        command = [PULP_CBC_CMD().path, str(path), "ratioGap", "0", "solve", "solution", str(out)]
        subprocess.run(command, capture_output=True, check=True)
        said = out.read_text()
        assert said.startswith("Optimal")
        assert round(float(re.search(r"objective value +(-?[0-9.e+]+)", said).group(1))) == weight
        rows = "\n".join(said.splitlines()[1:])
        if "x" in rows:
            assert presses_weight(puzzle, formula, written_values(formula, rows)) == weight


def opb_minimum(said):
    """Minimise an OPB file by trying all assignments."""
    constraints, objective, used = [], [], 0
    for line in said.splitlines():
        if line.startswith("*"):
            match = re.match(r"\* #variable= (\d+)", line)
            used = int(match.group(1)) if match else used
            continue
        terms = [(int(c), int(v)) for c, v in re.findall(r"([+-]\d+) x(\d+)", line)]
        if line.startswith("min:"):
            objective = terms
        else:
            sign, bound = re.search(r"(>=|=) (-?\d+) ;$", line).groups()
            constraints.append((terms, sign, int(bound)))
    best = None
    for bits in range(2**used):
        value = [0] + [bits >> k & 1 for k in range(max(used, 1))]
        sums = [(sum(c * value[v] for c, v in t), sign, bound) for t, sign, bound in constraints]
        if all(s == b if sign == "=" else s >= b for s, sign, b in sums):
            weight = sum(c * value[v] for c, v in objective)
            if best is None or weight < best[0]:
                best = weight, value
    return best


def test_opb_means_the_puzzle(tmp_path):
    judged = 0
    for puzzle, weight in BOARDS:
        formula, said = exported(puzzle, "opb", kernel=False)
        if int(re.match(r"\* #variable= (\d+)", said).group(1)) > 12 or not puzzle.buttons:
            continue
        least, bits = opb_minimum(said)
        assert least == weight
        value = [
            digits.low + sum(factor * bits[v] for factor, v in digits.weights)
            for digits in digits_of(formula)
        ]
        assert presses_weight(puzzle, formula, value) == weight
        judged += 1
    assert judged >= 15


def test_unsolvable_puzzles_are_unsolvable_in_every_format(tmp_path):
    import highspy

    for puzzle in (
        Puzzle(from_dense([[1], [1]], 2), np.array([1, 0]), np.array([0, 0])),
        Puzzle(from_dense([[0, 1]], 2).take_columns(np.array([0])), np.array([1]), np.array([0])),
        Puzzle(from_dense(np.zeros((1, 0)), 2), np.array([1]), np.array([0])),
        Puzzle(from_dense([[2]], 4), np.array([1]), np.array([0])),
    ):
        for name in ("cnf", "lp", "mps"):
            _, written = exported(puzzle, name, kernel=False)
            path = tmp_path / f"file.{name}"
            path.write_text(written)
            if name == "cnf":
                assert cadical(path) is None or "\n0\n" in written
                continue
            solver = highspy.Highs()
            solver.setOptionValue("output_flag", False)
            solver.readModel(str(path))
            solver.run()
            assert solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible
