// The page: what is shown, what changes it, and when it is drawn.

import { AnswerCard } from "./answer";
import { App, type Picture } from "./app";
import { Clock } from "./clock";
import { codeOf, type Language } from "./code";
import { dialogs, help } from "./dialogs";
import { DifferenceView } from "./difference";
import { at, mark } from "./dom";
import { message } from "./engine";
import { dropZone, fetched } from "./files";
import { Frames } from "./frames";
import { keys } from "./keys";
import { kindsOf } from "./kinds";
import { Pace, type Need } from "./pace";
import { Panel } from "./panel";
import { PlaneView } from "./plane";
import { presetNamed, PRESETS } from "./presets";
import type { SpaceView } from "./space";
import { copyOf, fromHash, MOST_BODIES, toHash, type Shape, type State } from "./state";
import { stepCount, StepsCard } from "./steps";
import { theme } from "./theme";

const FIRST = PRESETS[2][0];
/** Milliseconds between measurements of the same pair, and of others. */
const SELDOM = 500;
const OFTEN = 120;

export class Page {
  readonly app = new App(copyOf(FIRST.state));
  readonly plane = new PlaneView(at("plane"), {
    moved: () => this.dragged(),
    reshape: (body, shape) => this.pulled(body, shape),
    selected: (body) => this.select(body),
    viewed: () => this.looked(),
  });
  private readonly difference = new DifferenceView(at("difference"));
  private space: SpaceView | null = null;
  private spaceFailed = "";
  private readonly panel = new Panel(at("bodies"), {
    reshape: (body, shape) => this.reshape(body, shape),
    moved: () => this.own(),
    paired: (side, body) => this.pairUp(side, body),
    added: () => this.add(),
    removed: (body) => this.remove(body),
    said: (words) => this.say(words),
  });
  private readonly answers = new AnswerCard((method) => {
    this.state.method = method;
    this.change();
  });
  private readonly steps = new StepsCard(() => this.state.step, (step) => this.go(step));
  private readonly clock = new Clock(this.app, () => this.pace.ask("move"));
  private readonly pace = new Pace((now, need) => this.draw(now, need));
  private picture: Picture | null = null;
  private selected = 1;
  private linkTimer = 0;
  private timedAgain = 0;
  private timed = { at: -Infinity, key: "", value: NaN };
  readonly frames = new Frames();

  constructor() {
    this.controls();
    dialogs(() => this.state);
    dropZone((state, note) => this.show(state, note), (words) => this.say(words));
    this.listen();
    theme(() => this.change());
    // By now the page may have written its own address again: what counts is what was asked for.
    addEventListener("hashchange", (event) => void this.open(new URL(event.newURL).hash));
    addEventListener("resize", () => {
      // Who has not looked elsewhere goes on seeing everything.
      if (this.state.camera.length === 0) {
        this.plane.refit();
        this.space?.refit();
      }
      this.change();
    });
  }

  get state(): State {
    return this.app.state;
  }

  get shown(): Picture | null {
    return this.picture;
  }

  get view(): SpaceView | null {
    return this.space;
  }

  /** What "Copy as" shows. */
  code(language: Language): string {
    return codeOf(this.state, language);
  }

  /** Opens what the address says. */
  async open(address = location.hash): Promise<void> {
    const hash = address.slice(1);
    try {
      if (hash.startsWith("open=")) this.show(await fetched(decodeURIComponent(hash.slice(5))), "");
      else if (presetNamed(hash)) this.preset(hash);
      else if (hash) this.show(fromHash(hash), "");
      else this.preset(FIRST.id);
    } catch (error) {
      this.preset(FIRST.id);
      this.say(`This link cannot be opened: ${message(error)}. Here is the first example instead.`);
    }
  }

  private preset(id: string): void {
    const preset = presetNamed(id);
    if (preset) this.show(copyOf(preset.state), preset.note, id);
  }

  private show(state: State, note: string, id = ""): void {
    this.app.replace(state);
    this.clock.stop();
    this.selected = state.pair[1];
    at("note").textContent = note;
    this.hush();
    this.listPresets(id);
    this.plane.refit();
    this.space?.refit();
    this.change();
  }

  private listPresets(id: string): void {
    const list = at<HTMLSelectElement>("preset");
    const options = PRESETS[this.state.dim].map((preset) => new Option(preset.name, preset.id));
    list.replaceChildren(new Option("your own", ""), ...options);
    list.value = id;
  }

