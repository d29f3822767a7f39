"""The same bits as the Rust program: a hundred thousand random queries through both.

The program's ``batch`` reads the queries as JSON and writes every number so that it reads back as
the same float. It is found by CLEARANCE_PROGRAM; without that, among what ``cargo test`` built.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import poses, quaternions, zoo

import clearance as cl

COUNT = 100_000


def program() -> Path:
    root = Path(__file__).resolve().parents[3]
    built = Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
    path = Path(os.environ.get("CLEARANCE_PROGRAM", built / "debug" / "clearance"))
    if not path.exists():
        pytest.fail(f"{path} is not there: build the program, or set CLEARANCE_PROGRAM")
    return path


def shape(rng: np.random.Generator) -> dict[str, Any]:
    """A random shape in the file format."""
    size = rng.uniform(0.1, 2, 4).tolist()
    kind = rng.integers(10)
    if kind < 3:
        points = rng.normal(size=(rng.integers(4, 16), 3))
        return {"type": "polytope", "vertices": points.tolist()}
    if kind == 3:
        return {"type": "box", "half_extents": size[:3]}
    if kind == 4:
        return {"type": "ball", "radius": size[0]}
    if kind == 5:
        return {"type": "capsule", "half_length": size[0], "radius": size[1]}
    if kind == 6:
        return {"type": "cylinder", "half_length": size[0], "radius": size[1]}
    if kind == 7:
        return {"type": "cone", "height": size[0], "radius": size[1]}
    if kind == 8:
        return {"type": "ellipsoid", "semiaxes": size[:3]}
    return {"type": "rounded", "shape": {"type": "box", "half_extents": size[:3]}, "radius": size[3]}


def queries(rng: np.random.Generator) -> list[dict[str, Any]]:
    spare = [one.to_dict() for one in zoo(3)]
    turns, matrices = quaternions(rng, COUNT), poses(rng, COUNT, 2.0)
    made = []
    for i in range(COUNT):
        a, b = shape(rng), shape(rng)
        if i % 10 == 0:
            a = spare[rng.integers(len(spare))]
        translation = rng.uniform(-2, 2, 3).tolist()
        query = {
            "id": i,
            "a": a,
            "pose_a": {"translation": translation, "quaternion": turns[i].tolist()},
            "b": b,
            "pose_b": {
                "translation": matrices[i, :3, 3].tolist(),
                "matrix": matrices[i, :3, :3].tolist(),
            },
        }
        if i % 20 == 7:
            query["query"] = "signed_distance"
        made.append(query)
    return made


def ask(query: dict[str, Any], matrix: np.ndarray) -> dict[str, Any]:
    """What the package says."""
    a, b = cl.Shape.from_dict(query["a"], 3), cl.Shape.from_dict(query["b"], 3)
    pose_a = (query["pose_a"]["translation"], query["pose_a"]["quaternion"])
    if query.get("query") == "signed_distance":
        gradient = cl.gradient(a, pose_a, b, matrix)
        found: Any = gradient.signed
    else:
        found = cl.distance(a, pose_a, b, matrix)
    return {
        "distance": found.distance,
        "point_a": found.point_a.tolist(),
        "point_b": found.point_b.tolist(),
        "normal": None if found.normal is None else found.normal.tolist(),
        "lower": found.lower,
        "upper": found.upper,
        "intersects": found.intersects,
        "method": found.method,
        "iterations": found.iterations,
    }


def test_a_hundred_thousand_queries(tmp_path: Path) -> None:
    rng = np.random.default_rng(2026)
    asked = queries(rng)
    source, target = tmp_path / "queries.jsonl", tmp_path / "results.jsonl"
    with source.open("w") as file:
        for query in asked:
            file.write(json.dumps(query) + "\n")
    subprocess.run([program(), "batch", source, "-o", target], check=True, capture_output=True)
    matrix, met, methods = np.eye(4), 0, set()
    with target.open() as file:
        results = [json.loads(line) for line in file]
    assert len(results) == COUNT
    for query, want in zip(asked, results):
        matrix[:3, :3], matrix[:3, 3] = query["pose_b"]["matrix"], query["pose_b"]["translation"]
        if "error" in want:
            with pytest.raises(cl.ClearanceError) as error:
                ask(query, matrix)
            assert str(error.value) in want["error"]
            continue
        found = ask(query, matrix)
        for name, value in found.items():
            assert want[name] == value, (query, name)
        met += found["intersects"]
        methods.add(found["method"])
    assert 0.2 < met / COUNT < 0.8
    assert {"gjk", "formula", "conjugate", "newton", "interior"} <= methods
