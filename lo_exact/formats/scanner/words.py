"""Vocabulary of texts around boards: names, titles, claimed minima, sizes, other puzzles."""

import re
from collections.abc import Callable, Sequence
from itertools import combinations

from lo_exact.formats.scanner.tree import STATES, VALUES
from lo_exact.topology import HOLE

CHANGED_BY = re.compile(
    r"(?:->|→|=>)[ ]?[^\s>→]{1,9}[ ]?(?:->|→|=>)|=[ ]*not\b"
    r"|(?i:(?=[^\W\d_]|[01#.■□]\s*[=imf]|1[ \t]*-|[#/%;-]{1,2}[ \t]*[a-z])"
    r"(?:(?<![a-z])(?:torus|toroid\w*|wrap\w*|cylind\w*|klein|m(?:oe|ö)bius|colou?r(?!map)\w*"
    r"|n_?colou?rs"
    r"|(?:num_?|n_?)?states|state_?count|modul(?:o|us)|mod|targets?|goals?|desired"
    r"|final_?(?:state|board|grid)|diagonal\w*|king|knight|hex\w*|triang\w*|holes?|walls?"
    r"|transpose\w*|fliplr|flipud|flipped|rot90|rotat\w*|mirror\w*|invert(?:ed|s)?|negat\w*"
    r"|complement"
    r"|revers\w*|upside|bottom(?![ ]*[\t,;|])|swap\w*|flip\w*[ ](?:\w+ )?(?:vertically|horizontally"
    r"|it|this|over)|=[ ]*not|缺\w*|欠\w*|instead|twice|double[ds]?|or (?:maybe|perhaps|else)"
    r"|missing|fehl(?:t|en)|manqu\w+|falta\w*|unknown|except|and so on|etc"
    r"|(?:copy|read|type|draw) the rest|the rest (?:is|of)"
    r"|neighbou?rhood|objective|topology|stencil|number of times (?:it|each|every)|all but"
    r"|but (?:for|one)"
    r"|(?:toggle|adjacency|activation|incidence)[ \t]+matri\w+"
    r"|(?:then|now)(?:[ \t]+\w+)?[ \t]+(?:press|push|click|toggle)\w*"
    r"|sudoku|chess|nonogram|picross|minesweeper|crossword|maze|sokoban|conway|game of life"
    r"|tic[- ]?tac[- ]?toe|battleships?|reversi|othello|takuzu|binairo"
    r"|(?:1|#|x|o|■)\s*(?:=|is|means?|for)\s*(?:\w+[ ]){0,3}(?:off|dark|out|wall|hole|hidden)"
    r"|(?:0|\.|□)\s*(?:=|is|means?|for)\s*(?:\w+[ ]){0,3}(?:on|lit|wall|hole|hidden))(?![a-z])"
    r"|(?<![\w.])1[ \t]*-[ \t]*[A-Za-z]"
    r"|(?i:(?<![a-z])(?<!\bI )(?:turn|make(?! anything)|switch)(?:s|ed|ing|es)?"
    r"(?:[ \t]+\w+){0,3}[ \t]+on(?![a-z]))"
    r"|(?i:(?<![a-z])(?:defect\w*|not work|n't work|burn(?:t|ed)[ -]?out"
    r"|quarter|(?:anti|counter)?-?clockwise|sideways|(?:empty|blank) (?:board|grid)"
    r"|until (?:[^\n]{0,40} )?looks? like|right to left|columns? first"
    r"|rows? (?:are|and) columns?|only (?:rows?|columns?)"
    r"|(?:no (?:clue|idea)|n't (?:say|know|tell)|not sure) (?:if|whether|which)"
    r"|cut[ -]?off|crop\w*|hid(?:den|es?)|cover(?:ed|s)"
    r"|screenshots? (?:ends?|stops?|shows? only)|more (?:rows?|columns?|lights?)"
    r"|to be pressed"
    r"|(?:dark|unlit|off)(?: ones?| lights?| lamps?| cells?| squares?)? (?:is|are))(?![a-z]))"
    r"|(?i:(?:#|//|%|--|;)[ \t]*(?:the |my )?(?:solutions?|answers?|presses|moves|clicks|hints?)"
    r"(?![a-z]|[ \t]*[:=]?[ \t]*[0-9]))))"
    r"|(?i:(?<![^\W_])(?:von unten|de bas en haut|od dołu|снизу вверх|lowest|south row|from below"
    r"|rev|tac|tr"
    r"|spaltenweise|colonne par colonne|по столбцам|(?:is a|one) column|murs?|mauern?|muri|muros?"
    r"|ściana|стена|края|bords|krawędzie|farben|couleurs|цвет\w*|kolor\w*|ecken|диагонал\w*"
    r"|zdi|zeď|vägg\w*|muren?|duvar\w*|стін\w*|стен\w*"
    r"|floor|(?:rangée|ligne) du bas|fila de abajo|unterste\w*|onderste|nederst\w*|doln[yią]\w*"
    r"|zdola"
    r"|знизу (?:вгору|догори|нагору)|aşağıdan yukarı|remontant|kolumnami|kolumnvis|jedna kolumna"
    r"|po sloupcích|sütun sütun"
    r"|fall off|(?:come|comes|back|out) (?:back )?on the other|far (?:right|left)|opposite"
    r"|referme\w*"
    r"|bord droit|bordes?|склеен\w*|крайн\w+|corner to corner|bishop|schräg|skos|наискос\w*"
    r"|queimad\w+|kaputt|defekt|fundid\w+|grillée?s?|kapot|trasig\w*|(?:пере|с)горел\w*|bozuk"
    r"|spálen\w*|przepalon\w*|fulminat\w+|reflection|spiegel\w*|miroir|espejo|specchio|espelho"
    r"|lustrz\w*|зеркал\w*|дзеркал\w*|ayna\w*|zrcad\w*|left is right"
    r"|smudge\w*|blur\w*|torn|(?:can't|cannot) (?:see|read|make out)|illegible|verdeckt|unleserlich"
    r"|illisible|oculto|nascost\w+|zakryt\w*|скрыт\w*|не видно|looks? like (?:this|so) (?:at|in"
    r"|when)"
    r"|would like to see|ends? up with (?:this|these)|uiteindelijk|zum schluss|hedef|goal|doel|cíl"
    r"|in the meantime|zwischenzeit|entre-temps|mientras tanto|nel frattempo|w międzyczasie"
    r"|since then|(?:i|we)(?:'ve| have)? (?:already |just )?pressed (?:the|one|it|[a-h][1-9])"
    r"|(?:erste|letzte|première|primera|prima|primeira|pierwsz\w+|första|перв\w+|перший|ilk|první"
    r"|top|first)"
    r"[^.!?\n]{1,30}(?:unten|du bas|abajo|in basso|de baixo|dole|нижн\w+|нижній|alttaki|at the foot"
    r"|lowest)"
    r"|auf dem kopf|à l'envers|al revés|capovolt\w*|cabeça para baixo|do góry nogami|upp och ner"
    r"|вверх ногами|von hinten|backwards|(?:jede|chaque|cada|ogni|każd\w+|elke|varje|кажд\w+"
    r"|кожн\w+|her)"
    r" (?:zeile|ligne|línea|riga|linha|wiersz|regel|rad|строка|рядок|satır)[^.!?\n]{1,20}(?:spalte"
    r"|colonne"
    r"|columna|colonna|coluna|kolumn\w*|kolom|столб\w+|стовп\w+|sütun)"
    r"|(?:ganze|whole|entire|toda la|toute la|tutta la|l'intera|inteira|cały|całą|cał\w+|hela|hele"
    r"|весь|tüm"
    r"|celý) (?:\w+ )?(?:reihe|zeile|row|line|fila|línea|ligne|riga|linha|rząd|wiersz|raden|rij|ряд"
    r"|рядок"
    r"|satır\w*|řádek)|(?:fila|linha) (?:entera|inteira)"
    r"|(?:acht|huit|ocho|otto|oito|osiem|åtta|восемь|вісім|sekiz|osm|eight|nine|8|9) (?:felder"
    r"|cases|casillas"
    r"|de alrededor|caselle|casas|pól|rutor|сосед\w+|around|lights|lamps|cells|neighbou?rs)"
    r"|(?:auch|aussi|también|anche|também|też|ook|också|тоже|také|also) (?:\w+ ){0,2}(?:ecken|coins"
    r"|esquinas"
    r"|angoli|cantos|rogi|hoeken|hörn\w*|угл\w+|rohy|corners)|(?:coins|ecken"
    r"|rogi) (?:changent )?(?:aussi|auch|też)"
    r"|rechts raus|sort à droite|sale por la derecha|esce a destra|leaves on one side|joined to"
    r"|doughnut|donut"
    r"|glued|on a (?:can|ring|tube)|cube|reacts?\b(?! with)|locked|wires|delayed|dimmer|take turns"
    r"|(?:at|in) the end (?:a|an|the)|looks? like an?|reach this|supposed to (?:fill"
    r"|look|light)"
    r"|as many [^.!?\n]{0,12}as possible|arrive here|finished thing|reproduce|remain lit"
    r"|flicker\w*|another row|sixth row|there's more (?:on|to)|guess(?:ed)?|correction|lit too|typo"
    r"|noch (?:eine )?reihe|encore une ligne|otra fila|nog een rij|can't tell what"
    r"|undo|bumped|inzwischen|depuis j'ai|desde entonces|poi ho|potem|daarna heb|потом я"
    r"|light (?:them|it|these) (?:all )?up|glow|anschalten|encender|включить|(?:lösung|solución"
    r"|rozwiązanie|решение)(?=:)|drück\w*|appuy\w*|naciśnij|naciskaj|нажать|нажмите|pulsar"
    r"|nach dem drücken|après le coup|после нажатия|endstellung|lit = 1 - lit)(?![^\W_]))"
    r"|下から|列ごと|壁|端が|斜め|대각|全部つける|解答|押す|押して|눌러|按这里"
    r"|从下|從下|墙|牆|벽"
    r"|아래에서|아래부터|壊れ|坏|고장|鏡|镜|거울|隠れ|見えない|遮|看不清|가려|안 보"
    r"|만들어야|上下逆|左右反対|倒过来|거꾸로|もう一行|还有一行|한 줄 더"
    r"|その後|一番下|最下面|맨 아래예|目标|目標|最终|にしたい|なるように|눌렀|按了|按过"
)
"""Words of a rule, a surface, colours, a goal, holes, or of a change to a board."""

