; Indirect calls and jumps go through a thunk, with the address in R11, and switches have no tables. The thunk is in the
; module unless the program brings its own. Its code and its symbol are those of llc 19.1.7.
; RUN: avarice compile %s -mattr=+retpoline -verify-machineinstrs -o - | FileCheck %s --check-prefixes=CHECK,OWN
; RUN: avarice compile %s -mattr=+retpoline-indirect-calls,+retpoline-indirect-branches -O0 -o - | FileCheck %s --check-prefixes=OWN
; RUN: avarice compile %s -mattr=+retpoline,+retpoline-external-thunk -o - | FileCheck %s --check-prefixes=CHECK,EXTERNAL
; RUN: avarice compile %s -mattr=+lvi-cfi -verify-machineinstrs -o - | FileCheck %s --check-prefixes=LVI
; RUN: avarice compile %s -mattr=+retpoline -filetype=obj -relocation-model=pic -o %t.o && cc %t.o -o %t && %t
; RUN: avarice compile %s -mattr=+lvi-cfi -filetype=obj -relocation-model=pic -o %t.o && cc %t.o -o %t && %t
; RUN: avarice compile %s -o - | FileCheck %s --check-prefix=PLAIN
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL:   called:
; CHECK:         movq %rdi, %r11
; OWN:           callq __llvm_retpoline_r11
; EXTERNAL:      callq __x86_indirect_thunk_r11
; LVI-LABEL:     called:
; LVI:           callq __llvm_lvi_thunk_r11
; LVI:           .cfi_def_cfa_offset 8
; LVI-NEXT:      popq %rcx
; LVI-NEXT:      lfence
; LVI-NEXT:      jmpq *%rcx
; PLAIN-LABEL:   called:
; PLAIN:         callq *%{{.*}}
define i32 @called(ptr %f, i32 %x) {
  %r = call i32 %f(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}

; CHECK-LABEL:   jumped:
; OWN:           jmp __llvm_retpoline_r11
; EXTERNAL:      jmp __x86_indirect_thunk_r11
; LVI-LABEL:     jumped:
; LVI:           jmp __llvm_lvi_thunk_r11
define i32 @jumped(ptr %f, i32 %x) {
  %r = tail call i32 %f(i32 %x)
  ret i32 %r
}

; CHECK-LABEL:   switched:
; CHECK-NOT:     jmpq *
; OWN-NOT:       .LJTI
; LVI-NOT:       .LJTI
; PLAIN-LABEL:   switched:
; PLAIN:         .LJTI
define i32 @switched(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %first
    i32 1, label %second
    i32 2, label %third
    i32 3, label %fourth
    i32 4, label %fifth
  ]
first:
  ret i32 5
second:
  ret i32 9
third:
  ret i32 13
fourth:
  ret i32 2
fifth:
  ret i32 1
none:
  ret i32 0
}

define i32 @main() {
  %one = call i32 @called(ptr @switched, i32 1)
  %two = call i32 @jumped(ptr @switched, i32 2)
  %sum = add i32 %one, %two
  %wrong = icmp ne i32 %sum, 23
  %code = zext i1 %wrong to i32
  ret i32 %code
}

; OWN:           .section .text.__llvm_retpoline_r11,"axG",@progbits,__llvm_retpoline_r11,comdat
; OWN:           .hidden __llvm_retpoline_r11
; OWN-NEXT:      .weak __llvm_retpoline_r11
; OWN:           __llvm_retpoline_r11:
; OWN:           callq [[TARGET:.LBB[0-9]+_[0-9]+]]
; OWN-NEXT:      [[CAPTURE:.LBB[0-9]+_[0-9]+]]:
; OWN:           pause
; OWN-NEXT:      lfence
; OWN-NEXT:      jmp [[CAPTURE]]
; OWN-NEXT:      .p2align 4
; OWN-NEXT:      [[TARGET]]:
; OWN-NEXT:      movq %r11, (%rsp)
; OWN-NEXT:      retq
; EXTERNAL-NOT:  __x86_indirect_thunk_r11:
; LVI:           __llvm_lvi_thunk_r11:
; LVI:           lfence
; LVI-NEXT:      jmpq *%r11
; PLAIN-NOT:     retpoline
