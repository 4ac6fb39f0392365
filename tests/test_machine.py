"""What the operating system says about itself, and what is done where it says nothing."""

import errno
import os
import shlex
import subprocess
import sys
import time

import numpy as np
import pytest

from lo_exact import machine


def test_free_memory_is_no_more_than_is_built_in():
    built_in = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert 0 < machine.free_memory() <= built_in


def test_the_peak_remembers_what_was_given_back():
    program = (
        "from lo_exact import machine\n"
        "before = machine.peak_memory()\n"
        "held = bytearray(50_000_000)\n"
        "del held\n"
        "print(machine.peak_memory() - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert 45_000_000 < int(done.stdout) < 100_000_000


def test_seconds_of_a_process_that_is_gone_are_none_of_ours():
    before = machine.running_seconds([os.getpid()])
    end = time.process_time() + 0.05
    while time.process_time() < end:
        np.arange(1000).sum()
    after = machine.running_seconds([os.getpid(), 2**30])
    assert after > before
    assert machine.running_seconds([]) == 0


def test_a_lock_is_had_once(tmp_path):
    first, second = (os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT) for _ in range(2))
    assert machine.lock_file(first)
    assert machine.lock_file(second) is False
    os.close(first)
    assert machine.lock_file(second)
    os.close(second)


def test_how_a_child_ended_is_the_name_of_a_signal_or_nothing():
    assert [machine.how_ended(code) for code in (0, 3, -9, -15, -64, 3221225477)] == [
        "", "", "SIGKILL", "SIGTERM", "SIGRTMAX", "",
    ]  # fmt: skip


def test_a_group_that_is_gone_is_ended_in_silence():
    process = subprocess.Popen([sys.executable, "-c", ""], **machine.own_group())
    process.wait()
    machine.end_group(process.pid)


@pytest.mark.parametrize(
    "command", ["a b", "a  'b c' \"d e\"", r"a\ b", "a #b", "", "--x='1 2'", 'a "" b', "(a);b"]
)
def test_a_command_is_split_as_the_library_splits_it(command):
    assert machine.command_words(command, separator="/") == shlex.split(command)


def test_backslashes_of_paths_stay():
    split = machine.command_words("\"C:\\Program Files\\s.exe\" D:\\x.py 'a b' c", separator="\\")
    assert split == [r"C:\Program Files\s.exe", r"D:\x.py", "a b", "c"]
    with pytest.raises(ValueError, match="No closing quotation"):
        machine.command_words('"a', separator="\\")


def test_a_pipe_that_nobody_reads_has_two_words(monkeypatch):
    class Stream:
        def __init__(self, error):
            self.error = error

        def flush(self):
            if self.error:
                raise self.error

    unclear = OSError(errno.EINVAL, "Invalid argument")
    assert machine.reader_has_gone(BrokenPipeError(errno.EPIPE, "Broken pipe"), system="posix")
    assert machine.reader_has_gone(BrokenPipeError(errno.EPIPE, "Broken pipe"), system="nt")
    for error in (None, unclear):
        monkeypatch.setattr("sys.stdout", Stream(error))
        assert machine.reader_has_gone(unclear, system="nt") is (error is not None)
        assert not machine.reader_has_gone(unclear, system="posix")
        assert not machine.reader_has_gone(OSError(errno.ENOSPC, "full"), system="nt")
