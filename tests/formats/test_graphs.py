"""Graphs in other people's forms: published vectors, networkx's own writers, refusals."""

import io
import random

import networkx
import pytest

from lo_exact.formats.graphs import looks_like_edge_list
from tests.cli_runner import run
from tests.formats.reading import minima, puzzle, puzzles, refusal
from tests.marks import with_large

VECTORS = {
    "path 3": ("Bg", ":Bd", (1, 1, 1), (2, 2, 2)),
    "C5": ("Dhc", ":DaY_~", (5, 1, 1), None),
    "K4": ("C~", ":CcKI", (1, 4, 8), (4, 1, 1)),
    "Petersen": ("IheA@GUAo", ":I`ES@obGkqegW~", (3, 10, 32), (4, 10, 16)),
    "cube": ("Gr`HOk", ":GaHIHQclU", (2, 4, 16), (8, 1, 1)),
}
GRID = "XhEAHCPAGG?P?P?G_AG?O?@C?AG?AG?@C??O??AG??G_??P???P"


@pytest.mark.parametrize(("g6", "s6", "closed", "open_"), VECTORS.values(), ids=VECTORS)
def test_graphs_of_the_table(g6, s6, closed, open_):
    for text in (g6, s6, f">>graph6<<{g6}", f">>sparse6<<{s6}"):
        assert minima(text) == closed
        assert minima(text, neighbourhood="open") == open_


def test_the_grid_of_5_x_5():
    assert minima(GRID) == (15, 4, 4)


def test_lines_are_many_graphs():
    assert len(puzzles("Bg\nDhc\nC~\n")) == 3


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Dh", "no board in this text"),
        ("Dhcc", "no board in this text"),
        (";Bd", "incremental sparse6"),
        ("&Bg", "digraph6"),
    ],
)
def test_what_is_no_graph6_is_refused(text, problem):
    assert problem in refusal(text)


def test_a_graph6_of_the_wrong_length_says_so():
    assert "a graph6 of 5 vertices has 3 characters, got 2" in refusal("Dh", form="graph6")
    assert "zero bits" in refusal("Bx", form="graph6")


OTHERS = {
    "dimacs": "c a comment\np edge 3 2\ne 1 2\ne 2 3\n",
    "dimacs, both ways": "p col 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n",
    "edgelist": "# a path\nann bob\nbob cat\n",
    "dot": 'strict graph "g" { // a path\n a -- b [color="red"]; b -- c; node [shape=box]; x=1 }\n',
    "dot chain": "graph { 1 -- 2 -- 3 }",
    "graphml": '<?xml version="1.0"?>\n<graphml><graph edgedefault="undirected"><node id="a"/>'
    '<node id="b"/><node id="c"/><edge source="a" target="b"/><edge source="b" target="c"/>'
    "</graph></graphml>",
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_each_form_is_the_path_of_three(text):
    assert puzzle(text).sha256 == puzzle("Bg").sha256


def test_a_header_stands_before_a_graph_of_its_own_kind():
    assert puzzle(">>graph6<<Bg\n").lights == puzzle(">>sparse6<<:Bd\n").lights == 3
    for text in (">>sparse6<<\n:Bd\n", ">>graph6<<:Bd\n", ">>graph6<<>>graph6<<Bg\n"):
        refusal(text, form="graph6")


def test_graphml_has_the_prefixes_that_it_declares():
    node = '<x:graph edgedefault="undirected"><x:node id="a"/></x:graph>'
    assert puzzle(f'<x:graphml xmlns:x="http://x">{node}</x:graphml>').lights == 1
    assert "unbound prefix" in refusal(f"<x:graphml>{node}</x:graphml>")
    assert "unbound prefix" in refusal('<graphml><graph a:b="c"/></graphml>')
    assert "begins with graphml" in refusal("<grahml><graph/></grahml>", form="graphml")


@pytest.mark.parametrize("name", ["\uff41", "a\ufe0f"])
def test_names_that_look_alike_are_not_the_same(name):
    """Full-width letters are `a` on boards alone."""
    assert "a vertex is a name or a number" in refusal(f"a {name}\na b\n", form="edgelist")


def test_arcs_act_one_way():
    dense = puzzle("digraph { a -> b }").activation.to_dense().tolist()
    assert dense == [[1, 0], [1, 1]]


def test_an_adjacency_matrix_is_a_board_unless_said():
    text = "0 1 0\n1 0 1\n0 1 0\n"
    assert puzzle(text).layout.is_grid
    assert puzzle(text, form="adjacency").sha256 == puzzle("Bg").sha256


def test_a_list_of_numbers_may_be_places_or_edges():
    said = refusal("0 1\n1 2\n2 0\n")
    assert "the text reads 2 ways: 3 edges" in said
    assert "3 edges 0-1, 1-2, 2-0 between 3 vertices (--as edgelist)" in said
    assert "colour must be 0..1" in refusal("0 1\n1 2\n2 0\n", form="board")
    assert puzzle("0 1\n1 2\n2 0\n", form="edgelist").lights == 3


def closed_graph(vertices, edges):
    """Return the dense matrix of a graph whose vertices are numbered from 1."""
    around = [{v, *(a + b - v for a, b in edges if v in (a, b))} for v in range(1, vertices + 1)]
    return [[int(v + 1 in seen) for v in range(vertices)] for seen in around]


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("5 2\n1 2\n3 4\n", [(1, 2), (3, 4)]),
        ("4 3\n1 2\n2 3\n3 4\n", [(1, 2), (2, 3), (3, 4)]),
        ("12 2\r\n11 12\r\n1 7\r\n", [(11, 12), (1, 7)]),
    ],
)
def test_the_first_line_of_a_contest_graph_is_no_edge_unless_edgelist_says_so(text, edges):
    said = refusal(text)
    vertices = int(text.split()[0])
    assert f"{vertices} vertices, {len(edges)} edges (--as graph-nm)" in said
    assert "edgelist" not in said or f"{len(edges) + 1} edges {text.split()[0]}-" in said
    graph = puzzle(text, form="graph-nm")
    assert graph.activation.to_dense().tolist() == closed_graph(vertices, edges)
    assert graph.state.tolist() == [1] * vertices


