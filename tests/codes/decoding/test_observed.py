"""Logical errors from files: every format, what does not fit, and what is not overwritten."""

import json
from pathlib import Path

import numpy as np
import pytest
import stim

from lo_exact import Decoder
from lo_exact.codes.decoding.observed import wilson_interval
from lo_exact.codes.decoding.shots import read_bits, write_observables
from lo_exact.errors import InputError
from tests.cli_runner import Ran
from tests.cli_runner import run as run_words

CIRCUIT = stim.Circuit.generated(
    "surface_code:rotated_memory_z", distance=3, rounds=2, after_clifford_depolarization=0.02
)


def run(*words: str | Path) -> Ran:
    return run_words("decode", *map(str, words), "-q")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A circuit, its model, and 128 shots with observables apart and appended, in every format."""
    monkeypatch.chdir(tmp_path)
    shots, truth = CIRCUIT.compile_detector_sampler(seed=5).sample(128, separate_observables=True)
    Path("c.stim").write_text(str(CIRCUIT))
    Path("c.dem").write_text(str(CIRCUIT.detector_error_model()))
    both = np.hstack([shots, truth])
    detectors, observables = shots.shape[1], truth.shape[1]
    for kind in ("b8", "01", "r8", "hits", "dets", "ptb64"):
        for name, data, d, o in (
            ("s", shots, detectors, 0), ("o", truth, 0, observables),
            ("both", both, detectors, observables),
        ):  # fmt: skip
            stim.write_shot_data_file(
                data=data, path=f"{name}.{kind}", format=kind, num_detectors=d, num_observables=o
            )
    wrong = (Decoder.from_detector_error_model("c.dem").decode_batch(shots) != truth).any(axis=1)
    return shots, truth, int(wrong.sum())


@pytest.mark.parametrize("kind", ["b8", "01", "r8", "hits", "dets", "ptb64"])
def test_logical_errors_are_those_of_the_library_in_every_format(files, kind):
    shots, truth, wrong = files
    assert 0 < wrong < 64
    apart = run("c.stim", f"s.{kind}", "--obs-in", f"o.{kind}", "--obs-out", f"p.{kind}", "--json")
    assert apart.code == 0, apart.err
    said = json.loads(apart.out)
    assert (said["shots"], said["proved"], said["logical_errors"]) == (128, 128, wrong)
    assert said["method"] == "Wilson, 95 %"
    assert said["interval"] == list(wilson_interval(wrong, 128))
    appended = run("c.dem", f"both.{kind}", "--obs-appended", "--json")
    assert json.loads(appended.out) == said
    predicted = stim.read_shot_data_file(path=f"p.{kind}", format=kind, num_observables=1)
    assert int((predicted != truth).sum()) == wrong
    assert np.array_equal(read_bits(f"s.{kind}", shots.shape[1], 0), shots)


def test_it_is_said_in_words_with_the_interval(files):
    ran = run("c.stim", "s.b8", "--obs-in", "o.01")
    low, high = wilson_interval(files[2], 128)
    assert ran.out == (
        f"128 shots: 128 proved\nlogical errors: {files[2]} of 128; the rate is {low:.3g} to "
        f"{high:.3g} (Wilson, 95 %)\n"
    )


def test_a_model_of_any_name_is_read_as_one(files):
    Path("c.txt").write_text(Path("c.dem").read_text())
    words = ("s.b8", "--obs-in", "o.01")
    assert run("c.txt", *words, "--as", "dem").out == run("c.dem", *words).out
    Path("c.txt").write_text("error(2) D0\n")
    ran = run("c.txt", *words, "--as", "dem")
    assert (ran.code, ran.err.startswith("lo-exact: c.txt:1")) == (3, True), ran.err


def test_shots_of_another_model_are_said_to_be_unlikely(files):
    strange = np.random.default_rng(1).integers(0, 2, files[0].shape).astype(np.uint8)
    np.save("strange.npy", strange)
    for kind, words in {"obs": ("--obs-out", "p.01"), "file": ("-o", "a.npz")}.items():
        ran = run_words("decode", "c.dem", "strange.npy", *words)
        assert "are these shots of another model?" in ran.err, kind
        assert ran.code == 0
        good = run_words("decode", "c.dem", "s.b8", *words, "--force")
        assert "another model" not in good.err, kind


def test_a_circuit_is_a_matrix_too(files):
    a, b = (run(f"c.{kind}", "s.b8", "-o", f"{kind}.npz") for kind in ("stim", "dem"))
    assert (a.code, a.out) == (b.code, b.out) == (0, a.out)
    assert Path("stim.npz").read_bytes() == Path("dem.npz").read_bytes()


def test_nothing_is_overwritten_without_force(files):
    Path("p.01").write_text("mine")
    ran = run("c.stim", "s.b8", "--obs-out", "p.01")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "p.01 is there; --force replaces it" in ran.err
    assert Path("p.01").read_text() == "mine"
    assert run("c.stim", "s.b8", "--obs-out", "p.01", "--force").code == 0
    assert np.array_equal(
        read_bits("p.01", 0, 1), Decoder.from_detector_error_model("c.stim").decode_batch(files[0])
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["c.stim", "cut.b8", "--obs-in", "o.b8"], 3, "no whole number of shots"),
        (["c.stim", "cut.ptb64", "--obs-in", "o.b8"], 3, "no whole number of 64 shots"),
        (["c.stim", "cut.r8", "--obs-in", "o.b8"], 3, "cut.r8: no shots of"),
        (["c.stim", "long.hits", "--obs-in", "o.b8"], 3, "long.hits: no shots of"),
        (["c.stim", "half.b8", "--obs-in", "o.b8"], 3, "128 shots with 1 observables, but 64"),
        (["c.stim", "s.b8", "--obs-in", "s.b8"], 3, "s.b8"),
        (["c.stim", "s.txt", "--obs-in", "o.b8"], 3, "shots are read from .b8, .01"),
        (["c.stim", "none.r8", "--obs-in", "o.b8"], 3, "none.r8: there is no such file"),
        (["c.stim", "s.b8", "--obs-out", "p.txt"], 2, "predictions are written to .b8"),
        (["c.stim", "s.b8"], 2, "answers go to --output FILE.npz"),
        (["c.stim", "s.b8", "-o", "c.dem"], 2, "--output: answers are written to .npz files"),
        (["c.stim", "s.b8", "-o", "mine.npz"], 2, "mine.npz is there; --force replaces it"),
        (["c.stim", "none.b8", "--obs-in", "o.b8"], 3, "none.b8: there is no shot in this file"),
        (["c.stim", "none.hits", "--obs-in", "o.b8"], 3, "no shot in this file"),
        (["c.stim", "none.01", "-o", "a.npz"], 3, "none.01: there is no shot in this file"),
        (["c.stim", "s.b8", "--obs-in", "o.b8", "--as", "board"], 2, "--as dem is the only"),
        (
            ["c.stim", "s.b8", "-o", "a.npz", "--obs-in", "o.b8"],
            2,
            "not for shots with observables",
        ),
        (["c.stim", "both.b8", "--obs-appended", "--obs-in", "o.b8"], 2, "not both"),
        (["h.npy", "s.b8", "--obs-in", "o.b8"], 2, "those of an error model"),
        (["bad.stim", "s.b8", "--obs-in", "o.b8"], 3, "bad.stim"),
        (["quiet.dem", "s.b8", "--obs-in", "o.b8"], 3, "the error model has no observables"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(files, words, code, said):
    Path("mine.npz").write_text("mine")
    for kind in ("b8", "hits", "01"):
        Path(f"none.{kind}").write_text("")
    Path("cut.b8").write_bytes(Path("s.b8").read_bytes()[:-1])
    Path("half.b8").write_bytes(Path("s.b8").read_bytes()[: Path("s.b8").stat().st_size // 2])
    Path("cut.ptb64").write_bytes(Path("s.ptb64").read_bytes()[:-8])
    Path("cut.r8").write_bytes(Path("s.r8").read_bytes()[:-1])
    Path("long.hits").write_text("1,999\n")
    Path("bad.stim").write_text("NOTHING 0 1\n")
    Path("quiet.dem").write_text("error(0.1) D0 D1\n")
    ran = run(*words)
    assert (ran.code, ran.err.count("\n")) == (code, 1), ran.err
    assert said in ran.err


def test_64_shots_at_a_time_are_said(tmp_path):
    with pytest.raises(Exception, match="multiples of 64 shots, there are 3"):
        write_observables(str(tmp_path / "p.ptb64"), np.zeros((3, 1), dtype=np.uint8))


@pytest.mark.parametrize(
    ("successes", "trials"), [(0, 10), (10, 10), (5, 10), (1, 100), (7, 10**6)]
)
def test_ends_of_the_interval_are_1_96_standard_deviations_from_what_was_seen(successes, trials):
    """Its definition: p with (k / n - p)^2 = z^2 p (1 - p) / n; 0 and 1 where all were alike."""
    low, high = wilson_interval(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    for end in (low, high):
        distance = (successes / trials - end) ** 2
        assert distance == pytest.approx(1.9599639845**2 * end * (1 - end) / trials, rel=1e-8)
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_a_file_that_is_not_there_is_an_input_error():
    with pytest.raises(InputError, match="there is no such file"):
        read_bits("nowhere.hits", 3, 0)
