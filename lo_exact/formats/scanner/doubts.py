"""Detection of words for another rule or goal, after removal of the usual rule and goal.

A press changes a light and its four neighbours, and all lights are to go off: that is the usual
rule and the usual goal.  Pleas for help say nothing of the board.  All of these are blanked first.
Linear in the text.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from lo_exact.formats.board.places import quoted, reject
from lo_exact.formats.scanner.legends import ALONE, NAMED, STATE
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

_SOFT = re.compile(
    r"(?i)\b(?:{soft})(?![a-z])(?:[^.!?\n]{{0,80}}\b(?:{lights})\b(?![^.!?\n]{{0,80}}\?)|\W*\Z)"
    r"|\b(?:{lights})\b[^.!?\n]{{0,80}}\b(?:{soft})(?![a-z])(?![^.!?\n]{{0,80}}\?)"
    r"|(?:{to_press})[^.!?？\n]*(?:[.!:]|$)".format(
        soft=words_for("doubts_in_sentences", "soft"),
        lights=words_for("doubts_in_sentences", "lights"),
        to_press=words_for("doubts_of_rules", "to_press"),
    )
)  # fmt: skip
"""Words that change a board only in a sentence about its lights, or of presses if no question."""

_HELP = re.compile(rf"(?i)\b(?:{words_for('usual', 'help')})")
"""What people say who ask for help: no word of it is about the board."""

_SENTENCE = re.compile(
    r"(?:(?![ \t]{4})[^.!?\n]|[.!?](?![\s\"”»]|\Z)|\n(?=[ \t]*[^\W\d_]{2,}[ ,]+[^\W\d_]))+[.!?]?"
)
_TURNS = rf"(?:{words_for('usual', 'turns')})\w*"
_PLUS_WORDS = re.compile(rf"{_TURNS}|{words_for('usual', 'rule')}")
_PLUS_SELF = re.compile(
    rf"(?:{words_for('usual', 'self')})|{_TURNS}\W+(?:\w+\W+){{0,3}}?(?:itself|it\b(?!s)|its own"
    rf"|that|ella y|ela e|celui|elle et|die|{words_for('usual', 'itself')})\b"
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
    r"(?:all|every\w*|them|whole)\b(?: [0-9]+)?"
    rf"(?:[ ](?!{_NOT_ALL})[a-z']+){{0,4}}?[ ](?:off|out|dark)\b"
    rf"(?![ ]+(?:one|light|lamp|cell|square|button)s?\b)(?![^.!?\n]*\b{_NOT_ALL})"
    r"|\b(?:goal|aim|objective|target)(?: is|:|=|[ ][-–—])? (?:the usual one, )?"
    r"(?:(?:to|turn|turning|get|getting|make|have|switch|put|just|simply|with|the) ){0,3}"
    r"(?:all|every\w*)(?: of)?(?: the)?(?: (?:lights?|lamps?|cells?|squares?|tiles?|bulbs?|buttons?"
    r"|leds?|windows?|candles?|torches|lanterns?|them))?"
    r" (?:0|zero|off|out)\b(?![ \t]*[^\W\d_])"
    rf"|\b(?:{words_for('usual', 'aims')})\b:?(?:[ ](?!{_NOT_ALL})[a-z']+){{0,5}}?[ ]"
    r"(?:switch|turn|shut|put)[ ](?:off|out)[ ](?:all|every|each)\b(?: of)?(?: the| my)?"
    r"(?: [0-9]+)?[ ](?:lights?|lamps?|cells?|squares?|tiles?|bulbs?|buttons?|leds?|windows?"
    r"|candles?|torches)\b"
    rf"(?![^.!?\n]*\b{_NOT_ALL})"
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
    tests = (CHANGED_BY, _OTHER_PRESS, _SOFT)
    return next(filter(None, (test.search(text) for test in tests)), None)


_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|['’]s\b|(?<=\w)\.[a-z]\w{1,4}\b")
"""A place between two words of a name such as ``LightsOut``, or the end of the name of a file."""

_FEW, _SHORT, _LONG, _TOLD = 3, 5, 300, 2
"""Largest numbers of words of a label: anywhere, and beside a board or in a comment; the number of
characters of a long line that are read; and the number of sentences of a text of which each is read
by its known words, since who says so little beside a board speaks of the board."""

_REMARK = re.compile(
    r"(?m)(?:^[ \1]*|(?<=[\0;,{}()\[\]\"'0-9])[ \1]+)"
    r"(?:#+(?!(?:ifn?def|endif|define|include|pragma|lang)\b)|//+|%+|--+|;+|/\*+|\(\*|<!--"
    r"|\*+(?=\s)|\"\"\"(?!\0)|(?:[0-9]+ )?REM\b)"
)
"""What begins a comment."""

_NO_PROSE = re.compile(
    r"[\[\]{}\\<>&|;\t]|\w\((?![0-9]+\)\W*\Z)|=(?=[ ]?\S)|::"
    r"|^[ \1]*(?:\([^)]*\Z|:[a-z]|[\"'][\w ]+[\"'][ ]?:|(?:ans|[A-Z][a-z]+)[ ]?=\Z)"
    rf"|^[ \1#]*(?i:{words_for('labels', 'code')})\b|^\W{{0,9}}[\w.-]{{0,80}}\.\w{{1,40}}:?$"
)
"""A line of code or of a table."""

_PARTS = re.compile(r"(?:[^.!?。！？]|(?<=[ \1])[.!?]|[.!?](?!\s|$))+[.!?。！？]*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_COUNTED = re.compile(rf"[\u3040-\u9fff]{{1,2}}|{_WORD.pattern}")
_NAMES = re.compile(
    rf"(?i)(?<!\w)(?:{words_for('labels', 'of_names')}).*"
    rf"|^\W*(?:{words_for('labels', 'greetings')})\W+"
    r"(?-i:(?:[^\W\d_a-z][\w.'-]{0,30}[ ,!.]{0,3}){1,3}\Z)"
    rf"|^.*(?<!\w)(?:{words_for('labels', 'speaks')})(?!\w).*"
    r"|(?<=\w )[\"“«„‚『「'][^\"“”«»'』」]{1,40}[\"”“»』」']"
)
"""What has any name: a level, an author, a person."""

_NAME_ALONE = re.compile(r"\W{0,9}(?:[^\W\d_a-z][\w.'-]{0,30}\W{0,3}){1,3}")
_PHRASES = re.compile(rf"(?i)(?<!\w)(?:{words_for('labels', 'goals', 'phrases')})(?!\w)")
_ASKED, _OF_LEGENDS, _TOGETHER = (
    re.compile(f"(?i){words}")
    for words in (
        words_for("labels", "asked"),
        f"{words_for('legends', 'states', 'beside', 'fillers')}|{STATE}"
        f"|{words_for('sentences', '+', '-')}|{words_for('sign_names')}"
        f"|{words_for('labels', 'legends')}",
        "|".join(sorted(words_for("labels", "together").split("|"), key=len)[::-1]),
    )
)

_HARMLESS, _LITTLE, _SAID = (
    frozenset(words_for("labels", idea).split("|")) for idea in ("words", "little", "said")
)
"""Harmless words of labels, short words that need others, words of people who ask for help."""


def strange_label(said: str, *, drawn: bool, told: bool = True) -> str:
    """Return a label of a text that has a word which is not known to be harmless, or ``""``.

    A label is a comment, a line of a few words, or the few words directly beside a board.

    Args:
        said: the text, with NUL in place of its boards, and SOH in place of blanks.
        drawn: whether the boards are drawn, so that no program stands around them.
        told: whether a text of one or two sentences is read by its known words.
    """
    said = _REMARK.sub("\n\2", re.sub("\1+", "\1", said))
    lines = [
        "\0" * ("\0" in line[:-_LONG]) + _NAMES.sub("n n", line[-_LONG:])
        for line in said.split("\n")
        if line.strip()
    ]
    counts = [len(_COUNTED.findall(line)) for line in lines]
    seen = Counter(_WORD.findall(said))
    spoken = [k for k, line in enumerate(lines) if counts[k] and "\0" not in line]
    around, found = ["", *lines, ""], list[tuple[list[str], list[str]]]()
    for k, line in enumerate(lines):
        below, here, above = ("\0" in one for one in around[k : k + 3])
        name = _NAME_ALONE.fullmatch(line)
        # signed with a name, or in mid-sentence
        free = (
            name and (lines[k - 1].rstrip()[-1:] == "," or seen[_WORD.findall(line)[0]] > 1)
        ) or (counts[k - 1] > _SHORT and line.lstrip("\1\2 ")[:1].islower())
        code = (here and not drawn) or _NO_PROSE.search(line.replace("\0", ""))
        whole = [] if code and line[0] != "\2" else [*filter(_WORD.search, _PARTS.findall(line))]
        parts = [] if free else whole
        lone = (
            not (above or here or below)
            and (
                counts[k] > _FEW
                # the first line is a title, or the last is a name below a letter
                or ([k] == spoken[:1] and ":" not in line)
                or ([k] == spoken[-1:] and name)
            )
        )  # fmt: skip
        if line[0] != "\2":
            beside = parts[-1:] * (above or here) + parts[:1] * (below or here)
            parts = beside if counts[k] > _SHORT else parts[: 0 if lone else None]
        found.append((whole, parts))
    few = told and sum(len(whole) + (_TOLD if len(line) >= _LONG else 0)
                       for line, (whole, _) in zip(lines, found, strict=True)) <= _TOLD  # fmt: skip
    odd = next(
        (
            one  # each once, since comments recur
            for one, label in dict.fromkeys(
                (one, one in parts) for whole, parts in found for one in whole
            )
            if (few or label) and _is_strange(one, label=label, told=few)
        ),
        "",
    )  # fmt: skip
    return re.split("[\0-\2]", odd.strip(" \0\1\2"))[0]


def _is_strange(said: str, *, label: bool, told: bool) -> bool:
    """Return whether a label, or one of the few sentences told, has a word not known as harmless.

    Args:
        said: the label or sentence.
        label: whether it is judged if it is short.
        told: whether it is judged if it is long.
    """
    short = len(_COUNTED.findall(said)) <= _SHORT
    rest = _PHRASES.sub(".", _CAMEL.sub(" ", without_usual(said)))
    words = {word for word in _WORD.findall(rest) if len(word) > 1}
    legend = NAMED.search(said) or re.search(
        rf"\w\s*[\1]|\b\w ?=|[\"#.01](?:表示|が|は)|^[\2]が|{ALONE.pattern}", said
    )
    lists = [_OF_LEGENDS] * bool(legend)
    lists += [_ASKED] if not short or said.rstrip(" \1").endswith(("?", "？")) else []
    unknown = {
        word for word in words
        if word.lower() not in _HARMLESS
        and not any(known.fullmatch(word) for known in lists)
        and _TOGETHER.sub("", word)
    }  # fmt: skip
    # a label without any known word is strange
    alone = short and unknown == words != set() and rest == said and not legend
    little = unknown if short else {word for word in unknown if word.lower() not in _SAID}
    return (label if short else told) and (alone or not {*map(str.lower, little)} <= _LITTLE)


_RULED = re.compile(
    r"(?im)^[ \t]*(?:neighbou?rhood|topology|target|uniform|rules?|buttons|legend)[ ]?:"
    r"|^[ \t]*colou?rs[ ]?:[ ]*+(?!2\b)"
)
"""Keys of a rule, which a comment may tell again."""

_DENIES = (
    rf"(?i)(?<![^\W_])(?:{words_for('doubts_in_remarks', 'presses', 'part', 'taken_back')}"
    rf"|{words_for('doubts_in_words', 'presses')})(?![^\W_])"
)
_OF_LIGHTS = re.compile(rf"(?i)(?<![^\W_])(?:{words_for('remarks', 'lights')})(?![^\W_])")
_INVERTED = re.compile(words_for("remarks", "inverted"))


def judge_remarks(
    remarks: Iterable[str], text: str = "", *, known: str = "", lights: bool = True
) -> None:
    """Refuse comments of a file that may state another puzzle.

    Args:
        remarks: the comments, line by line.
        text: the text that they are of, for the line of an error.
        known: a text whose words a comment may repeat.
        lights: whether a comment may speak of lights.

    Raises:
        InputError: At the first such comment.
    """
    same = {*_WORD.findall(known.lower()), *words_for("remarks", "words").split("|")}
    said = _WORD.sub(
        lambda word: "board" if word[0].lower() in same else word[0],
        "\n".join(f"# {remark}" for remark in dict.fromkeys(remarks)),
    )
    doubt = (
        (re.search(_DENIES, said) if _RULED.search(known) else doubt_in(said))
        or _INVERTED.search(said)
        or (None if lights else _OF_LIGHTS.search(said))
    )
    odd = doubt[0] if doubt else strange_label(said, drawn=False, told=not _RULED.search(known))
    reject(
        odd,
        f"a comment says {quoted(odd.strip(' #')[:60])}, which may make another puzzle: leave it "
        "out, and say the rule by options",
        line=text.count("\n", 0, max(text.find(odd.strip(" #")), 0)) + 1,
    )
