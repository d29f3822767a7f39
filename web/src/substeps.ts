// GJK one sub-step at a time: which simplex, where the origin lies, where to look, what is found.

import type { Step, Trace, Vertex } from "./engine";
import { digits, point } from "./words";

export type Kind = "simplex" | "closest" | "direction" | "support" | "answer";

export interface SubStep {
  kind: Kind;
  /** Which step of the trace. */
  step: number;
  /** The simplex before its closest feature was found. */
  full: Vertex[];
  /** For drawing: what of the step is already known. */
  at: Step;
  title: string;
  text: string;
}

const same = (p: number[], q: number[]) => p.every((x, i) => x === q[i]);

export function subSteps(trace: Trace): SubStep[] {
  const list: SubStep[] = [];
  trace.steps.forEach((step, i) => {
    if (!step.simplex) {
      list.push({ kind: "answer", step: i, full: [], at: step, title: "At once", text: atOnce(step) });
      return;
    }
    const full = fullSimplex(trace.steps, i);
    const add = (kind: Kind, title: string, text: string) =>
      list.push({ kind, step: i, full, at: step, title, text });
    add("simplex", "The simplex", simplexText(full, i));
    add("closest", "Closest feature", closestText(step, full));
    if (step.region === "inside") return;
    add("direction", "Search direction", directionText(step));
    add("support", "Support points", supportText(step, i === trace.steps.length - 1, full));
  });
  return list;
}

/** What is left of the step before, and the point that it found. */
function fullSimplex(steps: Step[], i: number): Vertex[] {
  const before = steps[i - 1];
  if (!before?.simplex || !before.support_a || !before.support_b) return steps[i].simplex ?? [];
  const next = { a: before.support_a, b: before.support_b, weight: 0 };
  const known = before.simplex.some((v) => same(v.a, next.a) && same(v.b, next.b));
  return known ? before.simplex : [...before.simplex, next];
}

const NAMES = ["no points", "one point", "two points", "three points", "four points"];

function simplexText(full: Vertex[], i: number): string {
  const begin =
    i === 0
      ? "The method starts from a support point between the two shapes."
      : "The new point joins what was left.";
  const regions =
    full.length === 1
      ? "All of the plane is closest to it."
      : "The dashed lines part the plane: in each part another vertex, another edge or the inside is closest.";
  return `${begin} The simplex has ${NAMES[full.length]} of the set of differences a − b. ${regions}`;
}

function closestText(step: Step, full: Vertex[]): string {
  const simplex = step.simplex ?? [];
  if (step.region === "inside") {
    return "The origin belongs to the simplex. Some point of A and some point of B are the same: the shapes overlap.";
  }
  const feature = simplex.length === 1 ? "a vertex" : simplex.length === 2 ? "an edge" : "a face";
  const dropped = full.length - simplex.length;
  const gone =
    dropped > 0 ? ` ${dropped === 1 ? "One point carries" : `${dropped} points carry`} nothing and ${dropped === 1 ? "goes" : "go"}.` : "";
  const weights =
    simplex.length > 1 ? ` Weights ${simplex.map((v) => digits(v.weight, 4)).join(", ")}.` : "";
  const careful = step.careful ? " The signs were noise, so that this step was done in twice the precision." : "";
  return `The origin lies in the region of ${feature}; its closest point is ${digits(step.upper, 7)} away.${weights}${gone} That is an upper bound on the distance.${careful}`;
}

function directionText(step: Step): string {
  const from =
    step.simplex?.length === 1 ? "From the vertex towards the origin" : "At right angles to the feature, towards the origin";
  return `${from}: ${point(unit(step.direction ?? []), 4)}. It is taken from the edge itself, not from the closest point, which rounding may have moved.`;
}

function supportText(step: Step, last: boolean, full: Vertex[]): string {
  const found = `A's furthest point that way is ${point(step.support_a ?? [], 4)}, B's the other way ${point(step.support_b ?? [], 4)}.`;
  const known = full.some((v) => same(v.a, step.support_a ?? []) && same(v.b, step.support_b ?? []));
  const lower = step.lower === null ? "no bound yet" : digits(step.lower, 7);
  const bound =
    step.lower === null || step.lower <= 0
      ? "Nothing keeps the shapes apart yet."
      : `All of the difference lies beyond the line: the distance is at least ${lower}.`;
  const end = last
    ? known
      ? " The point is one that we have: nothing lies beyond, and the bounds agree. Done."
      : " The bounds agree. Done."
    : "";
  return `${found} ${bound}${end}`;
}

function atOnce(step: Step): string {
  return `Found without steps (${step.method}): ${digits(step.upper, 7)} between the cores.`;
}

function unit(v: number[]): number[] {
  const long = Math.hypot(...v);
  return long > 0 ? v.map((x) => x / long) : v;
}
