; The note that says what all code of an object can do. As llc 19.1.7 writes it.
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: avarice compile %s -o %t.o
; RUN: readelf -n %t.o | FileCheck %s --check-prefix=OBJECT
; RUN: avarice compile %s -o - | as -o %t.as.o -
; RUN: readelf -n %t.as.o | FileCheck %s --check-prefix=OBJECT
target triple = "x86_64-unknown-linux-gnu"

; CHECK:      .section .note.gnu.property,"a",@note
; CHECK-NEXT: .p2align 3
; CHECK-NEXT: .long 4
; CHECK-NEXT: .long 16
; CHECK-NEXT: .long 5
; CHECK-NEXT: .asciz "GNU"
; CHECK-NEXT: .long 3221225474
; CHECK-NEXT: .long 4
; CHECK-NEXT: .long 2
; CHECK-NEXT: .p2align 3
; CHECK-NEXT: .text
; OBJECT:     x86 feature: SHSTK{{$}}

; No marks are asked for.
; CHECK-NOT:  endbr64
define void @f() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"cf-protection-return", i32 1}
