// Rotations in space: quaternions x, y, z, w, and vectors along the axis as long as the angle.

export function quaternionOf(vector: number[]): number[] {
  const angle = Math.hypot(...vector);
  if (!(angle > 0)) return [0, 0, 0, 1];
  const s = Math.sin(angle / 2) / angle;
  return [...vector.map((x) => x * s), Math.cos(angle / 2)];
}

export function vectorOf(quaternion: number[]): number[] {
  const long = Math.hypot(...quaternion);
  // Of the two quaternions of a rotation the one that turns less.
  const sign = quaternion[3] < 0 ? -1 / long : 1 / long;
  const [x, y, z, w] = quaternion.map((c) => c * sign);
  const half = Math.hypot(x, y, z);
  const scale = half > 0 ? (2 * Math.atan2(half, w)) / half : 2;
  return [x * scale, y * scale, z * scale];
}

/** The first after the second. */
export function product(p: number[], q: number[]): number[] {
  const [a, b, c, d] = p;
  const [x, y, z, w] = q;
  return [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z];
}
