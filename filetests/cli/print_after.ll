; -print-after shows the function after the passes that are named, -print-after-all after each; standard
; output is not touched.
; RUN: avarice compile %s -print-after=twoaddressinstruction,virtregrewriter -o %t.s 2>&1 | FileCheck %s
; RUN: avarice compile %s -print-after-all -o %t.s 2>&1 | FileCheck %s -check-prefix=ALL

; CHECK-NOT:   IR Dump
; CHECK:       # *** IR Dump After Two-Address instruction pass (twoaddressinstruction) ***:
; CHECK-NEXT:  # Machine code for function f: NoPHIs, TracksLiveness
; CHECK:       SUB32rr %{{[0-9]+}}:gr32(tied-def 0)
; CHECK-NOT:   IR Dump
; CHECK:       # *** IR Dump After Virtual Register Rewriter (virtregrewriter) ***:
; CHECK:       NoVRegs
; CHECK:       renamable $eax = SUB32rr
; CHECK-NOT:   IR Dump

; ALL:         IR Dump After Finalize
; ALL:         (phi-node-elimination)
; ALL:         (liveintervals)
; ALL:         (greedy)
; ALL:         (prologepilog)
; ALL:         (branch-folder)
define i32 @f(i32 %x, i32 %y) {
  %r = sub i32 %x, %y
  ret i32 %r
}
