; Room for patches is counted in instructions, inside a function and before its label.
; Expected instructions, labels and sections are those of llc 19.1.7.
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: avarice compile %s -filetype=obj -o %t.o && readelf -SrW %t.o | FileCheck %s --check-prefix=OBJECT
target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: inside:
; CHECK:       .Lfunc_begin0:
; CHECK:       nop
; CHECK-NEXT:  nop
; CHECK-NEXT:  ret
; CHECK:       .section __patchable_function_entries,"awo",@progbits,inside
; CHECK-NEXT:  .p2align 3
; CHECK-NEXT:  .xword .Lfunc_begin0
; OBJECT:      __patchable_function_entries PROGBITS {{.*}} 000008 00 WAL
; OBJECT:      R_AARCH64_ABS64 {{.*}} .text + 0
; OBJECT:      R_AARCH64_ABS64 {{.*}} .text + c
define void @inside() "patchable-function-entry"="2" {
  ret void
}

; CHECK:       .Ltmp0:
; CHECK-NEXT:  nop
; CHECK-NEXT:  around:
; CHECK:       nop
; CHECK-NEXT:  ret
; CHECK:       .xword .Ltmp0
define void @around() "patchable-function-entry"="1" "patchable-function-prefix"="1" {
  ret void
}
