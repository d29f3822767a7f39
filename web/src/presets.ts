// Pairs worth seeing.

import { PLANE } from "./presets-plane";
import { SPACE } from "./presets-space";
import type { State } from "./state";

export interface Preset {
  id: string;
  name: string;
  /** One sentence on what to look at. */
  note: string;
  state: State;
}

export const PRESETS: Record<2 | 3, Preset[]> = { 2: PLANE, 3: SPACE };

export function presetNamed(id: string): Preset | undefined {
  return [...PLANE, ...SPACE].find((preset) => preset.id === id);
}
