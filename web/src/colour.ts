// The colours of the style sheet, for the scene.

import { Color } from "three";

const known = new Map<string, Color>();
let theme = "";

/** A colour of the present theme, by its name in the style sheet. Not to be changed. */
export function cssColour(name: string): Color {
  const now = document.documentElement.dataset.theme ?? "";
  if (now !== theme) {
    theme = now;
    known.clear();
  }
  let colour = known.get(name);
  if (!colour) {
    colour = new Color(getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888");
    known.set(name, colour);
  }
  return colour;
}
