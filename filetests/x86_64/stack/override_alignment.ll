; A module whose stack pointer is a multiple of 8 bytes. As llc 19.1.7 does it.
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: nothing:
; CHECK-NOT:   rsp
; CHECK:       callq use@PLT
; CHECK-NEXT:  retq
define void @nothing() nounwind {
  call void @use(ptr null)
  ret void
}

; CHECK-LABEL: vector:
; CHECK:       andq $-16, %rsp
; CHECK-NEXT:  subq $16, %rsp
define void @vector() nounwind {
  %a = alloca <4 x i32>
  call void @use(ptr %a)
  ret void
}

; A register that is spilled is no reason to align the stack.
; CHECK-LABEL: spill:
; CHECK:       subq $16, %rsp
; CHECK-NEXT:  movups %xmm0, (%rsp)
; CHECK:       movups (%rsp), %xmm0
; CHECK-NEXT:  addq $16, %rsp
define <4 x i32> @spill(<4 x i32> %v) nounwind {
  call void @use(ptr null)
  ret <4 x i32> %v
}

; CHECK-LABEL: variable:
; CHECK:       addq $7, %rdi
; CHECK-NEXT:  andq $-8, %rdi
define void @variable(i64 %n) nounwind {
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: forced:
; CHECK:       andq $-8, %rsp
; CHECK-NEXT:  pushq %rax
define void @forced() nounwind "stackrealign" {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"override-stack-alignment", i32 8}
