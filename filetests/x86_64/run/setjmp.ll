; Jumps back into a frame by __builtin_setjmp: what was live is there again, callee-saved registers of the caller too.
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t | FileCheck %s
; RUN: avarice compile %s -verify-machineinstrs -O0 -o %t.o && cc -no-pie %t.o -o %t && %t | FileCheck %s
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -o %t.o && cc %t.o -o %t && %t | FileCheck %s
; RUN: avarice compile %s -relocation-model=pic -o %t.s && cc %t.s -o %t && %t | FileCheck %s
; RUN: avarice compile %s -regalloc=basic -o %t.s && cc -no-pie %t.s -o %t && %t | FileCheck %s
; CHECK: first 0 21 4.5
; CHECK-NEXT: then 1 21 4.5
; CHECK-NEXT: then 2 21 4.5
; CHECK-NEXT: kept 1 2 3 4 5
@buffer = global [5 x ptr] zeroinitializer
@count = global i32 0
@product = global i32 0
@scaled = global double 0.0
@first = constant [16 x i8] c"first %d %d %g\0A\00"
@then = constant [15 x i8] c"then %d %d %g\0A\00"
@kept = constant [21 x i8] c"kept %d %d %d %d %d\0A\00"
declare i32 @printf(ptr, ...)
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.stacksave.p0()
declare i32 @llvm.eh.sjlj.setjmp(ptr)
declare void @llvm.eh.sjlj.longjmp(ptr)

define void @jump() noinline {
  call void @llvm.eh.sjlj.longjmp(ptr @buffer)
  unreachable
}

define i32 @set(i32 %a, double %b) noinline {
  %product = mul i32 %a, 7
  %scaled = fmul double %b, 3.0
  ; Needed here, so that they are not computed where control comes back, from what may have changed by then.
  store volatile i32 %product, ptr @product
  store volatile double %scaled, ptr @scaled
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %frame, ptr @buffer
  %stack = call ptr @llvm.stacksave.p0()
  store ptr %stack, ptr getelementptr (i8, ptr @buffer, i64 16)
  %again = call i32 @llvm.eh.sjlj.setjmp(ptr @buffer)
  %is_first = icmp eq i32 %again, 0
  %n = load i32, ptr @count
  br i1 %is_first, label %direct, label %returned
direct:
  call i32 (ptr, ...) @printf(ptr @first, i32 %n, i32 %product, double %scaled)
  br label %jump
returned:
  call i32 (ptr, ...) @printf(ptr @then, i32 %n, i32 %product, double %scaled)
  %enough = icmp eq i32 %n, 2
  br i1 %enough, label %done, label %jump
jump:
  %next = add i32 %n, 1
  store i32 %next, ptr @count
  call void @jump()
  unreachable
done:
  ret i32 %product
}

define i32 @main() {
  %v1 = load volatile i32, ptr @one
  %v2 = add i32 %v1, 1
  %v3 = add i32 %v1, 2
  %v4 = add i32 %v1, 3
  %v5 = add i32 %v1, 4
  %r = call i32 @set(i32 3, double 1.5)
  call i32 (ptr, ...) @printf(ptr @kept, i32 %v1, i32 %v2, i32 %v3, i32 %v4, i32 %v5)
  ret i32 0
}
@one = global i32 1
