"""A hook of MkDocs: links to files of the repository lead to copies on the site.

It also writes version and licence into the foot of each page, the picture for links into its head,
and lets the search prefer lessons and how-to pages and know sizes however they are written.

Pages in docs/ link to ``../data/...`` and the like, as a reader of the repository needs it.  On the
site such a file is copied to ``files/``, and the link leads there; a link to a folder of the
repository becomes its name.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.pages.atlas import scripts
from benchmarks.pages.cli import help_of_commands
from benchmarks.pages.previews import add_previews
from benchmarks.records.collect import ROOT
from lo_exact.version import version

if TYPE_CHECKING:
    from mkdocs.structure.files import Files

PAPER = ROOT / "paper" / "paper.md"
HELP = "<!-- help of every command -->"
LINK = re.compile(r"\[([^\]]*)\]\(((?:\.\./)+)([^)#]+)(#[^)]*)?\)")
WEIGHTS = {"Learn": 3, "How to": 3, "Benchmarks": 0.5}
PAGES = {
    "index.md": 3, "commands.md": 3, "explain/faq.md": 2, "reference/api.md": 0.5,
    "architecture.md": 0.3, "walks.md": 1, "certificate-forms.md": 0.5, "paper.md": 0.5,
}  # fmt: skip
"""How much a hit in a section of the menu, or on one page, counts in the search."""


def on_config(config: Any) -> Any:
    """Write the foot of all pages; link the source where `mkdocs.yml` names it."""
    source = config["extra"]["source"]
    named = f'<a href="{source}">source</a>' if source else ""
    parts = (f"lo-exact {version()}", "MIT licence", "data CC0 1.0", named)
    config["copyright"] = " · ".join(part for part in parts if part)
    config["repo_url"], config["repo_name"] = (source, "Source") if source else (None, None)
    return config


def on_post_page(output: str, page: Any, config: Any, **_: Any) -> str:
    """Add the picture that other sites show beside a link, and what changes the theme's search."""
    here = posixpath.dirname(page.url) or "."
    picture = posixpath.relpath("play/picture.png", here)
    if config["site_url"]:
        picture = f"{config['site_url']}play/picture.png"
    added = (
        f'<meta property="og:image" content="{picture}">',
        f'<script src="{posixpath.relpath("search.js", here)}"></script>',
    )
    return output.replace("</head>", "\n".join((*added, "</head>")), 1)


def on_post_build(config: Any, **_: Any) -> None:
    """Make the search's index know sizes; give each day and level of the game its picture.

    In the index a size is one word, so that "19 x 19" finds no other 19.
    """
    site = Path(config["site_dir"])
    one_word_sizes(site / "search" / "search_index.json")
    address = f"{config['site_url']}play/" if config["site_url"] else ""
    add_previews(site / "play", address)


def one_word_sizes(index: Path) -> None:
    """Write "19 x 19" as "19x19" in a file."""
    index.write_text(re.sub(r"(\d) x (?=\d)", r"\1x", index.read_text("utf-8")), encoding="utf-8")


def outside(page: str, up: str, path: str) -> Path | None:
    """Return the path in the repository that a link of a page means, if it is not in docs/."""
    found = (ROOT / "docs" / page).parent.joinpath(up + path).resolve()
    if not found.is_relative_to(ROOT) or found.is_relative_to(ROOT / "docs"):
        return None
    return found


def copied(path: Path) -> str:
    """Return where the copy of a file is; Markdown is shown as text, or it would be a page."""
    name = f"files/{path.relative_to(ROOT).as_posix()}"
    return f"{name}.txt" if name.endswith(".md") else name


def on_files(files: Files, config: Any) -> Files:
    """Add files of the repository that pages link to, the game, the atlas's data and the paper."""
    from mkdocs.structure.files import File  # only the build has MkDocs, the tests have not

    wanted = set[Path]()
    for page in list(files.documentation_pages()):
        for _, up, path, _ in LINK.findall(page.content_string):
            found = outside(page.src_uri, up, path)
            if found and found.is_file():
                wanted.add(found)
    for path in sorted(wanted):
        if path != PAPER:
            files.append(File.generated(config, copied(path), content=path.read_bytes()))
    game = ROOT / "lo_exact/service/page/game"
    for path in sorted(game.rglob("*")):
        if path.is_file():
            name = f"play/{path.relative_to(game).as_posix()}"
            files.append(File.generated(config, name, content=path.read_bytes()))
    for name, text in scripts():
        files.append(File.generated(config, name, content=text))
    paper = PAPER.read_text(encoding="utf-8")
    files.append(File.generated(config, "paper.md", content=paper))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links to the copies; write the help of every command where its mark stands."""

    here = posixpath.dirname(page.file.src_uri) or "."
    section = page.parent.title if page.parent else ""
    boost = PAGES.get(page.file.src_uri, WEIGHTS.get(section, 1))
    page.meta.setdefault("search", {"boost": boost})
    if page.file.src_uri in ("index.md", "index.ja.md"):
        page.meta["hide"] = ["navigation", "toc"]  # the board needs the room

    def led(match: re.Match[str]) -> str:
        words, up, path, _ = match.groups()
        found = outside(page.file.src_uri, up, path)
        if found is None:
            return match[0]
        if found == PAPER:
            return f"[{words}]({posixpath.relpath('paper.md', here)})"
        if not found.is_file():
            return f"{words} (`{found.relative_to(ROOT).as_posix()}`)"
        return f"[{words}]({posixpath.relpath(copied(found), here)})"

    led_there = LINK.sub(led, markdown)
    if HELP in led_there:
        led_there = led_there.replace(HELP, help_of_commands())
    return led_there