_TO_PRESS = re.compile(
    r"(?i)(?:antippen|getippt|tippen|toucher|tocar|tocado|toccare|kliknąć|aantikken|ткнуть|тапнуть"
    r"|клацнути"
    r"|dokun\w*|klikni|タップする|要点的|点击|탭해|places? where|keys to hit"
    r"|ones to push)[^.!?？\n]*(?:[.!:]|$)"
)
"""Words of presses in what is no question."""

SOFT = re.compile(
    r"(?i)\b(?:blocked|broken|disabled|flip(?:s|ped|ping)?|(?<!_)not|only|without|wrong|prices?"
    r"|costs?|uniform|legend"
    r"|rules?|shuffle"
    r"|random\w*|after|never|unless|neither|nor|half|ignor\w*|skip\w*|should|become\w*"
    r"|expect(?![ \t]*\()\w*"
    r"|(?:have|need|want|has) to press)(?![a-z])"
)
"""Words that change a board only in a sentence about its lights."""

_LIGHTS = re.compile(
    r"(?i)\b(?:lights?|lamps?|leds?|bulbs?|cells?|squares?|tiles?|buttons?|rows?|lines?"
    r"|col(?:umn)?s?"
    r"|boards?|grids?|panels?|pictures?|drawing|corners?|edges?|middle|cent(?:re|er)|(?:the|these"
    r"|those) ones|neighbou?rs?"
    r"|lampen?|lichter|felder|feld|lampes?|cases|luces|luz|casillas|press\w*|states?|zeros?|dots?"
    r"|those|first|last|start\w*)\b"
)
"""What a sentence about the lights of a board speaks of."""

