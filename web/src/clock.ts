// The card with the time of a moving or deforming pair.

import type { App } from "./app";
import { at, write } from "./dom";
import { overTime } from "./plot";
import { show } from "./svg";
import { digits } from "./words";

/** A motion is played in at most about so many seconds. */
const PLAYED = 6;

export class Clock {
  private playing = false;

  constructor(
    private readonly app: App,
    private readonly changed: () => void,
  ) {
    at("time").addEventListener("input", () => {
      app.state.time = at<HTMLInputElement>("time").valueAsNumber;
      this.playing = false;
      changed();
    });
    at("until").addEventListener("input", () => {
      const end = at<HTMLInputElement>("until").valueAsNumber;
      if (!(end > 0 && Number.isFinite(end))) return;
      app.state.end = end;
      app.state.time = Math.min(app.state.time, end);
      changed();
    });
    at("play").addEventListener("click", () => this.play());
  }

  stop(): void {
    this.playing = false;
  }

  play(): void {
    const { state } = this.app;
    this.playing = !this.playing && state.end > 0;
    if (this.playing && state.time >= state.end) state.time = 0;
    let last = performance.now();
    const tick = (now: number) => {
      const { state } = this.app;
      if (!this.playing) return;
      const speed = Math.max(1, state.end / PLAYED);
      state.time = Math.min(state.end, state.time + (Math.max(0, now - last) / 1000) * speed);
      last = now;
      if (state.time >= state.end) this.playing = false;
      this.changed();
      if (this.playing) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    this.changed();
  }

  draw(): void {
    const { state, cast, profile } = this.app;
    at("time-card").hidden = !(state.end > 0);
    if (!(state.end > 0)) return;
    const slider = at<HTMLInputElement>("time");
    slider.max = String(state.end);
    slider.value = String(state.time);
    const until = at<HTMLInputElement>("until");
    if (until !== document.activeElement) until.value = String(state.end);
    write(at("now"), `t = ${digits(state.time, 4)}`);
    write(at("play"), this.playing ? "Pause" : "Play");
    write(at("moments"), !cast
      ? "The shape deforms evenly in time."
      : cast.contact.hit
        ? `First contact at t = ${digits(cast.contact.time, 8)}${cast.contact.certain ? "" : " (to rounding)"}.`
        : `No contact. Closest approach at t = ${digits(cast.approach.time, 8)}: ${digits(cast.approach.distance, 8)}.`);
    show(at("time-plot"), profile.length > 1 ? [overTime(profile, cast, state.time, state.end)] : []);
  }

  /** To the first contact, or else to the closest approach. */
  seek(): void {
    const { state, cast } = this.app;
    const time = cast?.contact.hit ? cast.contact.time : cast?.approach.time;
    if (time === undefined) return;
    this.playing = false;
    state.time = Math.min(Math.max(time, 0), state.end);
    this.changed();
  }
}
