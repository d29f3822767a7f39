// The card that steps through a method: buttons, words, and how the bounds close.

import type { Picture } from "./app";
import { at, write } from "./dom";
import type { Step } from "./engine";
import { methodName } from "./methods";
import { convergence } from "./plot";
import { show } from "./svg";
import { digits } from "./words";

/** How many steps a picture has: sub-steps of GJK in the plane. */
export function stepCount({ shown, subs, trace }: Picture): number {
  return shown.dim === 2 ? subs.length : (trace?.steps.length ?? 0);
}

export class StepsCard {
  /** `go` is told the step to show; −1 for none. */
  constructor(present: () => number, go: (step: number) => void) {
    const jump: Record<string, () => number> = {
      first: () => 0, previous: () => present() - 1, next: () => present() + 1, last: () => Infinity, live: () => -1,
    };
    for (const [id, to] of Object.entries(jump)) at(id).addEventListener("click", () => go(to()));
  }

  draw(picture: Picture, step: number): void {
    const { trace, shown, subs, answer } = picture;
    const count = stepCount(picture);
    const flat = shown.dim === 2;
    const live = step < 0 || count === 0;
    write(at("steps-method"), flat ? "GJK" : methodName(trace?.steps[0]?.method ?? answer?.method ?? "gjk"));
    write(at("where"), live ? `live, ${count === 1 ? "1 step" : `${count} steps`}` : `${step + 1} of ${count}`);
    for (const [id, off] of [["first", count === 0], ["previous", live], ["next", count === 0 || step >= count - 1], ["last", count === 0], ["live", live]] as const) {
      at<HTMLButtonElement>(id).disabled = off;
    }
    const sub = flat && !live ? subs[step] : null;
    const now = !flat && !live ? trace?.steps[step] : null;
    const words = at("step-text");
    if (sub) {
      const title = document.createElement("b");
      title.textContent = `Step ${sub.step + 1}: ${sub.title}. `;
      if (words.textContent !== title.textContent + sub.text) words.replaceChildren(title, sub.text);
    } else {
      const nothing = trace && count === 0 ? "This method is done at once: there are no steps to watch." : "";
      write(words, now ? told(now) : nothing || "Press › to watch the method at work.");
    }
    const cursor = flat ? (sub?.step ?? -1) : step;
    show(at("plot"), trace && trace.steps.length > 0 ? [convergence(trace, live ? -1 : cursor)] : []);
  }
}

/** A step in three dimensions, in words. */
function told(step: Step): string {
  const bounds = step.lower === null ? `at most ${digits(step.upper, 8)}` : `between ${digits(step.lower, 8)} and ${digits(step.upper, 8)}`;
  const facets = step.facets_a ? ` Working facets: ${step.facets_a.length} of A, ${step.facets_b?.length ?? 0} of B.` : "";
  const feature = step.region ? ` Closest feature of the simplex: ${step.region}.` : "";
  const strays = step.iterate_a && step.iterate_b ? ` ${outside(step)}` : "";
  return `The cores are ${bounds} apart.${feature}${facets}${strays}`;
}

/** How far outside of the shapes the interior point method is. */
function outside(step: Step): string {
  const away = (p: number[], q: number[] = p) => Math.hypot(...p.map((x, i) => x - q[i]));
  const [a, b] = [away(step.point_a, step.iterate_a), away(step.point_b, step.iterate_b)];
  if (!(a > 0 || b > 0)) return "Both iterates are inside of their shapes.";
  const which = [a > 0 ? `${digits(a, 2)} outside of A` : "", b > 0 ? `${digits(b, 2)} outside of B` : ""].filter(Boolean).join(" and ");
  return `The iterates are ${which} (grey), and are pulled in for the bounds.`;
}
