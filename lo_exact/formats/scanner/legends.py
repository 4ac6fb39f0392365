"""Legends: the colours of the symbols in a board, stated in its text or conventional.

A legend is a sign with a word for on, off or a hole; a list of numbered colours; or an order of
three or more states.  A sign that a sentence names beside other words is reported, too.
"""

import re
from collections.abc import Iterable, Sequence

from lo_exact.formats.board.rows import OFF, ON
from lo_exact.formats.scanner.tree import NUMBER, OFF_ON, STATES, VALUES
from lo_exact.formats.scanner.vocabulary import VOCABULARY, words_for
from lo_exact.formats.scanner.words import blanked
from lo_exact.topology import HOLE

STATE = "|".join(re.split("[ |]", STATES))
"""Pattern of a word for off or on."""

_LINK_WORDS = (
    r"[\"'`”»」]?(?:'?s\b)?[ \t]*"
    rf"(?:[=-]?=>|=+|:|-+>?|→|–|—|(?:{words_for('legends', 'links')}):?)[ \t]+"
    r"|[\"'`”»」]?[ \t]*(?:=>|[=:→は은는が]|表示|代表|为|是|的位置)[ \t]*"
    r"|[\"'`”»」]?[ \t]+(?=otherwise|one[ ]that[ ]is|(?:is )?(?:if|when|where)[ ]"
    r"|(?:una?|une?|eine?|uma?|quell[aei])[ ])"
    r"|[\"'`”»」\]]?[ \t]+(?=(?:an?[ ]|the[ ])?(?:not[ ])?(?:(?:un)?lit|dark|wall|hole)\b"
    r"|an?[ ](?:light"
    r"|lamp)\b)"
)
_FILLS = rf"(?:(?:{words_for('legends', 'fillers')})\s+|灯(?:的初始状态是)?|一[盏个])*"
_SIGN_NAMES = {signs: words_for("sign_names", signs) for signs in VOCABULARY["sign_names"]} | {
    signs: f"(?:{words_for('sign_colours', signs)})"
    "(?:[ ](?:squares?|tiles?|cells?|lights?|lamps?|ones?))?"
    for signs in VOCABULARY["sign_colours"]
}
"""Names of signs."""

