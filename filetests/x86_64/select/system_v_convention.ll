; x86_64_sysvcc is the convention of C here. Expected output made by llc 19.1.7.
; RUN: avarice compile %s -o - | FileCheck %s

declare x86_64_sysvcc i64 @other(i64, i64)

; CHECK-LABEL: f:
; CHECK: pushq %rbx
; CHECK: movq %rsi, %rbx
; CHECK: movl $7, %esi
; CHECK: callq other
; CHECK: addq %rbx, %rax
; CHECK: popq %rbx
; CHECK: retq
define x86_64_sysvcc i64 @f(i64 %a, i64 %b) {
  %r = call x86_64_sysvcc i64 @other(i64 %a, i64 7)
  %s = add i64 %r, %b
  ret i64 %s
}
