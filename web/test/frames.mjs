// Sixty frames a second while something is dragged: measured in the page, and by what the browser's processes used.
//
// How many frames a second come out depends on what else the machine does, so that is told and not asserted. What a
// frame costs the processor does not: sixty of them must fit in a second of two cores, drawing included, also where
// there is no graphics card.

import assert from "node:assert/strict";
import { env, middleOf, newPage, open, settle, test } from "./support.mjs";

const FRAME = 1000 / 60;
const CORES = 2;
const STEPS = 100;

/** Milliseconds of processor time that the browser's processes have used, those that draw the page. */
async function used() {
  const session = await env.context.browser().newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const all = { renderer: 0, gpu: 0 };
  for (const { type, cpuTime } of processInfo) {
    if (type === "renderer") all.renderer += cpuTime * 1000;
    else all.gpu += cpuTime * 1000;
  }
  return all;
}

/** Drags to and fro, with a move of the pointer in every frame, and measures. */
async function measured(page, from, by) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 2, from[1]);
  await settle(page);
  const before = await used();
  const { frames, wall, width } = await page.evaluate(({ from, by, steps }) => new Promise((done) => {
    const target = document.querySelector(playground.state.dim === 2 ? "#plane svg" : "#space canvas");
    playground.frames.all.length = 0;
    let i = 0;
    let began = 0;
    const tick = (now) => {
      began ||= now;
      // One more frame than moves: it tells when the last one was over.
      if (i++ === steps) return done({ frames: structuredClone(playground.frames.all), wall: now - began, width: target.width });
      const share = Math.sin((i / steps) * 2 * Math.PI);
      const at = { clientX: from[0] + by[0] * share, clientY: from[1] + by[1] * share };
      target.dispatchEvent(new PointerEvent("pointermove", { ...at, pointerId: 1, pointerType: "mouse", buttons: 1, button: -1, bubbles: true }));
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }), { from, by, steps: STEPS });
  const after = await used();
  await page.mouse.up();
  await settle(page);
  const of = (pick) => frames.map(pick).filter((x) => x !== null).sort((x, y) => x - y);
  const half = (sorted) => sorted[sorted.length >> 1] ?? NaN;
  return {
    frames: frames.length, rate: (1000 * STEPS) / wall, work: half(of((one) => one.find + one.draw)), find: half(of((one) => one.find)), gap: half(of((one) => one.gap)),
    renderer: (after.renderer - before.renderer) / STEPS, gpu: (after.gpu - before.gpu) / STEPS, width,
    query: await page.textContent('[data-fact="time a query"]'), said: await page.textContent('[data-fact="work a frame"]'),
  };
}

function report(name, one) {
  const ms = (x) => `${x.toFixed(1)} ms`;
  console.log(`     ${name}: ${one.rate.toFixed(0)} frames a second, half of them within ${ms(one.gap)}; a query ${one.query}, all of the page's work ${ms(one.work)} (${ms(one.find)} of it to find what is shown); processor ${ms(one.renderer)} in the page's process and ${ms(one.gpu)} in others`);
  assert.equal(one.frames, STEPS, `${name}: each move is drawn, in a frame of its own`);
  assert.ok(one.renderer < FRAME, `${name}: the page's process takes ${one.renderer} ms a frame`);
  assert.ok(one.renderer + one.gpu < CORES * FRAME, `${name}: ${one.renderer + one.gpu} ms a frame, on all processors`);
  assert.match(one.said, /ms, \d+ a second/);
}

test("sixty frames a second while dragging", async () => {
  const page = await newPage();
  for (const hash of ["triangle-square", "ellipses", "crowd"]) {
    await open(page, `#${hash}`);
    report(hash, await measured(page, await middleOf(page, 'path[data-body="1"]'), [-80, 50]));
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
});

test("sixty frames a second while dragging in 3D", async () => {
  const page = await newPage();
  for (const [hash, step] of [["boxes", -1], ["facet-balls", 0], ["objects-v-vi", 1e6]]) {
    await open(page, `#${hash}`);
    await page.waitForFunction(() => playground.view);
    await page.evaluate((step) => { playground.state.step = step; playground.change(); }, step);
    await settle(page);
    const one = await measured(page, await page.evaluate(() => playground.view.onPage(1)), [-60, 40]);
    report(hash, one);
    // With fewer pixels while it moves, if need be; as sharp as the page when it is still.
    const { width, page: wide } = await page.evaluate(() => ({ width: document.querySelector("#space canvas").width, page: document.querySelector("#space").clientWidth }));
    assert.ok(one.width <= width && width >= wide, `${one.width} pixels while moving, ${width} when still, on ${wide}`);
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
});
