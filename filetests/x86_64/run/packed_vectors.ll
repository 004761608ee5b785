; Vectors whose elements are no whole bytes, or not as many as a power of two: elements at variable places, in memory,
; and their bits as numbers. Expected output made by llc 19.1.7.
; RUN: avarice run %s
; OUTPUT:
; fffffe
; f1675c
; 3f5675c03f16c
; c007ffffffffffff
; 3c1242
; c009200000000000

; RUN: avarice run -O0 %s
; OUTPUT:
; fffffe
; f1675c
; 3f5675c03f16c
; c007ffffffffffff
; 3c1242
; c009200000000000

@format = private constant [6 x i8] c"%llx\0A\00"

declare i32 @printf(ptr, ...)

define internal void @print(i64 %number) noinline {
  call i32 (ptr, ...) @printf(ptr @format, i64 %number)
  ret void
}

define internal i64 @extract(<4 x i24> %vector, i64 %index) noinline {
  %element = extractelement <4 x i24> %vector, i64 %index
  %wide = zext i24 %element to i64
  ret i64 %wide
}

define internal <4 x i24> @insert(<4 x i24> %vector, i24 %element, i64 %index) noinline {
  %result = insertelement <4 x i24> %vector, i24 %element, i64 %index
  ret <4 x i24> %result
}

define internal i64 @memory(<4 x i24> %vector, ptr %place) noinline {
  store <4 x i24> %vector, ptr %place
  %first = load i64, ptr %place
  %upper = getelementptr i8, ptr %place, i64 4
  %last = load i64, ptr %upper
  %again = load <4 x i24>, ptr %place
  %element = extractelement <4 x i24> %again, i32 3
  %wide = zext i24 %element to i64
  %sum = add i64 %first, %last
  %result = xor i64 %sum, %wide
  ret i64 %result
}

define internal i64 @bits_of_double(double %number) noinline {
  %bits = bitcast double %number to <64 x i1>
  %inverted = xor <64 x i1> %bits, splat (i1 true)
  %back = bitcast <64 x i1> %inverted to double
  %whole = bitcast double %back to i64
  ret i64 %whole
}

define internal i64 @bits_of_halves(<2 x half> %numbers) noinline {
  %bits = bitcast <2 x half> %numbers to <32 x i1>
  %reversed = shufflevector <32 x i1> %bits, <32 x i1> poison, <32 x i32> <i32 31, i32 30, i32 29, i32 28, i32 27, i32 26, i32 25, i32 24, i32 23, i32 22, i32 21, i32 20, i32 19, i32 18, i32 17, i32 16, i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %whole = bitcast <32 x i1> %reversed to i32
  %wide = zext i32 %whole to i64
  ret i64 %wide
}

; A shuffle to one element, which is no vector for code.
define internal i64 @one_half(<16 x half> %numbers) noinline {
  %one = shufflevector <16 x half> %numbers, <16 x half> poison, <1 x i32> <i32 5>
  %number = extractelement <1 x half> %one, i32 0
  %wide = fpext half %number to double
  %bits = bitcast double %wide to i64
  ret i64 %bits
}

define i32 @main() {
  %index = zext i1 true to i64
  %a = call i64 @extract(<4 x i24> <i24 1, i24 1193046, i24 -2, i24 4>, i64 2)
  call void @print(i64 %a)
  %b = call <4 x i24> @insert(<4 x i24> <i24 1, i24 2, i24 3, i24 4>, i24 -956580, i64 %index)
  %c = call i64 @extract(<4 x i24> %b, i64 %index)
  call void @print(i64 %c)
  %place = alloca [16 x i8], align 16
  %d = call i64 @memory(<4 x i24> %b, ptr %place)
  call void @print(i64 %d)
  %e = call i64 @bits_of_double(double 1.5)
  call void @print(i64 %e)
  %f = call i64 @bits_of_halves(<2 x half> <half 0xH3C00, half 0xH4248>)
  call void @print(i64 %f)
  %g = call i64 @one_half(<16 x half> <half 0xH0000, half 0xH0000, half 0xH0000, half 0xH0000, half 0xH0000, half 0xHC248, half 0xH0000, half 0xH0000, half 0xH0000, half 0xH0000, half 0xH0000, half 0xH0000, half 0xH0000, half 0xH0000, half 0xH0000, half 0xH0000>)
  call void @print(i64 %g)
  ret i32 0
}