  /** Something changed: draw on the next frame. */
  change(): void {
    this.pace.ask("all");
  }

  /** Everything is drawn as it is: for tests. */
  get still(): boolean {
    return this.pace.still;
  }

  private dragged(): void {
    if (this.picture) this.app.moved(this.picture.shown);
    this.disown();
    this.pace.ask("move");
  }

  private looked(): void {
    if (this.picture) this.state.camera = this.picture.shown.camera;
    this.pace.ask("look");
    this.remember();
  }

  /** No longer the example as it came. */
  private disown(): void {
    at<HTMLSelectElement>("preset").value = "";
  }

  private own(): void {
    this.disown();
    this.change();
  }

  /** A handle was pulled. */
  private pulled(body: number, shape: Shape): boolean {
    const refused = this.app.reshape(body, shape);
    if (refused) this.say(refused);
    else this.hush();
    this.disown();
    this.pace.ask("move");
    return !refused;
  }

  private reshape(body: number, shape: Shape): boolean {
    const taken = this.pulled(body, shape);
    this.change();
    return taken;
  }

  private select(body: number): void {
    this.selected = body;
    if (this.space) this.space.selectedBody = body;
    this.change();
  }

  private pairUp(side: 0 | 1, body: number): void {
    const { pair } = this.state;
    // The other role goes to the body that had this one, if need be.
    if (pair[1 - side] === body) pair[1 - side] = pair[side];
    pair[side] = body;
    this.own();
  }

  private add(): void {
    const { dim, bodies } = this.state;
    if (bodies.length >= MOST_BODIES) return this.say(`${MOST_BODIES} shapes are enough.`);
    const kinds = Object.values(kindsOf(dim));
    const shape = structuredClone(kinds[bodies.length % Math.min(4, kinds.length)]);
    const spot = dim === 2 ? this.plane.screen.centre.map((x, i) => x + (i ? -1 : 0.5)) : [0, 0, 2 + bodies.length * 0.4];
    bodies.push({ shape, t: [...spot], r: dim === 2 ? [0] : [0, 0, 0, 1] });
    this.select(bodies.length - 1);
    this.own();
  }

  private remove(body: number): void {
    const { bodies, pair } = this.state;
    if (bodies.length <= 2) return;
    bodies.splice(body, 1);
    const free = bodies.map((_, i) => i);
    const kept = pair.map((i) => (i === body ? -1 : i > body ? i - 1 : i));
    kept.forEach((i, side) => {
      if (i < 0) kept[side] = free.find((k) => !kept.includes(k)) ?? 0;
    });
    this.state.pair = [kept[0], kept[1]];
    this.select(Math.min(this.selected, bodies.length - 1));
    this.own();
  }

  private draw(now: number, need: Need): void {
    const began = performance.now();
    const { state } = this;
    // Who only looks elsewhere sees what was found before.
    const picture = need.anew || !this.picture ? this.app.picture(need) : this.picture;
    const found = performance.now();
    this.picture = picture;
    const flat = state.dim === 2;
    for (const [id, shown] of [["two", flat], ["three", !flat], ["modes", !flat]] as const) {
      if (at(id).hidden === shown) at(id).hidden = !shown;
    }
    mark(at("tab2"), "aria-pressed", String(flat));
    mark(at("tab3"), "aria-pressed", String(!flat));
    if (!picture.untraced) state.step = picture.shown.step = Math.min(state.step, stepCount(picture) - 1);
    if (picture.surfaces.length === state.bodies.length) this.drawScene(picture, need);
    if (need.anew) this.drawCards(picture, need);
    this.remember();
    this.frames.add(now, !need.moving, { find: found - began, draw: performance.now() - found });
  }

  private drawCards(picture: Picture, { moving, cards }: Need): void {
    const { state } = this;
    this.clock.draw();
    if (!cards) return this.answers.number(picture);
    this.answers.draw(picture, state.method, { query: picture.answer ? this.measured(moving) : NaN, work: this.frames.work(), rate: this.frames.rate() });
    if (!picture.untraced) this.steps.draw(picture, state.step);
    this.panel.draw(state, this.selected);
  }

