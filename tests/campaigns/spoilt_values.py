"""Changes of single values in JSON documents, to be refused or to mean something true."""

import copy

VALUES = (0, 1, 2, -1, True, False, None, "", "0", "true", [], {}, [0], 10**30, 0.0, 1.5)


def places(value, at=()):
    """Yield the path to every value in a JSON document."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield (*at, key)
        if isinstance(value[key], dict | list):
            yield from places(value[key], (*at, key))


def changed(rng, document, place):
    """Change the value at one place, or leave it out, or give it twice."""
    *way, last = place
    inside = document
    for key in way:
        inside = inside[key]
    old, how = inside[last], rng.randrange(8)
    if how == 0:
        del inside[last]
    elif how == 1 and isinstance(inside, list):
        inside.insert(last, copy.deepcopy(old))
    elif how < 5 and type(old) is int:
        inside[last] = old + rng.choice([1, -1, 2, -2])
    elif how == 5:
        inside[last] = copy.deepcopy(
            rng.choice([*inside.values()] if type(inside) is dict else inside)
        )
    else:
        inside[last] = copy.deepcopy(rng.choice(VALUES))
