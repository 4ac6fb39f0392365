"""Formats: what each reads, and that whatever is written reads back the same."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_exact.algebra import from_dense, from_entries
from lo_exact.errors import InputError, UsageError
from lo_exact.formats import (
    FORMATS,
    ReadOptions,
    find_format,
    parse_puzzle,
    read_puzzle,
    write_file_atomically,
    write_puzzle,
)
from lo_exact.puzzle import ANY, Layout, Objective, Puzzle
from lo_exact.topology import HOLE, SURFACES, graph_puzzle, grid_puzzle, matrix_puzzle

DOCS = Path(__file__).parents[2] / "docs"


@st.composite
def matrix_puzzles(draw):
    """Any matrix: not square, without lights, without buttons, empty and equal columns."""
    colours = draw(st.sampled_from([2, 3, 4, 6, 8, 9, 12, 257, 70000, 2**31]))
    lights, buttons = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    dense = random.integers(0, colours, (lights, buttons))
    if draw(st.booleans()):
        dense = dense % 2
    dense[:, random.random(buttons) < 0.3] = 0
    dense[random.random((lights, buttons)) < 0.4] = 0
    if buttons > 1 and draw(st.booleans()):
        dense[:, 1] = dense[:, 0]
    if lights == buttons and draw(st.booleans()):
        dense = np.tril(dense) + np.tril(dense, -1).T
        if draw(st.booleans()):
            np.fill_diagonal(dense, 1)
    state = random.integers(0, colours, lights)
    target = random.integers(0, colours, lights)
    kind = draw(st.sampled_from(["off", "one", "any", "list", "unknown"]))
    if kind in ("off", "any", "one"):
        target[:] = 0 if kind != "one" else target[:1] if lights else 0
    if kind == "unknown":
        target[random.random(lights) < 0.4] = ANY
    objective = draw(st.sampled_from(Objective))
    prices = random.integers(0, draw(st.sampled_from([1, 2, 2**31])) + 1, buttons)
    names = draw(st.sampled_from(["none", "both", "apart"]))
    layout = Layout()
    if names != "none":
        layout = Layout(names=tuple(f"v{i}" for i in range(lights)))
    if names == "apart":
        layout = Layout(names=layout.names, button_names=tuple(f"b{j}" for j in range(buttons)))
    if names == "both" and lights >= buttons and draw(st.booleans()):
        chosen = random.permutation(lights)[:buttons]
        layout = Layout(names=layout.names, button_names=tuple(f"v{i}" for i in chosen))
    return matrix_puzzle(
        from_dense(dense, colours),
        state,
        target=target,
        uniform=kind == "any" or draw(st.booleans()),
        objective=objective,
        prices=prices if objective is Objective.PRICES else (),
        layout=layout,
    )


@settings(max_examples=60, deadline=None)
@given(puzzle=matrix_puzzles())
def test_every_matrix_puzzle_is_written_and_read_back(puzzle):
    text = write_puzzle(puzzle, "json")
    again = parse_puzzle(text)
    assert again.sha256 == puzzle.sha256
    assert again.layout.names == puzzle.layout.names
    assert again.layout.button_names == puzzle.layout.button_names
    assert write_puzzle(again, "json") == text
    assert next(row.name for row in FORMATS if row.sniff(text)) == "json"


@pytest.mark.large
@settings(max_examples=60, deadline=None)
@given(
    shape=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    colours=st.sampled_from([2, 2, 3, 12]),
    rule=st.sampled_from(["plus", "knight", "row+column", "[1].1"]),
    topology=st.sampled_from(["plane", "torus", "cylinder"]),
    holes=st.booleans(),
    kind=st.sampled_from(["off", "any", "rows"]),
    objective=st.sampled_from(Objective),
    seed=st.integers(0, 2**32),
)
def test_every_grid_is_written_and_read_back_by_every_format_that_can(
    shape, colours, rule, topology, holes, kind, objective, seed
):
    random = np.random.default_rng(seed)
    state = random.integers(0, colours, shape)
    if holes:
        state[random.random(shape) < 0.2] = HOLE
        state[0, 0] = 0
    puzzle = grid_puzzle(
        state,
        colours=colours,
        neighbourhood=rule,
        topology=topology,
        target=random.integers(0, colours, shape) if kind == "rows" else 0,
        uniform=kind == "any",
        objective=objective,
        prices=random.integers(0, 9, shape) if objective is Objective.PRICES else None,
    )
    written = set()
    for row in FORMATS:
        try:
            text = row.write(puzzle)
        except UsageError:
            continue
        written.add(row.name)
        again = parse_puzzle(text, format=row.name)
        assert again.sha256 == puzzle.sha256
        if row.drawn:
            assert np.array_equal(again.layout.light_at, puzzle.layout.light_at)
            assert np.array_equal(again.layout.button_at, puzzle.layout.button_at)
        assert row.write(again) == text
    wanted = {"json", "board"}
    whole = colours == 2 and not (state == HOLE).any() and not puzzle.uniform
    if whole and not puzzle.target.any() and objective is Objective.PRESSES:
        wanted.add("flip")
    assert written >= wanted


def test_a_grid_without_a_rule_keeps_its_layout_in_json():
    layout = Layout(np.array([[2, -1], [0, 1]]), np.array([[-1, 0], [1, -1]]), ("a", "b", "c"))
    matrix = from_dense([[1, 0], [1, 1], [0, 1]], 2)
    puzzle = matrix_puzzle(matrix, [1, 0, 1], layout=layout)
    again = parse_puzzle(write_puzzle(puzzle, "json"))
    assert again.sha256 == puzzle.sha256
    assert again.layout.light_at.tolist() == [[2, -1], [0, 1]]
    assert again.layout.button_at.tolist() == [[-1, 0], [1, -1]]
    assert again.layout.names == ("a", "b", "c")


def flip_id(width, height, clicks, lit):
    """A game ID built bit by bit: clicks[i] is the set of lights button i changes."""
    places = width * height
    bits = "".join(str(int(j in clicks[i])) for i in range(places) for j in range(places))
    grid = "".join(str(int(j in lit)) for j in range(places))
    digits = []
    for text in (bits, grid):
        text += "0" * (-len(text) % 4)
        digits.append("".join(f"{int(text[k : k + 4], 2):x}" for k in range(0, len(text), 4)))
    return f"{width}x{height}:{digits[0]},{digits[1]}"


def test_flip_game_ids_bit_by_bit():
    clicks = [{0, 1}, {2}, set(), {0, 3, 5}, {4}, {1, 5}]
    text = flip_id(3, 2, clicks, {1, 3, 5})
    assert text == "3x2:c08025091,54"
    puzzle = parse_puzzle(text)
    assert puzzle.layout.light_at.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert puzzle.state.tolist() == [0, 1, 0, 1, 0, 1]
    assert puzzle.target.tolist() == [0] * 6
    for i, lights in enumerate(clicks):
        assert set(puzzle.activation.column(i)[0].tolist()) == lights
    assert write_puzzle(puzzle, "flip") == text + "\n"
    assert parse_puzzle(text.upper().replace("X", "x")).sha256 == puzzle.sha256


@settings(max_examples=60, deadline=None)
@given(width=st.integers(1, 5), height=st.integers(1, 5), seed=st.integers(0, 2**32))
def test_flip_game_ids_round_trip(width, height, seed):
    random = np.random.default_rng(seed)
    places = width * height
    clicks = [set(np.flatnonzero(random.random(places) < 0.3).tolist()) for _ in range(places)]
    lit = set(np.flatnonzero(random.random(places) < 0.5).tolist())
    text = flip_id(width, height, clicks, lit)
    assert write_puzzle(parse_puzzle(text), "flip") == text + "\n"


def test_undirected_edge_lists():
    puzzle = parse_puzzle(
        """
