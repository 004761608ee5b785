; Pieces of memory below a pointer, further away than an access reaches.
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s

target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: set:
; CHECK:       stp q0, q0, [x8]
; CHECK-NEXT:  stp q0, q0, [x8, #32]
define void @set(ptr %b) {
  %p = getelementptr i8, ptr %b, i64 -6000
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 64, i1 false)
  ret void
}

; CHECK-LABEL: copy:
; CHECK:       stp q0, q1, [x8]
; CHECK-NEXT:  str x9, [x8, #32]
define void @copy(ptr %b, ptr %c) {
  %p = getelementptr i8, ptr %b, i64 -6000
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %c, i64 40, i1 false)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: two_words:
; CHECK:       ldp x{{[0-9]+}}, x{{[0-9]+}}, [x{{[0-9]+}}]
define i128 @two_words(ptr %b) {
  %p = getelementptr i8, ptr %b, i64 -6000
  %v = load i128, ptr %p
  ret i128 %v
}
