"""Vocabulary of texts around boards: names, titles, claimed minima, sizes, other puzzles."""

import re
from collections.abc import Callable, Sequence

from lo_exact.formats.scanner.tree import STATES, VALUES
from lo_exact.topology import HOLE

CHANGED_BY = re.compile(
    r"(?:->|→|=>)[ ]?[^\s>→]{1,9}[ ]?(?:->|→|=>)"
    r"|(?i:(?=[^\W\d_]|[01#.■□]\s*[=imf]|1[ \t]*-|[#/%;-]{1,2}[ \t]*[a-z])"
    r"(?:(?<![a-z])(?:torus|toroid\w*|wrap\w*|cylind\w*|klein|m(?:oe|ö)bius|colou?r\w*|n_?colou?rs"
    r"|(?:num_?|n_?)?states|state_?count|modul(?:o|us)|mod|targets?|goals?|desired"
    r"|final_?(?:state|board|grid)|diagonal\w*|king|knight|hex\w*|triang\w*|holes?|walls?|blocked"
    r"|transpose\w*|fliplr|flipud|flipped|rot90|rotat\w*|mirror\w*|invert\w*|negat\w*|complement"
    r"|revers\w*|flip\w*|(?<!_)not|only|without|instead|twice|double[ds]?|or (?:maybe|perhaps"
    r"|else)|upside|bottom(?![ ]*[\t,;|])|swap\w*|missing|fehl(?:t|en)|manqu\w+|falta\w*|缺\w*"
    r"|欠\w*|unknown"
    r"|wrong|except|neighbou?rhood|objective"
    r"|prices?|costs?|uniform|topology|legend|stencil|rules?|shuffle|random\w*|after"
    r"|number of times|never|unless|neither|nor|half|all but|but (?:for|not|one)"
    r"|(?:toggle|adjacency|activation|incidence)[ \t]+matri\w+"
    r"|expect(?![ \t]*\()\w*|(?:then|now)(?:[ \t]+\w+)?[ \t]+(?:press|push|click|toggle)\w*"
    r"|sudoku|chess|nonogram|picross|minesweeper|crossword|maze|sokoban|conway|game of life"
    r"|tic[- ]?tac[- ]?toe|battleships?|reversi|othello|takuzu|binairo"
    r"|(?:1|#|x|o|■)\s*(?:=|is|means?|for)\s*(?:\w+[ ]){0,3}(?:off|dark|out|wall|hole|hidden)"
    r"|(?:0|\.|□)\s*(?:=|is|means?|for)\s*(?:\w+[ ]){0,3}(?:on|lit|wall|hole|hidden))(?![a-z])"
    r"|(?<![\w.])1[ \t]*-[ \t]*[A-Za-z]"
    r"|(?i:(?<![a-z])(?:turn|make|switch)\w*"
    r"(?:[ \t]+\w+){0,3}[ \t]+on(?![a-z]))"
    r"|(?i:(?<![a-z])(?:and so on|etc|should|become\w*|broken|defect\w*|disabled|not work|n't work"
    r"|quarter|(?:anti|counter)?-?clockwise|sideways|(?:empty|blank) (?:board|grid)"
    r"|until (?:[^\n]{0,40} )?looks? like|right to left|columns? first"
    r"|rows? (?:are|and) columns?|only (?:rows?|columns?)"
    r"|(?:no (?:clue|idea)|n't (?:say|know|tell)|not sure) (?:if|whether|which)"
    r"|cut[ -]?off|crop\w*|hid(?:den|es?)|cover(?:ed|s)|ignor\w*|skip\w*|the rest|could(?:n't| not)"
    r"|screenshots? (?:ends?|stops?|shows? only)|more (?:rows?|columns?|lights?)"
    r"|(?:have|need|want|has) to press|to be pressed"
    r"|(?:dark|unlit|off)(?: ones?| lights?| lamps?| cells?| squares?)? (?:is|are))(?![a-z]))"
    r"|(?i:(?:#|//|%|--|;)[ \t]*(?:the |my )?(?:solutions?|answers?|presses|moves|clicks|hints?)"
    r"(?![a-z]|[ \t]*[:=]?[ \t]*[0-9]))))"
    r"|(?i:(?<![^\W_])(?:von unten|de bas en haut|od dołu|снизу|lowest|south row|from below"
    r"|rev|tac|tr"
    r"|spaltenweise|colonne par colonne|по столбцам|(?:is a|one) column|murs?|mauern?|muri|muros?"
    r"|ściana|стена|края|bords|krawędzie|farben|couleurs|цвет\w*|kolor\w*|ecken|диагонал\w*"
    r"|light (?:them|it|these) (?:all )?up|glow|anschalten|encender|включить|(?:lösung|solución"
    r"|rozwiązanie|решение)(?=:)|drück\w*|appuy\w*|naciśnij|naciskaj|нажать|нажмите|pulsar"
    r"|nach dem drücken|après le coup|после нажатия|endstellung|lit = 1 - lit)(?![^\W_]))"
    r"|下から|列ごと|壁|端が|斜め|대각|全部つける|解答|押す|押して|눌러|按这里"
)
"""Words of a rule, a surface, colours, a goal, holes, or of a change to a board."""