graph: undirected      ; an example
colours: 3
state: a=1 b=2 c=0
target: 1 b=? c=2
prices: 0 c=7

a b
b c 2
"""
    )
    assert puzzle.activation.to_dense().tolist() == [[1, 1, 0], [1, 1, 2], [0, 2, 1]]
    assert (puzzle.state.tolist(), puzzle.target.tolist()) == ([1, 2, 0], [1, ANY, 2])
    assert (puzzle.objective, puzzle.prices.tolist()) == (Objective.PRICES, [0, 0, 7])
    assert puzzle.layout.names == ("a", "b", "c")


def test_long_names_stand_on_lines_of_their_own():
    names = [letter * 200 for letter in "abc"]
    text = f"graph: undirected\nstate: {' '.join(f'{name}=1' for name in names)}\n"
    puzzle = parse_puzzle(f"{text}buttons: {names[1]}\n\n{names[0]} {names[1]}\n")
    assert parse_puzzle(write_puzzle(puzzle, "json")).sha256 == puzzle.sha256


def test_directed_edge_lists_with_dead_buttons():
    puzzle = parse_puzzle(
        "graph: directed\nneighbourhood: open\nstate:\n  a=1\n  b=0 c=1\nbuttons: c a\n"
        "a b\nc a\na c"
    )
    # columns: button c, then button a; rows: lights a, b, c
    assert puzzle.activation.to_dense().tolist() == [[1, 0], [0, 1], [0, 1]]
    assert puzzle.layout.names == ("a", "b", "c")
    assert puzzle.layout.button_names == ("c", "a")
    again = write_puzzle(puzzle, "json")
    assert parse_puzzle(again).layout.button_names == ("c", "a")


def test_incidence_lists_write_any_matrix():
    text = "graph: incidence\nstate: l=1 m=0\nbuttons: p q r\np l\nq l\nq m\n"
    puzzle = parse_puzzle(text)
    assert puzzle.activation.to_dense().tolist() == [[1, 1, 0], [0, 1, 0]]
    empty = parse_puzzle("graph: incidence\nstate: ~\nbuttons: ~\n")
    assert empty.activation.shape == (0, 0)


def test_json_grids_graphs_and_matrices():
    grid = parse_puzzle(
        '{"colours": 3, "neighbourhood": ".1./1[2]1/.1.", "topology": "torus",'
        ' "state": [[1, null], [2, 0]], "target": [[0, null], ["?", 2]],'
        ' "buttons": [[1, 0], [1, 1]], "prices": [[4, null], [0, 9]]}'
    )
    same = grid_puzzle(
        [[1, HOLE], [2, 0]],
        colours=3,
        neighbourhood=".1./1[2]1/.1.",
        topology="torus",
        target=[[0, 0], [ANY, 2]],
        buttons=np.array([[1, 0], [1, 1]]),
        objective=Objective.PRICES,
        prices=[[4, 0], [0, 9]],
    )
    assert grid.sha256 == same.sha256
    graph = parse_puzzle(
        '{"graph": {"directed": true, "closed": false, "vertices": ["a b", "c"],'
        ' "edges": [["a b", "c"], ["c", "c", 2]]}, "colours": 3, "state": [1, 2], "target": "any"}'
    )
    assert graph.activation.to_dense().tolist() == [[0, 0], [1, 2]]
    assert graph.uniform
    assert graph.layout.names == ("a b", "c")
    dense = parse_puzzle('{"activation": [[1, 0, 2], [0, 0, 1]], "colours": 3, "state": [1, 2]}')
    sparse = parse_puzzle(
        '{"activation": {"lights": 2, "buttons": 3, "entries": [[0, 2, 2], [1, 2, 1], [0, 0, 1]]},'
        ' "colours": 3, "state": [1, 2], "objective": "presses"}'
    )
    assert dense.sha256 == sparse.sha256
    assert dense.activation.to_dense().tolist() == [[1, 0, 2], [0, 0, 1]]


def test_the_schema_names_the_keys_that_are_read():
    from lo_exact.formats.json import reader

    schema = json.loads((DOCS / "puzzle.schema.json").read_text(encoding="utf-8"))
    shapes = [set(shape["properties"]) for shape in schema["oneOf"]]
    assert shapes == [
        set(reader.MATRIX_KEYS),
        set(reader.GRAPH_KEYS),
        set(reader.GRID_KEYS),
    ]
    assert all(shape["additionalProperties"] is False for shape in schema["oneOf"])


def test_options_beside_a_text_that_says_everything():
    text = '{"state": [[1, 0]], "topology": "torus", "prices": 2}'
    asked = parse_puzzle(
        text,
        options=ReadOptions(
            colours=2,
            neighbourhood=".#./#[#]#/.#.",
            topology="torus",
            size="1x2",
            target="1",
            objective="buttons",
        ),
    )
    assert (asked.target.tolist(), asked.objective) == ([1, 1], Objective.BUTTONS)
    for options in (
        ReadOptions(neighbourhood="x"),
        ReadOptions(topology="plane"),
        ReadOptions(size="2x1"),
    ):
        with pytest.raises(InputError):
            parse_puzzle(text, options=options)
    said = text.replace("{", '{"colours": 2, ', 1)
    with pytest.raises(InputError, match="colours: the text says 2, the option says '3'"):
        parse_puzzle(said, options=ReadOptions(colours=3))
    assert parse_puzzle(text, options=ReadOptions(colours=3)).colours == 3
    graph = "graph: directed\nstate: a=0\n"
    for options in (
        ReadOptions(neighbourhood="plus"),
        ReadOptions(topology="torus"),
        ReadOptions(target="2"),
        ReadOptions(objective="prices"),
        ReadOptions(objective="weight"),
    ):
        with pytest.raises(UsageError):
            parse_puzzle(graph, options=options)


def test_files_texts_and_formats_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text("#-\n--\n", encoding="utf-8")
    (tmp_path / "marked.txt").write_bytes("\ufeff#-\r\n--\r\n".encode())
    wanted = grid_puzzle([[1, 0], [0, 0]])
    for where in ("board.txt", tmp_path / "board.txt", tmp_path / "marked.txt", "#-\n--"):
        assert read_puzzle(where).sha256 == wanted.sha256
    assert read_puzzle("[[1, 0], [0, 0]]", format="board").sha256 == wanted.sha256
    with pytest.raises(InputError, match=r"reads 2 ways: .* \(--as literal\) \| lit places, "):
        read_puzzle("[[1, 0], [0, 0]]")
    assert read_puzzle('{"state": [[1, 0], [0, 0]]}').sha256 == wanted.sha256
    assert read_puzzle("0x1", options=ReadOptions(size="2x2")).sha256 == wanted.sha256
    assert read_puzzle("#-\n--", format="board").sha256 == wanted.sha256
    with pytest.raises(InputError, match="not JSON"):
        read_puzzle("#-\n--", format="json")
    with pytest.raises(UsageError, match=r"lo-exact formats lists all"):
        find_format("csv")


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    target = tmp_path / "board.txt"
    write_file_atomically(target, "#-\n")
    assert target.read_text(encoding="utf-8") == "#-\n"
    umask = os.umask(0)
    os.umask(umask)
    assert target.stat().st_mode & 0o777 == 0o666 & ~umask
    target.chmod(0o640)
    write_file_atomically(str(target), "■\n")
    assert target.read_text(encoding="utf-8") == "■\n"
    assert target.stat().st_mode & 0o777 == 0o640

    def fail(*_):
        raise OSError("no space")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        write_file_atomically(target, "half")
    assert target.read_text(encoding="utf-8") == "■\n"
    assert os.listdir(tmp_path) == ["board.txt"]


def test_large_graphs_and_matrices_are_read_in_a_breath():
    import time

    n = 20_000
    puzzle = graph_puzzle(
        ((f"v{i}", f"v{(i * 7 + 1) % n}") for i in range(n)),
        {f"v{i}": i % 2 for i in range(n)},
        directed=True,
    )
    start = time.process_time()
    assert parse_puzzle(write_puzzle(puzzle, "json")).sha256 == puzzle.sha256
    assert time.process_time() - start < 2


@pytest.mark.parametrize("topology", SURFACES)
def test_a_large_board_is_written_and_read_back(topology):
    random = np.random.default_rng(5)
    puzzle = grid_puzzle(random.integers(0, 3, (60, 70)), colours=3, topology=topology)
    bare = Puzzle(
        puzzle.activation,
        puzzle.state,
        puzzle.target,
        layout=Layout(puzzle.layout.light_at, puzzle.layout.button_at),
    )
    for name in ("board", "json"):
        text = write_puzzle(bare, name)
        assert topology in text or topology == "plane"
        assert parse_puzzle(text).sha256 == puzzle.sha256


def test_empty_shapes_survive_json():
    for shape in ((0, 0), (0, 3), (3, 0)):
        puzzle = matrix_puzzle(from_entries(shape, 6, [], [], []), np.zeros(shape[0], int))
        assert parse_puzzle(write_puzzle(puzzle, "json")).sha256 == puzzle.sha256


def test_the_examples_of_the_documentation_are_read():
    blocks = (DOCS / "formats.md").read_text(encoding="utf-8").split("```")[1::2]
    examples = [block.partition("\n") for block in blocks]
    read = [parse_puzzle(text).lights for kind, _, text in examples if kind in ("", "json")]
    assert read == [8, 9, 19, 8, 5, 2, 2, 3]
