// What a frame draws. While something moves: the scene in every frame, words a few times a second, and what is costly once it is still.

/** What changed: something small in the scene, how one looks at it, where a body is, or anything else. Looks and moves come in rows. */
export type Change = "glance" | "look" | "move" | "all";

/** What a frame is to show. */
export interface Need {
  /** Something else is to be found than for the last frame. */
  anew: boolean;
  /** More of the same is expected: what takes long can wait. */
  moving: boolean;
  /** The cards are drawn too. */
  cards: boolean;
}

/** Milliseconds without a change after which it is still. */
const STILL = 150;
/** Milliseconds between two drawings of the cards while something moves. */
const CARDS = 100;
const RANK: Record<Change, number> = { glance: 0, look: 1, move: 2, all: 3 };

export class Pace {
  private asked: Change | null = null;
  /** What moves, until it is still and drawn as it is. */
  private row: Change | null = null;
  private timer = 0;
  private cards = -Infinity;

  constructor(private readonly draw: (now: number, need: Need) => void) {}

  /** Everything that was asked for is drawn, and nothing moves. */
  get still(): boolean {
    return this.asked === null && this.row === null;
  }

  /** Draws on the next frame, once for all that ask. */
  ask(change: Change): void {
    if (this.asked === null) requestAnimationFrame((now) => this.frame(now));
    this.asked = greater(this.asked, change);
  }

  private frame(now: number): void {
    const change = this.asked ?? "all";
    this.asked = null;
    clearTimeout(this.timer);
    if (change === "all") this.row = null;
    else if (change !== "glance") this.row = greater(this.row, change);
    const moving = this.row !== null;
    if (moving) this.timer = window.setTimeout(() => this.settle(), STILL);
    const cards = change === "all" || (change === "move" && now - this.cards >= CARDS);
    if (cards) this.cards = now;
    this.draw(now, { anew: change === "move" || change === "all", moving, cards });
  }

  /** After moves everything is found anew; after looks the scene is drawn again. */
  private settle(): void {
    const after = this.row === "move" ? "all" : "glance";
    this.row = null;
    this.ask(after);
  }
}

function greater(one: Change | null, other: Change): Change {
  return one !== null && RANK[one] > RANK[other] ? one : other;
}