HELP = re.compile(
    r"(?i)\bnot (?:yet(?:[.!]|, I)|sure how\b)|\b(?:can(?:'t|not)|could(?:n't| not)) "
    r"(?:solve|beat|crack) (?:it|this|that)\b(?: one)?|\bnever (?:solved|beaten|managed)\b"
    r"|\bwithout (?:the |any |a |my )?(?:toy|help|luck|success|app|solver|computer)\b"
    r"|\bafter (?:school|work|dinner|lunch"
    r"|(?:an|many|two|three|some)? ?(?:hours?|days?|evenings?))\b"
    r"|\bhalf (?:an hour|a day|the night)\b"
    r"|\b(?:first (?:case|puzzle|board|one) only|only the first (?:case|puzzle|board|one))\b"
    r"|\b(?:level|puzzle|stage|board|game|no\.?|nr\.?|number)[ ]?[0-9]+[ ]+[-–—](?=[ ][a-z]+[ ])"
)
"""What people say who ask for help: no word of it is about the board."""

_OTHERS = re.compile(
    r"activation|adj|adjacency|arcs?|basis|blocked|checks|connections?|connected|end"
    r"|coords?|coordinates?|corners|costs?|desired|directions?|dirs?|distances?|edges?|expected"
    r"|final|finish|generators?|goals?|graph|incidence|indexes|indices|kernel|laplacian"
    r"|links?|locations?|masks?|neighbou?rs|obstacles?|off|offsets?|outputs?|pairs?|parity"
    r"|path|points?|pos|positions?|prices?|results?|route|rules?|sequence"
    r"|stencil|targets?|toggles?|unlit|vertices|walls?|weights?|wiring|xy|xys"
)
_ANSWER = re.compile(
    r"(?i)(?:.*[_.])?(?:min_)?(?:solutions?|solved|press(?:es|ed)?|moves|answers?|hints?|steps"
    r"|clicks)"
)
_Test = Callable[[str], re.Match[str] | None]
"""Whether a name is one of a kind."""

names_matrix: _Test = re.compile(r"[Hh]_?[XZxz]|[AGHM]").fullmatch
"""Whether a name is a usual mathematical name for a matrix."""

names_checks: _Test = re.compile(
    r"(?i:check|parity|matrix|activation|incidence|stabili[sz]er)|\A(?:[Hh]_?[XZxz]|[AGHM])\Z"
).search
"""Whether a name marks an array as a check matrix."""

names_board: _Test = re.compile(
    r"(?i)board|grid|matrix|mat|state|puzzle|level|initial|start|field|map|array|arr|lights|cells"
    r"|\A[a-z]\Z"
).search
"""Whether a name marks rows of two numbers as a board."""

takes_board: _Test = re.compile(
    r"(?i)(?:\w*[_.])?(?:\w*(?:board|grid|puzzle|level|lights|lightsout|game|solver?|solvable"
    r"|expect|test|describe|show|draw|print|image"
    r"|display|def|define|defparameter|defvar|setq|let)\w*|solve|minimum|play|\w*parse\w*|\w*load\w*"
    r"|read\w*|init|start|main"
    r"|if|for|while|return|[fgh])|(?-i:[A-Z][A-Z0-9_]*)"
).fullmatch
"""Whether a call of this name takes a board as its argument unchanged."""

