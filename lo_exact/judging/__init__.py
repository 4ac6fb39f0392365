"""Judge answers of other programs against proofs, and cross-check the built-in engines.

``lo-exact judge FILE ANSWER`` judges one answer (begin with `judge`), ``referee 'COMMAND' FILE...``
a program on many boards (`campaign`), ``crosscheck`` compares all engines (`crosscheck`).
"""
