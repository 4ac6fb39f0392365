"""Large results: sent in pieces, refused beyond the limit; a held lock keeps nobody waiting."""

import random
import re
import socket
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from lo_exact.service.routes.waiting import PIECE
from lo_exact.service.store import Store
from tests.service.serving import start

WAIT = {"Prefer": "wait=30"}


def matrix(side: int) -> dict[str, object]:
    return {"board": "", "size": f"{side}x{side}", "question": "matrix"}


@pytest.mark.large
def test_a_large_result_comes_in_pieces_and_one_too_large_is_refused(tmp_path):
    server = start(tmp_path / "jobs")
    try:
        got = server.ask("POST", "/v1/jobs", matrix(30), WAIT)
        assert len(got.body) > 2 * PIECE
        rows = got.json["result"]["matrix"]
        assert [len(row) for row in rows] == [900] * 900
        assert sum(map(sum, rows)) == 5 * 900 - 4 * 30  # the plus rule, less what leaves the board
        asked = server.ask("POST", "/v1/jobs", matrix(60) | {"inverse": True}, WAIT)
        assert (asked.status, asked.json["type"]) == (413, "too-large")
        assert kibibytes(server, "VmHWM") < 400 * 2**10
    finally:
        server.end()


FILE = 60 * 2**20
"""Bytes of a file of a job, nearly the most."""


@pytest.mark.large
@pytest.mark.parametrize("wanted", ["result", "file"])
def test_many_who_do_not_read_take_no_memory(wanted, tmp_path):
    if wanted == "file":  # 60 of them would be 3.5 GiB
        body = random.Random(1).randbytes(FILE)
        store = Store(tmp_path / "jobs")
        store.submit("large", {"board": "#", "certificate": True}, 1.0, "x")
        store.finish("large", "done", result="{}", files={"proof": body})
        store.close()
    server = start(tmp_path / "jobs")
    readers = []
    try:
        if wanted == "file":
            path = "/v1/jobs/large/files/proof"
            assert server.ask("GET", path).body == body
        else:
            path = f"/v1/jobs/{server.ask('POST', '/v1/jobs', matrix(44), WAIT).json['id']}"
            assert len(server.ask("GET", path).body) > 10 * PIECE
        for _ in range(60):
            made = socket.create_connection(("127.0.0.1", server.port))
            made.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            readers.append(made)
        time.sleep(5)
        assert server.ask("GET", "/healthz").status == 200
        assert kibibytes(server, "VmRSS") < 400 * 2**10
    finally:
        for made in readers:
            made.close()
        server.end()


def kibibytes(server, name):
    """Return a figure of the memory of the server's own process."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    (found,) = re.findall(rf"{name}:\s+(\d+) kB", status)
    return int(found)


@pytest.mark.large
def test_a_store_that_another_process_holds_keeps_no_reader_waiting(tmp_path):
    store = tmp_path / "jobs"
    server = start(store)
    held = sqlite3.connect(store, isolation_level=None)
    try:
        held.execute("BEGIN IMMEDIATE")
        asked: list[int] = []

        def ask() -> None:
            asked.append(server.ask("POST", "/v1/jobs", {"board": "##"}, WAIT).status)

        waits = threading.Thread(target=ask)
        waits.start()
        time.sleep(0.3)
        began = time.monotonic()
        for _ in range(5):
            assert server.ask("GET", "/healthz").status == 200
        assert time.monotonic() - began < 2
        held.execute("COMMIT")
        waits.join(30)
        assert asked == [200]
    finally:
        held.close()
        server.end()
