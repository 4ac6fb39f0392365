"""Detection of words for another rule or goal, after removal of the usual rule and goal.

A press changes a light and its four neighbours, and all lights are to go off: that is the usual
rule and the usual goal.  Pleas for help say nothing of the board.  All of these are blanked first.
Linear in the text.
"""

import re
from collections.abc import Iterable
from itertools import combinations
from typing import NoReturn

from lo_exact.errors import InputError
from lo_exact.formats.board.places import quoted
from lo_exact.formats.scanner.vocabulary import VOCABULARY, words_for
from lo_exact.formats.scanner.words import blanked, blanks

_PAIRS = (
    r"(?:{first})[^.!?\n]{{1,30}}(?:{below})"
    r"|(?:{each}) (?:{row})[^.!?\n]{{1,20}}(?:{column})"
    r"|(?:{whole}) (?:\w+ )?(?:{whole_row})|(?:fila|linha) (?:entera|inteira)"
    r"|(?:{eight}) (?:{around})"
    r"|(?:{also}) (?:\w+ ){{0,2}}(?:{corners})"
    r"|(?:coins|ecken|rogi) (?:changent )?(?:aussi|auch|też)"
).format(**{idea: words_for("doubts_in_pairs", idea) for idea in VOCABULARY["doubts_in_pairs"]})
"""Pairs of words for rows from below, and for rules that change more lights."""

CHANGED_BY = re.compile(
    r"(?:->|→|=>)[ ]?[^\s>→(]{1,9}[ ]?(?:->|→|=>)|=[ ]*not\b"
    r"|(?i:(?=[^\W\d_]|[01#.■□]\s*[=imf]|1[ \t]*-|[#/%;-]{1,2}[ \t]*[a-z])"
    rf"(?:(?<![a-z])(?:{words_for('doubts_in_names')})(?![a-z])"
    r"|(?<![\w.])1[ \t]*-[ \t]*[A-Za-z]"
    r"|(?i:(?<![a-z])(?<!\bI )(?:turn|make(?! anything)|switch)(?:s|ed|ing|es)?"
    r"(?:[ \t]+\w+){0,3}[ \t]+on(?![a-z]))"
    r"|(?i:(?:#|//|%|--|;)[ \t]*(?:the |my )?(?:solutions?|answers?|presses|moves|clicks|hints?)"
    r"(?![a-z]|[ \t]*[:=]?[ \t]*[0-9]))))"
    rf"|(?i:(?<![^\W_])(?:{words_for('doubts_in_words')}"
    rf"|{_PAIRS})(?![^\W_]))"
    rf"|{words_for('doubts_in_signs')}"
)
"""Words of a rule, a surface, colours, a goal, holes, or of a change to a board."""

_TO_PRESS = re.compile(rf"(?i)(?:{words_for('doubts_of_rules', 'to_press')})[^.!?？\n]*(?:[.!:]|$)")
"""Words of presses in what is no question."""

_SOFT = re.compile(rf"(?i)\b(?:{words_for('doubts_in_sentences', 'soft')})(?![a-z])")
"""Words that change a board only in a sentence about its lights."""

_LIGHTS = re.compile(rf"(?i)\b(?:{words_for('doubts_in_sentences', 'lights')})\b")
"""What a sentence about the lights of a board speaks of."""

_HELP = re.compile(rf"(?i)\b(?:{words_for('usual', 'help')})")
"""What people say who ask for help: no word of it is about the board."""

_SENTENCE = re.compile(
    r"(?:(?![ \t]{4})[^.!?\n]|[.!?](?!\s|\Z)|\n(?=[ \t]*[^\W\d_]{2,}[ ,]+[^\W\d_]))+[.!?]?"
)
_TURNS = rf"(?:{words_for('usual', 'turns')})\w*"
_PLUS_WORDS = re.compile(rf"{_TURNS}|{words_for('usual', 'rule')}")
_PLUS_SELF = re.compile(
    rf"selbst und|elle change|{_TURNS}\W+(?:\w+\W+){{0,3}}?(?:itself|it\b(?!s)|its own|that|ella y"
    rf"|ela e|celui|elle et|die|{words_for('usual', 'itself')})\b"
)
_PLUS_NEAR = re.compile(
    rf"(?s)\A(?!.*(?:{words_for('usual', 'across')})).*(?:{words_for('usual', 'near')})"
)
_OF_RULES = re.compile(rf"(?i)\b(?:{words_for('usual', 'other_rule')})\b")
"""Words that make another rule of a rule."""

