; Addresses of blocks in data only: a block that control reaches stays whatever else happens to the control flow, one
; that it does not reach has no code, and the address 1, as in llc.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -O0 -filetype=obj -o /dev/null

; CHECK-LABEL: f:
; CHECK: .Ltmp[[ALIVE:[0-9]+]]:
; CHECK: mov x0, #1
; CHECK-LABEL: g:
; CHECK: table:
; CHECK-NEXT: {{.quad|.xword}} .Ltmp[[ALIVE]]
; CHECK-NEXT: {{.quad|.xword}} 1

@table = global [2 x ptr] [ptr blockaddress(@f, %alive), ptr blockaddress(@f, %dead)]

define ptr @f(i1 %choice) {
  br i1 %choice, label %alive, label %other
alive:
  ret ptr inttoptr (i64 1 to ptr)
other:
  ret ptr blockaddress(@f, %dead)
dead:
  ret ptr blockaddress(@f, %alive)
}
define ptr @g() {
  ret ptr blockaddress(@f, %dead)
}
