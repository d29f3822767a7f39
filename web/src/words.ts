// Numbers for people.

/** So many significant digits, without zeros at the end. */
export function digits(x: number | null | undefined, count = 6): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size < 1e-4 || size >= 1e9) {
    return x.toExponential(count - 1).replace(/\.?0+e/, "e").replace("e+", "e").replaceAll("-", "−");
  }
  return String(Number(x.toPrecision(count))).replace("-", "−");
}

export function point(p: number[], count = 4): string {
  return `(${p.map((x) => digits(x, count)).join(", ")})`;
}

/** A time, from microseconds. */
export function micro(x: number): string {
  if (x < 1) return `${digits(x * 1000, 3)} ns`;
  return x < 1000 ? `${digits(x, 3)} µs` : `${digits(x / 1000, 3)} ms`;
}
