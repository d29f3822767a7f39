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
    const written = typeof value === "number" ? String(drawable(value)) : value;
    if (written === undefined) element.removeAttribute(name);
    // Even the same value again makes the browser look at the element.
    else if (element.getAttribute(name) !== written) element.setAttribute(name, written);
  }
}

/** Makes the inside of an element look like this. What is there already is changed, not replaced: that is most of the work of a frame. */
export function show(host: Element, inside: ArrayLike<Node>): void {
  const wanted = Array.from(inside);
  wanted.forEach((next, i) => {
    const present = host.childNodes[i];
    if (!present) host.append(next);
    else if (!liken(present, next)) present.replaceWith(next);
  });
  while (host.childNodes.length > wanted.length) host.lastChild!.remove();
}

/** Makes one node look like another; false if they are of different kinds. */
function liken(present: Node, next: Node): boolean {
  if (present.nodeName !== next.nodeName) return false;
  if (present instanceof Element && next instanceof Element) {
    for (const name of present.getAttributeNames()) if (!next.hasAttribute(name)) present.removeAttribute(name);
    for (const { name, value } of next.attributes) if (present.getAttribute(name) !== value) present.setAttribute(name, value);
    show(present, next.childNodes);
  } else if (present.nodeValue !== next.nodeValue) {
    present.nodeValue = next.nodeValue;
  }
  return true;
}

/** Browsers complain about coordinates beyond their numbers. */
const FAR = 1e9;
const drawable = (x: number) => (x > FAR ? FAR : x >= -FAR ? x : Number.isNaN(x) ? 0 : -FAR);
const round = (x: number) => Math.round(drawable(x) * 100) / 100;

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
