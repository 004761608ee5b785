; Vectors that are passed word by word: the first word is where that of a wide integer is, in a register of even number.
; Functions of such vectors are called as functions of the words. Expected output made by the program as llc 19.1.7 builds it.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t
; OUTPUT:
; 11 22 33
; 11 22 44

target triple = "aarch64-unknown-linux-gnu"

@text = private constant [13 x i8] c"%ld %ld %ld\0A\00", align 1
@odd = global ptr @odd_words
@wide = global ptr @wide_words

declare i32 @printf(ptr, ...)

define internal void @print(i64 %a, i64 %b, i64 %c) noinline {
  %printed = call i32 (ptr, ...) @printf(ptr @text, i64 %a, i64 %b, i64 %c)
  ret void
}

define internal void @odd_words(i64, <3 x i33> %v) noinline {
  %w = zext <3 x i33> %v to <3 x i64>
  %a = extractelement <3 x i64> %w, i32 0
  %b = extractelement <3 x i64> %w, i32 1
  %c = extractelement <3 x i64> %w, i32 2
  call void @print(i64 %a, i64 %b, i64 %c)
  ret void
}

define internal void @wide_words(i64, <2 x i100> %v) noinline {
  %e0 = extractelement <2 x i100> %v, i32 0
  %e1 = extractelement <2 x i100> %v, i32 1
  %a = trunc i100 %e0 to i64
  %h0 = lshr i100 %e0, 64
  %b = trunc i100 %h0 to i64
  %h1 = lshr i100 %e1, 64
  %c = trunc i100 %h1 to i64
  call void @print(i64 %a, i64 %b, i64 %c)
  ret void
}

define i32 @main() {
  %odd = load volatile ptr, ptr @odd
  call void %odd(i64 1, i64 2, i64 11, i64 22, i64 33)
  %wide = load volatile ptr, ptr @wide
  call void %wide(i64 1, i64 2, i64 11, i64 22, i64 33, i64 44)
  ret i32 0
}
