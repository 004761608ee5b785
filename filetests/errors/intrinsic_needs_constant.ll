; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: argument 4 of llvm.memcpy is not a constant
;   --> %s:15:3
;    |
; 15 |   call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 %volatile)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @f(ptr %to, ptr %from, i64 %size, i1 %volatile) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %size, i1 %volatile)
  ret void
}
