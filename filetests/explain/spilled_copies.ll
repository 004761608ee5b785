; Copies of a spilled register become loads and stores.
; RUN: avarice explain %S/../x86_64/greedy/evict_and_spill.mir %9 -start-before=greedy
; OUTPUT:
; %9 (GR32) in hanoi
;
; Where it comes from
;   An instruction of bb.0 defines it.
;       %9:gr32 = COPY $ecx
;
; Where it is live, and what it weighs
;       %9 [32r,688B:0) 0@32r  weight:2.072225e-02
;   1 segment with 1 value.
;   Its reads and writes are worth 21.625, each as much as its block runs for each run of the function.
;       20 352B in bb.2 reads it
;       1 32B in bb.0 writes it
;       0.625 160B in bb.1 reads it
;   Copies make it want $r8d and $ecx.
;   That makes its weight 2.072225e-02: 1 % more for the hint, divided by 1054 (its size of 654 slots and 400 for any).
;
; What the allocator did with it
;   Turn 1, with weight 2.072225e-02: it may take a free register or evict lighter ones.
;   It wants $r8d, since a copy would then disappear, but a call clobbers that; $ebx is free.
;   It gets $ebx.
;   %26 (GR64), which is heavier, evicts it from $rbx: weight 2.586689e-02 against 2.072225e-02.
;   It loses $ebx.
;   Turn 2, with weight 2.072225e-02: it may take a free register or evict lighter ones.
;   No register is available: a call clobbers $r8d, $ecx, $eax, $edx, $esi, $edi, $r9d, $r10d and $r11d; $ebx is held by %26 (weight 2.586689e-02); $ebp is held by %27 (weight 1.41568e-01); $r14d is held by %29 (weight 1.195793e-01); $r15d is held by %6 (weight 1.421881e-01); $r12d is held by %3 (weight 7.890625e-02); $r13d is held by %0 (weight 4.454644e-02).
;   It waits until all others have been tried once.
;   Turn 3, with weight 2.072225e-02: it may be split.
;   No register is available: a call clobbers $r8d, $ecx, $eax, $edx, $esi, $edi, $r9d, $r10d and $r11d; $ebx is held by %26 (weight 2.586689e-02); $ebp is held by %27 (weight 1.41568e-01); $r14d is held by %29 (weight 1.195793e-01); $r15d is held by %6 (weight 1.421881e-01); $r12d is held by %3 (weight 7.890625e-02); $r13d is held by %0 (weight 4.454644e-02).
;   Having it in a register only around each use would cost 21.625: a region has to cost less.
;   Regions where it could be in a register: for $eax it would cost 40, too much; for $r9d it would cost 40, too much; for $r10d it would cost 40, too much; for $r11d it would cost 40, too much; for 11 registers, no part of the code wants it.
;   No region pays off.
;   No block with uses is worth an interval of its own.
;   It goes to memory.
;   The instruction at 32B works on the stack slot itself.
;       MOV32mr %stack.0, 1, $noreg, 0, $noreg, $ecx :: (store (s32) into %stack.0)
;   The instruction at 160B works on the stack slot itself.
;       undef %0.sub_32bit:gr64_nosp = MOV32rm %stack.0, 1, $noreg, 0, $noreg :: (load (s32) from %stack.0)
;   The instruction at 352B works on the stack slot itself.
;       $r8d = MOV32rm %stack.0, 1, $noreg, 0, $noreg :: (load (s32) from %stack.0)
;   It is in stack slot 0 now, without any other load or store.
;
; Where it ended
;   %9 is in stack slot 0.
;
; What would keep it in a register
;   The least in its way is %26 (weight 2.586689e-02) in $ebx: its own weight of 2.072225e-02 would have to be above 2.586689e-02, by more uses or in fewer places, or those would have to be live elsewhere.

