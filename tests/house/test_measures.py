"""What must stay small stays small: names that stand twice, ways to start a process.

A limit here only falls: whoever lowers a figure lowers its limit, and nobody raises one.  The
limits of names end at 0, that of files that start processes at 1.
"""

import ast

import pytest

from tests.house.measures import (
    ROOT,
    Tree,
    called_once,
    named_after_what_they_test,
    names_twice,
    patches,
    process_pools,
    subclasses,
)

MOST_CLASSES_TWICE = 0
MOST_FUNCTIONS_TWICE = 0
MOST_WATCHES = 4
MOST_STARTING_PROCESSES = 2  # children, and the guardian that ends them


@pytest.fixture(scope="module")
def tree():
    return Tree.read(ROOT, tests=False)


def test_the_names_of_classes_stand_once(tree):
    twice = names_twice(tree, ast.ClassDef, private=True)
    assert len(twice) <= MOST_CLASSES_TWICE, twice


def test_the_names_of_functions_stand_once(tree):
    twice = names_twice(tree, ast.FunctionDef)
    assert len(twice) <= MOST_FUNCTIONS_TWICE, twice


def test_few_classes_are_below_watch(tree):
    assert len(subclasses(tree, "Watch")) <= MOST_WATCHES


def test_few_files_start_processes(tree):
    assert len(process_pools(tree)) <= MOST_STARTING_PROCESSES, process_pools(tree)


def test_every_file_of_tests_is_named_after_what_it_tests():
    assert named_after_what_they_test(ROOT)[1] == []


def test_the_figures_of_a_tree_of_five_files(tmp_path):
    texts = {
        "lo_exact/a/one.py": "class Plan(Watch): ...\ndef f(): return _g()\ndef _g(): ...\n",
        "lo_exact/b/two.py": "class Plan(Other): ...\nclass Other(Plan): ...\ndef run(): ...\n",
        "lo_exact/certificate/checker.py": "class Plan: ...\ndef f(): ...\n",
        "lo_exact/b/pool.py": "ProcessPoolExecutor()\ndef run(): return _h(_h())\ndef _h(): 0\n",
        "tests/b/test_two.py": "monkeypatch.setattr(two, 'MOST', 3)\n",
        "tests/b/test_three.py": "monkeypatch.setattr('lo_exact.b.two.f', None)\nx.setattr(1, 2)\n",
        "tests/b/test_b_and_more.py": "",
        "tests/b/test_pooling.py": "",
        "tests/house/test_readme.py": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    tree = Tree.read(tmp_path)
    assert names_twice(tree, ast.ClassDef) == {"Plan": ["a/one.py", "b/two.py"]}
    assert names_twice(tree, ast.FunctionDef) == {}
    assert subclasses(tree, "Watch") == ["Other", "Plan"]
    assert process_pools(tree) == ["b/pool.py"]
    assert called_once(tree) == ["a/one.py:_g"]
    named = ["b/test_b_and_more.py", "b/test_two.py", "house/test_readme.py"]
    others = ["b/test_pooling.py", "b/test_three.py"]
    assert named_after_what_they_test(tmp_path) == (named, others)
    assert (patches(tree), patches(tree, constants=True)) == (2, 1)
