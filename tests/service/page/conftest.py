"""The system's Chromium, driven by playwright; nothing is installed here.

With ``BEHIND_NGINX=1`` in the environment the server of all tests that share one stands behind
nginx with TLS, in a folder.
"""

import os
import shutil

import pytest

from tests.service.page.nginx import behind_nginx, make_key
from tests.service.serving import start

playwright = pytest.importorskip(
    "playwright.sync_api", reason="the page's tests need playwright: pip install playwright"
)

playwright.expect.set_options(timeout=30_000)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SOLVER = "/#solve/5,5,2,plus,plane," + "1" * 25
"""The solver on the classic board with all lights on."""

QUIET = (
    "--headless=new", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what drives a browser as large: each of these tests takes seconds."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.large)


BEHIND_NGINX = bool(os.environ.get("BEHIND_NGINX"))


@pytest.fixture(scope="session")
def key(tmp_path_factory):
    """Make a key for TLS; return its folder and the hash by which a browser trusts it."""
    folder = tmp_path_factory.mktemp("key")
    return folder, make_key(folder)


@pytest.fixture(scope="session")
def served(tmp_path_factory, request):
    if BEHIND_NGINX:
        with behind_nginx(request.getfixturevalue("key")[0]) as running:
            yield running
        return
    running = start(tmp_path_factory.mktemp("page") / "jobs.sqlite3", "--workers", "2")
    yield running
    running.end()


@pytest.fixture(scope="session")
def browser(request):
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    more = ["--no-sandbox"] if os.geteuid() == 0 else []
    if BEHIND_NGINX:
        trusted = request.getfixturevalue("key")[1]
        more.append(f"--ignore-certificate-errors-spki-list={trusted}")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *more])
        yield running
        running.close()


def wait_for_worker(page) -> None:
    """Wait until the service worker has the page; the page's own policy forbids to poll inside."""
    for _ in range(300):
        if page.evaluate("navigator.serviceWorker.controller !== null"):
            return
        page.wait_for_timeout(100)
    raise AssertionError("no service worker came")


@pytest.fixture
def open_page(browser, served):
    """Open the page; at the end, nothing may have been said on its console or asked elsewhere."""
    contexts, said = [], []

    def opened(
        path=SOLVER,
        *,
        server=served,
        ready="body[data-ready=yes]",
        expected=(),
        home="",
        now="",
        clock="",
        script="",
        **options,
    ):
        options = {"viewport": {"width": 1000, "height": 900}, "locale": "en-US"} | options
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        if now:  # the clock shows this time; timers run
            page.clock.set_fixed_time(now)
        if clock:  # the clock begins here and runs on
            page.clock.install(time=clock)
        if script:
            page.add_init_script(script)
        home = home or server.home

        def note(text):
            if not any(part in text for part in expected):
                said.append(text)

        page.on("pageerror", lambda error: note(str(error)))
        page.on("console", lambda message: note(message.text) if message.type == "error" else None)
        page.on("request", lambda r: r.url.startswith((home, "blob:")) or said.append(r.url))
        page.goto(home + path)
        page.wait_for_selector(ready)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []
