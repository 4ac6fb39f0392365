"""Time limits hold, also where there is no best and no bound to keep; who searched is said."""

import json
import re

import pytest

from tests.cli_runner import run


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """Return a file with 15,000 buttons on one light, whose kernel takes seconds."""
    buttons = 15_000
    activation = {"lights": 1, "buttons": buttons, "entries": [[0, j, 1] for j in range(buttons)]}
    file = tmp_path_factory.mktemp("limits") / "wide.json"
    file.write_text(json.dumps({"colours": 3, "activation": activation, "state": [1]}))
    return file


@pytest.mark.parametrize(
    "asked", [["plan"], ["kernel"], ["count", "--total"], ["solve"]], ids=" ".join
)
def test_what_has_nothing_to_keep_ends_at_its_limit_in_one_line(wide, asked):
    done = run(asked[0], str(wide), *asked[1:], "--time-limit", "0.05")
    assert done.code == 4
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert "time limit reached after 0." in done.err


def test_prove_says_that_nothing_is_known_at_its_limit(wide):
    done = run("prove", str(wide), "--time-limit", "0.05")
    assert done.code == 4
    assert re.fullmatch(r"unknown: time limit reached after \d+\.\d s\n", done.out)


def test_show_draws_what_it_can_in_its_time():
    assert run("show", "data/boards/all-on-5x5.txt", "--time-limit", "60").code == 0
    assert run("show", "data/boards/all-on-5x5.txt", "--time-limit", "0").code == 4


@pytest.mark.parametrize("command", ["plan", "kernel", "show", "explain", "export"])
def test_a_limit_that_is_no_number_is_refused(command):
    done = run(command, "data/boards/all-on-5x5.txt", "--time-limit", "-1")
    assert done.code == 2
    assert "0 or more" in done.err


def test_the_alarm_is_off_when_the_work_is_done_in_time():
    import time

    from lo_exact.commands.shared.quick import within

    with within(0.05):
        pass
    time.sleep(0.12)


def test_the_limit_ends_what_looks_at_no_clock():
    import time

    from lo_exact.commands.shared.quick import within
    from lo_exact.errors import LimitReached

    started = time.monotonic()
    with pytest.raises(LimitReached, match="time limit reached"), within(0.05):
        time.sleep(30)
    assert time.monotonic() - started < 10


def test_ctrl_c_within_a_limit_is_ctrl_c():
    import signal

    from lo_exact.commands.shared.quick import within

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), within(60):
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_limits_one_after_another_never_reach_what_comes_next():
    from lo_exact.commands.shared.quick import within
    from lo_exact.errors import LimitReached

    for k in range(300):
        try:
            with within(k * 1e-6):
                pass
        except LimitReached:
            pass