_NAMED_SIGN = "|".join(_SIGN_NAMES.values())
_LEGEND = re.compile(
    r"(?:(?m:^)[ \t]*(?:#+|//|%|--"
    r"|;)[ \t]+)?(?<![^\s,;、。，(\[\"'`“«「:用字])(?<!\brow )(?<!\bcolumn )[\"'`“«「\[]?"
    r"(?P<sign>[^\w\s,;=:()\[\]]|[0-9xXoO_]|(?-i:[A-Z])|[a-z](?=[\"'`]?[ \t]*=)"
    rf"|true|false|{_NAMED_SIGN})"
    rf"(?:{_LINK_WORDS}){_FILLS}"
    r"(?P<inner>(?:filled|full|empty|blank|solid|hollow|yellow|white|black|gr[ae]y|red|green|blue"
    r"|wall|star|dot|hash|one|zero)[ ]\()?"
    r"(?P<not>(?:not|n't|не|nie|non|no|não|nicht|niet)[ ]|没|不)?"
    rf"(?P<value>{STATE}|no[ ](?:light|lamp|cell|button)(?:[ ](?:t?here))?|(?:not|otherwise"
    rf"|(?<!lights[ ])out)(?=\s*(?:[.:;,)\[\n]|\Z))"
    rf"|(?:a[ ])?(?:hole|wall)|没有灯"
    rf"|(?:there's )?nothing(?: there)?(?:, just (?:a )?\w+(?: \w+)?)?)(?:\b"
    rf"|(?=[を着的]))(?![ \t,]+(?:and[ ]|et[ ]"
    rf"|und[ ])?(?:{STATE})\b(?!\s*[=:]))"
    r"(?:[ ](?:light|lamp|cell|one|led|square|tile|불|전구|전등|램프|칸|상태)s?\b)?"
    r"(?:[ ]\(no[ ](?:light"
    r"|lamp)(?:[ ]there)?\))?(?"
    r"(inner)\))(?:[ ]\([01]\))?[,;.、]?(?:[ \t]+[01](?m:[ \t]*$))?"
    rf"|(?<![\w.])[\"']?(?P<key>{STATE})(?:[_ -]?(?:char|character|sign|symbol|glyph|marker"
    rf"|tile|cell))?[\"']?"
    r"[ \t]*(?:=>|[:=])[ \t]*[\"'](?P<drawn>[^\w\s]|[0-9xXoO])[\"'],?",
    re.IGNORECASE,
)
_SIGN = r"[\"'`“«「]?([^\w\s,;=:|()\[\]{}]|[0-9xXoO_]|true|false)[\"'`”»」]?"
_SIGN_PAIRS = re.compile(
    rf"(?<![^\s,;(\[]){_SIGN}[ ]({STATE})"
    rf"(?:[ ]?[,;/][ ]?|[ ]and[ ]|[ ]|[ \t]*\n[ \t]*){_SIGN}[ ]({STATE})(?!\w),?"
    rf"|(?<!\w)(?:lights?[ ](?:that|which)[ ](?:is|are)[ ]|lights?[ ])?({STATE})"
    r"(?:[ ](?:lights?|lamps?|cells?|ones?))?(?:[ ](?:is|are)[ ]|[ ]?=[ ]?)"
    rf"(?:(?:shown|drawn|marked|written|given|printed)[ ](?:as|by|with)[ ])?(?:an?[ ])?{_SIGN}"
    r"(?![\w#*\"'`]|[.]+\S)",
    re.IGNORECASE,
)
"""``1 on, 0 off``; ``lights that are on are shown as *``; ``on = #``."""

_NUMBERED = re.compile(
    r"(?<![^\s,;([])[\"'`]?(?P<sign>[^\w\s,;=:()]|[A-Za-z])[\"'`]?[ ]?(?:=|:|is)[ ]?"
    r"(?:(?P<word>[a-z]+)[ ]?\((?P<number>[0-9])\)|(?P<alone>[0-9])(?:[ ]?\([a-z]+\))?(?!\w))"
    r"[,;.]?"
    r"|(?<![\w.])(?P<digit>[0-9])(?:[ ]?[:=][ ]?|[ ]is[ ]"
    r"|[ ](?=[a-z]+(?:[,;.\n]|\Z)))(?!except|not|only|ignore|without"
    r"|flip|rows\b|col\w*|lights?\b|moves\b|presses\b|buttons\b)(?P<name>[a-z]+)"
    r"[,;.]?(?!\w)",
    re.IGNORECASE,
)
"""``. = off (0), R = red (1), G = green (2)``; ``0: off, 1: red, 2: green``."""

_CLAUSE_END = re.compile(
    rf"(?:[.,](?!(?<!\S.)[ \t]+(?:[=→]|->|(?:{words_for('legends', 'links')})\b))"
    r"|[;:。，、；!?])(?=\s|$)|[。，、；]|(?<=[぀-鿿가-힣])[,;]|\n|\b(?:and|et|y|e|und|en|и|i|while"
    r"|but)\b(?=[ ])"
)
ALONE = re.compile(
    r"(?<![^\s(\[\"'`“«「$])[\"'`“«「$]?([^\w\s,;=:()\[\]{}\"'`]|[0-9xXoO]|_)[\"'`”»」$]?"
    r"(?![A-Za-z0-9_.#*+-])"
)
NAMED = re.compile(
    r"(?<![=(] )(?<!==)[\"'`“«「]([^\w\s,;=:()\[\]{}\"'`]|[0-9xXoO_])[\"'`”»」](?!\w)"
    r"|(?<!\S)([^\x00-\x7f\w\s“”«»「」、。，；：！？·•–—→←])(?!\S*\2)(?!\w)"
    rf"|(?<![^\W_])(?<![0-9][ ])({_NAMED_SIGN})(?![^\W_])"
    r"|(?<=[぀-鿿가-힣])(?<!第)([01xXoO#*])(?=[぀-鿿가-힣])(?![行列个盏])"
    r"|\b(?:marked|written|crossed|ticked|marqué\w*|markiert|marcad\w+|segnat\w+)[ ]"
    r"(?:with |as |by )?([01xXoO])\b|\bthe[ ]([xXoO])(?:['’]?s|es)?(?![^\W_])",
    re.IGNORECASE,
)
"""A sign that a sentence names: in quotes, alone, or by its name."""

