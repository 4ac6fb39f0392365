"""Vocabulary of texts around boards: names, titles, claimed minima, sizes, other puzzles."""

import re
from collections.abc import Callable, Sequence
from itertools import combinations

from lo_exact.formats.scanner.tree import STATES, VALUES
from lo_exact.formats.scanner.vocabulary import VOCABULARY, words_for
from lo_exact.topology import HOLE

_PAIRS = {idea: words_for("doubts_in_pairs", idea) for idea in VOCABULARY["doubts_in_pairs"]}
_MORE_LIGHTS = (
    "({first})[^.!?\n]{{1,30}}({below})",
    "({each}) ({row})[^.!?\n]{{1,20}}({column})",
    r"({whole}) (?:\w+ )?({whole_row})|(?:fila|linha) (?:entera|inteira)",
    "({eight}) ({around})",
    r"({also}) (?:\w+ ){{0,2}}({corners})|(?:coins|ecken|rogi) (?:changent )?(?:aussi|auch|też)",
)
"""Pairs of words for rows from below, and for rules that change more lights."""

CHANGED_BY = re.compile(
    r"(?:->|→|=>)[ ]?[^\s>→]{1,9}[ ]?(?:->|→|=>)|=[ ]*not\b"
    r"|(?i:(?=[^\W\d_]|[01#.■□]\s*[=imf]|1[ \t]*-|[#/%;-]{1,2}[ \t]*[a-z])"
    rf"(?:(?<![a-z])(?:{words_for('doubts_in_names')})(?![a-z])"
    r"|(?<![\w.])1[ \t]*-[ \t]*[A-Za-z]"
    r"|(?i:(?<![a-z])(?<!\bI )(?:turn|make(?! anything)|switch)(?:s|ed|ing|es)?"
    r"(?:[ \t]+\w+){0,3}[ \t]+on(?![a-z]))"
    r"|(?i:(?:#|//|%|--|;)[ \t]*(?:the |my )?(?:solutions?|answers?|presses|moves|clicks|hints?)"
    r"(?![a-z]|[ \t]*[:=]?[ \t]*[0-9]))))"
    rf"|(?i:(?<![^\W_])(?:{words_for('doubts_in_words')}"
    rf"|{'|'.join(_MORE_LIGHTS).format(**_PAIRS)})(?![^\W_]))"
    rf"|{words_for('doubts_in_signs')}"
)
"""Words of a rule, a surface, colours, a goal, holes, or of a change to a board."""

_TO_PRESS = re.compile(rf"(?i)(?:{words_for('doubts_of_rules', 'to_press')})[^.!?？\n]*(?:[.!:]|$)")
"""Words of presses in what is no question."""

SOFT = re.compile(rf"(?i)\b(?:{words_for('doubts_in_sentences', 'soft')})(?![a-z])")
"""Words that change a board only in a sentence about its lights."""

_LIGHTS = re.compile(rf"(?i)\b(?:{words_for('doubts_in_sentences', 'lights')})\b")
"""What a sentence about the lights of a board speaks of."""

HELP = re.compile(rf"(?i)\b(?:{words_for('usual', 'help')})")
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
_PLUS_NEAR = re.compile(words_for("usual", "near"))
_ACROSS = re.compile(words_for("usual", "across"))
_OF_RULES = re.compile(rf"(?i)\b(?:{words_for('usual', 'other_rule')})\b")
"""Words that make another rule of a rule."""

_FOUR_WAYS = tuple(map(re.compile, VOCABULARY["usual"]["ways"]))
_NOT_ALL = rf"(?:{words_for('usual', 'other_goal')})\b"
_ALL_OUT = re.compile(
    rf"(?i)\b(?:{words_for('usual', 'aims')})\b(?:[ ](?!{_NOT_ALL})[a-z']+){{0,6}}?[ ]"
    rf"(?:all|every\w*|them|whole)\b(?:[ ](?!{_NOT_ALL})[a-z']+){{0,4}}?[ ](?:off|out|dark)\b"
    rf"(?![ ]+(?:one|light|lamp|cell|square|button)s?\b)(?![^.!?\n]*\b{_NOT_ALL})"
    r"|\b(?:goal|aim|objective) is (?:the usual one, )?(?:\w+ ){0,3}(?:all"
    r"|every\w*)(?: the)?(?: \w+)?"
    r" (?:off|out)\b(?![ \t]*[^\W\d_])|目标是?(?:全部|全)(?:熄灭|灭)"
    r"|\bnot a (?:single )?\w+ (?:may|must|should) (?:stay|be|remain) (?:lit|on)\b"
)
"""What every puzzle asks for: all lights off."""


