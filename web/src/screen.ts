// Where the plane lies on the screen.

export type Box = [number, number, number, number];

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
  }

  /** Closer or further by a factor, with a point of the screen staying where it is. */
  zoom(factor: number, at: number[]): void {
    const held = this.back(at);
    this.scale = Math.min(1e7, Math.max(1e-4, this.scale * factor));
    const now = this.back(at);
    this.centre = [this.centre[0] + held[0] - now[0], this.centre[1] + held[1] - now[1]];
  }

  /** The least and greatest coordinates in sight. */
  get sight(): Box {
    const [left, high] = this.back([0, 0]);
    const [right, low] = this.back([this.width, this.height]);
    return [left, low, right, high];
  }

  /** A step of 1, 2 or 5 times a power of ten, about so many pixels wide. */
  grid(pixels = 60): number {
    const want = pixels / this.scale;
    const power = 10 ** Math.floor(Math.log10(want));
    const first = want / power;
    return power * (first > 5 ? 10 : first > 2 ? 5 : first > 1 ? 2 : 1);
  }
}
