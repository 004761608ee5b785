; RUN: avarice compile %s -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unknown instrumentation function `something` in function `f`
;   --> %s:10:13
;    |
; 10 | define void @f() "instrument-function-entry-inlined"="something" {
;    |             ^^

define void @f() "instrument-function-entry-inlined"="something" {
  ret void
}