_LINKED = re.compile(
    r"(?:(?<![^\s(\[\"'`])|(?<=\*))([^\w\s,;=:()\[\]{}\"'`]"
    r"|(?<!\w )[xXoO01])[\"'`]?[ \t]*(?:(?:=+>?|->|→)(?=[ ]*[^\W\d])"
    r"|:(?=[ ]+[^\W\d])|[ ](?:is|are|was|means?|stands?|marks?|shows?|wherever|ist|est|es|sind|jest"
    r"|är)\b(?![ ](?:this|it|that|there|any\w*)\b))"
)
"""A sign that something is said of."""

_BOTH_NAMED = re.compile(
    rf"(?<!\w)(?:{_NAMED_SIGN})[ ](?:and|or)[ ](?:ones|{_NAMED_SIGN})"
    r"(?=[ ]*(?:[.,;:)!?\n]|\Z|separated by))|\b(?:a )?dots? (?:is|are|for|means?|=) (?:an? |the )"
    r"?zeroe?s?\b"
    r"|\bzeroe?s? (?:\([^()\n]{0,40}\) )?(?:as|are) (?:an? )?dots?\b",
    re.IGNORECASE,
)
"""Both signs of a board, named together without saying what they are."""


_STATE_ALONE = re.compile(
    rf"(?<![^\W_])(?:{STATE}|{words_for('legends', 'states')})(?![^\W_])(?<!\ban(?=[ ]\w))"
    r"(?<!\bon(?=[ ](?:the|an?|this|my|it|top|page|level|board)\b))|[点光亮켜消暗灭꺼]",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    rf"(?i)(?:\b(?:not|nicht|non|no|nie|не|niet|não|inte|ne)[ ]|n't[ ])(?:{STATE})\b"
)
(_JOINS, _NEGATION, _OTHER_STATE) = (
    re.compile(pattern)
    for pattern in (
        # words that only join a sign and its state
        words_for("legends", "joins"),
        rf"(?i)\b(?:{words_for('legends', 'negations')})\b|n't\b|不|没|ない",
        # words for the state that the clause before does not say
        rf"(?i)\b(?:{words_for('legends', 'other_state')})\b",
    )
)
"""Joins of signs, what denies a state, and its other words."""


_CELL_WORDS = "|".join(sorted(filter(str.isalpha, VALUES), reverse=True))
_BESIDE_CELLS = r"[-|\[\](){},;.\"' \t]"
_ROW_ALONE = re.compile(
    rf"(?m)^(?=[^\n]{{8}})(?!{_BESIDE_CELLS}*$)"
    rf"(?:[0-9#*■□▪▫●○⬛⬜⚫⚪🟥🟦🟧🟨🟩🟪🟫💡]|{_BESIDE_CELLS})*$"
    rf"|^{_BESIDE_CELLS}*(?:(?i:{_CELL_WORDS})(?!\w){_BESIDE_CELLS}*){{3,}}$"
    r"|(?<![^\W_])[0-9](?:[,; \t]{1,3}[0-9]){30,}"
)
SPOKEN = re.compile(
    rf"[\n\[(\{{]|(?<![^\W_])(?!(?i:{_CELL_WORDS})(?![^\W_]))[^\W\d_]{{2,}}|[a-z]['\"]\s*:"
)
"""The end of a line, a bracket, a word that is no cell, or a short key."""


