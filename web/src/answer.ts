// The card with the answer: how far, what is proved, by which method, and how long it took.

import type { Picture } from "./app";
import { at, element, mark, write } from "./dom";
import type { Answer } from "./engine";
import { methodName, METHODS } from "./methods";
import { show } from "./svg";
import { digits, micro, point } from "./words";

/** What the page measures of itself. */
export interface Measured {
  /** Microseconds a query. */
  query: number;
  /** Milliseconds of work a frame, and frames a second while something moves. */
  work: number;
  rate: number;
}

export class AnswerCard {
  private spokenTimer = 0;

  constructor(chosen: (method: string) => void) {
    const list = at<HTMLSelectElement>("method");
    list.replaceChildren(...METHODS.map(([value, name]) => new Option(name, value)));
    list.addEventListener("change", () => chosen(list.value));
  }

  /** The one number that follows every frame. */
  number({ answer }: Picture): void {
    const big = at("distance");
    const over = answer?.overlap;
    write(big, !answer ? "no answer" : !answer.intersects ? digits(answer.distance, 10) : over ? `depth ${digits(over.depth, 10)}` : "touching or overlapping");
    mark(big, "data-value", String(!answer ? NaN : over ? -over.depth : answer.distance));
    mark(big, "data-lower", String(answer?.lower));
    mark(big, "data-upper", String(answer?.upper));
  }

  draw(picture: Picture, asked: string, measured: Measured): void {
    const { answer, failure } = picture;
    this.number(picture);
    at<HTMLSelectElement>("method").value = asked;
    if (!answer) {
      write(at("verdict"), failure);
      at("facts").replaceChildren();
      return;
    }
    const judged = answer.exact ? "exact" : answer.flaw ? `the judge objects: ${answer.flaw}` : "checked by a judge that calls no solver";
    const apart = answer.exact?.verdict ?? (answer.intersects ? "overlapping" : "apart");
    write(at("verdict"), `${apart}; ${judged}`);
    show(at("facts"), rows(answer, asked, measured).flatMap(([name, value]) => {
      const dd = element("dd", { textContent: value });
      dd.dataset.fact = name;
      return [element("dt", { textContent: name }), dd];
    }));
    this.speak(answer.intersects ? `They overlap. ${at("distance").textContent}` : `Distance ${digits(answer.distance, 5)}`);
  }

  /** For those who listen: what is settled, not every frame. */
  private speak(words: string): void {
    clearTimeout(this.spokenTimer);
    this.spokenTimer = window.setTimeout(() => {
      write(at("spoken"), words);
    }, 700);
  }
}

function rows(answer: Answer, asked: string, { query, work, rate }: Measured): [string, string][] {
  const over = answer.overlap;
  const all: [string, string][] = [
    [over ? "depth at least" : "at least", digits(over ? over.lower : answer.lower, 12)],
    [over ? "depth at most" : "at most", digits(over ? over.upper : answer.upper, 12)],
  ];
  if (answer.exact) all.push(["squared, exactly", short(answer.exact.squared)]);
  const normal = over ? over.normal : answer.normal;
  if (normal) all.push(["normal", point(normal, 4)]);
  all.push(["on A", point(over ? over.point_a : answer.point_a, 5)], ["on B", point(over ? over.point_b : answer.point_b, 5)]);
  const instead = asked && asked !== answer.method ? `, for ${methodName(asked)} did not fit or close` : "";
  all.push(["found by", `${methodName(answer.method)}${instead}`], ["iterations", String(answer.iterations)], ["time a query", micro(query)]);
  if (work > 0) all.push(["work a frame", `${digits(work, 2)} ms${rate > 0 ? `, ${Math.round(rate)} a second` : ""}`]);
  return all;
}

/** Long fractions by their two ends. */
function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 26)}…${text.slice(-20)} (${text.length} digits)` : text;
}
