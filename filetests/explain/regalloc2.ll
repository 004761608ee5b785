; Allocators of regalloc2 do not record their decisions.
; RUN: avarice explain %S/Inputs/pressure.ll %ir.sum --function small -regalloc=ion
; OUTPUT:
; %2 (%ir.sum) in small
;
; Where it comes from
;   It holds %ir.sum.
;   An instruction of bb.0 defines it.
;       %2:gr32 = ADD32rr %0:gr32(tied-def 0), %1:gr32, implicit-def dead $eflags
;
; Where it ended
;   %2 has registers by ion, which does not record its decisions.

