; Objects that are further from the stack pointer than an address reaches. llc 19.1.7 cuts such addresses off, so there is
; nothing to compare with.
; RUN: avarice compile -verify-machineinstrs %s -o - 2>/dev/null | FileCheck %s
; RUN: avarice compile -O0 -verify-machineinstrs %s -o - 2>/dev/null | FileCheck %s --check-prefix=FAST
; RUN: avarice compile -filetype=obj %s -o %t.o 2>/dev/null

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: far:
; CHECK:       movl $4294967167, %eax
; CHECK-NEXT:  addq %rsp, %rax
; CHECK-NEXT:  movb $4{{[23]}}, (%rax)
; FAST-LABEL:  far:
; FAST:        movb $4{{[23]}}, (%rax)
; FAST:        movl $4294967167, %ecx
; FAST-NEXT:   leaq (%rsp,%rcx), %rcx
; FAST-NEXT:   movb (%rcx), %al
define i8 @far() {
  %a = alloca [4294967295 x i8]
  %b = alloca [4294967295 x i8]
  store volatile i8 42, ptr %a
  store volatile i8 43, ptr %b
  %v = load volatile i8, ptr %a
  ret i8 %v
}

; The offset of the access counts, too.
; CHECK-LABEL: with_offset:
; CHECK:       addq %rsp, [[TO:%r[a-z]+]]
; CHECK-NEXT:  movb $98, ([[TO]])
define i32 @with_offset(i32 %x) {
  %s = alloca [2147483000 x i8], align 16
  %t = alloca [4096 x i8], align 16
  store volatile i8 1, ptr %t
  %p = getelementptr i8, ptr %s, i64 2147482990
  %q = getelementptr i8, ptr %t, i64 4090
  store volatile i8 98, ptr %p
  store volatile i8 98, ptr %q
  ret i32 %x
}