_TITLE = re.compile(
    r"""(?<![\w.])["']?(?:name|title|level|id|label|number)["']?\s*(?:=>"""
    r"""|[:=])\s*(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'"""
    r"""|([0-9]{1,9})\b|([A-Za-z][\w -]{0,60}?)\s*$)""",
    re.IGNORECASE | re.MULTILINE,
)
_CLAIM = re.compile(
    r"""(?<![\w.])["']?(?:min(?:imum|imal)?|best|par|optim(?:al|um)|fewest|shortest)"""
    r"""_?(?:moves|presses|clicks|steps|solution)?["']?\s*(?:=>|[:=])\s*([0-9]{1,9})\b"""
    r"""(?!\s*[-+*/.])""",
    re.IGNORECASE,
)
_SIZE = re.compile(
    r"""(?<![\w.])(?<!field of )["']?(rows|height|h|nrows?|cols|columns|width|w|ncols?|size|side"""
    r"""|dim|dimension|n)["']?[ \t]*(?::=|=>|<-|[:=]|[ \t])[ \t]*([0-9]{1,9})\b"""
    r"""(?:[ \t]*[x×,*][ \t]*([0-9]{1,9})\b)?""",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    r"""(?<![\w.])["']?(?:author|date|source|url|version|type|comment|description|hint"""
    r"""|difficulty)"""
    r"""["']?\s*(?:=>|[:=])\s*(?:"[^"\n]*"|'[^'\n]*'|[\w.-]+)""",
    re.IGNORECASE,
)
TIMES = re.compile(
    r"(?<![\w.])([0-9]{1,4})[ \t]*(?:x|×|by|на|por|per|sur|mal|na)[ \t]*([0-9]{1,4})(?!\w)"
)


STATE = "|".join(re.split("[ |]", STATES))
"""Pattern of a word for off or on."""

