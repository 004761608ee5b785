; Saturation and funnel shifts of widths that no register has, and saturating shifts of vectors.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.two
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.two
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o %t.s
; RUN: cat %t.two
; OUTPUT:
; -64 63 127 -12
; 73735 122880 9007199254740991 -2
; 9223372036854775807 -9223372036854775808 -1 0
; 127 -128 16 -1

@text = constant [21 x i8] c"%lld %lld %lld %lld\0A\00"

declare i32 @printf(ptr, ...)
declare i7 @llvm.sshl.sat.i7(i7, i7)
declare i7 @llvm.ushl.sat.i7(i7, i7)
declare i17 @llvm.fshl.i17(i17, i17, i17)
declare i17 @llvm.fshr.i17(i17, i17, i17)
declare i128 @llvm.fshr.i128(i128, i128, i128)
declare i100 @llvm.fshl.i100(i100, i100, i100)
declare i128 @llvm.sadd.sat.i128(i128, i128)
declare i128 @llvm.ssub.sat.i128(i128, i128)
declare i100 @llvm.uadd.sat.i100(i100, i100)
declare i65 @llvm.usub.sat.i65(i65, i65)
declare <4 x i8> @llvm.sshl.sat.v4i8(<4 x i8>, <4 x i8>)

define void @shifts(i7 %n) {
  %a = call i7 @llvm.sshl.sat.i7(i7 -3, i7 %n)
  %b = call i7 @llvm.sshl.sat.i7(i7 3, i7 %n)
  %c = call i7 @llvm.ushl.sat.i7(i7 3, i7 %n)
  %less = sub i7 %n, 4
  %d = call i7 @llvm.sshl.sat.i7(i7 -3, i7 %less)
  %a64 = sext i7 %a to i64
  %b64 = sext i7 %b to i64
  %c64 = zext i7 %c to i64
  %d64 = sext i7 %d to i64
  %s = call i32 (ptr, ...) @printf(ptr @text, i64 %a64, i64 %b64, i64 %c64, i64 %d64)
  ret void
}

define void @funnels(i17 %n, i128 %m, i100 %k) {
  %a = call i17 @llvm.fshl.i17(i17 18433, i17 98304, i17 %n)
  %b = call i17 @llvm.fshr.i17(i17 7, i17 98304, i17 %n)
  %c = call i128 @llvm.fshr.i128(i128 1, i128 -2048, i128 %m)
  %d = call i100 @llvm.fshl.i100(i100 -1, i100 0, i100 %k)
  %a64 = zext i17 %a to i64
  %b64 = zext i17 %b to i64
  %half = lshr i128 %c, 64
  %c64 = trunc i128 %half to i64
  %d64 = trunc i100 %d to i64
  %s = call i32 (ptr, ...) @printf(ptr @text, i64 %a64, i64 %b64, i64 %c64, i64 %d64)
  ret void
}

define void @sums(i128 %x, i100 %y, i65 %z) {
  %least = shl i128 1, 127
  %most = xor i128 %least, -1
  %a = call i128 @llvm.sadd.sat.i128(i128 %most, i128 %x)
  %b = call i128 @llvm.ssub.sat.i128(i128 %least, i128 %x)
  %c = call i100 @llvm.uadd.sat.i100(i100 -5, i100 %y)
  %d = call i65 @llvm.usub.sat.i65(i65 3, i65 %z)
  %ah = lshr i128 %a, 64
  %bh = lshr i128 %b, 64
  %a64 = trunc i128 %ah to i64
  %b64 = trunc i128 %bh to i64
  %c64 = trunc i100 %c to i64
  %d64 = trunc i65 %d to i64
  %s = call i32 (ptr, ...) @printf(ptr @text, i64 %a64, i64 %b64, i64 %c64, i64 %d64)
  ret void
}

define void @lanes(<4 x i8> %v, <4 x i8> %n) {
  %r = call <4 x i8> @llvm.sshl.sat.v4i8(<4 x i8> %v, <4 x i8> %n)
  %w = sext <4 x i8> %r to <4 x i64>
  %a = extractelement <4 x i64> %w, i32 0
  %b = extractelement <4 x i64> %w, i32 1
  %c = extractelement <4 x i64> %w, i32 2
  %d = extractelement <4 x i64> %w, i32 3
  %s = call i32 (ptr, ...) @printf(ptr @text, i64 %a, i64 %b, i64 %c, i64 %d)
  ret void
}

define i32 @main() {
  call void @shifts(i7 6)
  call void @funnels(i17 19, i128 140, i100 101)
  call void @sums(i128 9, i100 7, i65 8)
  call void @lanes(<4 x i8> <i8 100, i8 -100, i8 1, i8 -1>, <4 x i8> <i8 1, i8 1, i8 4, i8 0>)
  ret i32 0
}