HELP = re.compile(
    r"(?i)\bnot (?:yet(?:[.!]|, I)|sure how\b)|\b(?:can(?:'t|not)|could(?:n't| not)) "
    r"(?:solve|beat|crack) (?:it|this|that)\b(?: one)?|\bnever (?:solved|beaten|managed)\b"
    r"|\bwithout (?:the |any |a |my )?(?:toy|help|luck|success|app|solver|computer)\b"
    r"|\bafter (?:school|work|dinner|lunch"
    r"|(?:an|many|two|three|some)? ?(?:hours?|days?|evenings?))\b"
    r"|\bwhen (?:you|i|we) (?:switch|turn)(?:ed)? it on\b|\b(?:up|off|against) the walls?\b"
    r"|\bhalf (?:an hour|a day|the night)\b"
    r"|\b(?:first (?:case|puzzle|board|one) only|only the first (?:case|puzzle|board|one))\b"
    r"|\b(?:level|puzzle|stage|board|game|no\.?|nr\.?|number)[ ]?[0-9]+[ ]+[-–—](?=[ ][a-z]+[ ])"
)
"""What people say who ask for help: no word of it is about the board."""

_SENTENCE = re.compile(
    r"(?:(?![ \t]{4})[^.!?\n]|[.!?](?!\s|\Z)|\n(?=[ \t]*[^\W\d_]{2,}[ ,]+[^\W\d_]))+[.!?]?"
)
_TURNS = (
    r"(?:toggl|flip|chang|switch|invert|cambia|bascul|inverse|ändern?|umgeschaltet|schaltet|muda"
    r"|verander|swap)\w*"
)
_PLUS_WORDS = re.compile(
    rf"{_TURNS}|(?:press|push|tap|touch|click|hit|appu[iy]|puls|drück|carreg|apert|premer|druk)\w*"
    r"|whichever|those|exists?|quand|ainsi|d|beim|um|bord|touching|an?|the|any|every|each|all|both"
    r"|ones?|its?|itself|own|that|which|this|these|those|them|they"
    r"|whatever"
    r"|to|on|in|and|or|as|well|together|with|plus|also|along|directly|immediately|when|if|you|is"
    r"|are"
    r"|there|lights?|lamps?|bulbs?|cells?|squares?|tiles?|windows?|buttons?|lanterns?|candles?"
    r"|keys?"
    r"|standard|usual|usually|normal|behaviou?r|rules?|works?|state|from|off|s|of|not"
    r"|diagonal(?:ly)?"
    r"|neighbou?r(?:s|ing)?|adjacent|orthogonal(?:ly)?|next|beside|around|above|below|left|right|up"
    r"|down|top|bottom|sides?|sharing|shares?|horizontal(?:ly)?|vertical(?:ly)?|four|direct"
    r"|immediate"
    r"|(?:un|l|d)e?|une|la|les|son|état|celui|celles?|ceux|ses|des?|du|sur|voisine?s?|immédiate?s?"
    r"|elle"
    r"|même|lui|et|haut|bas|gauche|droite|adjacente?s?|lampes?|cases?|al|el|los|las|una?|bombillas?"
    r"|luz|luces|botón|celdas?|ella|él|sí|mism[oa]|y|que|comparten|lado|con|vecin[oa]s?|adyacentes"
    r"|arriba"
    r"|abajo|izquierda|derecha|estado|su|a|man|auf|eine[mnr]?|so|werden|wird|sie|selbst|und|ihre"
    r"|die"
    r"|den|direkten|nachbarn|benachbarten|oben|unten|links|rechts|lampen?|numa?|lâmpadas?|e|as|os"
    r"|ela"
    r"|vizinh[ao]s|em|cima|baixo|à|esquerda|direita|als|je|op|een|en|ernaast|erboven|eronder"
)
_PLUS_SELF = re.compile(
    rf"selbst und|elle change|{_TURNS}\W+(?:\w+\W+){{0,3}}?(?:itself|it\b(?!s)|its own|that|ella y"
    rf"|ela e|celui"
    rf"|elle et|die"
    r"|(?:the|a|one|each|this) \w+ (?:and|plus|together|as well|along))\b"
)
_PLUS_NEAR = re.compile(
    r"(?:and|plus|with)\W+(?:\w+\W+){0,6}neighbou?r|adjacent|next to|shar\w+ a side|orthogonal"
    r"|voisin"
    r"|vecin|adyacen|comparten|achbar"
    r"|vizinh"
)
_ACROSS = re.compile("left|right|links|rechts|gauche|droite|izquierda|derecha|esquerda|direita")
_OF_RULES = re.compile(
    r"(?i)\b(?:not|but|only|without|except|unless|if|eight|8|diagonal|horizontal|vertical|rows?"
    r"|col\w*"
    r"|corners?|edges?|itself|twice|second|random\w*|wrap\w*|neighbou?rs?"
    r"|also|all|any|each of|theirs|directions?|alternat\w*|those|which are|too|six|round|left|right"
    r"|sides?|ends?)\b"
)
"""Words that make another rule of a rule."""

