; Bits are counted in vector registers, which noimplicitfloat forbids.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: llvm.ctpop with noimplicitfloat in function `count`
;   --> %s:12:3
;    |
; 12 |   %r = call i32 @llvm.ctpop.i32(i32 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

define i32 @count(i32 %x) noimplicitfloat {
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %r
}

declare i32 @llvm.ctpop.i32(i32)
