// What can be dragged on a shape of the plane, and what dragging does to its numbers.

import type { Shape } from "./state";

export interface Handle {
  /** Where it is, in the shape's own frame. */
  at: number[];
  /** The shape once it is dragged there. */
  moved: (to: number[]) => Shape;
  label: string;
  kind: "vertex" | "size";
  /** The shape without it, where it is a vertex that can go. */
  without?: () => Shape;
}

const LEAST = 0.02;
const length = (v: number[]) => Math.hypot(...v);
const size = (x: number) => Math.max(LEAST, x);
const points = (value: unknown) => value as number[][];

/** Whether a shape is made of vertices that can be added and removed. */
export function hasVertices(shape: Shape): boolean {
  if (shape.type === "rounded") return hasVertices(shape.shape as Shape);
  return shape.type === "polygon" || shape.type === "polytope";
}

export function handlesOf(shape: Shape): Handle[] {
  switch (shape.type) {
    case "polygon":
    case "polytope":
    case "triangle": {
      const all = points(shape.vertices);
      const removable = shape.type !== "triangle" && all.length > (shape.type === "polygon" ? 3 : 1);
      return all.map((at, i) => ({
        at,
        kind: "vertex",
        label: `vertex ${i}`,
        moved: (to) => ({ ...shape, vertices: all.with(i, to) }),
        without: removable ? () => ({ ...shape, vertices: all.toSpliced(i, 1) }) : undefined,
      }));
    }
    case "segment":
      return ends(shape);
    case "capsule":
      return "half_length" in shape ? straightCapsule(shape) : [...ends(shape), capsuleRadius(shape)];
    case "ball":
      return [
        {
          at: [Number(shape.radius), 0],
          kind: "size",
          label: "radius",
          moved: (to) => ({ ...shape, radius: size(length(to)) }),
        },
      ];
    case "box":
    case "ellipsoid": {
      const name = shape.type === "box" ? "half_extents" : "semiaxes";
      if (!Array.isArray(shape[name])) return [];
      const [x, y] = shape[name] as number[];
      if (shape.type === "box") {
        return [
          {
            at: [x, y],
            kind: "size",
            label: "corner",
            moved: (to) => ({ ...shape, [name]: to.map((c) => size(Math.abs(c))) }),
          },
        ];
      }
      return [0, 1].map((i) => ({
        at: i === 0 ? [x, 0] : [0, y],
        kind: "size" as const,
        label: i === 0 ? "first semi-axis" : "second semi-axis",
        moved: (to) => ({ ...shape, [name]: [x, y].with(i, size(Math.abs(to[i]))) }),
      }));
    }
    case "rounded": {
      const inner = shape.shape as Shape;
      return handlesOf(inner).map((handle) => ({
        ...handle,
        moved: (to) => ({ ...shape, shape: handle.moved(to) }),
        without: handle.without && (() => ({ ...shape, shape: handle.without!() })),
      }));
    }
    default:
      return [];
  }
}

function ends(shape: Shape): Handle[] {
  return ["a", "b"].map((name) => ({
    at: shape[name] as number[],
    kind: "vertex" as const,
    label: name === "a" ? "first end" : "second end",
    moved: (to) => ({ ...shape, [name]: to }),
  }));
}

function straightCapsule(shape: Shape): Handle[] {
  const half = Number(shape.half_length);
  const radius = Number(shape.radius);
  return [
    {
      at: [half, 0],
      kind: "vertex",
      label: "length",
      moved: (to) => ({ ...shape, half_length: size(Math.abs(to[0])) }),
    },
    {
      at: [0, radius],
      kind: "size",
      label: "radius",
      moved: (to) => ({ ...shape, radius: size(Math.abs(to[1])) }),
    },
  ];
}

function capsuleRadius(shape: Shape): Handle {
  const [a, b] = [shape.a as number[], shape.b as number[]];
  const along = [b[0] - a[0], b[1] - a[1]];
  const long = length(along);
  const across = long > 0 ? [-along[1] / long, along[0] / long] : [0, 1];
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const radius = Number(shape.radius);
  return {
    at: [middle[0] + across[0] * radius, middle[1] + across[1] * radius],
    kind: "size",
    label: "radius",
    moved: (to) => {
      const far = (to[0] - middle[0]) * across[0] + (to[1] - middle[1]) * across[1];
      return { ...shape, radius: size(Math.abs(far)) };
    },
  };
}

/** The shape with one vertex more: at a point, on the edge next to it; or on the longest edge. */
export function withVertex(shape: Shape, near?: number[]): Shape {
  if (shape.type === "rounded") {
    return { ...shape, shape: withVertex(shape.shape as Shape, near) };
  }
  const all = points(shape.vertices);
  let best = 0;
  let least = Infinity;
  all.forEach((p, i) => {
    const q = all[(i + 1) % all.length];
    const badness = near ? away(near, p, q) : -Math.hypot(q[0] - p[0], q[1] - p[1]);
    if (badness < least) [best, least] = [i, badness];
  });
  const [p, q] = [all[best], all[(best + 1) % all.length]];
  // A little outside of the edge, so that it is a corner.
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const side = Math.sign(area(all)) || 1;
  const middle = near
    ? (() => {
        const share = Math.min(0.9, Math.max(0.1, ((near[0] - p[0]) * dx + (near[1] - p[1]) * dy) / (dx * dx + dy * dy)));
        return [p[0] + dx * share, p[1] + dy * share];
      })()
    : [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const out = [middle[0] + 0.04 * side * dy, middle[1] - 0.04 * side * dx];
  return { ...shape, vertices: all.toSpliced(best + 1, 0, out) };
}

function away(x: number[], p: number[], q: number[]): number {
  const d = [q[0] - p[0], q[1] - p[1]];
  const long = d[0] * d[0] + d[1] * d[1];
  const share = long > 0 ? Math.min(1, Math.max(0, ((x[0] - p[0]) * d[0] + (x[1] - p[1]) * d[1]) / long)) : 0;
  return Math.hypot(x[0] - p[0] - d[0] * share, x[1] - p[1] - d[1] * share);
}

function area(all: number[][]): number {
  return all.reduce((sum, p, i) => {
    const q = all[(i + 1) % all.length];
    return sum + p[0] * q[1] - p[1] * q[0];
  }, 0);
}
