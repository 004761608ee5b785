; Only the lines that differ; a line for passes that change nothing, up to the coalescer.
; RUN: avarice compile %s -O1 -stop-after=register-coalescer -filetype=null -print-changed=diff
; OUTPUT(stderr):
; *** IR Dump After Finalize Instruction Selection (finalize-isel) on f omitted because no change ***
; *** IR Dump After X86 Domain Reassignment Pass (x86-domain-reassignment) on f omitted because no change ***
; *** IR Dump After Early Tail Duplication (early-tailduplication) on f omitted because no change ***
; *** IR Dump After Optimize machine instruction PHIs (opt-phis) on f omitted because no change ***
; *** IR Dump After Merge disjoint stack slots (stack-coloring) on f omitted because no change ***
; *** IR Dump After Local Stack Slot Allocation (localstackalloc) on f omitted because no change ***
; *** IR Dump After Remove dead machine instructions (dead-mi-elimination) on f omitted because no change ***
; *** IR Dump After Early If-Conversion (early-ifcvt) on f omitted because no change ***
; *** IR Dump After Machine InstCombiner (machine-combiner) on f omitted because no change ***
; *** IR Dump After X86 cmov Conversion (x86-cmov-conversion) on f omitted because no change ***
; *** IR Dump After Early Machine Loop Invariant Code Motion (early-machinelicm) on f omitted because no change ***
; *** IR Dump After Machine Common Subexpression Elimination (machine-cse) on f omitted because no change ***
; *** IR Dump After Machine code sinking (machine-sink) on f omitted because no change ***
; *** IR Dump After Peephole Optimizations (peephole-opt) on f omitted because no change ***
; *** IR Dump After Remove dead machine instructions (dead-mi-elimination) on f omitted because no change ***
; *** IR Dump After Live Range Shrink (lrshrink) on f omitted because no change ***
; *** IR Dump After X86 Fixup SetCC (x86-fixup-setcc) on f omitted because no change ***
; *** IR Dump After X86 LEA Optimize (x86-optimize-LEAs) on f omitted because no change ***
; *** IR Dump After X86 Optimize Call Frame (x86-cf-opt) on f omitted because no change ***
; *** IR Dump After X86 Avoid Store Forwarding Blocks (x86-avoid-SFB) on f omitted because no change ***
; *** IR Dump After X86 EFLAGS copy lowering (x86-flags-copy-lowering) on f omitted because no change ***
; *** IR Dump After Detect Dead Lanes (detect-dead-lanes) on f omitted because no change ***
; *** IR Dump After Init Undef Pass (init-undef) on f omitted because no change ***
; *** IR Dump After Process Implicit Definitions (processimpdefs) on f omitted because no change ***
; *** IR Dump After Remove unreachable machine basic blocks (unreachable-mbb-elimination) on f omitted because no change ***
; *** IR Dump After Live Variable Analysis (livevars) on f ***
; @@ -3,11 +3,11 @@
;  
;  bb.0 (%ir-block.0):
;    liveins: $edi, $esi
; -  %1:gr32 = COPY $esi
; -  %0:gr32 = COPY $edi
; -  %2:gr32 = ADD32rr %0:gr32(tied-def 0), %1:gr32, implicit-def dead $eflags
; -  $eax = COPY %2:gr32
; -  RET 0, $eax
; +  %1:gr32 = COPY killed $esi
; +  %0:gr32 = COPY killed $edi
; +  %2:gr32 = ADD32rr killed %0:gr32(tied-def 0), killed %1:gr32, implicit-def dead $eflags
; +  $eax = COPY killed %2:gr32
; +  RET 0, killed $eax
;  
;  # End machine code for function f.
;  
; *** IR Dump After Machine Natural Loop Construction (machine-loops) on f omitted because no change ***
; *** IR Dump After Eliminate PHI nodes for register allocation (phi-node-elimination) on f ***
; @@ -1,4 +1,4 @@
; -# Machine code for function f: IsSSA, TracksLiveness
; +# Machine code for function f: NoPHIs, TracksLiveness
;  Function Live Ins: $edi in %0, $esi in %1
;  
;  bb.0 (%ir-block.0):
; *** IR Dump After Two-Address instruction pass (twoaddressinstruction) on f ***
; @@ -1,11 +1,13 @@
; -# Machine code for function f: NoPHIs, TracksLiveness
; +# Machine code for function f: NoPHIs, TracksLiveness, TiedOpsRewritten
;  Function Live Ins: $edi in %0, $esi in %1
;  
;  bb.0 (%ir-block.0):
;    liveins: $edi, $esi
;    %1:gr32 = COPY killed $esi
;    %0:gr32 = COPY killed $edi
; -  %2:gr32 = ADD32rr killed %0:gr32(tied-def 0), killed %1:gr32, implicit-def dead $eflags
; +  undef %3.sub_32bit:gr64_nosp = COPY killed %1:gr32
; +  undef %4.sub_32bit:gr64 = COPY killed %0:gr32
; +  %2:gr32 = LEA64_32r killed %4:gr64, 1, killed %3:gr64_nosp, 0, $noreg
;    $eax = COPY killed %2:gr32
;    RET 0, killed $eax
;  
; *** IR Dump After Live Interval Analysis (liveintervals) on f ***
; @@ -3,12 +3,12 @@
;  
;  bb.0 (%ir-block.0):
;    liveins: $edi, $esi
; -  %1:gr32 = COPY killed $esi
; -  %0:gr32 = COPY killed $edi
; -  undef %3.sub_32bit:gr64_nosp = COPY killed %1:gr32
; -  undef %4.sub_32bit:gr64 = COPY killed %0:gr32
; -  %2:gr32 = LEA64_32r killed %4:gr64, 1, killed %3:gr64_nosp, 0, $noreg
; -  $eax = COPY killed %2:gr32
; +  %1:gr32 = COPY $esi
; +  %0:gr32 = COPY $edi
; +  undef %3.sub_32bit:gr64_nosp = COPY %1:gr32
; +  undef %4.sub_32bit:gr64 = COPY %0:gr32
; +  %2:gr32 = LEA64_32r %4:gr64, 1, %3:gr64_nosp, 0, $noreg
; +  $eax = COPY %2:gr32
;    RET 0, killed $eax
;  
;  # End machine code for function f.
; *** IR Dump After Register Coalescer (register-coalescer) on f ***
; @@ -3,11 +3,9 @@
;  
;  bb.0 (%ir-block.0):
;    liveins: $edi, $esi
; -  %1:gr32 = COPY $esi
; -  %0:gr32 = COPY $edi
; -  undef %3.sub_32bit:gr64_nosp = COPY %1:gr32
; -  undef %4.sub_32bit:gr64 = COPY %0:gr32
; -  %2:gr32 = LEA64_32r %4:gr64, 1, %3:gr64_nosp, 0, $noreg
; +  undef %3.sub_32bit:gr64_nosp = COPY $esi
; +  undef %4.sub_32bit:gr64_with_sub_8bit = COPY $edi
; +  %2:gr32 = LEA64_32r %4:gr64_with_sub_8bit, 1, %3:gr64_nosp, 0, $noreg
;    $eax = COPY %2:gr32
;    RET 0, killed $eax
;  

define i32 @f(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}