def test_no_advice_makes_another_graph_of_a_contest_graph():
    """The lone vertex 5 is pressed alone, and one vertex of each edge: three presses."""
    assert minima("5 2\n1 2\n3 4\n", form="graph-nm") == (3, 4, 4)
    assert puzzle("2 1\n2 1\n").layout.note == "read as 2 vertices, 1 edge"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5 2\n1 2\n", "2:1: the first line says 2 edges, got 1 lines"),
        ("5 1\n1 6\n", "2:3: a vertex must be 1..5"),
        ("5 1\n0 1\n", "2:1: a vertex must be 1..5"),
        ("5 1\n1 2 3\n", "each line has two numbers, got 3 words"),
    ],
)
def test_a_wrong_contest_graph_is_refused_with_its_place(text, problem):
    assert problem in refusal(text, form="graph-nm")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("p edge 3 2\ne 1 2\n", "says 2 edges, got 1"),
        ("p edge 3 1\ne 1 4\n", "2:5: a vertex must be 1..3"),
        ("p edge 99999999 0\n", "0..65536"),
        ("graph { a -- b ", "stands in { }"),
        ("graph { subgraph x { a } }", "subgraphs are not read"),
        ("graph { a -- }", "no end"),
        ("graph { a -> b }", "no '->' here"),
        ('<!DOCTYPE x [<!ENTITY a "b">]>\n<graphml/>', "document type"),
        ("<graphml><graph>", "not XML"),
        ('<graphml><graph><edge source="a" target="b"/></graph></graphml>', "not there"),
        ("ann bob\nbob ann\n", "2:1: this edge stands twice: it is edge 1 too"),
    ],
)
def test_bad_graphs_are_refused(text, problem):
    assert problem in refusal(text)


def test_a_graph6_line_longer_than_64_kb_is_read():
    """890 vertices and one edge, between the last two: the last bit of the 395,605."""
    read = puzzle("~?Ly" + "?" * 65_934 + "_")
    assert read.activation.entries == 890 + 2


@pytest.mark.parametrize("seed", with_large(range(8), range(3, 8)))
def test_random_graphs_of_networkx_are_read_back_equal(seed):
    rng = random.Random(seed)
    for n in (0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 40, 70):
        graph = networkx.gnp_random_graph(n, rng.random() ** 2, seed=rng.randrange(10**6))
        edges = {(min(a, b), max(a, b)) for a, b in graph.edges}
        texts = {
            "graph6": networkx.to_graph6_bytes(graph).decode(),
            "sparse6": networkx.to_sparse6_bytes(graph).decode(),
            "adjacency": "\n".join(
                " ".join(str(int((min(i, j), max(i, j)) in edges)) for j in range(n))
                for i in range(n)
            ),
        }
        written = io.BytesIO()
        networkx.write_graphml_xml(graph, written)
        texts["graphml"] = written.getvalue().decode()
        for form, text in texts.items():
            if n == 0 and form == "adjacency":
                continue
            read = puzzle(text, form=form)
            matrix = read.activation
            pairs = zip(matrix.columns_of_entries().tolist(), matrix.rows.tolist(), strict=True)
            assert read.lights == n
            assert {(a, b) for a, b in pairs if a < b} == edges, (form, n)


