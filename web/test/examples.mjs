// Everything that can be chosen.

import assert from "node:assert/strict";
import { env, test, newPage, open, settle, example } from "./support.mjs";

test("every example opens, is answered and approved by the judge", async () => {
  const page = await newPage();
  await open(page, "");
  const ids = [];
  for (const tab of ["#tab2", "#tab3"]) {
    await page.click(tab);
    await settle(page);
    ids.push(...(await page.locator("#preset option").evaluateAll((all) => all.map((one) => one.value).filter(Boolean))));
  }
  assert.ok(ids.length >= 30, `${ids.length} examples`);
  for (const id of ids) {
    await example(page, id);
    const { answer, failure } = await page.evaluate(() => playground.shown);
    assert.ok(answer, `${id}: ${failure}`);
    assert.equal(answer.flaw ?? null, null, id);
    assert.ok(answer.lower <= answer.upper, id);
    assert.ok(await page.isHidden("#message"), id);
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
});

test("every kind of shape can be chosen", async () => {
  const page = await newPage();
  for (const tab of ["triangle-square", "boxes"]) {
    await open(page, `#${tab}`);
    const kinds = await page.locator(".body-b select option").evaluateAll((all) => all.map((one) => one.value).filter(Boolean));
    for (const kind of kinds) {
      await page.locator(".body-b select").selectOption(kind);
      await settle(page);
      assert.ok(await page.isHidden("#message"), `${kind}: ${await page.textContent("#message")}`);
      const { answer, failure } = await page.evaluate(() => playground.shown);
      assert.ok(answer && !answer.flaw, `${kind}: ${failure} ${answer?.flaw}`);
    }
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
});
