// Two dimensions: dragging, reshaping, stepping.

import assert from "node:assert/strict";
import { explained } from "./browser.mjs";
import { env, test, close, newPage, open, picture, settle, shown, copied, expected, middleOf, drag } from "./support.mjs";

test("a dragged polygon shows the library's distance", async () => {
  const page = await newPage();
  await open(page, "#triangle-square");
  const before = await shown(page);
  const body = 'path[data-body="1"]';
  await drag(page, await middleOf(page, body), [-60, 45]);
  const after = await shown(page);
  assert.notEqual(after, before);
  const told = await expected(page);
  close(after, told.signed, "dragged");
  assert.ok(told.lower <= told.upper);
  await drag(page, await middleOf(page, '[data-owner="0"][data-handle="2"]'), [30, -25]);
  close(await shown(page), (await expected(page)).signed, "reshaped");
  await drag(page, await middleOf(page, '[data-turn="1"]'), [50, 30]);
  close(await shown(page), (await expected(page)).signed, "turned");
  // Over the other one: a depth.
  const [a, b] = [await middleOf(page, 'path[data-body="0"]'), await middleOf(page, body)];
  await drag(page, b, [a[0] - b[0] + 20, a[1] - b[1]]);
  const deep = await shown(page);
  assert.ok(deep < 0, `they overlap: ${deep}`);
  close(deep, (await expected(page)).signed, "overlapping", 1e-9);
  await picture(page, "2d-overlap");
  await page.close();
});

test("a vertex can be added, removed, and not pulled inside", async () => {
  const page = await newPage();
  await open(page, "#triangle-square");
  const handles = () => page.locator('[data-owner="1"]').count();
  assert.equal(await handles(), 4);
  await page.click('.body-b button[title^="Add a vertex"]');
  await settle(page);
  assert.equal(await handles(), 5);
  close(await shown(page), (await expected(page)).signed, "five vertices");
  await page.locator('[data-owner="1"][data-handle="1"]').dblclick();
  await settle(page);
  assert.equal(await handles(), 4);
  const still = await shown(page);
  const corner = await middleOf(page, '[data-owner="1"][data-handle="0"]');
  const opposite = await middleOf(page, '[data-owner="1"][data-handle="2"]');
  await drag(page, corner, [(opposite[0] - corner[0]) * 0.9, (opposite[1] - corner[1]) * 0.9]);
  assert.match(await page.textContent("#message span"), /convex|vertex|hull/i);
  assert.ok(Number.isFinite(await shown(page)) && still > 0);
  close(await shown(page), (await expected(page)).signed, "a refused vertex");
  await page.close();
});

test("shapes are added, paired and removed", async () => {
  const page = await newPage();
  await open(page, "#triangle-square");
  await page.click("button.add");
  await settle(page);
  assert.equal(await page.locator("path[data-body]").count() >= 3, true);
  await page.click('.body-other button[title="Make this shape A"]');
  await settle(page);
  close(await shown(page), (await expected(page)).signed, "another A");
  await page.locator('button[title="Remove this shape"]').first().click();
  await settle(page);
  assert.equal(await page.locator(".shape").count(), 2);
  close(await shown(page), (await expected(page)).signed, "one less");
  await page.close();
});

test("stepping shows the simplexes of the native trace", async () => {
  const page = await newPage();
  for (const preset of ["triangle-square", "point-triangle", "collinear", "single-precision", "overlap", "interior-edge", "edge-overlap"]) {
    await open(page, `#${preset}`);
    const { steps } = explained(env.program, await copied(page, "json"), "gjk");
    const seen = [];
    while (!(await page.isDisabled("#next"))) {
      await page.click("#next");
      await settle(page);
      seen.push(await page.evaluate(() => {
        const { kind, step, at, full } = playground.shown.subs[playground.state.step];
        return { kind, step, simplex: at.simplex, full, text: document.querySelector("#step-text").textContent };
      }));
    }
    assert.equal(new Set(seen.map((one) => one.step)).size, steps.length, `${preset}: steps`);
    for (const { step, simplex, kind, text } of seen) {
      assert.ok(text.length > 20, `${preset}: words`);
      const there = steps[step].simplex;
      assert.equal(simplex.length, there.length, `${preset}, step ${step}`);
      simplex.forEach((vertex, i) => {
        for (const side of ["a", "b"]) vertex[side].forEach((x, k) => close(x, there[i][side][k], `${preset}, step ${step}, ${kind}`));
        close(vertex.weight, there[i].weight, `${preset}, weight`);
      });
    }
    const drawn = await page.locator("#difference .simplex-point").count();
    assert.equal(drawn, seen.at(-1).simplex.length, `${preset}: the difference shows the simplex`);
    const kinds = new Set(seen.map((one) => one.kind));
    assert.ok(kinds.has("simplex") && kinds.has("closest"), `${preset}: ${[...kinds]}`);
    await page.keyboard.press("p");
    await settle(page);
    assert.equal(await page.evaluate(() => playground.state.step), Math.max(-1, seen.length - 2));
    if (preset === "triangle-square") {
      await page.evaluate(() => { playground.state.step = 4; playground.change(); });
      await settle(page);
      await picture(page, "2d");
    }
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
});
