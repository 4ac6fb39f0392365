"""The page behind nginx with TLS, in a folder, as docs/service.md says that it is set up.

`BEHIND_NGINX=1` lets all other tests of the page run so.
"""

import json
import ssl
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from lo_exact.service.problems import MEDIA_TYPE, problem
from tests.service.page.conftest import playwright
from tests.service.page.nginx import behind_nginx, make_key
from tests.service.page.test_page import proof_and_picture
from tests.service.page.test_page_game import CORNER, lamp

expect = playwright.expect


def test_a_request_that_nginx_refuses_is_a_problem_of_ours(tmp_path):
    make_key(tmp_path)
    with behind_nginx(tmp_path) as running:
        board = {"board": "#" * 2**20}
        sent = Request(f"{running.address}/v1/jobs", json.dumps(board).encode())
        with pytest.raises(HTTPError) as refused:
            urlopen(sent, context=ssl._create_unverified_context())
        assert (refused.value.code, refused.value.headers["Content-Type"]) == (413, MEDIA_TYPE)
        told = json.load(refused.value)
        assert told == problem("too-large", "a request may have 1048576 bytes")


def test_game_and_form_work_behind_nginx_with_tls_in_a_folder(open_page, tmp_path):
    make_key(tmp_path)
    with behind_nginx(tmp_path) as running:
        # no service worker under a certificate that nobody signed
        untrusted = {"ignore_https_errors": True, "expected": ("SSL certificate",)}
        page = open_page(f"/#{CORNER}", server=running, **untrusted)
        lamp(page, 0).click()
        expect(page.locator("#number")).to_have_text("Perfect")
        page.click("[data-view=set]")
        expect(page.locator(".gallery")).to_be_visible()
        page = open_page("/ask/#5,5,2,plus,plane," + "1" * 25, server=running, **untrusted)
        assert page.url.startswith(f"{running.home}/#solve/")
        proof_and_picture(page)
