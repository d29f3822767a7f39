"""Scenes of many bodies, against all pairs one by one."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import ball_support, plane_poses, poses, zoo

import clearance as cl


@pytest.mark.parametrize("dim", [2, 3])
def test_all_pairs(dim: int, rng: np.random.Generator) -> None:
    bounded = [one for one in zoo(dim) if np.isfinite(cl.bounding_box(one)).all()]
    shapes = [bounded[i] for i in rng.integers(len(bounded), size=30)]
    places = (plane_poses if dim == 2 else poses)(rng, 30, 12.0 if dim == 2 else 7.0)
    scene = cl.Scene(dim)
    ids = [scene.add(one, pose) for one, pose in zip(shapes, places)]
    assert len(scene) == 30 and scene.bodies == ids and scene.dim == dim
    n = [(i, j) for i in range(30) for j in range(i)]
    table = {
        (ids[j], ids[i]): cl.distance(shapes[j], places[j], shapes[i], places[i]) for i, j in n
    }
    least = min(answer.distance for answer in table.values())
    nearest = scene.nearest_pair()
    assert nearest is not None and nearest.distance == pytest.approx(least, abs=1e-9)
    assert nearest.lower <= nearest.distance
    close = scene.pairs_within(1.0)
    want = {pair for pair, answer in table.items() if answer.distance <= 1.0}
    assert {one.bodies for one in close} == want and 0 < len(want) < len(table)
    for one in close:
        i, j = (ids.index(body) for body in one.bodies)
        cl.check(one.answer, shapes[i], places[i], shapes[j], places[j])
        assert one.distance == pytest.approx(table[one.bodies].distance, abs=1e-9)
    touching = scene.contacts()
    assert {one.bodies for one in touching} == {p for p, a in table.items() if a.intersects}
    done = scene.update(pairs=5)
    assert done["compared"] <= 5 and done["lower"] <= least + 1e-9
    assert scene.update()["stale"] == 0
    assert scene.update(seconds=0.01)["pairs"] == len(table)
    for (a, b), answer in table.items():
        assert scene.bound(a, b)["lower"] <= answer.distance + 1e-9
        # What a scene remembers may lead to sharper answers than a question from nothing; both are as
        # good as their bounds, which for flat shapes agree to rounding.
        found = scene.distance(a, b)
        slack = (answer.upper - answer.lower) + (found.distance - found.lower) + 1e-12
        assert abs(found.distance - answer.distance) <= slack


def test_changes() -> None:
    scene = cl.Scene()
    two = scene.add([(cl.Ball(1), None), (cl.Box([1, 1, 1]), cl.Pose([5, 0, 0]))])
    one = scene.add(cl.Ball(1), cl.Pose([9, 0, 0]))
    assert scene.distance(two, one).distance == 2 and scene.distance(two, one).parts == (1, 0)
    scene.move_to(one, cl.Pose([2.5, 0, 0]))
    assert scene.distance(two, one).distance == 0.5 and scene.pose(one) == cl.Pose([2.5, 0, 0])
    assert scene.contacts(0.6)[0].answer.distance == pytest.approx(0.5)
    scene.allow(two, one)
    assert scene.nearest_pair() is None and not scene.compares(one, two)
    scene.forbid(two, one)
    scene.set_groups(one, 0b10, 0b10)
    assert scene.nearest_to(one) is None
    scene.set_groups(one, 0b11, 0xFFFF)
    found = scene.nearest_to(one)
    assert found is not None and found.bodies == (two, one)
    hit = scene.ray_cast([2.5, 0, 9], [0, 0, -1])
    assert hit is not None and hit[0] == one and hit[2] == pytest.approx(8)
    probe = scene.nearest_to_shape(cl.Point([0, 0, 0]), cl.Pose([0, 4, 0]))
    assert probe is not None and probe[0] == two and probe[2].distance == pytest.approx(3)
    scene.set_speed(one, 1.0, 0.5)
    scene.set_speed(two, 0.0)
    assert scene.bound(two, one)["closing"] == pytest.approx(1.0, rel=1)
    scene.remove(one)
    for call in (lambda: scene.pose(one), lambda: scene.remove(one)):
        with pytest.raises(cl.QueryError, match="the scene has no body 1"):
            call()
    with pytest.raises(TypeError, match="of the plane"):
        scene.add(cl.Ball(1, dim=2))
    with pytest.raises(TypeError, match="a shape, or a list"):
        scene.add(7)  # type: ignore[arg-type]
    with pytest.raises(cl.QueryError, match="at least one part"):
        scene.add([])
    for margin in (float("nan"), -1.0):
        with pytest.raises(cl.QueryError):
            scene.pairs_within(margin)


def test_own_shapes_in_scenes() -> None:
    """Workers call Python while the caller waits: nobody may hold the lock."""
    scene = cl.Scene()
    for i in range(6):
        scene.add(cl.SupportFunction(ball_support), cl.Pose([2.5 * i, 0, 0]))
    assert len(scene.pairs_within(0.6)) == 5
