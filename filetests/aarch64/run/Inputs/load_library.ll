target triple = "aarch64-unknown-linux-gnu"

; A program that loads the library named by its argument and calls `next` there, in two threads.

@function = constant [5 x i8] c"next\00"
@text = constant [7 x i8] c"%d %d\0A\00"

declare ptr @dlopen(ptr, i32)
declare ptr @dlsym(ptr, ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)

define ptr @twice(ptr %next) {
  %a = call i32 %next()
  %b = call i32 %next()
  %p = call i32 (ptr, ...) @printf(ptr @text, i32 %a, i32 %b)
  ret ptr null
}

define i32 @main(i32 %argc, ptr %argv) {
  %thread = alloca i64
  %q = getelementptr ptr, ptr %argv, i64 1
  %name = load ptr, ptr %q
  %library = call ptr @dlopen(ptr %name, i32 2)
  %next = call ptr @dlsym(ptr %library, ptr @function)
  %r = call ptr @twice(ptr %next)
  %s = call i32 @pthread_create(ptr %thread, ptr null, ptr @twice, ptr %next)
  %id = load i64, ptr %thread
  %t = call i32 @pthread_join(i64 %id, ptr null)
  %u = call ptr @twice(ptr %next)
  ret i32 0
}
