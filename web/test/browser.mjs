// Chromium, a static server, and the native program to compare with.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const ARGUMENTS = [
  "--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
  // Where there is no graphics card, pages are drawn as the browser would by itself, and WebGL may be drawn by the processor.
  "--enable-unsafe-swiftshader",
];

/** A browser with a profile of its own. */
export async function browse(options = {}) {
  const profile = mkdtempSync(join(tmpdir(), "playground-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ARGUMENTS,
    // Small: every pixel of a scene is drawn in software here.
    viewport: { width: 960, height: 520 },
    ...options,
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

/** The page as static files. */
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(folder, normalize(pathname === "/" ? "/index.html" : pathname));
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The page as the program serves it. */
export async function play(program, ...more) {
  const child = spawn(program, ["play", "--port", "0", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`clearance play ended with ${code}`)));
  });
  return { address, close: () => child.kill() };
}

/** Answers by the native program to queries in the file format. */
export function native(program, queries) {
  const input = queries.map((query) => (typeof query === "string" ? query.trim() : JSON.stringify(query))).join("\n");
  const output = execFileSync(program, ["batch", "-"], { input: `${input}\n`, maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "ignore"] });
  return output.toString().trim().split("\n").map((line) => JSON.parse(line));
}

/** The steps by the native program. */
export function explained(program, query, method) {
  const more = method ? ["--method", method] : [];
  const output = execFileSync(program, ["explain", "-", "--json", ...more], { input: query, maxBuffer: 1 << 28 });
  return JSON.parse(output.toString());
}