def without_rows(text: str) -> str:
    """Remove from a text what contains only numbers or states: whole lines, and long lists."""
    return _ROW_ALONE.sub("", text)


def signs_in_clauses(text: str, signs: set[str]) -> list[tuple[str, set[int]]]:
    """Return (symbol, possible colours) pairs from clauses that mention a symbol with a state.

    Args:
        text: a text without its boards and its legend.
        signs: the cells of its boards.
    """
    found = list[tuple[str, set[int]]]()
    last = {0, 1}
    for clause in _CLAUSE_END.split(_BOTH_NAMED.sub(" ", text)):
        states = {
            VALUES.get(word, int(word not in ("dead", "extinguished", "darkness", *"消暗灭꺼")))
            for word in map(str.lower, _STATE_ALONE.findall(clause))
        }
        if _OTHERWISE.search(clause) if states else _OTHER_STATE.search(clause):
            states = {1 - state for state in states or last}
        elif states and _NEGATION.search(clause):
            states = {0, 1}
        last = states or last
        if states:
            found += [(sign, states) for sign in ALONE.findall(clause) if sign in signs]
        rest = _STATE_ALONE.sub(" ", NAMED.sub(" ", clause)).lower()
        only_joins = all(map(_JOINS.fullmatch, re.findall(r"[^\W\d_]+", rest)))
        known = len(states) == 1 and only_joins
        for sign in _LINKED.findall(clause):
            strange = len(states) != 1 or not only_joins
            found += [(sign, {0, 1})] if sign in signs and strange else []
        for one in NAMED.finditer(clause):
            family = _signs_of(next(filter(None, one.groups())))
            found += [(sign, states if known else {0, 1}) for sign in family if sign in signs]
    return found


_KEY_WORD = re.compile(r"[\"']?\b(?:legend|key)\b[\"']?:?(?:[ ]*[\"'][ ]*[\"'])?", re.IGNORECASE)
_CYCLE = re.compile(
    r"(?:\b(?:each|every|a)[ ])?(?:\b(?:press|click|push)(?:ing|es)?[ ])?(?:\b(?:steps?|goes"
    r"|cycles?|moves?)[ ])?"
    r"(?:(?:a|it|each|the)[ ](?:light"
    r"|cell)s?[ ])?(?:through[ ])?(?P<all>[^\s,.:()]{1,12}(?:[ ]?(?:->|→"
    r"|=>)[ ]?[^\s,.:()→]{1,12}){2,35})[.]?"
    r"|\beach[ ]press\s+moves[ ]a[ ]light[ ](?:on\s+)?to[ ](?:the|its)[ ]next[ ](?:state"
    r"|colou?r)\b[.]?",
    re.IGNORECASE,
)
"""What a press does to a light of several colours."""

_ARROW = r"\s*(?:-+>|→|=>)\s*"
_NEXT_STATE = rf"{_ARROW}|, ?(?:and )?"
_STATE_NAME = (
    r"(?:(?:не[ ])?[^\W\d_]{2,12}|[^\x00-\x7f]|[.#*a-z0-9])(?:[ ]?\((?:[0-9]|[^\W\d_]{2,9})\))?"
)
_ORDER_OF_STATES = re.compile(
    r"(?:\b(?:(?:each|every|a|one)[ ])?(?:press|click|push)(?:ing)?[ ]"
    rf"(?:(?:{words_for('legends', 'steps')})[ ]){{0,6}})?"
    r"(?:(?:goes|cycles?|through|on|states?|colou?rs?|(?:in )?(?:the |this )?order):?[ ]+)?"
    rf"(?<![\w.])(?P<chain>{_STATE_NAME}(?:{_ARROW}{_STATE_NAME}){{2,35}})"
    r"(?:[ ](?:again|when pressed))?[.]?"
    r"|(?:\b(?:the )?(?:states?|colou?rs?) )?(?:are )?"
    r"(?:\bin (?:the |this |that )?order|\bstates?|\border|\bgo|\bcycle(?: through)?):?[ ]+"
    r"(?P<list>[a-z]{2,10}(?:, ?(?:and )?[a-z]{2,10}){2,9})(?![\w=])[.]?"
    r"|[\"']?\b(?:states|colou?rs|cycle)[\"']?[ ]?[:=][ ]?"
    r"\[(?P<quoted>[\"']?[a-z]{2,10}[\"']?(?:,[ ]?[\"']?[a-z]{2,10}[\"']?){1,8})\],?",
    re.IGNORECASE,
)
"""The order of three or more states: ``off -> red -> green -> off``."""

