; Runs that fail say why and where; what is not run says so.
; RUN: avarice analyze liveness --dynamic --function divide --args 1,0 %s
; EXIT: 1
; OUTPUT(stderr):
; error: the run failed: division by zero
; note: in function 'divide': %q = sdiv i32 %a, %b

; RUN: avarice analyze liveness --dynamic --function beyond --args 4 %s
; EXIT: 1
; OUTPUT(stderr):
; error: the run failed: access outside of an object: 4 bytes at offset 16 of 16 bytes
; note: in function 'beyond': %x = load i32, ptr %place, align 4

; RUN: avarice analyze liveness --dynamic --function null %s
; EXIT: 1
; OUTPUT(stderr):
; error: the run failed: null pointer: access at 0x0
; note: in function 'null': %x = load i32, ptr null, align 4

; RUN: avarice analyze liveness --dynamic --function freed %s
; EXIT: 1
; OUTPUT(stderr):
; error: the run failed: access to an object that is gone: 4 bytes at 0x10010
; note: in function 'freed': %x = load i32, ptr %p, align 4

; RUN: avarice analyze liveness --dynamic --function deep %s
; EXIT: 1
; OUTPUT(stderr):
; error: the run failed: the program calls too deep
; note: in function 'deep': %x = call i32 @deep()

; RUN: avarice analyze liveness --dynamic --function huge %s
; EXIT: 1
; OUTPUT(stderr):
; error: the interpreter cannot continue: a type without known size is not run
; note: in function 'huge': %x = alloca [4611686018427387904 x i64], align 8

; RUN: avarice analyze liveness --dynamic --function calls_unknown %s
; EXIT: 1
; OUTPUT(stderr):
; error: the interpreter cannot continue: the function 'unknown', which is only declared, is not run
; note: in function 'calls_unknown': %x = call i32 @unknown(i32 1)

; RUN: avarice analyze liveness --dynamic --function scalable %s
; EXIT: 1
; OUTPUT(stderr):
; error: the interpreter cannot continue: a type without known size is not run
; note: in function 'scalable': %x = alloca <vscale x 4 x i32>, align 16

; RUN: avarice analyze liveness --dynamic --function divide --args 1 %s
; EXIT: 1
; OUTPUT(stderr):
; error: function 'divide' takes 2 arguments, 1 are given
; note: --args takes them, separated by commas

; RUN: avarice analyze liveness --dynamic --function divide --args 1,many %s
; EXIT: 1
; OUTPUT(stderr):
; error: 'many' is no integer

; RUN: avarice analyze liveness --dynamic --function divide --args 1,4294967296 %s
; EXIT: 1
; OUTPUT(stderr):
; error: '4294967296' does not fit in 32 bits

; RUN: avarice analyze liveness --dynamic --granularity statement --function null %s
; EXIT: 1
; OUTPUT(stderr):
; error: dynamic liveness is reported at blocks only

; RUN: avarice analyze liveness --dynamic %s
; EXIT: 1
; OUTPUT(stderr):
; error: no function to run
; note: --function names it, if it is not 'main'

declare i32 @unknown(i32)
declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @divide(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

define i32 @beyond(i64 %i) {
  %array = alloca [4 x i32]
  %place = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  %x = load i32, ptr %place
  ret i32 %x
}

define i32 @null() {
  %x = load i32, ptr null
  ret i32 %x
}

define i32 @freed() {
  %p = call ptr @malloc(i64 8)
  call void @free(ptr %p)
  %x = load i32, ptr %p
  ret i32 %x
}

define i32 @deep() {
  %x = call i32 @deep()
  %y = add i32 %x, 1
  ret i32 %y
}

define void @huge() {
  %x = alloca [4611686018427387904 x i64]
  ret void
}

define i32 @calls_unknown() {
  %x = call i32 @unknown(i32 1)
  ret i32 %x
}

define void @scalable() {
  %x = alloca <vscale x 4 x i32>
  ret void
}
