; Exceptions of C++: thrown through a cleanup, caught by type or whatever they are, let through by the
; types of others, stopped by a filter.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && c++ -no-pie %t.o -o %t && %t > %t.0
; RUN: avarice compile %s -relocation-model=pic -o %t.o && c++ -pie %t.o -o %t && %t > %t.pic
; RUN: avarice compile %s -relocation-model=pic -o %t.s && c++ -pie %t.s -o %t && %t > %t.asm
; RUN: avarice compile %s -relocation-model=pic -regalloc=ion -verify-machineinstrs -verify-regalloc -o %t.o && c++ -pie %t.o -o %t && %t | diff - %t.0
; RUN: avarice compile %s -code-model=medium -verify-machineinstrs -o %t.o && c++ -no-pie %t.o -o %t && %t | diff - %t.0
; RUN: avarice compile %s -code-model=medium -relocation-model=pic -o %t.o && c++ -pie %t.o -o %t && %t | diff - %t.0
; RUN: avarice compile %s -code-model=large -verify-machineinstrs -o %t.o && c++ -no-pie %t.o -o %t && %t | diff - %t.0
; RUN: avarice compile %s -code-model=large -relocation-model=pic -verify-machineinstrs -o %t.o && c++ -pie %t.o -o %t && %t | diff - %t.0
; RUN: avarice compile %s -code-model=large -relocation-model=pic -O0 -o %t.s && c++ -pie %t.s -o %t && %t | diff - %t.0
; RUN: diff %t.0 %t.pic && diff %t.0 %t.asm
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && c++ -no-pie %t.o -o %t && %t
; OUTPUT:
; clean up 107
; caught int 7
; clean up 108
; caught other 8
; stopped 9
; caught other 10

@_ZTIi = external constant ptr
@_ZTId = external constant ptr
@cleaning = constant [13 x i8] c"clean up %d\0A\00"
@caught = constant [15 x i8] c"caught int %d\0A\00"
@other = constant [17 x i8] c"caught other %d\0A\00"
@stopped = constant [12 x i8] c"stopped %d\0A\00"

declare i32 @printf(ptr, ...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)

; An int if %n is odd, else a double.
define void @throw(i32 %n) {
  %exception = call ptr @__cxa_allocate_exception(i64 8)
  %bit = and i32 %n, 1
  %is_int = icmp ne i32 %bit, 0
  br i1 %is_int, label %int, label %double
int:
  store i32 %n, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTIi, ptr null)
  unreachable
double:
  store double 1.0, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTId, ptr null)
  unreachable
}

; Arguments on the stack, values that live across the call, a cleanup.
define i32 @through(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i32 %n) personality ptr @__gxx_personality_v0 {
  %sum = add i32 %g, %n
  invoke void @throw(i32 %n) to label %never unwind label %pad
never:
  ret i32 %sum
pad:
  %landed = landingpad { ptr, i32 } cleanup
  %r = call i32 (ptr, ...) @printf(ptr @cleaning, i32 %sum)
  resume { ptr, i32 } %landed
}

define void @filtered(i32 %n) personality ptr @__gxx_personality_v0 {
  invoke void @throw(i32 %n) to label %never unwind label %pad
never:
  ret void
pad:
  %landed = landingpad { ptr, i32 } filter [1 x ptr] [ptr @_ZTId]
  %selector = extractvalue { ptr, i32 } %landed, 1
  %is_stopped = icmp slt i32 %selector, 0
  br i1 %is_stopped, label %stop, label %go_on
stop:
  %exception = extractvalue { ptr, i32 } %landed, 0
  %object = call ptr @__cxa_begin_catch(ptr %exception)
  %r = call i32 (ptr, ...) @printf(ptr @stopped, i32 %n)
  call void @__cxa_end_catch()
  ret void
go_on:
  resume { ptr, i32 } %landed
}

define i32 @catches(i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  %x = invoke i32 @through(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 100, i32 %n)
    to label %second unwind label %pad
second:
  ret i32 %x
pad:
  %landed = landingpad { ptr, i32 } catch ptr @_ZTIi catch ptr null
  %exception = extractvalue { ptr, i32 } %landed, 0
  %selector = extractvalue { ptr, i32 } %landed, 1
  %object = call ptr @__cxa_begin_catch(ptr %exception)
  %int_id = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi)
  %is_int = icmp eq i32 %selector, %int_id
  br i1 %is_int, label %int, label %any
int:
  %value = load i32, ptr %object
  %r = call i32 (ptr, ...) @printf(ptr @caught, i32 %value)
  br label %done
any:
  %s = call i32 (ptr, ...) @printf(ptr @other, i32 %n)
  br label %done
done:
  %result = phi i32 [ %value, %int ], [ 0, %any ]
  call void @__cxa_end_catch()
  ret i32 %result
}

define i32 @main() personality ptr @__gxx_personality_v0 {
  %a = call i32 @catches(i32 7)
  %b = call i32 @catches(i32 8)
  call void @filtered(i32 9)
  invoke void @filtered(i32 10) to label %end unwind label %pad
end:
  ret i32 1
pad:
  %landed = landingpad { ptr, i32 } catch ptr @_ZTIi catch ptr @_ZTId
  %exception = extractvalue { ptr, i32 } %landed, 0
  %object = call ptr @__cxa_begin_catch(ptr %exception)
  %r = call i32 (ptr, ...) @printf(ptr @other, i32 10)
  call void @__cxa_end_catch()
  %wrong = sub i32 %a, 7
  ret i32 %wrong
}