_LINKS = (
    r"represents?|stands[ ]for|means?|meaning|denotes?|indicates?|marks?|shows?|is|are|for"
    r"|bedeutet|steht[ ]für|heißt|ist|sind|est|signifie|veut[ ]dire|significa|indica|es|é|è"
    r"|oznacza|to|означает|это|betekent"
)
_SAYS = (
    rf"[\"'`”»」]?(?:'?s\b)?[ \t]*(?:[=-]?=>|=+|:|-+>?|→|–|—|{_LINKS})[ \t]+"
    r"|[\"'`”»」]?[ \t]*(?:=>|[=:→は은는が]|表示|代表|为|是)[ \t]*"
    r"|[\"'`”»」]?[ \t]+(?=one[ ]that[ ]is|(?:is )?(?:if|when|where)[ ])"
    r"|[\"'`”»」]?[ \t]+(?=(?:an?[ ]|the[ ])?(?:(?:un)?lit|dark)\b|an?[ ](?:light|lamp)\b)"
)
_FILLS = (
    r"(?:(?:an?|the|lights?|lamps?|leds?|bulbs?|buttons?|cells?|squares?|tiles?|it|that|that's"
    r"|is|are|which|one|ones|starts?"
    r"|starting|switched|turned|currently|initially|where|if|when|ein|eine|une?|una|uma|la|le|el|luz"
    r"|luce|lampe|lampada|licht|lumière|case|lampk[aęi]|лампочка|лампа|свет)\s+|灯)*"
)
_LEGEND = re.compile(
    r"(?:(?m:^)[ \t]*(?:#+|//|%|--"
    r"|;)[ \t]+)?(?<![^\s,;、。，(\[\"'`“«「:])(?<!\brow )(?<!\bcolumn )[\"'`“«「]?"
    r"(?P<sign>[^\w\s,;=:()]|[0-9xXoO_]|(?-i:[A-Z])|[a-z](?=[\"'`]?[ \t]*=)"
    rf"|true|false|empty|blank|filled|plus|minus|dots?|dash(?:es)?|hash(?:es)?|stars?|asterisks?|zeroe?s?|ones"
    r"|(?:yellow|black|white|green|red|blue|orange|purple)(?:[ ](?:squares?|tiles?|cells?|lights?"
    r"|ones?))?)"
    rf"(?:{_SAYS}){_FILLS}"
    r"(?P<inner>[a-z]+[ ]\()?(?P<not>(?:not|n't|не|nie|non|no|não|nicht|niet)[ ])?"
    rf"(?P<value>{STATE}|no[ ](?:light|lamp|cell)|(?:not"
    rf"|(?<!lights[ ])out)(?=\s*(?:[.;,)\[\n]|\Z))"
    rf"|(?:a[ ])?(?:hole|wall))(?:\b|(?=を))(?![ \t,]+(?:and[ ]|et[ ]"
    rf"|und[ ])?(?:{STATE})\b(?!\s*[=:]))"
    r"(?:[ ](?:light|lamp|cell|one|led|square|tile|불)s?\b)?(?:[ ]\(no[ ](?:light"
    r"|lamp)(?:[ ]there)?\))?(?"
    r"(inner)\))(?:[ ]\([01]\))?[,;.、]?(?:[ \t]+[01](?m:[ \t]*$))?"
    rf"|(?<![\w.])[\"']?(?P<key>{STATE})(?:[_ -]?(?:char|character|sign|symbol|glyph|marker"
    rf"|tile|cell))?[\"']?"
    r"[ \t]*(?:=>|[:=])[ \t]*[\"'](?P<drawn>[^\w\s]|[0-9xXoO])[\"'],?",
    re.IGNORECASE,
)
_SIGN = r"[\"'`“«「]?([^\w\s,;=:|()\[\]{}]|[0-9xXoO_]|true|false)[\"'`”»」]?"
_SAID_OTHERWISE = re.compile(
    rf"(?<![^\s,;(\[]){_SIGN}[ ]({STATE})"
    rf"(?:[ ]?[,;/][ ]?|[ ]and[ ]|[ ]|[ \t]*\n[ \t]*){_SIGN}[ ]({STATE})(?!\w)"
    rf"|(?<!\w)(?:lights?[ ](?:that|which)[ ](?:is|are)[ ]|lights?[ ])?({STATE})"
    r"(?:[ ](?:lights?|lamps?|cells?|ones?))?(?:[ ](?:is|are)[ ]|[ ]?=[ ]?)"
    rf"(?:(?:shown|drawn|marked|written|given|printed)[ ](?:as|by|with)[ ])?(?:an?[ ])?{_SIGN}"
    r"(?![\w#*\"'`]|[.]+\S)",
    re.IGNORECASE,
)
"""``1 on, 0 off``; ``lights that are on are shown as *``; ``on = #``."""

_NAMES = {
    "plus": "+", "minus": "-", **dict.fromkeys(("underscore", "underscores"), "_"),
    **dict.fromkeys(("nullen", "zera", "нули", "ceros", "zéros", "zeri", "ゼロ"), "0"),
    **dict.fromkeys(("punkte", "kropki", "точки", "puntos"), "."),
    "empty": " ", "blank": " ", "filled": "█", "yellow": "🟨🟡", "black": "⬛⚫", "white": "⬜⚪",
    "green": "🟩🟢", "red": "🟥🔴", "blue": "🟦🔵", "orange": "🟧🟠", "purple": "🟪🟣",
    **dict.fromkeys(("dot", "dots"), "."), **dict.fromkeys(("dash", "dashes"), "-"),
    **dict.fromkeys(("hash", "hashes"), "#"), **dict.fromkeys(("zero", "zeros", "zeroes"), "0"),
    **dict.fromkeys(("star", "stars", "asterisk", "asterisks"), "*"), "ones": "1",
}  # fmt: skip
"""Names of signs."""

_NUMBERED = re.compile(
    r"(?<![^\s,;([])[\"'`]?(?P<sign>[^\w\s,;=:()]|[A-Za-z])[\"'`]?[ ]?(?:=|:|is)[ ]?"
    r"(?:(?P<word>[a-z]+)[ ]?\((?P<number>[0-9])\)|(?P<alone>[0-9])(?:[ ]?\([a-z]+\))?(?!\w))"
    r"[,;.]?"
    r"|(?<![\w.])(?P<digit>[0-9])[ ]?[:=][ ]?(?!except|not|only|ignore|without"
    r"|flip)(?P<name>[a-z]+)"
    r"[,;.]?(?!\w)",
    re.IGNORECASE,
)
"""``. = off (0), R = red (1), G = green (2)``; ``0: off, 1: red, 2: green``."""

