#!/bin/sh
# Allocates functions of regalloc2's generator by our greedy allocator, and has regalloc2's checker look at the result:
# 10,000 of them, or as many as are asked for. The test command takes a few hundred.
#
#   tests/regalloc2.sh [COUNT]
set -eu
cd "$(dirname "$0")/.."
GENERATED=${1:-10000} cargo test --release -p avarice-regalloc2-bridge --test generated
