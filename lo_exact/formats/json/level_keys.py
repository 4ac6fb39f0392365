"""Keys by which a JSON text shows that it holds levels: those of games, or of our own lists."""

import re

_GRID = re.compile(r'"(?:initialState|stateCount|gridSize)"\s*:')
_ALIEN = re.compile(r'"(?:N|c)"\s*:\s*[0-9]')
_OURS = re.compile(r'\s*\[?\s*\{\s*"file"\s*:\s*"[^"\n]*"\s*,\s*"weight"\s*:')


def has_level_keys(text: str) -> bool:
    """Return whether a JSON text has the keys of a level."""
    if '"initialState"' in text:
        return _GRID.search(text) is not None
    if begins_our_list(text):
        return True
    return len(_ALIEN.findall(text)) >= 2 and '"target"' in text


def begins_our_list(text: str) -> bool:
    """Return whether a text begins like ``levels.json`` of ``lo-exact make --count``."""
    return _OURS.match(text) is not None
