; On RISC-V, variadic functions are refused, as are modules for other ABIs.
; REQUIRES: cranelift
; RUN: avarice compile --backend=cranelift -mtriple=riscv64-unknown-linux-gnu %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: a variadic function on this target with Cranelift in function `variadic`
;   --> %s:24:12
;    |
; 24 | define i32 @variadic(i32 %n, ...) {
;    |            ^^^^^^^^^
; error: unsupported: passing of type <4 x i32> with Cranelift in function `vector`
;   --> %s:32:18
;    |
; 32 | define <4 x i32> @vector(<4 x i32> %v) {
;    |                  ^^^^^^^

; RUN: avarice compile --backend=cranelift -mtriple=s390x-unknown-linux-gnu %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: data layout 'e-m:e-p:64:64-i64:64-i128:128-n32:64-S128' with Cranelift, which has 'E-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64' here

target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"

define i32 @variadic(i32 %n, ...) {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %first = load ptr, ptr %list
  %v = load i32, ptr %first
  ret i32 %v
}

define <4 x i32> @vector(<4 x i32> %v) {
  ret <4 x i32> %v
}

declare void @llvm.va_start.p0(ptr)