_COLOUR = re.compile(rf"(?i)(?:{words_for('legends', 'colours')})")
"""A colour, or how bright a light is."""

_COLOUR_HEADS = re.compile(
    r"\([ ]*\):?|\b(?:colou?rs?|farben|colore?s?|couleurs?|цвет(?:а|ная|ной)?)\b", re.IGNORECASE
)
"""What says nothing more where the order of the colours is told."""


def _ordered(text: str) -> tuple[list[tuple[str, int]], str]:
    """Parse an order of states ``off -> red``: return (symbol, colour) pairs and remaining text.

    Each name is explained by a sign, or all names are signs.
    """
    found = _ORDER_OF_STATES.search(text)
    steps = re.sub("[\"']", "", found[found.lastgroup or 0]).lower() if found else ""
    parted = re.split(_NEXT_STATE, steps)
    names = [re.sub(rf"\((?:{k}|\D*)\)\Z", "", name).strip() for k, name in enumerate(parted)]
    names = names[: len(names) - (names[-1] == names[0] and len(names) > 1)]
    off = words_for("legends", "off").split("|")
    if found is None or names[0] not in off or len({*names}) < max(len(names), 3):
        return [], text
    text = text[: found.start()] + blanked(found) + text[found.end() :]
    pair = re.compile(
        r"(?i)(?<![^\s,;(:\[])[\"'`]?([^\w\s,;=:()]|[^\W_]|punkt|точка|dot)"
        r"[\"'`]?[ ]?(?:=|:|—|is|for|means|[ ])"
        rf"[ ]?(?:an? )?({'|'.join(re.escape(one) for one in names if len(one) > 1) or '(?!)'})\b"
        r"(?:[ ]?\(([0-9])\))?"
        r"(?:[,;.]|[ ]and\b)?"
    )
    said = [
        (sign, names.index(name.lower()) if number in ("", str(names.index(name.lower()))) else -2)
        for sign, name, number in pair.findall(text)
    ]
    if not said:  # no symbols are given: the cells are the names, or the numbers of the states
        said = [(sign, k) for k, name in enumerate(names) for sign in (name, str(k))]
    if {0} | {colour for _, colour in said} != {*range(len(names))} or {*names[1:]} & {*"⚫⬛🖤◼"}:
        return [], text  # or a dark sign would be a colour
    return [(".", 0), *said], _COLOUR_HEADS.sub(blanked, pair.sub(blanked, text))


_NO_LIGHT = re.compile(rf"(?i)\b(?:{words_for('legends', 'no_light')})")
"""Words for a place without a light."""

_EXPLAINS = re.compile(
    rf"(?i)(?:(?<![^\W_])(?:{STATE}|holes?|walls?|nothing|no (?:light|lamp|cell|button|bulb)s?)"
    rf"(?![^\W_])|[点灯亮灭켜꺼消])"
)
"""A word that a legend needs."""


