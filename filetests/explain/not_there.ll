; What is not there: with what there is instead.
; RUN: avarice explain %s %ir.resullt
; EXIT: 1
; OUTPUT(stderr):
; error: no register holds the value '%resullt': there is no such value, or it is part of the instructions that use it, or it is a stack object
; note: values in registers are result, first, second, third

; RUN: avarice explain %s %99 --function f
; EXIT: 1
; OUTPUT(stderr):
; error: no instruction names %99
; note: virtual registers go up to %4

; RUN: avarice explain %s %0
; EXIT: 1
; OUTPUT(stderr):
; error: several functions have it: --function chooses one
; note: functions are f, g

; RUN: avarice explain %s %0 --function h
; EXIT: 1
; OUTPUT(stderr):
; error: there is no function 'h'
; note: functions are f, g

; RUN: avarice explain %s a.c:7
; EXIT: 1
; OUTPUT(stderr):
; error: no register is defined for line 7 of 'a.c'
; note: the input has no debug locations there

; RUN: avarice explain %s result
; EXIT: 1
; OUTPUT(stderr):
; error: 'result' is neither a register (%13), nor a value (%name), nor a line (file.c:12)
; note: quotes keep the shell from changing the argument

define i32 @f(i32 %first, i32 %second) {
  %result = add i32 %first, %second
  ret i32 %result
}

define i32 @g(i32 %third) {
  ret i32 %third
}
