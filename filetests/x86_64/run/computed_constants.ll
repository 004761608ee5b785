; Constant expressions that are no address and no distance from one: in vectors, of vectors, through casts to other sizes and
; to floating point, in phis.
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t | FileCheck %s
; RUN: avarice compile %s -verify-machineinstrs -O0 -o %t.o && cc -no-pie %t.o -o %t && %t | FileCheck %s
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -mattr=+avx2 -filetype=asm -o /dev/null
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=asm -o /dev/null
; CHECK: 1 1 1 1 1 1 1 1
@data = global [64 x i32] zeroinitializer, align 64
@text = constant [25 x i8] c"%d %d %d %d %d %d %d %d\0A\00"
declare i32 @printf(ptr, ...)

; Each gives the low bits of an address that the same address gives at run time.
define <2 x i32> @lanes() noinline {
  ret <2 x i32> <i32 ptrtoint (ptr @data to i32), i32 ptrtoint (ptr getelementptr (i8, ptr @data, i64 4) to i32)>
}
define <4 x i16> @splat() noinline {
  ret <4 x i16> <i16 ptrtoint (ptr @data to i16), i16 ptrtoint (ptr @data to i16), i16 ptrtoint (ptr @data to i16), i16 ptrtoint (ptr @data to i16)>
}
define i64 @element() noinline {
  ret i64 extractelement (<2 x i64> ptrtoint (<2 x ptr> <ptr null, ptr @data> to <2 x i64>), i32 1)
}
define double @number() noinline {
  ret double bitcast (i64 ptrtoint (ptr @data to i64) to double)
}
define i128 @wide() noinline {
  ret i128 ptrtoint (ptr @data to i128)
}
define i64 @product() noinline {
  ret i64 mul (i64 ptrtoint (ptr @data to i64), i64 3)
}
define i64 @chosen(i32 %which) noinline {
  switch i32 %which, label %none [ i32 0, label %one
                                   i32 1, label %one ]
none:
  br label %one
one:
  %r = phi i64 [ mul (i64 ptrtoint (ptr @data to i64), i64 5), %0 ], [ mul (i64 ptrtoint (ptr @data to i64), i64 5), %0 ], [ 7, %none ]
  ret i64 %r
}
define {i32, i64} @pair() noinline {
  ret {i32, i64} {i32 ptrtoint (ptr @data to i32), i64 mul (i64 ptrtoint (ptr @data to i64), i64 3)}
}

define i32 @main() {
  %p = load volatile ptr, ptr @place
  %address = ptrtoint ptr %p to i64
  %low = trunc i64 %address to i32
  %lanes = call <2 x i32> @lanes()
  %a1 = extractelement <2 x i32> %lanes, i32 1
  %a0 = sub i32 %a1, 4
  %a = icmp eq i32 %a0, %low
  %splat = call <4 x i16> @splat()
  %b3 = extractelement <4 x i16> %splat, i32 3
  %low16 = trunc i64 %address to i16
  %b = icmp eq i16 %b3, %low16
  %c0 = call i64 @element()
  %c = icmp eq i64 %c0, %address
  %d0 = call double @number()
  %d1 = bitcast double %d0 to i64
  %d = icmp eq i64 %d1, %address
  %e0 = call i128 @wide()
  %e1 = zext i64 %address to i128
  %e = icmp eq i128 %e0, %e1
  %f0 = call i64 @product()
  %f1 = mul i64 %address, 3
  %f = icmp eq i64 %f0, %f1
  %g0 = call i64 @chosen(i32 1)
  %g1 = mul i64 %address, 5
  %g = icmp eq i64 %g0, %g1
  %h0 = call {i32, i64} @pair()
  %h1 = extractvalue {i32, i64} %h0, 1
  %h = icmp eq i64 %h1, %f1
  %a32 = zext i1 %a to i32
  %b32 = zext i1 %b to i32
  %c32 = zext i1 %c to i32
  %d32 = zext i1 %d to i32
  %e32 = zext i1 %e to i32
  %f32 = zext i1 %f to i32
  %g32 = zext i1 %g to i32
  %h32 = zext i1 %h to i32
  %r = call i32 (ptr, ...) @printf(ptr @text, i32 %a32, i32 %b32, i32 %c32, i32 %d32, i32 %e32, i32 %f32, i32 %g32, i32 %h32)
  ret i32 0
}
@place = global ptr @data
