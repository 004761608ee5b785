; Intrinsics of extensions that the function does not have, and of types and amounts that instructions do not have.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: intrinsic llvm.aarch64.crypto.aese without the feature aes in function `round`
;   --> %s:35:3
;    |
; 35 |   %r = call <16 x i8> @llvm.aarch64.crypto.aese(<16 x i8> %a, <16 x i8> %b)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: intrinsic llvm.aarch64.neon.sqadd.v4i8 in function `half_a_register`
;   --> %s:40:3
;    |
; 40 |   %r = call <8 x i8> @llvm.aarch64.neon.sqadd.v4i8(<4 x i8> %a, <4 x i8> %a)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: intrinsic with this amount in function `amount`
;   --> %s:45:3
;    |
; 45 |   %r = call <8 x i8> @llvm.aarch64.neon.sqshrun.v8i8(<8 x i16> %a, i32 %n)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: intrinsic with this amount in function `too_far`
;   --> %s:50:3
;    |
; 50 |   %r = call <8 x i8> @llvm.aarch64.neon.sqshrun.v8i8(<8 x i16> %a, i32 9)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

target triple = "aarch64-unknown-linux-gnu"

declare <16 x i8> @llvm.aarch64.crypto.aese(<16 x i8>, <16 x i8>)
declare <8 x i8> @llvm.aarch64.neon.sqadd.v4i8(<4 x i8>, <4 x i8>)
declare <8 x i8> @llvm.aarch64.neon.sqshrun.v8i8(<8 x i16>, i32)

define <16 x i8> @round(<16 x i8> %a, <16 x i8> %b) {
  %r = call <16 x i8> @llvm.aarch64.crypto.aese(<16 x i8> %a, <16 x i8> %b)
  ret <16 x i8> %r
}

define <8 x i8> @half_a_register(<4 x i8> %a) {
  %r = call <8 x i8> @llvm.aarch64.neon.sqadd.v4i8(<4 x i8> %a, <4 x i8> %a)
  ret <8 x i8> %r
}

define <8 x i8> @amount(<8 x i16> %a, i32 %n) {
  %r = call <8 x i8> @llvm.aarch64.neon.sqshrun.v8i8(<8 x i16> %a, i32 %n)
  ret <8 x i8> %r
}

define <8 x i8> @too_far(<8 x i16> %a) {
  %r = call <8 x i8> @llvm.aarch64.neon.sqshrun.v8i8(<8 x i16> %a, i32 9)
  ret <8 x i8> %r
}