_FOUR_WAYS = tuple(map(re.compile, VOCABULARY["usual"]["ways"]))
_NOT_ALL = rf"(?:{words_for('usual', 'other_goal')})\b"
_ALL_OUT = re.compile(
    rf"(?i)\b(?:{words_for('usual', 'aims')})\b(?:[ ](?!{_NOT_ALL})[a-z']+){{0,6}}?[ ]"
    rf"(?:all|every\w*|them|whole)\b(?:[ ](?!{_NOT_ALL})[a-z']+){{0,4}}?[ ](?:off|out|dark)\b"
    rf"(?![ ]+(?:one|light|lamp|cell|square|button)s?\b)(?![^.!?\n]*\b{_NOT_ALL})"
    r"|\b(?:goal|aim|objective|target)(?: is|:|=|[ ][-–—])? (?:the usual one, )?"
    r"(?:(?:to|turn|turning|get|getting|make|have|switch|put|just|simply|with|the) ){0,3}"
    r"(?:all|every\w*)(?: of)?(?: the)?(?: (?:lights?|lamps?|cells?|squares?|tiles?|bulbs?|buttons?"
    r"|leds?|windows?|candles?|torches|lanterns?|them))?"
    r" (?:0|zero|off|out)\b(?![ \t]*[^\W\d_])"
    r"|目标(?:是|[:：])?把?(?:全部|全|所有)的?灯?都?(?:熄灭|灭|关掉|关闭)(?![一-鿿])"
    r"|\bnot a (?:single )?\w+ (?:may|must|should) (?:stay|be|remain) (?:lit|on)\b"
)
"""What every puzzle asks for: all lights off."""

_NO_GOAL = re.compile(
    rf"(?i)\b(?:{words_for('usual', 'no_goal')})\b[^.!?\n]{{0,30}}\b(?:all|every\w*|them|whole)\b"
    r"[^.!?\n]{0,30}\b(?:off|out|dark|black)\b"
)
"""All lights off as what shall not be."""


def _is_plus_rule(clause: str) -> bool:
    """Return whether a clause states only that a press changes a light and its four neighbours."""
    said = clause.lower()
    ways = [way.search(said) is not None for way in _FOUR_WAYS]
    slant = re.search(words_for("usual", "slant"), re.sub(r"\(?\bnot diagonal(?:ly)?\b", "", said))
    return (
        _PLUS_SELF.search(said) is not None
        and (all(ways) or (not any(ways[:2]) and _PLUS_NEAR.search(said) is not None))
        and not slant
        and all(map(_PLUS_WORDS.fullmatch, re.findall(r"[^\W\d_]+", said)))
    )


def without_usual(text: str) -> str:
    """Blank out the usual rule, the usual goal and requests for help in a text."""
    text = _HELP.sub(blanked, text)
    said = re.search(_TURNS, text, re.IGNORECASE) or _ALL_OUT.search(text)
    if said is None or _NO_GOAL.search(text):
        return text
    return _SENTENCE.sub(_without_rule, _ALL_OUT.sub(blanked, text))


def _without_rule(found: re.Match[str]) -> str:
    """Blank out the longest sequence of a sentence's clauses that states only the plus rule."""
    said = found[0]
    ends = [0, *(cut.end() for cut in re.finditer(r"[,;:()—.\n]+\s*|\Z", said))]
    if re.search(_TURNS, said, re.IGNORECASE) is None or len(ends) > 16 or len(said) > 999:
        return said
    runs = sorted(combinations(ends, 2), key=lambda run: run[0] - run[1])
    low, high = next((run for run in runs if _is_plus_rule(said[slice(*run)])), (0, 0))
    rest = f"{said[:low]} {said[high:]}"
    return said if _OF_RULES.search(rest) else said[:low] + blanks(said[low:high]) + said[high:]


_OTHER_PRESS = re.compile(
    rf"(?i)\b(?:(?:{words_for('doubts_of_rules', 'pressing')})\w*|buttons?|switch|one)\b"
    rf"[^.!?\n]{{1,80}}\b(?:{_TURNS}|affects?|works on|acts? on|reach\w*)\b"
    r"|\b(?:press|push|tap|hit|touch|click)(?:ing|es)?\b[^.!?\n]{0,40}\b(?:these|those|marked"
    r"|here)\b"
    r"|\b(?:these|those|where|places?)\b[^.!?\n]{0,40}\b(?:press|push|tap|hit|touch|click|taps"
    r"|presses)\b(?![^.!?\n]*\?)"
    r"|(?<!\bwhen )(?<!\bif )(?<!\bthe )(?<!\beach )"
    r"\b(?:tapped|pressed|pushed|clicked|touched|flipped)\b"
    r"|\b(?:want|need|must|should|goal|task|have to|aim|please)\b[^.!?\n]{0,40}\b(?:all|every\w*"
    r"|them|full)\b"
    r"[^.!?\n]{0,25}\b(?:on|lit|bright\w*|burning|shining|glowing)\b"
    r"|\b(?:everything|everywhere|all) (?:bright|lit|on|shining|burning),? please\b"
    rf"|\b(?:{words_for('doubts_of_rules', 'other_rule')})\b"
    rf"|\b(?:{words_for('doubts_of_rules', 'shall')})\b[^.!?\n]{{0,40}}"
    rf"\b(?:{words_for('doubts_of_rules', 'be_on')})\b|{words_for('doubts_of_rules', 'all_on')}"
    rf"|{words_for('doubts_of_rules', 'place')}"
    r"|(?<!\w)(?=[^\W\d_]{2}|F_[3-9]|[^\W_]{1,3}[ ]?[^\W\d_]{2}|[#.*\w][ ]?[=:]{1,2}[ "
    r"]?[^\W\d_]{2})"
    rf"(?:{words_for('doubts_in_remarks')})(?!\w)"
)
"""What a press does, was done, or shall do, and goals, beside what every puzzle says."""


