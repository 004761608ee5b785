; Which registers each value of the attribute zeroes before a return, and in which order, is what llc 19.1.7 does: never what
; the function returns, nor what callers expect to be preserved.
; RUN: sed s/KIND/skip/ %s | avarice compile -enable-post-misched=false - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=SKIP
; RUN: sed s/KIND/used-gpr-arg/ %s | avarice compile -enable-post-misched=false - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=USED-GPR-ARG
; RUN: sed s/KIND/used-gpr/ %s | avarice compile -enable-post-misched=false - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=USED-GPR
; RUN: sed s/KIND/used-arg/ %s | avarice compile -enable-post-misched=false - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=USED-ARG
; RUN: sed s/KIND/used/ %s | avarice compile -enable-post-misched=false - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=USED
; RUN: sed s/KIND/all-gpr-arg/ %s | avarice compile -enable-post-misched=false - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=ALL-GPR-ARG
; RUN: sed s/KIND/all-gpr/ %s | avarice compile -enable-post-misched=false - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=ALL-GPR
; RUN: sed s/KIND/all-arg/ %s | avarice compile -enable-post-misched=false - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=ALL-ARG
; RUN: sed s/KIND/all/ %s | avarice compile -enable-post-misched=false - -x ir -verify-machineinstrs -o - | FileCheck %s --check-prefix=ALL
; SKIP-LABEL: f:
; SKIP: madd
; SKIP-NEXT: ret
;
; USED-GPR-ARG-LABEL: f:
; USED-GPR-ARG: madd
; USED-GPR-ARG-NEXT: ret
;
; USED-GPR-LABEL: f:
; USED-GPR: madd
; USED-GPR-NEXT: mov x8, #0
; USED-GPR-NEXT: mov x9, #0
; USED-GPR-NEXT: ret
;
; USED-ARG-LABEL: f:
; USED-ARG: madd
; USED-ARG-NEXT: movi v0.2d, #0000000000000000
; USED-ARG-NEXT: movi v1.2d, #0000000000000000
; USED-ARG-NEXT: ret
;
; USED-LABEL: f:
; USED: madd
; USED-NEXT: mov x8, #0
; USED-NEXT: mov x9, #0
; USED-NEXT: movi v0.2d, #0000000000000000
; USED-NEXT: movi v1.2d, #0000000000000000
; USED-NEXT: ret
;
; ALL-GPR-ARG-LABEL: f:
; ALL-GPR-ARG: madd
; ALL-GPR-ARG-NEXT: mov x1, #0
; ALL-GPR-ARG-NEXT: mov x2, #0
; ALL-GPR-ARG-NEXT: mov x3, #0
; ALL-GPR-ARG-NEXT: mov x4, #0
; ALL-GPR-ARG-NEXT: mov x5, #0
; ALL-GPR-ARG-NEXT: mov x6, #0
; ALL-GPR-ARG-NEXT: mov x7, #0
; ALL-GPR-ARG-NEXT: mov x8, #0
; ALL-GPR-ARG-NEXT: mov x18, #0
; ALL-GPR-ARG-NEXT: ret
;
; ALL-GPR-LABEL: f:
; ALL-GPR: madd
; ALL-GPR-NEXT: mov x1, #0
; ALL-GPR-NEXT: mov x2, #0
; ALL-GPR-NEXT: mov x3, #0
; ALL-GPR-NEXT: mov x4, #0
; ALL-GPR-NEXT: mov x5, #0
; ALL-GPR-NEXT: mov x6, #0
; ALL-GPR-NEXT: mov x7, #0
; ALL-GPR-NEXT: mov x8, #0
; ALL-GPR-NEXT: mov x9, #0
; ALL-GPR-NEXT: mov x10, #0
; ALL-GPR-NEXT: mov x11, #0
; ALL-GPR-NEXT: mov x12, #0
; ALL-GPR-NEXT: mov x13, #0
; ALL-GPR-NEXT: mov x14, #0
; ALL-GPR-NEXT: mov x15, #0
; ALL-GPR-NEXT: mov x16, #0
; ALL-GPR-NEXT: mov x17, #0
; ALL-GPR-NEXT: mov x18, #0
; ALL-GPR-NEXT: ret
;
; ALL-ARG-LABEL: f:
; ALL-ARG: madd
; ALL-ARG-NEXT: mov x1, #0
; ALL-ARG-NEXT: mov x2, #0
; ALL-ARG-NEXT: mov x3, #0
; ALL-ARG-NEXT: mov x4, #0
; ALL-ARG-NEXT: mov x5, #0
; ALL-ARG-NEXT: mov x6, #0
; ALL-ARG-NEXT: mov x7, #0
; ALL-ARG-NEXT: mov x8, #0
; ALL-ARG-NEXT: mov x18, #0
; ALL-ARG-NEXT: movi v0.2d, #0000000000000000
; ALL-ARG-NEXT: movi v1.2d, #0000000000000000
; ALL-ARG-NEXT: movi v2.2d, #0000000000000000
; ALL-ARG-NEXT: movi v3.2d, #0000000000000000
; ALL-ARG-NEXT: movi v4.2d, #0000000000000000
; ALL-ARG-NEXT: movi v5.2d, #0000000000000000
; ALL-ARG-NEXT: movi v6.2d, #0000000000000000
; ALL-ARG-NEXT: movi v7.2d, #0000000000000000
; ALL-ARG-NEXT: ret
;
; ALL-LABEL: f:
; ALL: madd
; ALL-NEXT: mov x1, #0
; ALL-NEXT: mov x2, #0
; ALL-NEXT: mov x3, #0
; ALL-NEXT: mov x4, #0
; ALL-NEXT: mov x5, #0
; ALL-NEXT: mov x6, #0
; ALL-NEXT: mov x7, #0
; ALL-NEXT: mov x8, #0
; ALL-NEXT: mov x9, #0
; ALL-NEXT: mov x10, #0
; ALL-NEXT: mov x11, #0
; ALL-NEXT: mov x12, #0
; ALL-NEXT: mov x13, #0
; ALL-NEXT: mov x14, #0
; ALL-NEXT: mov x15, #0
; ALL-NEXT: mov x16, #0
; ALL-NEXT: mov x17, #0
; ALL-NEXT: mov x18, #0
; ALL-NEXT: movi v0.2d, #0000000000000000
; ALL-NEXT: movi v1.2d, #0000000000000000
; ALL-NEXT: movi v2.2d, #0000000000000000
; ALL-NEXT: movi v3.2d, #0000000000000000
; ALL-NEXT: movi v4.2d, #0000000000000000
; ALL-NEXT: movi v5.2d, #0000000000000000
; ALL-NEXT: movi v6.2d, #0000000000000000
; ALL-NEXT: movi v7.2d, #0000000000000000
; ALL-NEXT: movi v16.2d, #0000000000000000
; ALL-NEXT: movi v17.2d, #0000000000000000
; ALL-NEXT: movi v18.2d, #0000000000000000
; ALL-NEXT: movi v19.2d, #0000000000000000
; ALL-NEXT: movi v20.2d, #0000000000000000
; ALL-NEXT: movi v21.2d, #0000000000000000
; ALL-NEXT: movi v22.2d, #0000000000000000
; ALL-NEXT: movi v23.2d, #0000000000000000
; ALL-NEXT: movi v24.2d, #0000000000000000
; ALL-NEXT: movi v25.2d, #0000000000000000
; ALL-NEXT: movi v26.2d, #0000000000000000
; ALL-NEXT: movi v27.2d, #0000000000000000
; ALL-NEXT: movi v28.2d, #0000000000000000
; ALL-NEXT: movi v29.2d, #0000000000000000
; ALL-NEXT: movi v30.2d, #0000000000000000
; ALL-NEXT: movi v31.2d, #0000000000000000
; ALL-NEXT: ret
;
target triple = "aarch64-unknown-linux-gnu"

define i32 @f(i32 %a, double %b, <4 x float> %c) "zero-call-used-regs"="KIND" {
  %d = fptosi double %b to i32
  %e = mul i32 %a, %d
  %x = extractelement <4 x float> %c, i32 2
  %y = fptosi float %x to i32
  %z = add i32 %e, %y
  ret i32 %z
}
