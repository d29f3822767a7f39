// node compress.mjs DIST OUT: the files of the built page as the program embeds them, with Brotli.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [dist, out] = process.argv.slice(2);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const name of readdirSync(dist).sort()) {
  const plain = readFileSync(join(dist, name));
  const packed = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  writeFileSync(join(out, `${name}.br`), packed);
  console.log(`${name}: ${plain.length} bytes, ${packed.length} compressed`);
}
