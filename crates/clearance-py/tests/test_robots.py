"""Robots and cells: kinematics against matrices by hand, clearances one by one, paths against samples."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import ball_support

import clearance as cl

URDF = """<robot name="arm">
  <link name="base"><collision><geometry><box size="0.4 0.4 0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0 0 0.5"/>
    <geometry><cylinder radius="0.08" length="0.9"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0 0 0.4"/>
    <geometry><cylinder radius="0.06" length="0.7"/></geometry></collision></link>
  <link name="finger"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0 0.15"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
    <origin xyz="0 0 1"/><axis xyz="0 1 0"/>
    <limit lower="-2.5" upper="2.5" effort="1" velocity="1"/></joint>
  <joint name="grip" type="prismatic"><parent link="fore"/><child link="finger"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
    <mimic joint="elbow" multiplier="0.5" offset="0.1"/></joint>
</robot>"""


def turn(angle: float, height: float) -> np.ndarray:
    m = np.eye(4)
    m[0, 0] = m[2, 2] = np.cos(angle)
    m[0, 2], m[2, 0] = np.sin(angle), -np.sin(angle)
    m[2, 3] = height
    return m


def arm() -> cl.Robot:
    return cl.Robot.from_urdf(URDF)


def cell() -> cl.Cell:
    made = cl.Cell()
    made.add("wall", cl.HalfSpace([1, 0, 0], -1.2), fixed=True)
    made.add("post", cl.Cylinder(0.5, 0.1), cl.Pose([1.2, 0, 0.5]), fixed=True)
    made.add_robot(arm())
    return made


def test_kinematics() -> None:
    robot = arm()
    assert robot.name == "arm" and robot.links == ["base", "upper", "fore", "finger"]
    assert robot.root == "base" and robot.variables == ["shoulder", "elbow"]
    assert robot.limits.tolist() == [[-2, 2], [-2.5, 2.5]] and robot.rest.tolist() == [0, 0]
    angles = np.random.default_rng(3).uniform(-2, 2, (5, 2, 2))
    poses = robot.forward(angles)
    assert poses.shape == (5, 2, 4, 4, 4)
    for (shoulder, elbow), links in zip(angles.reshape(-1, 2), poses.reshape(-1, 4, 4, 4)):
        upper = turn(shoulder, 0.15)
        assert links[1] == pytest.approx(upper, abs=1e-12)
        fore = upper @ turn(elbow, 1.0)
        assert links[2] == pytest.approx(fore, abs=1e-12)
        assert links[3] == pytest.approx(fore @ turn(0, 0.5 * elbow + 0.1), abs=1e-12)
    assert np.array_equal(robot.forward(angles, "fore"), poses[:, :, 2])
    assert np.array_equal(robot.forward({"elbow": 0.3}), robot.forward([0, 0.3]))
    assert robot.joint_values([0.5, 1.0]).tolist() == [0.5, 1.0, 0.6]
    grip = robot.joints[2]
    assert grip["mimic"] == ("elbow", 0.5, 0.1) and grip["type"] == "prismatic"
    assert grip["origin"] == cl.Pose() and grip["parent"] == "fore" and grip["limits"] == (-1, 1)
    assert robot.within_limits([1.9, 1]) and not robot.within_limits([2.1, 1])
    assert robot.within_limits([[0, 0], [0, 2.4]]).tolist() == [True, False], "the finger mimics"
    again = pickle.loads(pickle.dumps(robot))
    assert again == robot and hash(again) == hash(robot)
    assert np.array_equal(again.forward(angles), poses) and repr(again) == repr(robot)


def test_what_is_no_configuration() -> None:
    robot, made = arm(), cell()
    for wrong in ([1.0], [[1.0, 2.0, 3.0]], [np.nan, 0], [[0, np.inf]], 3.0, {"knee": 1.0}, {"elbow": np.nan}):
        with pytest.raises(ValueError):
            robot.forward(wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError):
            made.clearance(wrong)  # type: ignore[call-overload]
    for words in ("elbow", None, object()):
        with pytest.raises((TypeError, ValueError)):
            robot.forward(words)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="name of a link"):
        robot.forward([0, 0], "toe")
    assert robot.forward(np.zeros((0, 2))).shape == (0, 4, 4, 4)
    assert made.clearance(np.zeros((0, 2))).shape == (0,)


def test_allowed_pairs(tmp_path: Path) -> None:
    robot = arm()
    assert [pair[:2] for pair in robot.allowed()] == [("base", "upper"), ("upper", "fore")]
    assert robot.allowed("none") == []
    derived = robot.allowed("never", samples=50)
    assert {reason for *_, reason in derived} <= {"adjacent", "never", "always"}
    srdf = tmp_path / "arm.srdf"
    srdf.write_text('<robot name="arm"><disable_collisions link1="base" link2="fore" reason="Far"/></robot>')
    assert robot.allowed(srdf=srdf) == [("base", "fore", "Far")]
    with pytest.raises(ValueError, match="one of adjacent, always, never, none"):
        robot.allowed("often")
    srdf.write_text('<robot name="arm"><disable_collisions link1="base" link2="toe"/></robot>')
    with pytest.raises(cl.ClearanceError, match='arm.srdf: line 1: there is no link "toe"'):
        robot.allowed(srdf=srdf)
    made = cl.Cell()
    made.add_robot(robot, derive="none")
    found = made.nearest_pair()
    assert found is not None and found.names == ("arm/upper", "arm/fore") and found.distance > 0
    made.allow("arm/upper", "arm/fore")
    found = made.nearest_pair()
    assert found is not None and found.names == ("arm/base", "arm/upper")
    made.allow("arm", "arm")
    assert made.nearest_pair() is None and np.isinf(made.clearance([[0, 0]])["distance"][0])
    assert made.clearance([0, 0]) is None


def test_clearances() -> None:
    made = cell()
    angles = np.random.default_rng(4).uniform(-1.5, 1.5, (300, 2))
    rows = made.clearance(angles)
    assert rows.shape == (300,) and made.configuration().tolist() == [0, 0]
    signed = made.clearance(angles, "arm", signed=True)
    objects = made.clearance(angles, objects=True)
    assert [one.distance for one in objects] == rows["distance"].tolist()
    assert objects[0].names is not None
    shapes = {
        "wall": cl.HalfSpace([1, 0, 0], -1.2), "post": cl.Cylinder(0.5, 0.1),
        "arm/base": cl.Box([0.2, 0.2, 0.1]),
        "arm/upper": cl.Cylinder(0.45, 0.08).placed(cl.Pose([0, 0, 0.5])),
        "arm/fore": cl.Cylinder(0.35, 0.06).placed(cl.Pose([0, 0, 0.4])),
    }  # fmt: skip
    for row, deep, angle in zip(rows, signed, angles):
        made.configure(angle)
        nearest = made.nearest_pair()
        assert nearest is not None and nearest.distance == pytest.approx(row["distance"], abs=1e-9)
        names = [made.names[row["body_a"]], made.names[row["body_b"]]]
        one = made.clearance(angle.tolist())
        assert one is not None and one.distance == row["distance"]
        if row["distance"] > 0:
            assert one.names is not None and sorted(names) == sorted(one.names)
            a, b = (shapes[name] for name in names)
            poses = [made.pose(name) for name in names]
            assert cl.distance(a, poses[0], b, poses[1]).distance == pytest.approx(row["distance"], abs=1e-9)
            assert np.linalg.norm(row["point_a"] - row["point_b"]) == pytest.approx(row["distance"])
            assert deep["distance"] == pytest.approx(row["distance"], abs=1e-12)
        else:
            deepest = min(contact.distance for contact in made.contacts())
            assert deep["distance"] == pytest.approx(deepest, abs=1e-9) and deepest <= 0
            single = made.clearance(angle.tolist(), signed=True)
            assert single is not None and single.distance == pytest.approx(deepest, abs=1e-9)
        assert row["lower"] <= row["distance"] <= row["upper"]
    assert 0.05 < (rows["distance"] == 0).mean() < 0.9
    with pytest.raises(ValueError, match="name of a robot"):
        made.clearance(angles, "leg")


def test_threads_and_order_do_not_matter() -> None:
    made, angles = cell(), np.random.default_rng(4).uniform(-1.5, 1.5, (5000, 2))
    rows = made.clearance(angles)
    for threads in (1, 3):
        assert made.clearance(angles, threads=threads).tobytes() == rows.tobytes()
    assert np.array_equal(made.clearance(angles[::-1])[::-1]["distance"], rows["distance"])
    seen: list[int] = []
    made.clearance(angles, progress=lambda done, total: seen.append(done))
    assert seen[-1] == 5000
    far = np.array([[0.0], [1e300]])
    with pytest.raises(cl.ClearanceError, match="configuration 1"):
        slide().clearance(far)
    marked = slide().clearance(far, errors="mark")
    assert marked["status"][0] == 0 and marked["status"][1] > 0 and np.isnan(marked["distance"][1])


def slide() -> cl.Cell:
    """A slide that goes further than floats do."""
    robot = cl.Robot.from_urdf(
        '<robot name="slide"><link name="a"><collision><geometry><sphere radius="1"/></geometry>'
        '</collision></link><link name="b"/><link name="c"><collision><geometry><sphere radius="1"/>'
        '</geometry></collision></link><joint name="x" type="prismatic"><parent link="a"/><child '
        'link="b"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint><joint name="y" '
        'type="fixed"><parent link="b"/><child link="c"/><origin xyz="5 0 0"/></joint></robot>'
    )
    made = cl.Cell()
    made.add_robot(robot, derive="none")
    return made


def test_two_robots() -> None:
    made = cl.Cell()
    made.add_robot(arm(), name="left")
    made.add_robot(arm(), cl.Pose([0.9, 0, 0]), name="right")
    assert made.robots == ["left", "right"]
    both = made.clearance([[0, 0, 0, 0], [1.2, 0, -1.2, 0]])
    assert both["distance"][0] > 0 and both["distance"][1] == 0
    made.configure([0.1, 0.2], "left")
    made.configure([0, 0, 0.3, 0.4])
    assert made.configuration("right").tolist() == [0.3, 0.4]
    assert made.configuration("left").tolist() == [0, 0]
    with pytest.raises(ValueError, match="robot: expected a name, found 2 robots"):
        made.configuration()
    with pytest.raises(ValueError, match="a new name"):
        made.add_robot(arm(), name="left")


def test_paths() -> None:
    made = cell()
    made.configure([0.1, 0.1])
    safe = made.path([0.0, 1.0], [[-0.2, 0.0], [0.2, 0.3]], margin=0.01)
    assert safe.is_safe and safe.violation is None and "safe" in repr(safe)
    assert 0.01 <= safe.lower <= safe.distance <= safe.distances.min()
    assert made.configuration().tolist() == [0.1, 0.1]
    # The wall is hit between the two samples, and not at them.
    through = [[-1.3, 1.6], [-0.4, -1.8]]
    unsafe = made.path([0.0, 1.0], through, margin=0.01)
    assert not unsafe.is_safe and unsafe.violation is not None and unsafe.distance == 0
    at, distance, bodies = unsafe.violation
    assert unsafe.distances.min() > 0.01 > distance and bodies == ("wall", "arm/fore")
    shares = np.linspace(0, 1, 2001)
    dense = made.clearance(np.outer(1 - shares, through[0]) + np.outer(shares, through[1]))
    first = shares[np.argmax(dense["distance"] < 0.01)]
    assert at == pytest.approx(first, abs=1e-3)
    slow = made.path([0, 1, 3], [[-0.2, 0], [0.2, 0.3], [0.3, 0.8]], tolerance=1e-6)
    for k in range(2):
        a, b = ([-0.2, 0], [0.2, 0.3]) if k == 0 else ([0.2, 0.3], [0.3, 0.8])
        rows = made.clearance(np.outer(1 - shares, a) + np.outer(shares, b))
        assert rows["distance"].min() >= slow.between[k] - 1e-9
    assert slow.distance - slow.lower <= 1e-6 and slow.times.tolist() == [0, 1, 3]
    assert slow.looked_at > 5 and slow.margin == 0
    for times, rows in (([1.0, 0.0], [[0, 0], [0, 0]]), ([0.0], [[0, 0], [0, 0]]), ([], np.zeros((0, 2)))):
        with pytest.raises(ValueError):
            made.path(times, rows)
    for wrong in ({"margin": -1.0}, {"tolerance": 0.0}, {"tolerance": float("nan")}, {"robot": "leg"}):
        with pytest.raises(ValueError):
            made.path([0, 1], [[0, 0], [1, 1]], **wrong)  # type: ignore[arg-type]


def test_ctrl_c_and_progress_in_paths() -> None:
    made = cell()
    seen: list[tuple[int, int]] = []
    made.path([0, 1], [[-0.2, 0], [0.2, 0.3]], progress=lambda *done: seen.append(done))
    assert seen[-1] == (1000, 1000)
    long = np.random.default_rng(5).uniform(-0.1, 0.1, (4000, 2))

    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        made.path(np.arange(4000), long, progress=stop)
    for work in (
        lambda: made.path(np.arange(400_000), np.tile(long, (100, 1)), most=10**9),
        lambda: made.clearance(np.tile(long, (1000, 1))),
    ):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        began = time.monotonic()
        timer.start()
        try:
            with pytest.raises(KeyboardInterrupt):
                work()
        finally:
            timer.cancel()
        assert time.monotonic() - began < 5


def test_files(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(URDF)
    assert cl.Robot.load(tmp_path / "arm.urdf").links[2] == "fore"
    for broken in ("", "<robot", "<robot name='x'/>", "\0", "<robot>" * 200):
        with pytest.raises(cl.ClearanceError):
            cl.Robot.from_urdf(broken)
        with pytest.raises((cl.ClearanceError, TypeError)):
            cl.Cell.from_toml(broken + " = [")
    for load in (cl.Robot.load, cl.Cell.load):
        with pytest.raises(cl.ClearanceError, match="none"):
            load(tmp_path / "none")
    (tmp_path / "cell.toml").write_text(
        'margin = 0.25\n[[body]]\nname = "table"\nshape = { type = "box", half_extents = [1, 1, 0.1] }\n'
        '[[body]]\nname = "ball"\nshape = { type = "ball", radius = 0.2 }\n'
        'pose = { translation = [0, 0, 0.5] }\nmoves = true\n[[robot]]\nurdf = "arm.urdf"\n'
        "pose = { translation = [3, 0, 0] }\njoints = { elbow = 0.5 }\n"
    )
    made = cl.Cell.load(tmp_path / "cell.toml")
    assert made.names == ["table", "ball", "arm/base", "arm/upper", "arm/fore"] and len(made) == 5
    assert made.margin == 0.25 and made.configuration().tolist() == [0, 0.5]
    close = made.pairs_within()
    assert [one.names for one in close] == [("table", "ball")] and "table and ball" in repr(close[0])
    assert close[0].distance == pytest.approx(0.2) and made.name(close[0].bodies[1]) == "ball"
    made.move_to("ball", cl.Pose([0, 0, 2]))
    assert made.pairs_within() == [] and made.pose("ball") == cl.Pose([0, 0, 2])
    with pytest.raises(ValueError, match="no robot's link"):
        made.move_to("arm/fore", None)
    with pytest.raises(ValueError, match="name of a body"):
        made.pose("chair")
    with pytest.raises(cl.ClearanceError, match="half_extents"):
        cl.Cell.from_toml('[[body]]\nname = "x"\nshape = { type = "box", half_extents = [-1, 1, 1] }')
    (tmp_path / "way.csv").write_text("time,elbow\n0,0.1\n1,0.4\n")
    times, rows = made.read_trajectory(tmp_path / "way.csv")
    assert times.tolist() == [0, 1] and rows.tolist() == [[0, 0.1], [0, 0.4]]
    with pytest.raises(cl.ClearanceError, match="way.csv"):
        (tmp_path / "way.csv").write_text("time,knee\n0,0.1\n")
        made.read_trajectory(tmp_path / "way.csv")


def test_the_program_says_the_same(tmp_path: Path) -> None:
    """The path that ``clearance path`` reports, to the bit."""
    import json

    from test_rust import program

    (tmp_path / "arm.urdf").write_text(URDF)
    (tmp_path / "cell.toml").write_text(
        'margin = 0.02\n[[body]]\nname = "post"\nshape = { type = "cylinder", half_length = 0.5, '
        "radius = 0.1 }\npose = { translation = [1.2, 0, 0.5] }\n"
    )
    (tmp_path / "way.csv").write_text("time,shoulder,elbow\n0,1,-1.2\n1,1,1.2\n")
    command = [program(), "path", tmp_path / "arm.urdf", tmp_path / "way.csv", "--world",
               tmp_path / "cell.toml", "--json"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    want = json.loads(done.stdout)
    made = cl.Cell.load(tmp_path / "cell.toml")
    made.add_robot(cl.Robot.load(tmp_path / "arm.urdf"))
    found = made.path(*made.read_trajectory(tmp_path / "way.csv"))
    assert found.violation is not None
    assert [s["distance"] for s in want["samples"]] == found.distances.tolist()
    assert [s["lower"] for s in want["between"]] == found.between.tolist()
    assert (want["least"]["time"], want["lower"]) == (found.time, found.lower)
    assert want["violation"]["time"] == found.violation[0]
    assert tuple(want["violation"]["pair"]) == found.violation[2]
    assert want["configurations"] == found.looked_at and want["safe"] == found.is_safe


def test_meshes(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    corner = trimesh.util.concatenate(
        [trimesh.creation.box((2, 0.4, 0.4)), trimesh.creation.box((0.4, 2, 0.4))]
    )
    corner.export(tmp_path / "cross.stl")
    urdf = (
        '<robot name="cross"><link name="a"><collision><geometry><mesh filename="cross.stl"/>'
        "</geometry></collision></link></robot>"
    )
    (tmp_path / "cross.urdf").write_text(urdf)
    hull = cl.Robot.load(tmp_path / "cross.urdf", measure=True)
    (mesh,) = hull.meshes
    assert mesh["file"] == "cross.stl" and mesh["parts"] == 1 and mesh["excess"][0] > 0.1
    parts = cl.Robot.from_urdf(urdf, base=tmp_path, decompose=True)
    assert parts.meshes == [{"link": "a", "file": "cross.stl"}]
    probe = cl.Pose([0.6, 0.6, 0])
    gaps = []
    for robot in (hull, parts):
        made = cl.Cell()
        made.add("probe", cl.Ball(0.05), probe)
        made.add_robot(robot)
        found = made.nearest_pair()
        assert found is not None
        gaps.append(found.distance)
    assert gaps[0] == 0 and gaps[1] > 0.2
    with pytest.raises(cl.ClearanceError, match="cross.stl"):
        cl.Robot.from_urdf(urdf, base=tmp_path / "elsewhere")


def test_own_shapes_in_cells() -> None:
    made = cell()
    made.add("own", cl.SupportFunction(ball_support), cl.Pose([0, 0, 4]))
    rows = made.clearance([[0, 0], [0.1, 0.1]])
    assert (rows["distance"] > 0).all()
    assert not made.path([0, 1], [[0, 0], [0.1, 0.1]], margin=3.0).is_safe
    calls = []

    def fails(n: np.ndarray) -> np.ndarray:
        calls.append(n)
        if len(calls) > 20:
            raise RuntimeError("no more")
        return ball_support(n)

    made.add("failing", cl.SupportFunction(fails), cl.Pose([0, 0, 2.6]))
    with pytest.raises(RuntimeError, match="no more"):
        made.clearance(np.zeros((100, 2)))
