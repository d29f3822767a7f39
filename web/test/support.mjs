// What the tests share: a page, what it shows, and what the native library says to that.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { native } from "./browser.mjs";

const [program, dist] = process.argv.slice(2).map((path) => resolve(path));
const here = new URL("..", import.meta.url).pathname;

export const env = {
  /** The native program, the page that was just built, and the folder `web`. */
  program,
  dist,
  here,
  shots: join(here, "screenshots"),
  /** Where the page is served, and in which browser. */
  address: "",
  context: null,
  /** What the browser complained about since the page was opened. */
  complaints: [],
};
mkdirSync(env.shots, { recursive: true });

export const tests = [];
export const test = (name, run) => tests.push([name, run]);
export const close = (x, y, what, slack = 1e-12) =>
  assert.ok(Math.abs(x - y) <= slack * (1 + Math.abs(y)), `${what}: ${x} in the page, ${y} from the library`);

export async function newPage(within = env.context) {
  const page = await within.newPage();
  env.complaints = [];
  page.on("console", (line) => {
    // A missing file is asked for on purpose, and the browser notes it.
    if (["error", "warning"].includes(line.type()) && !/404|GPU stall|swiftshader/i.test(line.text())) env.complaints.push(line.text());
  });
  page.on("pageerror", (error) => env.complaints.push(error.message));
  return page;
}

export async function open(page, hash = "", from = env.address) {
  await page.goto("about:blank");
  await page.goto(`${from}${hash}`);
  await page.waitForFunction(() => performance.getEntriesByName("ready").length > 0 && document.querySelector("#distance").textContent !== "…");
  await settle(page);
}

/** A picture as people see it. */
export async function picture(page, name) {
  const small = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.click("#reset");
  await page.waitForTimeout(300);
  await settle(page);
  await page.screenshot({ path: join(env.shots, `${name}.png`) });
  await page.setViewportSize(small);
}

/** Until everything asked for is drawn, and nothing moves any more. */
export async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() => playground.still);
}
export const shown = (page) => page.evaluate(() => Number(document.querySelector("#distance").dataset.value));

/** What "Copy as" shows, without the dialog. */
export const copied = (page, language) => page.evaluate((language) => playground.code(language), language);

/** The same as people come to it. */
export async function copiedByHand(page, language) {
  await page.click("#code");
  await page.click(`#code-dialog [data-language=${language}]`);
  const text = await page.inputValue("#code-text");
  await page.click("#close-code");
  return text;
}

/** Opens an example without loading the page again. */
export async function example(page, id) {
  await page.evaluate((hash) => { location.hash = hash; }, id);
  await page.waitForFunction((id) => document.querySelector("#preset").value === id, id);
  await settle(page);
}

/** A query without its motion. */
export function still(text) {
  const query = JSON.parse(text);
  for (const name of ["query", "t_max", "velocity_a", "velocity_b", "angular_velocity_a", "angular_velocity_b"]) delete query[name];
  return query;
}

/** The native answer to what the page shows: minus the depth where the shapes overlap. */
export async function expected(page) {
  const query = still(await copied(page, "json"));
  const signed = { ...query, query: "signed_distance", method: undefined, exact: undefined };
  const [plain, both] = native(env.program, [query, signed]);
  assert.ok(!plain.error, plain.error);
  return { ...plain, signed: plain.intersects ? both.distance : plain.distance };
}

export const middleOf = async (page, selector) => {
  const box = await page.locator(selector).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

export async function drag(page, from, by, steps = 12) {
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) await page.mouse.move(from[0] + (by[0] * i) / steps, from[1] + (by[1] * i) / steps);
  await page.mouse.up();
  await settle(page);
}
