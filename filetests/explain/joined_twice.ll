; A value that was joined with others goes on under their name.
; RUN: avarice explain %S/../x86_64/seed/bar.ll %call -O1
; OUTPUT:
; %6 (%ir.call, GR32) in bar
;
; Where it comes from
;   It holds %ir.call.
;   An instruction of bb.0.entry defines it.
;       %6:gr32 = COPY $eax
;
; What it was joined with
;   The copy at 112B stays: $eax is a physical register that is allocated; only reserved ones can stand for a virtual one. It is a hint for the allocator.
;       %6:gr32 = COPY killed $eax
;   The copy at 224B joined it into %1.
;       %1:gr32 = COPY %6:gr32
;   From here on it is %1 (%ir.add, GR32).
;   The copy at 256B joined it into %13.
;       %13:gr32 = COPY %1:gr32
;   From here on it is %13 (GR32).
;   The copy at 480B joined %3 (%ir.a.addr.0, GR32) into it.
;       %3:gr32 = COPY %13:gr32
;   The copy at 448B stays: %2 is defined at 368r, where %13 is live with another value.
;       %13:gr32 = COPY %2:gr32
;
; Where it is live, and what it weighs
;       %13 [112r,240r:3)[240r,288B:1)[288B,400r:3)[448r,464B:0)[464B,544r:2) 0@448r 1@240r 2@464B-phi 3@112r  weight:6.441327e-03
;   5 segments with 4 values, 1 of which merges others at the start of a block.
;   Its reads and writes are worth 5, each as much as its block runs for each run of the function.
;       1 112B in bb.0.entry writes it
;       1 240B in bb.1.if.then reads and writes it
;       1 512B in bb.3.if.end reads it
;       1 544B in bb.3.if.end reads it
;       0.5 400B in bb.2.if.else reads it
;       0.5 448B in bb.2.if.else writes it
;   Copies make it want $eax and what %2 gets.
;   That makes its weight 6.441327e-03: 1 % more for the hint, divided by 784 (its size of 384 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 6.441327e-03: it may take a free register or evict lighter ones.
;   It wants $eax, since a copy would then disappear, but a call clobbers that; $ebp is free.
;   With the hint, copies that cost 1 would disappear: a split that gives a part of it the hint has to cost less than 0.75.
;   Regions where it could be in a register: for $eax it would cost 1, too much.
;   It gets $ebp.
;
; Where it ended
;   %13 is in $ebp.

