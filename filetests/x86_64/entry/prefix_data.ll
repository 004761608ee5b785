; Data before a function's label, and before its first instruction. The address of the function is that of the label.
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: avarice run %s
; RUN: avarice compile %s -relocation-model=pic -o %t.o && cc %t.o -o %t && %t
target triple = "x86_64-unknown-linux-gnu"

@variable = global i32 5

; CHECK:      .p2align 4
; CHECK:      .long 200 # 0xc8
; CHECK-NEXT: function:
; CHECK:      .cfi_startproc
; CHECK:      .byte 144
; CHECK:      leal 1(%rdi), %eax
define i32 @function(i32 %x) prefix i32 200 prologue i8 144 {
  %next = add i32 %x, 1
  ret i32 %next
}

; CHECK:      .quad variable
; CHECK-NEXT: .byte 7
; CHECK-NEXT: pointer:
; CHECK:      nop
define void @pointer() "patchable-function-prefix"="0" "patchable-function-entry"="1" prefix <{ ptr, i8 }> <{ ptr @variable, i8 7 }> {
  ret void
}

; A short jump over the distance of a variable.
; CHECK-LABEL: distance:
; CHECK:      .long variable-distance
define i32 @distance() prologue <{ i8, i8, i32 }> <{ i8 -21, i8 4, i32 trunc (i64 sub (i64 ptrtoint (ptr @variable to i64), i64 ptrtoint (ptr @distance to i64)) to i32) }> {
  ret i32 9
}

define i32 @main() {
  %before = getelementptr i32, ptr @function, i64 -1
  %data = load i32, ptr %before
  %called = call i32 @function(i32 %data)
  %wrong = icmp ne i32 %called, 201
  %nine = call i32 @distance()
  %wrong.nine = icmp ne i32 %nine, 9
  %any = or i1 %wrong, %wrong.nine
  %code = zext i1 %any to i32
  ret i32 %code
}
