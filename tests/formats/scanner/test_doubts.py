"""What stands in comments, names and counts of all formats may make another puzzle."""

import json
import re
from pathlib import Path

import pytest

from lo_exact.formats.reading import parse_puzzle
from tests.formats.reading import is_refused, read_or_refusal

TEXTS = json.loads(Path(__file__).with_name("remarks.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", TEXTS["read"])
def test_harmless_words_beside_a_board_change_nothing(kind):
    assert read_or_refusal(TEXTS["read"][kind]) == ["101", "010", "110"]


@pytest.mark.parametrize("kind", TEXTS["graphs"])
def test_harmless_words_beside_a_graph_change_nothing(kind):
    assert parse_puzzle(TEXTS["graphs"][kind]).sha256 == parse_puzzle("a b\nb cat\n").sha256


@pytest.mark.parametrize("kind", TEXTS["refused"])
def test_what_may_make_another_puzzle_is_refused(kind):
    assert is_refused(TEXTS["refused"][kind])


ALL_ON = """要全部打开这些灯最少需要点几下。 使所有灯都处于打开状态。 求让九盏灯全开的最少步数。
すべてのランプをオンにしてください。 모든 불을 켜려면 최소 몇 번 눌러야 하나요?
Нужно, чтобы все лампочки загорелись. Man soll alle Felder erleuchten. Alle lys skal tændes.
Alla lampor ska vara tända. Kaikkien valojen pitää palaa. Minden lámpát fel kell kapcsolni.
Treba zapáliť všetky svetlá. Je třeba rozsvítit všechna světla. Toate becurile trebuie aprinse.
Hãy bật tất cả các đèn. Semua lampu harus menyala. Bütün lambalar yanmalı.
Alle lampen moeten aan. Il faut allumer toutes les lampes. Hay que encender todas las luces."""


@pytest.mark.parametrize("goal", re.findall(r"[^.。?\s][^.。?]+[.。?]", ALL_ON))
def test_a_goal_of_all_lights_on_is_refused_among_other_sentences(goal):
    told = "I found this puzzle in an old magazine. My brother gave it to me. It is nice. "
    assert is_refused(f"{told}{goal}\n\n011\n100\n101\n")
    assert is_refused(f"{goal} {told}\n\nboard = [[0,1,1],[1,0,0],[1,0,1]]\n")
