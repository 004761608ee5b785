#!/usr/bin/env bash
# Programs of Debian, built by their own build systems with `avarice cc` as the compiler: Lua (make), zlib (configure, CMake),
# GNU hello (autotools), SQLite's shell (configure, libtool). Their tests have to pass. zlib is also built through ccache, where
# a second build compiles nothing, and Lua and zlib through distcc with two servers on the loopback, whose objects are those of a
# local build.
#
# Prerequisites, which are installed where they are missing: what `common.sh` installs, then make, cmake, ccache, distcc, tcl-dev,
# and for the sources a `deb-src` line of apt.
set -euo pipefail
cd "$(dirname "$0")"
source ./common.sh
if [ "$machine" != x86_64 ]; then
    echo "driver: programs are configured for this machine only; nothing to do for $machine"
    exit 0
fi
prepare
missing=()
for program in make cmake ccache distcc tclsh:tcl-dev; do
    command -v "${program%:*}" >/dev/null || missing+=("${program#*:}")
done
compgen -G '/usr/include/tcl*/tcl.h' >/dev/null || missing+=(tcl-dev)
[ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"

driver=$work/driver
rm -rf "$driver"
mkdir -p "$driver/bin" "$work/sources/debian"
ln -s "$(realpath "$avarice")" "$driver/bin/avarice"
ln -s avarice "$driver/bin/avarice-cc"
export PATH=$driver/bin:$PATH

# Unpacks the source of a package, which is fetched the first time, into FOLDER: `unpack PACKAGE FOLDER`.
unpack() {
    local archive
    mkdir -p "$2"
    (
        cd "$work/sources/debian"
        if ! compgen -G "$1_*.orig.tar.*" >/dev/null; then
            apt-get source -qq --download-only "$1" >/dev/null 2>&1 || {
                install_packages ca-certificates
                apt-get source -qq --download-only "$1" >/dev/null
            }
        fi
    )
    archive=$(compgen -G "$work/sources/debian/$1_*.orig.tar.*" | grep -v '\.asc$' | head -n 1)
    tar -x -f "$archive" -C "$2" --strip-components 1
}

# Runs a step whose output is shown only if it fails: `quiet LOG COMMAND…`.
quiet() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 </dev/null || { tail -n 20 "$log" >&2; return 1; }
}

# The suite's output is that of an interpreter that gcc has built.
build_lua() {
    cp -r "$driver/lua" "$driver/lua_gcc"
    cd "$driver/lua_gcc"
    quiet make.log make -j "$processors" linux
    src/lua "$root/tests/real/suite.lua" >output.txt
    cd "$driver/lua"
    quiet make.log make -j "$processors" linux CC='avarice cc'
    timeout 120 src/lua "$root/tests/real/suite.lua" >output.txt
    cmp "$driver/lua_gcc/output.txt" output.txt
}

build_zlib_by_configure() {
    cd "$driver/zlib"
    CC='avarice cc' quiet configure.log ./configure
    quiet make.log make -j "$processors"
    quiet test.log make test
}

# Debian's source lacks the folder for Windows, of which CMake wants a file, though it does nothing with it here.
build_zlib_by_cmake() {
    mkdir "$driver/zlib_cmake/build" "$driver/zlib_cmake/win32"
    touch "$driver/zlib_cmake/win32/zlib1.rc"
    cd "$driver/zlib_cmake/build"
    quiet cmake.log cmake -DCMAKE_C_COMPILER=avarice-cc -DCMAKE_BUILD_TYPE=Release ..
    quiet make.log make -j "$processors"
    quiet test.log ctest
}

build_hello() {
    cd "$driver/hello"
    quiet configure.log ./configure CC='avarice cc'
    quiet make.log make -j "$processors"
    quiet check.log make check
    grep -q '^# FAIL:  0$' check.log
}

# The tests of the shell need SQLite's own interpreter for tests, which has most of SQLite's sources once more.
build_sqlite() {
    local test
    cd "$driver/sqlite"
    quiet configure.log ./configure CC='avarice cc' --disable-readline --disable-editline
    quiet make.log make -j "$processors" sqlite3 testfixture
    for test in test/shell[0-9]*.test; do
        quiet test.log timeout 600 ./testfixture "$test"
        grep -q '^0 errors out of [1-9]' test.log
    done
}

# zlib twice with the same cache: the second build has all objects from there.
build_with_ccache() {
    local folder=$driver/ccached
    export CCACHE_DIR=$driver/ccache
    for build in first second; do
        rm -rf "$folder"
        cp -r "$driver/pristine/zlib" "$folder"
        cd "$folder"
        CC='ccache avarice-cc' quiet configure.log ./configure
        ccache --zero-stats >/dev/null
        quiet make.log make -j "$processors" libz.a
        ccache --print-stats >"$driver/$build.stats"
    done
    grep -qP '^cache_miss\t[1-9]' "$driver/first.stats"
    grep -qP '^cache_miss\t0$' "$driver/second.stats"
    grep -qP '^direct_cache_hit\t[1-9]' "$driver/second.stats"
}

# Lua and zlib with the objects made on two servers; they are those that were made here.
build_with_distcc() {
    local folder=$driver/distributed logs=$driver/distccd port pids=() file
    cp -r "$driver/pristine" "$folder"
    mkdir -p "$driver/distcc" "$logs"
    # Servers that root starts go on as another user.
    chmod a+rwx "$logs"
    for port in 13632 13633; do
        distccd --daemon --no-detach --listen 127.0.0.1 --allow 127.0.0.1 --port "$port" --jobs 2 --enable-tcp-insecure \
            --log-file "$logs/$port" >/dev/null 2>&1 &
        pids+=($!)
    done
    # The servers end with this subshell, whatever happens in it.
    # shellcheck disable=SC2064
    trap "kill ${pids[*]} 2>/dev/null" EXIT
    sleep 2
    export DISTCC_HOSTS='127.0.0.1:13632/2 127.0.0.1:13633/2' DISTCC_FALLBACK=0 DISTCC_DIR=$driver/distcc
    cd "$folder/zlib"
    CC=avarice-cc quiet configure.log ./configure
    quiet make.log make -j 4 libz.a CC='distcc avarice-cc'
    cd "$folder/lua"
    quiet make.log make -j 4 linux CC='distcc avarice-cc'
    cd "$folder"
    for file in zlib/*.o lua/src/*.o; do
        cmp "$file" "$driver/$file"
    done
    for port in 13632 13633; do
        grep -q COMPILE_OK "$logs/$port"
    done
}

unpack lua5.4 "$driver/pristine/lua"
unpack zlib "$driver/pristine/zlib"
cp -r "$driver/pristine/lua" "$driver/lua"
cp -r "$driver/pristine/zlib" "$driver/zlib"
cp -r "$driver/pristine/zlib" "$driver/zlib_cmake"
unpack hello "$driver/hello"
unpack sqlite3 "$driver/sqlite"
check "Lua, make" build_lua
check "zlib, configure" build_zlib_by_configure
check "zlib, CMake" build_zlib_by_cmake
check "hello, autotools" build_hello
check "zlib, ccache" build_with_ccache
check "Lua and zlib, distcc" build_with_distcc
check "SQLite's shell" build_sqlite
summarize driver 7
