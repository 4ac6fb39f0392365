"""A real scheduler and real workers: the answer of one run, whoever is killed on the way."""

import json
import re
import signal
import subprocess
import time
from threading import Thread

import pytest

from lo_exact.errors import InputError, LimitReached, MissingPackageError, SolverError
from lo_exact.outcome import Watch
from lo_exact.runners import cluster
from lo_exact.runners.collect import collect
from lo_exact.runners.work import Where
from tests.cli_runner import command, environment, run
from tests.runners.clusters import Programs, free_port
from tests.runners.toys import squares

ALL = [number * number for number in range(40)]
FIVE = ("histogram", "--size", "4x4", "--colours", "5", "--json", "-q")


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    with Programs(tmp_path_factory.mktemp("cluster"), workers=2, nanny=False) as running:
        yield running


def numbers(records):
    return [number for one in records for number in one.result]


def without_time(text):
    return re.sub(r'"seconds": [0-9.]+', "", text)


@pytest.mark.large
@pytest.mark.parametrize("folder", [False, True])
def test_a_cluster_gives_what_one_process_gives(programs, tmp_path, folder):
    path = tmp_path if folder else tmp_path / "ledger"
    where = Where(cluster=programs.address, ledger=path, pieces=20)
    assert numbers(collect(squares(40), where, Watch())) == ALL
    files = sorted(tmp_path.iterdir())
    assert len(files) == (20 if folder else 1)
    assert (
        numbers(collect(squares(40, run="dying"), Where(ledger=path, task="merge"), Watch())) == ALL
    )


def test_the_command_prints_what_it_prints_alone(programs, tmp_path):
    ran = run(
        *FIVE, "--cluster", programs.address, "--pieces", "30", "--ledger", f"{tmp_path}/new/"
    )
    assert ran.code == 0, ran.err
    assert without_time(ran.out) == without_time(run(*FIVE).out)
    assert sum(json.loads(ran.out)["histogram"]) == 5**14
    assert len(list((tmp_path / "new").iterdir())) == 30


def test_what_a_worker_raises_is_raised_here_in_one_line(programs):
    where = Where(cluster=programs.address, pieces=4)
    with pytest.raises(InputError, match=r"^number \d+ is odd$"):
        collect(squares(40, run="refusing"), where, Watch())
    with pytest.raises(SolverError, match=r"^a worker failed: ZeroDivisionError: a bug of ours$"):
        collect(squares(40, run="crashing"), where, Watch())


def test_another_version_on_a_worker_is_refused(programs, monkeypatch):
    monkeypatch.setattr(cluster, "PROTOCOL", "9.9.9")
    with pytest.raises(MissingPackageError, match=r"a worker has lo-exact .+, wanted 9.9.9"):
        collect(squares(40), Where(cluster=programs.address, pieces=4), Watch())


@pytest.mark.large
def test_a_deadline_is_kept_and_what_is_done_stays(programs, tmp_path):
    work = squares(40, given=0.2, run="slowly")
    where = Where(cluster=programs.address, ledger=tmp_path / "ledger", pieces=40)
    began = time.monotonic()
    with pytest.raises(LimitReached, match="time limit"):
        collect(work, where, Watch(1.5))
    assert time.monotonic() - began < 6
    assert 1 <= (tmp_path / "ledger").read_text().count("\n") < 40


def test_nobody_at_the_address_is_said_in_one_line(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1.0)
    ran = run(*FIVE, "--cluster", f"tcp://127.0.0.1:{free_port()}", "--pieces", "4")
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert "no Dask scheduler answers at tcp://127.0.0.1:" in ran.err


@pytest.mark.parametrize(
    "address", ["localhost", "http://x:1", "tcp://x", "tcp://a b:1", "tcp://x:1/", "tcp://x:99999"]
)
def test_what_is_no_address_is_bad_usage(address):
    ran = run(*FIVE, "--cluster", address)
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_without_the_extra_one_line_says_what_to_install(without):
    without("distributed")
    ran = run(*FIVE, "--cluster", "tcp://127.0.0.1:1", "--pieces", "4")
    assert (ran.code, ran.out) == (5, "")
    assert ran.err == "lo-exact: a cluster needs distributed: pip install 'distributed>=2025.1'\n"
    with pytest.raises(MissingPackageError, match=r"pip install 'distributed>=2025\.1'"):
        collect(squares(40), Where(cluster="tcp://127.0.0.1:1", pieces=4), Watch())


def test_ctrl_c_ends_within_two_seconds(programs, tmp_path):
    cube = ("histogram", "--size", "3x3", "--neighbourhood", "cube")
    where = ("--cluster", programs.address, "--pieces", "2000", "--ledger", f"{tmp_path}/new/")
    words = command(*cube, *where)
    child = subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 30
    while not list(tmp_path.glob("new/*.jsonl")) and time.monotonic() < until:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert time.monotonic() - began < 4


@pytest.mark.large
def test_a_killed_worker_and_a_killed_scheduler_cost_nothing_but_time(programs, tmp_path):
    arrived = []

    def killing():
        for name in ("worker-0", "scheduler"):
            before = len(arrived)
            while len(arrived) < before + 3:
                time.sleep(0.01)
            programs.kill(name)
        programs.start_scheduler()
        programs.start_worker(0)

    thread = Thread(target=killing)
    thread.start()
    where = Where(cluster=programs.address, ledger=tmp_path / "ledger", pieces=20)
    work = squares(40, given=0.05, run="slowly")
    records = collect(work, where, Watch(60), arrived.append)
    thread.join()
    assert numbers(records) == ALL
