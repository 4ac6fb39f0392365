"""Follow every link of the built site, and find whatever a page would fetch from elsewhere.

python -m benchmarks.pages.crawl build/site
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")}
STYLES = {"stylesheet", "preconnect", "preload", "icon"}


class Links(HTMLParser):
    """What a page links to, what it fetches, and the places in it that have a name."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what an element says."""
        given = {name: value or "" for name, value in attrs}
        self.names.update(given[key] for key in ("id", "name") if key in given)
        if tag == "a" and "href" in given and "hidden" not in given:  # what only a service shows
            self.links.append(given["href"])
        if tag == "link" and STYLES & set(given.get("rel", "").split()):
            self.fetched.append(given.get("href", ""))
        self.fetched += [given[key] for name, key in FETCHED if name == tag and key in given]


def read(path: Path) -> Links:
    """Return what a page says."""
    page = Links()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def dead(site: Path) -> list[str]:
    """Return "page: link" of every link to nothing, and of everything fetched from elsewhere."""
    pages = {path.resolve(): read(path) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        for link in page.links + page.fetched:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.fetched and parts.scheme != "data":
                    found.append(f"{name}: fetches {link}")
                continue
            if name.name == "404.html":
                continue  # its links begin at the root of the server
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                found.append(f"{name}: {link}")
            elif link in page.fetched:
                continue  # what stands behind the # is for its own program
            elif target in pages and unquote(parts.fragment) not in pages[target].names | {""}:
                found.append(f"{name}: {link}, no such place")
    return found


def main() -> int:
    site = Path(sys.argv[1])
    found = dead(site)
    print("\n".join(found) or f"{len(list(site.rglob('*.html')))} pages, no dead link")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
