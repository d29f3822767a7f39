// The page: controls, and when to draw.

import "./style.css";

import { App, type Picture } from "./app";
import { codeOf, type Language } from "./code";
import { DifferenceView } from "./difference";
import { message, readFile, start } from "./engine";
import { kindsOf, Panel } from "./panel";
import { PlaneView } from "./plane";
import { convergence, overTime } from "./plot";
import { presetNamed, PRESETS } from "./presets";
import type { SpaceView } from "./space";
import { copyOf, fromHash, fromQuery, toHash, type Shape, type State } from "./state";
import { digits, micro, point } from "./words";

const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

const METHODS: [string, string][] = [
  ["", "best for the pair"], ["gjk", "GJK"], ["active-set", "active set"], ["newton", "Newton on the dual"], ["interior", "interior point"],
  ["lemke", "Lemke"], ["conjugate", "conjugate gradients"], ["formula", "formula"], ["exact", "exact (fractions)"],
];
const METHOD_NAMES = new Map(METHODS);

class Page {
  readonly app = new App(copyOf(PRESETS[2][0].state));
  readonly plane = new PlaneView(at("plane"), {
    moved: () => this.dragged(),
    reshape: (body, shape) => this.reshape(body, shape),
    selected: (body) => this.select(body),
    viewed: () => this.looked(),
  });
  private readonly difference = new DifferenceView(at("difference"));
  private space: SpaceView | null = null;
  private spaceFailed = "";
  private readonly panel = new Panel(at("bodies"), {
    reshape: (body, shape) => this.reshape(body, shape),
    moved: () => this.change(),
    paired: (side, body) => this.pairUp(side, body),
    added: () => this.add(),
    removed: (body) => this.remove(body),
  });
  private picture: Picture | null = null;
  private selected = 1;
  private asked = false;
  private playing = false;
  private linkTimer = 0;
  private timed = { at: -Infinity, key: "", value: NaN };
  /** How long frames took while something was dragged or played: for tests and for the curious. */
  readonly frames: number[] = [];

