"""Answers without rounding, for shapes with flat sides: numbers as ``fractions.Fraction``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._native import Exact, ExactDepth, Shape
from ._native import exact_distance as distance
from ._native import exact_penetration as penetration
from .types import PoseLike

__all__ = ["Exact", "ExactDepth", "distance", "intersects", "penetration"]


def intersects(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> Any:
    """Whether two shapes have a point in common, as a fact.

    >>> from clearance import Box, Pose, exact
    >>> box = Box([1, 1, 1])
    >>> exact.intersects(box, None, box, Pose([2, 0, 0]))
    True
    >>> exact.intersects(box, None, box, Pose([2 + 2**-51, 0, 0]))
    False
    """
    found = distance(a, pose_a, b, pose_b)
    if isinstance(found, Exact):
        return found.intersects
    return np.array([one.intersects for one in found.flat], dtype=bool).reshape(found.shape)
