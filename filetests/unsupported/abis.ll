; ABIs, byte orders and systems whose rules are not known are refused by name.
; RUN: not avarice compile -mtriple=x86_64-linux-gnux32 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=X32
; RUN: not avarice compile -mtriple=aarch64-linux-gnu_ilp32 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ILP32
; RUN: not avarice compile -mtriple=aarch64_be-linux-gnu %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BIG
; RUN: not avarice compile -mtriple=i386-linux-gnu %s -o %t.o 2>&1 | FileCheck %s --check-prefix=I386
; RUN: not avarice compile -mtriple=x86_64-pc-windows-msvc %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WINDOWS
; RUN: not avarice compile -mtriple=arm64-apple-darwin %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DARWIN
; RUN: not avarice compile -mtriple=x86_64-w64-mingw32 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MINGW
; RUN: not avarice compile -mtriple=aarch64-w64-mingw32 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MINGW-ARM
; RUN: not avarice compile -mtriple=x86_64-unknown-unknown-macho %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MACHO
; RUN: not avarice compile -mtriple=x86_64-kfreebsd-gnu %s -o %t.o 2>&1 | FileCheck %s --check-prefix=KFREEBSD
; RUN: test ! -e %t.o
; X32: error: unsupported: the ABI x32: target 'x86_64-unknown-linux-gnux32'
; ILP32: error: unsupported: the ABI ILP32: target 'aarch64-unknown-linux-gnu_ilp32'
; BIG: error: unsupported: selection for aarch64_be-unknown-linux-gnu
; I386: error: unsupported: target 'i386-unknown-linux-gnu'
; WINDOWS: error: unsupported: target 'x86_64-pc-windows-msvc'
; DARWIN: error: unsupported: selection for arm64-apple-darwin
; MINGW: error: unsupported: target 'x86_64-w64-mingw32'
; MINGW-ARM: error: unsupported: selection for aarch64-w64-mingw32
; MACHO: error: unsupported: target 'x86_64-unknown-unknown-macho'
; KFREEBSD: error: unsupported: target 'x86_64-{{.*}}kfreebsd

define void @f() {
  ret void
}
