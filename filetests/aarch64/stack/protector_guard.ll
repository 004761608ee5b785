; Where module flags say the guard is. As llc 19.1.7 does it.
; RUN: split-file %s %t
; RUN: cat %t/main.ll %t/got.ll > %t/a.ll
; RUN: avarice compile -enable-post-misched=false %t/a.ll -o - | FileCheck %s --check-prefix=GOT
; RUN: avarice compile -enable-post-misched=false -code-model=large -relocation-model=static %t/main.ll -o - | FileCheck %s --check-prefix=LARGE
; RUN: cat %t/main.ll %t/sysreg.ll > %t/b.ll
; RUN: avarice compile -enable-post-misched=false %t/b.ll -o - | FileCheck %s --check-prefix=SYSREG
; RUN: cat %t/main.ll %t/bytes.ll > %t/c.ll
; RUN: avarice compile -enable-post-misched=false %t/c.ll -o - | FileCheck %s --check-prefix=BYTES
; RUN: cat %t/main.ll %t/sum.ll > %t/d.ll
; RUN: avarice compile -enable-post-misched=false %t/d.ll -o - | FileCheck %s --check-prefix=SUM
; RUN: cat %t/main.ll %t/wide.ll > %t/e.ll
; RUN: not avarice compile -enable-post-misched=false %t/e.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=WIDE
; RUN: cat %t/main.ll %t/unknown.ll > %t/f.ll
; RUN: not avarice compile -enable-post-misched=false %t/f.ll -o %t.s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

; LARGE:   movz x8, #:abs_g0_nc:__stack_chk_guard
; LARGE-NEXT: movk x8, #:abs_g1_nc:__stack_chk_guard
; LARGE-NEXT: movk x8, #:abs_g2_nc:__stack_chk_guard
; LARGE-NEXT: movk x8, #:abs_g3:__stack_chk_guard
; LARGE-NEXT: ldr x8, [x8]
; GOT:     adrp x8, :got:__stack_chk_guard
; GOT-NEXT: ldr x8, [x8, :got_lo12:__stack_chk_guard]
; GOT-NEXT: ldr x8, [x8]
; SYSREG:  mrs x8, SP_EL0
; SYSREG-NEXT: ldr x8, [x8, #8]
; BYTES:   mrs x8, SP_EL0
; BYTES-NEXT: ldur x8, [x8, #-8]
; SUM:     mrs x8, SP_EL0
; SUM-NEXT: sub x8, x8, #257
; SUM-NEXT: ldr x8, [x8]
; WIDE:    unsupported: stack protector guard at offset 32761 in function `f`
; UNKNOWN: unsupported: stack protector guard in system register 'no_el9' in function `f`

;--- main.ll
target triple = "aarch64-unknown-linux-gnu"
declare void @use(ptr)
define void @f() sspreq {
  %a = alloca [16 x i8]
  call void @use(ptr %a)
  ret void
}
;--- got.ll
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"PIC Level", i32 2}
;--- sysreg.ll
!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"stack-protector-guard", !"sysreg"}
!1 = !{i32 1, !"stack-protector-guard-reg", !"sp_el0"}
!2 = !{i32 1, !"stack-protector-guard-offset", i32 8}
;--- bytes.ll
!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"stack-protector-guard", !"sysreg"}
!1 = !{i32 1, !"stack-protector-guard-reg", !"sp_el0"}
!2 = !{i32 1, !"stack-protector-guard-offset", i32 -8}
;--- sum.ll
!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"stack-protector-guard", !"sysreg"}
!1 = !{i32 1, !"stack-protector-guard-reg", !"sp_el0"}
!2 = !{i32 1, !"stack-protector-guard-offset", i32 -257}
;--- wide.ll
!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"stack-protector-guard", !"sysreg"}
!1 = !{i32 1, !"stack-protector-guard-reg", !"sp_el0"}
!2 = !{i32 1, !"stack-protector-guard-offset", i32 32761}
;--- unknown.ll
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"stack-protector-guard", !"sysreg"}
!1 = !{i32 1, !"stack-protector-guard-reg", !"no_el9"}
