// Where the plane lies on the screen.

import { SCALES } from "./state";

export type Box = [number, number, number, number];

const MOST_LINES = 1000;

export class Screen {
  /** The point in the middle, and pixels a unit. */
  centre = [0, 0];
  scale = 60;

  constructor(
    public width = 600,
    public height = 400,
  ) {}

  /** From the plane to the screen, where y points down. */
  out(p: ArrayLike<number>): number[] {
    return [
      this.width / 2 + (p[0] - this.centre[0]) * this.scale,
      this.height / 2 - (p[1] - this.centre[1]) * this.scale,
    ];
  }

  /** From the screen to the plane. */
  back(p: number[]): number[] {
    return [
      this.centre[0] + (p[0] - this.width / 2) / this.scale,
      this.centre[1] - (p[1] - this.height / 2) / this.scale,
    ];
  }

  /** Shows all of these points, with some room around. */
  fit(points: number[][], room = 0.78): void {
    if (points.length === 0) return;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    this.centre = [(left + right) / 2, (low + high) / 2];
    const wide = Math.max(right - left, 1e-6);
    const tall = Math.max(high - low, 1e-6);
    this.scale = room * Math.min(this.width / wide, this.height / tall);
    // Further apart than numbers go.
    if (!(this.scale > 0 && this.centre.every(Number.isFinite))) [this.centre, this.scale] = [[0, 0], 60];
  }

  /** Closer or further by a factor, with a point of the screen staying where it is. */
  zoom(factor: number, at: number[]): void {
    const held = this.back(at);
    this.scale = Math.min(SCALES[1], Math.max(SCALES[0], this.scale * factor));
    const now = this.back(at);
    this.centre = [this.centre[0] + held[0] - now[0], this.centre[1] + held[1] - now[1]];
  }

  /** The least and greatest coordinates in sight. */
  get sight(): Box {
    const [left, high] = this.back([0, 0]);
    const [right, low] = this.back([this.width, this.height]);
    return [left, low, right, high];
  }

  /** The part in sight of the line through a point of the screen along a direction; null if there is none. */
  across(p: number[], d: number[]): [number[], number[]] | null {
    let [from, to] = [-Infinity, Infinity];
    for (const [x, dx, end] of [[p[0], d[0], this.width], [p[1], d[1], this.height]]) {
      if (dx === 0 && !(x >= 0 && x <= end)) return null;
      if (dx === 0) continue;
      from = Math.max(from, Math.min(-x / dx, (end - x) / dx));
      to = Math.min(to, Math.max(-x / dx, (end - x) / dx));
    }
    if (!(from < to && to - from < Infinity)) return null;
    return [[p[0] + from * d[0], p[1] + from * d[1]], [p[0] + to * d[0], p[1] + to * d[1]]];
  }

  /** A step of 1, 2 or 5 times a power of ten, about so many pixels wide. */
  grid(pixels = 60): number {
    const want = pixels / this.scale;
    const power = 10 ** Math.floor(Math.log10(want));
    const first = want / power;
    return power * (first > 5 ? 10 : first > 2 ? 5 : first > 1 ? 2 : 1);
  }

  /** Multiples of a step from one number to another; none if they are too many to be seen apart. */
  static multiples(step: number, from: number, to: number): number[] {
    const first = Math.ceil(from / step);
    const count = Math.floor(to / step) - first + 1;
    return count > 0 && count < MOST_LINES ? Array.from({ length: count }, (_, i) => (first + i) * step) : [];
  }
}
