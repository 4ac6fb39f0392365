"""Settings: flags before variables before the file, each refused in one line with its place."""

import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from lo_exact.errors import InputError, UsageError
from lo_exact.service.settings import SETTINGS, Settings, gathered
from tests.cli_runner import ROOT, run
from tests.service.serving import start


def test_every_setting_has_a_row_and_every_row_a_setting():
    assert {row.field for row in SETTINGS} == {field.name for field in fields(Settings)}
    assert len({row.name for row in SETTINGS}) == len(SETTINGS)


def test_every_row_has_a_flag_unless_it_is_secret():
    shown = run("serve", "--help").out
    for row in SETTINGS:
        assert (f"--{row.name} " in shown) is not row.secret


def test_a_flag_counts_more_than_a_variable_and_that_more_than_the_file(tmp_path):
    config = tmp_path / "serve.toml"
    config.write_text(
        'port = 1\nworkers = 2\nmemory = "1GiB"\nkeep_seconds = 86400\nallow_host = ["a.b", "c"]\n'
    )
    environment = {"LO_EXACT_PORT": "3", "LO_EXACT_WORKERS": "4", "LO_EXACT_ALLOW_HOST": "d, e"}
    assert gathered({"port": "5"}, environment, str(config)) == {
        "port": 5, "workers": 4, "memory": 2**30, "keep_seconds": 86_400.0, "hosts": ("d", "e"),
    }  # fmt: skip
    assert gathered({}, {}, str(config))["hosts"] == ("a.b", "c")
    assert gathered({"allow_host": ["x", "y"], "port": None}, {}) == {"hosts": ("x", "y")}
    assert gathered({}, {"LO_EXACT_PORT": "", "LO_EXACT_DEBUG": "1"}) == {}


def test_what_is_read_makes_settings(tmp_path):
    given = gathered(
        {"store": str(tmp_path / "jobs"), "root_path": "/lights/", "max_body": "64KiB"},
        {"LO_EXACT_TOKEN": "é-secret"},
    )
    made = Settings(**given)
    assert (made.store, made.root_path) == (tmp_path / "jobs", "/lights")
    assert (made.max_body, made.token) == (65_536, "é-secret")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("port = 99999\n", 1, "port wants a whole number from 0 to 65535, got 99999"),
        ("\nport = true\n", 2, "port wants a whole number from 0 to 65535, got True"),
        ("port = 8.5\n", 1, "port wants a whole number from 0 to 65535, got 8.5"),
        ('port = "٣"\n', 1, "port wants a whole number"),
        ("keep_seconds = nan\n", 1, "keep_seconds wants seconds"),
        ('keep_seconds = "inf"\n', 1, "keep_seconds wants seconds"),
        ("memory = 1\n", 1, "memory wants a size from 512MiB to 1024TiB, as in 512MiB, got 1"),
        ("memory = true\n", 1, "memory wants a size"),
        ('memory = "2GB"\n', 1, "memory wants a size"),
        ("allow_host = 3\n", 1, "allow_host wants names of hosts"),
        ('allow_host = ["a/b"]\n', 1, "allow_host wants names of hosts"),
        ('root_path = "lights"\n', 1, "root_path wants a path that begins with /"),
        ('root_path = "/a b"\n', 1, "root_path wants a path"),
        ('store = "-"\n', 1, "store wants a file name"),
        ("store = 3\n", 1, "store wants a file name"),
        ('a = 1\nport = 1\n', 1, "there is no setting a"),
        ("[port]\nx = 1\n", 0, "port wants a whole number"),
        ("port = \n", 1, "cannot be read"),
        ("port = 1\nport = 2\n", 2, "cannot be read"),
        ("x = " + "[" * 10_000, 0, "cannot be read"),
    ],
)  # fmt: skip
def test_a_wrong_line_of_the_file_is_refused_with_its_place(text, line, said, tmp_path):
    config = tmp_path / "serve.toml"
    config.write_text(text)
    with pytest.raises(InputError) as refused:
        gathered({}, {}, str(config))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert (refused.value.source, refused.value.line) == (str(config), line)


def test_a_secret_is_never_repeated(tmp_path):
    config = tmp_path / "serve.toml"
    config.write_text('token = "two words"\n')
    for refused in ({"LO_EXACT_TOKEN": "two words"}, str(config)):
        environment, named = (refused, "") if isinstance(refused, dict) else ({}, refused)
        with pytest.raises(InputError) as error:
            gathered({}, environment, named)
        assert "two words" not in str(error.value)


def test_wrong_values_end_the_command_in_one_line(monkeypatch, tmp_path):
    with pytest.raises(UsageError, match=r"--deaths wants a whole number from 1 to 100, got '0'"):
        gathered({"deaths": "0"}, {})
    done = run("serve", "--config", str(tmp_path / "none.toml"))
    assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)
    assert "No such file" in done.err
    monkeypatch.setenv("LO_EXACT_WORKERS", "many")
    done = run("serve")
    assert (done.code, done.out) == (3, "")
    said = "lo-exact: LO_EXACT_WORKERS wants a whole number from 1 to 1024, got 'many'\n"
    assert done.err == said


def test_a_file_of_bytes_that_are_no_text_and_a_folder_are_refused(tmp_path):
    (tmp_path / "broken").write_bytes(b'token = "\xff"')
    for name in (tmp_path / "broken", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            gathered({}, {}, str(name))


def test_behind_a_proxy_links_have_the_folder_and_both_ways_to_forward_work(tmp_path):
    config = tmp_path / "serve.toml"
    config.write_text('root_path = "/lights"\nworkers = 1\n')
    server = start(Path(tmp_path / "jobs"), "--config", str(config))
    try:
        got = server.post("##\n##\n")
        assert got.headers["location"] == f"/lights/v1/jobs/{got.json['id']}"
        assert got.json["links"]["self"] == got.headers["location"]
        for path in (got.headers["location"], got.headers["location"].removeprefix("/lights")):
            assert server.get(path).json["result"] == got.json["result"]
        assert server.get("/lights/openapi.json").json["servers"] == [{"url": "/lights"}]
        assert b"<title>" in server.get("/lights/").body
        moved = server.get("/lights/ask")
        assert (moved.status, moved.headers["location"]) == (308, "./?solve")
        assert server.get("/lightsout/").status == 404
    finally:
        server.end()


def test_the_unit_and_the_image_start_commands_that_there_are():
    dockerfile = (ROOT / "deploy/Dockerfile").read_text()
    unit = (ROOT / "deploy/lo-exact.service").read_text()
    (start,) = re.findall(r"^ExecStart=\S+/lo-exact (.*)$", unit, re.M)
    (words,) = re.findall(r"^CMD (\[.*\])$", dockerfile, re.M)
    done = subprocess.run(
        [sys.executable, "-m", "lo_exact", "serve", "--help"],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    for word in [*start.split(), *json.loads(words)]:
        if word.startswith("--"):
            assert f"{word} " in done.stdout


@pytest.mark.parametrize("flag", ["--store", "--tokens"])
def test_a_dash_is_no_file_of_the_service(flag, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("serve", flag, "-")
    assert (ran.code, ran.out) == (2, "")
    said = f"lo-exact: {flag} wants a file name, got - (a file named - is ./-)\n"
    assert ran.err.endswith(said)
    assert list(tmp_path.iterdir()) == []


def test_who_wants_to_play_is_told_of_serve():
    ran = run("play")
    assert ran.code == 2
    assert ran.err.endswith("; did you mean serve?\n")
