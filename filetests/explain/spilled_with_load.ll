; On AArch64 no instruction takes a stack slot: a spilled value is loaded.
; RUN: avarice explain %S/Inputs/pressure.ll %v0 --function pressure -mtriple=aarch64-linux-gnu
; OUTPUT:
; %0 (%ir.v0, GPR32) in pressure
;
; Where it comes from
;   It holds %ir.v0.
;   An instruction of bb.0.entry defines it.
;       %0:gpr32 = LDRWui %22:gpr64common, 0 :: (volatile load (s32) from %ir.a0)
;
; What it was joined with
;   No copy connects it with another register.
;
; Where it is live, and what it weighs
;       %0 [64r,960B:0) 0@64r  weight:2.550232e-02
;   1 segment with 1 value.
;   Its reads and writes are worth 33, each as much as its block runs for each run of the function.
;       32 560B in bb.1.loop reads it
;       1 64B in bb.0.entry writes it
;   That makes its weight 2.550232e-02: divided by 1294 (its size of 894 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 2.550232e-02: it may take a free register or evict lighter ones.
;   Regions where it could be in a register: for $w8 it would cost at least 32, too much; for $w9 it would cost at least 32, too much; for $w10 it would cost at least 32, too much; for $w11 it would cost at least 32, too much; for 3 registers, no part of the code wants it; for 14 other registers it would cost too much.
;   $w21 is free, but is callee-saved and not used yet: its first use costs 3.1e-4; no other way is cheaper, so it is used.
;   It gets $w21.
;   %10 (%ir.v10, GPR32), which is heavier, evicts it from $w21: weight 2.910053e-02 against 2.550232e-02.
;   It loses $w21.
;   Turn 2, with weight 2.550232e-02: it may take a free register or evict lighter ones.
;   No register is available: a call clobbers $w8, $w9, $w10, $w11, $w12, $w13, $w14, $w15, $w16, $w17, $w18, $w0, $w1, $w2, $w3, $w4, $w5, $w6 and $w7; instructions themselves use $w30; $w19 is held by %9 (weight 2.869565e-02); $w20 is held by %46 (weight 1.961832e-01); $w21 is held by %10 (weight 2.910053e-02); $w22 is held by %1 (weight 2.58216e-02); $w23 is held by %2 (weight 2.614897e-02); $w24 is held by %3 (weight 2.648475e-02); $w25 is held by %4 (weight 2.682927e-02); $w26 is held by %5 (weight 2.718287e-02); $w27 is held by %6 (weight 2.754591e-02); $w28 is held by %7 (weight 2.791878e-02); $w29 is held by %8 (weight 2.830189e-02).
;   It waits until all others have been tried once.
;   Turn 3, with weight 2.550232e-02: it may be split.
;   No register is available: a call clobbers $w8, $w9, $w10, $w11, $w12, $w13, $w14, $w15, $w16, $w17, $w18, $w0, $w1, $w2, $w3, $w4, $w5, $w6 and $w7; instructions themselves use $w30; $w19 is held by %9 (weight 2.869565e-02); $w20 is held by %46 (weight 1.961832e-01); $w21 is held by %10 (weight 2.910053e-02); $w22 is held by %11 (weight 2.951699e-02); $w23 is held by %12 (weight 2.994555e-02); $w24 is held by %13 (weight 3.038674e-02); $w25 is held by %14 (weight 3.084112e-02); $w26 is held by %15 (weight 3.13093e-02); $w27 is held by %16 (weight 3.179191e-02); $w28 is held by %17 (weight 3.228963e-02); $w29 is held by %8 (weight 2.830189e-02).
;   Having it in a register only around each use would cost 33: a region has to cost less.
;   Regions where it could be in a register: for $w10 it would cost 64, too much; for $w11 it would cost 64, too much; for $w12 it would cost 64, too much; for $w13 it would cost 64, too much; for 14 registers, no part of the code wants it; for 13 other registers it would cost too much.
;   No region pays off.
;   No block with uses is worth an interval of its own.
;   It goes to memory.
;   It is in stack slot 1 now, with 1 load and 1 store.
;   Its uses got registers of their own: %49 and %50.
;
; Where it ended
;   %0 is in stack slot 1.
;     %49 is in $w8.
;     %50 is in $w9.
;
; What would keep it in a register
;   The least in its way is %8 (weight 2.830189e-02) in $w29: its own weight of 2.550232e-02 would have to be above 2.830189e-02, by more uses or in fewer places, or those would have to be live elsewhere.

