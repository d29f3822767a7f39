"""The package as a whole: documentation that runs, types, soft dependencies, pictures."""

from __future__ import annotations

import doctest
import inspect
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import clearance as cl
from clearance import exact, plot, shapes, tutorial, types

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent


def documented() -> list[tuple[str, str]]:
    """Every docstring of the package that has an example, native ones too."""
    found = {}
    for module in (cl, exact, plot, shapes, types):
        found[module.__name__] = module.__doc__ or ""
        for name, thing in vars(module).items():
            own = getattr(thing, "__module__", "") or ""
            if name.startswith("_") or inspect.ismodule(thing) or not own.startswith("clearance"):
                continue
            found[f"clearance.{name}"] = getattr(thing, "__doc__", None) or ""
            if inspect.isclass(thing):
                for inner, member in vars(thing).items():
                    doc = getattr(member, "__doc__", None)
                    found[f"clearance.{name}.{inner}"] = doc or ""
    return [(name, doc) for name, doc in found.items() if ">>>" in doc]


@pytest.mark.parametrize(("name", "doc"), documented(), ids=lambda x: x if len(x) < 60 else "")
def test_examples_in_docstrings(name: str, doc: str) -> None:
    known = {**vars(shapes), "__name__": "clearance.shapes"}
    test = doctest.DocTestParser().get_doctest(inspect.cleandoc(doc), known, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    said: list[str] = []
    runner.run(test, out=said.append)
    assert not runner.failures, "".join(said)


def test_everything_is_documented() -> None:
    bare = []
    for name in cl.__all__:
        thing = getattr(cl, name)
        if callable(thing) and not (getattr(thing, "__doc__", None) or "").strip():
            bare.append(name)
    assert not bare
    functions = [n for n in cl.__all__ if inspect.isroutine(getattr(cl, n))]
    with_examples = {name.removeprefix("clearance.") for name, _ in documented()}
    assert set(functions) <= with_examples


@pytest.mark.parametrize("readme", ["README.md", "../../README.md"])
def test_the_readme_runs(readme: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = PACKAGE / readme
    if not path.exists():
        pytest.fail(f"{path} is not there")
    known: dict[str, object] = {}
    blocks = re.findall(r"```python\n(.*?)```", path.read_text(), re.S)
    assert blocks
    for block in blocks:
        exec(block, known)
    assert "True" in capsys.readouterr().out


def test_types() -> None:
    """The stubs are right, and strict: the package, the examples and what they promise."""
    command = [sys.executable, "-m", "mypy", "--strict"]
    for what in (["-p", "clearance"], [str(HERE / "typed.py")]):
        done = subprocess.run([*command, *what], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_name_what_is_there() -> None:
    """Every public name of the native module has a stub, and no stub is without its name."""
    text = (Path(cl.__file__).parent / "_native.pyi").read_text()
    native = cl._native  # type: ignore[attr-defined]
    stubbed = set(re.findall(r"^(?:class|def) (\w+)", text, re.M)) - {"Options"}
    there = {n for n in dir(native) if not n.startswith("_") and n not in ("METHODS", "STOPS", "STATUS")}
    assert stubbed == there
    for name in there:
        thing = getattr(native, name)
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            body = text[text.index(f"class {name}:") :].split("\n\n")[0]
            members = {m for m in vars(thing) if not m.startswith("_")}
            assert set(re.findall(r"def ([a-z]\w*)\(", body)) == members, name


def test_the_tutorial_draws_its_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tutorial", str(tmp_path)])
    runpy.run_path(tutorial.__file__, run_name="__main__")
    assert "first contact at 3.000000000" in capsys.readouterr().out
    for name in ("plane.png", "space.png", "lens.png", "steps.png", "path.png"):
        assert (tmp_path / name).stat().st_size > 5000


def test_pictures_of_every_shape() -> None:
    import matplotlib
    from conftest import zoo

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    for dim in (2, 3):
        other = cl.Ball(0.5, dim=dim)
        there = cl.Pose([4.0] * dim)
        for shape in zoo(dim):
            plot.pair(shape, None, other, there)
            plt.close("all")
    with pytest.raises(ValueError, match="in the plane"):
        plot.steps(cl.Ball(1), None, cl.Ball(1), None)


def test_trimesh() -> None:
    trimesh = pytest.importorskip("trimesh")
    mesh = trimesh.creation.icosphere(2)
    hull = cl.Polytope.from_mesh(mesh)
    assert len(hull.vertices) == len(mesh.vertices)
    back = hull.to_trimesh()
    assert back.is_watertight and back.volume == pytest.approx(cl.moments(hull)["volume"])
    assert cl.distance(hull, None, cl.Ball(1), cl.Pose([3, 0, 0])).distance == pytest.approx(1, abs=0.01)


def test_scipy() -> None:
    spatial = pytest.importorskip("scipy.spatial.transform")
    turn = spatial.Rotation.from_euler("xyz", [0.1, 0.2, 0.3])
    pose = cl.Pose([1, 2, 3], turn)
    assert pose.rotation == pytest.approx(turn.as_matrix())
    assert pose.rotation == pytest.approx(cl.Pose.from_rpy(0.1, 0.2, 0.3).rotation)
    box, ball = cl.Box([1, 1, 1]), cl.Ball(1)
    a = cl.distance(box, ([0, 0, 0], turn.as_quat()), ball, cl.Pose([3, 0, 0])).distance
    assert cl.distance(box, turn, ball, cl.Pose([3, 0, 0])).distance == pytest.approx(a)
    assert cl.distance(box, ([0, 0, 0], turn), ball, cl.Pose([3, 0, 0])).distance == pytest.approx(a)
    back = spatial.Rotation.from_matrix(pose.rotation)
    assert (back * turn.inv()).magnitude() < 1e-12


def test_nothing_but_numpy_is_needed() -> None:
    """Import and answer with the soft dependencies out of reach."""
    script = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("scipy", "trimesh", "matplotlib", "typing_extensions"):
            raise ImportError(name)
sys.meta_path.insert(0, Nothing())
import clearance as cl
import numpy as np
print(cl.distance(cl.Ball(1), None, cl.Box([1, 1, 1]), cl.Pose([5, 0, 0])).distance)
cl.Polytope(np.eye(3)).rounded(0.1)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "3.0\n", done.stderr


def test_numpy_results_own_their_memory() -> None:
    rows = cl.distance(cl.Ball(1), None, cl.Ball(1), np.tile(np.eye(4), (3, 1, 1)))
    rows["distance"] = 7
    assert (rows["distance"] == 7).all() and rows.dtype.itemsize % 8 == 0
