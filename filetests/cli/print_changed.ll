; What each machine pass changes, in llc's words: the function after each change.
; RUN: avarice compile %s -O1 -filetype=null -print-changed=quiet
; OUTPUT(stderr):
; *** IR Dump After Live Variable Analysis (livevars) on f ***
; # Machine code for function f: IsSSA, TracksLiveness
; Function Live Ins: $edi in %0, $esi in %1
;
; bb.0 (%ir-block.0):
;   liveins: $edi, $esi
;   %1:gr32 = COPY killed $esi
;   %0:gr32 = COPY killed $edi
;   %2:gr32 = ADD32rr killed %0:gr32(tied-def 0), killed %1:gr32, implicit-def dead $eflags
;   $eax = COPY killed %2:gr32
;   RET 0, killed $eax
;
; # End machine code for function f.
;
; *** IR Dump After Eliminate PHI nodes for register allocation (phi-node-elimination) on f ***
; # Machine code for function f: NoPHIs, TracksLiveness
; Function Live Ins: $edi in %0, $esi in %1
;
; bb.0 (%ir-block.0):
;   liveins: $edi, $esi
;   %1:gr32 = COPY killed $esi
;   %0:gr32 = COPY killed $edi
;   %2:gr32 = ADD32rr killed %0:gr32(tied-def 0), killed %1:gr32, implicit-def dead $eflags
;   $eax = COPY killed %2:gr32
;   RET 0, killed $eax
;
; # End machine code for function f.
;
; *** IR Dump After Two-Address instruction pass (twoaddressinstruction) on f ***
; # Machine code for function f: NoPHIs, TracksLiveness, TiedOpsRewritten
; Function Live Ins: $edi in %0, $esi in %1
;
; bb.0 (%ir-block.0):
;   liveins: $edi, $esi
;   %1:gr32 = COPY killed $esi
;   %0:gr32 = COPY killed $edi
;   undef %3.sub_32bit:gr64_nosp = COPY killed %1:gr32
;   undef %4.sub_32bit:gr64 = COPY killed %0:gr32
;   %2:gr32 = LEA64_32r killed %4:gr64, 1, killed %3:gr64_nosp, 0, $noreg
;   $eax = COPY killed %2:gr32
;   RET 0, killed $eax
;
; # End machine code for function f.
;
; *** IR Dump After Live Interval Analysis (liveintervals) on f ***
; # Machine code for function f: NoPHIs, TracksLiveness, TiedOpsRewritten
; Function Live Ins: $edi in %0, $esi in %1
;
; bb.0 (%ir-block.0):
;   liveins: $edi, $esi
;   %1:gr32 = COPY $esi
;   %0:gr32 = COPY $edi
;   undef %3.sub_32bit:gr64_nosp = COPY %1:gr32
;   undef %4.sub_32bit:gr64 = COPY %0:gr32
;   %2:gr32 = LEA64_32r %4:gr64, 1, %3:gr64_nosp, 0, $noreg
;   $eax = COPY %2:gr32
;   RET 0, killed $eax
;
; # End machine code for function f.
;
; *** IR Dump After Register Coalescer (register-coalescer) on f ***
; # Machine code for function f: NoPHIs, TracksLiveness, TiedOpsRewritten
; Function Live Ins: $edi in %0, $esi in %1
;
; bb.0 (%ir-block.0):
;   liveins: $edi, $esi
;   undef %3.sub_32bit:gr64_nosp = COPY $esi
;   undef %4.sub_32bit:gr64_with_sub_8bit = COPY $edi
;   %2:gr32 = LEA64_32r %4:gr64_with_sub_8bit, 1, %3:gr64_nosp, 0, $noreg
;   $eax = COPY %2:gr32
;   RET 0, killed $eax
;
; # End machine code for function f.
;
; *** IR Dump After Greedy Register Allocator (greedy) on f ***
; # Machine code for function f: NoPHIs, TracksLiveness, TiedOpsRewritten, TracksDebugUserValues
; Function Live Ins: $edi in %0, $esi in %1
;
; bb.0 (%ir-block.0):
;   liveins: $edi, $esi
;   undef %3.sub_32bit:gr64_nosp = COPY $esi
;   undef %4.sub_32bit:gr64_with_sub_8bit = COPY $edi
;   %2:gr32 = LEA64_32r %4:gr64_with_sub_8bit, 1, %3:gr64_nosp, 0, $noreg
;   $eax = COPY %2:gr32
;   RET 0, $eax
;
; # End machine code for function f.
;
; *** IR Dump After Virtual Register Rewriter (virtregrewriter) on f ***
; # Machine code for function f: NoPHIs, TracksLiveness, NoVRegs, TiedOpsRewritten, TracksDebugUserValues
; Function Live Ins: $edi, $esi
;
; bb.0 (%ir-block.0):
;   liveins: $edi, $esi
;   renamable $esi = KILL $esi, implicit-def $rsi
;   renamable $edi = KILL $edi, implicit-def $rdi
;   renamable $eax = LEA64_32r killed renamable $rdi, 1, killed renamable $rsi, 0, $noreg
;   RET 0, $eax
;
; # End machine code for function f.
;
; *** IR Dump After X86 pseudo instruction expansion pass (x86-pseudo) on f ***
; # Machine code for function f: NoPHIs, TracksLiveness, NoVRegs, TiedOpsRewritten, TracksDebugUserValues
; Function Live Ins: $edi, $esi
;
; bb.0 (%ir-block.0):
;   liveins: $edi, $esi
;   renamable $esi = KILL $esi, implicit-def $rsi
;   renamable $edi = KILL $edi, implicit-def $rdi
;   renamable $eax = LEA64_32r killed renamable $rdi, 1, killed renamable $rsi, 0, $noreg
;   RET64 $eax
;
; # End machine code for function f.
;

define i32 @f(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}
