; The registers that are defined for a line of the source.
; RUN: avarice explain %S/../x86_64/debug/lines.ll shapes.c:28
; OUTPUT:
; %3 (%ir.13, GR32) in sum
;
; Where it comes from
;   It holds %ir.13.
;   An instruction of bb.2 defines it for shapes.c:28.
;       %3:gr32 = nsw INC32r %1:gr32(tied-def 0), implicit-def dead $eflags, debug-location !45; shapes.c:28:33
;
; What it was joined with
;   The copy at 304B joined it into %12.
;       %3:gr32 = COPY %12:gr32, debug-location !45; shapes.c:28:33
;   From here on it is %12 (GR32).
;   The copy at 80B went: its value is computed again instead.
;       %12:gr32 = COPY %11:gr32  =>  %12:gr32 = MOV32r0 implicit-def dead $eflags
;
; Where it is live, and what it weighs
;       %12 [80r,96B:0)[96B,320r:2)[320r,384B:1) 0@80r 1@320r 2@96B-phi  weight:1.794872e-01
;   3 segments with 3 values, 1 of which merges others at the begin of a block.
;   Its reads and writes are worth 126, each as much as its block runs for each run of the function.
;       62 320B in bb.2 reads and writes it
;       32 144B in bb.1 reads it
;       31 208B in bb.2 reads it
;       1 80B in bb.0 writes it
;   That makes its weight 1.794872e-01: divided by 702 (its size of 302 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 1.794872e-01: it may take a free register or evict lighter ones.
;   It gets $ecx.
;
; Where it ended
;   %12 is in $ecx.
;
; %3 (%ir.12, GR32) in main
;
; Where it comes from
;   It holds %ir.12.
;   An instruction of bb.2 defines it for shapes.c:28.
;       %3:gr32 = nsw INC32r %1:gr32(tied-def 0), implicit-def dead $eflags, debug-location !63; shapes.c:28:33 @[ shapes.c:44:12 ]
;
; What it was joined with
;   The copy at 304B joined it into %15.
;       %3:gr32 = COPY %15:gr32, debug-location !63; shapes.c:28:33 @[ shapes.c:44:12 ]
;   From here on it is %15 (GR32).
;   The copy at 80B went: its value is computed again instead.
;       %15:gr32 = COPY %14:gr32  =>  %15:gr32 = MOV32r0 implicit-def dead $eflags
;
; Where it is live, and what it weighs
;       %15 [80r,96B:0)[96B,320r:2)[320r,384B:1) 0@80r 1@320r 2@96B-phi  weight:1.794872e-01
;   3 segments with 3 values, 1 of which merges others at the begin of a block.
;   Its reads and writes are worth 126, each as much as its block runs for each run of the function.
;       62 320B in bb.2 reads and writes it
;       32 144B in bb.1 reads it
;       31 208B in bb.2 reads it
;       1 80B in bb.0 writes it
;   That makes its weight 1.794872e-01: divided by 702 (its size of 302 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 1.794872e-01: it may take a free register or evict lighter ones.
;   It gets $eax.
;
; Where it ended
;   %15 is in $eax.

