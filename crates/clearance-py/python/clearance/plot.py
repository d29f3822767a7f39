"""Pictures with matplotlib: pairs in the plane and in space, traces, and paths of robots.

>>> import matplotlib
>>> matplotlib.use("Agg")
>>> from clearance import Ball, Box, Pose, plot
>>> axes = plot.pair(Box([1, 1]), None, Ball(1, dim=2), Pose([3, 1]))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from ._native import Answer, Path, Pose, Shape, distance, trace
from .types import Array, PoseLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["pair", "path", "steps"]

#: The colours of A, of B and of what is between them.
COLOURS = ("#2a6f97", "#bc4749", "#6a4c93")


def pair(
    a: Shape,
    pose_a: PoseLike,
    b: Shape,
    pose_b: PoseLike,
    *,
    answer: Answer | None = None,
    axes: Axes | None = None,
) -> Any:
    """Draws two shapes, their closest points and, in the plane, the slab that separates them.

    Returns the axes. Shapes without end are drawn as far as the others reach.
    """
    if answer is None:
        answer = distance(a, _one(pose_a, a.dim), b, _one(pose_b, b.dim))
    draw = _pair_in_space if a.dim == 3 else _pair_in_plane
    return draw((a, _one(pose_a, a.dim)), (b, _one(pose_b, b.dim)), answer, axes)


def steps(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike, *, columns: int = 3) -> Any:
    """Draws every step of the search for the distance of two shapes of the plane: the difference
    set's simplex, the search direction and the origin. Returns the figure.
    """
    import matplotlib.pyplot as plt

    if a.dim != 2:
        raise ValueError("steps are drawn in the plane")
    story = trace(a, pose_a, b, pose_b)
    told = [step for step in story.steps if "simplex_a" in step] or story.steps
    rows = -(-len(told) // columns)
    figure, grid = plt.subplots(rows, columns, figsize=(4 * columns, 4 * rows), squeeze=False)
    around = _difference(a, _one(pose_a, 2), b, _one(pose_b, 2))
    for axes, (i, step) in zip(grid.flat, enumerate(told)):
        _step(axes, around, step)
        axes.set_title(f"step {i + 1}: {step['lower']:.3g} ≤ distance ≤ {step['upper']:.3g}")
    for axes in list(grid.flat)[len(told) :]:
        axes.set_visible(False)
    figure.tight_layout()
    return figure


def path(found: Path, *, axes: Axes | None = None) -> Any:
    """Draws the clearance along a path of a robot: at the samples, what is proved between them, the
    least of all and the margin. Returns the axes.
    """
    import matplotlib.pyplot as plt

    if axes is None:
        _, axes = plt.subplots()
    times = found.times
    for left, right, lower in zip(times, times[1:], found.between):
        axes.fill_between([left, right], [lower, lower], color=COLOURS[0], alpha=0.25, linewidth=0)
    axes.plot(times, found.distances, "o-", color=COLOURS[0], markersize=4, label="at the samples")
    axes.plot(found.time, found.distance, "o", color=COLOURS[1], label=f"least: {found.distance:.4g}")
    axes.axhline(found.margin, color=COLOURS[1], linestyle="--", linewidth=1, label="margin")
    axes.set(xlabel="time", ylabel="clearance, and what is proved between samples", ylim=(0, None))
    axes.set_title("safe" if found.is_safe else "not proved safe")
    axes.legend()
    return axes


def _one(pose: PoseLike, dim: int) -> Pose:
    if isinstance(pose, Pose):
        return pose
    if pose is None:
        return Pose([0.0] * dim)
    if isinstance(pose, tuple):
        return Pose(*pose)
    matrix = pose.as_matrix() if hasattr(pose, "as_matrix") else np.asarray(pose)
    return Pose.from_matrix(matrix)


def _reach(placed: tuple[Shape, Pose], answer: Answer) -> float:
    """How far a picture goes from the closest points."""
    low, high = _native.bounding_box(placed[0], placed[1])
    finite = np.isfinite(low) & np.isfinite(high)
    extent = float(np.max(high[finite] - low[finite])) if finite.any() else 1.0
    return extent + answer.distance


def _outline(shape: Shape, pose: Pose, middle: Array, reach: float) -> Array:
    """Points around a shape of the plane, anticlockwise: support points all around."""
    corners = _native.vertices(shape)
    angles = np.linspace(0, 2 * np.pi, 361)
    around = np.column_stack([np.cos(angles), np.sin(angles)])
    if corners is not None and np.isfinite(_native.bounding_box(shape)[0]).all():
        points = [corners[np.argmax(corners @ n)] for n in around]
        return pose.transform(np.array(points))
    low, high = _native.bounding_box(shape, pose)
    if np.isfinite(low).all() and np.isfinite(high).all():
        try:
            return pose.transform(np.array([shape.support(n) for n in around]))
        except NotImplementedError:
            pass
    # Without end, or without a support function: what of a disk around the middle belongs to it.
    rim = middle + 3 * reach * around
    return _native.project(shape, pose, rim)


def _pair_in_plane(
    a: tuple[Shape, Pose], b: tuple[Shape, Pose], answer: Answer, axes: Axes | None
) -> Any:
    import matplotlib.pyplot as plt

    if axes is None:
        _, axes = plt.subplots()
    p, q = answer.points
    reach = max(_reach(a, answer), _reach(b, answer))
    for placed, colour in zip((a, b), COLOURS):
        outline = _outline(*placed, (p + q) / 2, reach)
        axes.fill(outline[:, 0], outline[:, 1], color=colour, alpha=0.35)
        axes.plot(outline[:, 0], outline[:, 1], color=colour, linewidth=1.2)
    if answer.normal is not None:
        along = np.array([-answer.normal[1], answer.normal[0]])
        for end in (p, q):
            line = np.array([end - reach * along, end + reach * along])
            axes.plot(line[:, 0], line[:, 1], "--", color="gray", linewidth=0.8)
    axes.plot([p[0], q[0]], [p[1], q[1]], "o-", color=COLOURS[2], markersize=4)
    axes.set_title("meeting" if answer.intersects else f"distance {answer.distance:.6g}")
    axes.set_aspect("equal")
    axes.set_xlim((p + q)[0] / 2 - 1.5 * reach, (p + q)[0] / 2 + 1.5 * reach)
    axes.set_ylim((p + q)[1] / 2 - 1.5 * reach, (p + q)[1] / 2 + 1.5 * reach)
    return axes


def _sphere(count: int = 24) -> Array:
    """Directions all around, by latitude and longitude."""
    up = np.linspace(0, np.pi, count)
    round_ = np.linspace(0, 2 * np.pi, 2 * count)
    phi, theta = np.meshgrid(round_, up)
    directions = [np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)]
    return np.stack(directions, axis=-1)


def _pair_in_space(
    a: tuple[Shape, Pose], b: tuple[Shape, Pose], answer: Answer, axes: Axes | None
) -> Any:
    import matplotlib.pyplot as plt

    canvas: Any = axes
    if canvas is None:
        canvas = plt.figure().add_subplot(projection="3d")
    p, q = answer.points
    reach = max(_reach(a, answer), _reach(b, answer))
    for placed, colour in zip((a, b), COLOURS):
        _draw_in_space(canvas, placed, colour, ((p + q) / 2, reach))
    canvas.plot(*np.array([p, q]).T, "o-", color=COLOURS[2], markersize=4)
    canvas.set_title("meeting" if answer.intersects else f"distance {answer.distance:.6g}")
    canvas.set_aspect("equal")
    return canvas


def _draw_in_space(
    axes: Any, placed: tuple[Shape, Pose], colour: str, room: tuple[Array, float]
) -> None:
    shape, pose = placed
    middle, reach = room
    directions = _sphere()
    low, high = _native.bounding_box(shape, pose)
    corners = _native.vertices(shape)
    if corners is not None and np.isfinite(low).all():
        best = np.argmax(directions @ corners.T, axis=-1)
        points = pose.transform(corners[best])
    elif np.isfinite(low).all() and np.isfinite(high).all():
        flat = [shape.support(n) for n in directions.reshape(-1, 3)]
        points = pose.transform(np.array(flat).reshape(directions.shape))
    else:
        points = _native.project(shape, pose, middle + 1.5 * reach * directions)
    axes.plot_surface(*np.moveaxis(points, -1, 0), color=colour, alpha=0.5, linewidth=0)


def _difference(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Array:
    """The outline of all differences a - b, in A's frame, as the steps are."""
    b_in_a = pose_a.inverse() @ pose_b
    angles = np.linspace(0, 2 * np.pi, 721)
    points = []
    for n in np.column_stack([np.cos(angles), np.sin(angles)]):
        furthest = b_in_a.transform(b.support(-(b_in_a.rotation.T @ n)))
        points.append(a.support(n) - furthest)
    return np.array(points)


def _step(axes: Axes, around: Array, step: dict[str, Any]) -> None:
    axes.fill(around[:, 0], around[:, 1], color=COLOURS[0], alpha=0.2)
    axes.plot(around[:, 0], around[:, 1], color=COLOURS[0], linewidth=0.8)
    axes.plot(0, 0, "k+", markersize=10)
    closest = step["point_a"] - step["point_b"]
    if "simplex_a" in step:
        simplex = step["simplex_a"] - step["simplex_b"]
        loop = np.vstack([simplex, simplex[:1]])
        axes.plot(loop[:, 0], loop[:, 1], "ko-", markersize=4)
        reached = step["support_a"] - step["support_b"]
        axes.plot(*reached, "o", color="#55a630")
    axes.plot([0, closest[0]], [0, closest[1]], color=COLOURS[2])
    axes.set_aspect("equal")
