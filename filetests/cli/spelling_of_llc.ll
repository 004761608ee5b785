; Options are spelled as for llc: one dash or two, values after '=' or as the next argument, 0 and 1 as truth values, the
; last one of several counts, @file for what a file lists. An option with an optional value leaves the next argument alone.
; RUN: avarice compile -mtriple=x86_64 -O2 %s -o %t.1
; RUN: avarice compile --mtriple x86_64 --O2 -filetype asm -verify-machineinstrs %s -o=%t.2
; RUN: avarice compile -mtriple aarch64 -mtriple x86_64 -O0 -O=2 -function-sections -function-sections=0 %s -o %t.x -o %t.3
; RUN: avarice compile -verify-machineinstrs=0 -optimize-regalloc=1 -regalloc=default -mattr= -mcpu= -mtriple=x86_64 -o %t.4 -- %s
; RUN: echo "-mtriple 'x86_64' -O2 -o" > %t.rsp
; RUN: avarice compile %s @%t.rsp %t.5
; RUN: avarice compile -x ir -mtriple=x86_64 - < %s > %t.6
; RUN: cmp %t.1 %t.2
; RUN: cmp %t.1 %t.3
; RUN: cmp %t.1 %t.4
; RUN: cmp %t.1 %t.5
; RUN: FileCheck %s < %t.6
; CHECK: f:
; RUN: not avarice compile -verify-machineinstrs=maybe %s -o - 2>&1 | FileCheck %s --check-prefix=TRUTH
; TRUTH: error: 'maybe' is no truth value for option '-verify-machineinstrs'
; RUN: not avarice compile %s -o 2>&1 | FileCheck %s --check-prefix=VALUE
; VALUE: error: option '-o' requires a value
define i32 @f(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