  constructor() {
    this.controls();
    this.stepping();
    this.dialogs();
    this.files();
    this.keys();
    this.theme();
    addEventListener("hashchange", () => void this.open());
    addEventListener("resize", () => this.change());
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

  /** Opens what the address says. */
  async open(): Promise<void> {
    const hash = location.hash.slice(1);
    try {
      if (hash.startsWith("open=")) this.show(await this.fetched(decodeURIComponent(hash.slice(5))), "");
      else if (presetNamed(hash)) this.preset(hash);
      else if (hash) this.show(fromHash(hash), "");
      else this.preset(PRESETS[2][0].id);
    } catch (error) {
      this.preset(PRESETS[2][0].id);
      this.say(`This link cannot be opened: ${message(error)}. Here is the first example instead.`);
    }
  }

  /** A pair that lies beside the page. */
  private async fetched(name: string): Promise<State> {
    if (!/^[\w-]+\.(json|toml)$/.test(name)) throw `${name} is not the name of a file beside this page`;
    const answer = await fetch(name);
    if (!answer.ok) throw `${name} is not there`;
    const text = await answer.text();
    const state = fromQuery(readFile(text, name));
    if (isTrace(text)) state.step = 0;
    return state;
  }

  private preset(id: string): void {
    const preset = presetNamed(id);
    if (preset) this.show(copyOf(preset.state), preset.note, id);
  }

  private show(state: State, note: string, id = ""): void {
    this.app.replace(state);
    this.playing = false;
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
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  private dragged(): void {
    if (this.picture) this.app.moved(this.picture.shown);
    this.own();
  }

  private looked(): void {
    if (this.picture) this.state.camera = this.picture.shown.camera;
    if (this.state.dim === 2) this.change();
    this.remember();
  }

  /** No longer the example as it came. */
  private own(): void {
    at<HTMLSelectElement>("preset").value = "";
    this.change();
  }

  private reshape(body: number, shape: Shape): boolean {
    const refused = this.app.reshape(body, shape);
    if (refused) this.say(refused);
    else this.hush();
    this.own();
    return !refused;
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
    if (bodies.length >= 24) return this.say("24 shapes are enough.");
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

  private draw(): void {
    const began = performance.now();
    const { state } = this;
    const picture = this.app.picture();
    this.picture = picture;
    const flat = state.dim === 2;
    at("two").hidden = !flat;
    at("three").hidden = flat;
    at("modes").hidden = flat;
    at("tab2").setAttribute("aria-pressed", String(flat));
    at("tab3").setAttribute("aria-pressed", String(!flat));
    const steps = flat ? picture.subs.length : (picture.trace?.steps.length ?? 0);
    if (state.step >= steps) state.step = picture.shown.step = steps - 1;
    if (picture.surfaces.length === state.bodies.length) this.drawScene(picture);
    this.drawAnswer(picture);
    this.drawSteps(picture, steps);
    this.drawTime();
    this.panel.draw(state, this.selected);
    this.remember();
    this.frames.push(performance.now() - began);
    if (this.frames.length > 600) this.frames.shift();
  }

  private drawScene(picture: Picture): void {
    const { state } = this;
    if (state.dim === 2) {
      const sub = state.step >= 0 ? (picture.subs[state.step] ?? null) : null;
      this.plane.draw({ ...picture, outlines: picture.surfaces, state: picture.shown, sub });
      this.difference.draw({ ...picture, sub });
    } else if (this.space) {
      this.space.selectedBody = this.selected;
      this.space.draw({ ...picture, state: picture.shown, step: state.step });
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
      });
    } catch (error) {
      this.spaceFailed = message(error);
      at("space").textContent = "The scene cannot be drawn: this browser offers no WebGL. The numbers are still right.";
      return;
    }
    this.change();
  }

  private drawAnswer({ answer, failure }: Picture): void {
    const big = at("distance");
    const facts = at("facts");
    if (!answer) {
      big.textContent = "no answer";
      at("verdict").textContent = failure;
      facts.replaceChildren();
      return;
    }
    const over = answer.overlap;
    big.textContent = answer.intersects ? (over ? `depth ${digits(over.depth, 10)}` : "touching or overlapping") : digits(answer.distance, 10);
    big.dataset.value = String(over ? -over.depth : answer.distance);
    big.dataset.lower = String(answer.lower);
    big.dataset.upper = String(answer.upper);
    const judged = answer.exact ? "exact" : answer.flaw ? `the judge objects: ${answer.flaw}` : "checked by a judge that calls no solver";
    const apart = answer.exact?.verdict ?? (answer.intersects ? "overlapping" : "apart");
    at("verdict").textContent = `${apart}; ${judged}`;
    const rows: [string, string][] = [];
    const low = over ? over.lower : answer.lower;
    const high = over ? over.upper : answer.upper;
    rows.push([over ? "depth at least" : "at least", digits(low, 12)], [over ? "depth at most" : "at most", digits(high, 12)]);
    if (answer.exact) rows.push(["squared, exactly", short(answer.exact.squared)]);
    const normal = over ? over.normal : answer.normal;
    if (normal) rows.push(["normal", point(normal, 4)]);
    rows.push(["on A", point(over ? over.point_a : answer.point_a, 5)], ["on B", point(over ? over.point_b : answer.point_b, 5)]);
    const asked = this.state.method;
    const by = METHOD_NAMES.get(answer.method) ?? answer.method;
    const instead = asked && asked !== answer.method ? `, for ${METHOD_NAMES.get(asked) ?? asked} did not fit or close` : "";
    rows.push(["found by", `${by}${instead}`], ["iterations", String(answer.iterations)], ["time a query", micro(this.measured())]);
    facts.replaceChildren(...rows.flatMap(([name, value]) => {
      const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
      [dt.textContent, dd.textContent] = [name, value];
      dd.dataset.fact = name;
      return [dt, dd];
    }));
    at<HTMLSelectElement>("method").value = asked;
    this.speak(answer.intersects ? `They overlap. ${big.textContent}` : `Distance ${digits(answer.distance, 5)}`);
  }

  /** Measured again twice a second at most. */
  private measured(): number {
    const now = performance.now();
    if (now - this.timed.at > 500 || this.timed.key !== this.state.method) {
      this.timed = { at: now, key: this.state.method, value: this.app.time() };
    }
    return this.timed.value;
  }

  private drawSteps(picture: Picture, count: number): void {
    const { state } = this;
    const { trace } = picture;
    const flat = state.dim === 2;
    const live = state.step < 0 || count === 0;
    at("steps-method").textContent = flat ? "GJK" : (METHOD_NAMES.get(trace?.steps[0]?.method ?? "gjk") ?? "");
    at("where").textContent = live ? `live, ${count} steps` : `${state.step + 1} of ${count}`;
    for (const [id, off] of [["first", count === 0], ["previous", live], ["next", count === 0 || state.step >= count - 1], ["last", count === 0], ["live", live]] as const) {
      at<HTMLButtonElement>(id).disabled = off;
    }
    const sub = flat && !live ? picture.subs[state.step] : null;
    const step = !flat && !live ? trace?.steps[state.step] : null;
    const words = at("step-text");
    if (sub) {
      const title = document.createElement("b");
      title.textContent = `Step ${sub.step + 1}: ${sub.title}. `;
      words.replaceChildren(title, sub.text);
    } else if (step) {
      const bounds = step.lower === null ? `at most ${digits(step.upper, 8)}` : `between ${digits(step.lower, 8)} and ${digits(step.upper, 8)}`;
      const facets = step.facets_a ? ` Working facets: ${step.facets_a.length} of A, ${step.facets_b?.length ?? 0} of B.` : "";
      const feature = step.region ? ` Closest feature of the simplex: ${step.region}.` : "";
      words.textContent = `The cores are ${bounds} apart.${feature}${facets}`;
    } else {
      words.textContent = "Press › to watch the method at work.";
    }
    const at3 = flat ? (sub?.step ?? -1) : state.step;
    at("plot").replaceChildren(...(trace && trace.steps.length > 0 ? [convergence(trace, live ? -1 : at3)] : []));
  }

  private drawTime(): void {
    const { state, app } = this;
    const moves = state.end > 0;
    at("time-card").hidden = !moves;
    if (!moves) return;
    const slider = at<HTMLInputElement>("time");
    slider.max = String(state.end);
    slider.value = String(state.time);
    at("now").textContent = `t = ${digits(state.time, 4)}`;
    at("play").textContent = this.playing ? "Pause" : "Play";
    const { cast } = app;
    at("moments").textContent = !cast
      ? "The shape deforms evenly in time."
      : cast.contact.hit
        ? `First contact at t = ${digits(cast.contact.time, 8)}${cast.contact.certain ? "" : " (to rounding)"}.`
        : `No contact. Closest approach at t = ${digits(cast.approach.time, 8)}: ${digits(cast.approach.distance, 8)}.`;
    at("time-plot").replaceChildren(...(app.profile.length > 1 ? [overTime(app.profile, cast, state.time, state.end)] : []));
  }

  private spokenTimer = 0;
  private speak(words: string): void {
    clearTimeout(this.spokenTimer);
    this.spokenTimer = window.setTimeout(() => {
      if (at("spoken").textContent !== words) at("spoken").textContent = words;
    }, 700);
  }

  /** The address follows, a moment later. */
  private remember(): void {
    clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => history.replaceState(null, "", this.link()), 250);
  }

