; The uses in each block get intervals of their own; the rest is spilled.
; RUN: avarice explain %S/../x86_64/greedy/hoist_spills.mir %21 -start-before=greedy
; OUTPUT:
; %21 (GR64) in heap_sort
;
; Where it comes from
;   An instruction of bb.0 defines it.
;       %21:gr64 = COPY $rsi
;
; Where it is live, and what it weighs
;       %21 [48r,2016B:0) 0@48r  weight:7.299100e-03
;   1 segment with 1 value.
;   Its reads and writes are worth 17.099, each as much as its block runs for each run of the function.
;       13.474 256B in bb.2 reads it
;       1 48B in bb.0 writes it
;       1 80B in bb.0 reads it
;       1 112B in bb.0 reads it
;       0.625 192B in bb.1..preheader1 reads it
;   Copies make it want $rsi, what %50 gets and what %51 gets.
;   That makes its weight 7.2991e-03: 1 % more for the hint, divided by 2366 (its size of 1966 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 7.2991e-03: it may take a free register or evict lighter ones.
;   It wants $rsi, since a copy would then disappear, but a call clobbers that; $r15 is free.
;   With the hint, copies that cost 1 would disappear: a split that gives a part of it the hint has to cost less than 0.75.
;   Regions where it could be in a register: for $rsi it would cost 26.526, too much.
;   It gets $r15.
;   %17 (GR64_NOSP), which is heavier, evicts it from $r15: weight 2.393147e+00 against 7.2991e-03.
;   It loses $r15.
;   Turn 2, with weight 7.2991e-03: it may take a free register or evict lighter ones.
;   No register is available: a call clobbers $rsi, $rax, $rcx, $rdx, $rdi, $r8, $r9, $r10 and $r11; $rbx is held by %23 (weight 6.852004e-02); $r14 is held by %22 (weight 2.814333e-01); $r15 is held by %17 (weight 2.393147e+00); $r12 is held by %20 (weight 1.478242e-01); $r13 is held by %30 (weight 5.021111e-02); $rbp is held by %56 (weight 1.369286e+00).
;   It waits until all others have been tried once.
;   Turn 3, with weight 7.2991e-03: it may be split.
;   No register is available: a call clobbers $rsi, $rax, $rcx, $rdx, $rdi, $r8, $r9, $r10 and $r11; $rbx is held by %57 (weight 9.310188e-01); $r14 is held by %22 (weight 2.814333e-01); $r15 is held by %29 (weight 7.033696e-02), %54 (weight 6.411589e-01) and %17 (weight 2.393147e+00); $r12 is held by %20 (weight 1.478242e-01); $r13 is held by %58 (weight 5.226326e-01); $rbp is held by %56 (weight 1.369286e+00).
;   Having it in a register only around each use would cost 15.099: a region has to cost less.
;   Regions where it could be in a register: for $rsi it would cost 26.526, too much; for $rax it would cost 26.526, too much; for $rcx it would cost 26.526, too much; for $rdx it would cost 26.526, too much; for 3 registers, no part of the code wants it; for 8 other registers it would cost too much.
;   No region pays off.
;   It is split around the blocks that use it: into %59 and %60.
;
; Where it ended
;   %21 is in pieces.
;     %59 is in stack slot 2.
;     %60 is in $rsi.
;
; What would keep it in a register
;   The least in its way is %20 (weight 1.478242e-01) in $r12: its own weight of 7.2991e-03 would have to be above 1.478242e-01, by more uses or in fewer places, or those would have to be live elsewhere.

