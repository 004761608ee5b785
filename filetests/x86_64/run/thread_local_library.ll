; Thread-local variables of a library that is loaded at run time: each thread has its own.
; RUN: avarice compile %S/Inputs/load_library.ll -relocation-model=pic -o %t.main.o && cc %t.main.o -o %t.main
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc -shared %t.o -o %t.so && %t.main %t.so > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc -shared %t.o -o %t.so && %t.main %t.so | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.s && cc -shared %t.s -o %t.so && %t.main %t.so | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -code-model=medium -o %t.o && cc -shared %t.o -o %t.so && %t.main %t.so | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -code-model=large -verify-machineinstrs -o %t.o && cc -shared %t.o -o %t.so && %t.main %t.so | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; 54 65
; 54 65
; 76 87

@shared = thread_local global i32 40
@own = internal thread_local global [4 x i32] [i32 1, i32 2, i32 3, i32 4]

define i32 @next() {
  %a = load i32, ptr @shared
  %b = add i32 %a, 1
  store i32 %b, ptr @shared
  %c = load i32, ptr getelementptr (i8, ptr @own, i64 8)
  %d = add i32 %c, 10
  store i32 %d, ptr getelementptr (i8, ptr @own, i64 8)
  %s = add i32 %b, %d
  ret i32 %s
}
