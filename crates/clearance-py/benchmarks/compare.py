"""The package beside coal and python-fcl, on the same pairs, in one interleaved run.

    python benchmarks/compare.py [--pairs 100000] [--threads 2] [--json FILE]

Needs ``pip install coal python-fcl`` beside the package; both are for this script alone. Every
figure is from many rounds in which all contestants take turns, so that a busy machine slows them
all alike: of single calls the least (a round is shorter than a time slice, and what interrupts it
is not the call), of batches the median.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import clearance as cl
from clearance import _native

CALLS = 160
ROUNDS = 201


def timed(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def in_turn(
    contestants: dict[str, Callable[[], float]], rounds: int, best: Callable[[list[float]], float]
) -> dict[str, float]:
    """The seconds of each, all of them taking turns."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, work in contestants.items():
            times[name].append(work())
    return {name: best(all_) for name, all_ in times.items()}


def random_poses(rng: np.random.Generator, n: int, spread: float) -> np.ndarray:
    q = rng.normal(size=(n, 4))
    x, y, z, w = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    m = np.zeros((n, 4, 4))
    m[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], 1)
    m[:, 1, :3] = np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], 1)
    m[:, 2, :3] = np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 1)
    m[:, :3, 3] = rng.uniform(-spread, spread, size=(n, 3))
    m[:, 3, 3] = 1
    return m


