"""Users of a file: what is refused in it, what each may do, and that an edit counts at once."""

import asyncio
import hashlib
import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from lo_exact.errors import InputError
from lo_exact.service.guard import Guard
from lo_exact.service.requests import identity
from lo_exact.service.settings import Settings
from lo_exact.service.users import RIGHTS, Users, add_user, users_of
from tests.cli_runner import run
from tests.service.serving import NDJSON, hard, start

HASH = hashlib.sha256(b"secret").hexdigest()


def settings(tmp_path, **more) -> Settings:
    return Settings(store=tmp_path / "jobs", tokens=tmp_path / "tokens.toml", **more)


def test_a_new_user_is_written_without_the_token_and_found_by_it(tmp_path):
    ours = settings(tmp_path, max_queued_a_client=7)
    mask = os.umask(0o077)
    tokens = [add_user(ours.tokens, name, ours) for name in ("ada", "bob")]
    os.umask(mask)
    text = ours.tokens.read_text()
    assert stat.S_IMODE(os.stat(ours.tokens).st_mode) == 0o644  # hashes: the server's user reads it
    assert not [token for token in tokens if token in text or len(token) < 40]
    users = Users(ours)
    assert [users.by_token(token.encode()).name for token in tokens] == ["user:ada", "user:bob"]
    assert users.by_token(tokens[0].encode()).jobs == 7
    assert users.by_token(b"") is users.by_token(b"wrong") is None
    with pytest.raises(InputError, match="there is a user ada already"):
        add_user(ours.tokens, "ada", ours)


def test_an_edit_counts_from_the_next_request_on(tmp_path, capsys):
    ours = settings(tmp_path)
    ours.tokens.write_text(f'[users.ada]\ntoken_sha256 = "{HASH}"\njobs = 2\n')
    users = Users(ours)
    assert users.by_token(b"secret").jobs == 2
    ours.tokens.write_text(f'[users.ada]\ntoken_sha256 = "{HASH}"\njobs = 33\nseconds = 5\n')
    client = users.by_token(b"secret")
    assert (client.jobs, client.seconds, client.rights) == (33, 5.0, ("ask", "batch"))
    ours.tokens.write_text("[users.ada\n")
    assert users.by_token(b"secret").jobs == 33  # the last good state, and why
    assert "tokens.toml:1:" in capsys.readouterr().err
    ours.tokens.write_text("")
    assert users.by_token(b"secret") is None
    ours.tokens.write_text(f'[users.ada]\ntoken_sha256 = "{HASH}"\n')
    assert users.by_token(b"secret") is not None
    ours.tokens.unlink()
    assert users.by_token(b"secret") is None


