; -use-ctors: .ctors and .dtors, which are read from the end; their names count down, so that the linker sorts them.
; llc writes the same.
; RUN: avarice compile %s -o - -use-ctors | FileCheck %s
; RUN: avarice compile %s -o %t.o -use-ctors
; CHECK: .section .ctors,"aw",@progbits
; CHECK-NEXT: .p2align 3, 0x0
; CHECK-NEXT: .quad last
; CHECK-NEXT: .section .ctors.65335,"aw",@progbits
; CHECK-NEXT: .p2align 3, 0x0
; CHECK-NEXT: .quad second
; CHECK-NEXT: .section .ctors.65435,"aw",@progbits
; CHECK-NEXT: .p2align 3, 0x0
; CHECK-NEXT: .quad first
; CHECK-NEXT: .section .dtors,"aw",@progbits
target triple = "x86_64-unknown-linux-gnu"

@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @last, ptr null },
  { i32, ptr, ptr } { i32 100, ptr @first, ptr null },
  { i32, ptr, ptr } { i32 200, ptr @second, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @last, ptr null }]

declare void @first()
declare void @second()
declare void @last()
