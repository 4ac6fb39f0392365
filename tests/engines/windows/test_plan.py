"""Plans: arcs cover each button as often as they say."""

import numpy as np

from lo_exact.engines.windows.plan import Planner, WindowProblem
from tests.engines.windows.systems import dense_system


def test_the_windows_of_a_plan_cover_each_button_equally_often():
    problem = WindowProblem(dense_system(43, 20))
    plans = Planner(problem, 2**30).plans(9, ties=False)
    assert len({(plan.windows, plan.fold) for plan in plans}) > 30
    for plan in plans:
        arcs = plan.arcs(problem.priced)
        assert len(arcs) == plan.windows
        assert np.bincount(np.concatenate(arcs)).tolist() == [plan.fold] * 43
        assert all(len(set(arc.tolist())) == len(arc) for arc in arcs)
        assert abs(max(map(len, arcs)) - plan.size) <= 1


def test_composite_colours_have_the_window_of_all_buttons_alone():
    problem = WindowProblem(dense_system(20, 8, colours=6))
    assert {plan.windows for plan in Planner(problem, 2**30).plans(5, ties=True)} == {1}


def test_what_is_likely_is_near_the_minimum_of_random_systems():
    assert Planner(WindowProblem(dense_system(100, 40)), 2**30).likely() in (16, 17, 18)