def _is_plus_rule(clause: str) -> bool:
    """Return whether words say only that a press changes a light and its four neighbours."""
    said = clause.lower()
    ways = [way.search(said) is not None for way in _FOUR_WAYS]
    slant = re.search(
        r"diagonal|\bnot\b|horizontal|vertical|\bif\b|\bor its\b|neighbou?rs of its|\bon and|"
        r"\boff and|the state of|swap",
        re.sub(r"\(?\bnot diagonal(?:ly)?\b", "", said),
    )
    return (
        _PLUS_SELF.search(said) is not None
        and (
            all(ways)
            or (
                not any(ways[:2])
                and not _ACROSS.search(said)
                and _PLUS_NEAR.search(said) is not None
            )
        )
        and not slant
        and all(map(_PLUS_WORDS.fullmatch, re.findall(r"[^\W\d_]+", said)))
    )


def without_usual(text: str) -> str:
    """Return a text with blanks for what it says of every puzzle: its rule, its goal, pleas."""
    text = HELP.sub(blanked, text)
    if re.search(_TURNS, text, re.IGNORECASE) is None and _ALL_OUT.search(text) is None:
        return text
    return _SENTENCE.sub(_without_rule, _ALL_OUT.sub(blanked, text))


def _without_rule(found: re.Match[str]) -> str:
    """Return a sentence with blanks for its longest run of clauses that states the plus rule."""
    said, ends = found[0], [0, *(cut.end() for cut in re.finditer(r"[,;:()—.]+\s*|\Z", found[0]))]
    if re.search(_TURNS, said, re.IGNORECASE) is None or len(ends) > 16 or len(said) > 999:
        return said
    runs = sorted(combinations(ends, 2), key=lambda run: run[0] - run[1])
    low, high = next((run for run in runs if _is_plus_rule(said[slice(*run)])), (0, 0))
    rest = f"{said[:low]} {said[high:]}"
    return said if _OF_RULES.search(rest) else said[:low] + blanks(said[low:high]) + said[high:]


_PRESSED = rf"(?:{words_for('doubts_of_rules', 'pressing')})"
_RULE_SAID = re.compile(
    rf"(?i)\b(?:{_PRESSED}\w*|buttons?|switch|one)\b[^.!?\n]{{1,80}}\b(?:{_TURNS}|affects?|works on"
    rf"|acts? on|reach\w*)\b"
    r"|\b(?:press|push|tap|hit|touch|click)(?:ing|es)?\b[^.!?\n]{0,40}\b(?:these|those|marked"
    r"|here)\b"
    r"|\b(?:these|those|where|places?)\b[^.!?\n]{0,40}\b(?:press|push|tap|hit|touch|click|taps"
    r"|presses)\b(?![^.!?\n]*\?)"
    r"|(?<!\bis )(?<!\bwhen )(?<!\bif )(?<!\bthe )(?<!\bare )(?<!\bbe )(?<!\beach )"
    r"\b(?:tapped|pressed|pushed|clicked|touched|flipped)\b"
    r"|\b(?:want|need|must|should|goal|task|have to|aim|please)\b[^.!?\n]{0,40}\b(?:all|every\w*"
    r"|them|full)\b"
    r"[^.!?\n]{0,25}\b(?:on|lit|bright\w*|burning|shining|glowing)\b"
    r"|\b(?:everything|everywhere|all) (?:bright|lit|on|shining|burning),? please\b"
    rf"|\b(?:{words_for('doubts_of_rules', 'other_rule')})\b"
    rf"|\b(?:{words_for('doubts_of_rules', 'shall')})\b[^.!?\n]{{0,40}}"
    rf"\b(?:{words_for('doubts_of_rules', 'be_on')})\b|{words_for('doubts_of_rules', 'all_on')}"
)
"""What a press does, was done, or shall do, and goals, beside what every puzzle says."""


def doubt_in(text: str) -> re.Match[str] | None:
    """Return the first words that may make another puzzle of a board beside them."""
    text = without_usual(text)
    hard = CHANGED_BY.search(text) or _RULE_SAID.search(text) or _TO_PRESS.search(text)
    if hard is None and SOFT.search(text):
        for sentence in _SENTENCE.finditer(text):
            soft = SOFT.search(text, sentence.start(), sentence.end())
            asks = re.search(
                r"(?i)\b(?:who|which|what|how|can|could|is|does|any\w*)\b.*\?\W*\Z", sentence[0]
            )
            few = len(sentence[0].split()) < 3
            if soft and not asks and (few or _LIGHTS.search(sentence[0])):
                return soft
    return hard


