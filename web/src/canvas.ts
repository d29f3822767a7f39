// The canvas of the scene: as sharp as the screen when it is still, and with fewer pixels while it moves if the machine cannot keep up.

import { WebGLRenderer } from "three";

export type Quality = "quick" | "sharp";

/** Milliseconds between frames that are too many: at least one of sixty a second was left out. */
const LATE = 21;
/** Frames that are looked at before something is changed, and how many of them may be late. */
const SAMPLE = 12;
const LATE_MOST = 2;
/** Frames further apart than this (milliseconds) are not one movement. */
const PAUSE = 150;
/** The fewest pixels a side while something moves, for each one of the page. */
const LEAST = 0.4;
const FEWER = 0.7;
/** Frames that take more than this share of what they took before are no better. */
const HELPS = 0.9;
/** Where the processor draws: the most pixels a side while something moves, and the most in all then and when it is still. */
const FIRST = 0.75;
const MOST_MOVING = 4e5;
const MOST_STILL = 6e6;

/** Names of drivers that draw with the processor. */
const BY_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether WebGL is drawn by the processor, which must be known before the canvas has its context. Throws if the browser has no WebGL. */
function byProcessor(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) throw new Error("no WebGL");
  let name = String(context.getParameter(context.RENDERER));
  // Chromium tells only who asks for it; others tell at once, and complain about the question.
  const more = /webkit/i.test(name) ? context.getExtension("WEBGL_debug_renderer_info") : null;
  if (more) name = String(context.getParameter(more.UNMASKED_RENDERER_WEBGL));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return BY_PROCESSOR.test(name);
}

export class Canvas {
  readonly element = document.createElement("canvas");
  readonly renderer: WebGLRenderer;
  readonly slow = byProcessor();
  /** The most pixels a side, for each one of the page, while it moves. */
  private most = Infinity;
  /** What it was when frames were late, and how late; null when nothing more is to be tried. */
  private tried: { most: number; gap: number } | null = { most: Infinity, gap: Infinity };
  private size = [0, 0];
  private last = -Infinity;
  private gaps: number[] = [];

  /** Throws if the browser has no WebGL. */
  constructor() {
    // Several samples a pixel cost the processor twice the time for every triangle.
    this.renderer = new WebGLRenderer({ canvas: this.element, antialias: !this.slow, alpha: true });
    this.forget();
  }

  /** Another scene: perhaps it is drawn faster. */
  forget(): void {
    this.most = this.slow ? FIRST : Infinity;
    this.tried = { most: this.most, gap: Infinity };
    this.gaps = [];
  }

  /** Makes it as large as its place on the page. */
  fit(width: number, height: number, quality: Quality): void {
    if (quality === "quick") this.watch(performance.now());
    const still = this.sharp(width, height);
    const most = this.slow ? Math.min(this.most, Math.sqrt(MOST_MOVING / (width * height))) : this.most;
    const ratio = quality === "sharp" ? still : Math.min(still, most);
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
    if (width === this.size[0] && height === this.size[1]) return;
    this.size = [width, height];
    this.renderer.setSize(width, height, false);
  }

  /** Pixels a side for each one of the page when it is still: those of the screen, or more of them instead of samples. */
  private sharp(width: number, height: number): number {
    const screen = Math.min(devicePixelRatio, 2);
    return this.slow ? Math.max(1, Math.min(2 * screen, Math.sqrt(MOST_STILL / (width * height)))) : screen;
  }

  /** Fewer pixels if the frames of a movement were late, as long as that helps: some screens are slow by themselves. */
  private watch(now: number): void {
    const gap = now - this.last;
    this.last = now;
    if (!this.tried) return;
    if (gap > PAUSE) this.gaps = [];
    else this.gaps.push(gap);
    if (this.gaps.length < SAMPLE) return;
    const late = this.gaps.filter((one) => one > LATE).length;
    const mean = this.gaps.reduce((sum, one) => sum + one, 0) / SAMPLE;
    this.gaps = [];
    if (late <= LATE_MOST) return;
    if (mean > HELPS * this.tried.gap) {
      [this.most, this.tried] = [this.tried.most, null];
    } else {
      this.tried = { most: this.most, gap: mean };
      this.most = Math.max(LEAST, Math.min(this.most, this.renderer.getPixelRatio()) * FEWER);
    }
  }
}
