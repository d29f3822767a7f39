"""Answers without rounding, for shapes with flat sides: numbers as ``fractions.Fraction``."""

from __future__ import annotations

from typing import Any

from ._native import Exact
from ._native import exact_distance as distance
from .types import PoseLike
from ._native import Shape

__all__ = ["Exact", "distance", "intersects"]


def intersects(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> Any:
    """Whether two shapes have a point in common, as a fact.

    >>> from clearance import Box, Pose, exact
    >>> box = Box([1, 1, 1])
    >>> exact.intersects(box, None, box, Pose([2, 0, 0]))
    True
    >>> exact.intersects(box, None, box, Pose([2 + 2**-51, 0, 0]))
    False
    """
    import numpy as np

    found = distance(a, pose_a, b, pose_b)
    if isinstance(found, Exact):
        return found.intersects
    return np.array([one.intersects for one in found.flat], dtype=bool).reshape(found.shape)
