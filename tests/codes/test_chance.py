"""Light words by chance: each matters, and lightest ones are found soon."""

import random
import time

import numpy as np
import pytest

import lo_exact
from lo_exact.codes.chance import WordsByChance
from lo_exact.codes.code_files import bicycle_code
from tests.boards.codes import wifi_code
from tests.campaigns.codes import few_words, random_code, truth_of


@pytest.mark.parametrize("number", [70, pytest.param(200, marks=pytest.mark.large)])
def test_words_of_random_codes_matter_and_the_lightest_is_among_the_first(number):
    rng, codes = random.Random(1), 0
    while codes < number:
        code = random_code(rng, 1, 20)
        if not few_words(code):
            continue
        codes += 1
        for side in code.sides:
            words, weight = WordsByChance(side, np.random.default_rng(codes)), None
            for _ in range(40):
                word = words.lighter(weight)
                assert word is None or side.matters(word)
                assert word is None or weight is None or len(word) < weight
                weight = weight if word is None else len(word)
            assert weight == truth_of(code, side)[0]


def test_a_word_of_any_weight_is_there_after_one_elimination():
    for side in bicycle_code("bb:12,6:x^3+y+y^2:y^3+x+x^2").sides:
        word = WordsByChance(side, np.random.default_rng(1)).lighter(None, sums=False)
        assert word is not None
        assert side.matters(word)


@pytest.mark.large
def test_the_code_of_wireless_networks_has_distance_8_within_ten_seconds():
    began = time.process_time()
    found = lo_exact.distance(wifi_code(), time_limit=60)
    assert (found.proved, found.lower_bound) == (True, 8)
    assert time.process_time() - began < 10
