// Keys, fingers, eyes.

import assert from "node:assert/strict";
import { join } from "node:path";
import { browse } from "./browser.mjs";
import { env, test, close, newPage, open, picture, settle, shown, expected, middleOf, drag } from "./support.mjs";

test("the keyboard reaches everything", async () => {
  const page = await newPage();
  await open(page, "#triangle-square");
  const before = await shown(page);
  await page.focus('path[data-body="1"]');
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("q");
  await settle(page);
  const after = await shown(page);
  assert.notEqual(after, before);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.body), "1");
  await page.focus('[data-owner="0"][data-handle="0"]');
  await page.keyboard.press("Shift+ArrowLeft");
  await settle(page);
  close(await shown(page), (await expected(page)).signed, "by keys");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await settle(page);
  assert.equal(await page.evaluate(() => playground.state.step), 1);
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.keyboard.press("l");
  await settle(page);
  assert.equal(await page.evaluate(() => playground.state.step), -1);
  const nameless = await page.evaluate(() => {
    const named = (one) => one.getAttribute("aria-label") || one.textContent.trim() || one.title || one.labels?.length || one.closest("label");
    return [...document.querySelectorAll("button, select, input, textarea, [tabindex], svg, canvas")]
      .filter((one) => !named(one) && !one.closest("[hidden]")).map((one) => one.outerHTML.slice(0, 120));
  });
  assert.deepEqual(nameless, []);
  await page.close();
});

test("light and dark are both legible", async () => {
  const page = await newPage();
  await open(page, "#triangle-square");
  for (let i = 0; i < 2; i++) {
    const [theme, ratios] = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const part = (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      const light = (name) => {
        const written = style.getPropertyValue(name).trim().slice(1);
        const hex = written.length === 3 ? written.replace(/./g, "$&$&") : written;
        const [r, g, b] = [0, 2, 4].map((k) => part(parseInt(hex.slice(k, k + 2), 16) / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ratio = (x, y) => (Math.max(light(x), light(y)) + 0.05) / (Math.min(light(x), light(y)) + 0.05);
      const names = ["--ink", "--quiet", "--a-strong", "--b-strong", "--simplex", "--search"];
      return [document.documentElement.dataset.theme, names.flatMap((name) => [[name, ratio(name, "--ground")], [name, ratio(name, "--card")]])];
    });
    for (const [name, ratio] of ratios) assert.ok(ratio >= 4.5, `${theme}: ${name} has a contrast of ${ratio.toFixed(2)}`);
    await picture(page, `2d-${theme}`);
    await page.click("#theme");
    await settle(page);
  }
  await page.close();
});

// What is left of linear red, green and blue for people without one kind of cone (Machado, Oliveira and Fernandes, 2009).
const EYES = {
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** Lightness and two colour axes (CIELAB) of linear red, green and blue. */
function lab([r, g, b]) {
  const white = [0.95047, 1, 1.08883];
  const [x, y, z] = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
    .map((row, i) => (row[0] * r + row[1] * g + row[2] * b) / white[i])
    .map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test("A and B, and what is drawn between them, are told apart by all eyes", async () => {
  const page = await newPage();
  await open(page, "#triangle-square");
  const least = [];
  for (let i = 0; i < 2; i++) {
    const names = ["--a-strong", "--b-strong", "--simplex", "--search"];
    const colours = await page.evaluate((names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()), names);
    const linear = colours.map((hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)));
    for (const [eye, matrix] of Object.entries(EYES)) {
      const seen = linear.map((rgb) => lab(matrix.map((row) => row.reduce((sum, m, k) => sum + m * rgb[k], 0))));
      for (const [p, q] of [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]]) {
        const apart = Math.hypot(...seen[p].map((x, k) => x - seen[q][k]));
        least.push([apart, `${eye}: ${names[p]} and ${names[q]}`]);
      }
    }
    await page.click("#theme");
    await settle(page);
  }
  least.sort((x, y) => x[0] - y[0]);
  console.log(`     least: ${least[0][0].toFixed(0)} (${least[0][1]})`);
  // Twenty is far beyond what can just be seen; A and B are further apart still.
  assert.ok(least[0][0] >= 15, `${least[0]}`);
  for (const [apart, which] of least) assert.ok(!/a-strong and --b-strong/.test(which) || apart >= 40, `${which}: ${apart}`);
  await page.close();
});

test("on a phone everything fits, and fingers drag", async () => {
  const phone = await browse({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const page = await newPage(phone.context);
  await open(page, "#triangle-square");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} wide`);
  const before = await shown(page);
  const [x, y] = await middleOf(page, 'path[data-body="1"]');
  const touch = await phone.context.newCDPSession(page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [{ x, y }]);
  for (let i = 1; i <= 5; i++) await send("touchMove", [{ x: x - 6 * i, y: y + 4 * i }]);
  await send("touchEnd", []);
  await settle(page);
  const after = await shown(page);
  assert.notEqual(after, before);
  close(after, (await expected(page)).signed, "by a finger");
  const scale = await page.evaluate(() => playground.plane.screen.scale);
  await send("touchStart", [{ x: 60, y: 250 }, { x: 120, y: 250 }]);
  for (let i = 1; i <= 5; i++) await send("touchMove", [{ x: 60 - 5 * i, y: 250 }, { x: 120 + 5 * i, y: 250 }]);
  await send("touchEnd", []);
  await settle(page);
  assert.ok((await page.evaluate(() => playground.plane.screen.scale)) > scale, "two fingers come closer");
  await page.screenshot({ path: join(env.shots, "phone.png") });
  await open(page, "#hulls");
  await page.waitForFunction(() => playground.view);
  await page.waitForTimeout(600);
  const apart = await shown(page);
  const [u, v] = await page.evaluate(() => playground.view.onPage(1));
  await send("touchStart", [{ x: u, y: v }]);
  for (let i = 1; i <= 6; i++) await send("touchMove", [{ x: u + 5 * i, y: v - 4 * i }]);
  await send("touchEnd", []);
  await settle(page);
  assert.notEqual(await shown(page), apart, "the gizmo follows a finger");
  close(await shown(page), (await expected(page)).signed, "by a finger in 3D");
  await page.screenshot({ path: join(env.shots, "phone-3d.png") });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  assert.deepEqual(env.complaints, []);
  await phone.close();
});
