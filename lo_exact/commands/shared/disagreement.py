"""Two engines disagree: the puzzle and what they said are saved beside the user."""

from typing import TYPE_CHECKING, Any

from lo_exact.errors import DisagreementError

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle


def saved(
    puzzle: "Puzzle", sentence: str, answers: list[dict[str, Any]] | None = None
) -> Exception:
    """Save a disagreement and return the error to raise, which names the file.

    Args:
        puzzle: The puzzle the engines disagree about.
        sentence: Who said what.
        answers: Each engine's answer, where there are more than the sentence tells.
    """
    import json

    from lo_exact.formats import write_file_atomically, write_puzzle

    path = f"lo-exact-disagreement-{puzzle.sha256[:12]}.json"
    found: dict[str, Any] = {
        "disagreement": sentence,
        "puzzle": json.loads(write_puzzle(puzzle, "json")),
        "puzzle_sha256": puzzle.sha256,
        "answers": answers or [],
    }
    write_file_atomically(path, json.dumps(found, indent=1) + "\n")
    clash = DisagreementError(f"{sentence}; puzzle and answers are saved in {path}")
    clash.saved = path
    return clash
