; The stack pointer aligned further than callers align it, or not at all. As llc 19.1.7 does it.
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: for_calls:
; CHECK:       movq %rsp, %rbp
; CHECK:       andq $-16, %rsp
; CHECK-NEXT:  subq $16, %rsp
; CHECK-NEXT:  leaq 12(%rsp), %rdi
; CHECK-NEXT:  callq use@PLT
; CHECK-NEXT:  movq %rbp, %rsp
; CHECK-NEXT:  popq %rbp
define void @for_calls() "stackrealign" {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: leaf:
; CHECK:       andq $-8, %rsp
; CHECK-NOT:   subq
; CHECK:       movq %rbp, %rsp
define i32 @leaf(i32 %x) "stackrealign" {
  ret i32 %x
}

; Arguments are found from the frame pointer.
; CHECK-LABEL: arguments:
; CHECK:       andq $-16, %rsp
; CHECK:       movl 16(%rbp), %ebx
; CHECK:       leaq -8(%rbp), %rsp
; CHECK-NEXT:  popq %rbx
; CHECK-NEXT:  popq %rbp
define i32 @arguments(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g) "stackrealign" {
  %x = alloca i32
  call void @use(ptr %x)
  ret i32 %g
}

; No jump can give the caller's stack pointer back.
; CHECK-LABEL: tail:
; CHECK:       callq use@PLT
define void @tail(ptr %x) "stackrealign" {
  tail call void @use(ptr %x)
  ret void
}

; Objects are found from a base pointer where the stack pointer moves.
; CHECK-LABEL: variable:
; CHECK:       pushq %rbx
; CHECK:       andq $-16, %rsp
; CHECK-NEXT:  subq $16, %rsp
; CHECK-NEXT:  movq %rsp, %rbx
; CHECK-NEXT:  .cfi_offset %rbx, -24
; CHECK:       callq use@PLT
; CHECK-NEXT:  leaq 4(%rbx), %rdi
; CHECK-NEXT:  callq use@PLT
; CHECK-NEXT:  leaq -8(%rbp), %rsp
define void @variable(i64 %n) "stackrealign" {
  %a = alloca i8, i64 %n
  %b = alloca i32
  call void @use(ptr %a)
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: own:
; CHECK:       andq $-32, %rsp
; CHECK-NEXT:  subq $32, %rsp
define void @own() alignstack(32) {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: little:
; CHECK:       andq $-8, %rsp
; CHECK-NEXT:  subq $16, %rsp
define void @little() alignstack(8) {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: object:
; CHECK:       andq $-64, %rsp
; CHECK-NEXT:  subq $64, %rsp
define void @object() alignstack(32) {
  %a = alloca <4 x i32>, align 64
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: never:
; CHECK-NOT:   andq
; CHECK:       pushq %rax
; CHECK:       callq use@PLT
define void @never() "no-realign-stack" {
  %a = alloca i32, align 64
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: never_own:
; CHECK-NOT:   andq
; CHECK:       subq $24, %rsp
define void @never_own() alignstack(32) "no-realign-stack" {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}
