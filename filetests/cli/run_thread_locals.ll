; Thread-local variables of a program in this process: each thread has its own, with its initial value, whatever model the
; module asks for; and constructors run before `main`, destructors at the end.
; RUN: avarice run %s
; EXIT: 42
; OUTPUT:
; constructed
; destructed

@own = internal thread_local(localexec) global i32 40, align 4
@zero = dso_local thread_local global [3 x i32] zeroinitializer, align 16
@first = private constant [12 x i8] c"constructed\00"
@last = private constant [11 x i8] c"destructed\00"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @construct, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @destruct, ptr null }]
!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}

declare i32 @puts(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define internal void @construct() {
  %r = call i32 @puts(ptr @first)
  ret void
}

define internal void @destruct() {
  %r = call i32 @puts(ptr @last)
  ret void
}

define internal ptr @count(ptr %unused) {
  %old = load i32, ptr @own
  %zero = load i32, ptr @zero
  %sum = add i32 %old, %zero
  %new = add i32 %sum, 1
  store i32 %new, ptr @own
  store i32 %new, ptr @zero
  %wide = zext i32 %new to i64
  %result = inttoptr i64 %wide to ptr
  ret ptr %result
}

define i32 @main() {
  %thread = alloca i64
  %got = alloca ptr
  %here = call ptr @count(ptr null)
  %c = call i32 @pthread_create(ptr %thread, ptr null, ptr @count, ptr null)
  %id = load i64, ptr %thread
  %j = call i32 @pthread_join(i64 %id, ptr %got)
  %there = load ptr, ptr %got
  %number = ptrtoint ptr %there to i64
  %base = ptrtoint ptr %here to i64
  %difference = sub i64 %number, %base
  %sum = add i64 %difference, 42
  %code = trunc i64 %sum to i32
  ret i32 %code
}
