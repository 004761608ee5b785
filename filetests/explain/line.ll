; The registers that are defined for a line of the source.
; RUN: avarice explain -ignore-optnone %S/../x86_64/debug/lines.ll shapes.c:28
; OUTPUT:
; %4 (%ir.13, GR64_NOSP) in sum
;
; Where it comes from
;   It holds %ir.13.
;   An instruction of bb.2 defines it for shapes.c:28.
;       %4:gr64 = nuw nsw INC64r %1:gr64_nosp(tied-def 0), implicit-def dead $eflags, debug-location !44; shapes.c:28:33
;
; What it was joined with
;   The copy at 368B joined it into %15.
;       %4:gr64_nosp = COPY %15:gr64_nosp, debug-location !44; shapes.c:28:33
;   From here on it is %15 (GR64_NOSP).
;   The copy at 208B joined %9 (GR64_with_sub_8bit) into it.
;       %15:gr64_nosp = COPY %9:gr64_with_sub_8bit
;   The copy at 224B went: its value is computed again instead.
;       %17:gr32 = COPY %15.sub_32bit:gr64_nosp  =>  %17:gr32 = MOV32r0 implicit-def dead $eflags
;
; Where it is live, and what it weighs
;       %15 [176r,240B:0)[240B,384r:2)[384r,496B:1) 0@176r 1@384r 2@240B-phi  weight:2.237117e-01
;   3 segments with 3 values, 1 of which merges others at the start of a block.
;   Its reads and writes are worth 161, each as much as its block runs for each run of the function.
;       120 384B in bb.3 reads and writes it, and leaves a loop with it: three times
;       20 288B in bb.3 reads it
;       20 400B in bb.3 reads it
;       0.625 176B in bb.2 writes it
;   That makes its weight 2.237117e-01: divided by 718 (its size of 318 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 2.237117e-01: it may take a free register or evict lighter ones.
;   It gets $rdx.
;
; Where it ended
;   %15 is in $rdx.
;
; %8 (GR32) in sum
;
; Where it comes from
;   An instruction of bb.0 defines it for shapes.c:28.
;       %8:gr32 = MOV32r0 implicit-def dead $eflags, debug-location !32; shapes.c:28:23
;
; What it was joined with
;   The copy at 112B joined it into %17.
;       %17:gr32 = COPY %8:gr32
;   From here on it is %17 (GR32).
;   The copy at 224B went: its value is computed again instead.
;       %17:gr32 = COPY %15.sub_32bit:gr64_nosp  =>  %17:gr32 = MOV32r0 implicit-def dead $eflags
;   The copy at 512B joined %5 (%ir.16, GR32) into it.
;       %5:gr32 = COPY %17:gr32
;   The copy at 528B stays: $eax is a physical register that is allocated; only reserved ones can stand for a virtual one. It is a hint for the allocator.
;       $eax = COPY %17:gr32, debug-location !48; shapes.c:32:5
;
; Where it is live, and what it weighs
;       %17 [96r,144B:0)[224r,240B:3)[240B,352r:4)[352r,496B:1)[496B,528r:2) 0@96r 1@352r 2@496B-phi 3@224r 4@240B-phi  weight:1.642933e-01
;   5 segments with 5 values, 2 of which merge others at the start of a block.
;   Its reads and writes are worth 122, each as much as its block runs for each run of the function.
;       120 352B in bb.3 reads and writes it, and leaves a loop with it: three times
;       1 528B in bb.4 reads it
;       0.625 224B in bb.2 writes it
;       0.375 96B in bb.1 writes it
;   Copies make it want $eax.
;   That makes its weight 1.642933e-01: 1 % more for the hint, divided by 750 (its size of 350 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 1.642933e-01: it may take a free register or evict lighter ones.
;   It gets $eax.
;
; Where it ended
;   %17 is in $eax.

