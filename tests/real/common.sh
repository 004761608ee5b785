# What the scripts for real programs share; they `source` it. It installs what is missing, builds the
# `avarice` binary, and has functions to compile C files through it and to count what passed.
#
# The scripts write to `$work` only: `real/` in cargo's target folder.
#
# `MACHINE=aarch64` compiles for AArch64; programs, those of gcc too, are linked statically and run under qemu.
# shellcheck shell=bash

# What fails in a command substitution ends the script, too.
shopt -s inherit_errexit

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
work=$target/real
avarice=${AVARICE:-$target/release/avarice}
processors=$(nproc)
machine=${MACHINE:-x86_64}
# Where programs are built, gcc with its options, how binutils' names begin, what programs are run with, clang's
# target.
case $machine in
x86_64)
    built=$work
    gcc=(gcc)
    binutils=
    run=()
    triple=x86_64-linux-gnu
    ;;
aarch64)
    built=$work/aarch64
    gcc=(aarch64-linux-gnu-gcc -static)
    binutils=aarch64-linux-gnu-
    run=(qemu-aarch64)
    triple=aarch64-linux-gnu
    ;;
*)
    echo "MACHINE is x86_64 or aarch64" >&2
    exit 1
    ;;
esac
passed=0
failed=0
mkdir -p "$work" "$built"

# A way to compile: what clang optimizes, then options for us. Clang's `-O0` leaves everything in memory,
# `-O2` has what its optimizer makes.
ways=(
    "O0 -O2"
    "O0 -O0"
    "O2 -O2 -verify-machineinstrs"
    "O2 -O0 -verify-machineinstrs"
    "O2 -O2 -regalloc=basic"
    "O2 -O2 -regalloc=fast"
)

# Installs Debian packages: `install_packages PACKAGE…`.
install_packages() {
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    echo "installing $*"
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Makes sure that gcc, clang and avarice are there.
prepare() {
    command -v gcc >/dev/null || install_packages gcc libc6-dev
    if [ "$machine" = aarch64 ]; then
        command -v aarch64-linux-gnu-gcc >/dev/null || install_packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross
        command -v qemu-aarch64 >/dev/null || install_packages qemu-user
    fi
    command -v clang-19 >/dev/null || install_packages clang-19
    if [ -z "${AVARICE:-}" ]; then
        cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p avarice
    fi
}

# Fetches the crates that bundle the sources of the programs, at versions whose answers are known:
# afterwards `$work/sources/vendor/CRATE` has them.
fetch_sources() {
    [ ! -d "$work/sources/vendor" ] || return 0
    mkdir -p "$work/sources"
    cat >"$work/sources/Cargo.toml" <<'MANIFEST'
[package]
name = "sources"
version = "0.0.0"
edition = "2024"

[lib]
path = "lib.rs"

[dependencies]
lua-src = "=551.1.0"
libsqlite3-sys = "=0.39.1"
libz-sys = "=1.1.22"

[workspace]
MANIFEST
    : >"$work/sources/lib.rs"
    (cd "$work/sources" && cargo vendor --quiet vendor.part >/dev/null && mv vendor.part vendor)
}

# Compiles C files our way: `compile_files FOLDER WAY [FLAG…] -- FILE.c…` leaves FOLDER/FILE.o of each.
# Flags go to clang. Fails if any file fails; errors go to standard error.
compile_files() {
    local folder=$1 level=${2%% *} options=${2#* } flags=()
    shift 2
    while [ "$1" != -- ]; do
        flags+=("$1")
        shift
    done
    shift
    mkdir -p "$folder"
    # shellcheck disable=SC2016
    printf '%s\0' "$@" | xargs -0 -P "$processors" -I '{}' bash -c '
        set -e
        file=$1 folder=$2 level=$3 avarice=$4 options=$5 triple=$6
        shift 6
        name=$(basename "$file" .c)
        clang-19 "--target=$triple" "-$level" -w -fPIE "$@" -S -emit-llvm "$file" -o "$folder/$name.ll"
        # Options are words without quotes.
        timeout 600 "$avarice" compile "$folder/$name.ll" $options -verify-regalloc -relocation-model=pic --jobs 1 \
            -filetype=obj -o "$folder/$name.o" || { echo "in $file" >&2; exit 1; }
    ' bash '{}' "$folder" "$level" "$avarice" "$options" "$triple" "${flags[@]}"
}

# Counts one check: `check NAME COMMAND…` passes if the command exits with 0. A function as the command stops
# at the first step that fails.
check() {
    local name=$1 status
    shift
    # A function called as a condition would go on after errors.
    set +e
    (set -e && "$@")
    status=$?
    set -e
    if [ "$status" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
    fi
}

# The closing line: `summarize NAME LEAST`. Fails if a check failed, or fewer than LEAST passed.
summarize() {
    echo "$1: $passed passed, $failed failed"
    if [ "$passed" -lt "$2" ]; then
        echo "$1: at least $2 should have passed" >&2
        return 1
    fi
    [ "$failed" = 0 ]
}