def test_without_a_file_and_a_token_everybody_is_an_address_with_every_right(tmp_path):
    users = Users(Settings(store=tmp_path / "jobs"))
    assert not users.closed
    client = users.unlisted("10.0.0.7")
    assert (client.name, client.jobs, client.rights) == ("10.0.0.7", 10, RIGHTS)
    assert users.by_token(b"") is None


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[users.ada]\njobs = 3\n", 1, "users.ada.token_sha256: Field required"),
        (f'\n[users.ada]\ntoken_sha256 = "{HASH.upper()}"\n', 2, "String should match"),
        ('[users.ada]\ntoken_sha256 = "secret"\n', 1, "String should match pattern"),
        (f'[users.a]\ntoken_sha256 = "{HASH}"\njobs = -1\n', 1, "users.a.jobs: Input"),
        (f'[users.a]\ntoken_sha256 = "{HASH}"\nseconds = 1e9\n', 1, "less than or equal to 3600"),
        (f'[users.a]\ntoken_sha256 = "{HASH}"\nrights = ["all"]\n', 1, "should be 'ask'"),
        (f'[users.a]\ntoken_sha256 = "{HASH}"\nright = []\n', 1, "users.a.right: Extra"),
        (f'[users."a b"]\ntoken_sha256 = "{HASH}"\n', 0, "String should match pattern"),
        (
            f'[users.a]\ntoken_sha256 = "{HASH}"\n[users.b]\ntoken_sha256 = "{HASH}"\n',
            3, "user b has the token of a",
        ),
        ("[user.a]\n", 0, "user: Extra inputs are not permitted"),
        ("users = 3\n", 1, "users: Input should be a valid dictionary"),
        ("[users]\na = 3\n", 0, "users.a: Input should be a valid dictionary"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_its_place(text, line, said, tmp_path):
    ours = settings(tmp_path)
    ours.tokens.write_text(text)
    with pytest.raises(InputError) as refused:
        users_of(ours.tokens, ours)
    assert said in str(refused.value)
    assert (refused.value.line, str(refused.value).count("\n")) == (line, 0)


def test_the_command_makes_a_token_and_refuses_what_cannot_be(tmp_path):
    file = str(tmp_path / "tokens.toml")
    done = run("serve", "--tokens", file, "--new-token", "ada")
    assert (done.code, done.err, len(done.out.strip())) == (0, "", 64)
    again = run("serve", "--tokens", file, "--new-token", "ada")
    assert (again.code, again.out, again.err.count("\n")) == (3, "", 1)
    assert run("serve", "--new-token", "ada").code == 2
    assert run("serve", "--tokens", file, "--new-token", "a b").code == 2
    missing = run("serve", "--tokens", str(tmp_path / "none"), "--port", "0")
    assert (missing.code, missing.err.count("\n")) == (3, 1)


@pytest.mark.large
def test_each_user_has_a_token_limits_and_rights(tmp_path):
    file = tmp_path / "tokens.toml"
    hashes = {name: hashlib.sha256(name.encode()).hexdigest() for name in ("ada", "bob", "eve")}
    file.write_text(
        f'[users.ada]\ntoken_sha256 = "{hashes["ada"]}"\nseconds = 9\njobs = 1\n'
        f'[users.bob]\ntoken_sha256 = "{hashes["bob"]}"\nrights = ["metrics"]\n'
        f'[users.eve]\ntoken_sha256 = "{hashes["eve"]}"\nrights = ["ask"]\n'
    )
    server = start(tmp_path / "jobs", "--tokens", str(file), "--host", "0.0.0.0")

    def ask(name, method, path, body=None, headers=None):
        shown = {"Authorization": f"Bearer {name}"} | (headers or {})
        return server.ask(method, path, body, shown)

    try:
        assert server.ask("POST", "/v1/jobs", {"board": "##"}).status == 401
        assert ask("mallory", "POST", "/v1/jobs", {"board": "##"}).status == 401
        board = {"board": hard(1)}
        long = ask("ada", "POST", "/v1/jobs", board | {"time_limit": 10})
        assert (long.status, long.json["type"]) == (403, "forbidden")
        assert "9 at most" in long.json["detail"]
        unsaid = ask("ada", "POST", "/v1/jobs", board)
        assert (unsaid.status, unsaid.json["time_limit"]) == (202, 9)
        second = ask("ada", "POST", "/v1/jobs", {"board": hard(2)}, {"Prefer": "wait=30"})
        assert (second.status, second.json["type"]) == (429, "too-many")
        second_id = identity({"board": hard(2)})
        assert ask("eve", "POST", "/v1/jobs", {"board": hard(3)}).status == 202
        mine = ask("ada", "GET", "/v1/jobs").json
        assert [(job["id"], job["state"]) for job in mine["jobs"]] == [
            (second_id, "failed"), (unsaid.json["id"], "running"),
        ]  # fmt: skip
        page = ask("ada", "GET", "/v1/jobs?limit=1").json
        assert [job["id"] for job in page["jobs"]] == [second_id]
        page = ask("ada", "GET", f"/v1/jobs?limit=1&before={page['next']}").json
        assert ([job["id"] for job in page["jobs"]], page["next"]) == ([unsaid.json["id"]], None)
        assert len(ask("eve", "GET", "/v1/jobs").json["jobs"]) == 1
        for rest in ("", "/events", "/board.svg", "/certificate"):  # of nobody else's job a word
            others = ask("eve", "GET", f"/v1/jobs/{unsaid.json['id']}{rest}")
            assert (others.status, others.json["type"]) == (404, "not-found")
        assert ask("eve", "DELETE", f"/v1/jobs/{unsaid.json['id']}").status == 404
        assert ask("ada", "GET", f"/v1/jobs/{unsaid.json['id']}").json["state"] == "running"
        for query in ("limit=0", "limit=x", "before=-1", "limit=201"):
            assert ask("eve", "GET", f"/v1/jobs?{query}").status == 422
        assert ask("bob", "POST", "/v1/jobs", {"board": "##"}).status == 403
        assert ask("bob", "GET", "/metrics").status in (200, 501)
        assert ask("ada", "GET", "/metrics").status == 403
        assert ask("eve", "POST", "/v1/batches", b'"##"\n', NDJSON).status == 403
        file.write_text("")
        assert ask("eve", "POST", "/v1/jobs", {"board": "##"}).status == 401
    finally:
        server.end()


@pytest.mark.parametrize(
    ("peer", "forwarded", "name"),
    [
        ("10.0.0.1", b"1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", b"6.6.6.6, 1.2.3.4", "1.2.3.4"),  # the first is the client's own invention
        ("10.0.0.1", b"", "10.0.0.1"),
        ("10.0.0.1", b"1.2.3.4\n6.6.6.6", "6.6.6.6"),  # two headers are one list
        ("10.0.0.1", b"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", b"", "2001:db8:1:2::/64"),
        ("::ffff:10.9.8.7", b"", "10.9.8.7"),
        ("10.0.0.2", b"1.2.3.4", "10.0.0.2"),  # no proxy of ours: anybody may write the header
    ],
)
def test_only_a_proxy_that_is_trusted_says_who_asks(peer, forwarded, name, tmp_path):
    seen = []

    async def app(scope, receive, send):
        seen.append(scope["client_of_ours"].name)

    ours = Settings(store=tmp_path / "jobs", proxies=("10.0.0.1",))
    lists = [(b"x-forwarded-for", line) for line in forwarded.splitlines()]
    headers = [(b"host", b"localhost"), *lists]
    head = {
        "type": "http", "method": "GET", "path": "/v1/engines", "headers": headers,
        "client": (peer, 1),
    }  # fmt: skip

    async def guarded():
        await Guard(app, ours, Users(ours))(head, None, None)

    with ThreadPoolExecutor(1) as alone:  # this thread may have a browser's loop already
        alone.submit(lambda: asyncio.run(guarded())).result()
    assert seen == [name]
