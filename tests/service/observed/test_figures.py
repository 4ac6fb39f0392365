"""Figures and lines of the log: they say what was asked, and never what the board was."""

import io
import json
import re

import pytest

from lo_exact.service.observed.figures import route_label
from lo_exact.service.observed.log_lines import ServiceLog, request_id
from tests.service.serving import ROOT, start


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/v1/jobs", "/v1/jobs"), ("/v1/jobs/" + "0" * 64, "/v1/jobs/ID"),
        ("/v1/jobs/1/events", "/v1/jobs/ID/events"), ("/v1/jobs/1/made/up", "/v1/jobs/ID"),
        ("/v1/jobs/1/certificate/x", "/v1/jobs/ID/certificate"), ("/v1/other", "other"),
        ("/", "page"), ("/anything/at/all", "page"), ("/metrics", "/metrics"),
    ],
)  # fmt: skip
def test_labels_come_from_a_list(path, route):
    assert route_label(path) == route


def test_a_bug_is_written_with_its_place_and_without_its_words():
    for kind in ("off", "text", "json"):
        stream = io.StringIO()
        log = ServiceLog(kind, stream)
        try:
            raise ValueError("##.\n#..")
        except ValueError as error:
            log.bug(error, job="ab")
        log.event("request", path="/a\nb", status=200)
        lines = stream.getvalue().splitlines()
        assert len(lines) == (1 if kind == "off" else 2)
        assert "ValueError" in lines[0]
        assert "test_figures.py" in lines[0]
        assert "##" not in stream.getvalue()
        if kind == "json":
            assert json.loads(lines[0])["job"] == "ab"
            assert json.loads(lines[1])["path"] == "/a\nb"


def test_a_request_keeps_the_id_of_a_proxy_and_no_other():
    assert request_id("abc-1.2") == "abc-1.2"
    for given in ("", "a b", "x" * 65, 'a"b'):
        made = request_id(given)
        assert made != given
        assert len(made) == 16


def test_requests_jobs_and_refusals_are_written_and_counted(tmp_path, capfd):
    server = start(
        tmp_path / "jobs", "--log", "json", "--workers", "1", "--trusted-proxy", "127.0.0.1",
        LO_EXACT_TOKEN="secret-token",
    )  # fmt: skip
    server.headers["Authorization"] = "Bearer secret-token"
    try:
        job = server.post("##\n#.\n").json
        assert (
            server.ask("GET", "/healthz", headers={"X-Request-Id": "mine"}).headers["x-request-id"]
            == "mine"
        )
        assert (
            server.ask(
                "POST", "/v1/batches?target=%23%23", b"", {"Content-Type": "text/plain"}
            ).status
            == 415
        )
        stranger = {"Authorization": "Bearer wrong", "X-Forwarded-For": "192.0.2.7"}
        assert server.ask("GET", "/v1/jobs", headers=stranger).status == 401
        text = server.get("/metrics").body.decode()
        for line in (
            'lo_exact_requests_total{method="POST",route="/v1/jobs",status="200"} 1.0',
            'lo_exact_requests_total{method="POST",route="/v1/batches",status="415"} 1.0',
            'lo_exact_jobs_ended_total{state="done"} 1.0',
            'lo_exact_job_seconds_count{question="min"} 1.0',
            'lo_exact_queue_age_seconds{lane="long"} 0.0',
            "lo_exact_child_deaths_total 0.0",
            "process_open_fds",
        ):
            assert line in text, text
        for name in re.findall(r"lo_exact_\w+", (ROOT / "deploy/alerts.yaml").read_text()):
            assert f"\n{name}" in text, name
    finally:
        server.end()
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert [line["status"] for line in requests] == [200, 200, 415, 401, 200]
    assert requests[0]["job"] == job["id"]
    assert [requests[k]["client"] for k in (0, 3)] == ["token", "192.0.2.7"]
    assert requests[1]["request"] == "mine"
    (ended,) = [line for line in lines if line["event"] == "job"]
    assert (ended["job"], ended["state"]) == (job["id"], "done")
    assert not {"secret-token", "##", "%23"} & set(json.dumps(lines).split())
    assert "secret" not in json.dumps(lines)
    assert "#" not in json.dumps(lines)
