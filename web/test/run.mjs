// node test/run.mjs PROGRAM DIST: the page in a real browser, beside the native library.
//
// What the page does is tested on DIST, just built from the sources and served as static files.
// The page that PROGRAM carries is tested for what only it can show. ONLY=words runs the tests with
// these words in their names.

import { join } from "node:path";
import { browse, serveFolder } from "./browser.mjs";
import { env, tests } from "./support.mjs";

await import("./plane.mjs");
await import("./frames.mjs");
await import("./space.mjs");
await import("./examples.mjs");
await import("./code.mjs");
await import("./links.mjs");
await import("./people.mjs");
await import("./program.mjs");

const only = process.env.ONLY;
const began = Date.now();
const files = await serveFolder(env.dist);
env.address = files.address;
const browser = await browse();
env.context = browser.context;
let failed = 0;
for (const [name, run] of tests) {
  if (only && !name.includes(only)) continue;
  const start = Date.now();
  try {
    await run();
    console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error.stack}`);
    for (const page of env.context.pages().slice(1)) {
      await page.screenshot({ path: join(env.shots, `failure-${failed}.png`) }).catch(() => {});
      await page.close().catch(() => {});
    }
  }
}
await browser.close();
files.close();
console.log(`${tests.length - failed} of ${tests.length} browser tests passed, ${((Date.now() - began) / 1000).toFixed(0)} s`);
process.exit(failed > 0 ? 1 : 0);
