// The list of bodies: what each is, where it is, how it moves, and which two are A and B.

import { element } from "./dom";
import { fieldsOf, type Field } from "./fields";
import { hasVertices, withVertex } from "./handles";
import { kindsOf } from "./kinds";
import type { Shape, State } from "./state";

export interface PanelHooks {
  /** False if the library refuses the shape. */
  reshape(body: number, shape: Shape): boolean;
  moved(): void;
  paired(side: 0 | 1, body: number): void;
  added(): void;
  removed(body: number): void;
  said(words: string): void;
}

type Entry = { input: HTMLInputElement | HTMLTextAreaElement; body: number; field: Field };

export class Panel {
  private key = "";
  private state: State | null = null;
  private entries: Entry[] = [];
  /** Which parts are open, so that they stay open. */
  private readonly open = new Set<string>();

  constructor(
    private readonly host: HTMLElement,
    private readonly hooks: PanelHooks,
  ) {}

  /** Built anew only when what it is made of has changed: typing must not lose its place. */
  draw(state: State, selected: number): void {
    this.state = state;
    const key = JSON.stringify([state.dim, state.bodies.map((body) => body.shape.type), state.pair, selected]);
    if (key !== this.key) {
      this.key = key;
      this.entries = [];
      const add = element("button", { type: "button", className: "add", textContent: "Add a shape" });
      add.addEventListener("click", () => this.hooks.added());
      this.host.replaceChildren(...state.bodies.map((_, i) => this.card(state, i, selected)), add);
    }
    for (const { input, body, field } of this.entries) {
      if (input === document.activeElement || !state.bodies[body]) continue;
      const value = field.read(state.bodies[body]);
      if (input.value !== value) input.value = value;
    }
  }

  private card(state: State, i: number, selected: number): HTMLElement {
    const { shape } = state.bodies[i];
    const role = state.pair[0] === i ? "A" : state.pair[1] === i ? "B" : "";
    const name = role || `body ${i + 1}`;
    const card = element("fieldset", { className: `body body-${role.toLowerCase() || "other"}${i === selected ? " chosen" : ""}` });
    const kinds = kindsOf(state.dim);
    const kind = element("select", { ariaLabel: `Kind of ${name}` });
    kind.append(element("option", { value: "", textContent: nameOf(shape) }));
    for (const one of Object.keys(kinds)) kind.append(element("option", { value: one, textContent: one }));
    kind.addEventListener("change", () => {
      if (kinds[kind.value]) this.hooks.reshape(i, structuredClone(kinds[kind.value]));
    });
    card.append(element("legend", {}, name), kind, this.buttons(state, i));
    for (const group of fieldsOf(state)) {
      const rows = group.rows.map((row) => element("div", { className: "fields" }, ...row.map((field) => this.entry(i, name, field))));
      card.append(...(group.name ? [this.fold(`${i} ${group.name}`, group.name, rows)] : rows));
    }
    return card;
  }

  private buttons(state: State, i: number): HTMLElement {
    const row = element("div", { className: "row" });
    const button = (text: string, label: string, act: () => void, off = false) => {
      const made = element("button", { type: "button", textContent: text, title: label, ariaLabel: label, disabled: off });
      made.addEventListener("click", act);
      row.append(made);
    };
    const shape = () => this.state!.bodies[i].shape;
    if (state.bodies.length > 2) {
      button("is A", "Make this shape A", () => this.hooks.paired(0, i), state.pair[0] === i);
      button("is B", "Make this shape B", () => this.hooks.paired(1, i), state.pair[1] === i);
      button("Remove", "Remove this shape", () => this.hooks.removed(i));
    }
    if (state.dim === 2 && hasVertices(shape())) {
      button("Add vertex", "Add a vertex on the longest edge", () => this.hooks.reshape(i, withVertex(shape())));
      button("Remove vertex", "Remove the last vertex", () => this.hooks.reshape(i, fewer(shape())));
    }
    return row;
  }

  private fold(key: string, name: string, rows: HTMLElement[]): HTMLElement {
    const made = element("details", { open: this.open.has(key) }, element("summary", { textContent: name }), ...rows);
    made.addEventListener("toggle", () => this.open[made.open ? "add" : "delete"](key));
    return made;
  }

  private entry(body: number, of: string, field: Field): HTMLElement {
    const long = field.kind === "json";
    const input = long
      ? element("textarea", { rows: 3, spellcheck: false, placeholder: field.hint ?? "" })
      : element("input", { type: "number", step: "any" });
    input.ariaLabel = `${field.label} of ${of}`;
    Object.assign(input.dataset, { field: field.name, of: String(body) });
    input.addEventListener(long ? "change" : "input", () => {
      const refused = this.write(body, field, input.value);
      if (refused) this.hooks.said(refused);
      if (long) input.value = field.read(this.state!.bodies[body]);
    });
    this.entries.push({ input, body, field });
    return long ? input : element("label", { title: field.label }, `${field.name} `, input);
  }

  /** A sentence if the value is refused. */
  private write(i: number, field: Field, text: string): string {
    const state = this.state!;
    if (field.kind === "number") {
      const value = Number(text);
      if (text.trim() === "" || !Number.isFinite(value)) return "";
      field.write(state.bodies[i], value, state);
      this.hooks.moved();
      return "";
    }
    let shape: Shape | null;
    try {
      shape = text.trim() ? (JSON.parse(text) as Shape) : null;
    } catch {
      return `${field.label}: this is not JSON`;
    }
    if (field.name === "shape") {
      this.hooks.reshape(i, shape ?? { type: "" });
      return "";
    }
    const refused = field.write(state.bodies[i], shape, state);
    this.hooks.moved();
    return refused ?? "";
  }
}

function nameOf(shape: Shape): string {
  return shape.type === "rounded" ? `rounded ${(shape.shape as Shape).type}` : shape.type.replaceAll("_", " ");
}

function fewer(shape: Shape): Shape {
  if (shape.type === "rounded") return { ...shape, shape: fewer(shape.shape as Shape) };
  return { ...shape, vertices: (shape.vertices as number[][]).slice(0, -1) };
}
