; The registers that are defined for a line of the source.
; RUN: avarice explain %S/../x86_64/debug/lines.ll shapes.c:28
; OUTPUT:
; %3 (%ir.12, GR32) in sum
;
; Where it comes from
;   It holds %ir.12.
;   An instruction of bb.1 defines it for shapes.c:28.
;       %3:gr32 = nsw INC32r %0:gr32(tied-def 0), implicit-def dead $eflags, debug-location !44; shapes.c:28:33
;
; What it was joined with
;   The copy at 336B joined it into %12.
;       %3:gr32 = COPY %12:gr32, debug-location !44; shapes.c:28:33
;   From here on it is %12 (GR32).
;   The copy at 160B joined %7 (GR32) into it.
;       %12:gr32 = COPY %7:gr32
;   The copy at 176B went: its value is computed again instead.
;       %14:gr32 = COPY %12:gr32  =>  %14:gr32 = MOV32r0 implicit-def dead $eflags
;   The copy at 112B went: its value is computed again instead.
;       %14:gr32 = COPY %12:gr32  =>  %14:gr32 = MOV32r0 implicit-def dead $eflags
;
; Where it is live, and what it weighs
;       %12 [48r,96B:0)[144B,192B:0)[192B,352r:2)[352r,464B:1) 0@48r 1@352r 2@192B-phi  weight:1.684073e-01
;   4 segments with 3 values, 1 of which merges others at the begin of a block.
;   Its reads and writes are worth 129, each as much as its block runs for each run of the function.
;       96 352B in bb.2 reads and writes it, and leaves a loop with it: three times
;       16 240B in bb.2 reads it
;       16 368B in bb.2 reads it
;       1 48B in bb.0 writes it
;   That makes its weight 1.684073e-01: divided by 766 (its size of 366 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 1.684073e-01: it may take a free register or evict lighter ones.
;   It gets $ecx.
;
; Where it ended
;   %12 is in $ecx.
;
; %7 (GR32) in sum
;
; Where it comes from
;   An instruction of bb.0 defines it for shapes.c:28.
;       %7:gr32 = MOV32r0 implicit-def dead $eflags, debug-location !32; shapes.c:28:23
;
; What it was joined with
;   The copy at 160B joined it into %12.
;       %12:gr32 = COPY %7:gr32
;   From here on it is %12 (GR32).
;   The copy at 176B went: its value is computed again instead.
;       %14:gr32 = COPY %12:gr32  =>  %14:gr32 = MOV32r0 implicit-def dead $eflags
;   The copy at 112B went: its value is computed again instead.
;       %14:gr32 = COPY %12:gr32  =>  %14:gr32 = MOV32r0 implicit-def dead $eflags
;
; Where it is live, and what it weighs
;       %12 [48r,96B:0)[144B,192B:0)[192B,352r:2)[352r,464B:1) 0@48r 1@352r 2@192B-phi  weight:1.684073e-01
;   4 segments with 3 values, 1 of which merges others at the begin of a block.
;   Its reads and writes are worth 129, each as much as its block runs for each run of the function.
;       96 352B in bb.2 reads and writes it, and leaves a loop with it: three times
;       16 240B in bb.2 reads it
;       16 368B in bb.2 reads it
;       1 48B in bb.0 writes it
;   That makes its weight 1.684073e-01: divided by 766 (its size of 366 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 1.684073e-01: it may take a free register or evict lighter ones.
;   It gets $ecx.
;
; Where it ended
;   %12 is in $ecx.

