// What is drawn over the shapes of the plane: the answer, or a sub-step on the way to it.

import type { Answer } from "./engine";
import { cornersOf, place, turn } from "./geometry";
import type { PlaneModel } from "./plane";
import type { Screen } from "./screen";
import { arrow, dot, line, make, path, text } from "./svg";
import { digits } from "./words";

/** The closest points with what separates them, or the shortest way out. */
export function answerMarks(screen: Screen, { answer, sub }: PlaneModel): SVGElement[] {
  if (!answer || sub) return [];
  if (answer.intersects) return overlapMarks(screen, answer);
  const [p, q] = [answer.point_a, answer.point_b].map((x) => screen.out(x));
  const drawn: SVGElement[] = [];
  const n = answer.normal;
  if (n) {
    // The slab that separates the shapes: as wide as the lower bound.
    for (const [end, kind] of [[p, "slab-a"], [q, "slab-b"]] as const) {
      const seen = screen.across(end, [n[1], n[0]]);
      if (seen) drawn.push(line(...seen, `slab ${kind}`));
    }
    drawn.push(arrow(p, [p[0] + n[0] * 44, p[1] - n[1] * 44], "normal"));
  }
  drawn.push(line(p, q, "witness"), dot(p, 5, "closest closest-a"), dot(q, 5, "closest closest-b"));
  const middle = [(p[0] + q[0]) / 2 + 10, (p[1] + q[1]) / 2 - 8];
  drawn.push(text(middle, digits(answer.distance, 6), "measure"));
  return drawn;
}

function overlapMarks(screen: Screen, answer: Answer): SVGElement[] {
  const over = answer.overlap;
  if (!over) return [dot(screen.out(answer.point_a), 5, "closest closest-a")];
  const [p, q] = [over.point_a, over.point_b].map((x) => screen.out(x));
  const middle = [(p[0] + q[0]) / 2 + 12, (p[1] + q[1]) / 2 - 8];
  return [
    arrow(q, p, "depth"),
    dot(p, 5, "closest closest-a"),
    dot(q, 5, "closest closest-b"),
    text(middle, `depth ${digits(over.depth, 6)}`, "measure"),
  ];
}

/** A sub-step of GJK on the shapes: points of both that the simplex is made of. */
export function stepMarks(screen: Screen, { sub, trace, cores }: PlaneModel): SVGElement[] {
  if (!sub || !trace) return [];
  const out = (p: number[]) => screen.out(place(trace.frame, p));
  const drawn: SVGElement[] = [];
  if (trace.radii[0] + trace.radii[1] > 0 && cores) {
    for (const core of cores) {
      drawn.push(make("path", { d: path(cornersOf(core).map((p) => screen.out(p))), class: "core" }));
    }
  }
  const vertices = sub.kind === "simplex" ? sub.full : (sub.at.simplex ?? []);
  for (const side of ["a", "b"] as const) {
    const corners = vertices.map((v) => out(v[side]));
    if (corners.length > 1) drawn.push(make("path", { d: path(corners), class: "simplex" }));
    corners.forEach((corner, i) => {
      drawn.push(dot(corner, 4.5, "simplex-point"), text([corner[0] + 8, corner[1] + 14], `${side}${i}`, "small"));
    });
  }
  if (sub.kind !== "simplex") {
    const [p, q] = [out(sub.at.point_a), out(sub.at.point_b)];
    drawn.push(line(p, q, "witness"), dot(p, 5, "closest closest-a"), dot(q, 5, "closest closest-b"));
  }
  if ((sub.kind === "direction" || sub.kind === "support") && sub.at.direction) {
    const d = turn(trace.frame, sub.at.direction);
    const long = Math.hypot(...d) || 1;
    const [ux, uy] = [(d[0] / long) * 46, (-d[1] / long) * 46];
    const [p, q] = sub.kind === "support"
      ? [out(sub.at.support_a ?? sub.at.point_a), out(sub.at.support_b ?? sub.at.point_b)]
      : [out(sub.at.point_a), out(sub.at.point_b)];
    drawn.push(arrow(p, [p[0] + ux, p[1] + uy], "direction"), arrow(q, [q[0] - ux, q[1] - uy], "direction"));
    if (sub.kind === "support") {
      drawn.push(make("circle", { cx: p[0], cy: p[1], r: 9, class: "support" }));
      drawn.push(make("circle", { cx: q[0], cy: q[1], r: 9, class: "support" }));
    }
  }
  return drawn;
}
