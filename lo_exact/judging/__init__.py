"""Judging: other programs' answers, and every engine of ours beside the others.

``lo-exact judge FILE ANSWER`` judges one answer (begin with `judge`), ``referee 'COMMAND' FILE...``
a program on many boards (`campaign`), ``crosscheck`` compares all engines (`crosscheck`).
"""