def sphere_points(rng: np.random.Generator, n: int) -> np.ndarray:
    points = rng.normal(size=(n, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


class Pair:
    """The same two shapes in all three libraries."""

    def __init__(self, name: str, ours: tuple[Any, Any], coals: Any, fcls: Any) -> None:
        self.name, self.ours, self.coals, self.fcls = name, ours, coals, fcls


def contestants(rng: np.random.Generator) -> list[Pair]:
    import coal
    import fcl

    def hull(points: np.ndarray) -> tuple[Any, Any, Any]:
        vertices = coal.StdVec_Vec3s()
        for point in points:
            vertices.append(point)
        ours = cl.Polytope(points)
        mesh = coal.ConvexBase.convexHull(vertices, True, "Qt")
        faces = _faces(points)
        flat = np.column_stack([np.full(len(faces), 3), faces]).ravel()
        return ours, mesh, fcl.Convex(points, len(faces), flat)

    def both(name: str, one: tuple[Any, Any, Any], other: tuple[Any, Any, Any]) -> Pair:
        return Pair(name, (one[0], other[0]), (one[1], other[1]), (one[2], other[2]))

    ball = (cl.Ball(0.7), coal.Sphere(0.7), fcl.Sphere(0.7))
    box = (cl.Box([0.5, 0.7, 0.9]), coal.Box(1.0, 1.4, 1.8), fcl.Box(1.0, 1.4, 1.8))
    capsule = (cl.Capsule.along_axis(0.8, 0.4), coal.Capsule(0.4, 1.6), fcl.Capsule(0.4, 1.6))
    cylinder = (cl.Cylinder(0.8, 0.4), coal.Cylinder(0.4, 1.6), fcl.Cylinder(0.4, 1.6))
    cone = (cl.Cone(1.6, 0.6), coal.Cone(0.6, 1.6), fcl.Cone(0.6, 1.6))
    hull8, hull30, hull200 = (hull(sphere_points(rng, n)) for n in (8, 30, 200))
    return [
        both("two balls", ball, ball),
        both("ball and box", ball, box),
        both("capsules", capsule, capsule),
        both("boxes", box, box),
        both("cylinders", cylinder, cylinder),
        both("cone and box", cone, box),
        both("hulls of 8 vertices", hull8, hull8),
        both("hulls of 30 vertices", hull30, hull30),
        both("hulls of 200 vertices", hull200, hull200),
    ]


def _faces(points: np.ndarray) -> np.ndarray:
    """Triangles of a hull, outwards."""
    from scipy.spatial import ConvexHull

    hull = ConvexHull(points)
    faces = hull.simplices.copy()
    for k, (face, plane) in enumerate(zip(hull.simplices, hull.equations)):
        p, q, r = points[face]
        if np.dot(np.cross(q - p, r - p), plane[:3]) < 0:
            faces[k] = face[::-1]
    return faces


def single(pair: Pair, rng: np.random.Generator) -> dict[str, float]:
    """Nanoseconds a call: the package by Pose and by array, Rust alone, coal, fcl."""
    import coal
    import fcl

    (a, b), (ca, cb), (fa, fb) = pair.ours, pair.coals, pair.fcls
    places = random_poses(rng, 16, 3.5)
    here, there = places[::2], places[1::2]
    ours = [(cl.Pose.from_matrix(p), cl.Pose.from_matrix(q)) for p, q in zip(here, there)]
    arrays = [(p.copy(), q.copy()) for p, q in zip(here, there)]
    moved = lambda m: coal.Transform3s(np.ascontiguousarray(m[:3, :3]), m[:3, 3].copy())
    coals = [(moved(p), moved(q)) for p, q in zip(here, there)]
    request, result = coal.DistanceRequest(), coal.DistanceResult()
    turned = lambda m: fcl.Transform(m[:3, :3], m[:3, 3])
    fcls = [(fcl.CollisionObject(fa, turned(p)), fcl.CollisionObject(fb, turned(q)))
            for p, q in zip(here, there)]  # fmt: skip
    fcl_request = fcl.DistanceRequest(enable_nearest_points=True)
    each = CALLS // len(ours)
    distance = cl.distance

    def by_pose() -> None:
        for p, q in ours:
            for _ in range(each):
                distance(a, p, b, q)

    def by_array() -> None:
        for p, q in arrays:
            for _ in range(each):
                distance(a, p, b, q)

    def with_points() -> None:
        for p, q in ours:
            for _ in range(each):
                answer = distance(a, p, b, q)
                answer.distance, answer.point_a, answer.point_b

    def by_coal() -> None:
        for p, q in coals:
            for _ in range(each):
                result.clear()
                coal.distance(ca, p, cb, q, request, result)

    def by_fcl() -> None:
        for p, q in fcls:
            for _ in range(each):
                fcl.distance(p, q, fcl_request, fcl.DistanceResult())

    def rust() -> float:
        return sum(_native._rust_single(a, p, b, q, each) for p, q in ours)

    def nothing() -> None:
        for _ in ours:
            for _ in range(each):
                pass

    times = in_turn(
        {
            "rust": rust,
            "pose": lambda: timed(by_pose),
            "array": lambda: timed(by_array),
            "points": lambda: timed(with_points),
            "coal": lambda: timed(by_coal),
            "fcl": lambda: timed(by_fcl),
            "loop": lambda: timed(nothing),
        },
        ROUNDS,
        min,
    )
    calls = each * len(ours)
    loop = times.pop("loop")
    return {
        name: 1e9 * (seconds - (0 if name == "rust" else loop)) / calls
        for name, seconds in times.items()
    }


def batch(pair: Pair, rng: np.random.Generator, n: int, threads: int) -> dict[str, float]:
    """Seconds for n pairs: one call of the package, Rust's batch, a loop over coal."""
    import coal

    (a, b), (ca, cb) = pair.ours, pair.coals
    here, there = random_poses(rng, n, 3.5), random_poses(rng, n, 3.5)
    request, result = coal.DistanceRequest(), coal.DistanceResult()
    some = range(0, n, max(1, n // 5000))
    placed = [
        tuple(coal.Transform3s(np.ascontiguousarray(m[:3, :3]), m[:3, 3].copy()) for m in two)
        for two in ((here[i], there[i]) for i in some)
    ]
    distances = np.empty(len(placed))
    points = np.empty((len(placed), 2, 3))

    def by_coal() -> float:
        """The loop that a user writes, over a sample; its poses are made beforehand."""
        began = time.perf_counter()
        for i, (p, q) in enumerate(placed):
            result.clear()
            distances[i] = coal.distance(ca, p, cb, q, request, result)
            points[i, 0] = result.getNearestPoint1()
            points[i, 1] = result.getNearestPoint2()
        return (time.perf_counter() - began) * n / len(placed)

    as_lists = ([a] * n, [b] * n)
    return in_turn(
        {
            "ours": lambda: timed(lambda: cl.distance(a, here, b, there, threads=threads)),
            "rust": lambda: _native._rust_batch(*as_lists, here, there, threads),
            "coal": by_coal,
        },
        5,
        statistics.median,
    )


def agreement(pair: Pair, rng: np.random.Generator) -> int:
    """How many of 500 distances differ from coal's by more than 1e-4, where ours is proved."""
    import coal

    (a, b), (ca, cb) = pair.ours, pair.coals
    here, there = random_poses(rng, 500, 3.5), random_poses(rng, 500, 3.5)
    rows = cl.distance(a, here, b, there)
    request, result, off = coal.DistanceRequest(), coal.DistanceResult(), 0
    for row, p, q in zip(rows, here, there):
        result.clear()
        tp = coal.Transform3s(np.ascontiguousarray(p[:3, :3]), p[:3, 3].copy())
        tq = coal.Transform3s(np.ascontiguousarray(q[:3, :3]), q[:3, 3].copy())
        theirs = max(coal.distance(ca, tp, cb, tq, request, result), 0.0)
        off += int(abs(theirs - row["distance"]) > 1e-4)
    return off


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", choices=["single", "batch"])
    parser.add_argument("--json")
    options = parser.parse_args()
    rng = np.random.default_rng(5)
    pairs = contestants(rng)

    print("one call, ns a query (overhead: what Python adds to Rust's time, given Pose objects)\n")
    print(f"{'pair':24}{'rust':>8}{'Pose':>8}{'array':>8}{'+points':>9}{'overhead':>10}"
          f"{'coal':>9}{'fcl':>9}{'coal/ours':>11}{'differ':>8}")  # fmt: skip
    report: dict[str, Any] = {"single": {}, "batch": {}}
    for pair in pairs if options.only != "batch" else []:
        ns = single(pair, rng)
        off = agreement(pair, rng)
        report["single"][pair.name] = {**ns, "differ": off}
        print(f"{pair.name:24}{ns['rust']:8.0f}{ns['pose']:8.0f}{ns['array']:8.0f}"
              f"{ns['points']:9.0f}{ns['pose'] - ns['rust']:10.0f}{ns['coal']:9.0f}"
              f"{ns['fcl']:9.0f}{ns['coal'] / ns['pose']:11.1f}{off:8}")  # fmt: skip

    print(f"\n{options.pairs} pairs, ms, on {options.threads} threads\n")
    print(f"{'pair':24}{'ours':>9}{'rust':>9}{'ours/rust':>11}{'coal loop':>11}{'coal/ours':>11}")
    for pair in pairs if options.only != "single" else []:
        s = batch(pair, rng, options.pairs, options.threads)
        report["batch"][pair.name] = s
        print(f"{pair.name:24}{1e3 * s['ours']:9.1f}{1e3 * s['rust']:9.1f}"
              f"{s['ours'] / s['rust']:11.2f}{1e3 * s['coal']:11.0f}{s['coal'] / s['ours']:11.1f}")  # fmt: skip
    if options.json:
        with open(options.json, "w") as file:
            json.dump(report, file, indent=1)


if __name__ == "__main__":
    main()
