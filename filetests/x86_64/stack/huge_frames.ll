; Frames of more than 2 GiB. As llc 19.1.7 does it, but for addresses that reach beyond 2 GiB: llc cuts them off.
; RUN: avarice compile -verify-machineinstrs %s -o - 2>/dev/null | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: in_a_register:
; CHECK:       movabsq $5000000008, %rax
; CHECK-NEXT:  subq %rax, %rsp
; CHECK-NEXT:  .cfi_def_cfa_offset 5000000016
; CHECK:       movabsq $5000000008, %rcx
; CHECK-NEXT:  addq %rcx, %rsp
; CHECK-NEXT:  .cfi_def_cfa_offset 8
; CHECK-NEXT:  retq
define i32 @in_a_register(i32 %x) {
  %a = alloca [5000000000 x i8]
  %b = alloca i32
  store volatile i32 %x, ptr %b
  call void @use(ptr %a)
  %v = load volatile i32, ptr %b
  ret i32 %v
}

; CHECK-LABEL: four_bytes:
; CHECK:       movl $3000000008, %eax
; CHECK-NEXT:  subq %rax, %rsp
define void @four_bytes() {
  %a = alloca [3000000000 x i8]
  call void @use(ptr %a)
  ret void
}

; RAX says how many vector registers carry arguments.
; CHECK-LABEL: no_register:
; CHECK:       subq $2147483647, %rsp
; CHECK-NEXT:  subq ${{[0-9]+}}, %rsp
; CHECK-NOT:   subq
; CHECK:       callq use
define void @no_register(i32 %x, ...) {
  %a = alloca [3000000000 x i8]
  call void @llvm.va_start.p0(ptr %a)
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: register_for_a_while:
; CHECK:       pushq %rax
; CHECK-NEXT:  movabsq $-{{[0-9]+}}, %rax
; CHECK-NEXT:  addq %rsp, %rax
; CHECK-NEXT:  xchgq %rax, (%rsp)
; CHECK-NEXT:  movq (%rsp), %rsp
; CHECK:       callq use
define void @register_for_a_while(i32 %x, ...) {
  %a = alloca [30000000000 x i8]
  call void @llvm.va_start.p0(ptr %a)
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: far_address:
; CHECK:       movabsq $-500000000{{[48]}}, %rdi
; CHECK-NEXT:  addq %rbp, %rdi
; CHECK-NEXT:  callq use@PLT
define i32 @far_address(i32 %x) "frame-pointer"="all" {
  %a = alloca [5000000000 x i8]
  %b = alloca i32
  store volatile i32 %x, ptr %b
  call void @use(ptr %a)
  %v = load volatile i32, ptr %b
  ret i32 %v
}

declare void @llvm.va_start.p0(ptr)
