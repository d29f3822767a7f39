#!/usr/bin/env bash
# Builds the page: the library for browsers, its JavaScript side, and the files that the program
# embeds. `build.sh` writes web/dist and crates/clearance-cli/page, which is committed; `build.sh
# quick` writes web/dist alone, from a library that took less time to compile, for tests.
#
# Needs Rust, Node.js and npm; fetches the target and the packages if they are missing.
set -euo pipefail
cd "$(dirname "$0")/.."

target="${CARGO_TARGET_DIR:-$PWD/target}"
profile=web
[ "${1:-}" = quick ] && profile=web-test

if ! rustc --print sysroot | xargs -I{} test -d {}/lib/rustlib/wasm32-unknown-unknown; then
    rustup target add wasm32-unknown-unknown
fi
# Functions of the library are inlined by hand where that pays; more of it is only size.
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C llvm-args=--inline-threshold=12 -C llvm-args=--inlinehint-threshold=120" \
    cargo build -p clearance-web --profile "$profile" --target wasm32-unknown-unknown
CARGO_TARGET_DIR="$target/bindgen" cargo build --manifest-path web/bindgen/Cargo.toml

cd web
"$target/bindgen/debug/clearance-bindgen" \
    "$target/wasm32-unknown-unknown/$profile/clearance_web.wasm" pkg
[ -d node_modules ] && [ node_modules -nt package-lock.json ] || npm install --no-save --no-audit --no-fund
npx tsc --noEmit
npx vite build --logLevel warn
[ "$profile" = web-test ] || node compress.mjs dist ../crates/clearance-cli/page
