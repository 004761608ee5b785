#!/usr/bin/env bash
# Installs what the tests need, where it is missing, and runs all of them.
# Arguments go to `cargo test`.
set -euo pipefail
cd "$(dirname "$0")"

packages=()
command -v cc >/dev/null || packages+=(gcc libc6-dev)
command -v c++ >/dev/null || packages+=(g++)
command -v clang-19 >/dev/null || packages+=(clang-19)
for program in as objdump readelf; do
    command -v "$program" >/dev/null || { packages+=(binutils); break; }
done
command -v gdb >/dev/null || packages+=(gdb)
command -v gdb-multiarch >/dev/null || packages+=(gdb-multiarch)
command -v aarch64-linux-gnu-as >/dev/null || packages+=(binutils-aarch64-linux-gnu)
command -v aarch64-linux-gnu-gcc >/dev/null || packages+=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
command -v aarch64-linux-gnu-g++ >/dev/null || packages+=(g++-aarch64-linux-gnu)
command -v chromium >/dev/null || packages+=(chromium fonts-dejavu-core)
command -v qemu-aarch64 >/dev/null || packages+=(qemu-user)
command -v cargo >/dev/null || command -v curl >/dev/null || packages+=(curl ca-certificates)

if [ ${#packages[@]} -gt 0 ]; then
    echo "installing ${packages[*]}"
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    if ! command -v apt-get >/dev/null; then
        echo "test.sh: no apt-get here; install ${packages[*]} and run this again" >&2
        exit 1
    fi
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}"
fi

if ! command -v cargo >/dev/null; then
    echo "installing Rust"
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal
    # shellcheck source=/dev/null
    . "$HOME/.cargo/env"
fi

exec cargo test --workspace "$@"
