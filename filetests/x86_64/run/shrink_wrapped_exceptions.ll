; An exception goes through functions that set up their frame later than at the entry: the registers that they saved there
; are the caller's again.
; RUN: avarice compile %s -verify-machineinstrs -stop-after=shrink-wrap -o - | grep -c "savePoint: *'%bb"
; OUTPUT:
; 2

; RUN: avarice compile %s -verify-machineinstrs -o %t.o && c++ -no-pie %t.o -o %t && %t
; OUTPUT:
; 5 no exception
; 42 caught, 26 kept
; 42 caught, 33 kept

; RUN: avarice compile %s -relocation-model=pic -o %t.s && c++ -pie %t.s -o %t && %t
; OUTPUT:
; 5 no exception
; 42 caught, 26 kept
; 42 caught, 33 kept

; RUN: avarice compile %s -enable-shrink-wrap=false -verify-machineinstrs -o %t.o && c++ -no-pie %t.o -o %t && %t
; OUTPUT:
; 5 no exception
; 42 caught, 26 kept
; 42 caught, 33 kept

@_ZTIi = external constant ptr
@plain = constant [17 x i8] c"%d no exception\0A\00"
@caught = constant [21 x i8] c"%d caught, %ld kept\0A\00"

declare i32 @printf(ptr, ...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
declare i64 @labs(i64)

define void @throw(i32 %n) noinline {
  %exception = call ptr @__cxa_allocate_exception(i64 8)
  store i32 %n, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTIi, ptr null)
  unreachable
}

; Needs registers of the caller, but only where it calls.
define i32 @through(i32 %n) noinline {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %none, label %calls
calls:
  %a = call i64 @labs(i64 -30)
  %b = call i64 @labs(i64 -7)
  %c = call i64 @labs(i64 5)
  %d = add i64 %a, %b
  %e = add i64 %d, %c
  %f = trunc i64 %e to i32
  call void @throw(i32 %f)
  br label %none
none:
  %v = phi i32 [ 5, %0 ], [ 6, %calls ]
  ret i32 %v
}

; The same with an object in its frame.
define i32 @frame(i32 %n) noinline {
  %slot = alloca [4 x i64]
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %none, label %calls
calls:
  %a = call i64 @labs(i64 -30)
  store volatile i64 %a, ptr %slot
  %b = call i32 @through(i32 1)
  %c = load volatile i64, ptr %slot
  %d = trunc i64 %c to i32
  %e = add i32 %b, %d
  br label %none
none:
  %v = phi i32 [ 5, %0 ], [ %e, %calls ]
  ret i32 %v
}

define void @show(i32 %n, i64 %k) noinline personality ptr @__gxx_personality_v0 {
  %a = call i64 @labs(i64 %k)
  %b = add i64 %a, 13
  %r = invoke i32 @frame(i32 %n) to label %normal unwind label %pad
normal:
  call i32 (ptr, ...) @printf(ptr @plain, i32 %r)
  ret void
pad:
  %landed = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %landed, 0
  %object = call ptr @__cxa_begin_catch(ptr %exception)
  %value = load i32, ptr %object
  call i32 (ptr, ...) @printf(ptr @caught, i32 %value, i64 %b)
  call void @__cxa_end_catch()
  ret void
}

define i32 @main() {
  call void @show(i32 0, i64 13)
  call void @show(i32 3, i64 13)
  call void @show(i32 5, i64 -20)
  ret i32 0
}