def test_a_graph_that_is_too_large_is_refused_at_its_line():
    """Found by mutation: the size in a sparse6 was refused without a place."""
    assert refusal("\n:~TDFaY_~", form="sparse6").startswith("2:")


def _edges_json(edges, closed):
    graph = f'{{"vertices": ["a", "b"], "edges": {edges}, "closed": {closed}}}'
    return f'{{"graph": {graph}, "state": [1, 1]}}'


GRAPHML = """<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/>
<edge source="a" target="b"/>
<edge source="%s" target="a"/></graph></graphml>"""

TWICE = {
    "list": ("ann bob\n# again\nbob ann\n", "3:1"),
    "dimacs": ("p edge 2 2\ne 1 2\ne 1 2\n", "3:1"),
    "sparse6": (networkx.to_sparse6_bytes(networkx.MultiGraph([(0, 1), (0, 1)])).decode(), "1:"),
    "dot": ("graph { a -- b;\n  b -- a }", "2:8"),
    "digraph": ("digraph { a -> b -> a -> b }", "1:26"),
    "graphml": (GRAPHML % "b", "3: this edge"),
    "edges": ("graph: undirected\nstate: a=1 b=1\n\na b\nb a\n", "5:1"),
    "json": (_edges_json('[["a", "b"], ["b", "a"]]', "true"), "1:"),
}

LOOPS = {
    "list": ("ann bob\nann ann\n", "2:1"),
    "dimacs": ("p edge 2 2\ne 1 2\ne 1 1\n", "3:1"),
    "sparse6": (networkx.to_sparse6_bytes(networkx.Graph([(0, 1), (0, 0)])).decode(), "1:"),
    "dot": ("graph { a -- b;\n  a -- a }", "2:8"),
    "graphml": (GRAPHML % "a", "3: a loop"),
    "adjacency": ("1 1\n1 0\n", "edge 1"),
}


@pytest.mark.parametrize(("text", "place"), TWICE.values(), ids=TWICE)
def test_an_edge_that_stands_twice_is_refused_in_every_format(text, place):
    said = refusal(text)
    assert place in said
    assert "stands twice" in said


@pytest.mark.parametrize(("form", "text", "place"), [(k, *v) for k, v in LOOPS.items()], ids=LOOPS)
def test_a_loop_is_a_buttons_own_light_in_an_open_neighbourhood_and_else_refused(form, text, place):
    said = {"form": form} if form == "adjacency" else {}
    wrong = refusal(text, **said)
    assert place in wrong
    assert "a loop adds to a button's own light" in wrong
    read = puzzle(text, neighbourhood="open", **said)
    assert read.activation.to_dense().tolist() == [[1, 1], [1, 0]]


def test_loops_with_a_header_follow_its_neighbourhood():
    text = "graph: undirected\nneighbourhood: %s\nstate: a=1 b=1\n\na b\na a\n"
    assert refusal(text % "closed").startswith("6:1: a loop adds")
    assert puzzle(text % "open").activation.to_dense().tolist() == [[1, 1], [1, 0]]
    edges = '[["a", "b"], ["a", "a"]]'
    assert "a loop adds" in refusal(_edges_json(edges, "true"))
    read = puzzle(_edges_json(edges, "false"))
    assert read.activation.to_dense().tolist() == [[1, 1], [1, 0]]


def test_both_ways_in_dimacs_and_twice_in_a_strict_graph_are_one_edge():
    for text in (
        "p edge 2 2\ne 1 2\ne 2 1\n",
        "p edge 2 1\ne 1 2\ne 2 1\n",
        "strict graph { a -- b; b -- a; a -- b }",
    ):
        assert puzzle(text).activation.to_dense().tolist() == [[1, 1], [1, 1]]
    arcs = puzzle("strict digraph { a -> b; a -> b; b -> c }")
    assert arcs.activation.to_dense().T.tolist() == [[1, 1, 0], [0, 1, 1], [0, 0, 1]]


@pytest.mark.parametrize(
    "text",
    ["A1 C3\nB2 D4\n", "a1 b2\n", "A1 on\nB2 off\n", "on a\noff b\n", "hello world\n"],
)
def test_places_and_lights_with_on_and_off_are_no_edges(text):
    assert not looks_like_edge_list(text)
    assert run("min", "-", text=text).code == 3
    assert run("min", "-", "--as", "edgelist", text=text).code == 0


def test_a_list_of_edges_says_that_it_was_read_as_one():
    ran = run("min", "-", text="milk eggs\nbread milk\n")
    assert "read as 2 edges milk-eggs, bread-milk between 3 vertices" in ran.err
