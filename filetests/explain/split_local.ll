; A run of uses in one block gets an interval of its own.
; RUN: avarice explain %S/../x86_64/greedy/split_local.mir %67 -start-before=greedy
; OUTPUT:
; %67 (GR64_ABCD) in show
;
; Where it comes from
;   An instruction of bb.0 defines it.
;       %67:gr64_abcd = COPY $rdx
;   An instruction of bb.0 defines it.
;       %67:gr64_abcd = SHR64ri %67:gr64_abcd(tied-def 0), 56, implicit-def dead $eflags
;
; Where it is live, and what it weighs
;       %67 [16r,2128r:1)[2128r,2176r:0) 0@2128r 1@16r  weight:4.339844e-03
;   2 segments with 2 values.
;   Its reads and writes are worth 11, each as much as its block runs for each run of the function.
;       2 2128B in bb.0 reads and writes it
;       1 16B in bb.0 writes it
;       1 1200B in bb.0 reads it
;       1 1312B in bb.0 reads it
;       1 1424B in bb.0 reads it
;       1 1568B in bb.0 reads it
;       4 4 other instructions
;   Copies make it want $rdx, what %52 gets, what %57 gets and what %62 gets.
;   That makes its weight 4.339844e-03: 1 % more for the hint, divided by 2560 (its size of 2160 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 4.339844e-03: it may take a free register or evict lighter ones.
;   It wants $rdx, since a copy would then disappear, but a call clobbers that; $rbx is free.
;   With the hint, copies that cost 1 would disappear: a split that gives a part of it the hint has to cost less than 0.75.
;   Regions where it could be in a register: for 1 register, no part of the code wants it.
;   It gets $rbx.
;   %36 (GR64_ABCD), which is heavier, evicts it from $rbx: weight 7.386968e-03 against 4.339844e-03.
;   It loses $rbx.
;   Turn 2, with weight 4.339844e-03: it may take a free register or evict lighter ones.
;   No register is available: a call clobbers $rdx, $rax and $rcx; $rbx is held by %36 (weight 7.386968e-03).
;   It waits until all others have been tried once.
;   Turn 3, with weight 4.339844e-03: it may be split.
;   No register is available: a call clobbers $rdx, $rax and $rcx; $rbx is held by %36 (weight 7.386968e-03).
;   The best run of uses is from 1200r to 2128r: it would weigh 7.352941e-03 in $rbx, against 0 in the way.
;   It is split around a run of uses within its block: into %71, %72 and %73.
;
; Where it ended
;   %67 is in pieces.
;     %71 is in $r14.
;     %72 is in $rbx.
;     %73 is in $rsi.
;
; What would keep it in a register
;   The least in its way is %36 (weight 7.386968e-03) in $rbx: its own weight of 4.339844e-03 would have to be above 7.386968e-03, by more uses or in fewer places, or those would have to be live elsewhere.

