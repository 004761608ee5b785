; Calls that stay: the log says why.
; RUN: avarice opt -disable-output -passes=inline -debug-only=inline %s 2>&1 | FileCheck %s
; RUN: avarice opt -S -passes=inline %s | FileCheck %s --check-prefix=IR

; CHECK: last into f: inlined, cost
; CHECK-NEXT: cpu into f: not inlined: it is to be compiled in another way than its caller
; CHECK-NOT: {{.}}
; IR: define i32 @f
; IR: call i32 @self
; IR: call i32 @marked
; IR: call i32 @weak
; IR: call i32 @cpu
; IR: call i32 (i32, ...) @sum
; IR: call i32 @twice
; IR: call i32 @addressed
; IR-NOT: call i32 @last
; IR: ret i32

define i32 @self(i32 %x) {
  %y = call i32 @self(i32 %x)
  ret i32 %y
}

define i32 @marked(i32 %x) noinline {
  ret i32 %x
}

define weak i32 @weak(i32 %x) {
  ret i32 %x
}

define i32 @cpu(i32 %x) "target-cpu"="znver4" {
  ret i32 %x
}

define i32 @sum(i32 %x, ...) {
  ret i32 %x
}

declare i32 @setjmp(ptr) returns_twice

define i32 @twice(ptr %p) {
  %x = call i32 @setjmp(ptr %p)
  ret i32 %x
}

define i32 @addressed(i32 %x) {
  br label %next
next:
  ret i32 %x
}

@address = global ptr blockaddress(@addressed, %next)

define i32 @last(i32 %x) {
  ret i32 %x
}

define i32 @f(i32 %x, ptr %p) {
  %1 = call i32 @self(i32 %x)
  %2 = call i32 @marked(i32 %1)
  %3 = call i32 @weak(i32 %2)
  %4 = call i32 @cpu(i32 %3)
  %5 = call i32 (i32, ...) @sum(i32 %4)
  %6 = call i32 @twice(ptr %p)
  %7 = call i32 @addressed(i32 %6)
  %8 = call i32 @last(i32 %7)
  ret i32 %8
}