_FOUR_WAYS = tuple(map(re.compile, (
    r"above|\bup\b(?! to)|\btop\b|haut|arriba|oben|cima|erboven",
    r"below|\bdown\b|bottom|\bbas\b|abajo|unten|baixo|eronder",
    r"left|beside|side|gauche|izquierda|links|esquerda|ernaast",
    r"right|beside|side|droite|derecha|rechts|direita|ernaast",
)))  # fmt: skip
_NOT_ALL = (
    r"(?:rows?|col\w*|lines?|corners?|edges?|first|last|top|middle|cent\w+|left|right|bottom|sides?"
    r"|but"
    r"|except|besides|from|that|which|not|avoid|prevent|on|lit|burning|then|half|only|stays?)\b"
)
_ALL_OUT = re.compile(
    r"(?i)\b(?:to|goal|aim|gotta|must|ha(?:s|ve)|wants?|needs?|get|turn\w*|put|make|so(?: that)?"
    r"|until"
    r"|how"
    rf"|can|should|after which|every time|when)\b(?:[ ](?!{_NOT_ALL})[a-z']+){{0,6}}?[ ]"
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


_PRESSED = (
    r"(?:press|push|tap|touch|click|hit|drück|druk|appu|puls|premi|premer|carreg|apert|naci[sś]"
    r"|tryck)"
)
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
    r"|\b(?:light everywhere|full brightness|no (?:light|lamp)s? (?:may|must) be (?:off|dark|out)"
    r"|light up every\w*|vice versa|(?:mixed|mix) (?:up )?the (?:two )?signs|contrary to"
    r"|anything but"
    r"|active[- ]low|common anode|moves? ago|more moves? since|upwards|verticals|from behind"
    r"|(?:from|seen from) the back|foot of the|y goes up|(?:lower|bottom)[- ]left|exchanged?"
    r"|on my head|front to back)\b"
    r"|\b(?:soll\w*|muss|doit|doivent|debe\w*|tiene\w* que|dev[eo]\w*|musi|moet\w*|ska|должн\w*"
    r"|надо"
    r"|нужно|veux que)\b[^.!?\n]{0,40}\b(?:hell|leuchten|brennen|an sein|brille|allum\w+"
    r"|encendid\w+"
    r"|encender\w*|acces[aeio]|accender\w*|aces[ao]s?|acender|świec\w+|zapal\w+|aan|branden|lysa"
    r"|tän\w+"
    r"|гор\w+|заж\w+|включ\w+)\b|全部点灯|すべて点|全亮|全部亮|全部点亮|点亮所有|모두 켜|전부 켜"
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


_OTHERS = re.compile(
    r"dark|sol|wanted|want|touch(?:ed)?|taps?|finger"
    r"|activation|adj|adjacency|arcs?|basis|blocked|checks|connections?|connected|end"
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
    r"|display|def|define|defparameter|defvar|setq|let)\w*|solve|minimum|play|\w*parse\w*"
    r"|\w*load\w*"
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
    r"|bedeutet|steht[ ]für|heißt|ist|sind|sono|son|são|je|jest|są|är|zijn|sont|est|signifie"
    r"|veut[ ]dire|significa|indica|es|é|è"
    r"|oznacza|to|означает|это|betekent"
)
_SAYS = (
    rf"[\"'`”»」]?(?:'?s\b)?[ \t]*(?:[=-]?=>|=+|:|-+>?|→|–|—|(?:{_LINKS}):?)[ \t]+"
    r"|[\"'`”»」]?[ \t]*(?:=>|[=:→は은는が]|表示|代表|为|是|的位置)[ \t]*"
    r"|[\"'`”»」]?[ \t]+(?=otherwise|one[ ]that[ ]is|(?:is )?(?:if|when|where)[ ]"
    r"|(?:una?|une?|eine?|uma?|quell[aei])[ ])"
    r"|[\"'`”»」\]]?[ \t]+(?=(?:an?[ ]|the[ ])?(?:not[ ])?(?:(?:un)?lit|dark)\b|an?[ ](?:light"
    r"|lamp)\b)"
)
_FILLS = (
    r"(?:(?:there|an?|the|lights?|lamps?|leds?|bulbs?|buttons?|cells?|squares?|tiles?|it|that|that's"
    r"|is|are|which|one|ones|starts?|starting|switched|turned|currently|initially|where|if|when"
    r"|ein|eine|une?|una|uma|la|le|el|luz|luce|lampe|lampada|licht|lumière|case|lampk[aęi]|лампочка|лампа|свет|still|noch|encore"
    r"|it's|ist|est|les|los|las|die|quell[aei]|i|gli|those"
    r"|(?:an?|the|eine?|une?|una|uma|l[aeo]s?|el|i|gli|die)[ ](?!\w*ly[ ]|un\w+[ ]"
    r"|not[ ])[^\W\d_]+)"
    r"\s+|灯)*"
)
_SIGN_NAMES = {
    "0": "(?<!from )zero(?:e?s)?(?![ -](?:matrix|vector|state|based|index))|nulle[nr]|nollor|zera"
    "|nuly|нул[иі]|ceros|zéros|zeri|sıfırlar|ゼロ|零|0['’]s",
    "1": "ones(?=[ ](?:are|is|mean|mark|show|stand))|uni(?=[ ])|1['’]s",
    ".·•": "dots?|periods|punkt(?:e|er|en)|punt(?:i|ini)|kropk[ai]|tečk[ay]|точк[аи]|puntos?|punto"
    "|pontos?"
    "|noktalar|(?<=les |the )points|点号?",
    "-–—": "minus|dash(?:es)?|hyphens|striche?|tirets|guiones",
    "+": "plus",
    "#": "hash(?:es|tags)?|raute|rauten|dièses|almohadillas|cancelletto|井号",
    "*★☆⭐": "stars?|asterisks?|sterne|sternchen|sterretjes|stjärnor|étoiles|estrellas|asteriscos"
    "|stelle|estrelas|asterischi|gwiazdki|hvězdičky|звё?здочки|зірочки|yıldızlar|星号?",
    "xX×✕✖✗": "cross(?:es)?|kreuze?|croix|cruz|cruces|cruzes|krzyżyki?|křížky|крестик[аи]?|叉",
    "oO○●◯": "circles|kreise|cercles|círculos|kółka|kroužky|圈",
    "_": "underscores?",
    " ": "empty|blank",
    "█": "filled|full block",
    **{signs: f"(?:{names})(?:[ ](?:squares?|tiles?|cells?|lights?|lamps?|ones?))?"
       for signs, names in (("🟨🟡", "yellow|amarelo|amarillo"), ("🟩🟢", "green"),
                            ("⬛⚫", "black|preto|negro|schwarz"), ("🟥🔴", "red"),
                            ("⬜⚪", "white|branco|blanco|weiß"), ("🟦🔵", "blue"),
                            ("🟧🟠", "orange"), ("🟪🟣", "purple"))},
}  # fmt: skip
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

_JOINS = re.compile(
    r"an?|the|is|are|was|were|be|being|shown|drawn|marked|written|printed|given|as|by|with|in|of"
    r"|for"
    r"|mean(?:s|ing)?|stands?|represents?|marks?|shows?|denotes?|indicates?|ones?|that|which"
    r"|th[eo]se"
    r"|it|they|all|every|each|here|currently|initially|legend|key|where|signs?|characters?|symbols?"
    r"|if"
    r"|(?:light|lamp|bulb|cell|square|tile|lantern|candle|window)s?|box(?:es)?|isn|t|not|rest"
    r"|others?"
    r"|else|everything|haben|einen|alle|anderen|markiert|mit|otherwise|while|respectively"
)
"""Words that only join a sign and its state."""

_STATE_ALONE = re.compile(
    rf"(?<![^\W_])(?:{STATE}|burn\w*|glow\w*|shin\w*|brenn\w*|leucht\w*|świec\w*|горят|dead"
    r"|extinguished|darkness)(?![^\W_])(?<!\ban(?=[ ]\w))"
    r"(?<!\bon(?=[ ](?:the|an?|this|my|it|top|page|level|board)\b))|[点光亮켜消暗灭꺼]",
    re.IGNORECASE,
)


HEDGES = re.compile(
    r"(?i)\b(?:don't|doesn't|isn't|wasn't|neither|nor|never|hardly|barely|former(?:ly)?|used to"
    r"|usually"
    r"|normally|old version|wrong|contrary|vice versa|opposite|no,|no case|anything but|until|once"
    r"|was|were"
    r"|not(?![ ](?:(?:un)?lit|null)\b)"
    r"|no longer|nicht|nie|früher|kein\w*|pas|jamais|nunca|mai|nie|nooit|inte|не|никогда)\b"
)
"""Words that take back what a legend beside them says."""


def says_more(clause: str) -> bool:
    """Return whether a clause has a word that does not only join a sign and its state."""
    return not all(map(_JOINS.fullmatch, re.findall(r"[^\W\d_]+", clause.lower())))


_NEGATION = re.compile(
    r"(?i)\b(?:not?|nor|never|nicht|kein\w*|nie|не|ni|non|pas|niet|não)\b|n't\b|不|没|ない"
)

_OTHERWISE = re.compile(
    rf"(?i)(?:\b(?:not|nicht|non|no|nie|не|niet|não|inte|ne)[ ]|n't[ ])(?:{STATE})\b"
)
_OTHER_STATE = re.compile(
    r"(?i)\b(?:not|isn't|aren't|nicht|pas|otherwise|the (?:rest|others?)|others?|(?:everything"
    r"|all) else"
    r"|alle anderen|autres|demás|otr[ao]s|altr[ei]|outr[ao]s|pozostałe|остальные|övriga)\b"
)
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

_OFF_NAMES = frozenset(
    ("off", "dark", "unlit", "black", "⚫", "⬛", ".", "0", "aus", "éteint", "éteinte", "apagado",
     "apagada", "spento", "spenta", "uit", "släckt", "не горит", "黒", "消灯", "灭", "黑")
)  # fmt: skip


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


_NO_LIGHT = re.compile(
    r"(?i)\bno (?:light|lamp|button|bulb)s? (?:at all|there)|\b(?:gar )?keine lampe|\bnie ma"
    r"|\bpas de lampe|\bno hay|нет ламп"
)
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