def legend_in(text: str) -> tuple[dict[str, int], str]:
    """Return the colour of each symbol that a text explains, and the text without explanations.

    No legend is returned where it gives a sign two colours.  Words are in small letters.
    """
    whole = text
    numbered = [found.groups("") for found in _NUMBERED.finditer(text)]
    names = {
        name.lower(): int(number or alone or digit)
        for sign, word, number, alone, digit, other in numbered
        for name in (sign or digit, word or other)
        if name
    }
    values = [int(number or alone or digit) for _, _, number, alone, digit, _ in numbered]
    said_colours = {name for name in names if len(name) > 1}
    if (
        [*dict.fromkeys(values)] == [*range(max(len({*values}), 3))]
        and (
            not said_colours
            or any(names.get(word) == 0 for word in ("off", "dark", "unlit", "black"))
        )
        and all(map(_COLOUR.fullmatch, said_colours))
    ):
        said = [(sign or digit, int(number or alone or digit))
                for sign, _, number, alone, digit, _ in numbered]  # fmt: skip
        text = _NUMBERED.sub(blanked, text)
    elif (ordered := _ordered(text))[0]:
        said, text = ordered
        text = _KEY_WORD.sub(blanked, text)
    elif not _EXPLAINS.search(text):
        return {}, whole
    else:
        said = list[tuple[str, int]]()
        text = re.sub(r"(?i)\b(?:at|in) row \w,? (?:and )?column \w\b", blanked, text)
        for found in _LEGEND.finditer(text):
            word = (found["value"] or found["key"]).lower()
            opposite = 1 - said[-1][1] if word in ("not", "otherwise") and said else HOLE
            colour = VALUES.get(word, 0 if word == "out" else opposite)
            colour = 1 - colour if found["not"] and colour >= 0 else colour
            said += [(sign, colour) for sign in _signs_of(found["sign"] or found["drawn"])]
        for found in _SIGN_PAIRS.finditer(text):
            one, state, second, its, shown, sign = found.groups()
            pairs = [(one, state), (second, its)] if one else [(sign, shown)]
            said += [(mark.lower() if len(mark) > 1 else mark, VALUES[word.lower()])
                     for mark, word in pairs]  # fmt: skip
        text = _SIGN_PAIRS.sub(blanked, text)
        for clause in (
            re.finditer(  # a bracket begins a clause if a sign and = stand in it
                r"[^.,;:。，、；\n(](?:[^.,;:。，、；\n(]|\((?!\S[ ]*[=:]))*[.,;:。]?",
                text,
            )
            if _NO_LIGHT.search(text)
            else ()
        ):
            if _NO_LIGHT.search(clause[0]) and len(signs := ALONE.findall(clause[0])) == 1:
                said.append((signs[0], HOLE))
                text = text[: clause.start()] + blanked(clause) + text[clause.end() :]
        text = _KEY_WORD.sub(blanked, text) if said else text
        text = _LEGEND.sub(blanked, text)
        text = re.sub(  # what is left of brackets, and the holes that a title names
            r"\((?:\*[ ]{5,}\*|[ ]*)\):?"
            + r"|(?i:\bwith (?:holes|gaps)\b)" * any(colour == HOLE for _, colour in said),
            blanked, text,
        ) if said else text  # fmt: skip
    legend = dict(said)
    if len({*legend.values()}) > 2:
        for order in (_CYCLE, _ORDER_OF_STATES):
            text = order.sub(
                lambda found: (
                    blanked(found)
                    if _in_order(found.lastgroup and found[found.lastgroup], names)
                    else found[0]
                ),
                text,
            )
    told = "|".join(re.escape(name) for name, colour in names.items() if len(name) > 1 and colour)
    if max(legend.values(), default=0) > 1 and re.search(
        rf"(?i)\b(?:{words_for('legends', 'of_colours')})\b[^.!?\n]*?(?<!\w)(?:{told or '(?!)'})"
        rf"(?!\w)"
        rf"|(?<!\w)(?:{told or '(?!)'})[ ](?:{words_for('legends', 'of_colours')})\b", text
    ):  # fmt: skip
        return {}, whole
    turning = len({*legend.values()}) > 2 and re.search(r"(?i)\bturns? to\b", text)
    if turning or set(legend.items()) != set(said):
        return {}, whole
    return legend, text