_CLAUSE_END = re.compile(
    r"[.,;:。，、；!?](?=\s|$)|[。，、；]|\n|\b(?:and|et|y|e|und|en|и|i|while|but)\b(?=[ ])"
)
_ALONE = re.compile(
    r"(?<![^\s(\[\"'`“«「$])[\"'`“«「$]?([^\w\s,;=:()\[\]{}\"'`]|[0-9xXoO]"
    r"|(?i:zero(?:e?s)?|dots|dashes|hashes|asterisks|underscores?|nullen|zera|нули|ceros|zéros|zeri"
    r"|punkte|kropki|точки|puntos)|ゼロ|_)[\"'`”»」$]?(?![A-Za-z0-9_.#*+-])"
)
_STATE_ALONE = re.compile(
    rf"(?<![^\W_])(?:{STATE}|burn\w*|glow\w*|shin\w*|brenn\w*|leucht\w*|świec\w*|горят|dead"
    r"|extinguished|darkness)(?![^\W_])(?<!\ban(?=[ ]\w))"
    r"(?<!\bon(?=[ ](?:the|an?|this|my|it|top|page|level|board)\b))|[点光亮켜消暗灭꺼]",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"(?i)\b(?:not?|nor|never|nicht|kein\w*|nie|не|ni|non|pas|niet|não)\b|n't\b|不|没|ない"
)


def signs_explained(text: str, signs: set[str]) -> list[tuple[str, set[int]]]:
    """Return signs that share a clause with words for on and off, and the colours of these words.

    Args:
        text: a text without its boards and its legend.
        signs: the cells of its boards.
    """
    found = []
    for clause in _CLAUSE_END.split(text):
        states = {
            VALUES.get(word, word not in ("dead", "extinguished", "darkness", *"消暗灭꺼"))
            for word in map(str.lower, _STATE_ALONE.findall(clause))
        }
        if states and _NEGATION.search(clause):
            states = {0, 1}
        found += [
            (sign, states)
            for sign in (_NAMES.get(name.lower(), name) for name in _ALONE.findall(clause))
            if states and sign in signs
        ]
    return found


_KEY_WORD = re.compile(r"\b(?:legend|key)\b:?", re.IGNORECASE)
_CYCLE = re.compile(
    r"(?:\b(?:each|every|a)[ ])?(?:\b(?:press|click|push)(?:ing|es)?[ ])?(?:\b(?:steps?|goes"
    r"|cycles?|moves?)[ ])?"
    r"(?:(?:a|it|each|the)[ ](?:light"
    r"|cell)s?[ ])?(?:through[ ])?(?P<all>[^\s,.:()]{1,12}(?:[ ]?(?:->|→"
    r"|=>)[ ]?[^\s,.:()→]{1,12}){2,})[.]?"
    r"|\beach[ ]press\s+moves[ ]a[ ]light[ ](?:on\s+)?to[ ](?:the|its)[ ]next[ ](?:state"
    r"|colou?r)\b[.]?",
    re.IGNORECASE,
)
"""What a press does to a light of several colours."""


_ARROW = r"\s*(?:-+>|→|=>)\s*"
_NEXT_STATE = rf"{_ARROW}|, ?(?:and )?"
_STATE_NAME = r"(?:[a-z]{2,10}|[^\x00-\x7f]|[.#*a-z0-9])(?:[ ]?\([0-9]\))?"
_ORDER_OF_STATES = re.compile(
    r"(?:\b(?:(?:each|every|a|one)[ ])?(?:press|click|push)(?:ing)?[ ](?:[a-z]+[ ]){0,6})?"
    r"(?:(?:goes|cycles?|through|on|states?|colou?rs?|(?:in )?(?:the |this )?order):?[ ]+)?"
    rf"(?<![\w.])(?P<chain>{_STATE_NAME}(?:{_ARROW}{_STATE_NAME}){{2,}})"
    r"(?:[ ](?:again|when pressed))?[.]?"
    r"|(?:\b(?:the )?(?:states?|colou?rs?) )?(?:are )?"
    r"(?:\bin (?:the |this |that )?order|\bstates?|\border|\bgo|\bcycle(?: through)?):?[ ]+"
    r"(?P<list>[a-z]{2,10}(?:, ?(?:and )?[a-z]{2,10}){2,9})(?![\w=])[.]?"
    r"|[\"']?\b(?:states|colou?rs)[\"']?[ ]?[:=][ ]?"
    r"\[(?P<quoted>[\"'][a-z]{2,10}[\"'](?:,[ ]?[\"'][a-z]{2,10}[\"']){1,8})\],?",
    re.IGNORECASE,
)
"""The order of three or more states: ``off -> red -> green -> off``."""


