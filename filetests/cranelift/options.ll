; What --backend=cranelift has nothing for.
; REQUIRES: cranelift
; RUN: avarice compile --backend=cranelift %s -o -
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: assembly by Cranelift
; note: -filetype=obj writes an object, -filetype=clif Cranelift's IR

; RUN: avarice compile --backend=cranelift -x mir %S/Inputs/machine.mir -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: %S/Inputs/machine.mir: unsupported: machine IR with Cranelift
; note: it begins with LLVM IR

; RUN: avarice compile --backend=cranelift -regalloc=greedy %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: --backend=cranelift cannot be used with -regalloc other than ion and fastalloc

; RUN: avarice compile --backend=cranelift -stop-after=greedy %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: --backend=cranelift cannot be used with -stop-after

; RUN: avarice compile --backend=cranelift -terminal-rule %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: --backend=cranelift cannot be used with options of the coalescer

; RUN: avarice compile --backend=cranelift -mtriple=powerpc64-linux-gnu %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: target 'powerpc64-unknown-linux-gnu' with Cranelift

; RUN: avarice compile %s -o %t.clif
; EXIT: 1
; OUTPUT(stderr):
; error: CLIF is what --backend=cranelift writes

; RUN: test ! -e %t.o

define i32 @f(i32 %x) {
  ret i32 %x
}
