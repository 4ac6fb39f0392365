"""Distances in a child of the service: a matrix is read as the command reads it."""

import json

import pytest

from lo_exact.service.children.distance import distance_answered


@pytest.mark.parametrize(
    ("form", "read_from", "bound"),
    [(None, "a 5 x 5 check matrix", 2), ("board", "a 5 x 5 board", 12)],
)
def test_the_service_reads_rows_as_a_matrix_as_the_command_does(form, read_from, bound):
    request = {"board": "# m\n" * (form is None) + "1 1 1 1 1\n" * 5, "format": form}
    said = distance_answered(lambda *_: None, request, {"max_lights": 100}, 60, 60)
    result = json.loads(said["result"])
    assert (result["read_from"], result["distance"]) == (read_from, bound)
