// What comes from outside: links and files.

import assert from "node:assert/strict";
import { explained } from "./browser.mjs";
import { env, test, close, drag, newPage, open, settle, shown, copiedByHand, expected } from "./support.mjs";

test("a shared link shows the same", async () => {
  const page = await newPage();
  for (const preset of ["capsules", "facet-balls"]) {
    await open(page, `#${preset}`);
    await page.evaluate(() => {
      const { state } = playground;
      state.bodies[1].t = state.bodies[1].t.map((x) => x + 0.25);
      state.step = 2;
      playground.change();
    });
    await settle(page);
    // From elsewhere: the view belongs to the link.
    const [x, y] = await page.evaluate(() => { const box = document.querySelector("main .views:not([hidden]) .view").getBoundingClientRect(); return [box.left + 24, box.bottom - 40]; });
    await drag(page, [x, y], [35, -25]);
    await settle(page);
    const camera = await page.evaluate(() => playground.state.camera);
    assert.ok(camera.length > 0);
    const link = await copiedByHand(page, "link");
    const [distance, step, text] = [await shown(page), await page.textContent("#where"), await page.textContent("#step-text")];
    const other = await env.context.newPage();
    await open(other, link.slice(link.indexOf("#")));
    assert.equal(await shown(other), distance);
    await settle(other);
    const there = await other.evaluate(() => playground.view?.camera.position.toArray() ?? [...playground.plane.screen.centre, playground.plane.screen.scale]);
    there.forEach((c, i) => close(c, camera[i], "camera", 1e-9));
    assert.equal(await other.textContent("#where"), step);
    assert.equal(await other.textContent("#step-text"), text);
    await other.close();
  }
  await page.close();
});

const encode = (value) => `#1.${Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;

test("bad links give a message and never a blank page", async () => {
  const page = await newPage();
  const ball = { shape: { type: "ball", radius: 1 }, t: [0, 0], r: [0] };
  const base = { dim: 2, bodies: [ball, ball], pair: [0, 1], method: "", step: -1, time: 0, end: 0, camera: [] };
  const bad = [
    ["#1.%%%", /damaged/], ["#1.", /damaged/], ["#99.abc", /version/], ["#no-such-example", /version/], [encode("{"), /damaged/], [encode("null"), /link/], [encode({}), /dimension/],
    [encode({ ...base, bodies: [ball] }), /bodies/], [encode({ ...base, pair: [0, 0] }), /pair/], [encode({ ...base, pair: [0, 9] }), /pair/],
    [encode({ ...base, bodies: [ball, { ...ball, t: [0, null] }] }), /place/], [encode({ ...base, bodies: [ball, { ...ball, shape: { type: "ball", radius: -1 } }] }), /radius.*positive/],
    [encode({ ...base, bodies: [ball, { ...ball, shape: { type: "dragon" } }] }), /type/], [encode({ ...base, dim: 3, bodies: [0, 1].map(() => ({ ...ball, t: [0, 0, 0], r: [0, 0, 0, 0] })) }), /rotation/],
    [encode({ ...base, dim: 3, bodies: [0, 1].map(() => ({ shape: { type: "facet-ball", order: 1e9 }, t: [0, 0, 0], r: [0, 0, 0, 1] })) }), /facet-ball/],
    [encode({ ...base, bodies: [ball, { ...ball, shape: { type: "polytope", vertices: [[1e308, 1e308], [-1e308, 0]] } }] }), /./],
    ["#open=..%2F..%2Fetc%2Fpasswd", /not the name/], ["#open=missing.json", /not there/], ["#open=%", /./],
  ];
  for (const [hash, why] of bad) {
    await open(page, hash);
    const said = await page.textContent("#message span");
    assert.match(said, why, hash);
    assert.ok(await page.isVisible("#message") || /1e308/.test(hash), hash);
    assert.equal(await page.locator(".shape").count(), 2, hash);
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
});

test("links that look from nowhere, or at what is too far away, still show a page", async () => {
  // A grid of lines without end froze the page, and a pair that nobody can measure was measured.
  const page = await newPage();
  const flat = { shape: { type: "ball", radius: 1 }, t: [0, 0], r: [0] };
  const solid = { shape: { type: "ball", radius: 1 }, t: [0, 0, 0], r: [0, 0, 0, 1] };
  const plane = (camera, far = 3) => ({ dim: 2, bodies: [flat, { ...flat, t: [far, 0] }], pair: [0, 1], method: "", step: -1, time: 0, end: 0, camera });
  const space = (camera, far = 3) => ({ ...plane(camera), dim: 3, bodies: [solid, { ...solid, t: [far, 0, 0] }] });
  for (const state of [plane([1e308, -1e300, 1e308]), plane([0, 0, 0]), space([0, 0, 0, 0, 0, 0]), space([1e12, 1e16, 1e300, 0, 0, 0])]) {
    await open(page, encode(state));
    close(await shown(page), 1, JSON.stringify(state.camera));
    const box = await page.locator("main .views:not([hidden]) .view").first().boundingBox();
    await drag(page, [box.x + box.width - 30, box.y + 30], [-20, 10]);
  }
  for (const state of [plane([], 1e300), space([], -1e300)]) {
    await open(page, encode(state));
    assert.match(await page.textContent("#verdict"), /1e300, outside of the range/);
    await page.keyboard.press("n");
    await settle(page);
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
});

async function drop(page, name, text) {
  await page.evaluate(({ name, text }) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, { name, text });
  await page.waitForTimeout(150);
  await settle(page);
}

test("dropped files open, and bad ones say why", async () => {
  const page = await newPage();
  await open(page, "");
  await drop(page, "pair.toml", '[a]\ntype = "ball"\nradius = 1\n[b]\ntype = "box"\nhalf_extents = [1, 1, 1]\n[pose_b]\ntranslation = [5, 0, 0]\nrpy = [0.1, 0.2, 0.3]\n');
  close(await shown(page), (await expected(page)).signed, "TOML");
  assert.equal(await page.evaluate(() => playground.state.dim), 3);
  const query = '{"a": {"type": "triangle", "vertices": [[0, 0], [4, 0], [0, 3]]}, "b": {"type": "box", "half_extents": [1, 1]}, "pose_b": {"translation": [5, 5]}}';
  const trace = explained(env.program, query, "gjk");
  await drop(page, "trace.json", JSON.stringify(trace));
  assert.equal(await page.evaluate(() => playground.state.step), 0);
  close(await shown(page), trace.result.distance, "a trace");
  for (const [name, text, why] of [
    ["bad.json", "{", /bad\.json.*line 1/], ["bad.toml", "a = ", /bad\.toml/], ["empty.json", "", /empty\.json/], ["wrong.json", '{"a": 1, "b": 2}', /a: expected/],
    ["picture.json", "\u0000\u0001", /picture/], ["deep.json", "[".repeat(5000), /deep/],
  ]) {
    await drop(page, name, text);
    assert.match(await page.textContent("#message span"), why);
    assert.equal(await page.locator(".shape").count(), 2);
  }
  assert.deepEqual(env.complaints, []);
  await page.close();
});
