// Pairs worth seeing.

import type { Body, Shape, State } from "./state";

export interface Preset {
  id: string;
  name: string;
  /** One sentence on what to look at. */
  note: string;
  state: State;
}

const polygon = (...vertices: number[][]): Shape => ({ type: "polygon", vertices });
const at2 = (shape: Shape, x = 0, y = 0, angle = 0): Body => ({ shape, t: [x, y], r: [angle] });

function plane(bodies: Body[], more: Partial<State> = {}): State {
  return { dim: 2, bodies, pair: [0, 1], method: "", step: -1, time: 0, end: 0, camera: [], ...more };
}

const triangle = polygon([-1, -1], [1, -1], [0, 1]);
const square = polygon([-1, -1], [1, -1], [1, 1], [-1, 1]);
const pentagon = polygon([1.3, 0.1], [0.5, 1.2], [-0.8, 0.9], [-1.1, -0.5], [0.3, -1.1]);

/** Those of Catto's talk on computing distances, and the traps that it warns of. */
const PLANE: Preset[] = [
  {
    id: "triangle-square",
    name: "Triangle and square",
    note: "The pair that the talk ends with. Step through it.",
    state: plane([at2(triangle), at2(square, 3, 2, 0.4)]),
  },
  {
    id: "point-segment",
    name: "Point and segment",
    note: "Three regions: beyond one end, beside the segment, beyond the other end. Drag the point.",
    state: plane([at2({ type: "segment", a: [-1.5, -0.5], b: [1.5, 0.5] }), at2({ type: "point", point: [0, 0] }, 0.6, 1.6)]),
  },
  {
    id: "point-triangle",
    name: "Point and triangle",
    note: "Seven regions: three vertices, three edges and the inside.",
    state: plane([at2(polygon([-1.4, -1], [1.5, -0.6], [0.2, 1.4])), at2({ type: "point", point: [0, 0] }, 1.9, 1.1)]),
  },
  {
    id: "point-polygon",
    name: "Point and polygon",
    note: "GJK never looks at all of the polygon: it asks for its furthest point a few times.",
    state: plane([at2(pentagon), at2({ type: "point", point: [0, 0] }, 2.4, 1.4)]),
  },
  {
    id: "overlap",
    name: "Overlapping polygons",
    note: "The origin is inside of the difference. The arrow is the shortest way out.",
    state: plane([at2(pentagon), at2(square, 1.3, 0.7, 0.3)]),
  },
  {
    id: "collinear",
    name: "Trap: collinear vertices",
    note: "Three vertices on one edge: a simplex made of them has no area.",
    state: plane([
      at2(polygon([-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [-1, 1])),
      at2({ type: "polytope", vertices: [[0, -1], [0, 0], [0, 1], [1.5, 0]] }, 2.2, 0),
    ]),
  },
  {
    id: "edge-overlap",
    name: "Trap: point on an edge",
    note: "The origin lies on an edge of the difference: a direction at right angles exists, and its sign is anyone's guess.",
    state: plane([at2(square), at2({ type: "point", point: [0, 0] }, 1, 0.25)]),
  },
  {
    id: "vertex-overlap",
    name: "Trap: touching vertices",
    note: "The closest point is the origin, and there is no direction to search along.",
    state: plane([at2(square), at2(square, 2, 2)]),
  },
  {
    id: "interior-edge",
    name: "Trap: origin on an inner edge",
    note: "The simplex becomes a diagonal that passes through the origin.",
    state: plane([at2(square), at2(square, 0, 0)]),
  },
  {
    id: "single-precision",
    name: "Trap: the example in single precision",
    note: "A segment 111 long passes 0.02 from a point. In floats, a direction taken from the closest point was off; taken from the edge it is right.",
    state: plane(
      [
        at2({ type: "segment", a: [0.021119118, 79.58432], b: [0.020964622, -31.515678] }),
        at2({ type: "point", point: [0, 0] }),
      ],
      { camera: [0.011, 0, 9000] },
    ),
  },
  {
    id: "parallel",
    name: "Parallel edges",
    note: "Many pairs of points are equally close; the bounds do not care which is told.",
    state: plane([at2(square, -1.8, 0), at2(square, 1.4, 0.5)]),
  },
  {
    id: "capsules",
    name: "Capsule and rounded triangle",
    note: "Radii are set aside: GJK sees the dashed cores.",
    state: plane([
      at2({ type: "capsule", a: [-1.2, -0.4], b: [1.2, 0.4], radius: 0.45 }, -1.4, -0.3),
      at2({ type: "rounded", shape: polygon([-0.8, -0.7], [0.9, -0.5], [0.1, 0.8]), radius: 0.3 }, 1.9, 0.9, 0.2),
    ]),
  },
  {
    id: "circles",
    name: "Two circles",
    note: "A formula is enough; stepping still shows what GJK would do with the two centres.",
    state: plane([at2({ type: "ball", radius: 1.1 }, -1.6, 0), at2({ type: "ball", radius: 0.7 }, 1.4, 0.8)]),
  },
  {
    id: "ellipses",
    name: "Two ellipses",
    note: "Curved sides: each step comes closer, and the two bounds tell how close.",
    state: plane([
      at2({ type: "ellipsoid", semiaxes: [1.8, 0.6] }, -1.5, 0, 0.5),
      at2({ type: "ellipsoid", semiaxes: [1.5, 0.5] }, 1.9, 1, -0.4),
    ]),
  },
  {
    id: "crowd",
    name: "Several shapes",
    note: "Any two of them can be A and B: choose in the list of bodies.",
    state: plane([
      at2(pentagon, -2.6, 0.4),
      at2(square, 1.5, 1.6, 0.3),
      at2({ type: "ball", radius: 0.6 }, 0.3, -1.7),
      at2({ type: "capsule", a: [-0.8, 0], b: [0.8, 0], radius: 0.3 }, 3.2, -0.9, 0.9),
    ]),
  },
  {
    id: "passing",
    name: "Moving: a square flies by",
    note: "The slider is time. The library knows the closest approach without sampling.",
    state: plane([at2(pentagon), { ...at2(square, -6, 2.9, 0.2), v: [2, 0], w: [0.6] }], { end: 6, camera: [0, 0.8, 55] }),
  },
];

const at3 = (shape: Shape, t: number[], r: number[] = [0, 0, 0, 1]): Body => ({ shape, t, r });
const about = (axis: number[], angle: number): number[] => {
  const long = Math.hypot(...axis);
  return [...axis.map((x) => (x / long) * Math.sin(angle / 2)), Math.cos(angle / 2)];
};
const box = (...half_extents: number[]): Shape => ({ type: "box", half_extents });
const superquadric = (semiaxes: number[], exponents: number[]): Shape => ({ type: "superquadric", semiaxes, exponents });

function space(bodies: Body[], method = "", more: Partial<State> = {}): State {
  return { dim: 3, bodies, pair: [0, 1], method, step: -1, time: 0, end: 0, camera: [], ...more };
}

/** The six objects of Chakraborty, Peng, Akella and Mitchell. */
export const OBJECTS: Record<string, Shape> = {
  I: superquadric([1, 0.7, 1.5], [4 / 3, 7 / 5, 15 / 13]),
  II: superquadric([1, 1, 1.7], [23 / 11, 11 / 5, 179 / 13]),
  III: superquadric([1, 1, 1.5], [76 / 9, 71 / 5, 179 / 13]),
  IV: {
    type: "intersection",
    parts: [
      superquadric([2, 1, 1.7], [23 / 11, 11 / 5, 17 / 7]),
      { type: "halfspace", normal: [-1, 0, 0], offset: 0.5 },
      { type: "halfspace", normal: [1, 0, 0], offset: 0.5 },
      { type: "halfspace", normal: [0, -1, 0], offset: 0.75 },
      { type: "halfspace", normal: [0, 0, -1], offset: -0.4 },
    ],
  },
  V: {
    type: "hyperquadric",
    terms: [
      { a: [0, 1, 0], n: 16 },
      { a: [1, 0.5, 0], n: 16 },
      { a: [1, -0.5, 0], n: 16 },
      { a: [0, 0, 2.5], n: 2 },
    ],
  },
  VI: {
    type: "hyperquadric",
    terms: [
      { a: [1, 0, 1], n: 16 },
      { a: [0, 1, 1], n: 16 },
      { a: [0, 0, 1], n: 16 },
      { a: [1, 0, -1], n: 16 },
      { a: [0, 1, -1], n: 16 },
    ],
  },
};

const objects = (a: string, b: string): Preset => ({
  id: `objects-${a}-${b}`.toLowerCase(),
  name: `Objects ${a} and ${b}`,
  note: "Implicit surfaces. Purple: the iterates of the interior point method, from the middles of both to the closest points.",
  state: space(
    [at3(OBJECTS[a], [0, 0, 0]), at3(OBJECTS[b], [2.9, 1.1, 0.9], about([1, 2, 1], 0.9))],
    "interior",
    { step: 0 },
  ),
});

const corners = [-28.666800635711962, -20.476286168365689].flatMap((x) =>
  [12.285771701019407, 20.476286168365682].flatMap((y) =>
    [-48.666800635711965, -40.476286168365689].map((z) => [x, y, z]),
  ),
);

const SPACE: Preset[] = [
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

export const PRESETS: Record<2 | 3, Preset[]> = { 2: PLANE, 3: SPACE };

export function presetNamed(id: string): Preset | undefined {
  return [...PLANE, ...SPACE].find((preset) => preset.id === id);
}
