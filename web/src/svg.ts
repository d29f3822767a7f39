// A few lines over the DOM, for drawings.

const SPACE = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number | undefined>;

export function make(name: string, attributes: Attributes = {}, ...inside: (Node | string)[]): SVGElement {
  const element = document.createElementNS(SPACE, name);
  set(element, attributes);
  element.append(...inside);
  return element;
}

export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

const round = (x: number) => Math.round(x * 100) / 100;

/** A closed path through points of the screen. */
export function path(points: number[][], closed = true): string {
  if (points.length === 0) return "";
  return `M${points.map((p) => `${round(p[0])} ${round(p[1])}`).join("L")}${closed ? "Z" : ""}`;
}

export function line(p: number[], q: number[], kind: string): SVGElement {
  return make("line", { x1: round(p[0]), y1: round(p[1]), x2: round(q[0]), y2: round(q[1]), class: kind });
}

export function dot(p: number[], radius: number, kind: string): SVGElement {
  return make("circle", { cx: round(p[0]), cy: round(p[1]), r: radius, class: kind });
}

export function text(p: number[], words: string, kind: string): SVGElement {
  return make("text", { x: round(p[0]), y: round(p[1]), class: kind }, words);
}

/** An arrow from p to q, on the screen. */
export function arrow(p: number[], q: number[], kind: string): SVGElement {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const long = Math.hypot(dx, dy);
  if (!(long > 0)) return make("g");
  const [ux, uy] = [dx / long, dy / long];
  const head = Math.min(10, long * 0.6);
  const neck = [q[0] - ux * head, q[1] - uy * head];
  const wing = head * 0.45;
  return make(
    "g",
    { class: `arrow ${kind}` },
    line(p, neck, ""),
    make("path", {
      d: path([q, [neck[0] - uy * wing, neck[1] + ux * wing], [neck[0] + uy * wing, neck[1] - ux * wing]]),
    }),
  );
}
