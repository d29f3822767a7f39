// "Copy as": what is copied is run, and must give what the page shows.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { native } from "./browser.mjs";
import { everything } from "./examples.mjs";
import { close, copied, copiedByHand, env, newPage, open, test } from "./support.mjs";

/** The wheel's environment, if `./test python` has made it. */
const PYTHON = process.env.CLEARANCE_PYTHON ?? join(dirname(env.program), "../python/test/bin/python");

/** A moving pair is asked for its first contact, any other for its distance. */
function compare(what, one, told) {
  if (typeof one.cast === "number") close(told, one.cast, `${one.name} as ${what}`, 1e-9);
  else close(told, one.distance, `${one.name} as ${what}`, 1e-9);
}

test("the dialog shows the code", async () => {
  const page = await newPage();
  await open(page, "#triangle-square");
  for (const language of ["json", "python", "rust"]) assert.equal(await copiedByHand(page, language), await copied(page, language));
  await page.close();
});

test("copied JSON gives the same distance", async () => {
  const all = await everything();
  const answers = native(env.program, all.map((one) => one.json));
  all.forEach((one, i) => {
    assert.ok(!answers[i].error, `${one.name}: ${answers[i].error}`);
    compare("JSON", one, typeof one.cast === "number" ? answers[i].time : answers[i].distance);
  });
  console.log(`     ${all.length} pairs`);
});

test("copied Python runs and gives the same distance", async () => {
  if (!existsSync(PYTHON)) {
    console.log("     not run: no wheel here (./test python builds one)");
    return;
  }
  const all = await everything();
  // One process for all: each program is run for itself, and tells the first number that it prints.
  const runner = `
import contextlib, io, json, sys
for source in json.load(sys.stdin):
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(source, "copied", "exec"), {})
    except Exception as error:
        out.write(f"error {error!r}")
    print(json.dumps(out.getvalue()))
`;
  const output = execFileSync(PYTHON, ["-c", runner], { input: JSON.stringify(all.map((one) => one.python)), maxBuffer: 1 << 26 });
  const lines = output.toString().trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(lines.length, all.length);
  all.forEach((one, i) => {
    assert.doesNotMatch(lines[i], /^error/, `${one.name}: ${lines[i]}\n${one.python}`);
    compare("Python", one, told(lines[i], one));
  });
  console.log(`     ${all.length} pairs`);
});

/** The number that a program prints first; of a moving pair the time of the contact. */
function told(text, one) {
  const number = typeof one.cast === "number" ? /time[=:]\s*([-+.\de]+)/.exec(text) : /([-+]?\d[\d.]*(?:e[-+]?\d+)?)/.exec(text);
  assert.ok(number, `${one.name} prints ${text}`);
  return Number(number[1]);
}

test("copied Rust compiles and gives the same distance", async () => {
  if (!process.env.COPIED_RUST) {
    console.log("     not run: set COPIED_RUST=1 to compile all of it, which takes a minute or two");
    return;
  }
  const all = await everything();
  const folder = mkdtempSync(join(tmpdir(), "copied-"));
  mkdirSync(join(folder, "src"));
  const library = join(env.here, "../crates/clearance");
  writeFileSync(join(folder, "Cargo.toml"), `[package]\nname = "copied"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\nclearance = { path = "${library}", features = ["exact"] }\n[workspace]\n`);
  const modules = all.map((one, i) => {
    writeFileSync(join(folder, `src/m${i}.rs`), one.rust.replace("fn main()", "pub fn main()"));
    return `mod m${i};\n`;
  });
  const calls = all.map((_, i) => `    if let Err(error) = m${i}::main() { println!("error {error}"); }\n    println!("----");\n`);
  writeFileSync(join(folder, "src/main.rs"), `${modules.join("")}fn main() {\n${calls.join("")}}\n`);
  const output = execFileSync("cargo", ["run", "--quiet"], { cwd: folder, env: { ...process.env, RUSTFLAGS: "-D warnings" }, maxBuffer: 1 << 26 }).toString();
  rmSync(folder, { recursive: true, force: true });
  const lines = output.split("----\n");
  all.forEach((one, i) => {
    assert.doesNotMatch(lines[i], /^error/, `${one.name}: ${lines[i]}`);
    compare("Rust", one, told(lines[i], one));
  });
  console.log(`     ${all.length} pairs`);
});
