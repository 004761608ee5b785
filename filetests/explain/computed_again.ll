; A value that is computed again before an instruction that reads it.
; RUN: avarice explain %S/../x86_64/greedy/hoist_spills.mir %66 -start-before=greedy
; OUTPUT:
; %66 (GR64) in heap_sort
;
; Where it comes from
;   It has the value of %63, computed again at 484r.
;   An instruction of bb.5 defines it, made by the pass greedy.
;       %66:gr64 = LEA64r %stack.0, 1, $noreg, 0, $noreg
;
; Where it is live, and what it weighs
;       %66 [484r,488r:0) 0@484r  weight:INF
;   1 segment with 1 value.
;   Its weight is infinite: it lives for an instruction at a time (or is a part of what does), so that spilling would free nothing.
;   Copies make it want what %64 gets.
;
; What the allocator did with it
;   Turn 1, with weight infinite: nothing can make it smaller.
;   It gets $rbx.
;
; Where it ended
;   %66 is in $rbx.

