; -tls-size: how large offsets of thread-local variables may be in a program. The small code model has at most 32 bits.
; The code is llc's.
; RUN: avarice compile %s -o - -mtriple=aarch64-linux-gnu -tls-size=12 | FileCheck %s --check-prefix=T12
; RUN: avarice compile %s -o - -mtriple=aarch64-linux-gnu | FileCheck %s --check-prefix=T24
; RUN: avarice compile %s -o - -mtriple=aarch64-linux-gnu -tls-size=48 | FileCheck %s --check-prefix=T32
; RUN: avarice compile %s -o - -mtriple=aarch64-linux-gnu -tls-size=48 -code-model=tiny | FileCheck %s --check-prefix=T24
; RUN: avarice compile %s -o - -mtriple=aarch64-linux-gnu -tls-size=48 -code-model=large | FileCheck %s --check-prefix=T48
; RUN: avarice compile %s -o %t.o -mtriple=aarch64-linux-gnu -tls-size=48 -code-model=large
; T12: mrs x8, TPIDR_EL0
; T12-NEXT: add x0, x8, :tprel_lo12:v
; T24: add x8, x8, :tprel_hi12:v
; T24-NEXT: add x0, x8, :tprel_lo12_nc:v
; T32: movz x[[#R:]], #:tprel_g1:v
; T32-NEXT: mrs
; T32-NEXT: movk x[[#R]], #:tprel_g0_nc:v
; T32: add x0,
; T48: movz x[[#R:]], #:tprel_g2:v
; T48-NEXT: mrs
; T48-NEXT: movk x[[#R]], #:tprel_g1_nc:v
; T48-NEXT: movk x[[#R]], #:tprel_g0_nc:v
@v = thread_local(localexec) global i32 0
define ptr @address() {
  ret ptr @v
}
