; A constant that is loaded again by the instruction that uses it: no stack slot is needed.
; RUN: avarice explain %S/../x86_64/greedy/fold_load.mir %40 -start-before=greedy
; OUTPUT:
; %40 (FR64) in total
;
; Where it comes from
;   An instruction of bb.6 defines it.
;       %40:fr64 = MOVSDrm_alt $rip, 1, $noreg, %const.2, $noreg :: (load (s64) from constant-pool)
;
; Where it is live, and what it weighs
;       %40 [592r,624B:0)[672B,1216B:0) 0@592r  weight:3.743155e-03
;   2 segments with 1 value.
;   Its reads and writes are worth 7.292, each as much as its block runs for each run of the function.
;       6.667 1088B in bb.11 reads it
;       0.625 592B in bb.6 writes it
;   That makes its weight 3.743155e-03: half of it, as all its values can be computed again, divided by 974 (its size of 574 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 3.743155e-03: it may take a free register or evict lighter ones.
;   No register is available: a call clobbers $xmm0, $xmm1, $xmm2, $xmm3, $xmm4, $xmm5, $xmm6, $xmm7, $xmm8, $xmm9, $xmm10, $xmm11, $xmm12, $xmm13, $xmm14 and $xmm15.
;   It waits until all others have been tried once.
;   Turn 2, with weight 3.743155e-03: it may be split.
;   No register is available: a call clobbers $xmm0, $xmm1, $xmm2, $xmm3, $xmm4, $xmm5, $xmm6, $xmm7, $xmm8, $xmm9, $xmm10, $xmm11, $xmm12, $xmm13, $xmm14 and $xmm15.
;   Having it in a register only around each use would cost 7.292: a region has to cost less.
;   Regions where it could be in a register: for $xmm0 it would cost at least 13.333, too much; for $xmm2 it would cost 26.667, too much; for $xmm3 it would cost 26.667, too much; for $xmm4 it would cost 26.667, too much; for 1 register, no part of the code wants it; for 11 other registers it would cost too much.
;   No region pays off.
;   No block with uses is worth an interval of its own.
;   It goes to memory.
;   The instruction at 1088B works on what it was loaded from itself.
;       %46:fr64 = MULSDrm %46:fr64(tied-def 0), $rip, 1, $noreg, %const.2, $noreg, implicit $mxcsr :: (load (s64) from constant-pool)
;   No stack slot is needed for it.
;
; Where it ended
;   %40 is computed again or read from memory where it is used, without a stack slot.
;
; What would keep it in a register
;   A register of its class that no call clobbers and no instruction uses itself where it is live; there is none.

