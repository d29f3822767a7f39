// node compress.mjs DIST OUT: the files of the built page as the program embeds them, with Brotli.
// Fails, and writes nothing, if the library has become too large for a page.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const WASM_MOST = 600_000;

const [dist, out] = process.argv.slice(2);
const files = readdirSync(dist).sort().map((name) => {
  const plain = readFileSync(join(dist, name));
  const packed = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  console.log(`${name}: ${plain.length} bytes, ${packed.length} compressed`);
  if (name.endsWith(".wasm") && packed.length > WASM_MOST) {
    console.error(`${name} is too large: at most ${WASM_MOST} bytes`);
    process.exit(1);
  }
  return [name, packed];
});
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [name, packed] of files) writeFileSync(join(out, `${name}.br`), packed);
