#!/usr/bin/env bash
# Builds the fastest `avarice`: `cargo build --release` once more, optimized with a profile of what the program does when it
# compiles the shipped programs. Beside it comes an archive with the program, its manual pages, completions for shells, and
# licence. Prints the path of the binary.
#
#     ./release.sh
#
# It needs an `llvm-profdata` that reads the profiles of rustc: that of the toolchain (`llvm-tools`), or LLVM's own,
# which is installed where both are missing. All is written to `profiled/` in cargo's target folder.
set -euo pipefail
# A build that fails in a command substitution ends the script, too.
shopt -s inherit_errexit
cd "$(dirname "$0")"

folder=$(realpath -m "${CARGO_TARGET_DIR:-target}")/profiled
host=$(rustc -vV | sed -n 's/^host: //p')
profiles=$folder/profiles

# Where the program is that reads profiles: `find_profdata`.
find_profdata() {
    local ours
    ours=$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata
    if [ -x "$ours" ]; then
        echo "$ours"
        return
    fi
    if ! command -v llvm-profdata-19 >/dev/null; then
        local as_root=()
        [ "$(id -u)" = 0 ] || as_root=(sudo -n)
        "${as_root[@]}" apt-get update -qq >&2
        DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends llvm-19 >&2
    fi
    command -v llvm-profdata-19
}

# Builds with more flags for rustc: `build FOLDER FLAGS` leaves the binary in FOLDER. Naming the host as target keeps
# the flags from build scripts and macros.
build() {
    RUSTFLAGS="${RUSTFLAGS:-} $2" cargo build --quiet --release -p avarice --target "$host" --target-dir "$folder/$1"
    echo "$folder/$1/$host/release/avarice"
}

# What a user does: programs with and without optimization before them, and machine code read from text.
train() {
    local avarice=$1 input inputs=(tests/programs/ll/*/*/*.ll)
    if [ ${#inputs[@]} -lt 300 ]; then
        echo "release.sh: only ${#inputs[@]} programs to train with" >&2
        exit 1
    fi
    for input in "${inputs[@]}"; do
        "$avarice" compile "$input" -O2 --jobs 1 -filetype=obj -o "$folder/trained.o"
        "$avarice" compile "$input" -O2 --jobs 1 -stop-before=greedy -o "$folder/trained.mir"
        "$avarice" compile "$folder/trained.mir" -run-pass=liveintervals,greedy,virtregrewriter --jobs 1 -o "$folder/out.mir"
    done
}

profdata=$(find_profdata)
rm -rf "$profiles"
counting=$(build counting "-Cprofile-generate=$profiles")
LLVM_PROFILE_FILE=$profiles/%2m.profraw train "$counting"
"$profdata" merge -o "$folder/avarice.profdata" "$profiles"/*.profraw
optimized=$(build optimized "-Cprofile-use=$folder/avarice.profdata")

# The archive, whose one folder is named like it.
name=avarice-$("$optimized" -V | cut -d ' ' -f 2)-$host
rm -rf "${folder:?}/$name"
mkdir -p "$folder/$name"
cp "$optimized" README.md LICENSE "$folder/$name"
"$optimized" package-files "$folder/$name/share"
tar -czf "$folder/$name.tar.gz" -C "$folder" "$name"
echo "$folder/$name.tar.gz" >&2
echo "$optimized"
