; The note that says what all code of an object can do. As llc 19.1.7 writes it; a flag that is 0 counts for nothing.
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: avarice compile %s -o %t.o
; RUN: readelf -n %t.o | FileCheck %s --check-prefix=OBJECT
target triple = "aarch64-unknown-linux-gnu"

; CHECK:      .section .note.gnu.property,"a",@note
; CHECK-NEXT: .p2align 3
; CHECK-NEXT: .word 4
; CHECK-NEXT: .word 40
; CHECK-NEXT: .word 5
; CHECK-NEXT: .asciz "GNU"
; CHECK-NEXT: .word 3221225472
; CHECK-NEXT: .word 4
; CHECK-NEXT: .word 6
; CHECK-NEXT: .word 0
; CHECK-NEXT: .word 3221225473
; CHECK-NEXT: .word 16
; CHECK-NEXT: .word 2
; CHECK-NEXT: .word 0
; CHECK-NEXT: .word 31
; CHECK-NEXT: .word 0
; CHECK-NEXT: .text
; OBJECT:     AArch64 feature: PAC
define void @f() {
  ret void
}

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!0 = !{i32 8, !"branch-target-enforcement", i32 0}
!1 = !{i32 8, !"sign-return-address", i32 1}
!2 = !{i32 8, !"guarded-control-stack", i32 1}
!3 = !{i32 1, !"aarch64-elf-pauthabi-platform", i32 2}
!4 = !{i32 1, !"aarch64-elf-pauthabi-version", i32 31}
