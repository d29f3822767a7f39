"""A walk through the package: ``python -m clearance.tutorial [FOLDER]`` prints it and draws it.

Cells are separated by ``# %%``, as notebooks of editors have them.
"""

# %% [markdown]
# Two shapes, where they are, and how far apart.

# %%
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import clearance as cl
from clearance.types import Array

FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else "clearance-tutorial")


def first_answer() -> None:
    crate = cl.Box([0.5, 0.4, 0.3])
    barrel = cl.Cylinder.between([0, 0, 0], [0, 0, 1.2], 0.3)
    there = cl.Pose.from_rpy(0, 0.5, 0.2, [2, 0, 0])
    answer = cl.distance(crate, None, barrel, there)
    print("distance", answer.distance, "between", answer.point_a, "and", answer.point_b)
    print("proved:", answer.lower, "≤ distance ≤", answer.upper, "by", answer.method)
    # The judge calls no solver; it raises if the answer is wrong.
    cl.check(answer, crate, None, barrel, there)


# %% [markdown]
# Many poses in one call: a scan of a thousand places, on all cores.


# %%
def a_thousand_places() -> None:
    rng = np.random.default_rng(7)
    hull = cl.Polytope(rng.normal(size=(40, 3)))
    poses = np.tile(np.eye(4), (1000, 1, 1))
    poses[:, :3, 3] = rng.uniform(-4, 4, size=(1000, 3))
    rows = cl.signed_distance(hull, None, cl.Ball(0.5), poses)
    overlap = rows["intersects"].mean()
    print(f"{overlap:.0%} overlap, the deepest by {-rows['distance'].min():.3f}")


# %% [markdown]
# Through contact: depth, patch, gradient, and the time of the first touch.


# %%
def contact() -> None:
    box = cl.Box([1, 1, 1])
    there = cl.Pose([0.5, 0.5, 1.9])
    depth = cl.penetration(box, None, box, there)
    assert depth is not None
    print("depth", depth.depth, "along", depth.normal)
    print("patch", cl.contact_patch(box, None, box, there).points.tolist())
    gradient = cl.gradient(box, None, box, there)
    print("by moving B", gradient.translation_b, "exists:", gradient.translation_valid)
    falling = cl.Motion(cl.Pose([0.5, 0.5, 5]), velocity=[0, 0, -1])
    contact = cl.first_contact(box, None, box, falling, 10.0)
    assert contact.hit is not None
    print(f"first contact at {contact.hit.time:.9f}")


# %% [markdown]
# Without rounding: do these boxes touch, or not quite?


# %%
def facts() -> None:
    box = cl.Box([0.1, 0.1, 0.1])
    for x in (0.2, np.nextafter(0.2, 1)):
        found = cl.exact.distance(box, None, box, cl.Pose([x, 0, 0]))
        print(repr(float(x)), found.verdict, found.squared)
    deep = cl.exact.penetration(box, None, box, cl.Pose([0.15, 0.01, 0]))
    assert deep is not None
    print("as deep as", deep.translation[0], "or about", float(deep))


# %% [markdown]
# A shape of your own, by its support function.


# %%
def lens() -> cl.SupportFunction:
    def support(n: Array) -> Array:
        n = n / np.linalg.norm(n) if n.any() else np.array([0.0, 0.0, 1.0])
        on_cap: Array = np.array([0.0, 0.0, -np.copysign(0.6, n[2])]) + n
        flat: Array = np.array([n[0], n[1], 0.0])
        on_rim: Array = 0.8 * flat / max(float(np.linalg.norm(flat)), 1e-300)
        return on_cap if on_cap[2] * n[2] >= 0 else on_rim

    return cl.SupportFunction(support)


def your_own() -> None:
    answer = cl.distance(lens(), None, cl.Ball(1), cl.Pose([0, 0, 3]))
    print("lens and ball", round(answer.distance, 9))


# %% [markdown]
# A robot in its cell: how close it comes to things and to itself in ten thousand configurations, and
# whether a path is safe, not only at its samples.

ARM = """<robot name="arm">
  <link name="base"><collision><geometry><box size="0.4 0.4 0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0 0 0.5"/>
    <geometry><cylinder radius="0.08" length="0.9"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0 0 0.4"/>
    <geometry><cylinder radius="0.06" length="0.7"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0 0.15"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
    <origin xyz="0 0 1"/><axis xyz="0 1 0"/>
    <limit lower="-2.5" upper="2.5" effort="1" velocity="1"/></joint>
</robot>"""


# %%
def robot_cell() -> cl.Cell:
    cell = cl.Cell(margin=0.02)
    cell.add("floor", cl.HalfSpace([0, 0, 1], -0.1), fixed=True)
    cell.add("post", cl.Cylinder(0.5, 0.1), cl.Pose([1.2, 0, 0.5]), fixed=True)
    cell.add_robot(cl.Robot.from_urdf(ARM))
    cell.allow("floor", "arm/base")
    return cell


#: Both are far from everything at their samples.
SAFE = [[-1.1, -1.1], [0.3, 0.4], [0.3, 1.9], [-0.2, 0.9]]
UNSAFE = [[-0.1, -0.6], [0.4, 0.4], [0.2, 1.9], [0.8, -0.7]]


def robots() -> None:
    cell = robot_cell()
    rng = np.random.default_rng(7)
    angles = rng.uniform([-2, -2.5], [2, 2.5], size=(10_000, 2))
    rows = cell.clearance(angles)
    print(f"{(rows['distance'] == 0).mean():.0%} of 10000 configurations collide")
    for configurations in (SAFE, UNSAFE):
        found = cell.path([0, 1, 2, 3], configurations)
        print("at the samples", found.distances.round(3), "and between them", found)
        if found.violation is not None:
            when, gap, bodies = found.violation
            print(f"from {when:.4f} on closer than the margin: {bodies}, {gap:.4f}")


# %% [markdown]
# Pictures: a pair in the plane, a pair in space, every step of a search, and the path.


# %%
def pictures() -> list[Path]:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    from clearance import plot

    FOLDER.mkdir(parents=True, exist_ok=True)
    made = []

    def keep(name: str) -> None:
        path = FOLDER / name
        plt.savefig(path, dpi=120)
        plt.close("all")
        made.append(path)

    rounded = cl.Polygon([[0, 0], [2, 0.2], [1.6, 1.5], [0.3, 1.2]]).rounded(0.2)
    plot.pair(rounded, None, cl.Ellipsoid([1.2, 0.6]), cl.Pose([4, 2], 0.6))
    keep("plane.png")
    plot.pair(cl.Cone(2, 1), None, cl.Box([0.6, 0.8, 0.5]), cl.Pose.from_rpy(0.4, 0.2, 1, [2, 1, 1]))
    keep("space.png")
    plot.pair(lens(), None, cl.Ball(1), cl.Pose([0, 0, 3]))
    keep("lens.png")
    plot.steps(cl.Triangle([[0, 0], [4, 0], [0, 3]]), None, cl.Box([1, 1]), cl.Pose([5, 5], 0.3))
    keep("steps.png")
    plot.path(robot_cell().path([0, 1, 2, 3], SAFE))
    keep("path.png")
    return made


# %%
def main() -> None:
    for part in (first_answer, a_thousand_places, contact, facts, your_own, robots):
        print(f"\n-- {part.__name__.replace('_', ' ')}")
        part()
    print("\n-- pictures")
    for path in pictures():
        print(path)


if __name__ == "__main__":
    main()
