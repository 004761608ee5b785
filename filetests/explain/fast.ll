; The fast allocator has no intervals: what it gives, stores and loads, from the end of the block.
; RUN: avarice explain %S/Inputs/pressure.ll %b --function small -O0
; OUTPUT:
; %2 (%ir.b) in small
;
; Where it comes from
;   It holds %ir.b.
;   An instruction of bb.0 defines it.
;       %2:gr32 = COPY $esi
;
; What the allocator did with it
;   It gets $esi.
;   It is loaded from stack slot 0 into $esi.
;   It gets $esi.
;   It is stored from $esi to stack slot 0 after its definition.
;
; Where it ended
;   %2 is in $esi, and in stack slot 0 where that is taken or its block ends.

