// Shapes made of implicit surfaces that the literature compares methods with.

import type { Shape } from "./state";

export const superquadric = (semiaxes: number[], exponents: number[]): Shape => ({ type: "superquadric", semiaxes, exponents });

/** The six objects of Chakraborty, Peng, Akella and Mitchell. */
export const OBJECTS: Record<string, Shape> = {
  I: superquadric([1, 0.7, 1.5], [4 / 3, 7 / 5, 15 / 13]),
  II: superquadric([1, 1, 1.7], [23 / 11, 11 / 5, 179 / 13]),
  III: superquadric([1, 1, 1.5], [76 / 9, 71 / 5, 179 / 13]),
  IV: {
    type: "intersection",
    parts: [
      superquadric([2, 1, 1.7], [23 / 11, 11 / 5, 17 / 7]),
      { type: "halfspace", normal: [-1, 0, 0], offset: 0.5 },
      { type: "halfspace", normal: [1, 0, 0], offset: 0.5 },
      { type: "halfspace", normal: [0, -1, 0], offset: 0.75 },
      { type: "halfspace", normal: [0, 0, -1], offset: -0.4 },
    ],
  },
  V: {
    type: "hyperquadric",
    terms: [
      { a: [0, 1, 0], n: 16 },
      { a: [1, 0.5, 0], n: 16 },
      { a: [1, -0.5, 0], n: 16 },
      { a: [0, 0, 2.5], n: 2 },
    ],
  },
  VI: {
    type: "hyperquadric",
    terms: [
      { a: [1, 0, 1], n: 16 },
      { a: [0, 1, 1], n: 16 },
      { a: [0, 0, 1], n: 16 },
      { a: [1, 0, -1], n: 16 },
      { a: [0, 1, -1], n: 16 },
    ],
  },
};
