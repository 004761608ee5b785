; Without optimization the fast register allocator runs after two-address rewriting, and nothing else does; with
; -regalloc=fast alone it takes the place of another allocator. No other one of ours works without optimized allocation.
; RUN: avarice compile %s -mtriple=x86_64 -O0 -print-after-all -o /dev/null 2>&1 | grep "^# \*\*\*" | FileCheck %s --check-prefix=PLAIN
; RUN: avarice compile %s -mtriple=x86_64 -optimize-regalloc=false -print-after-all -o /dev/null 2>&1 | grep "^# \*\*\*" | FileCheck %s --check-prefix=MIXED
; RUN: avarice compile %s -mtriple=x86_64 -regalloc=fast -print-after-all -o /dev/null 2>&1 | grep "^# \*\*\*" | FileCheck %s --check-prefix=FAST
; RUN: avarice compile %s -mtriple=x86_64 -O0 -optimize-regalloc -print-after-all -o /dev/null 2>&1 | grep "^# \*\*\*" | FileCheck %s --check-prefix=GREEDY
; RUN: not avarice compile %s -mtriple=x86_64 -O0 -regalloc=greedy -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: avarice compile %s -mtriple=x86_64 -O0 -verify-machineinstrs -stats -o - 2>&1 | FileCheck %s --check-prefix=CODE

; PLAIN:      After Finalize Instruction Selection
; PLAIN-NEXT: After Local Stack Slot Allocation
; PLAIN-NEXT: After X86 EFLAGS copy lowering
; PLAIN-NEXT: After Eliminate PHI nodes
; PLAIN-NEXT: After Two-Address instruction pass
; PLAIN-NEXT: After Fast Register Allocator (regallocfast)
; PLAIN-NEXT: After X86 FP Stackifier (x86-codegen)
; PLAIN-NEXT: After Remove Redundant DEBUG_VALUE analysis
; PLAIN-NEXT: After Prologue/Epilogue Insertion
; PLAIN-NEXT: After Post-RA pseudo instruction expansion
; PLAIN-NOT:  After Control Flow Optimizer
; PLAIN:      After Insert CFI

; MIXED:      After Two-Address instruction pass
; MIXED-NEXT: After Fast Register Allocator
; MIXED-NEXT: After X86 FP Stackifier
; MIXED-NEXT: After Remove Redundant DEBUG_VALUE analysis
; MIXED-NEXT: After PostRA Machine Sink
; MIXED-NEXT: After Shrink Wrapping analysis
; MIXED-NEXT: After Prologue/Epilogue Insertion
; MIXED:      After Control Flow Optimizer

; FAST:      After Register Coalescer
; FAST-NEXT: After Rename Disconnected Subregister Components
; FAST-NEXT: After Machine Instruction Scheduler
; FAST-NEXT: After Fast Register Allocator
; FAST-NEXT: After Virtual Register Rewriter

; GREEDY:     After Register Coalescer
; GREEDY:     After Greedy Register Allocator
; GREEDY-NOT: After Control Flow Optimizer

; ERROR: error: only the fast register allocator and those of regalloc2 work if allocation is not optimized

; CODE:      spills
define i32 @f(i32 %a, i32 %b) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %less, label %done
less:
  %d = add i32 %a, 7
  br label %done
done:
  %r = phi i32 [ %d, %less ], [ %b, %entry ]
  %s = mul i32 %r, %b
  ret i32 %s
}
