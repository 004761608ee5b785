#!/usr/bin/env bash
# Programs that other people wrote, compiled by us: Lua, zlib, SQLite, and random ones of csmith. Needs the
# network: sources come from crates.io and Debian. Debug information of the shipped programs is looked at too.
# `MACHINE=aarch64` is for AArch64 under qemu. `real.sh [N [SEED]]` takes N programs of csmith (50). Exits with 1 if anything failed.
set -uo pipefail
cd "$(dirname "$0")/real"
failed=0
./lua.sh || failed=$((failed + 1))
./zlib.sh || failed=$((failed + 1))
./sqlite.sh || failed=$((failed + 1))
./csmith.sh "${1:-50}" "${2:-1}" || failed=$((failed + 1))
./debug_info.sh || failed=$((failed + 1))
echo "real programs: $((5 - failed)) passed, $failed failed"
[ "$failed" = 0 ]
