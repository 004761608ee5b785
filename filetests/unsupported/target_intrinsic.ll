; The target's own intrinsics.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: intrinsic llvm.x86.xop.vpmacsdd in function `f`
;   --> %s:16:3
;    |
; 16 |   %r = call <4 x i32> @llvm.x86.xop.vpmacsdd(<4 x i32> %x, <4 x i32> %y, <4 x i32> %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare <4 x i32> @llvm.x86.xop.vpmacsdd(<4 x i32>, <4 x i32>, <4 x i32>)

define <4 x i32> @f(<4 x i32> %x, <4 x i32> %y) {
  %r = call <4 x i32> @llvm.x86.xop.vpmacsdd(<4 x i32> %x, <4 x i32> %y, <4 x i32> %x)
  ret <4 x i32> %r
}
