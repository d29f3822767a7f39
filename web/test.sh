#!/usr/bin/env bash
# The tests of the playground in a real browser: builds the page from its sources, the program if it
# is not built, installs Chromium if it is missing (Debian, as root), and compares what the page
# shows with what the library says.
set -euo pipefail
cd "$(dirname "$0")/.."

chromium="${CHROMIUM:-/usr/bin/chromium}"
if [ ! -x "$chromium" ]; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
        echo "no browser at $chromium: install Chromium, or set CHROMIUM to one" >&2
        exit 1
    fi
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium > /dev/null
fi
web/build.sh quick
# The program that the other tests use, if they ran: nothing is compiled twice.
program="${CLEARANCE_PROGRAM:-${CARGO_TARGET_DIR:-target}/debug/clearance}"
[ -n "${CLEARANCE_PROGRAM:-}" ] ||
    cargo build --workspace --all-features --profile test --bin clearance
CHROMIUM="$chromium" node web/test/run.mjs "$program" web/dist
