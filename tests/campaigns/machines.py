"""Random machines of Advent of Code 2025, day 10, against HiGHS asked directly: ``--count 2000``.

    python -m tests.campaigns.machines --count 2000 --seed 1 [--nullity 4]

Each machine has 3 to 10 lights, 4 to 13 buttons and targets up to 300, and is written as the
contest writes it, read and answered: part one (two colours) and part two (counters), both proved.
HiGHS minimises both as integer programs of ours that no part of lo-exact has seen; its numbers are
rounded and multiplied out before they are believed.  Part two's certificate is written and judged
by the stand-alone checker.  ``--nullity K`` makes machines of 13 buttons and that nullity only.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import highspy
import numpy as np

from lo_exact import solver
from lo_exact.certificate.certify import write_proof
from lo_exact.certificate.counters_checker import check
from lo_exact.formats import ReadOptions
from lo_exact.formats.format_table import only_part
from lo_exact.formats.reading import parse_parts
from lo_exact.outcome import Status

TOP = 300
COUNTERS = ReadOptions(counters=True)


@dataclass(frozen=True)
class Machine:
    """A line of the contest.

    Attributes:
        diagram: (lights,) 0 or 1.
        buttons: the lights of each.
        targets: (lights,) 0..300.
    """

    diagram: list[int]
    buttons: list[list[int]]
    targets: list[int]

    @property
    def line(self):
        lights = "".join(".#"[v] for v in self.diagram)
        wired = " ".join(f"({','.join(map(str, b))})" for b in self.buttons)
        return f"[{lights}] {wired} {{{','.join(map(str, self.targets))}}}\n"

    @property
    def matrix(self):
        dense = np.zeros((len(self.diagram), len(self.buttons)), dtype=np.int64)
        for j, lights in enumerate(self.buttons):
            dense[lights, j] = 1
        return dense


def random_machine(rng, *, nullity=None):
    """A machine; of ten, two have targets that presses did not make, so that some have none."""
    while True:
        lights = rng.randint(3, 10)
        count = rng.randint(4, 13) if nullity is None else 13
        buttons = [sorted(rng.sample(range(lights), rng.randint(1, lights))) for _ in range(count)]
        machine = Machine([rng.randrange(2) for _ in range(lights)], buttons, [0] * lights)
        dense = machine.matrix
        if nullity is None or count - np.linalg.matrix_rank(dense) == nullity:
            break
    if rng.random() < 0.2:
        targets = [rng.randint(0, TOP) for _ in range(lights)]
    else:
        most = rng.choice([5, 30, 100, TOP])
        presses = np.array([rng.randint(0, most) for _ in range(count)])
        highest = int((dense @ presses).max())
        if highest > TOP:
            presses = presses * TOP // highest
        targets = (dense @ presses).tolist()
    return Machine(machine.diagram, buttons, targets)


def least_by_highs(matrix, wanted, modulus):
    """The least sum of whole x >= 0 with A x = b, mod 2 where that is asked; None where none is.

    Raises:
        ValueError: When HiGHS ends without an answer, or with one that does not multiply out.
    """
    lights, buttons = matrix.shape
    extra = lights if modulus else 0
    program = highspy.Highs()
    program.setOptionValue("output_flag", False)
    program.setOptionValue("threads", 1)
    program.setOptionValue("mip_rel_gap", 0.0)
    program.setOptionValue("mip_abs_gap", 0.0)
    top = 1.0 if modulus else float(sum(wanted) + 1)
    for j in range(buttons):
        program.addCol(1.0, 0.0, top, 0, [], [])
        program.changeColIntegrality(j, highspy.HighsVarType.kInteger)
    for i in range(extra):
        program.addCol(0.0, 0.0, float(buttons), 0, [], [])
        program.changeColIntegrality(buttons + i, highspy.HighsVarType.kInteger)
    for i in range(lights):
        places = np.flatnonzero(matrix[i]).tolist()
        values = matrix[i, places].astype(float).tolist()
        if modulus:
            places, values = [*places, buttons + i], [*values, -float(modulus)]
        right = float(wanted[i])
        program.addRow(right, right, len(places), np.array(places, np.int32), np.array(values))
    # other users in this process may have begun with more threads, and HiGHS then refuses one
    highspy.Highs.resetGlobalScheduler(True)
    program.run()
    status = program.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        raise ValueError(f"HiGHS ends with {program.modelStatusToString(status)}")
    x = np.rint(np.array(program.getSolution().col_value[:buttons])).astype(np.int64)
    off = matrix @ x - np.array(wanted)
    if (x < 0).any() or (off % modulus if modulus else off).any():
        raise ValueError("HiGHS has presses that do not multiply out")
    return int(x.sum())


@dataclass
class Report:
    """What a campaign saw.

    Attributes:
        tally: how many answers of each kind.
        seconds: CPU seconds of each answer, by part.
        wrong: lines on which two differ.
    """

    tally: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def timed(self, name, ask):
        start = time.process_time()
        answer = ask()
        self.seconds.setdefault(name, []).append(time.process_time() - start)
        return answer

    def judge(self, part, machine, answer, known):
        """Count one answer, and say where it is not proved or not HiGHS's."""
        proved = answer.status in (Status.OPTIMAL, Status.INFEASIBLE)
        self.tally[f"{part}: {answer.status.value}"] += 1
        if not proved or answer.weight != known:
            said = f"{answer.status.value} {answer.weight}"
            self.wrong.append(f"{part}: {said}, HiGHS {known}: {machine.line}")


def campaign(count, seed, *, nullity=None):
    """Answer so many machines and compare."""
    rng = random.Random(f"{seed} {nullity}")
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        for _ in range(count):
            machine = random_machine(rng, nullity=nullity)
            lit = only_part(parse_parts(machine.line))
            answer = report.timed("part one", lambda lit=lit: solver.minimum(lit))
            known = least_by_highs(machine.matrix, machine.diagram, 2)
            report.judge("part one", machine, answer, known)

            counters = only_part(parse_parts(machine.line, options=COUNTERS))
            answer = report.timed("part two", lambda c=counters: solver.minimum(c))
            known = report.timed(
                "HiGHS, part two", lambda m=machine: least_by_highs(m.matrix, m.targets, 0)
            )
            report.judge("part two", machine, answer, known)
            report.timed("its certificate", lambda a=answer: write_proof(a, path))
            verdict = report.timed("the checker", lambda: check(path))
            report.tally["certificates accepted"] += verdict.accepted
            if not verdict.accepted:
                report.wrong.append(f"certificate: {verdict.text}: {machine.line}")
    return report


def spread(seconds):
    """The median, the 99th of a hundred, and the largest."""
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nullity", type=int, help="only 13 buttons, with this nullity")
    given = parser.parse_args()
    report = campaign(given.count, given.seed, nullity=given.nullity)
    for line in report.wrong:
        print(line)
    for kind, number in sorted(report.tally.items()):
        print(f"{kind:28} {number:6}")
    for name, seconds in report.seconds.items():
        middle, late, last = (1000 * value for value in spread(seconds))
        print(f"{name:28} CPU ms: median {middle:.2f}, p99 {late:.2f}, most {last:.2f}")
    print(f"{given.count} machines, {len(report.wrong)} answers wrong or not proved")
    raise SystemExit(bool(report.wrong))


if __name__ == "__main__":
    main()
