"""Arrays of poses, lists of shapes: broadcast, interrupted, forked, marked."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

import numpy as np
import pytest
from conftest import plane_poses, poses, zoo

import clearance as cl


def test_broadcast(rng: np.random.Generator) -> None:
    a, b = cl.Box([1, 1, 1]), cl.Cylinder(1, 0.5)
    here, there = poses(rng, 5), poses(rng, 7)
    table = cl.distance(a, here[:, None], b, there)
    assert table.shape == (5, 7)
    for i in range(5):
        row = cl.distance(a, here[i], b, there)
        assert row.shape == (7,) and row.tobytes() == table[i].tobytes()
        assert cl.distance(a, here[i : i + 1], b, there).tobytes() == row.tobytes()
    assert cl.intersects(a, here[:, None], b, there).shape == (5, 7)
    assert cl.exact.distance(a, here[:2, None], a, there[:3]).shape == (2, 3)
    with pytest.raises(ValueError, match="arrays that go together"):
        cl.distance(a, here, b, there)
    as_list = [cl.Pose.from_matrix(m) for m in there]
    assert cl.distance(a, None, b, as_list).tobytes() == cl.distance(a, None, b, there).tobytes()


def test_empty_batches(rng: np.random.Generator) -> None:
    a = cl.Ball(1)
    nothing = np.zeros((0, 4, 4))
    for ask in (cl.distance, cl.intersects, cl.signed_distance, cl.penetration, cl.gradient,
                cl.contact_patch, cl.rigorous, cl.closest_points):  # fmt: skip
        assert ask(a, None, a, nothing).shape == (0,)
    assert cl.within(a, nothing, a, None, 1.0).shape == (0,)
    assert cl.distance(a, None, a, []).shape == (0,)
    assert cl.pairs([], []).shape == (0,)
    assert cl.Tracker().distance(a, None, a, nothing).shape == (0,)
    assert cl.exact.distance(cl.Box([1, 1, 1]), None, cl.Box([1, 1, 1]), nothing).shape == (0,)


@pytest.mark.parametrize("dim", [2, 3])
def test_pairs(dim: int, rng: np.random.Generator) -> None:
    shapes = zoo(dim)
    n = 300
    a = [shapes[i] for i in rng.integers(len(shapes), size=n)]
    b = [shapes[i] for i in rng.integers(len(shapes), size=n)]
    make = plane_poses if dim == 2 else poses
    here, there = make(rng, n), make(rng, n)
    rows = cl.pairs(a, b, here, there)
    for i in range(n):
        one = cl.distance(a[i], here[i], b[i], there[i])
        assert one.distance == rows["distance"][i] and one.lower == rows["lower"][i]
    yes = cl.pairs(a, b, here, there, "within", 1.0)
    assert (yes == (rows["upper"] <= 1.0)).mean() > 0.99
    assert (cl.pairs(a[0], b, here[0], there)["distance"].shape) == (n,)
    for query in ("closest_points", "intersects", "contact_patch", "gradient", "rigorous", "hessian",
                  "trace", "exact_distance"):  # fmt: skip
        assert len(cl.pairs(a, b, here, there, query, errors="mark")) == n
    with pytest.raises(ValueError, match="b: expected 300, as many as a, found 299"):
        cl.pairs(a, b[:-1], here, there)
    with pytest.raises(ValueError, match="pose_a: expected 300"):
        cl.pairs(a, b, here[:5], there)
    with pytest.raises(ValueError, match="query"):
        cl.pairs(a, b, here, there, "guess")
    with pytest.raises(ValueError, match="margin"):
        cl.pairs(a, b, here, there, "within")
    with pytest.raises(TypeError, match=r"a\[1\]: expected a shape, found int"):
        cl.pairs([a[0], 7], b[:2])
    with pytest.raises(TypeError, match="of the plane"):
        cl.pairs([cl.Ball(1), cl.Ball(1, dim=2)], [cl.Ball(1)] * 2)


def test_motions(rng: np.random.Generator) -> None:
    ball, box = cl.Ball(1), cl.Box([1, 1, 1])
    n = 40
    here = poses(rng, n, 6.0)
    aimed = -0.5 * here[:, :3, 3] + rng.normal(size=(n, 3))
    flying = [cl.Motion(m, v, w) for m, v, w in zip(here, aimed, rng.normal(size=(n, 3)))]
    rows = cl.first_contact(ball, None, box, flying, 5.0)
    near = cl.closest_approach(ball, None, box, flying, 5.0)
    found = cl.first_contact(ball, None, box, flying, 5.0, objects=True)
    for i in range(n):
        one = cl.first_contact(ball, None, box, flying[i], 5.0)
        approach = cl.closest_approach(ball, None, box, flying[i], 5.0)
        assert bool(one) == rows["hit"][i] == bool(found[i])
        if one.hit is not None:
            for field in ("time", "time_lower", "time_upper", "certain", "point", "normal"):
                assert np.array_equal(rows[field][i], getattr(one.hit, field))
            assert rows["distance"][i] == 0
        else:
            assert one.miss is not None and np.isnan(rows["time"][i])
            assert one.miss.distance == rows["distance"][i] and one.miss.time == rows["closest_time"][i]
        for field in ("time", "distance", "lower", "upper", "normal"):
            assert np.array_equal(near[field][i], getattr(approach, field))
        assert np.array_equal(near["point_b"][i], approach.points[1])
    assert 3 < rows["hit"].sum() < n - 3
    # At rest, by an array of poses; broadcast; by lists of shapes.
    still = cl.closest_approach(ball, None, box, here, 1.0)
    assert still["distance"] == pytest.approx(cl.distance(ball, None, box, here)["distance"])
    table = cl.first_contact(ball, here[:3, None], box, flying, 5.0)
    assert table.shape == (3, n)
    assert table[1, 7]["distance"] == cl.first_contact(ball, here[1:2], box, flying[7], 5.0)["distance"]
    listed = cl.pairs([ball] * n, box, None, flying, "first_contact", t_max=5.0)
    assert listed.tobytes() == rows.tobytes()
    assert cl.pairs(ball, [box] * n, here, flying, "closest_approach", t_max=1.0).shape == (n,)
    flat = cl.first_contact(cl.Ball(1, dim=2), None, cl.Box([1, 1]), [cl.Motion(cl.Pose([5, 0]), [-1, 0])] * 2, 9.0)
    assert flat["point"].shape == (2, 2) and flat["hit"].all()
    moved = flying[0].at(np.linspace(0, 5, 11))
    assert moved.shape == (11, 4, 4) and np.array_equal(moved[4], flying[0].at(2.0).matrix)
    with pytest.raises(ValueError, match="go together"):
        cl.first_contact(ball, here[:3], box, flying, 5.0)
    with pytest.raises(ValueError, match=r"motion_b\[1\]: expected a motion in space"):
        cl.first_contact(ball, None, box, [flying[0], cl.Motion(cl.Pose([1, 2]))], 5.0)
    with pytest.raises(ValueError, match="t_max"):
        cl.pairs([ball], [box], None, None, "first_contact")
    with pytest.raises(cl.QueryError, match="pair 0"):
        cl.first_contact(ball, None, box, flying, -1.0)
    assert (cl.first_contact(ball, None, box, flying, -1.0, errors="mark")["status"] > 0).all()
    with pytest.raises(TypeError, match="takes no method"):
        cl.first_contact(ball, None, box, flying, 5.0, method="gjk")


def test_objects_and_their_proof(rng: np.random.Generator) -> None:
    a, b, there = cl.Polytope(rng.normal(size=(30, 3))), cl.Cone(1, 1), poses(rng, 60, 2.5)
    rows = cl.distance(a, None, b, there)
    answers = cl.distance(a, None, b, there, objects=True)
    assert answers.shape == (60,) and [one.distance for one in answers] == rows["distance"].tolist()
    cl.check(answers, a, None, b, there)
    cl.check(list(answers), a, None, b, there, threads=1)
    signed = cl.signed_distance(a, there[:5, None], b, there, objects=True)
    assert signed.shape == (5, 60)
    cl.check(signed, a, there[:5, None], b, there)
    cl.check(answers[3], a, None, b, there[3])
    wrong = answers.copy()
    wrong[7], wrong[8] = wrong[8], wrong[7]
    with pytest.raises(cl.Flaw, match="pair 7: "):
        cl.check(wrong, a, None, b, there)
    with pytest.raises(TypeError, match="found void"):
        cl.check(rows, a, None, b, there)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="go together"):
        cl.check(answers, a, None, b, there[:7])
    with pytest.raises(ValueError, match="dimension"):
        cl.check(answers, cl.Ball(1, dim=2), None, cl.Ball(1, dim=2), None)
    stories = cl.trace(a, None, b, there)
    assert stories.shape == (60,) and all(isinstance(one, cl.Trace) for one in stories)
    assert [len(one) for one in stories] == [len(cl.trace(a, None, b, pose)) for pose in there]
    assert [one.answer for one in stories] == [cl.trace(a, None, b, pose).answer for pose in there]
    assert cl.closest_points(a, None, b, there, objects=True)[3][0].tolist() == rows["point_a"][3].tolist()
    patches = cl.contact_patch(a, None, b, there, objects=True)
    assert [len(one.points) for one in patches] == cl.contact_patch(a, None, b, there)["count"].tolist()
    bad = there.copy()
    bad[4] *= 2
    marked = cl.trace(a, None, b, bad, errors="mark")
    assert isinstance(marked[4], cl.PoseError) and "pose_b[4]" in str(marked[4])
    assert cl.trace(a, None, b, np.zeros((0, 4, 4))).shape == (0,)


def test_bad_rows_are_raised_or_marked(rng: np.random.Generator) -> None:
    a, there = cl.Box([1, 1, 1]), poses(rng, 10)
    there[4, 0, 0] += 0.1
    there[7, 0, 3] = np.nan
    there[9, 0, 3] = 1e60
    with pytest.raises(cl.PoseError, match=r"pose_b\[4\]: the matrix is not a rotation"):
        cl.distance(a, None, a, there)
    rows = cl.distance(a, None, a, there, errors="mark")
    words = [cl.STATUS[s] for s in rows["status"]]
    assert words == ["ok"] * 4 + ["bad pose"] + ["ok"] * 2 + ["bad pose", "ok", "out of range"]
    assert np.isnan(rows["distance"]).tolist() == [word != "ok" for word in words]
    marked = cl.intersects(a, None, a, there, errors="mark")
    assert (marked["status"] == rows["status"]).all()
    with pytest.raises(cl.QueryError, match="pair 1: the pair measures"):
        cl.distance(a, None, a, there[8:])


def test_threads_do_not_matter(rng: np.random.Generator) -> None:
    a, b = cl.Polytope(rng.normal(size=(50, 3))), cl.Cone(1, 1)
    there = poses(rng, 20_000)
    rows = cl.signed_distance(a, None, b, there)
    for threads in (1, 2, 3):
        again = cl.signed_distance(a, None, b, there, threads=threads)
        assert again.tobytes() == rows.tobytes()


def test_progress(rng: np.random.Generator, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[tuple[int, int]] = []
    a, there = cl.Ball(1), poses(rng, 10_000)
    cl.distance(a, None, a, there, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (10_000, 10_000) and seen == sorted(seen) and len(seen) >= 2
    cl.distance(a, None, a, there, progress=True)
    assert "10000/10000" in capsys.readouterr().err

    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cl.distance(a, None, a, there, progress=stop)


def test_ctrl_c_interrupts(rng: np.random.Generator) -> None:
    a = cl.Superquadric([1, 2, 3], [2.5, 2.5, 2.5])
    there = np.tile(poses(rng, 1000), (1000, 1, 1))
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    began = time.monotonic()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            cl.distance(a, None, a, there)
    finally:
        timer.cancel()
    assert time.monotonic() - began < 5


def test_other_threads_run_meanwhile(rng: np.random.Generator) -> None:
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    clock = threading.Thread(target=tick)
    clock.start()
    try:
        a = cl.Polytope(rng.normal(size=(500, 3)))
        before = len(ticks)
        cl.distance(a, None, a, np.tile(poses(rng, 1000), (100, 1, 1)), threads=1)
        assert len(ticks) - before >= 5
    finally:
        done.set()
        clock.join()


def _in_child(there: np.ndarray) -> float:
    return float(cl.distance(cl.Ball(1), None, cl.Box([1, 1, 1]), there)["distance"].sum())


@pytest.mark.parametrize("way", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_child_processes_have_threads_of_their_own(way: str, rng: np.random.Generator) -> None:
    there = poses(rng, 5000)
    want = _in_child(there)
    with multiprocessing.get_context(way).Pool(1) as pool:
        assert pool.apply_async(_in_child, (there,)).get(timeout=60) == want
