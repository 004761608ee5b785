; An integer of 128 bits that does not fit in the registers left goes to the stack and takes the
; last register with it: LLVM does not give R9 to the argument after it. We did.
; RUN: avarice compile %s -o - | FileCheck %s

; CHECK-LABEL: take:
; CHECK-NOT:   %r9
; CHECK:       24(%rsp)
; CHECK:       retq
define i64 @take(i64 %a, i128 %b, i128 %c, i128 %d, i64 %e) {
  ret i64 %e
}

; CHECK-LABEL: pass:
; CHECK-NOT:   %r9
; CHECK:       pushq $5
; CHECK-NOT:   %r9
; CHECK:       callq
define i64 @pass() {
  %r = call i64 @take(i64 1, i128 2, i128 3, i128 4, i64 5)
  ret i64 %r
}
