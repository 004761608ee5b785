; -trap-unreachable: a trap where control cannot get, but not after another one, nor, by a second option, after calls that do
; not return.
; RUN: avarice compile %s -trap-unreachable -o - | FileCheck %s --check-prefixes=CHECK,ALL
; RUN: avarice compile %s -trap-unreachable -no-trap-after-noreturn -o - | FileCheck %s --check-prefixes=CHECK,SOME
; RUN: avarice compile %s -o - | FileCheck %s --check-prefix=NONE

; CHECK-LABEL: after_a_call:
; CHECK:      callq {{.*}}go_on
; CHECK-NEXT: ud2
; CHECK-LABEL: after_the_last_call:
; CHECK:      callq {{.*}}stop
; ALL-NEXT:   ud2
; SOME-NOT:   ud2
; CHECK-LABEL: after_a_trap:
; CHECK:      ud2
; CHECK-NOT:  ud2
; CHECK-LABEL: alone:
; CHECK:      ud2
; NONE-COUNT-1: ud2
; NONE-NOT: ud2

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
