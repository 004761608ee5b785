; A function that keeps more registers for its caller does not end by a jump to memcpy, which would change them after they
; are restored.
; RUN: avarice compile %s -relocation-model=pic -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: most:
; CHECK: callq memcpy@PLT
; CHECK: popq %r10
; CHECK-NOT: jmp
; CHECK: retq
define preserve_mostcc void @most(ptr %to, ptr %from, i64 %size) {
  tail call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  ret void
}

; CHECK-LABEL: all:
; CHECK: callq memset@PLT
; CHECK: popq %rax
; CHECK-NOT: jmp
; CHECK: retq
define void @all(ptr %to, i8 %byte, i64 %size) "no_caller_saved_registers" {
  tail call void @llvm.memset.p0.i64(ptr %to, i8 %byte, i64 %size, i1 false)
  ret void
}

; CHECK-LABEL: few:
; CHECK: jmp memcpy@PLT
define void @few(ptr %to, ptr %from, i64 %size) {
  tail call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 false)
  ret void
}
