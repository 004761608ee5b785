; -trap-unreachable: a trap where control cannot get, but not after another one, nor, by a second option, after calls that do
; not return.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -trap-unreachable -o - | FileCheck %s --check-prefixes=CHECK,ALL
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -trap-unreachable -no-trap-after-noreturn -o - | FileCheck %s --check-prefixes=CHECK,SOME
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | FileCheck %s --check-prefix=NONE

; CHECK-LABEL: after_a_call:
; CHECK:      bl {{.*}}go_on
; CHECK-NEXT: brk
; CHECK-LABEL: after_the_last_call:
; CHECK:      bl {{.*}}stop
; ALL-NEXT:   brk
; SOME-NOT:   brk
; CHECK-LABEL: after_a_trap:
; CHECK:      brk
; CHECK-NOT:  brk
; CHECK-LABEL: alone:
; CHECK:      brk
; NONE-COUNT-1: brk
; NONE-NOT: brk

declare void @stop() noreturn
declare void @llvm.trap() noreturn
declare void @go_on()

define void @after_a_call() {
  call void @go_on()
  unreachable
}

define void @after_the_last_call() {
  call void @stop()
  unreachable
}

define void @after_a_trap() {
  call void @llvm.trap()
  unreachable
}

define void @alone() {
  unreachable
}
