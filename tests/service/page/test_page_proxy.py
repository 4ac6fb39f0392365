"""The page behind nginx with TLS, in a folder, as docs/service.md says that it is set up."""

import re
import shutil
import socket
import subprocess

import pytest

from tests.service.page.conftest import playwright
from tests.service.page.test_page import proof_and_picture
from tests.service.page.test_page_game import CORNER, lamp
from tests.service.serving import ROOT, start

expect = playwright.expect
pytestmark = pytest.mark.large
MAIN = """daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {server}
}}
"""


def documented(port: int, behind: int, folder) -> str:
    """Return the page's two nginx blocks in one, with our ports and files."""
    page = (ROOT / "docs/service.md").read_text(encoding="utf-8")
    location, server = re.findall(r"```nginx\n(.*?)```", page, re.DOTALL)
    server = re.sub(r"/etc/letsencrypt/live/[\w.]+", str(folder), server)
    server = server.replace("listen 443", f"listen 127.0.0.1:{port}")
    location = location.replace("127.0.0.1:8017", f"127.0.0.1:{behind}")
    return re.sub(r"# location.*", lambda _: location, server)


@pytest.fixture
def through_nginx(tmp_path):
    if not (shutil.which("nginx") and shutil.which("openssl")):
        pytest.skip("no nginx or openssl here: apt-get install nginx openssl")
    keys = ["-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*made, *keys], check=True, capture_output=True)
    store = tmp_path / "jobs.sqlite3"
    running = start(
        store, "--workers", "2", "--root-path", "/lights", "--trusted-proxy", "127.0.0.1"
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    main = MAIN.format(folder=tmp_path, server=documented(port, running.port, tmp_path))
    (tmp_path / "nginx.conf").write_text(main, encoding="utf-8")
    nginx = subprocess.Popen(["nginx", "-p", tmp_path, "-c", tmp_path / "nginx.conf"])
    try:
        for _ in range(100):
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert nginx.poll() is None
        yield running, f"https://127.0.0.1:{port}/lights"
    finally:
        nginx.terminate()
        nginx.wait(10)
        running.end()


def test_game_and_form_work_behind_nginx_with_tls_in_a_folder(open_page, through_nginx):
    running, home = through_nginx
    through = {"server": running, "home": home, "ignore_https_errors": True}
    untrusted = ("SSL certificate",)  # no service worker under a certificate that nobody signed
    page = open_page(f"/#{CORNER}", **through, expected=untrusted)
    lamp(page, 0).click()
    expect(page.locator("#number")).to_have_text("Perfect")
    page.click("[data-view=set]")
    expect(page.locator(".gallery")).to_be_visible()
    page.click("#ask")
    page.wait_for_selector("body[data-ready=yes]")
    assert page.url.startswith(f"{home}/ask/")
    proof_and_picture(page)