  private drawScene(picture: Picture, { anew, moving }: Need): void {
    const { state } = this;
    if (state.dim === 2) {
      const sub = state.step >= 0 ? (picture.subs[state.step] ?? null) : null;
      this.plane.measure();
      this.difference.measure();
      this.plane.draw({ ...picture, outlines: picture.surfaces, state: picture.shown, sub });
      if (anew) this.difference.draw({ ...picture, sub });
    } else if (this.space) {
      this.space.selectedBody = this.selected;
      if (anew) this.space.place({ ...picture, state: picture.shown, step: state.step });
      this.space.render(moving ? "quick" : "sharp");
    } else if (!this.spaceFailed) {
      void this.loadSpace();
    }
  }

  /** Three dimensions are only loaded where they are wanted. */
  private async loadSpace(): Promise<void> {
    this.spaceFailed = "loading";
    try {
      const { SpaceView } = await import("./space");
      this.space = new SpaceView(at("space"), {
        moved: () => this.dragged(),
        selected: (body) => this.select(body),
        viewed: () => this.looked(),
        coarse: (body) => this.app.coarse(body),
        touched: () => this.pace.ask("glance"),
      });
    } catch (error) {
      this.spaceFailed = message(error);
      at("space").textContent = "The scene cannot be drawn: this browser offers no WebGL. The numbers are still right.";
      return;
    }
    this.change();
  }

  /** Microseconds a query, measured again twice a second at most, or soon after another pair is there; not while something moves. */
  private measured(moving: boolean): number {
    const now = performance.now();
    const passed = now - this.timed.at;
    const key = this.app.asked();
    const other = this.timed.key !== key;
    if (moving && !other) return this.timed.value;
    if (passed > SELDOM || (other && passed > OFTEN)) {
      this.timed = { at: now, key, value: this.app.time() };
    } else if (other) {
      clearTimeout(this.timedAgain);
      this.timedAgain = window.setTimeout(() => this.change(), OFTEN);
    }
    return this.timed.value;
  }

  /** The address follows, a moment later. */
  private remember(): void {
    clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => history.replaceState(null, "", this.link()), 250);
  }

  private link(): string {
    const chosen = at<HTMLSelectElement>("preset").value;
    const preset = chosen ? presetNamed(chosen) : undefined;
    const last = this.picture ? stepCount(this.picture) - 1 : 0;
    const fresh = preset && { ...preset.state, step: Math.min(preset.state.step, last) };
    return `#${JSON.stringify(fresh) === JSON.stringify(this.state) ? chosen : toHash(this.state)}`;
  }

  say(words: string): void {
    const box = at("message");
    box.querySelector("span")!.textContent = words;
    box.hidden = false;
  }

  private hush(): void {
    at("message").hidden = true;
  }

  private controls(): void {
    at("preset").addEventListener("change", () => this.preset(at<HTMLSelectElement>("preset").value));
    at("tab2").addEventListener("click", () => this.switchTo(2));
    at("tab3").addEventListener("click", () => this.switchTo(3));
    at("reset").addEventListener("click", () => {
      this.state.camera = [];
      this.plane.refit();
      this.space?.refit();
      this.change();
    });
    for (const mode of ["translate", "rotate"] as const) at(mode).addEventListener("click", () => this.gizmo(mode));
    at("message").querySelector("button")!.addEventListener("click", () => this.hush());
    at("seek").addEventListener("click", () => this.clock.seek());
  }

  private gizmo(mode: "translate" | "rotate"): void {
    if (this.space) this.space.mode = mode;
    at("translate").setAttribute("aria-pressed", String(mode === "translate"));
    at("rotate").setAttribute("aria-pressed", String(mode === "rotate"));
  }

  private switchTo(dim: 2 | 3): void {
    if (this.state.dim !== dim) this.preset(PRESETS[dim][0].id);
  }

  private go(step: number): void {
    const count = this.picture ? stepCount(this.picture) : 0;
    this.state.step = Math.min(Math.max(step, -1), count - 1);
    this.change();
  }

  private listen(): void {
    const act = {
      n: () => this.go(this.state.step + 1), p: () => this.go(this.state.step - 1), Home: () => this.go(0), End: () => this.go(Infinity), l: () => this.go(-1),
      "2": () => this.switchTo(2), "3": () => this.switchTo(3), t: () => this.gizmo("translate"), r: () => this.gizmo("rotate"),
      "?": help, " ": () => this.clock.play(),
    };
    keys(act, (event, target) => this.state.dim === 3 && target.closest("canvas") !== null && (this.space?.nudge(event.key, event.shiftKey) ?? false));
  }
}
