; Fences before accesses of memory and before branches, in functions with the feature seses or in all. The expected output
; is that of llc 19.1.7.
; RUN: avarice compile %s -mattr=+seses -verify-machineinstrs -o - | FileCheck %s --check-prefixes=CHECK,ALL,LVI
; RUN: avarice compile %s -x86-seses-enable-without-lvi-cfi -o - | FileCheck %s --check-prefixes=CHECK,ALL
; RUN: avarice compile %s -x86-seses-enable-without-lvi-cfi -x86-seses-one-lfence-per-bb -o - | FileCheck %s --check-prefixes=CHECK,ONE
; RUN: avarice compile %s -x86-seses-enable-without-lvi-cfi -x86-seses-omit-branch-lfences -o - | FileCheck %s --check-prefixes=CHECK,MEMORY
; RUN: avarice compile %s -x86-seses-enable-without-lvi-cfi -x86-seses-only-lfence-non-const -o - | FileCheck %s --check-prefixes=CHECK,ALL
; RUN: avarice compile %s -o - | FileCheck %s --check-prefix=PLAIN
; RUN: avarice compile %s -mattr=+seses -filetype=obj -relocation-model=pic -o %t.o && cc %t.o -o %t && %t
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: choose:
; CHECK:         lfence
; CHECK-NEXT:    movl (%rdi), %eax
; ALL:           lfence
; ONE-NOT:       lfence
; MEMORY-NOT:    lfence
; CHECK:         j{{.*}} .LBB0_
; LVI:           popq %rcx
; LVI-NEXT:      lfence
; LVI-NEXT:      jmpq *%rcx
; CHECK:         .LBB0_
; CHECK:         lfence
; CHECK-NEXT:    movl $1, (%rdi)
; PLAIN-NOT:     lfence
define i32 @choose(ptr %p) noinline {
  %x = load i32, ptr %p
  %zero = icmp eq i32 %x, 0
  br i1 %zero, label %set, label %done

set:
  store volatile i32 1, ptr %p
  br label %done

done:
  ret i32 %x
}

define i32 @main() {
  %p = alloca i32
  store i32 0, ptr %p
  %r = call i32 @choose(ptr %p)
  ret i32 %r
}