  private link(): string {
    const chosen = at<HTMLSelectElement>("preset").value;
    const preset = chosen ? presetNamed(chosen) : undefined;
    const untouched = preset && JSON.stringify({ ...preset.state, camera: [] }) === JSON.stringify({ ...this.state, camera: [] });
    return `#${untouched && this.state.camera.length === 0 ? chosen : toHash(this.state)}`;
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
    at<HTMLSelectElement>("method").replaceChildren(...METHODS.map(([value, name]) => new Option(name, value)));
    at("method").addEventListener("change", () => {
      this.state.method = at<HTMLSelectElement>("method").value;
      this.change();
    });
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
    at("time").addEventListener("input", () => {
      this.state.time = at<HTMLInputElement>("time").valueAsNumber;
      this.playing = false;
      this.change();
    });
    at("play").addEventListener("click", () => this.play());
  }

  private gizmo(mode: "translate" | "rotate"): void {
    if (this.space) this.space.mode = mode;
    at("translate").setAttribute("aria-pressed", String(mode === "translate"));
    at("rotate").setAttribute("aria-pressed", String(mode === "rotate"));
  }

  private switchTo(dim: 2 | 3): void {
    if (this.state.dim !== dim) this.preset(PRESETS[dim][0].id);
  }

  private play(): void {
    this.playing = !this.playing && this.state.end > 0;
    if (this.playing && this.state.time >= this.state.end) this.state.time = 0;
    let last = performance.now();
    const tick = (now: number) => {
      if (!this.playing) return;
      const speed = Math.max(1, this.state.end / 6);
      this.state.time = Math.min(this.state.end, this.state.time + ((now - last) / 1000) * speed);
      last = now;
      if (this.state.time >= this.state.end) this.playing = false;
      this.change();
      if (this.playing) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    this.change();
  }

  private go(step: number): void {
    const picture = this.picture;
    const count = this.state.dim === 2 ? (picture?.subs.length ?? 0) : (picture?.trace?.steps.length ?? 0);
    this.state.step = Math.min(Math.max(step, -1), count - 1);
    this.change();
  }

  private stepping(): void {
    const jump: Record<string, () => number> = {
      first: () => 0, previous: () => this.state.step - 1, next: () => this.state.step + 1, last: () => Infinity, live: () => -1,
    };
    for (const [id, to] of Object.entries(jump)) at(id).addEventListener("click", () => this.go(to()));
  }

  private dialogs(): void {
    const dialog = at<HTMLDialogElement>("code-dialog");
    const field = at<HTMLTextAreaElement>("code-text");
    const fill = (language: string) => {
      try {
        const link = `${location.href.split("#")[0]}#${toHash(this.state)}`;
        field.value = language === "link" ? link : codeOf(this.state, language as Language);
      } catch (error) {
        field.value = message(error);
      }
      at("copied").textContent = "";
      for (const button of dialog.querySelectorAll<HTMLElement>("[data-language]")) {
        button.setAttribute("aria-pressed", String(button.dataset.language === language));
      }
    };
    at("code").addEventListener("click", () => {
      fill("rust");
      dialog.showModal();
    });
    for (const button of dialog.querySelectorAll<HTMLElement>("[data-language]")) {
      button.addEventListener("click", () => fill(button.dataset.language!));
    }
    at("copy").addEventListener("click", () => void this.copy(field));
    at("close-code").addEventListener("click", () => dialog.close());
    at("help").addEventListener("click", () => at<HTMLDialogElement>("help-dialog").showModal());
  }

  private async copy(field: HTMLTextAreaElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(field.value);
      at("copied").textContent = "Copied.";
    } catch {
      field.select();
      at("copied").textContent = "Press Ctrl+C to copy.";
    }
  }

