; The target's own intrinsics.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: intrinsic llvm.x86.aesni.aesenc in function `f`
;   --> %s:16:3
;    |
; 16 |   %r = call <2 x i64> @llvm.x86.aesni.aesenc(<2 x i64> %x, <2 x i64> %y)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare <2 x i64> @llvm.x86.aesni.aesenc(<2 x i64>, <2 x i64>)

define <2 x i64> @f(<2 x i64> %x, <2 x i64> %y) {
  %r = call <2 x i64> @llvm.x86.aesni.aesenc(<2 x i64> %x, <2 x i64> %y)
  ret <2 x i64> %r
}