_OFF_NAMES = frozenset(("off", "dark", "unlit", "black", "⚫", "⬛", ".", "0"))


def _ordered(text: str) -> tuple[list[tuple[str, int]], str]:
    """Return the colours of signs whose names a text puts in order, and the text without; or none.

    Each name is explained by a sign, or all names are signs.
    """
    found = _ORDER_OF_STATES.search(text)
    steps = re.sub("[\"']", "", found[found.lastgroup or 0]).lower() if found else ""
    parted = re.split(_NEXT_STATE, steps)
    names = [name.removesuffix(f"({k})").strip() for k, name in enumerate(parted)]
    names = names[: len(names) - (names[-1] == names[0] and len(names) > 1)]
    if found is None or names[0] not in _OFF_NAMES or len({*names}) < max(len(names), 3):
        return [], text
    text = text[: found.start()] + blanked(found) + text[found.end() :]
    pair = re.compile(
        r"(?i)(?<![^\s,;(:\[])[\"'`]?([^\w\s,;=:()]|[a-z0-9])[\"'`]?[ ]?(?:=|:|is|for|means|[ ])"
        rf"[ ]?(?:an? )?({'|'.join(map(re.escape, names))})\b(?:[ ]?\(([0-9])\))?"
        r"(?:[,;.]|[ ]and\b)?"
    )
    said = [
        (sign, names.index(name.lower()) if number in ("", str(names.index(name.lower()))) else -2)
        for sign, name, number in pair.findall(text)
    ]
    if not said:  # the cells are the names themselves, or their numbers
        said = [(sign, k) for k, name in enumerate(names) for sign in (name, str(k))]
    if {colour for _, colour in said} != {*range(len(names))}:
        return [], text
    return said, pair.sub(blanked, text)


