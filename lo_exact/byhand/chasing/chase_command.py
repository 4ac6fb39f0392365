"""Command ``lo-exact chase``: light chasing, its table and its rule."""

from lo_exact.commands.shared.answer import allow_long_numbers, draw_picture, print_json
from lo_exact.commands.shared.answer import text_table as columns
from lo_exact.commands.shared.options import Board, BoardsOfSize, Json, Limit, Picture, Quietly
from lo_exact.commands.shared.quick import grouped
from lo_exact.languages.phrases import phrase

SHOWN = 100
"""Rows of the table that are printed unless `--limit` says otherwise."""


@grouped
def chase(
    file: Board = "",
    *,
    how: BoardsOfSize,
    json: Json = False,
    limit: Limit = None,
    picture: Picture = None,
    talk: Quietly,
) -> int:
    """Solve boards by light chasing: print the rule, the table of last rows, and a board's steps.

    Put out each row with the buttons below it, from the top. Look up the lights left in the last
    row: the table says what to press in the first row. Then chase again. At most 100 rows of the
    table are printed unless --limit says otherwise.

    Example: lo-exact chase --size 5x5
    """
    from lo_exact.byhand.chasing.chase import chase as chased
    from lo_exact.byhand.chasing.chase import chase_table
    from lo_exact.byhand.chasing.chase_sentences import (
        chase_json,
        chase_sentences,
        pass_sentences,
        rule_sentences,
        table_rows,
    )
    from lo_exact.byhand.chasing.passes import chase_board, chase_rule
    from lo_exact.byhand.figures import chase_figure
    from lo_exact.errors import LimitReached

    found = chased(how.rules(file))
    rule = chase_rule(found)
    try:
        table = chase_table(found)
    except LimitReached as too_many:
        table = None
        talk.say(f"no table: {too_many}")
    passes = chase_board(found) if file else None
    allow_long_numbers()
    draw_picture(picture, lambda: chase_figure(found, table, passes), talk)
    if json:
        print_json(chase_json(found, rule, table, passes))
        return 0
    print(*chase_sentences(found), "", *rule_sentences(found, rule), sep="\n")
    if table is not None and len(table.last_rows):
        shown = SHOWN if limit is None else limit
        print(f"\n{columns(table_rows(found, table)[: shown + 1])}")
        if len(table.last_rows) > shown:
            total = len(table.last_rows)
            talk.say(phrase(104, shown=shown, total=total))
    if passes is not None:
        print("", *pass_sentences(found, passes), sep="\n")
    return 0