def doubt_in(text: str) -> re.Match[str] | None:
    """Return a match of words that may state an unusual rule or goal, or None."""
    text = without_usual(text)
    hard = CHANGED_BY.search(text) or _OTHER_PRESS.search(text) or _TO_PRESS.search(text)
    if hard is None and _SOFT.search(text):
        for sentence in _SENTENCE.finditer(text):
            soft = _SOFT.search(text, sentence.start(), sentence.end())
            asks = re.search(
                r"(?i)\b(?:who|which|what|how|can|could|is|does|any\w*)\b.*\?\W*\Z", sentence[0]
            )
            few = len(sentence[0].split()) < 3
            if soft and not asks and (few or _LIGHTS.search(sentence[0])):
                return soft
    return hard


_HARMLESS = re.compile(words_for("remarks", "words"))
_STATES = re.compile(words_for("remarks", "states"))
_NAMED = re.compile(rf"(?i)(?<![^\W_])(?:{words_for('remarks', 'named')})")
_EXPLAINS = re.compile(
    r"\W*(?:(?:[0-9A-Z]|[^\w\s,.!?])[\"']?(?:[ ]*[=:]|[ ]+[^\W\d_])"
    r"|[^\W_][\"']?[ ]*(?:[=:]|is\b|means?\b))"
)
"""One sign, and then what it means."""

_OF_LIGHTS = re.compile(rf"(?i)(?<![^\W_])(?:{words_for('remarks', 'states', 'lights')})(?![^\W_])")
_WORD = re.compile(r"[^\W\d_]+")

_RULED = re.compile(
    r"(?im)^[ \t]*(?:neighbou?rhood|topology|target|uniform|rules?|buttons|legend)[ ]?:"
    r"|^[ \t]*colou?rs[ ]?:[ ]*+(?!2\b)"
)
"""Keys of a rule, which long comments may tell again."""

_DENIES = re.compile(
    rf"(?i)(?<![^\W_])(?:{words_for('doubts_in_remarks', 'presses', 'part', 'taken_back')}"
    rf"|{words_for('doubts_in_words', 'presses')})(?![^\W_])"
)


def is_harmless(said: str) -> bool:
    """Return whether a few words say nothing of a puzzle."""
    return all(map(_HARMLESS.fullmatch, _WORD.findall(_NAMED.sub(" ", said).lower())))


def judge_remarks(
    remarks: Iterable[str], text: str = "", *, known: str = "", lights: bool = True
) -> bool:
    """Refuse comments that may state another puzzle: short ones by a list of harmless words.

    Args:
        remarks: the comments, line by line.
        text: the text that they are of, for the line of an error.
        known: the text whose words a comment may repeat.
        lights: whether a comment may speak of lights.

    Returns:
        Whether all comments consist of harmless words.

    Raises:
        InputError: At the first such comment.
    """
    repeated, plain, long = {*_WORD.findall(known.lower())}, True, list[str]()
    for remark in dict.fromkeys(remarks):
        said = _WORD.sub(lambda word: word[0] * (word[0].lower() not in repeated), remark)
        words, signs = _WORD.findall(_NAMED.sub(" ", said).lower()), _EXPLAINS.match(remark)
        odd = [word for word in words if not (
            _HARMLESS.fullmatch(word) or (signs and (len(word) < 2 or _STATES.fullmatch(word)))
        )]  # fmt: skip
        plain = plain and not (odd or signs)
        if len(remark.split()) > 5:
            long.append(said)
        elif odd or not (lights or _OF_LIGHTS.search(said) is None):
            _refuse(remark, text)
    whole = "\n".join(long)
    found = (_DENIES.search if _RULED.search(known) else doubt_in)(whole)
    found = found or (None if lights else _OF_LIGHTS.search(whole))
    if found:
        _refuse(found[0], text)
    return plain


def _refuse(said: str, text: str) -> NoReturn:
    raise InputError(
        f"a comment says {quoted(said.strip()[:60])}, which may make another puzzle: leave it out, "
        "and say the rule by options",
        line=text.count("\n", 0, max(text.find(said), 0)) + 1,
    )
