"""Build all that is released, from a clean checkout, and verify it as a stranger gets it.

    python -m tests.campaigns.release [--folder dist]

Into the folder go the wheel and the sdist, the joined checkers of one file each, the page, the site
(`make site` builds it), the records with their certificates, and ``SHA256SUMS``.  Archives have
the time of the commit and sorted names, so the same commit gives the same bytes.

Then it is all taken in hand in a path with a blank: sums compared, the wheel installed in an empty
environment, a board solved, and its certificate judged by the checker that lies beside the wheel;
the checkers inside wheel and sdist are compared with it; the sequence's verifier judges a term out
of the archive of records.  Nothing is uploaded.  Exit code 1 if anything is not as it should be.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from lo_exact.version import version
from tests.campaigns.packages import ROOT, build, environment, uv

SUMS = "SHA256SUMS"
ARCHIVES = {
    "page": ("lo_exact/service/page/game",),
    "site": ("build/site",),
    "records": ("data/records", "data/oeis", "data/atlas", "data/claims"),
}
"""Folders of each archive, below the checkout."""

BOARD = "#####\n" * 5
MINIMUM = "15"
"""Of a 5 x 5 board that is all on: Pelletier, The Mathematical Gazette 71 (1987)."""

TERM, VALUE = "39", "561"
"""A term of A075464 whose evidence is a certificate, as OEIS lists it."""


def archive(folders: tuple[str, ...], path: Path, when: int) -> None:
    """Write a .tar.gz whose bytes depend on the files and the commit alone."""
    with (
        path.open("wb") as raw,
        gzip.GzipFile(path.stem, "wb", fileobj=raw, mtime=when) as packed,
        tarfile.open(fileobj=packed, mode="w") as file,
    ):
        for each in sorted(found for name in folders for found in (ROOT / name).rglob("*")):
            if each.is_file() and "__pycache__" not in each.parts:
                entry = tarfile.TarInfo(str(each.relative_to(ROOT)))
                data = each.read_bytes()
                entry.size, entry.mtime, entry.mode = len(data), when, 0o644
                file.addfile(entry, io.BytesIO(data))


def sums(folder: Path) -> str:
    """Return a line "SHA-256  name" for each file, as `sha256sum` writes them."""
    files = sorted(path for path in folder.iterdir() if path.name != SUMS)
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    return "".join(f"{one}  {path.name}\n" for one, path in zip(digests, files, strict=True))


def make(folder: Path) -> None:
    """Build everything into an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build(folder)
    (folder / ".gitignore").unlink(missing_ok=True)  # uv's
    for checker in sorted((ROOT / "lo_exact/certificate").glob("*checker.py")):
        shutil.copy(checker, folder / checker.name)
    when = int(asked("git", "-C", str(ROOT), "log", "-1", "--format=%ct"))
    for name, folders in ARCHIVES.items():
        archive(folders, folder / f"lo-exact-{name}-{version()}.tar.gz", when)
    (folder / SUMS).write_text(sums(folder), encoding="utf-8")


def faults(folder: Path) -> Iterator[str]:
    """Say what is wrong with what was built."""
    if (folder / SUMS).read_text(encoding="utf-8") != sums(folder):
        yield f"{SUMS} does not fit the files"
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob(f"lo_exact-{version()}.tar.gz")
    with zipfile.ZipFile(wheel) as packed, tarfile.open(source) as unpacked:
        for checker in folder.glob("*checker.py"):
            inside = f"lo_exact/certificate/{checker.name}"
            member = unpacked.extractfile(f"lo_exact-{version()}/{inside}")
            if {packed.read(inside), member.read() if member else b""} != {checker.read_bytes()}:
                yield f"{checker.name} is another one inside the packages"
    with tempfile.TemporaryDirectory(prefix="lo exact ") as name:
        place = Path(name)
        python = environment(place / "clean", sys.executable)
        uv("pip", "install", "--quiet", "--python", str(python), str(wheel))
        (place / "board.txt").write_text(BOARD, encoding="utf-8")
        ours = [str(python), "-m", "lo_exact"]
        told = asked(*ours, "min", "board.txt", "--certificate", "proof.json", at=place)
        if f"optimal: {MINIMUM} presses" not in told:
            yield f"the installed wheel says {told.splitlines()[0]!r}"
        if version() not in asked(*ours, "--version", at=place):
            yield "the installed wheel has another version"
        judged = asked(str(python), "-I", str(folder / "checker.py"), "proof.json", at=place)
        if not judged.startswith("accepted"):
            yield f"the checker beside the wheel says {judged!r}"
        for kind in ARCHIVES:
            with tarfile.open(folder / f"lo-exact-{kind}-{version()}.tar.gz") as file:
                file.extractall(place / kind, filter="data")
        for kind, page in (("page", "lo_exact/service/page/game"), ("site", "build/site")):
            if not (place / kind / page / "index.html").is_file():
                yield f"the archive of the {kind} has no front page"
        verifier = place / "records/data/oeis/a075464/verify.py"
        told = asked(str(python), "-I", str(verifier), "--term", TERM, at=verifier.parent)
        if VALUE not in told:
            yield f"the verifier of A075464 says {told!r}"


def asked(*words: str, at: Path = ROOT) -> str:
    """Return what a program prints; end with its own message where it fails."""
    done = subprocess.run(words, cwd=at, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def main() -> int:
    """Build and verify; return 0 when all is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "dist")
    folder = parser.parse_args().folder.resolve()
    changed = asked("git", "-C", str(ROOT), "status", "--porcelain")
    if changed:
        print(f"a release is built from a clean checkout; here differ:\n{changed}", end="")
        return 1
    make(folder)
    wrong = list(faults(folder))
    print(*wrong, sep="\n") if wrong else print((folder / SUMS).read_text(), end="")
    print("not to be released" if wrong else f"{version()}: all verified; nothing was uploaded")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
