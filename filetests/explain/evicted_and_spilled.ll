; A value that a heavier one evicts, that cannot be split at a gain, and that is spilled; the instruction that reads it takes
; the stack slot itself.
; RUN: avarice explain %S/Inputs/pressure.ll %v0 --function pressure
; OUTPUT:
; %0 (%ir.v0, GR32) in pressure
;
; Where it comes from
;   It holds %ir.v0.
;   An instruction of bb.0.entry defines it.
;       %0:gr32 = MOV32rm %22:gr64, 1, $noreg, 0, $noreg :: (volatile load (s32) from %ir.a0)
;
; What it was joined with
;   No copy connects it with another register.
;
; Where it is live, and what it weighs
;       %0 [48r,1232B:0) 0@48r  weight:2.085967e-02
;   1 segment with 1 value.
;   Its reads and writes are worth 33, each as much as its block runs for each run of the function.
;       32 560B in bb.1.loop reads it
;       1 48B in bb.0.entry writes it
;   That makes its weight 2.085967e-02: divided by 1582 (its size of 1182 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 2.085967e-02: it may take a free register or evict lighter ones.
;   It gets $ebp.
;   %6 (%ir.v6, GR32), which is heavier, evicts it from $ebp: weight 2.220727e-02 against 2.085967e-02.
;   It loses $ebp.
;   Turn 2, with weight 2.085967e-02: it may take a free register or evict lighter ones.
;   No register is available: a call clobbers $eax, $ecx, $edx, $esi, $edi, $r8d, $r9d, $r10d and $r11d; $ebx is held by %5 (weight 2.197071e-02); $ebp is held by %6 (weight 2.220727e-02); $r14d is held by %1 (weight 2.10728e-02); $r15d is held by %2 (weight 2.129032e-02); $r12d is held by %3 (weight 2.151239e-02); $r13d is held by %4 (weight 2.173913e-02).
;   It waits until all others have been tried once.
;   Turn 3, with weight 2.085967e-02: it may be split.
;   No register is available: a call clobbers $eax, $ecx, $edx, $esi, $edi, $r8d, $r9d, $r10d and $r11d; $ebx is held by %17 (weight 2.519084e-02); $ebp is held by %47 (weight 1.98609e-01); $r14d is held by %13 (weight 2.401747e-02); $r15d is held by %14 (weight 2.430044e-02); $r12d is held by %15 (weight 2.459016e-02); $r13d is held by %16 (weight 2.488688e-02).
;   Having it in a register only around each use would cost 33: a region has to cost less.
;   Regions where it could be in a register: for $ecx it would cost 64, too much; for $edx it would cost 64, too much; for $esi it would cost 64, too much; for $r8d it would cost 64, too much; for 8 registers, no part of the code wants it; for 3 other registers it would cost too much.
;   No region pays off.
;   No block with uses is worth an interval of its own.
;   It goes to memory.
;   The instruction at 560B works on the stack slot itself.
;       %27:gr32 = ADD32rm %27:gr32(tied-def 0), %stack.1, 1, $noreg, 0, $noreg, implicit-def dead $eflags :: (load (s32) from %stack.1)
;   It is in stack slot 1 now, with 0 loads and 1 store.
;   Its uses got registers of their own: %49.
;
; Where it ended
;   %0 is in stack slot 1.
;     %49 is in $eax.
;
; What would keep it in a register
;   The least in its way is %13 (weight 2.401747e-02) in $r14d: its own weight of 2.085967e-02 would have to be above 2.401747e-02, by more uses or in fewer places, or those would have to be live elsewhere.

