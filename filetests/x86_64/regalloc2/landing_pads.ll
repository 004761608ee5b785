; A call that may unwind ends its block for regalloc2, and has a landing pad of its own: what two calls share is split.
; RUN: avarice compile %s -mtriple=x86_64 -regalloc=ion -verify-machineinstrs -verify-regalloc -print-after=split-critical-edges,ion -o /dev/null
; OUTPUT(stderr):
; # *** IR Dump After Split critical edges for regalloc2 (split-critical-edges) ***:
; # Machine code for function pads: IsSSA, TracksLiveness
; Function Live Ins: $edi in %3, $esi in %4
;
; bb.0.entry:
;   successors: %bb.1(0x7ffff800), %bb.4(0x00000800); %bb.1(100.00%), %bb.4(0.00%)
;   liveins: $edi, $esi
;   %4:gr32 = COPY $esi
;   %3:gr32 = COPY $edi
;   EH_LABEL <mcsymbol .Ltmp0>
;   ADJCALLSTACKDOWN64 0, 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   $edi = COPY %3:gr32
;   CALL64pcrel32 target-flags(x86-plt) @may, <regmask $bh $bl $bp $bph $bpl $bx $ebp $ebx $hbp $hbx $rbp $rbx $r12 $r13 $r14 $r15 $r12b $r13b $r14b $r15b $r12bh $r13bh $r14bh $r15bh $r12d $r13d $r14d $r15d $r12w $r13w $r14w $r15w $r12wh and 3 more...>, implicit $rsp, implicit $ssp, implicit $edi, implicit-def $rsp, implicit-def $ssp, implicit-def $eax
;   ADJCALLSTACKUP64 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   %5:gr32 = COPY $eax
;   EH_LABEL <mcsymbol .Ltmp1>
;
; bb.1.again:
; ; predecessors: %bb.0
;   successors: %bb.2(0x7ffff800), %bb.5(0x00000800); %bb.2(100.00%), %bb.5(0.00%)
;
;   EH_LABEL <mcsymbol .Ltmp2>
;   ADJCALLSTACKDOWN64 0, 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   $edi = COPY %5:gr32
;   CALL64pcrel32 target-flags(x86-plt) @may, <regmask $bh $bl $bp $bph $bpl $bx $ebp $ebx $hbp $hbx $rbp $rbx $r12 $r13 $r14 $r15 $r12b $r13b $r14b $r15b $r12bh $r13bh $r14bh $r15bh $r12d $r13d $r14d $r15d $r12w $r13w $r14w $r15w $r12wh and 3 more...>, implicit $rsp, implicit $ssp, implicit $edi, implicit-def $rsp, implicit-def $ssp, implicit-def $eax
;   ADJCALLSTACKUP64 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   %6:gr32 = COPY $eax
;   EH_LABEL <mcsymbol .Ltmp3>
;
; bb.2.good:
; ; predecessors: %bb.1
;
;   %10:gr32 = ADD32rr %6:gr32(tied-def 0), %4:gr32, implicit-def dead $eflags
;   $eax = COPY %10:gr32
;   RET 0, $eax
;
; bb.4 (landing-pad):
; ; predecessors: %bb.0
;   successors: %bb.3(0x80000000); %bb.3(100.00%)
;   liveins: $rax, $rdx
;   EH_LABEL <mcsymbol .Ltmp4>
;   %11:gr64 = COPY $rdx
;   JMP_1 %bb.3
;
; bb.5 (landing-pad):
; ; predecessors: %bb.1
;   successors: %bb.3(0x80000000); %bb.3(100.00%)
;   liveins: $rax, $rdx
;   EH_LABEL <mcsymbol .Ltmp5>
;   %12:gr64 = COPY $rdx
;
; bb.3.bad:
; ; predecessors: %bb.4, %bb.5
;
;   %13:gr64 = PHI %11:gr64, %bb.4, %12:gr64, %bb.5
;   %2:gr32 = PHI %3:gr32, %bb.4, %5:gr32, %bb.5
;   %7:gr64 = COPY %13:gr64
;   %8:gr32 = COPY %7.sub_32bit:gr64
;   %9:gr32 = ADD32rr %2:gr32(tied-def 0), %8:gr32, implicit-def dead $eflags
;   $eax = COPY %9:gr32
;   RET 0, $eax
;
; # End machine code for function pads.
;
; # *** IR Dump After Backtracking Register Allocator of regalloc2 (ion) ***:
; # Machine code for function pads: NoPHIs, TracksLiveness, NoVRegs, TracksDebugUserValues
; Function Live Ins: $edi, $esi
;
; bb.0.entry:
;   successors: %bb.1(0x7ffff800), %bb.4(0x00000800); %bb.1(100.00%), %bb.4(0.00%)
;   liveins: $edi, $esi
;   $r12 = COPY killed $rsi
;   $r13 = COPY $rdi
;   EH_LABEL <mcsymbol .Ltmp0>
;   ADJCALLSTACKDOWN64 0, 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   CALL64pcrel32 target-flags(x86-plt) @may, <regmask $bh $bl $bp $bph $bpl $bx $ebp $ebx $hbp $hbx $rbp $rbx $r12 $r13 $r14 $r15 $r12b $r13b $r14b $r15b $r12bh $r13bh $r14bh $r15bh $r12d $r13d $r14d $r15d $r12w $r13w $r14w $r15w $r12wh and 3 more...>, implicit $rsp, implicit $ssp, implicit killed $edi, implicit-def $rsp, implicit-def $ssp, implicit-def $eax
;   ADJCALLSTACKUP64 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   EH_LABEL <mcsymbol .Ltmp1>
;
; bb.1.again:
; ; predecessors: %bb.0
;   successors: %bb.2(0x7ffff800), %bb.5(0x00000800); %bb.2(100.00%), %bb.5(0.00%)
;   liveins: $rax, $r12
;   $r15 = COPY killed $rax
;   EH_LABEL <mcsymbol .Ltmp2>
;   ADJCALLSTACKDOWN64 0, 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   $rdi = COPY $r15
;   CALL64pcrel32 target-flags(x86-plt) @may, <regmask $bh $bl $bp $bph $bpl $bx $ebp $ebx $hbp $hbx $rbp $rbx $r12 $r13 $r14 $r15 $r12b $r13b $r14b $r15b $r12bh $r13bh $r14bh $r15bh $r12d $r13d $r14d $r15d $r12w $r13w $r14w $r15w $r12wh and 3 more...>, implicit $rsp, implicit $ssp, implicit killed $edi, implicit-def $rsp, implicit-def $ssp, implicit-def $eax
;   ADJCALLSTACKUP64 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;   EH_LABEL <mcsymbol .Ltmp3>
;
; bb.2.good:
; ; predecessors: %bb.1
;   liveins: $rax, $r12
;   $rsi = COPY killed $r12
;   renamable $eax = ADD32rr killed renamable $eax(tied-def 0), killed renamable $esi, implicit-def dead $eflags
;   RET 0, killed $eax
;
; bb.4 (landing-pad):
; ; predecessors: %bb.0
;   successors: %bb.3(0x80000000); %bb.3(100.00%)
;   liveins: $rax, $rdx, $r13
;   EH_LABEL <mcsymbol .Ltmp4>
;   $rax = COPY killed $r13
;   JMP_1 %bb.3
;
; bb.5 (landing-pad):
; ; predecessors: %bb.1
;   successors: %bb.3(0x80000000); %bb.3(100.00%)
;   liveins: $rax, $rdx, $r15
;   EH_LABEL <mcsymbol .Ltmp5>
;   $rax = COPY killed $r15
;
; bb.3.bad:
; ; predecessors: %bb.4, %bb.5
;   liveins: $rax, $rdx
;   renamable $eax = ADD32rr killed renamable $eax(tied-def 0), killed renamable $edx, implicit-def dead $eflags
;   RET 0, killed $eax
;
; # End machine code for function pads.
;

declare i32 @may(i32)

declare i32 @__gxx_personality_v0(...)

define i32 @pads(i32 %a, i32 %b) personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @may(i32 %a)
          to label %again unwind label %bad

again:
  %s = invoke i32 @may(i32 %r)
          to label %good unwind label %bad

good:
  %t = add i32 %s, %b
  ret i32 %t

bad:
  %which = phi i32 [ %a, %entry ], [ %r, %again ]
  %p = landingpad { ptr, i32 }
          cleanup
  %selector = extractvalue { ptr, i32 } %p, 1
  %sum = add i32 %which, %selector
  ret i32 %sum
}
