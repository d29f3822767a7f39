// Side by side with the shapes: the set of all differences a − b, the origin, and the same simplex.

import type { Surface, Trace } from "./engine";
import { cornersOf, turn } from "./geometry";
import { Screen } from "./screen";
import type { SubStep } from "./substeps";
import { arrow, dot, line, make, path, set, show, text } from "./svg";
import { digits } from "./words";

export interface DifferenceModel {
  difference: Surface | null;
  trace: Trace | null;
  sub: SubStep | null;
}

type P = number[];
const minus = (p: P, q: P): P => [p[0] - q[0], p[1] - q[1]];
const dotted = (p: P, q: P) => p[0] * q[0] + p[1] * q[1];
const unit = (p: P): P => {
  const long = Math.hypot(...p);
  return long > 0 ? [p[0] / long, p[1] / long] : [0, 0];
};

export class DifferenceView {
  readonly svg = make("svg", { class: "plane difference", role: "img" });
  private readonly screen = new Screen();

  constructor(host: HTMLElement) {
    host.append(this.svg);
  }

  /** As for the plane: before anything is drawn. */
  measure(): void {
    const { clientWidth: width, clientHeight: height } = this.svg.parentElement!;
    Object.assign(this.screen, { width: width || 400, height: height || 400 });
  }

  draw({ difference, trace, sub }: DifferenceModel): void {
    set(this.svg, { viewBox: `0 0 ${this.screen.width} ${this.screen.height}` });
    const corners = difference ? cornersOf(difference) : [];
    const near = corners.filter((p) => Math.hypot(...p) < 1000);
    this.screen.fit([...near, [0, 0]], 0.66);
    const drawn: SVGElement[] = [];
    drawn.push(make("path", { d: path(corners.map((p) => this.screen.out(p))), class: "difference-set" }));
    if (sub && trace) drawn.push(...this.simplex(trace, sub));
    const origin = this.screen.out([0, 0]);
    drawn.push(
      line([origin[0] - 9, origin[1]], [origin[0] + 9, origin[1]], "origin"),
      line([origin[0], origin[1] - 9], [origin[0], origin[1] + 9], "origin"),
      text([origin[0] + 10, origin[1] + 18], "origin", "small strong"),
    );
    show(this.svg, drawn);
    const where = trace?.result.intersects ? "inside" : "outside";
    set(this.svg, {
      "aria-label": `The Minkowski difference of A and B, with ${corners.length} corners; the origin lies ${where}.${sub ? ` ${sub.title}: ${sub.text}` : ""}`,
    });
  }

  private simplex(trace: Trace, sub: SubStep): SVGElement[] {
    const world = (v: { a: P; b: P }) => turn(trace.frame, minus(v.a, v.b));
    const vertices = (sub.kind === "simplex" ? sub.full : (sub.at.simplex ?? [])).map(world);
    const drawn: SVGElement[] = [];
    if (sub.kind === "simplex" || sub.kind === "closest") drawn.push(...this.regions(sub.full.map(world)));
    const corners = vertices.map((p) => this.screen.out(p));
    if (corners.length > 1) drawn.push(make("path", { d: path(corners), class: "simplex" }));
    const closest = turn(trace.frame, minus(sub.at.point_a, sub.at.point_b));
    const p = this.screen.out(closest);
    if (sub.kind !== "simplex") {
      drawn.push(line(this.screen.out([0, 0]), p, "witness"), dot(p, 5, "closest closest-p"));
    }
    if (sub.at.direction && (sub.kind === "direction" || sub.kind === "support")) {
      const d = unit(turn(trace.frame, sub.at.direction));
      drawn.push(arrow(p, [p[0] + d[0] * 60, p[1] - d[1] * 60], "direction"));
      if (sub.kind === "support" && sub.at.support_a && sub.at.support_b) {
        const found = turn(trace.frame, minus(sub.at.support_a, sub.at.support_b));
        const w = this.screen.out(found);
        // Everything lies on the far side of this line.
        const seen = this.screen.across(w, [d[1], d[0]]);
        if (seen) drawn.push(line(...seen, "slab"));
        drawn.push(make("circle", { cx: w[0], cy: w[1], r: 9, class: "support" }), text([w[0] + 12, w[1] - 22], "support", "small"));
      }
    }
    corners.forEach((corner, i) => {
      drawn.push(dot(corner, 4.5, "simplex-point"), text([corner[0] + 8, corner[1] - 8], `w${i}`, "small"));
    });
    if (sub.kind === "closest" || sub.kind === "direction") {
      drawn.push(text([p[0] + 10, p[1] + 20], digits(sub.at.upper, 5), "measure"));
    }
    return drawn;
  }

  /** The lines between the Voronoi regions of a simplex: at right angles to its edges. */
  private regions(simplex: P[]): SVGElement[] {
    const drawn: SVGElement[] = [];
    if (simplex.length < 2) return drawn;
    const far = (this.screen.width + this.screen.height) / this.screen.scale;
    const middle = simplex.reduce((sum, p) => [sum[0] + p[0] / simplex.length, sum[1] + p[1] / simplex.length], [0, 0]);
    const edges = simplex.length === 2 ? [[0, 1]] : [[0, 1], [1, 2], [2, 0]];
    for (const [i, j] of edges) {
      const [p, q] = [simplex[i], simplex[j]];
      const along = unit(minus(q, p));
      if (along[0] === 0 && along[1] === 0) continue;
      let out = [along[1], -along[0]];
      if (dotted(out, minus(p, middle)) < 0) out = [-out[0], -out[1]];
      const sides = simplex.length === 2 ? [out, [-out[0], -out[1]]] : [out];
      for (const side of sides) {
        for (const corner of [p, q]) {
          drawn.push(
            line(this.screen.out(corner), this.screen.out([corner[0] + side[0] * far, corner[1] + side[1] * far]), "voronoi"),
          );
        }
      }
    }
    return drawn;
  }
}
