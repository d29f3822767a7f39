"""What the tests share: one of every shape, and random poses."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import numpy as np
import pytest

import clearance as cl


@pytest.fixture(autouse=True)
def ctrl_c_interrupts() -> Iterator[None]:
    """What a shell runs in the background ignores Ctrl-C, and Python then leaves it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def ball_support(n: np.ndarray) -> np.ndarray:
    """A ball by its support function; here so that it can be pickled."""
    length = np.linalg.norm(n)
    return n / length if length else np.zeros_like(n)


def zoo(dim: int) -> list[cl.Shape]:
    """One of every shape."""
    rng = np.random.default_rng(dim)
    points = rng.normal(size=(20, dim))
    eye = np.eye(dim)
    axis = eye[0]
    shapes = [
        cl.Point(points[0]),
        cl.Segment(points[0], points[1]),
        cl.Line(points[0], axis),
        cl.Ray(points[1], axis),
        cl.Plane(axis, 3.0),
        cl.HalfSpace(-axis, -3.0),
        cl.Triangle(points[:3]),
        cl.Rectangle([1, 0.5], dim=dim),
        cl.Box(np.arange(1, dim + 1) / 2),
        cl.Box.from_corner(points[0], eye),
        cl.Ball(0.7, dim=dim),
        cl.Capsule(points[0], points[1], 0.3),
        cl.Capsule.along_axis(1.0, 0.3, dim=dim),
        cl.Ellipsoid(np.arange(1, dim + 1) / 2),
        cl.Superquadric(np.ones(dim), [4.0] * dim),
        cl.Hyperquadric([(row, 0.1, 4.0) for row in eye]),
        cl.Quadric(eye, np.zeros(dim), -1.0),
        cl.Polytope(points),
        cl.Polytope(points, facets=True),
        cl.Halfspaces(np.vstack([eye, -eye]), np.ones(2 * dim)),
        cl.Rounded(cl.Polytope(points), 0.2),
        cl.Affine(cl.Ball(1, dim=dim), 2 * eye, axis),
        cl.Placed(cl.Box(np.ones(dim)), cl.Pose(axis, 0.3 if dim == 2 else [0, 0, 0.3, 1])),
        cl.MinkowskiSum([cl.Box(np.ones(dim)), cl.Ball(0.5, dim=dim)]),
        cl.ConvexHull([cl.Ball(1, dim=dim), cl.Placed(cl.Ball(0.5, dim=dim), cl.Pose(3 * axis))]),
        cl.Intersection([cl.Ball(1, dim=dim), cl.HalfSpace(axis, 0.5)]),
    ]
    if dim == 2:
        shapes.append(cl.Polygon([[0, 0], [2, 0], [1, 1]]))
    else:
        shapes += [
            cl.Tetrahedron(points[:4]),
            cl.Cylinder(1.0, 0.5),
            cl.Cylinder.between(points[0], points[1], 0.5),
            cl.Cone(2.0, 1.0),
            cl.Cone.between(points[0], points[1], 0.5),
            cl.NestedSuperquadric([1, 0.7, 0.5], [4, 2.5]),
            cl.SecondOrderCone(np.diag([1.0, 1, 0]), None, [0, 0, 0.1], 1.0),
            cl.Polytope.from_mesh(
                (
                    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
                    [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
                )
            ),
        ]
    return shapes


def quaternions(rng: np.random.Generator, n: int) -> np.ndarray:
    """Random rotations."""
    q = rng.normal(size=(n, 4))
    return q / np.linalg.norm(q, axis=1, keepdims=True)


def poses(rng: np.random.Generator, n: int, spread: float = 4.0) -> np.ndarray:
    """Random poses in space, as matrices."""
    x, y, z, w = quaternions(rng, n).T
    m = np.zeros((n, 4, 4))
    m[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], 1)
    m[:, 1, :3] = np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], 1)
    m[:, 2, :3] = np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 1)
    m[:, :3, 3] = rng.uniform(-spread, spread, size=(n, 3))
    m[:, 3, 3] = 1
    return m


def plane_poses(rng: np.random.Generator, n: int, spread: float = 4.0) -> np.ndarray:
    """Random poses in the plane, as matrices."""
    angle = rng.uniform(0, 2 * np.pi, n)
    m = np.zeros((n, 3, 3))
    m[:, 0, 0] = m[:, 1, 1] = np.cos(angle)
    m[:, 1, 0] = np.sin(angle)
    m[:, 0, 1] = -np.sin(angle)
    m[:, :2, 2] = rng.uniform(-spread, spread, size=(n, 2))
    m[:, 2, 2] = 1
    return m


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(12345)
