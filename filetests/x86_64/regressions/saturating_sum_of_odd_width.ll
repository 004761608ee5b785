; The sum of two unsigned numbers of 63 bits has 64 bits; it was compared with the largest number
; as if it were signed, so that large sums looked negative and became 0.
; RUN: avarice compile %s -o - | FileCheck %s

; CHECK-LABEL: sum63:
; CHECK:       cmpq
; CHECK-NEXT:  {{cmovaq|cmovbeq}}
; CHECK-NOT:   cmov
; CHECK:       retq
define i63 @sum63(i63 %a, i63 %b) {
  %r = call i63 @llvm.uadd.sat.i63(i63 %a, i63 %b)
  ret i63 %r
}

; CHECK-LABEL: sum31:
; CHECK:       cmpl
; CHECK-NEXT:  {{cmoval|cmovbel}}
; CHECK-NOT:   cmov
; CHECK:       retq
define i31 @sum31(i31 %a, i31 %b) {
  %r = call i31 @llvm.uadd.sat.i31(i31 %a, i31 %b)
  ret i31 %r
}

; A difference may be negative, so it is compared as signed.
; CHECK-LABEL: difference63:
; CHECK:       cmovlq
; CHECK-NOT:   cmov
; CHECK:       retq
define i63 @difference63(i63 %a, i63 %b) {
  %r = call i63 @llvm.usub.sat.i63(i63 %a, i63 %b)
  ret i63 %r
}
