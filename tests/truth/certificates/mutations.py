"""Ways to spoil a certificate."""

import copy
import hashlib
import json
import struct

from tests.truth.certificates.judge import PROOF, enumerated, named


def mutate_claim(rng, case):
    """Make the claim false, or bind it to something else; every such change must be rejected."""
    claim, puzzle = case["claim"], case["puzzle"]
    lies = ["hash"]
    lies += {
        "solution": ["weight"],
        "solutions": ["count"],
        "minimum": ["weight", "dropped", "added"],
        "lower bound": ["bound", "weight"] if "weight" in claim else ["bound"],
    }.get(claim["kind"], [])
    lies += ["count"] if "count" in claim else []
    lies += ["light"] if puzzle["lights"] else []
    lies += ["colours"]
    lie = rng.choice(lies)
    if lie in ("weight", "count"):
        claim[lie] += rng.choice([-1, 1])
    elif lie == "bound":
        truth = enumerated(json.dumps(puzzle))
        claim["bound"] = min(truth.weights.values()) + 1
    elif lie == "dropped":
        claim["minima"].pop(rng.randrange(len(claim["minima"])))
        claim["count"] = len(claim["minima"])
    elif lie == "added":
        c, length = puzzle["colours"] or 5, enumerated(json.dumps(puzzle)).unknowns
        more = rng.choice(claim["minima"])
        if rng.random() < 0.5 and length:
            more = flip(rng, more, c)
        claim["minima"].append(more)
        claim["count"] = len(enumerated(json.dumps(puzzle)).minima) + 1
    elif lie == "hash":
        claim["puzzle_sha256"] = flip_hex(rng, claim["puzzle_sha256"])
    elif lie == "light":
        puzzle["state"] = flip(rng, puzzle["state"], puzzle["colours"] or 5, puzzle["lights"])
    elif puzzle["colours"] is None:
        puzzle["colours"] = rng.choice([0, 2, 2**31])
    else:
        puzzle["colours"] += rng.choice([-1, 1, 2])
    return f"claim: {lie}"


def flip(rng, vector, c, length=0):
    """Change one number of a vector."""
    if c == 2:
        bit = rng.randrange(length or 4 * len(vector))
        return f"{int(vector, 16) ^ 1 << bit:0{len(vector)}x}"
    at = rng.randrange(len(vector))
    return [*vector[:at], (vector[at] + rng.randrange(1, c)) % c, *vector[at + 1 :]]


def flip_hex(rng, text):
    at = rng.randrange(len(text))
    other = rng.choice([d for d in "0123456789abcdef" if d != text[at]])
    return text[:at] + other + text[at + 1 :]


def mutate_puzzle(rng, case):
    """Change the puzzle and name it rightly: the evidence is about another one now."""
    puzzle = case["puzzle"]
    spoil(rng, puzzle)
    try:
        case["claim"]["puzzle_sha256"] = named(puzzle)
    except (AssertionError, KeyError, TypeError, ValueError, IndexError, struct.error):
        return "puzzle: broken"
    return "puzzle: another"


def mutate_evidence(rng, case):
    """Change something in the document that is neither claim nor puzzle."""
    part = rng.choice(["format", "version", "made_by", *["evidence", "kernel"] * 5])
    if part not in case:
        part = "evidence"
    if type(case[part]) in (dict, list) and case[part]:
        spoil(rng, case[part])
    else:
        case[part] = other_value(rng, case[part])
    return f"evidence: {part}"


def mutate_whole(rng, case):
    """Change anything at all in the document."""
    spoil(rng, case, skip=(PROOF, "clauses"))
    return "document"


def spoil(rng, value, skip=()):
    """Change one place inside a dict or list."""
    while True:
        if type(value) is dict:
            keys = [key for key in value if key not in skip]
            if not keys or rng.random() < 0.05:
                value[rng.choice(["extra", "by", "count"])] = rng.choice([0, [], "a"])
                return
            key = rng.choice(keys)
            if rng.random() < 0.05:
                del value[key]
                return
        else:
            if not value or rng.random() < 0.2:
                respoil_list(rng, value)
                return
            key = rng.randrange(len(value))
        if type(value[key]) in (dict, list) and rng.random() < 0.9:
            value = value[key]
        else:
            value[key] = other_value(rng, value[key])
            return


def respoil_list(rng, value):
    """Make a list longer, shorter, or of another order."""
    how = rng.randrange(4)
    at = rng.randrange(len(value) + 1)
    if how == 0 or not value:
        value.insert(at, copy.deepcopy(rng.choice(value)) if value else rng.choice([0, "0", []]))
    elif how == 1:
        value.pop(rng.randrange(len(value)))
    elif how == 2:
        rng.shuffle(value)
    else:
        value.reverse()


def other_value(rng, value):
    """Return something else, mostly of the same kind."""
    if rng.random() < 0.1:
        return rng.choice([None, True, False, 0, 1, -1, "", "0", [], {}, 1.0, 2**70, [value]])
    if type(value) is int:
        return rng.choice([value + 1, value - 1, -value, 2 * value, rng.randrange(13), 0, 1])
    if type(value) is bool:
        return not value
    if type(value) is str and value and not set(value) - set("0123456789abcdef"):
        return rng.choice(
            [flip_hex(rng, value), value[1:], value + "0", "0" + value, value.upper()]
        )
    if type(value) is str:
        words = [
            "split",
            "tree",
            "branch",
            "bound",
            "point",
            "empty",
            "row",
            "splits",
            "walk",
            "kernel",
            "plain",
            "witness",
            "lrat",
            "presses",
            "buttons",
        ]
        return rng.choice(
            [*words, "solution", "solutions", "lower bound", "unsolvable", value + "x"]
        )
    return rng.choice([0, "", [], {}])


def mutate_proof(rng, case):
    """Change the proof's text, and name it rightly in most cases."""
    lines = case[PROOF].split(b"\n")
    at = rng.randrange(max(len(lines) - 1, 1))
    how = rng.choice(["drop", "swap", "word", "byte", "cut", "twice", "crlf", "number"])
    words = lines[at].split(b" ")
    if how == "drop":
        del lines[at]
    elif how == "swap":
        to = rng.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
    elif how == "twice":
        lines.insert(at, lines[at])
    elif how == "word":
        words.pop(rng.randrange(len(words)))
        lines[at] = b" ".join(words)
    elif how == "number":
        place = rng.randrange(len(words))
        change = rng.choice([-2, -1, 1, 2])
        if words[place].lstrip(b"-").isdigit():
            new = rng.choice([int(words[place]) + change, -int(words[place])])
            words[place] = str(new).encode()
        lines[at] = b" ".join(words)
    elif how == "crlf":
        lines[at] += b"\r"
    proof = b"\n".join(lines)
    if how == "byte" and proof:
        place = rng.randrange(len(proof))
        proof = proof[:place] + bytes([rng.randrange(256)]) + proof[place + 1 :]
    elif how == "cut":
        proof = proof[: rng.randrange(len(proof) + 1)]
    case[PROOF] = proof
    for piece in case["evidence"]:
        if piece["by"] == "lrat" and rng.random() < 0.9:
            piece["proof_sha256"] = hashlib.sha256(proof).hexdigest()
            piece["proof_bytes"] = len(proof)
    return f"proof: {how}"