_OTHERS = re.compile(words_for("names", "others"))
_ANSWER = re.compile(rf"(?i)(?:.*[_.])?(?:min_)?(?:{words_for('names', 'answers')})")
_Test = Callable[[str], re.Match[str] | None]
"""Whether a name is one of a kind."""

names_matrix: _Test = re.compile(r"[Hh]_?[XZxz]|[AGHM]").fullmatch
"""Whether a name is a usual mathematical name for a matrix."""

names_checks: _Test = re.compile(
    rf"(?i:{words_for('names', 'checks')})|\A(?:[Hh]_?[XZxz]|[AGHM])\Z"
).search
"""Whether a name marks an array as a check matrix."""

names_board: _Test = re.compile(rf"(?i){words_for('names', 'boards')}|\A[a-z]\Z").search
"""Whether a name marks rows of two numbers as a board."""

takes_board: _Test = re.compile(
    rf"(?i)(?:\w*[_.])?(?:\w*(?:{words_for('names', 'calls')})\w*"
    rf"|{words_for('names', 'whole_calls')})|(?-i:[A-Z][A-Z0-9_]*)"
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

_LINKS = words_for("legends", "links")
_SAYS = (
    rf"[\"'`”»」]?(?:'?s\b)?[ \t]*(?:[=-]?=>|=+|:|-+>?|→|–|—|(?:{_LINKS}):?)[ \t]+"
    r"|[\"'`”»」]?[ \t]*(?:=>|[=:→は은는が]|表示|代表|为|是|的位置)[ \t]*"
    r"|[\"'`”»」]?[ \t]+(?=otherwise|one[ ]that[ ]is|(?:is )?(?:if|when|where)[ ]"
    r"|(?:una?|une?|eine?|uma?|quell[aei])[ ])"
    r"|[\"'`”»」\]]?[ \t]+(?=(?:an?[ ]|the[ ])?(?:not[ ])?(?:(?:un)?lit|dark)\b|an?[ ](?:light"
    r"|lamp)\b)"
)
_FILLS = rf"(?:(?:{words_for('legends', 'fillers')})\s+|灯)*"
_SHAPE = "(?:[ ](?:squares?|tiles?|cells?|lights?|lamps?|ones?))?"
_SIGN_NAMES = {signs: words_for("sign_names", signs) for signs in VOCABULARY["sign_names"]} | {
    signs: f"(?:{words_for('sign_colours', signs)}){_SHAPE}" for signs in VOCABULARY["sign_colours"]
}
"""Names of signs."""

_NAMED_SIGN = "|".join(_SIGN_NAMES.values())
_LEGEND = re.compile(
    r"(?:(?m:^)[ \t]*(?:#+|//|%|--"
    r"|;)[ \t]+)?(?<![^\s,;、。，(\[\"'`“«「:用])(?<!\brow )(?<!\bcolumn )[\"'`“«「\[]?"
    r"(?P<sign>[^\w\s,;=:()\[\]]|[0-9xXoO_]|(?-i:[A-Z])|[a-z](?=[\"'`]?[ \t]*=)"
    rf"|true|false|{_NAMED_SIGN})"
    rf"(?:{_SAYS}){_FILLS}"
    r"(?P<inner>[a-z]+[ ]\()?(?P<not>(?:not|n't|не|nie|non|no|não|nicht|niet)[ ]|没|不)?"
    rf"(?P<value>{STATE}|no[ ](?:light|lamp|cell)|(?:not|otherwise"
    rf"|(?<!lights[ ])out)(?=\s*(?:[.:;,)\[\n]|\Z))"
    rf"|(?:a[ ])?(?:hole|wall)|没有灯"
    rf"|(?:there's )?nothing(?: there)?(?:, just (?:a )?\w+(?: \w+)?)?)(?:\b"
    rf"|(?=[を着的]))(?![ \t,]+(?:and[ ]|et[ ]"
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

_NUMBERED = re.compile(
    r"(?<![^\s,;([])[\"'`]?(?P<sign>[^\w\s,;=:()]|[A-Za-z])[\"'`]?[ ]?(?:=|:|is)[ ]?"
    r"(?:(?P<word>[a-z]+)[ ]?\((?P<number>[0-9])\)|(?P<alone>[0-9])(?:[ ]?\([a-z]+\))?(?!\w))"
    r"[,;.]?"
    r"|(?<![\w.])(?P<digit>[0-9])(?:[ ]?[:=][ ]?|[ ]is[ ]"
    r"|[ ](?=[a-z]+(?:[,;.\n]|\Z)))(?!except|not|only|ignore|without"
    r"|flip)(?P<name>[a-z]+)"
    r"[,;.]?(?!\w)",
    re.IGNORECASE,
)
"""``. = off (0), R = red (1), G = green (2)``; ``0: off, 1: red, 2: green``."""

_CLAUSE_END = re.compile(
    r"[.,;:。，、；!?](?=\s|$)|[。，、；]|\n|\b(?:and|et|y|e|und|en|и|i|while|but)\b(?=[ ])"
)
_ALONE = re.compile(
    r"(?<![^\s(\[\"'`“«「$])[\"'`“«「$]?([^\w\s,;=:()\[\]{}\"'`]|[0-9xXoO]|_)[\"'`”»」$]?"
    r"(?![A-Za-z0-9_.#*+-])"
)
_NAMED = re.compile(
    r"(?<![=(] )(?<!==)[\"'`“«「]([^\w\s,;=:()\[\]{}\"'`]|[0-9xXoO_])[\"'`”»」](?!\w)"
    r"|(?<!\S)([^\x00-\x7f\w\s“”«»「」、。，；：！？·•–—→←])(?!\S*\2)(?!\w)"
    rf"|(?<![^\W_])(?<![0-9][ ])({_NAMED_SIGN})(?![^\W_])"
    r"|(?<=[぀-鿿가-힣])(?<!第)([01xXoO#*])(?=[぀-鿿가-힣])(?![行列个盏])"
    r"|\b(?:marked|marqué\w*|markiert|marcad\w+|segnat\w+)[ ](?:with |as |by )?([01xXoO])\b",
    re.IGNORECASE,
)
"""A sign that a sentence names: in quotes, alone, or by its name."""

_LINKED = re.compile(
    r"(?:(?<![^\s(\[\"'`])|(?<=\*))([^\w\s,;=:()\[\]{}\"'`]"
    r"|(?<!\w )[xXoO01])[\"'`]?[ \t]*(?:(?:=+>?|->|→)(?=[ ]*[^\W\d])"
    r"|:(?=[ ]+[^\W\d])|[ ](?:is|are|was|means?|stands?|marks?|shows?|wherever|ist|est|es|sind|jest"
    r"|är)\b)"
)
"""A sign that something is said of."""

_BOTH_NAMED = re.compile(
    rf"(?<!\w)(?:{_NAMED_SIGN})[ ](?:and|or)[ ](?:ones|{_NAMED_SIGN})"
    r"(?=[ ]*(?:[.,;:)!?\n]|\Z))|\b(?:a )?dots? (?:is|are|for|means?|=) (?:an? |the )?zeroe?s?\b"
    r"|\bzeroe?s? (?:\([^()\n]{0,40}\) )?(?:as|are) (?:an? )?dots?\b",
    re.IGNORECASE,
)
"""Both signs of a board, named together without saying what they are."""

_JOINS = re.compile(words_for("legends", "joins"))
"""Words that only join a sign and its state."""

_STATE_ALONE = re.compile(
    rf"(?<![^\W_])(?:{STATE}|{words_for('legends', 'states')})(?![^\W_])(?<!\ban(?=[ ]\w))"
    r"(?<!\bon(?=[ ](?:the|an?|this|my|it|top|page|level|board)\b))|[点光亮켜消暗灭꺼]",
    re.IGNORECASE,
)

HEDGES = re.compile(rf"(?i)\b(?:{words_for('legends', 'hedges')})\b")
"""Words that take back what a legend beside them says."""


def says_more(clause: str) -> bool:
    """Return whether a clause has a word that does not only join a sign and its state."""
    return not all(map(_JOINS.fullmatch, re.findall(r"[^\W\d_]+", clause.lower())))


_NEGATION = re.compile(rf"(?i)\b(?:{words_for('legends', 'negations')})\b|n't\b|不|没|ない")

_OTHERWISE = re.compile(
    rf"(?i)(?:\b(?:not|nicht|non|no|nie|не|niet|não|inte|ne)[ ]|n't[ ])(?:{STATE})\b"
)
_OTHER_STATE = re.compile(rf"(?i)\b(?:{words_for('legends', 'other_state')})\b")
"""Words for the state that the clause before does not say."""


def signs_explained(text: str, signs: set[str]) -> list[tuple[str, set[int]]]:
    """Return signs that share a clause with words for on and off, and the colours of these words.

    Args:
        text: a text without its boards and its legend.
        signs: the cells of its boards.
    """
    found, last = list[tuple[str, set[int]]](), {0, 1}
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
            found += [(sign, states) for sign in _ALONE.findall(clause) if sign in signs]
        rest = _STATE_ALONE.sub(" ", _NAMED.sub(" ", clause)).lower()
        known = len(states) == 1 and not says_more(rest)
        for sign in _LINKED.findall(clause):
            found += [(sign, {0, 1})] if sign in signs and (not states or len(states) > 1) else []
        for one in _NAMED.finditer(clause):
            family = _signs_of(next(filter(None, one.groups())))
            found += [(sign, states if known else {0, 1}) for sign in family if sign in signs]
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
_STATE_NAME = (
    r"(?:(?:не[ ])?[^\W\d_]{2,12}|[^\x00-\x7f]|[.#*a-z0-9])(?:[ ]?\((?:[0-9]|[^\W\d_]{2,9})\))?"
)
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


_SAID_IN_ORDER = re.compile(
    r"\([ ]*\):?|\b(?:colou?rs?|farben|colore?s?|couleurs?|цвет(?:а|ная|ной)?)\b", re.IGNORECASE
)
"""What says nothing more where the order of the colours is told."""

_OFF_NAMES = frozenset(words_for("legends", "off").split("|"))


def _ordered(text: str) -> tuple[list[tuple[str, int]], str]:
    """Return the colours of signs whose names a text puts in order, and the text without; or none.

    Each name is explained by a sign, or all names are signs.
    """
    found = _ORDER_OF_STATES.search(text)
    steps = re.sub("[\"']", "", found[found.lastgroup or 0]).lower() if found else ""
    parted = re.split(_NEXT_STATE, steps)
    names = [re.sub(rf"\((?:{k}|\D*)\)\Z", "", name).strip() for k, name in enumerate(parted)]
    names = names[: len(names) - (names[-1] == names[0] and len(names) > 1)]
    if found is None or names[0] not in _OFF_NAMES or len({*names}) < max(len(names), 3):
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
    if not said:  # the cells are the names themselves, or their numbers
        said = [(sign, k) for k, name in enumerate(names) for sign in (name, str(k))]
    return (
        ([], text)
        if {0} | {colour for _, colour in said} != {*range(len(names))}
        else ([(".", 0), *said], _SAID_IN_ORDER.sub(blanked, pair.sub(blanked, text)))
    )


_NO_LIGHT = re.compile(rf"(?i)\b(?:{words_for('legends', 'no_light')})")
"""Words for a place without a light."""


_EXPLAINS = re.compile(
    rf"(?i)(?:(?<![^\W_])(?:{STATE}|holes?|walls?|nothing)(?![^\W_])|[点灯亮灭켜꺼消])"
)
"""A word that a legend needs."""


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
        for found in _SAID_OTHERWISE.finditer(text):
            one, state, second, its, shown, sign = found.groups()
            pairs = [(one, state), (second, its)] if one else [(sign, shown)]
            said += [(mark.lower() if len(mark) > 1 else mark, VALUES[word.lower()])
                     for mark, word in pairs]  # fmt: skip
        text = _SAID_OTHERWISE.sub(blanked, text)
        for clause in (
            re.finditer(r"[^.,;:。，、；\n]+[.,;:。]?", text) if _NO_LIGHT.search(text) else ()
        ):
            if _NO_LIGHT.search(clause[0]) and len(signs := _ALONE.findall(clause[0])) == 1:
                said.append((signs[0], HOLE))
                text = text[: clause.start()] + blanked(clause) + text[clause.end() :]
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
    return (
        (legend, text)
        if set(legend.items()) == set(said)
        and (len({*legend.values()}) < 3 or not re.search(r"(?i)\bturns? to\b", text))
        else ({}, whole)
    )


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


def blanks(text: str) -> str:
    """Return a text with every character except line ends replaced by a blank."""
    return re.sub(r"[^\n]", " ", text)


def blanked(found: re.Match[str]) -> str:
    """Return the match with every character except line ends replaced by a blank."""
    return blanks(found[0])


def _signs_of(name: str) -> Sequence[str]:
    """Return the signs that a legend entry stands for; an unknown name is its own sign."""
    word = name.lower()
    for signs, names in _SIGN_NAMES.items():
        if len(name) > 1 and re.fullmatch(rf"the (?:{names}) are", f"the {word} are"):
            return signs
    return [word if word in VALUES and len(word) > 1 else name]


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
        rows = open_sizes.get("rows", 0)
        found += [(rows, open_sizes.get("columns", 0)), (rows, 0)][: 1 + (rows > 0)]
    return found
