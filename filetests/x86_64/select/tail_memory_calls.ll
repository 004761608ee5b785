; A copy or fill of memory before a return is a jump to the C library. A return shared by several blocks, which may end
; lifetimes first, is copied to where such a call is before it. Jumps and calls are those of llc 19.1.7.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -verify-machineinstrs -o - | FileCheck %s --check-prefixes=CHECK,X86
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o - | FileCheck %s --check-prefixes=CHECK,ARM

; CHECK-LABEL: copy:
; X86:   jmp memcpy
; ARM:   b memcpy
define void @copy(ptr %to, ptr %from, i64 %size) {
  tail call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  ret void
}

; The C library's functions return where the bytes went.
; CHECK-LABEL: destination:
; X86:   jmp memmove
; ARM:   b memmove
define ptr @destination(ptr %to, ptr %from, i64 %size) {
  tail call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  ret ptr %to
}

; CHECK-LABEL: other_result:
; X86:   callq memset
; ARM:   bl memset
define ptr @other_result(ptr %to, ptr %from, i64 %size) {
  tail call void @llvm.memset.p0.i64(ptr %to, i8 7, i64 %size, i1 false)
  ret ptr %from
}

; CHECK-LABEL: not_marked:
; X86:   callq memset
; ARM:   bl memset
define void @not_marked(ptr %to, i64 %size) {
  call void @llvm.memset.p0.i64(ptr %to, i8 7, i64 %size, i1 false)
  ret void
}

; The attribute is about calls that the program makes.
; CHECK-LABEL: disabled:
; X86:   jmp memset
; ARM:   b memset
define void @disabled(ptr %to, i64 %size) "disable-tail-calls"="true" {
  tail call void @llvm.memset.p0.i64(ptr %to, i8 7, i64 %size, i1 false)
  ret void
}

; CHECK-LABEL: in_memory:
; X86:   callq memset
; ARM:   b memset
define void @in_memory(ptr sret([200 x i8]) %to, i64 %size) {
  tail call void @llvm.memset.p0.i64(ptr %to, i8 7, i64 %size, i1 false)
  ret void
}

; CHECK-LABEL: inline:
; CHECK-NOT: memset
; CHECK:     ret
define void @inline(ptr %to) {
  tail call void @llvm.memset.p0.i64(ptr %to, i8 7, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: shared:
; X86-DAG:   jmp memcpy
; X86-DAG:   jmp memset
; X86-DAG:   jmp use
; ARM-DAG:   b memcpy
; ARM-DAG:   b memset
; ARM-DAG:   b use
; CHECK-LABEL: phi:
define void @shared(i32 %kind, ptr %to, ptr %from, i64 %size) {
entry:
  %slot = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  call void @use(ptr %slot)
  switch i32 %kind, label %exit [
    i32 0, label %copies
    i32 1, label %fills
    i32 2, label %calls
  ]

copies:
  tail call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  br label %exit

fills:
  tail call void @llvm.memset.p0.i64(ptr %to, i8 7, i64 %size, i1 false)
  br label %exit

calls:
  tail call void @use(ptr %from)
  br label %exit

exit:
  call void @llvm.lifetime.end.p0(i64 4, ptr %slot)
  ret void
}

; X86:   jmp memcpy
; ARM:   b memcpy
define ptr @phi(i1 %copies, ptr %to, ptr %from, i64 %size) {
entry:
  br i1 %copies, label %copy, label %exit

copy:
  tail call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  br label %exit

exit:
  %result = phi ptr [ %to, %copy ], [ %from, %entry ]
  ret ptr %result
}

declare void @use(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
