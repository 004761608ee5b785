; Arrays with more wide integers than there can be parts are not taken apart: a declaration of a function that returns one
; costs nothing, its address can be taken, and code with one is refused.
; RUN: split-file %s %t
; RUN: avarice compile %t/declared.ll -O2 -filetype=obj -o %t.o
; RUN: not avarice compile %t/passed.ll -o %t.s
; RUN: not avarice compile %t/returned.ll -o %t.s
; RUN: avarice compile %t/called.ll -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type i192 in function `g`
;  --> %t/called.ll:6:3
;   |
; 6 |   ret i192 %x
;   |   ^^^^^^^^^^^

;--- declared.ll
target triple = "x86_64-unknown-linux-gnu"
declare [4294967296 x i192] @f()
define ptr @g() {
  ret ptr @f
}
;--- passed.ll
target triple = "x86_64-unknown-linux-gnu"
define void @f([4294967296 x i192] %x) {
  ret void
}
;--- returned.ll
target triple = "x86_64-unknown-linux-gnu"
define { i8, [4294967296 x i192] } @f() {
  ret { i8, [4294967296 x i192] } poison
}
;--- called.ll
target triple = "x86_64-unknown-linux-gnu"
declare [5000 x i192] @f()
define i192 @g() {
  %a = call [5000 x i192] @f()
  %x = extractvalue [5000 x i192] %a, 3
  ret i192 %x
}
