; The allocators of regalloc2 get machine SSA: PHIs become parameters of blocks, copies other names of values, physical
; registers fixed operands. What they decide is put back as registers, copies, loads and stores.
; RUN: avarice compile %s -mtriple=x86_64 -regalloc=ion -verify-machineinstrs -verify-regalloc -print-after=split-critical-edges,ion -o /dev/null
; OUTPUT(stderr):
; # *** IR Dump After Split critical edges for regalloc2 (split-critical-edges) ***:
; # Machine code for function f: IsSSA, TracksLiveness
; Function Live Ins: $rdi in %4, $rsi in %5
;
; bb.0.entry:
;   successors: %bb.1(0x80000000); %bb.1(100.00%)
;   liveins: $rdi, $rsi
;   %5:gr64 = COPY $rsi
;   %4:gr64 = COPY $rdi
;   %8:gr32 = MOV32r0 implicit-def dead $eflags
;   %6:gr64 = SUBREG_TO_REG 0, %8:gr32, %subreg.sub_32bit
;   %7:gr64 = MOV32ri64 1
;
; bb.1.loop:
; ; predecessors: %bb.0, %bb.3
;   successors: %bb.3(0x7c000000), %bb.2(0x04000000); %bb.3(96.88%), %bb.2(3.12%)
;
;   %0:gr64_with_sub_8bit = PHI %6:gr64, %bb.0, %3:gr64, %bb.3
;   %1:gr64 = PHI %7:gr64, %bb.0, %2:gr64, %bb.3
;   $rax = COPY %1:gr64
;   CQO implicit-def $rax, implicit-def $rdx, implicit $rax
;   IDIV64r %5:gr64, implicit-def $rax, implicit-def dead $rdx, implicit-def dead $eflags, implicit $rax, implicit $rdx
;   %9:gr64 = COPY $rax
;   $cl = COPY %0.sub_8bit:gr64_with_sub_8bit
;   %10:gr64 = SHL64rCL %9:gr64(tied-def 0), implicit-def dead $eflags, implicit $cl
;   %2:gr64 = ADD64rr %10:gr64(tied-def 0), %0:gr64_with_sub_8bit, implicit-def dead $eflags
;   %3:gr64 = INC64r %0:gr64_with_sub_8bit(tied-def 0), implicit-def dead $eflags
;   CMP64rr %3:gr64, %4:gr64, implicit-def $eflags
;   JCC_1 %bb.2, 3, implicit $eflags
;
; bb.3:
; ; predecessors: %bb.1
;   successors: %bb.1(0x80000000); %bb.1(100.00%)
;
;   JMP_1 %bb.1
;
; bb.2.done:
; ; predecessors: %bb.1
;
;   ADJCALLSTACKDOWN64 0, 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   $rdi = COPY %2:gr64
;   $rsi = COPY %4:gr64
;   CALL64pcrel32 target-flags(x86-plt) @g, <regmask $bh $bl $bp $bph $bpl $bx $ebp $ebx $hbp $hbx $rbp $rbx $r12 $r13 $r14 $r15 $r12b $r13b $r14b $r15b $r12bh $r13bh $r14bh $r15bh $r12d $r13d $r14d $r15d $r12w $r13w $r14w $r15w $r12wh and 3 more...>, implicit $rsp, implicit $ssp, implicit $rdi, implicit $rsi, implicit-def $rsp, implicit-def $ssp, implicit-def $rax
;   ADJCALLSTACKUP64 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   %12:gr64 = COPY $rax
;   %13:gr64 = ADD64rr %12:gr64(tied-def 0), %2:gr64, implicit-def dead $eflags
;   $rax = COPY %13:gr64
;   RET 0, $rax
;
; # End machine code for function f.
;
; # *** IR Dump After Backtracking Register Allocator of regalloc2 (ion) ***:
; # Machine code for function f: NoPHIs, TracksLiveness, NoVRegs, TracksDebugUserValues
; Function Live Ins: $rdi, $rsi
;
; bb.0.entry:
;   successors: %bb.1(0x80000000); %bb.1(100.00%)
;   liveins: $rdi, $rsi
;   renamable $ecx = MOV32r0 implicit-def dead $eflags
;   renamable $rax = MOV32ri64 1
;
; bb.1.loop:
; ; predecessors: %bb.0, %bb.3
;   successors: %bb.3(0x7c000000), %bb.2(0x04000000); %bb.3(96.88%), %bb.2(3.12%)
;   liveins: $rax, $rcx, $rdi, $rsi
;   CQO implicit-def $rax, implicit-def $rdx, implicit killed $rax
;   $r8 = COPY killed $rsi
;   IDIV64r renamable $r8, implicit-def $rax, implicit-def dead $rdx, implicit-def dead $eflags, implicit killed $rax, implicit killed $rdx
;   renamable $rax = SHL64rCL killed renamable $rax(tied-def 0), implicit-def dead $eflags, implicit $cl
;   renamable $rax = ADD64rr killed renamable $rax(tied-def 0), renamable $rcx, implicit-def dead $eflags
;   $rbx = COPY killed $rax
;   renamable $rcx = INC64r killed renamable $rcx(tied-def 0), implicit-def dead $eflags
;   CMP64rr renamable $rcx, renamable $rdi, implicit-def $eflags
;   $rsi = COPY killed $rdi
;   JCC_1 %bb.2, 3, implicit $eflags
;
; bb.3:
; ; predecessors: %bb.1
;   successors: %bb.1(0x80000000); %bb.1(100.00%)
;   liveins: $rbx, $rcx, $rsi, $r8
;   $rdx = COPY killed $rbx
;   $rdi = COPY killed $rsi
;   $rsi = COPY killed $r8
;   $rax = COPY killed $rdx
;   JMP_1 %bb.1
;
; bb.2.done:
; ; predecessors: %bb.1
;   liveins: $rbx, $rsi
;   ADJCALLSTACKDOWN64 0, 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   $rdi = COPY $rbx
;   CALL64pcrel32 target-flags(x86-plt) @g, <regmask $bh $bl $bp $bph $bpl $bx $ebp $ebx $hbp $hbx $rbp $rbx $r12 $r13 $r14 $r15 $r12b $r13b $r14b $r15b $r12bh $r13bh $r14bh $r15bh $r12d $r13d $r14d $r15d $r12w $r13w $r14w $r15w $r12wh and 3 more...>, implicit $rsp, implicit $ssp, implicit killed $rdi, implicit killed $rsi, implicit-def $rsp, implicit-def $ssp, implicit-def $rax
;   ADJCALLSTACKUP64 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   $rdx = COPY killed $rbx
;   renamable $rax = ADD64rr killed renamable $rax(tied-def 0), killed renamable $rdx, implicit-def dead $eflags
;   RET 0, killed $rax
;
; # End machine code for function f.
;

define i64 @f(i64 %n, i64 %d) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 1, %entry ], [ %more, %loop ]
  %quotient = sdiv i64 %sum, %d
  %shifted = shl i64 %quotient, %i
  %more = add i64 %shifted, %i
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  %result = call i64 @g(i64 %more, i64 %n)
  %both = add i64 %result, %more
  ret i64 %both
}

declare i64 @g(i64, i64)
