; Copies of many bytes are one instruction with -x86-use-fsrm-for-memcpy, where the processor has a fast one. The instructions
; are those of llc 19.1.7.
; RUN: avarice compile %s -x86-use-fsrm-for-memcpy -mattr=+fsrm -verify-machineinstrs -o - | FileCheck %s --check-prefix=FAST
; RUN: avarice compile %s -x86-use-fsrm-for-memcpy -mcpu=haswell -o - | FileCheck %s --check-prefix=CALL
; RUN: avarice compile %s -mattr=+fsrm -o - | FileCheck %s --check-prefix=CALL
; RUN: avarice compile %s -x86-use-fsrm-for-memcpy -mattr=+fsrm -filetype=obj -relocation-model=pic -o %t.o && cc %t.o -o %t && %t
target triple = "x86_64-unknown-linux-gnu"

; FAST-LABEL: any:
; FAST:         movq %rdx, %rcx
; FAST-NEXT:    rep;movsb (%rsi), %es:(%rdi)
; FAST-NEXT:    retq
; CALL-LABEL: any:
; CALL:         jmp memcpy
define void @any(ptr %to, ptr %from, i64 %size) {
  tail call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  ret void
}

; FAST-LABEL: few:
; FAST-NOT:     rep
; FAST:         retq
define void @few(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
  ret void
}

; FAST-LABEL: constant:
; FAST:         movl $1000, %ecx
; FAST-NEXT:    rep;movsb (%rsi), %es:(%rdi)
define void @constant(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 1000, i1 false)
  ret void
}

define i32 @last(ptr byval([1001 x i8]) %all) noinline {
  %at = getelementptr i8, ptr %all, i64 1000
  %last = load i8, ptr %at
  %value = zext i8 %last to i32
  ret i32 %value
}

; FAST-LABEL: passed:
; FAST:         rep;movsb (%rsi), %es:(%rdi)
define i32 @passed(ptr %all) {
  %value = call i32 @last(ptr byval([1001 x i8]) %all)
  ret i32 %value
}

define i32 @main() {
  %from = alloca [1001 x i8]
  %to = alloca [1001 x i8]
  %end = getelementptr i8, ptr %from, i64 1000
  store i8 7, ptr %end
  call void @any(ptr %to, ptr %from, i64 1001)
  %value = call i32 @passed(ptr %to)
  %result = sub i32 %value, 7
  ret i32 %result
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
