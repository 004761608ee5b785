; The stack pointer aligned further than callers align it, or not at all. As llc 19.1.7 does it.
; RUN: avarice compile -enable-post-misched=false -verify-machineinstrs %s -o - | FileCheck %s

target triple = "aarch64-unknown-linux-gnu"

declare void @use(ptr)

; The processor wants 16 bytes: callers give them, so that nothing but the frame pointer is left of it.
; CHECK-LABEL: forced:
; CHECK:       mov x29, sp
; CHECK:       sub sp, sp, #16
; CHECK:       add x0, sp, #12
; CHECK-NEXT:  bl use
; CHECK-NEXT:  add sp, sp, #16
; CHECK-NEXT:  ldp x29, x30, [sp], #16
define void @forced() "stackrealign" {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: leaf:
; CHECK:       stp x29, x30, [sp, #-16]!
; CHECK:       mov x29, sp
; CHECK:       ldp x29, x30, [sp], #16
define i32 @leaf(i32 %x) "stackrealign" {
  ret i32 %x
}

; CHECK-LABEL: own:
; CHECK:       sub x9, sp, #16
; CHECK-NEXT:  and sp, x9, #0xffffffffffffffe0
; CHECK:       add x0, sp, #12
; CHECK-NEXT:  bl use
; CHECK-NEXT:  mov sp, x29
define void @own() alignstack(32) {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: little:
; CHECK-NOT:   and
; CHECK:       add sp, sp, #16
define void @little() alignstack(8) {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: never:
; CHECK-NOT:   and
; CHECK-NOT:   x29
; CHECK:       bl use
define void @never() "no-realign-stack" {
  %a = alloca i32, align 64
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: never_own:
; CHECK-NOT:   and
; CHECK:       bl use
define void @never_own() alignstack(32) "no-realign-stack" {
  %a = alloca i32
  call void @use(ptr %a)
  ret void
}
