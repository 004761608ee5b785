; Which registers each value of the attribute zeroes before a return, and in which order, is what llc 19.1.7 does: never what
; the function returns, nor what callers expect to be preserved.
; RUN: sed s/KIND/skip/ %s | avarice compile - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=SKIP
; RUN: sed s/KIND/used-gpr-arg/ %s | avarice compile - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=USED-GPR-ARG
; RUN: sed s/KIND/used-gpr/ %s | avarice compile - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=USED-GPR
; RUN: sed s/KIND/used-arg/ %s | avarice compile - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=USED-ARG
; RUN: sed s/KIND/used/ %s | avarice compile - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=USED
; RUN: sed s/KIND/all-gpr-arg/ %s | avarice compile - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=ALL-GPR-ARG
; RUN: sed s/KIND/all-gpr/ %s | avarice compile - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=ALL-GPR
; RUN: sed s/KIND/all-arg/ %s | avarice compile - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=ALL-ARG
; RUN: sed s/KIND/all/ %s | avarice compile - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=ALL
; SKIP-LABEL: f:
; SKIP: addl
; SKIP-NEXT: ret
;
; USED-GPR-ARG-LABEL: f:
; USED-GPR-ARG: addl
; USED-GPR-ARG-NEXT: xorl %edi, %edi
; USED-GPR-ARG-NEXT: ret
;
; USED-GPR-LABEL: f:
; USED-GPR: addl
; USED-GPR-NEXT: xorl %ecx, %ecx
; USED-GPR-NEXT: xorl %edi, %edi
; USED-GPR-NEXT: ret
;
; USED-ARG-LABEL: f:
; USED-ARG: addl
; USED-ARG-NEXT: xorl %edi, %edi
; USED-ARG-NEXT: xorpd %xmm0, %xmm0
; USED-ARG-NEXT: xorps %xmm1, %xmm1
; USED-ARG-NEXT: ret
;
; USED-LABEL: f:
; USED: addl
; USED-NEXT: xorl %ecx, %ecx
; USED-NEXT: xorl %edi, %edi
; USED-NEXT: xorpd %xmm0, %xmm0
; USED-NEXT: xorps %xmm1, %xmm1
; USED-NEXT: ret
;
; ALL-GPR-ARG-LABEL: f:
; ALL-GPR-ARG: addl
; ALL-GPR-ARG-NEXT: xorl %ecx, %ecx
; ALL-GPR-ARG-NEXT: xorl %edi, %edi
; ALL-GPR-ARG-NEXT: xorl %edx, %edx
; ALL-GPR-ARG-NEXT: xorl %esi, %esi
; ALL-GPR-ARG-NEXT: xorl %r8d, %r8d
; ALL-GPR-ARG-NEXT: xorl %r9d, %r9d
; ALL-GPR-ARG-NEXT: ret
;
; ALL-GPR-LABEL: f:
; ALL-GPR: addl
; ALL-GPR-NEXT: xorl %ecx, %ecx
; ALL-GPR-NEXT: xorl %edi, %edi
; ALL-GPR-NEXT: xorl %edx, %edx
; ALL-GPR-NEXT: xorl %esi, %esi
; ALL-GPR-NEXT: xorl %r8d, %r8d
; ALL-GPR-NEXT: xorl %r9d, %r9d
; ALL-GPR-NEXT: xorl %r10d, %r10d
; ALL-GPR-NEXT: xorl %r11d, %r11d
; ALL-GPR-NEXT: ret
;
; ALL-ARG-LABEL: f:
; ALL-ARG: addl
; ALL-ARG-NEXT: xorl %ecx, %ecx
; ALL-ARG-NEXT: xorl %edi, %edi
; ALL-ARG-NEXT: xorl %edx, %edx
; ALL-ARG-NEXT: xorl %esi, %esi
; ALL-ARG-NEXT: xorl %r8d, %r8d
; ALL-ARG-NEXT: xorl %r9d, %r9d
; ALL-ARG-NEXT: xorpd %xmm0, %xmm0
; ALL-ARG-NEXT: xorps %xmm1, %xmm1
; ALL-ARG-NEXT: xorps %xmm2, %xmm2
; ALL-ARG-NEXT: xorps %xmm3, %xmm3
; ALL-ARG-NEXT: xorps %xmm4, %xmm4
; ALL-ARG-NEXT: xorps %xmm5, %xmm5
; ALL-ARG-NEXT: xorps %xmm6, %xmm6
; ALL-ARG-NEXT: xorps %xmm7, %xmm7
; ALL-ARG-NEXT: ret
;
; ALL-LABEL: f:
; ALL: addl
; ALL-NEXT: fldz
; ALL-NEXT: fldz
; ALL-NEXT: fldz
; ALL-NEXT: fldz
; ALL-NEXT: fldz
; ALL-NEXT: fldz
; ALL-NEXT: fldz
; ALL-NEXT: fldz
; ALL-NEXT: fstp %st
; ALL-NEXT: fstp %st
; ALL-NEXT: fstp %st
; ALL-NEXT: fstp %st
; ALL-NEXT: fstp %st
; ALL-NEXT: fstp %st
; ALL-NEXT: fstp %st
; ALL-NEXT: fstp %st
; ALL-NEXT: xorl %ecx, %ecx
; ALL-NEXT: xorl %edi, %edi
; ALL-NEXT: xorl %edx, %edx
; ALL-NEXT: xorl %esi, %esi
; ALL-NEXT: xorl %r8d, %r8d
; ALL-NEXT: xorl %r9d, %r9d
; ALL-NEXT: xorl %r10d, %r10d
; ALL-NEXT: xorl %r11d, %r11d
; ALL-NEXT: xorpd %xmm0, %xmm0
; ALL-NEXT: xorps %xmm1, %xmm1
; ALL-NEXT: xorps %xmm2, %xmm2
; ALL-NEXT: xorps %xmm3, %xmm3
; ALL-NEXT: xorps %xmm4, %xmm4
; ALL-NEXT: xorps %xmm5, %xmm5
; ALL-NEXT: xorps %xmm6, %xmm6
; ALL-NEXT: xorps %xmm7, %xmm7
; ALL-NEXT: xorps %xmm8, %xmm8
; ALL-NEXT: xorps %xmm9, %xmm9
; ALL-NEXT: xorps %xmm10, %xmm10
; ALL-NEXT: xorps %xmm11, %xmm11
; ALL-NEXT: xorps %xmm12, %xmm12
; ALL-NEXT: xorps %xmm13, %xmm13
; ALL-NEXT: xorps %xmm14, %xmm14
; ALL-NEXT: xorps %xmm15, %xmm15
; ALL-NEXT: ret
;
target triple = "x86_64-unknown-linux-gnu"

define i32 @f(i32 %a, double %b, <4 x float> %c) "zero-call-used-regs"="KIND" {
  %d = fptosi double %b to i32
  %e = mul i32 %a, %d
  %x = extractelement <4 x float> %c, i32 2
  %y = fptosi float %x to i32
  %z = add i32 %e, %y
  ret i32 %z
}
