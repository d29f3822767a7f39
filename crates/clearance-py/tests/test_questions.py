"""Every question: right, and the same one by one as in arrays."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from conftest import plane_poses, poses, zoo

import clearance as cl

#: The fields of a row that an answer has under the same name.
FIELDS = ("distance", "lower", "upper", "point_a", "point_b", "intersects", "iterations")


def same_bits(x: object, y: object) -> bool:
    return np.array_equal(np.asarray(x, float), np.asarray(y, float), equal_nan=True)


@pytest.mark.parametrize("dim", [2, 3])
def test_arrays_have_the_same_bits(dim: int, rng: np.random.Generator) -> None:
    shapes = zoo(dim)
    make = plane_poses if dim == 2 else poses
    asked = met = 0
    for a in shapes:
        b = shapes[rng.integers(len(shapes))]
        here, there = make(rng, 6, 3.0), make(rng, 6, 3.0)
        rows = cl.distance(a, here, b, there)
        signed = cl.signed_distance(a, here, b, there, errors="mark")
        yes = cl.intersects(a, here, b, there)
        close = cl.within(a, here, b, there, 1.0)
        for i in range(6):
            answer = cl.distance(a, here[i], b, there[i])
            cl.check(answer, a, here[i], b, there[i])
            for field in FIELDS:
                assert same_bits(rows[field][i], getattr(answer, field)), (a, b, field)
            if answer.normal is None:
                assert np.isnan(rows["normal"][i]).all()
            else:
                assert same_bits(rows["normal"][i], answer.normal)
            assert cl.METHODS[rows["method"][i]] == answer.method
            assert cl.STOPS[rows["stop"][i]] == answer.stop
            assert {None: -1, False: 0, True: 1}[answer.unique] == rows["unique"][i]
            assert yes[i] == cl.intersects(a, here[i], b, there[i])
            assert close[i] == cl.within(a, here[i], b, there[i], 1.0)
            asked, met = asked + 1, met + answer.intersects
            if signed["status"][i]:
                with pytest.raises(cl.QueryError, match="no translation parts"):
                    cl.signed_distance(a, here[i], b, there[i])
                assert cl.STATUS[signed["status"][i]] == "inseparable"
                continue
            one = cl.signed_distance(a, here[i], b, there[i])
            for field in (*FIELDS, "normal", "is_global"):
                assert same_bits(signed[field][i], getattr(one, field)), (a, b, field)
    assert 0.1 < met / asked < 0.9


def test_depths(rng: np.random.Generator) -> None:
    a, b = cl.Polytope(rng.normal(size=(30, 3))), cl.Cylinder(1, 0.5)
    there = poses(rng, 200, 2.5)
    rows, found = cl.penetration(a, None, b, there), 0
    patches, gradients = cl.contact_patch(a, None, b, there), cl.gradient(a, None, b, there)
    for i in range(200):
        depth = cl.penetration(a, None, b, there[i])
        assert rows["intersects"][i] == (depth is not None)
        if depth is not None:
            found += 1
            cl.check(depth, a, None, b, there[i])
            for field in ("depth", "lower", "upper", "normal", "point_a", "point_b"):
                assert same_bits(rows[field][i], getattr(depth, field))
        else:
            assert math.isnan(rows["depth"][i])
        patch = cl.contact_patch(a, None, b, there[i])
        count = patches["count"][i]
        assert same_bits(patches["points"][i][:count], patch.points) and count == len(patch.points)
        assert same_bits(patches["gaps"][i][:count], patch.gaps)
        assert np.isnan(patches["points"][i][count:]).all()
        one = cl.gradient(a, None, b, there[i])
        for field in ("translation_a", "rotation_a", "translation_b", "rotation_b", "distance",
                      "translation_valid", "rotation_valid"):  # fmt: skip
            assert same_bits(gradients[field][i], getattr(one, field))
        cl.check(one.signed, a, None, b, there[i])
    assert 30 < found < 170


def test_gradients_are_derivatives(rng: np.random.Generator) -> None:
    a, b = cl.Ellipsoid([1, 2, 3]), cl.Polytope(rng.normal(size=(20, 3)))
    there = cl.Pose([4, 3, 2], [0.1, 0.2, 0.3, 1])
    found, h = cl.gradient(a, None, b, there), 1e-5
    for i, step in enumerate(np.eye(3) * h):
        moved = [cl.Pose(there.translation + s * step, there.rotation) for s in (1, -1)]
        ahead, behind = (cl.signed_distance(a, None, b, pose, gap=0.0).distance for pose in moved)
        assert (ahead - behind) / (2 * h) == pytest.approx(found.translation_b[i], abs=1e-6)
    rates = found.rates(velocity_b=[1, 0, 0])
    assert rates is not None and rates["distance"] == pytest.approx(found.translation_b[0])


@pytest.mark.parametrize("dim", [2, 3])
def test_hessians_are_derivatives_of_gradients(dim: int, rng: np.random.Generator) -> None:
    a, b = cl.Ellipsoid([1, 2, 3][:dim]), cl.Ellipsoid([0.5, 1, 0.7][:dim])
    here, there = (plane_poses if dim == 2 else poses)(rng, 2, 1.0)
    there[0, dim] += 6
    places = [cl.Pose.from_matrix(here), cl.Pose.from_matrix(there)]
    found = cl.gradient(a, places[0], b, places[1])
    hessian, jacobians = found.hessian(), found.jacobians()
    each = 3 * (dim - 1)
    assert hessian is not None and jacobians is not None and hessian.shape == (2 * each, 2 * each)
    assert np.array_equal(hessian, cl.hessian(a, here, b, there)) and same_bits(hessian, hessian.T)
    block = hessian[each : each + dim, each : each + dim]
    assert found.translation_hessian() == pytest.approx(block, abs=1e-6)
    h, columns, moved = 1e-4, [], {"distance": [], "normal": [], "point_a": [], "point_b": []}
    for k in range(2 * each):
        ends = []
        for sign in (h, -h):
            now = list(places)
            now[k // each] = nudged(now[k // each], k % each, sign)
            ends.append(cl.gradient(a, now[0], b, now[1]))
        parts = [np.concatenate([one.translation_a, one.rotation_a[-(each - dim) :],
                                 one.translation_b, one.rotation_b[-(each - dim) :]]) for one in ends]  # fmt: skip
        columns.append((parts[0] - parts[1]) / (2 * h))
        for name, rows in moved.items():
            values = [getattr(one.signed, name) for one in ends]
            rows.append((values[0] - values[1]) / (2 * h))
    table = np.array(columns)
    assert hessian == pytest.approx((table + table.T) / 2, abs=2e-3)
    for name, rows in moved.items():
        assert jacobians[name] == pytest.approx(np.array(rows).T, abs=2e-3), name
    rows = cl.hessian(a, here, b, np.stack([there, there]))
    assert rows["hessian_valid"].all() and np.array_equal(rows["hessian"][1], hessian)
    flat = cl.hessian(cl.Box([1] * dim), None, cl.Box([1] * dim), np.eye(dim + 1)[None])
    assert not flat["hessian_valid"][0] and np.isnan(flat["hessian"]).all()
    assert cl.hessian(cl.Box([1] * dim), None, cl.Box([1] * dim), cl.Pose([3.0] + [0.0] * (dim - 1))) is None


def nudged(pose: cl.Pose, part: int, by: float) -> cl.Pose:
    """A pose with one coordinate changed: the translation, or a turn in its own axes."""
    if part < pose.dim:
        return cl.Pose(pose.translation + by * np.eye(pose.dim)[part], pose.rotation)
    if pose.dim == 2:
        return pose @ cl.Pose([0, 0], by)
    return pose @ cl.Pose.from_axis_angle(np.eye(3)[part - 3], by)


@pytest.mark.parametrize("dim", [2, 3])
def test_answers_are_pickled_to_the_bit(dim: int, rng: np.random.Generator) -> None:
    shapes, places = zoo(dim), (plane_poses if dim == 2 else poses)(rng, 40, 2.0)
    for a in shapes:
        for b, there in zip(shapes, places):
            for ask in (cl.distance, cl.signed_distance, cl.penetration):
                try:
                    found = ask(a, None, b, there)
                except cl.QueryError:
                    continue
                assert pickle.loads(pickle.dumps(found)) == found
    assert copy.deepcopy(found) == found


def test_limits_and_bounds(rng: np.random.Generator) -> None:
    a, b = cl.Box([1, 1, 1]), cl.Cone(2, 1)
    there = poses(rng, 100)
    far = cl.distance_below(a, None, b, there, 1.5)
    full = cl.distance(a, None, b, there)
    assert (far["within"] == (full["distance"] <= 1.5)).all() and 0 < far["within"].sum() < 100
    rigorous = cl.rigorous(a, None, b, there)
    slack = 1e-9
    assert (rigorous["lower"] <= full["upper"] + slack).all()
    assert (full["lower"] <= rigorous["upper"] + slack).all()
    for i in range(20):
        one = cl.distance_below(a, None, b, there[i], 1.5)
        assert (one is not None) == far["within"][i]
        assert cl.rigorous(a, None, b, there[i]) == tuple(rigorous[i])[:2]
        p, q = cl.closest_points(a, None, b, there[i])
        assert same_bits(p, full["point_a"][i]) and same_bits(q, full["point_b"][i])
    points = cl.closest_points(a, None, b, there)
    assert same_bits(points["point_b"], full["point_b"])


def test_motion() -> None:
    box, ball = cl.Box([1, 1, 1]), cl.Ball(1)
    spinning = cl.Motion(cl.Pose([5, 0, 0]), velocity=[-1, 0, 0], spin=[0, 0, 1])
    hit = cl.first_contact(ball, None, box, spinning, 10.0).hit
    assert hit is not None and hit.time_lower <= hit.time <= hit.time_upper and hit.certain
    assert cl.distance(ball, None, box, spinning.at(hit.time)).distance < 1e-6
    missed = cl.first_contact(ball, None, box, cl.Motion(cl.Pose([5, 9, 0]), [-1, 0, 0]), 10.0)
    assert not missed and missed.miss is not None and missed.miss.distance == pytest.approx(7)
    assert pickle.loads(pickle.dumps(spinning)) == spinning and "spin=[0.0, 0.0, 1.0]" in repr(spinning)
    way = cl.Motion.through([0, 1, 2], [cl.Pose([5, 0, 0]), ([3, 0, 0], [0, 0, 0, 1]), np.eye(4)])
    assert way.at(0.5).translation == pytest.approx([4, 0, 0])
    assert pickle.loads(pickle.dumps(way)) == way and repr(way).startswith("Motion.through([0.0, 1.0, 2.0]")
    near = cl.closest_approach(ball, None, cl.Point([0, 0, 2]), cl.Motion(velocity=[1, 0, 0]), 3)
    assert near.lower <= near.distance == pytest.approx(1)
    flat = cl.first_contact(
        cl.Ball(1, dim=2), None, cl.Box([1, 1]), cl.Motion(cl.Pose([5, 0]), [-1, 0], 0.5), 10.0
    )
    assert flat and cl.Motion(cl.Pose([1, 2]), spin=0.5).dim == 2
    for wrong in ([1, 0], [0, 0], [0, float("nan")]):
        with pytest.raises(cl.QueryError):
            cl.Motion.through(wrong, [cl.Pose(), cl.Pose()])
    with pytest.raises(ValueError, match="in space"):
        cl.first_contact(ball, None, box, cl.Motion(cl.Pose([1, 2])), 1.0)
    for t_max in (-1.0, 0.0, float("inf"), float("nan")):
        with pytest.raises(cl.QueryError):
            cl.first_contact(ball, None, box, spinning, t_max)


def test_exact(rng: np.random.Generator) -> None:
    box = cl.Box([0.1, 0.1, 0.1])
    tenth = Fraction(0.1)
    found = cl.exact.distance(box, None, box, cl.Pose([0.3, 0, 0]))
    assert found.squared == (Fraction(0.3) - 2 * tenth) ** 2
    assert found.point_a[0] == tenth and found.verdict == "apart"
    assert float(found) == found.distance == pytest.approx(0.1)
    many = poses(rng, 50, 0.4)
    answers = cl.exact.distance(box, None, box, many)
    floats = cl.distance(box, None, box, many)
    verdicts = set()
    for one, row in zip(answers, floats):
        assert one.distance == pytest.approx(row["distance"], abs=1e-15)
        between = [q - p for p, q in zip(one.point_a, one.point_b)]
        assert sum(x * x for x in between) == one.squared
        verdicts.add(one.verdict)
    assert verdicts == {"apart", "overlapping"}
    assert cl.exact.intersects(box, None, box, many).tolist() == [o.intersects for o in answers]
    floor = cl.HalfSpace([0, 0, 1], 0)
    assert cl.exact.distance(box, cl.Pose([0, 0, 5]), floor, None).verdict == "apart"
    with pytest.raises(cl.QueryError, match="not the hull"):
        cl.exact.distance(cl.Ball(1), None, box, None)


def test_exact_depths(rng: np.random.Generator) -> None:
    box = cl.Box([0.1, 0.1, 0.1])
    found = cl.exact.penetration(box, None, box, cl.Pose([0.15, 0, 0]))
    assert found is not None and found.squared == (2 * Fraction(0.1) - Fraction(0.15)) ** 2
    assert found.translation == (2 * Fraction(0.1) - Fraction(0.15), 0, 0) and float(found) == found.depth
    assert found == cl.exact.penetration(box, None, box, cl.Pose([0.15, 0, 0])) and "squared" in repr(found)
    touching = cl.exact.penetration(box, None, box, cl.Pose([0.2, 0, 0]))
    assert touching is not None and touching.squared == 0 and touching.vertices == []
    assert cl.exact.penetration(box, None, box, cl.Pose([0.21, 0, 0])) is None
    hull, many = cl.Polytope(rng.normal(size=(12, 3))), poses(rng, 60, 2.0)
    deep = cl.exact.penetration(hull, None, hull, many)
    floats = cl.signed_distance(hull, None, hull, many)
    met = 0
    for one, row, pose in zip(deep, floats, many):
        if one is None:
            assert row["distance"] > -1e-12
            continue
        met += 1
        assert one.depth == pytest.approx(-row["distance"], abs=1e-12)
        assert sum(x * x for x in one.translation) == one.squared
        # Moved that far they touch, as far as floats can say it; a little less, and they do not part.
        move = np.array([float(x) for x in one.translation])
        there = pose.copy()
        there[:3, 3] += (1 + 1e-9) * move
        assert not cl.exact.intersects(hull, None, hull, there)
        there[:3, 3] -= 2e-9 * move
        assert cl.exact.intersects(hull, None, hull, there)
        assert len(one.vertices) == 3 and one.rounds >= 1
    assert 10 < met < 50
    assert cl.pairs([hull] * 60, hull, None, many, "exact_penetration").tolist() == deep.tolist()
    flat = cl.exact.penetration(cl.Box([1, 1]), None, cl.Triangle([[0, 0], [4, 0], [0, 3]]), cl.Pose([0.5, 0.25]))
    assert flat is not None and flat.squared == Fraction(1, 4) and len(flat.normal) == 2
    with pytest.raises(cl.QueryError, match="not the hull"):
        cl.exact.penetration(cl.Ball(1), None, box, None)


def test_trackers(rng: np.random.Generator) -> None:
    a, b = cl.Polytope(rng.normal(size=(200, 3))), cl.Polytope(rng.normal(size=(100, 3)))
    way = np.tile(np.eye(4), (300, 1, 1))
    way[:, :3, 3] = np.linspace([6, 0, 0], [-2, 6, 1], 300)
    followed = cl.Tracker().distance(a, None, b, way)
    cold = cl.distance(a, None, b, way)
    assert followed["distance"] == pytest.approx(cold["distance"], abs=1e-12)
    assert followed["iterations"].sum() < cold["iterations"].sum()
    tracker = cl.Tracker()
    for row, pose in zip(followed, way):
        assert tracker.distance(a, None, b, pose).distance == row["distance"]
    bad = way.copy()
    bad[3, 0, 0] = 2
    marked = cl.Tracker().distance(a, None, b, bad, errors="mark")
    assert marked["status"].nonzero()[0].tolist() == [3]
    with pytest.raises(cl.PoseError, match=r"pose_b\[3\]"):
        cl.Tracker().distance(a, None, b, bad)
    seen: list[int] = []
    cl.Tracker().distance(a, None, b, way, progress=lambda done, total: seen.append(done))
    assert seen == [300]
    tracker.reset()
    assert tracker.distance(cl.Box([1, 1]), None, cl.Box([1, 1]), cl.Pose([5, 0])).distance == 3


def test_methods_and_accuracy() -> None:
    ball, there = cl.Ball(1), cl.Pose([3, 0, 0])
    assert cl.distance(ball, None, ball, there).method == "formula"
    assert cl.distance(ball, None, ball, there, method="gjk").method == "gjk"
    e, there = cl.Ellipsoid([1, 2, 3]), cl.Pose.from_rpy(1, 2, 3, [5, 5, 5])
    coarse = cl.distance(e, None, cl.Cone(1, 1), there, gap=1e-3, method="gjk")
    fine = cl.distance(e, None, cl.Cone(1, 1), there, gap=0.0, method="gjk")
    assert coarse.iterations < fine.iterations
    capped = cl.distance(e, None, cl.Cone(1, 1), there, iterations=2, method="gjk")
    assert capped.stop == "cap" and capped.lower <= fine.distance <= capped.upper
    for name, value, words in [
        ("method", "magic", "one of formula"), ("method", 3, "name of a method"),
        ("gap", -1.0, "zero or more"), ("gap", float("nan"), "zero or more"),
        ("iterations", 0, "at least one"), ("threads", 0, "1 to 1024"),
        ("errors", "ignore", "raise"), ("typo", 1, "unexpected keyword argument 'typo'"),
    ]:  # fmt: skip
        with pytest.raises((ValueError, TypeError), match=words):
            cl.distance(ball, None, ball, there, **{name: value})


def test_one_shape() -> None:
    box = cl.Box([1, 2, 3])
    points = np.array([[0, 0, 0], [5, 0, 0], [0, 0, 3.5]])
    assert cl.contains(box, None, points).tolist() == [True, False, False]
    assert cl.project(box, None, points).tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 3]]
    assert cl.contains(box, None, np.zeros((0, 3))).shape == (0,)
    assert cl.project(box, None, np.zeros((2, 2, 3))).shape == (2, 2, 3)
    assert cl.ray_cast(box, None, [5, 5, 5], [0, 0, 1]) is None
    many = np.tile(np.eye(4), (4, 1, 1))
    many[:, 0, 3] = [0, 1, 2, 3]
    assert cl.contains(box, many, [1.5, 0, 0]).tolist() == [False, True, True, False]
    assert cl.contains(box, many[:, None], points).shape == (4, 3)
    assert cl.project(box, many, [[5, 0, 0]] * 4)[:, 0].tolist() == [1, 2, 3, 4]
    rays = cl.ray_cast(box, many, [-9, 0, 0], [1, 0, 0])
    assert rays["t"].tolist() == [8, 9, 10, 11] and rays["normal"][0].tolist() == [-1, 0, 0]
    table = cl.ray_cast(box, many[:, None], [[-9, 0, 0], [2, 0, 0], [0, 9, 0]], [1, 0, 0])
    assert table.shape == (4, 3) and table["hit"].sum(0).tolist() == [4, 3, 0]
    assert table["inside"].sum(0).tolist() == [0, 3, 0]
    low, high = cl.bounding_box(box, many)
    assert low.shape == (4, 3) and high[:, 0].tolist() == [1, 2, 3, 4]
    centres, radii = cl.bounding_ball(box, many)
    assert centres[:, 0].tolist() == [0, 1, 2, 3] and radii == pytest.approx(np.full(4, math.sqrt(14)))
    with pytest.raises(ValueError, match="go together"):
        cl.contains(box, many, points)
    with pytest.raises(cl.PoseError, match=r"pose\[1\]"):
        cl.bounding_box(box, many * np.array([1, 2, 1, 1])[:, None, None])
    hit = cl.ray_cast(box, None, [0, 0, 0], [0, 0, 1])
    assert hit is not None and hit[0] == 0 and hit[2] is None
    low, high = cl.bounding_box(cl.HalfSpace([0, 0, 1], 2))
    assert high.tolist() == [np.inf, np.inf, 2] and low[2] == -np.inf
    assert cl.bounding_ball(box)[1] == pytest.approx(math.sqrt(14))
    assert cl.moments(box)["inertia"].shape == (3, 3)
    assert box.support([1, 1, 1]).tolist() == [1, 2, 3]
    for call in (lambda: cl.moments(cl.Line([0, 0, 0], [1, 0, 0])),
                 lambda: cl.bounding_ball(cl.Plane([0, 0, 1]))):  # fmt: skip
        with pytest.raises(cl.QueryError, match="unbounded"):
            call()
    for wrong in ([1, 2], [[1, 2]], [np.nan, 0, 0]):
        with pytest.raises(ValueError):
            cl.contains(box, None, wrong)


def test_the_only_closest_pair() -> None:
    cube, ball = cl.Box([1, 1, 1]), cl.Ball(1)
    place = cl.Pose([4, 0.5, 0])
    for other, unique in ((cube, False), (ball, True), (cl.Placed(cube, cl.Pose([0, 0, 0], [0.3, 0.2, 0.1, 1])), True)):
        answer = cl.distance(cube, None, other, place)
        assert cl.is_unique(answer, cube, None, other, place) is unique
        if answer.unique is not None:
            assert answer.unique is unique
    # Not known of shapes that meet.
    meeting = cl.distance(cube, None, cube, cl.Pose([1, 0, 0]))
    assert cl.is_unique(meeting, cube, None, cube, cl.Pose([1, 0, 0])) is None
    egg = cl.SupportFunction(lambda d: np.asarray(d) / max(float(np.linalg.norm(d)), 1e-300))
    assert cl.is_unique(cl.distance(egg, None, cube, place), egg, None, cube, place) is True
    with pytest.raises(TypeError, match="answer: expected an Answer"):
        cl.is_unique(1.0, cube, None, cube, place)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="pose_b: expected one pose"):
        cl.is_unique(answer, cube, None, cube, np.tile(np.eye(4), (2, 1, 1)))
    with pytest.raises(ValueError, match="answer: expected one of the shapes' dimension"):
        flat = cl.Box([1, 1])
        cl.is_unique(answer, flat, None, flat, None)
