// Everything that can be chosen: each example, and each kind of shape.

import assert from "node:assert/strict";
import { copied, env, example, newPage, open, settle, shown, test } from "./support.mjs";

let found = null;

/** What the page shows of each, and the code that it offers. Walked through once for all tests. */
export async function everything() {
  if (found) return found;
  const page = await newPage();
  const all = [];
  const note = async (name) => {
    const one = await page.evaluate(() => {
      const { answer, failure } = playground.shown;
      const box = document.querySelector("#message");
      return { failure, flaw: answer?.flaw ?? null, lower: answer?.lower, upper: answer?.upper, message: box.hidden ? "" : box.textContent, cast: playground.state.end > 0 && playground.app.cast?.contact.time };
    });
    Object.assign(one, { name, distance: Math.max(0, await shown(page)) });
    for (const language of ["json", "python", "rust"]) one[language] = await copied(page, language);
    all.push(one);
  };
  for (const tab of ["triangle-square", "boxes"]) {
    await open(page, `#${tab}`);
    const options = (list) => page.locator(`${list} option`).evaluateAll((all) => all.map((one) => one.value).filter(Boolean));
    for (const id of await options("#preset")) {
      await example(page, id);
      await note(id);
      if (id !== "near-parallel") continue;
      await page.selectOption("#method", "exact");
      await settle(page);
      await note("near-parallel, exactly");
    }
    await example(page, tab);
    for (const kind of await options(".body-b select")) {
      await page.locator(".body-b select").selectOption(kind);
      await settle(page);
      await note(`${tab === "boxes" ? "3D" : "2D"} ${kind}`);
    }
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
  found = all;
  return all;
}

test("every example and every kind of shape is answered, and approved by the judge", async () => {
  const all = await everything();
  assert.ok(all.length >= 80, `${all.length} pairs`);
  for (const one of all) {
    assert.equal(one.failure, "", one.name);
    assert.equal(one.message, "", one.name);
    assert.equal(one.flaw, null, one.name);
    assert.ok(one.lower <= one.upper, one.name);
  }
});
