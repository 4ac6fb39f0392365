"""nginx with TLS in front of a server, in a folder, with the file that is shipped."""

import base64
import hashlib
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service.serving import ROOT, Server, start

MAIN = """daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {server}
}}
"""


def make_key(folder: Path) -> str:
    """Make a key and a certificate that nobody signed; return the hash by which it is trusted."""
    if not (shutil.which("nginx") and shutil.which("openssl")):
        pytest.skip("no nginx or openssl here: apt-get install nginx openssl")
    keys = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*made, *keys], check=True, capture_output=True)
    public = subprocess.run(
        ["openssl", "rsa", "-in", folder / "privkey.pem", "-pubout", "-outform", "der"],
        check=True, capture_output=True,
    )  # fmt: skip
    return base64.b64encode(hashlib.sha256(public.stdout).digest()).decode()


def shipped(port: int, behind: int, folder: Path) -> str:
    """Return the shipped file, with our ports and files, and rates that no test reaches."""
    text = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    to_https = re.search(r"server \{\n    listen 80;.*?\n\}\n", text, re.DOTALL)
    assert to_https
    text = text.replace(to_https[0], "").replace("    listen [::]:443 ssl;\n", "")
    for old, new in (
        ("/etc/letsencrypt/live/lights.example.org", str(folder)),
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("lo-exact:8017", f"127.0.0.1:{behind}"),
        ("rate=20r/s", "rate=2000r/s"),
    ):
        assert old in text
        text = text.replace(old, new)
    return text


@contextmanager
def behind_nginx(folder: Path) -> Iterator[Server]:
    """Start a server and nginx in front of it, with the key that is in the folder."""
    behind = "--root-path", "/lights", "--trusted-proxy", "127.0.0.1"
    running = start(folder / "jobs.sqlite3", "--workers", "2", *behind)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    main = MAIN.format(folder=folder, server=shipped(port, running.port, folder))
    (folder / "nginx.conf").write_text(main, encoding="utf-8")
    nginx = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"])
    try:
        for _ in range(100):
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert nginx.poll() is None
            time.sleep(0.05)
        running.address = f"https://127.0.0.1:{port}/lights"
        yield running
    finally:
        nginx.terminate()
        nginx.wait(10)
        running.end()
