; A loop counter is heavy: it evicts another. Its first value is computed again where it was copied.
; RUN: avarice explain %S/Inputs/pressure.ll %i --function pressure
; OUTPUT:
; %18 (%ir.i, GR32) in pressure
;
; Where it comes from
;   It holds %ir.i.
;   A PHI of bb.1.loop defines it.
;       %18:gr32 = PHI %24:gr32, %bb.0, %21:gr32, %bb.1
;
; What it was joined with
;   The copy at 416B joined it into %47.
;       %18:gr32 = COPY %47:gr32
;   From here on it is %47 (GR32).
;   The copy at 1120B joined %21 (%ir.i.next, GR32) into it.
;       %21:gr32 = COPY %47:gr32
;   The copy at 352B joined %24 (GR32) into it.
;       %47:gr32 = COPY %24:gr32
;   The copy at 368B went: its value is computed again instead.
;       %27:gr32 = COPY %47:gr32  =>  %27:gr32 = MOV32r0 implicit-def dead $eflags
;
; Where it is live, and what it weighs
;       %47 [336r,384B:0)[384B,1136r:2)[1136r,1232B:1) 0@336r 1@1136r 2@384B-phi  weight:1.986090e-01
;   3 segments with 3 values, 1 of which merges others at the start of a block.
;   Its reads and writes are worth 257, each as much as its block runs for each run of the function.
;       192 1136B in bb.1.loop reads and writes it, and leaves a loop with it: three times
;       32 528B in bb.1.loop reads it
;       32 1152B in bb.1.loop reads it
;       1 336B in bb.0.entry writes it
;   That makes its weight 1.98609e-01: divided by 1294 (its size of 894 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 1.98609e-01: it may take a free register or evict lighter ones.
;   It evicts %12 (weight 2.374101e-02) from $ebp in chain 14 of evictions, with its own weight of 1.98609e-01.
;   It gets $ebp.
;
; Where it ended
;   %47 is in $ebp.

