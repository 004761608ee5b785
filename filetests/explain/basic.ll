; The basic allocator spills what is lighter, and splits nothing.
; RUN: avarice explain %S/Inputs/pressure.ll %v3 --function pressure -regalloc=basic
; OUTPUT:
; %3 (%ir.v3, GR32) in pressure
;
; Where it comes from
;   It holds %ir.v3.
;   An instruction of bb.0.entry defines it.
;       %3:gr32 = MOV32rm %22:gr64, 1, $noreg, 12, $noreg :: (volatile load (s32) from %ir.a3)
;
; What it was joined with
;   No copy connects it with another register.
;
; Where it is live, and what it weighs
;       %3 [96r,1232B:0) 0@96r  weight:2.151239e-02
;   1 segment with 1 value.
;   Its reads and writes are worth 33, each as much as its block runs for each run of the function.
;       32 656B in bb.1.loop reads it
;       1 96B in bb.0.entry writes it
;   That makes its weight 2.151239e-02: divided by 1534 (its size of 1134 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 2.151239e-02.
;   Either no register is free or held by lighter ones only, or a heavier one needs its register.
;   It goes to memory.
;   The instruction at 656B works on the stack slot itself.
;       %27:gr32 = ADD32rm %27:gr32(tied-def 0), %stack.9, 1, $noreg, 0, $noreg, implicit-def dead $eflags :: (load (s32) from %stack.9)
;   It is in stack slot 9 now, with 0 loads and 1 store.
;   Its uses got registers of their own: %58.
;
; Where it ended
;   %3 is in stack slot 9.
;     %58 is in $eax.

