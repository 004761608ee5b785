; The first use of a callee-saved register costs: here less than spilling.
; RUN: avarice explain %S/Inputs/pressure.ll %b --function small -mtriple=aarch64-linux-gnu
; OUTPUT:
; %1 (%ir.b, GPR32) in small
;
; Where it comes from
;   It holds %ir.b.
;   An instruction of bb.0 defines it.
;       %1:gpr32 = COPY $w1
;
; What it was joined with
;   The copy at 16B stays: $w1 is a physical register that is allocated; only reserved ones can stand for a virtual one. It is a hint for the allocator.
;       %1:gpr32 = COPY $w1
;
; Where it is live, and what it weighs
;       %1 [16r,128r:0) 0@16r  weight:5.917969e-03
;   1 segment with 1 value.
;   Its reads and writes are worth 3, each as much as its block runs for each run of the function.
;       1 16B in bb.0 writes it
;       1 64B in bb.0 reads it
;       1 128B in bb.0 reads it
;   Copies make it want $w1.
;   That makes its weight 5.917969e-03: 1 % more for the hint, divided by 512 (its size of 112 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 5.917969e-03: it may take a free register or evict lighter ones.
;   It wants $w1, since a copy would then disappear, but a call clobbers that; $w19 is free.
;   With the hint, copies that cost 1 would disappear: a split that gives a part of it the hint has to cost less than 0.75.
;   Regions where it could be in a register: for 20 registers, no part of the code wants it.
;   $w19 is free, but is callee-saved and not used yet: its first use costs 3.1e-4; no other way is cheaper, so it is used.
;   It gets $w19.
;
; Where it ended
;   %1 is in $w19.

