; A name that is no pass is an error which lists those that there are.
; RUN: avarice compile %s -stop-after=regalocbasic -o %t.mir
; EXIT: 1
; OUTPUT(stderr):
; error: unknown pass 'regalocbasic'; passes are: finalize-isel, early-tailduplication, early-machinelicm, machine-cse, peephole-opt, detect-dead-lanes, processimpdefs, unreachable-mbb-elimination, livevars, machine-loops, split-critical-edges, phi-node-elimination, twoaddressinstruction, liveintervals, register-coalescer, rename-independent-subregs, regallocbasic, regallocfast, ion, fastalloc, tileconfig, greedy, virtregrewriter, stack-slot-coloring, machine-cp, x86-codegen, prologepilog, postrapseudos, branch-folder, aarch64-ldst-opt, block-placement, break-false-deps, x86-fixup-bw-insts, branch-relaxation, cfi-instr-inserter

; RUN: test ! -e %t.mir

; Passes in an impossible order, and passes that need machine code to start from.
; RUN: avarice compile %s -run-pass=prologepilog -o %t.mir
; EXIT: 1
; OUTPUT(stderr):
; error: -run-pass works on .mir input

; RUN: avarice compile %s -start-before=prologepilog -o %t.mir
; EXIT: 1
; OUTPUT(stderr):
; error: -start-before and -start-after work on .mir input

; RUN: avarice compile %s -debug-only=isel -o %t.mir
; EXIT: 1
; OUTPUT(stderr):
; error: no debug output for 'isel'; parts are: regalloc, detect-dead-lanes, rename-independent-subregs, stack-slot-coloring, machine-cp

define void @f() {
  ret void
}
