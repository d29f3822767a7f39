"""Hypothesis hunts for input that crashes: a clear exception or the right answer, nothing else."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from conftest import poses
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import clearance as cl

BOX, BALL = cl.Box([1, 1, 1]), cl.Ball(1)
FLAT = cl.Box([1, 1])
MOTION = cl.Motion(cl.Pose([5, 0, 0]), [-1, 0, 0])
ARM = cl.Robot.from_urdf(
    '<robot name="arm"><link name="a"/><link name="b"><collision><geometry><sphere radius="1"/></geometry>'
    '</collision></link><joint name="x" type="continuous"><parent link="a"/><child link="b"/></joint></robot>'
)
CELL = cl.Cell()
CELL.add("ball", BALL, cl.Pose([3, 0, 0]))
CELL.add_robot(ARM)
#: More of them with EXAMPLES=10000.
MOST = int(os.environ.get("EXAMPLES", "200"))
FEW = settings(max_examples=MOST, deadline=None, suppress_health_check=list(HealthCheck))

ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.binary(max_size=5),
    st.lists(st.floats(), max_size=5),
    st.tuples(st.lists(st.floats(), max_size=4), st.lists(st.floats(), max_size=5)),
    st.lists(st.lists(st.floats(), max_size=4), max_size=4),
    st.dictionaries(st.text(max_size=3), st.floats(), max_size=3),
    st.just(object()),
    st.just(BOX),
)
ARRAYS = hnp.arrays(
    dtype=st.one_of(
        hnp.floating_dtypes(), hnp.integer_dtypes(), hnp.boolean_dtypes(), hnp.complex_number_dtypes(),
        hnp.unicode_string_dtypes(), st.just(np.dtype(object)),
    ),
    shape=st.one_of(
        hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5),
        st.sampled_from([(4, 4), (3, 3), (2, 4, 4), (0, 4, 4), (4, 4, 4), (1, 3, 3)]),
    ),
)  # fmt: skip


def refuses_or_answers(call: Any) -> Any:
    """Only these exceptions are clear ones, and each has words."""
    try:
        return call()
    except (ValueError, TypeError, OverflowError) as error:
        assert str(error)
        return None


@FEW
@given(st.one_of(ANYTHING, ARRAYS))
def test_any_pose(pose: Any) -> None:
    for shape in (BOX, FLAT):
        found = refuses_or_answers(lambda s=shape: cl.distance(s, pose, s, None))
        if isinstance(found, cl.Answer):
            assert found.lower <= found.upper
        elif found is not None:
            assert (found["lower"] <= found["upper"]).all()
    refuses_or_answers(lambda: cl.Pose(pose))
    refuses_or_answers(lambda: cl.Pose([0, 0, 0], pose))
    refuses_or_answers(lambda: cl.Pose.from_matrix(pose))
    refuses_or_answers(lambda: cl.Motion(pose, pose, pose))


@FEW
@given(st.one_of(ANYTHING, ARRAYS))
def test_any_shape(numbers: Any) -> None:
    makers = (
        cl.Ball, cl.Box, cl.Point, cl.Polytope, cl.Triangle, cl.Polygon, cl.Ellipsoid,
        cl.MinkowskiSum, cl.ConvexHull, cl.Shape.from_dict, cl.Hyperquadric,
        lambda x: cl.Segment(x, x), lambda x: cl.Capsule(x, [0, 0, 0], 1), lambda x: cl.Rounded(BOX, x),
        lambda x: cl.Affine(BOX, x, x), lambda x: cl.Placed(BOX, x), lambda x: cl.Halfspaces(x, x),
        lambda x: cl.Cylinder(x, x), lambda x: cl.Superquadric(x, x), lambda x: cl.SupportFunction(x),
        lambda x: cl.Quadric(x, x, 1), lambda x: cl.Polytope.from_mesh((x, x)),
    )  # fmt: skip
    for make in makers:
        shape = refuses_or_answers(lambda m=make: m(numbers))
        if isinstance(shape, cl.Shape):
            assert repr(shape)
            other = cl.Ball(1, dim=shape.dim)
            refuses_or_answers(lambda s=shape, o=other: cl.distance(s, None, o, None))
            refuses_or_answers(lambda s=shape: cl.contains(s, None, numbers))
            refuses_or_answers(lambda s=shape: s.support(numbers))


@FEW
@given(st.one_of(ANYTHING, ARRAYS), st.one_of(ANYTHING, ARRAYS))
def test_any_argument(x: Any, y: Any) -> None:
    for call in (
        lambda: cl.distance(x, None, y, None),
        lambda: cl.distance(BOX, x, BALL, y),
        lambda: cl.within(BOX, None, BALL, None, x),
        lambda: cl.distance_below(BOX, None, BALL, None, x),
        lambda: cl.pairs(x, y),
        lambda: cl.pairs([BOX, BALL], [BALL, BOX], x, y),
        lambda: cl.ray_cast(BOX, None, x, y),
        lambda: cl.project(BOX, x, y),
        lambda: cl.check(x, BOX, None, BALL, y),
        lambda: cl.check([x, y], BOX, None, BALL, None),
        lambda: cl.hessian(BOX, x, BALL, y),
        lambda: cl.trace(BOX, x, BALL, y),
        lambda: cl.exact.penetration(BOX, x, BOX, y),
        lambda: cl.contains(BOX, x, y),
        lambda: cl.bounding_ball(BOX, x),
        lambda: cl.first_contact(BOX, [x, MOTION], BALL, [MOTION, y], 1.0),
        lambda: MOTION.at(x),
        lambda: ARM.forward(x),
        lambda: ARM.within_limits(x),
        lambda: CELL.clearance(x),
        lambda: CELL.path(x, y),
        lambda: CELL.configure(x),
        lambda: cl.Cell(x),
        lambda: cl.Cell().add("x", x, y),
        lambda: cl.Robot.from_urdf(x),
        lambda: cl.Cell.from_toml(x),
        lambda: cl.first_contact(BOX, x, BALL, y, 1.0),
        lambda: cl.closest_approach(BOX, None, BALL, cl.Pose([5, 0, 0]), x),
        lambda: cl.exact.distance(BOX, x, BOX, y),
        lambda: cl.Motion.through(x, y),
        lambda: cl.distance(BOX, None, BALL, None, gap=x, iterations=y),
    ):
        refuses_or_answers(call)


@FEW
@given(
    seed=st.integers(0, 2**32 - 1),
    layout=st.sampled_from(["C", "F", "reversed", "strided", "transposed", "offset", "readonly"]),
    single=st.booleans(),
    count=st.integers(0, 5),
)
def test_layout_of_arrays_does_not_matter(seed: int, layout: str, single: bool, count: int) -> None:
    rng = np.random.default_rng(seed)
    plain = poses(rng, count)
    want = cl.distance(BOX, None, BALL, plain)
    given_ = _laid_out(plain, layout)
    assert np.array_equal(given_, plain)
    if single:
        given_ = given_.astype(np.float32)
    found = cl.distance(BOX, None, BALL, given_)
    if single:
        # A pose of seven digits: the answer is that of a pose very close by.
        assert np.allclose(found["distance"], want["distance"], atol=1e-5)
    else:
        assert found.tobytes() == want.tobytes() and found.shape == want.shape
    for i in range(count):
        assert cl.distance(BOX, None, BALL, given_[i]).distance == found["distance"][i]


def _laid_out(array: np.ndarray, layout: str) -> np.ndarray:
    """The same numbers, elsewhere in memory."""
    if layout == "F":
        return np.asfortranarray(array)
    if layout == "reversed":
        return array[::-1, ::-1, ::-1].copy()[::-1, ::-1, ::-1]
    if layout == "strided":
        wide = np.zeros((2 * len(array), 4, 8))
        wide[::2, :, ::2] = array
        return wide[::2, :, ::2]
    if layout == "transposed":
        return np.ascontiguousarray(array.transpose(0, 2, 1)).transpose(0, 2, 1)
    if layout == "offset":
        raw = np.zeros(array.nbytes + 3, dtype=np.uint8)
        odd = raw[3:].view(np.uint8)[: array.nbytes]
        odd[:] = np.frombuffer(array.tobytes(), dtype=np.uint8)
        return np.ndarray(array.shape, dtype=float, buffer=odd)
    if layout == "readonly":
        array = array.copy()
        array.flags.writeable = False
    return array


@FEW
@given(hnp.arrays(float, (4, 4), elements=st.floats(-2, 2)))
def test_what_is_no_rotation_is_refused(matrix: np.ndarray) -> None:
    turn = matrix[:3, :3]
    off = np.abs(turn @ turn.T - np.eye(3)).max()
    rigid = off <= 1e-9 and np.linalg.det(turn) > 0 and np.allclose(matrix[3], [0, 0, 0, 1], 0, 1e-9)
    try:
        cl.distance(BOX, matrix, BALL, None)
        assert rigid
    except cl.PoseError:
        assert not rigid


@FEW
@given(
    st.integers(0, 3), st.integers(0, 3),
    st.sampled_from([np.nan, np.inf, -np.inf, 1e300, -1e60, 5e-324]), st.booleans(),
)  # fmt: skip
def test_numbers_that_are_none(i: int, j: int, x: float, many: bool) -> None:
    pose = np.eye(4)
    pose[i, j] = x
    given_ = np.stack([np.eye(4), pose]) if many else pose
    tiny = x == 5e-324 and i != j
    for ask in (cl.distance, cl.intersects, cl.signed_distance, cl.gradient, cl.rigorous):
        if tiny:
            ask(BOX, given_, BALL, None)
            continue
        try:
            ask(BOX, given_, BALL, None)
            raise AssertionError("taken for a pose")
        except cl.ClearanceError as error:
            assert "pose_a" in str(error) or "measures" in str(error)
