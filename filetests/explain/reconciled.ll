; When all is assigned, a register that missed its hint is looked at again.
; RUN: avarice explain %S/../x86_64/greedy/split_region.mir %29 -start-before=greedy
; OUTPUT:
; %29 (GR64) in parens
;
; Where it comes from
;   It is a piece of %3, interval 1 of a split around a region where it can have its hint, for $rdi at a cost of 0.5.
;   An instruction of bb.0 defines it, made by the pass greedy.
;       %29:gr64 = COPY $rdi
;
; Where it is live, and what it weighs
;       %29 [48r,112B:0)[192B,312r:0) 0@48r  weight:3.458904e-03
;   2 segments with 1 value.
;   Its reads and writes are worth 2, each as much as its block runs for each run of the function.
;       1 48B in bb.0 writes it
;       0.5 272B in bb.3 reads it
;       0.5 312B in bb.3 reads it
;   Copies make it want $rdi and what %30 gets.
;   That makes its weight 3.458904e-03: 1 % more for the hint, divided by 584 (its size of 184 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 3.458904e-03: it may be split where that makes it smaller.
;   It gets $rdi.
;   After all assignments, it does not move to $r14: the remaining copies would then cost 1, and 0.5 with $rdi.
;
; Where it ended
;   %29 is in $rdi.

