; A name that is no pass is an error which lists those that there are.
; RUN: not avarice compile %s -stop-after=regalocbasic -o %t.mir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: error: unknown pass 'regalocbasic'; passes are: finalize-isel, x86-domain-reassignment, early-tailduplication, {{.*}}, cfi-instr-inserter
; RUN: test ! -e %t.mir

; Passes in an impossible order, and passes that need machine code to start from.
; RUN: avarice compile %s -run-pass=prologepilog -o %t.mir
; EXIT: 1
; OUTPUT(stderr):
; error: -run-pass and -passes work on .mir input

; RUN: avarice compile %s -start-before=prologepilog -o %t.mir
; EXIT: 1
; OUTPUT(stderr):
; error: -start-before and -start-after work on .mir input

; RUN: avarice compile %s -debug-only=isel -o %t.mir
; EXIT: 1
; OUTPUT(stderr):
; error: no debug output for 'isel'; parts are: regalloc, detect-dead-lanes, rename-independent-subregs, stack-slot-coloring, machine-cp, livedebugvars

define void @f() {
  ret void
}
