; A value that is wanted in a register that a call clobbers: it is split so that a part of it has its hint.
; RUN: avarice explain %S/../x86_64/seed/bar.ll %mul -O1
; OUTPUT:
; %10 (%ir.mul, GR32) in bar
;
; Where it comes from
;   It holds %ir.mul.
;   An instruction of bb.1.if.then defines it.
;       %10:gr32 = nsw IMUL32rr %5:gr32(tied-def 0), %4:gr32, implicit-def dead $eflags
;
; What it was joined with
;   The copy at 192B joined %4 (%ir.a, GR32) into it.
;       %10:gr32 = COPY %4:gr32
;   The copy at 64B stays: $edi is a physical register that is allocated; only reserved ones can stand for a virtual one. It is a hint for the allocator.
;       $edi = COPY %10:gr32
;   The copy at 320B stays: $edi is a physical register that is allocated; only reserved ones can stand for a virtual one. It is a hint for the allocator.
;       $edi = COPY %10:gr32
;
; Where it is live, and what it weighs
;       %10 [32r,208r:0)[208r,240r:1)[288B,320r:0) 0@32r 1@208r  weight:7.866044e-03
;   3 segments with 2 values.
;   Its reads and writes are worth 5, each as much as its block runs for each run of the function.
;       1 32B in bb.0.entry writes it
;       1 64B in bb.0.entry reads it
;       1 128B in bb.0.entry reads it
;       1 208B in bb.1.if.then reads and writes it
;       0.5 240B in bb.1.if.then reads it
;       0.5 320B in bb.2.if.else reads it
;   Copies make it want $edi.
;   That makes its weight 7.866044e-03: 1 % more for the hint, divided by 642 (its size of 242 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 7.866044e-03: it may take a free register or evict lighter ones.
;   It wants $edi, since a copy would then disappear, but a call clobbers that; $r14d is free.
;   With the hint, copies that cost 1.5 would disappear: a split that gives a part of it the hint has to cost less than 1.125.
;   Regions where it could be in a register: for $edi one costs 1, less than any before.
;   It is split around a region where it can have its hint, for $edi at a cost of 1: into %14, %15 and %16.
;
; Where it ended
;   %10 is in pieces.
;     %14 has no uses left.
;     %15 is in $edi.
;     %16 is in $ebp.

