"""Shapes: made, compared, stored, read back."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
from conftest import ball_support, zoo

import clearance as cl

ALL = [*zoo(2), *zoo(3)]


@pytest.mark.parametrize("shape", ALL, ids=lambda shape: f"{type(shape).__name__}{shape.dim}")
def test_stored_and_read_back(shape: cl.Shape) -> None:
    again = cl.Shape.from_dict(shape.to_dict())
    assert again == shape and type(again) is type(shape) and again.dim == shape.dim
    assert hash(again) == hash(shape)
    # As text, as the program reads it.
    assert cl.Shape.from_dict(json.loads(json.dumps(shape.to_dict()))) == shape
    pickled = pickle.loads(pickle.dumps(shape))
    assert pickled == shape and type(pickled) is type(shape)
    assert copy.deepcopy(shape) == shape
    assert type(shape).__name__ in repr(shape)


def test_all_types_are_in_the_zoo() -> None:
    seen = {type(shape) for shape in ALL}
    missing = {cls.__name__ for cls in cl.Shape.__subclasses__()} - {cls.__name__ for cls in seen}
    assert missing == {"SupportFunction"}


def test_different_shapes_differ() -> None:
    assert len(set(ALL)) == len(ALL)
    for i, a in enumerate(ALL):
        for j, b in enumerate(ALL):
            assert (a == b) == (i == j)
    assert cl.Ball(1) != cl.Ball(1, dim=2)
    assert cl.Ball(1) == cl.Ball(1.0) and cl.Ball(1) != "a ball"


def test_own_shapes_are_pickled_with_their_function() -> None:
    own = cl.SupportFunction(ball_support)
    for shape in (own, own.rounded(0.5), cl.ConvexHull([own, cl.Box([1, 1, 1])])):
        again = pickle.loads(pickle.dumps(shape))
        assert again == shape
        there = cl.Pose([5, 0, 0])
        want = cl.distance(shape, None, cl.Ball(1), there)
        assert cl.distance(again, None, cl.Ball(1), there) == want
    with pytest.raises(TypeError, match="no form in files"):
        own.to_dict()


def test_own_shapes_in_every_question() -> None:
    own, ball, there = cl.SupportFunction(ball_support), cl.Ball(1), cl.Pose([3, 0, 0])
    assert cl.distance(own, None, ball, there).distance == pytest.approx(1)
    assert cl.signed_distance(own, None, ball, cl.Pose([1.5, 0, 0])).distance == pytest.approx(-0.5)
    assert cl.within(own, None, ball, there, 1.1) and not cl.intersects(own, None, ball, there)
    assert len(cl.trace(own, None, ball, there)) > 0
    many = np.tile(np.eye(4), (5, 1, 1))
    many[:, 0, 3] = 3
    assert cl.distance(own, None, ball, many)["distance"] == pytest.approx(np.ones(5))
    assert cl.contains(own, None, [[0.5, 0, 0], [2, 0, 0]]).tolist() == [True, False]
    with pytest.raises(cl.QueryError, match="not the hull"):
        cl.exact.distance(own, None, ball, there)
    sum_ = cl.MinkowskiSum([own, cl.Placed(own, cl.Pose([1, 0, 0]))])
    assert cl.distance(sum_, None, cl.Point([5, 0, 0]), None).distance == pytest.approx(2)


def test_what_a_support_function_raises() -> None:
    calls = []

    def fails_later(n: np.ndarray) -> np.ndarray:
        calls.append(n)
        if len(calls) > 6:
            raise ZeroDivisionError("by hand")
        return ball_support(n)

    shape = cl.SupportFunction(fails_later)
    with pytest.raises(ZeroDivisionError, match="by hand"):
        cl.distance(shape, None, cl.Box([1, 1, 1]), cl.Pose([5, 1, 2]))
    # The next question starts anew.
    calls.clear()
    assert cl.distance(shape, None, cl.Point([5, 0, 0]), None).distance == pytest.approx(4)
    for wrong in (lambda n: None, lambda n: [1, 2], lambda n: [np.nan] * 3, lambda n: "abc"):
        with pytest.raises(cl.ShapeError, match="3 finite numbers"):
            cl.SupportFunction(wrong)
    with pytest.raises(TypeError, match="function: expected a function, found int"):
        cl.SupportFunction(7)  # type: ignore[arg-type]


def test_numbers_in_many_forms() -> None:
    assert cl.Ball(Fraction(1, 2)) == cl.Ball("1/2") and cl.Ball(Fraction(1, 2)).radius == 0.5
    assert cl.Box(np.array([1, 2, 3])) == cl.Box((1.0, 2.0, 3.0))
    assert cl.Box(np.float32([1, 2, 3])) == cl.Box([1, 2, 3])
    assert cl.Ball(np.int64(3)) == cl.Ball(3)
    backwards = np.arange(12.0).reshape(4, 3)[::-1, ::-1]
    assert (cl.Polytope(backwards * [1, 2, 4] % 7).vertices.shape[1]) == 3


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: cl.Ball(-1), "radius: expected a positive number, found -1"),
        (lambda: cl.Ball(float("nan")), "radius: expected a finite number, found NaN"),
        (lambda: cl.Box([1, 2, 3, 4]), "half_extents"),
        (lambda: cl.Box([1, -1, 1]), "half_extents"),
        (lambda: cl.Box("abc"), "half_extents"),
        (lambda: cl.Polytope([]), "vertices"),
        (lambda: cl.Polytope([[0, 0, 0], [1, 0]]), "vertices"),
        (lambda: cl.Polygon([[0, 0], [2, 0], [0.5, 0.5], [0, 2]]), "vertices"),
        (lambda: cl.Ball(1, dim=4), "dim: expected 2 or 3, found 4"),
        (lambda: cl.Shape.from_dict({"type": "blob"}), "type: expected one of point"),
        (lambda: cl.Shape.from_dict({"type": "ball", "r": 1}), "unknown field"),
        (lambda: cl.Shape.from_dict({}), "type: missing"),
        (lambda: cl.MinkowskiSum([]), "parts"),
        (lambda: cl.Cylinder.between([0, 0], [1, 1], 1), "3 numbers"),
        (lambda: cl.Halfspaces([[1, 0, 0], [-1, 0, 0]], [-1, -1]), "."),
    ],
)
def test_what_is_no_shape(make: object, words: str) -> None:
    with pytest.raises(cl.ShapeError, match=words):
        make()  # type: ignore[operator]


def test_wrong_types() -> None:
    with pytest.raises(TypeError, match="shape: expected a shape, found int"):
        cl.Rounded(3, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"parts\[1\]: expected a shape, found str"):
        cl.ConvexHull([cl.Ball(1), "ball"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="of the plane"):
        cl.ConvexHull([cl.Ball(1), cl.Ball(1, dim=2)])
    with pytest.raises(TypeError, match="made of object"):
        cl.Ball(object())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="fields: expected a dict"):
        cl.Shape.from_dict("ball")  # type: ignore[arg-type]


def test_depth_of_shapes_is_limited() -> None:
    fields: dict[str, object] = {"type": "ball", "radius": 1}
    for _ in range(100_000):
        fields = {"type": "rounded", "shape": fields, "radius": 1}
    with pytest.raises(ValueError, match="64 deep"):
        cl.Shape.from_dict(fields)
    shape: cl.Shape = cl.Ball(1)
    with pytest.raises(ValueError, match="64 deep"):
        for _ in range(100):
            shape = shape.rounded(0.001)


def test_poses() -> None:
    turned = cl.Pose.from_rpy(0.1, 0.2, 0.3, [1, 2, 3])
    assert pickle.loads(pickle.dumps(turned)) == turned
    assert hash(pickle.loads(pickle.dumps(turned))) == hash(turned)
    assert np.allclose((turned @ turned.inverse()).matrix, np.eye(4))
    assert np.allclose(turned.transform([[1, 0, 0], [0, 0, 0]])[1], [1, 2, 3])
    assert cl.Pose.from_dict(turned.to_dict()).matrix == pytest.approx(turned.matrix, abs=1e-15)
    assert cl.Pose().dim == 3 and cl.Pose([1, 2]).dim == 2
    assert cl.Pose([1, 2], np.pi / 2).transform([1, 0]) == pytest.approx([1, 3])
    assert cl.Pose([0, 0, 0], np.eye(3)) == cl.Pose()
    for wrong in ([1], [1, 2, 3, 4], "ab"):
        with pytest.raises((ValueError, TypeError)):
            cl.Pose(wrong)
    with pytest.raises(cl.PoseError, match="length zero"):
        cl.Pose([0, 0, 0], [0, 0, 0, 0])
    with pytest.raises(cl.PoseError, match="mirrors"):
        cl.Pose.from_matrix(np.diag([1.0, 1, -1, 1]))
    with pytest.raises(cl.PoseError, match="last row"):
        cl.Pose.from_matrix(2 * np.eye(4))
    with pytest.raises(ValueError, match="of the same dimension"):
        cl.Pose([1, 2, 3]) @ cl.Pose([1, 2])
