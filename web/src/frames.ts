// How long frames take while something is dragged or played: for the page, for tests and for the curious.

/** Frames that are further apart than this (milliseconds) are not one movement. */
const PAUSE = 150;
const KEPT = 600;

export interface Work {
  /** Milliseconds to find everything that is shown. */
  find: number;
  /** Milliseconds to draw it. */
  draw: number;
}

export interface Frame extends Work {
  /** Milliseconds since the frame before, in one movement. */
  gap: number | null;
}

export class Frames {
  readonly all: Frame[] = [];
  private last = -Infinity;

  /** Notes a frame that began at `now`, as the browser counts frames; `still` if it ended a movement. */
  add(now: number, still: boolean, { find, draw }: Work): void {
    const gap = now - this.last;
    this.last = now;
    this.all.push({ find, draw, gap: !still && gap > 0 && gap < PAUSE ? gap : null });
    if (this.all.length > KEPT) this.all.shift();
  }

  /** In the last movement half of the frames took no more than this to find and draw; NaN if there was none. */
  work(): number {
    const last = this.all.filter((one) => one.gap !== null).slice(-60);
    return last.length < 5 ? NaN : middle(last.map((one) => one.find + one.draw));
  }

  /** Frames a second in the last movement, on average; NaN if there was none. */
  rate(): number {
    const gaps: number[] = [];
    for (let i = this.all.length - 1; i >= 0 && gaps.length < 60; i--) {
      const { gap } = this.all[i];
      if (gap !== null) gaps.push(gap);
      else if (gaps.length > 0) break;
    }
    return gaps.length < 10 ? NaN : (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
  }
}

function middle(values: number[]): number {
  return values.sort((x, y) => x - y)[Math.floor(values.length / 2)] ?? NaN;
}
