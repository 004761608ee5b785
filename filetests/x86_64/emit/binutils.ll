; With -no-integrated-as, -binutils-version says what the assembler knows: sections that the linker keeps since 2.36,
; numbers that tell sections of one name apart since 2.35. llc writes the same.
; RUN: avarice compile %s -o - | FileCheck %s --check-prefix=NEW
; RUN: avarice compile %s -o - -no-integrated-as -binutils-version=2.36 | FileCheck %s --check-prefix=NEW
; RUN: avarice compile %s -o - -no-integrated-as -binutils-version=2.35 | FileCheck %s --check-prefix=MIDDLE
; RUN: avarice compile %s -o - -no-integrated-as | FileCheck %s --check-prefix=OLD
; RUN: not avarice compile %s -o - -binutils-version=two 2>&1 | FileCheck %s --check-prefix=WRONG
; NEW: .section mine,"awR",@progbits,unique,1
; NEW: .section strings,"aMS",@progbits,1,unique,2
; MIDDLE: .section mine,"aw",@progbits,unique,1
; MIDDLE: .section strings,"aMS",@progbits,1,unique,2
; OLD: .section mine,"aw",@progbits,unique,1
; OLD: .section strings,"aS",@progbits{{$}}
; WRONG: error: invalid value 'two' for '--binutils-version <VERSION>': expected a version as in 2.35, or none
target triple = "x86_64-unknown-linux-gnu"

@kept = global i32 1, section "mine"
@text = unnamed_addr constant [3 x i8] c"ab\00", section "strings"
@llvm.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
