// Pairs in space worth seeing.

import { OBJECTS } from "./objects";
import type { Preset } from "./presets";
import type { Body, Shape, State } from "./state";

const at3 = (shape: Shape, t: number[], r: number[] = [0, 0, 0, 1]): Body => ({ shape, t, r });
const about = (axis: number[], angle: number): number[] => {
  const long = Math.hypot(...axis);
  return [...axis.map((x) => (x / long) * Math.sin(angle / 2)), Math.cos(angle / 2)];
};
const box = (...half_extents: number[]): Shape => ({ type: "box", half_extents });

function space(bodies: Body[], method = "", more: Partial<State> = {}): State {
  return { dim: 3, bodies, pair: [0, 1], method, step: -1, time: 0, end: 0, camera: [], ...more };
}

/** Whatever step is the last. */
const LAST = 1e6;

const objects = (a: string, b: string): Preset => ({
  id: `objects-${a}-${b}`.toLowerCase(),
  name: `Objects ${a} and ${b}`,
  note: "Implicit surfaces. Purple: the iterates of the interior point method, inside of both all the way from the middles to the closest points. Without \"always inside\" it takes a quarter of the steps and strays (grey).",
  state: space(
    [at3(OBJECTS[a], [0, 0, 0]), at3(OBJECTS[b], [2.9, 1.1, 0.9], about([1, 2, 1], 0.9))],
    "barrier",
    { step: LAST },
  ),
});

const corners = [-28.666800635711962, -20.476286168365689].flatMap((x) =>
  [12.285771701019407, 20.476286168365682].flatMap((y) =>
    [-48.666800635711965, -40.476286168365689].map((z) => [x, y, z]),
  ),
);

export const SPACE: Preset[] = [
  {
    id: "boxes",
    name: "Two boxes, edge to edge",
    note: "Drag with the gizmo; T and R switch between moving and turning.",
    state: space([at3(box(1, 1, 1), [0, 0, 0], about([0, 0, 1], Math.PI / 4)), at3(box(1, 1, 1), [3.6, 0, 0.5], about([1, 1, 0], 1))]),
  },
  {
    id: "hulls",
    name: "Hulls of 60 vertices",
    note: "GJK asks each hull for a few support points only.",
    state: space(
      [at3({ type: "pebble", count: 60 }, [0, 0, 0]), at3({ type: "pebble", count: 60 }, [2.5, 0.9, 0.6], about([1, 1, 0], 0.7))],
      "gjk",
      { step: 0 },
    ),
  },
  {
    id: "facet-balls",
    name: "Facet-balls",
    note: "The active set walks over facets: the highlighted ones hold the points.",
    state: space(
      [
        at3({ type: "facet-ball", order: 10 }, [0, 0, 0]),
        at3({ type: "facet-ball", order: 8 }, [2.6, 1, 0.8], about([1, 0, 1], 0.6)),
      ],
      "active-set",
      { step: 0 },
    ),
  },
  {
    id: "crossed-ellipsoids",
    name: "Crossed ellipsoids",
    note: "Smooth shapes: Newton's method on the normal needs a few steps.",
    state: space(
      [at3({ type: "ellipsoid", semiaxes: [3, 0.6, 0.6] }, [0, 0, 0]), at3({ type: "ellipsoid", semiaxes: [3, 0.6, 0.6] }, [0, 0, 1.9], about([0, 0, 1], Math.PI / 2))],
      "newton",
      { step: 0 },
    ),
  },
  objects("I", "II"),
  objects("I", "III"),
  objects("III", "IV"),
  objects("II", "IV"),
  objects("V", "VI"),
  objects("III", "VI"),
  {
    id: "near-parallel",
    name: "Near-parallel triangle and box",
    note: "Lemke's method in doubles is known to say 47.69 here. Choose Exact: 46.684578037375608…",
    state: space([
      at3({ type: "triangle", vertices: [[0.5, 0.5, 1.5], [0.50000000000000178, 25.5, 1.5], [-0.50000000000000355, 0.5, 1.5]] }, [0, 0, 0]),
      at3({ type: "polytope", vertices: corners }, [0, 0, 0]),
    ]),
  },
  {
    id: "cylinder-cone",
    name: "Cylinder and cone",
    note: "Round and pointed at once: support functions are all that GJK needs.",
    state: space([
      at3({ type: "cylinder", half_length: 1.4, radius: 0.8 }, [0, 0, 0]),
      at3({ type: "cone", height: 2.4, radius: 0.9 }, [2.6, 0.6, 0.5], about([1, 0.4, 0], 0.8)),
    ]),
  },
  {
    id: "capsule-box",
    name: "Capsule and rounded box",
    note: "Radii are set aside and put back at the end.",
    state: space([
      at3({ type: "capsule", half_length: 1.2, radius: 0.4 }, [-0.6, 0, 0], about([0, 1, 0], 0.5)),
      at3({ type: "rounded", shape: box(0.7, 0.5, 0.9), radius: 0.2 }, [2.2, 0.6, 0.2], about([0, 0, 1], 0.5)),
    ]),
  },
  {
    id: "overlap-3d",
    name: "Overlapping solids",
    note: "The arrow is the shortest way to part them.",
    state: space([at3(box(1, 0.8, 0.6), [0, 0, 0]), at3({ type: "cylinder", half_length: 1, radius: 0.6 }, [1.2, 0.4, 0.3], about([1, 0, 0], 0.6))]),
  },
  {
    id: "unbounded",
    name: "A line and a half-space",
    note: "Unbounded shapes are projected along the lines in which they have no end.",
    state: space([
      at3({ type: "line", point: [0, 0, 2], direction: [1, 0.4, 0] }, [0, 0, 0]),
      at3({ type: "halfspace", normal: [0, 0, 1], offset: 0 }, [0, 0, 0]),
    ]),
  },
  {
    id: "composed",
    name: "Hull and Minkowski sum",
    note: "Shapes made of shapes.",
    state: space([
      at3({ type: "hull", parts: [{ type: "ball", radius: 0.7 }, { type: "affine", shape: { type: "ball", radius: 0.25 }, translation: [1.6, 0.2, 0.4] }] }, [-1.2, 0, 0]),
      at3({ type: "minkowski_sum", parts: [{ type: "rectangle", half_extents: [0.8, 0.5] }, { type: "segment", a: [0, 0, 0], b: [0.2, 0.3, 1.1] }] }, [2, 0.4, -0.4]),
    ]),
  },
  {
    id: "flying",
    name: "Moving: an ellipsoid meets a box",
    note: "The slider is time; the marks are the first contact and the closest approach.",
    state: space(
      [at3(box(0.9, 0.9, 0.9), [0, 0, 0]), { ...at3({ type: "ellipsoid", semiaxes: [1.2, 0.5, 0.5] }, [-5, 0.9, 1], about([0, 0, 1], 0.4)), v: [1.4, -0.1, -0.15], w: [0.2, 0.5, 0.3] }],
      "",
      { end: 6, time: 1.2 },
    ),
  },
  {
    id: "deforming",
    name: "Deforming: object I becomes III",
    note: "Its semi-axes and exponents change evenly in time; the distance is found anew at every moment.",
    state: space(
      [{ ...at3(OBJECTS.I, [0, 0, 0]), to: OBJECTS.III }, at3(OBJECTS.II, [2.8, 0.9, 0.4], about([1, 1, 0], 0.8))],
      "",
      { end: 1 },
    ),
  },
];