def _in_order(cycle: str | None, names: dict[str, int]) -> bool:
    """Return whether a cycle like ``off -> red -> off`` has all colours in order; True for None."""
    order = [*range(max(names.values(), default=0) + 1)]
    names = {str(number): number for number in order} | names
    steps = [names.get(one.lower()) for one in re.split(_NEXT_STATE, cycle or "")]
    return not cycle or steps in (order, [*order, 0])


def _signs_of(name: str) -> Sequence[str]:
    """Return the symbols that a name in a legend means; an unknown name stands for itself."""
    word = name.lower()
    for signs, names in _SIGN_NAMES.items():
        if len(name) > 1 and re.fullmatch(rf"the (?:{names}) are", f"the {word} are"):
            return signs
    return [word if word in VALUES and len(word) > 1 else name]


def signs_in(legend: dict[str, int]) -> str:
    """Format a legend as text such as ``#=on .=off``."""
    names = {0: "off", 1: "on", HOLE: "hole"}
    return " ".join(f"{sign}={names.get(colour, colour)}" for sign, colour in legend.items())


def ways_to_say(cells: Iterable[str]) -> str:
    """Return the options that explain the signs of a board, as a message names them."""
    signs = sorted({*cells} - {" ", "\t"})[:6]
    if len(signs) == 2:
        either = " or ".join(
            f"--legend '{signs[0]}={state} {signs[1]}={other}'"
            for state, other in (("off", "on"), ("on", "off"))
        )
        return f"{either} says it"
    return f"--legend '{' '.join(f'{sign}=...' for sign in signs)}' says it: on, off or hole"


def usual_colour(word: str) -> int | None:
    """Return the conventional colour of a cell's text, used without a legend, or None."""
    return (alphabet({word}) or {}).get(word, 0 if word in OFF else 1 if word in ON else None)


def all_signs(legend: dict[str, int], seen: set[str]) -> dict[str, int] | None:
    """Complete a legend: return the colour of each symbol in ``seen``, or None if uncertain.

    One sign that is left out is the other one of on and off; several have their usual colours.
    Where that would give two signs one colour, None is returned.
    """
    said = {word: word if word in legend else word.lower() for word in seen}
    known = {word: legend[sign] for word, sign in said.items() if sign in legend}
    rest = seen - set(known)
    if not known or not rest:
        return known and legend | known
    other = {0, 1} - set(known.values())
    if len(rest) == 1 and len(other) == 1 and usual_colour(*rest) in (None, *other):
        return known | dict.fromkeys(rest, other.pop())
    usual = {word: usual_colour(word) for word in rest}
    taken = [*usual.values(), *known.values()]
    if None in taken or len({*taken}) < len(taken) or not {0, 1} <= {*taken} <= {HOLE, 0, 1}:
        return None
    return known | {word: value for word, value in usual.items() if value is not None}


def alphabet(seen: set[str]) -> dict[str, int] | None:
    """Return the colour of each word if all are numbers, or all mean on or off; otherwise None."""
    words = {word: VALUES[word.lower()] for word in seen if word.lower() in VALUES}
    numbers = seen - set(words)
    truths = {word.lower() for word, value in words.items() if value >= 0 and "(" not in word}
    strange = not all(map(NUMBER.fullmatch, numbers)) or (numbers and truths)
    padded = any(re.match("0[0-9]", word) for word in numbers)
    uneven = len(set(map(len, numbers))) > 1 or not all(map(str.isdecimal, numbers))
    mixed = not any(truths <= set(pair.split()) for pair in OFF_ON.split("|"))
    if strange or (padded and uneven) or mixed:
        return None
    whole = {
        word: int(found[1]) if len(found[1]) < 16 else 2**40
        for word in numbers if (found := NUMBER.fullmatch(word))
    }  # fmt: skip
    return whole | {word: HOLE if value < 0 else value for word, value in words.items()}
