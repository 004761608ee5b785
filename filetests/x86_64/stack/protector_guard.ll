; Where module flags say the guard is. As llc 19.1.7 does it.
; RUN: split-file %s %t
; RUN: cat %t/main.ll %t/gs.ll > %t/a.ll
; RUN: avarice compile %t/a.ll -o - | FileCheck %s --check-prefix=GS
; RUN: cat %t/main.ll %t/offset.ll > %t/b.ll
; RUN: avarice compile %t/b.ll -o - | FileCheck %s --check-prefix=OFFSET
; RUN: cat %t/main.ll %t/negative.ll > %t/c.ll
; RUN: avarice compile %t/c.ll -o - | FileCheck %s --check-prefix=NEGATIVE
; RUN: cat %t/main.ll %t/symbol.ll > %t/d.ll
; RUN: avarice compile %t/d.ll -o - | FileCheck %s --check-prefix=SYMBOL
; RUN: cat %t/main.ll %t/far.ll > %t/e.ll
; RUN: avarice compile %t/e.ll -o - | FileCheck %s --check-prefix=FAR
; RUN: cat %t/main.ll %t/global.ll > %t/f.ll
; RUN: avarice compile %t/f.ll -o - | FileCheck %s --check-prefix=GLOBAL
; RUN: avarice compile -O0 %t/f.ll -o - | FileCheck %s --check-prefix=GLOBAL

; GS:       movq %gs:40, %rax
; GS:       movq %gs:40, %rax
; OFFSET:   movq %fs:20, %rax
; OFFSET:   movq %fs:20, %rax
; NEGATIVE: movl $4294967276, %e[[BASE:.x]]
; NEGATIVE: movq %fs:(%r[[BASE]]), %r
; SYMBOL:   movq %gs:canary(%rip), %rax
; SYMBOL:   movq %gs:canary(%rip), %rax
; FAR:      movq canary@GOTPCREL(%rip), %[[BASE:r.*]]
; FAR:      movq %fs:(%[[BASE]]), %r
; GLOBAL:   movq __stack_chk_guard(%rip), %rax
; GLOBAL:   movq __stack_chk_guard(%rip), %rax

;--- main.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @use(ptr)
define void @f() sspreq {
  %a = alloca [16 x i8]
  call void @use(ptr %a)
  ret void
}
;--- gs.ll
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"stack-protector-guard", !"tls"}
!1 = !{i32 1, !"stack-protector-guard-reg", !"gs"}
;--- offset.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-protector-guard-offset", i32 20}
;--- negative.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-protector-guard-offset", i32 -20}
;--- symbol.ll
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"stack-protector-guard-reg", !"gs"}
!1 = !{i32 1, !"stack-protector-guard-symbol", !"canary"}
;--- far.ll
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"stack-protector-guard-symbol", !"canary"}
!1 = !{i32 7, !"direct-access-external-data", i32 0}
;--- global.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-protector-guard", !"global"}
