"""Examples that mypy must find right, with the types that they should have."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import clearance as cl

box, ball = cl.Box([1, 1, 1]), cl.Ball(1)
there = cl.Pose([5, 0, 0], [0, 0, 0, 1])
many: npt.NDArray[np.float64] = np.tile(np.eye(4), (3, 1, 1))

assert_type(cl.distance(box, None, ball, there), cl.Answer)
assert_type(cl.distance(box, None, ball, there).distance, float)
assert_type(cl.distance(box, ([0, 0, 0], [0, 0, 0, 1]), ball, there, method="gjk"), cl.Answer)
assert_type(cl.distance(box, None, ball, many, threads=2, progress=True), Any)
assert_type(cl.penetration(box, None, ball, there), "cl.Depth | None")
assert_type(cl.within(box, None, ball, there, 1.0), bool)
assert_type(cl.exact.distance(box, None, box, there).squared, Fraction)
assert_type(cl.exact.penetration(box, None, box, there), "cl.ExactDepth | None")
assert_type(cl.hessian(box, None, ball, there), "npt.NDArray[np.float64] | None")
assert_type(cl.trace(box, None, ball, there).answer, cl.Answer)
assert_type(cl.Cell().clearance([0.1, 0.2]), "cl.Nearest | None")
assert_type(cl.Cell().clearance(many), Any)
assert_type(cl.Cell().path([0, 1], [[0.0], [1.0]]).is_safe, bool)
assert_type(cl.Robot.from_urdf("").forward([0.1]), npt.NDArray[np.float64])
cl.check(cl.distance(box, None, ball, many, objects=True), box, None, ball, many)
cl.first_contact(box, None, ball, [cl.Motion(there), cl.Motion(there)], 1.0)
assert_type(cl.first_contact(box, None, ball, cl.Motion(there, [1, 0, 0]), 1.0), cl.FirstContact)
assert_type(cl.Shape.from_dict({"type": "ball", "radius": 1}), cl.Shape)
assert_type(box.rounded(0.1), cl.Rounded)
assert_type(cl.Polytope(np.eye(3)).vertices, npt.NDArray[np.float64])
