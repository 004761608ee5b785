; Objects that are further from the stack pointer than an address reaches. llc 19.1.7 cuts such addresses off, so there is
; nothing to compare with.
; RUN: avarice compile -verify-machineinstrs %s -o - 2>/dev/null | FileCheck %s
; RUN: avarice compile -O0 -verify-machineinstrs %s -o - 2>/dev/null | FileCheck %s
; RUN: avarice compile -filetype=obj %s -o %t.o 2>/dev/null

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: far:
; CHECK:       movl $4294967167, %eax
; CHECK-NEXT:  leaq (%rsp,%rax), %rax
; CHECK-NEXT:  movb $43, (%rax)
define i8 @far() {
  %a = alloca [4294967295 x i8]
  %b = alloca [4294967295 x i8]
  store volatile i8 42, ptr %a
  store volatile i8 43, ptr %b
  %v = load volatile i8, ptr %a
  ret i8 %v
}

; The offset of the access counts, too, and the flags are not changed in between.
; CHECK-LABEL: with_offset:
; CHECK:       movl $2147486958, %ecx
; CHECK-NEXT:  leaq (%rsp,{{%r[a-z]+}}), [[TO:%r[a-z]+]]
; CHECK-NEXT:  movb $98, ([[TO]])
define i32 @with_offset(i32 %x) {
  %t = alloca [4096 x i8], align 16
  %s = alloca [2147483000 x i8], align 16
  store volatile i8 1, ptr %t
  %p = getelementptr i8, ptr %s, i64 2147482990
  store volatile i8 98, ptr %p
  ret i32 %x
}
