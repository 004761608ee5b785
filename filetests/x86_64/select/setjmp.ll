; The address to come back to is stored, nothing stays in registers, and the block that is come back to stands at the end.
; RUN: avarice compile %s -o - | FileCheck %s --check-prefixes=CHECK,STATIC
; RUN: avarice compile %s -relocation-model=pic -o - | FileCheck %s --check-prefixes=CHECK,PIC
target triple = "x86_64-unknown-linux-gnu"
declare i32 @llvm.eh.sjlj.setjmp(ptr)
declare void @llvm.eh.sjlj.longjmp(ptr)
declare ptr @llvm.returnaddress(i32)
@buffer = internal global [5 x ptr] zeroinitializer

; CHECK-LABEL: set:
; CHECK: pushq %r15
; CHECK: pushq %rbx
; STATIC: movq $[[BLOCK:.LBB0_[0-9]+]], buffer+8(%rip)
; PIC: leaq [[BLOCK:.LBB0_[0-9]+]](%rip), [[REG:%[a-z0-9]+]]
; PIC: movq [[REG]], buffer+8(%rip)
; CHECK-NEXT: #EH_SjLj_Setup [[BLOCK]]
; CHECK: xorl %eax, %eax
; CHECK: [[BLOCK]]:
; CHECK: movl $1, %eax
define i32 @set() {
  %again = call i32 @llvm.eh.sjlj.setjmp(ptr @buffer)
  ret i32 %again
}

; CHECK-LABEL: jump:
; CHECK: movq buffer(%rip), %rbp
; CHECK: movq buffer+8(%rip), %rax
; CHECK: movq buffer+16(%rip), %rsp
; CHECK: jmpq *%rax
define void @jump() {
  call void @llvm.eh.sjlj.longjmp(ptr @buffer)
  unreachable
}

; A buffer in the frame is not addressed by the registers that are loaded.
; CHECK-LABEL: jump_from_frame:
; CHECK: leaq {{.*}}, [[BASE:%[a-z0-9]+]]
; CHECK: movq ([[BASE]]), %rbp
; CHECK-NEXT: movq 8([[BASE]]), [[TARGET:%[a-z0-9]+]]
; CHECK-NEXT: movq 16([[BASE]]), %rsp
; CHECK-NEXT: jmpq *[[TARGET]]
declare void @fill(ptr)
define void @jump_from_frame() "frame-pointer"="all" {
  %own = alloca [5 x ptr]
  call void @fill(ptr %own)
  call void @llvm.eh.sjlj.longjmp(ptr %own)
  unreachable
}

; The return address of the caller's caller is beside the saved frame pointer.
; CHECK-LABEL: outer:
; CHECK: movq %rsp, %rbp
; CHECK: movq (%rbp), %rax
; CHECK-NEXT: movq (%rax), %rax
; CHECK-NEXT: movq 8(%rax), %rax
define ptr @outer() {
  %address = call ptr @llvm.returnaddress(i32 2)
  ret ptr %address
}
