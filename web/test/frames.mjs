// How long a frame takes while something is dragged: work in the page, time of a query, time between frames.
// Printed for people; the tests are that frames are drawn, and that the page says what they take.

import assert from "node:assert/strict";
import { env, middleOf, newPage, open, settle, test } from "./support.mjs";

const FRAME = 1000 / 60;

/** Drags, with a move of the pointer in every frame, and measures. */
async function measured(page, from, by) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 2, from[1]);
  await settle(page);
  await page.evaluate(() => { playground.frames.all.length = 0; });
  await page.evaluate(({ from, by, steps }) => new Promise((done) => {
    const target = document.querySelector(playground.state.dim === 2 ? "#plane svg" : "#space canvas");
    let i = 0;
    const tick = () => {
      if (i++ === steps) return done();
      const at = { clientX: from[0] + (by[0] * i) / steps, clientY: from[1] + (by[1] * i) / steps };
      target.dispatchEvent(new PointerEvent("pointermove", { ...at, pointerId: 1, pointerType: "mouse", buttons: 1, button: -1, bubbles: true }));
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }), { from, by, steps: 90 });
  await page.mouse.up();
  await settle(page);
  const all = await page.evaluate(() => playground.frames.all);
  const of = (pick) => all.map(pick).filter((x) => x !== null).sort((x, y) => x - y);
  const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  const work = of((one) => one.find + one.draw);
  const gaps = of((one) => one.gap);
  return {
    count: all.length, work: at(work, 0.5), late: at(work, 0.9), find: at(of((one) => one.find), 0.5), draw: at(of((one) => one.draw), 0.5), gap: at(gaps, 0.5),
    query: await page.textContent('[data-fact="time a query"]'), said: await page.textContent('[data-fact="work a frame"]'),
  };
}

function report(name, one) {
  const ms = (x) => `${x.toFixed(2)} ms`;
  console.log(`     ${name}: ${one.count} frames; work ${ms(one.work)} (find ${ms(one.find)}, draw ${ms(one.draw)}; nine in ten within ${ms(one.late)}); between frames ${ms(one.gap)}; a query ${one.query}`);
  // Said, not asserted: how long anything takes depends on what else the machine does.
  if (!(one.work < FRAME)) console.log(`     ${name}: MORE than a sixtieth of a second`);
  assert.ok(one.count >= 20, `${name}: ${one.count} frames`);
  assert.match(one.said, /ms/);
}

test("what a frame takes while dragging", async () => {
  const page = await newPage();
  for (const hash of ["triangle-square", "capsules", "ellipses"]) {
    await open(page, `#${hash}`);
    const one = await measured(page, await middleOf(page, 'path[data-body="1"]'), [-120, 80]);
    report(hash, one);
  }
  await page.close();
});

test("what a frame takes while dragging in 3D", async () => {
  const page = await newPage();
  for (const [hash, step] of [["boxes", -1], ["facet-balls", 0], ["objects-v-vi", 1e6]]) {
    await open(page, `#${hash}`);
    await page.waitForFunction(() => playground.view);
    await page.evaluate((step) => { playground.state.step = step; playground.change(); }, step);
    await settle(page);
    const one = await measured(page, await page.evaluate(() => playground.view.onPage(1)), [-60, 40]);
    report(hash, one);
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
});