def legend_in(text: str) -> tuple[dict[str, int], str]:
    """Return the colours of signs that a text defines, and the text with definitions blanked.

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
    if [*dict.fromkeys(values)] == [*range(max(len({*values}), 3))] and (
        all(len(name) == 1 for name in names)
        or any(names.get(word) == 0 for word in ("off", "dark", "unlit", "black"))
    ):
        said = [(sign or digit, int(number or alone or digit))
                for sign, _, number, alone, digit, _ in numbered]  # fmt: skip
        text = _NUMBERED.sub(blanked, text)
    elif (ordered := _ordered(text))[0]:
        said, text = ordered
        text = _KEY_WORD.sub(blanked, text)
    else:
        said = list[tuple[str, int]]()
        for found in _LEGEND.finditer(text):
            word = (found["value"] or found["key"]).lower()
            opposite = 1 - said[-1][1] if word == "not" and said else HOLE
            colour = VALUES.get(word, 0 if word == "out" else opposite)
            colour = 1 - colour if found["not"] and colour >= 0 else colour
            said += [(sign, colour) for sign in _signs_of(found["sign"] or found["drawn"])]
        for found in _SAID_OTHERWISE.finditer(text):
            one, state, second, its, shown, sign = found.groups()
            pairs = [(one, state), (second, its)] if one else [(sign, shown)]
            said += [(mark.lower() if len(mark) > 1 else mark, VALUES[word.lower()])
                     for mark, word in pairs]  # fmt: skip
        text = _SAID_OTHERWISE.sub(blanked, text)
        text = _KEY_WORD.sub(blanked, text) if said else text
        text = _LEGEND.sub(blanked, text)
        text = re.sub(r"\((?:\*[ ]{5,}\*|[ ]*)\)", blanked, text) if said else text
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
    return (legend, text) if set(legend.items()) == set(said) else ({}, whole)


def _in_order(cycle: str | None, names: dict[str, int]) -> bool:
    """Return whether a cycle of colours is 0, 1, ..., 0; None is any."""
    steps = [names.get(one.lower()) for one in re.split(_NEXT_STATE, cycle or "")]
    order = [*range(max(names.values(), default=0) + 1)]
    return not cycle or steps in (order, [*order, 0])


_COLOUR_COUNT = re.compile(
    r"(?!(?m:^)colou?rs:[^\n]*\s*\Z)(?<![\w.])[\"']?(?:(?:num(?:ber)?_?(?:of_?)?"
    r"|n_?)?(?:colou?rs|states)|(?:colou?r|state)_?count)"
    r"[\"']?[ \t]*(?::=|=>|<-|[:=])[ \t]*([0-9]{1,3})\b(?![ \t]*[-+*/.x×\]])[,;]?"
    r"|(?<![\w.])([0-9]{1,3}|three|four|five|six)[- ](?:colou?r|state)s?\b[,;]?"
    r"|(?:\bcolou?rs?,?[ ])?\bmod(?:ulo)?[ ]([0-9]{1,3})\b"
    r"|(?<=\bGF)(?=\(([357])\))|(?<=\bZmod)(?=\(([0-9]{1,3})\))",
    re.IGNORECASE,
)


def colours_in(text: str) -> tuple[int, str]:
    """Return the number of colours that a text states, and the text without; 0 for none or two."""
    words = {"three": 3, "four": 4, "five": 5, "six": 6}
    found = {next(filter(None, groups)).lower() for groups in _COLOUR_COUNT.findall(text)}
    counts = {words[word] if word in words else int(word) for word in found}
    return (counts.pop() if len(counts) == 1 else 0), _COLOUR_COUNT.sub(blanked, text)


def blanked(found: re.Match[str]) -> str:
    """Return the match with every character except line ends replaced by a blank."""
    return re.sub(r"[^\n]", " ", found[0])


def _signs_of(name: str) -> Sequence[str]:
    """Return the signs that a legend entry stands for; an unknown name is its own sign."""
    word = name.lower().split()[0] if name.strip() else name
    return _NAMES.get(word) or [word if word in VALUES and len(word) > 1 else name]


def names_answer(name: str) -> bool:
    """Return whether a name marks an array as an answer next to a board."""
    return _ANSWER.fullmatch(re.sub(r"([a-z])([A-Z])", r"\1_\2", name)) is not None


def names_another(name: str) -> bool:
    """Return whether a name marks an array as neither a board nor an answer."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return any(_OTHERS.fullmatch(part.lower()) for part in parts)


def claim_in(text: str) -> int | None:
    """Return the minimum that a text claims, or None if it claims none or several."""
    claims = {int(number) for number in _CLAIM.findall(text)}
    return claims.pop() if len(claims) == 1 else None


def title_in(text: str) -> str:
    """Return the first title in a text, or ``""``."""
    found = _TITLE.search(text)
    return next(filter(None, found.groups()), "").strip() if found else ""


def without_known(text: str) -> str:
    """Return a text without the values of known keys: titles, claims, sizes, authors."""
    for known in (_TITLE, _CLAIM, _SIZE, _AUTHOR):
        text = known.sub(" ", text)
    return text


_AXES = dict.fromkeys(("rows", "height", "h", "nrow", "nrows"), "rows") | dict.fromkeys(
    ("cols", "columns", "width", "w", "ncol", "ncols"), "columns"
)


def sizes_in(text: str) -> list[tuple[int, int]]:
    """Return the sizes (rows, columns) that a text states, with 0 for open ones."""
    found = [(int(rows), int(columns)) for rows, columns in TIMES.findall(text)]
    open_sizes: dict[str, int] = {}
    for name, number, second in _SIZE.findall(text):
        axis = _AXES.get(name.lower(), "")
        if axis and not second:
            open_sizes[axis] = int(number)
        else:
            found.append((int(number), int(second or number)))
    if open_sizes:
        found.append((open_sizes.get("rows", 0), open_sizes.get("columns", 0)))
    return found
