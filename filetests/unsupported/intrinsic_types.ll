; The types of a target's own intrinsics are those of the registers of their instructions.
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: intrinsic llvm.x86.aesni.aesenc of these types in function `narrow`
;   --> %s:16:3
;    |
; 16 |   %r = call i8 @llvm.x86.aesni.aesenc(i8 %a, i8 %b)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.s

declare i8 @llvm.x86.aesni.aesenc(i8, i8)

define i8 @narrow(i8 %a, i8 %b) {
  %r = call i8 @llvm.x86.aesni.aesenc(i8 %a, i8 %b)
  ret i8 %r
}
