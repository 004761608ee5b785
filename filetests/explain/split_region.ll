; A region for a register that costs less than having the value around its uses only.
; RUN: avarice explain %S/../x86_64/greedy/fold_load.mir %42 -start-before=greedy
; OUTPUT:
; %42 (VR128) in total
;
; Where it comes from
;   An instruction of bb.1 defines it.
;       %42:vr128 = FsFLD0SD
;   An instruction of bb.2 defines it.
;       %42:vr128 = MOVSDrm_alt %16:gr64, 1, $noreg, 8, $noreg :: (load (s64) from %ir.4, !tbaa !10)
;   An instruction of bb.3 defines it.
;       %42:vr128 = COPY %24:vr128
;   So do 3 other instructions.
;
; Where it is live, and what it weighs
;       %42 [112r,176B:5)[192r,224B:4)[384r,400r:3)[400r,416r:2)[416r,432B:1)[432B,624B:7)[624B,640r:6)[672B,1120r:8)[1120r,1216B:0) 0@1120r 1@416r 2@400r 3@384r 4@192r 5@112r 6@624B-phi 7@432B-phi 8@672B-phi  weight:9.667441e-02
;   9 segments with 9 values, 3 of which merge others at the start of a block.
;   Its reads and writes are worth 124, each as much as its block runs for each run of the function.
;       120 1120B in bb.12 reads and writes it, and leaves a loop with it: three times
;       1 640B in bb.7 reads it
;       0.667 112B in bb.1 writes it
;       0.667 400B in bb.3 reads and writes it
;       0.667 416B in bb.3 reads and writes it
;       0.333 192B in bb.2 writes it
;       0.333 1 other instruction
;   Copies make it want $xmm0 and what %24 gets.
;   That makes its weight 9.667441e-02: 1 % more for the hint, divided by 1292 (its size of 892 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 9.667441e-02: it may take a free register or evict lighter ones.
;   No register is available: a call clobbers $xmm0, $xmm1, $xmm2, $xmm3, $xmm4, $xmm5, $xmm6, $xmm7, $xmm8, $xmm9, $xmm10, $xmm11, $xmm12, $xmm13, $xmm14 and $xmm15.
;   It waits until all others have been tried once.
;   Turn 2, with weight 9.667441e-02: it may be split.
;   No register is available: a call clobbers $xmm0, $xmm1, $xmm2, $xmm3, $xmm4, $xmm5, $xmm6, $xmm7, $xmm8, $xmm9, $xmm10, $xmm11, $xmm12, $xmm13, $xmm14 and $xmm15.
;   Having it in a register only around each use would cost 42.333: a region has to cost less.
;   Regions where it could be in a register: for $xmm0 one costs 40.333, less than any before; for $xmm1 one costs 26.667, less than any before; for $xmm2 it would cost 26.667, too much; for $xmm3 it would cost 26.667, too much; for 12 other registers it would cost too much.
;   It is split around a region for $xmm1 at a cost of 26.667: into %49, %50 and %51.
;
; Where it ended
;   %42 is in pieces.
;     %49 is in stack slot 0.
;     %50 is in $xmm1.
;     %51 is in stack slot 0.
;
; What would keep it in a register
;   A register of its class that no call clobbers and no instruction uses itself where it is live; there is none.

