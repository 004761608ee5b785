; Calls that become jumps do not use the stack: ten million of them, each way, take less than the 160 MB of
; their return addresses. Arguments on the stack change places, and a variadic function hands on what it does
; not know.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -regalloc=basic -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -verify-regalloc -regalloc=ion -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -verify-regalloc -regalloc=fastalloc -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -regalloc=fast -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; even 1
; rotated 54321 and 6.500000
; through a pointer 10000000
; in memory 10000003
; handed on: 1 2 3 4 5 6 7 1.500000 2.500000

@even.text = constant [9 x i8] c"even %d\0A\00"
@rotated.text = constant [21 x i8] c"rotated %ld and %lf\0A\00"
@pointer.text = constant [22 x i8] c"through a pointer %d\0A\00"
@memory.text = constant [15 x i8] c"in memory %ld\0A\00"
@varargs.text = constant [44 x i8] c"handed on: %d %d %d %d %d %d %ld %.6f %.6f\0A\00"

declare i32 @printf(ptr, ...)

define i1 @even(i32 %n) noinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %yes, label %more
yes:
  ret i1 true
more:
  %less = sub i32 %n, 1
  %r = tail call i1 @odd(i32 %less)
  ret i1 %r
}

define i1 @odd(i32 %n) noinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %no, label %more
no:
  ret i1 false
more:
  %less = sub i32 %n, 1
  %r = musttail call i1 @even(i32 %less)
  ret i1 %r
}

; Three arguments on the stack, which change places with each other and with registers.
define i64 @rotate(i32 %n, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, double %x, i32 %i) noinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %yes, label %more
yes:
  %s1 = mul i64 %b, 10000
  %s2 = mul i64 %c, 1000
  %s3 = mul i64 %d, 100
  %s4 = mul i64 %g, 10
  %a1 = add i64 %s1, %s2
  %a2 = add i64 %a1, %s3
  %a3 = add i64 %a2, %s4
  %a4 = add i64 %a3, %h
  %p = call i32 (ptr, ...) @printf(ptr @rotated.text, i64 %a4, double %x)
  ret i64 %a4
more:
  %less = sub i32 %n, 1
  %j = add i32 %i, 1
  %r = musttail call i64 @rotate(i32 %less, i64 %c, i64 %d, i64 %g, i64 %f, i64 %e, i64 %h, i64 %b, double %x, i32 %j)
  ret i64 %r
}

define i32 @step(ptr %next, i32 %n, i32 %sum) noinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %yes, label %more
yes:
  ret i32 %sum
more:
  %less = sub i32 %n, 1
  %new = add i32 %sum, 1
  %f = load ptr, ptr %next
  %r = tail call i32 %f(ptr %next, i32 %less, i32 %new)
  ret i32 %r
}

@step.pointer = global ptr @step

%struct = type { i64, i64, i64 }

; A struct in memory is handed on in its place; a result in memory is the caller's own.
define void @fill(ptr noalias sret(%struct) %r, i32 %n, ptr byval(%struct) %s) noinline {
  %end = icmp eq i32 %n, 0
  %q = getelementptr %struct, ptr %s, i32 0, i32 2
  %v = load i64, ptr %q
  br i1 %end, label %yes, label %more
yes:
  %d = getelementptr %struct, ptr %r, i32 0, i32 1
  store i64 %v, ptr %d
  ret void
more:
  %less = sub i32 %n, 1
  %w = add i64 %v, 1
  store i64 %w, ptr %q
  musttail call void @fill(ptr noalias sret(%struct) %r, i32 %less, ptr byval(%struct) %s)
  ret void
}

define void @print(ptr %text, ...) noinline {
  musttail call void (ptr, ...) @print.last(ptr @varargs.text, ...)
  ret void
}

define void @print.last(ptr %text, ...) noinline {
  %list = alloca [3 x i64], align 16
  call void @llvm.va_start(ptr %list)
  %n = call i32 @vprintf(ptr %text, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret void
}

declare i32 @vprintf(ptr, ptr)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)

define i32 @main() {
  %e = call i1 @even(i32 10000000)
  %e1 = zext i1 %e to i32
  %p1 = call i32 (ptr, ...) @printf(ptr @even.text, i32 %e1)
  %r = call i64 @rotate(i32 10000000, i64 5, i64 4, i64 3, i64 0, i64 0, i64 2, i64 1, double 6.5, i32 0)
  %s = call i32 @step(ptr @step.pointer, i32 10000000, i32 0)
  %p3 = call i32 (ptr, ...) @printf(ptr @pointer.text, i32 %s)
  %m = alloca %struct
  %a = alloca %struct
  %q = getelementptr %struct, ptr %a, i32 0, i32 2
  store i64 3, ptr %q
  call void @fill(ptr sret(%struct) %m, i32 10000000, ptr byval(%struct) %a)
  %d = getelementptr %struct, ptr %m, i32 0, i32 1
  %v = load i64, ptr %d
  %p4 = call i32 (ptr, ...) @printf(ptr @memory.text, i64 %v)
  call void (ptr, ...) @print(ptr null, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i64 7, double 1.5, double 2.5)
  ret i32 0
}
