#!/usr/bin/env bash
# Builds the page: the library for browsers, its JavaScript side, and the files that the program
# embeds. `build.sh` writes web/dist and crates/clearance-cli/page, which is committed; `build.sh
# quick` writes web/dist alone, from a library that took less time to compile, for tests.
#
# Needs Rust, Node.js and npm; fetches the target and the packages if they are missing.
set -euo pipefail
cd "$(dirname "$0")/.."

target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
profile=web
[ "${1:-}" = quick ] && profile=web-test

if ! rustc --print sysroot | xargs -I{} test -d {}/lib/rustlib/wasm32-unknown-unknown; then
    rustup target add wasm32-unknown-unknown
fi
# What is inlined by hand for the sake of native programs would make the page too large, and the
# compiler has no switch against it. So the page is compiled from a copy of the sources that leaves
# the choice to the compiler, but for the simple arithmetic of vectors. Answers have the same bits either way.
sources="$PWD"
if [ "$profile" = web ]; then
    sources="$target/web-sources"
    rm -rf "$sources" && mkdir -p "$sources"
    cp -rp Cargo.toml Cargo.lock crates "$sources"
    grep -rl --include='*.rs' 'inline(always)' "$sources/crates/clearance/src" |
        grep -v '/space/vector\.rs$' | xargs sed -i 's/inline(always)/inline/'
fi
# The size that inlining ends at; and vector instructions, which make copies of structures shorter.
flags="-C llvm-args=--inline-threshold=3 -C llvm-args=--inlinehint-threshold=8 -C target-feature=+simd128"
# Where in the sources a panic would be is not written down: nobody reads it there, and it would tell where the
# sources lay on this machine. The compiler has a switch for that, which it calls unstable.
flags="$flags -Z location-detail=none"
(cd "$sources" && CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$flags" RUSTC_BOOTSTRAP=1 \
    cargo build --target-dir "$target" -p clearance-web --profile "$profile" --target wasm32-unknown-unknown)
CARGO_TARGET_DIR="$target/bindgen" cargo build --manifest-path web/bindgen/Cargo.toml

cd web
"$target/bindgen/debug/clearance-bindgen" \
    "$target/wasm32-unknown-unknown/$profile/clearance_web.wasm" pkg
[ -d node_modules ] && [ node_modules -nt package-lock.json ] || npm install --no-save --no-audit --no-fund
npx tsc --noEmit
npx vite build --logLevel warn
[ "$profile" = web-test ] || node compress.mjs dist ../crates/clearance-cli/page
