// Small drawings beside the scene: bounds over steps, and distance over time.

import type { Cast, Trace } from "./engine";
import { line, make, path, text } from "./svg";
import { digits } from "./words";

const WIDTH = 300;
const HEIGHT = 120;
const LEFT = 34;
const BOTTOM = 18;

function frame(label: string): SVGElement {
  const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": label });
  svg.append(line([LEFT, HEIGHT - BOTTOM], [WIDTH - 6, HEIGHT - BOTTOM], "frame"), line([LEFT, 6], [LEFT, HEIGHT - BOTTOM], "frame"));
  return svg;
}

const along = (share: number) => LEFT + share * (WIDTH - 12 - LEFT);
const up = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - 12);

/** Lower and upper bound, step by step. */
export function convergence(trace: Trace, at: number): SVGElement {
  const steps = trace.steps;
  const uppers = steps.map((step) => step.upper);
  const lowers = steps.map((step) => (step.lower !== null && step.lower > 0 ? step.lower : 0));
  const end = trace.result;
  const radii = trace.radii[0] + trace.radii[1];
  uppers.push(Math.max(0, end.upper + (end.intersects ? 0 : radii)));
  lowers.push(Math.max(0, end.lower + (end.intersects ? 0 : radii)));
  const most = Math.max(...uppers, 1e-300);
  const last = uppers.length - 1;
  const svg = frame(`Bounds over ${steps.length} steps: at the end ${digits(end.lower)} and ${digits(end.upper)}`);
  const spot = (y: number, i: number) => [along(last > 0 ? i / last : 0), up(y / most)];
  const band = [...uppers.map(spot), ...lowers.map(spot).reverse()];
  svg.append(
    make("path", { d: path(band), class: "band" }),
    make("path", { d: path(uppers.map(spot), false), class: "curve upper" }),
    make("path", { d: path(lowers.map(spot), false), class: "curve lower" }),
    text([2, up(1) + 4], digits(most, 3), "tick"),
    text([2, up(0)], "0", "tick"),
    text([along(0), HEIGHT - 4], "1", "tick"),
    make("text", { x: along(1), y: HEIGHT - 4, class: "tick", "text-anchor": "end" }, steps.length === 1 ? "1 step" : `${steps.length} steps`),
    make(
      "text",
      { x: along(0.45), y: HEIGHT - 4, class: "tick", "text-anchor": "middle" },
      make("tspan", { class: "says-upper" }, "upper"),
      " and ",
      make("tspan", { class: "says-lower" }, "lower bound"),
    ),
  );
  if (at >= 0) svg.append(line([along(last > 0 ? at / last : 0), 6], [along(last > 0 ? at / last : 0), HEIGHT - BOTTOM], "cursor"));
  return svg;
}

/** The distance over time, with the moments that the library found. */
export function overTime(profile: ArrayLike<number>, cast: Cast | null, time: number, end: number): SVGElement {
  const most = Math.max(...Array.from(profile), 1e-300);
  const svg = frame("The distance over time");
  const points = Array.from(profile, (y, i) => [along(i / Math.max(1, profile.length - 1)), up(y / most)]);
  svg.append(
    make("path", { d: path(points, false), class: "curve upper" }),
    text([2, up(1) + 4], digits(most, 3), "tick"),
    text([2, up(0)], "0", "tick"),
    text([along(0), HEIGHT - 4], "t = 0", "tick"),
    make("text", { x: along(1), y: HEIGHT - 4, class: "tick", "text-anchor": "end" }, digits(end, 4)),
  );
  const mark = (at: number | undefined, kind: string) => {
    if (at !== undefined) svg.append(line([along(at / end), 6], [along(at / end), HEIGHT - BOTTOM], `moment ${kind}`));
  };
  if (cast) {
    if (cast.contact.hit) mark(cast.contact.time, "contact");
    else mark(cast.approach.time, "approach");
  }
  svg.append(line([along(time / end), 6], [along(time / end), HEIGHT - BOTTOM], "cursor"));
  return svg;
}
