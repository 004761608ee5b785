#!/bin/sh
# Cranelift with our register allocator: a copy of regalloc2 that asks for an allocator takes the place of regalloc2 in
# a workspace of its own (tests/cranelift), which compiles the shipped programs by --backend=cranelift with Cranelift's
# check of allocations on, links and runs them. Arguments are machines (x86_64, aarch64), levels (x86_64/O2) or programs
# (x86_64/O2/lisp), x86_64 without any; the other machine needs its C compiler and qemu. Needs the network.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$here/cranelift/target}
mkdir -p "$target"
cargo fetch --quiet --manifest-path "$here/cranelift/Cargo.toml"
registry=${CARGO_HOME:-$HOME/.cargo}/registry/src
original=$(ls -d "$registry"/*/regalloc2-0.15.2 | head -n 1)
# A copy that is as it should be stays: everything is rebuilt after it.
stamp=$(cksum < "$here/cranelift/hook.in")
if [ "$(cat "$target/regalloc2/stamp" 2> /dev/null)" != "$stamp" ]; then
    rm -rf "$target/regalloc2"
    cp -R "$original" "$target/regalloc2"
    chmod -R u+w "$target/regalloc2"
    sed -i.orig 's/^pub fn run_with_ctx</fn run_own</' "$target/regalloc2/src/lib.rs"
    cat "$here/cranelift/hook.in" >> "$target/regalloc2/src/lib.rs"
    echo "$stamp" > "$target/regalloc2/stamp"
fi
CARGO_TARGET_DIR="$target" cargo run --quiet --manifest-path "$here/cranelift/Cargo.toml" \
    --config "patch.crates-io.regalloc2.path='$target/regalloc2'" -- "$here/programs" "${@:-x86_64}"