  private files(): void {
    addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    addEventListener("dragleave", () => document.body.classList.remove("dropping"));
    addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      const file = event.dataTransfer?.files[0];
      if (file) void this.dropped(file);
    });
  }

  private async dropped(file: File): Promise<void> {
    const MOST = 16 << 20;
    try {
      if (file.size > MOST) throw "it is larger than 16 MiB";
      const text = await file.text();
      const state = fromQuery(readFile(text, file.name));
      if (isTrace(text)) state.step = 0;
      this.show(state, `From ${file.name}.`);
    } catch (error) {
      this.say(`${file.name} cannot be opened: ${message(error)}`);
    }
  }

  private keys(): void {
    addEventListener("keydown", (event) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
      const act: Record<string, () => void> = {
        n: () => this.go(this.state.step + 1), p: () => this.go(this.state.step - 1), Home: () => this.go(0), End: () => this.go(Infinity), l: () => this.go(-1),
        "2": () => this.switchTo(2), "3": () => this.switchTo(3), t: () => this.gizmo("translate"), r: () => this.gizmo("rotate"),
        "?": () => at<HTMLDialogElement>("help-dialog").showModal(),
      };
      if (event.key === " " && this.state.end > 0 && !target.closest("button")) act[" "] = () => this.play();
      const chosen = act[event.key];
      if (chosen) chosen();
      else if (!(this.state.dim === 3 && target.closest("canvas") && this.space?.nudge(event.key, event.shiftKey))) return;
      event.preventDefault();
    });
  }

  private theme(): void {
    const root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    let chosen: string | null = null;
    try {
      chosen = localStorage.getItem("theme");
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    const apply = () => {
      root.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
      this.change();
    };
    dark.addEventListener("change", apply);
    at("theme").addEventListener("click", () => {
      chosen = root.dataset.theme === "dark" ? "light" : "dark";
      try {
        localStorage.setItem("theme", chosen);
      } catch {
        // As above.
      }
      apply();
    });
    apply();
  }
}

/** The file of a trace, as `clearance explain --json` writes it: opens at its first step. */
function isTrace(text: string): boolean {
  return /"steps"\s*:/.test(text);
}

/** Long fractions by their two ends. */
function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 26)}…${text.slice(-20)} (${text.length} digits)` : text;
}

async function begin(): Promise<void> {
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  try {
    await start();
    const page = new Page();
    // For tests, and for the console.
    Object.assign(globalThis, { playground: page });
    addEventListener("error", (event) => page.say(`Something went wrong: ${event.message}`));
    addEventListener("unhandledrejection", (event) => page.say(`Something went wrong: ${message(event.reason)}`));
    await page.open();
    performance.mark("ready");
  } catch (error) {
    const box = at("message");
    box.querySelector("span")!.textContent = `The page cannot start: ${message(error)}`;
    box.hidden = false;
  }
}

void begin();
