; Comparisons with three results where the result, the operands or both are integers of more than 128 bits.
; RUN: avarice run %s
; RUN: avarice run -O0 %s
; OUTPUT:
; -1 -1 -1 -1 1 18446744073709551615
; 0 0 0 0 0 0
; 1 1 1 1 -1 1

@text = constant [27 x i8] c"%lld %lld %lld %d %d %llu\0A\00"
declare i32 @printf(ptr, ...)
declare i141 @llvm.scmp.i141.i32(i32, i32)
declare i200 @llvm.scmp.i200.i180(i180, i180)
declare i141 @llvm.ucmp.i141.i180(i180, i180)
declare i8 @llvm.scmp.i8.i180(i180, i180)
declare i4 @llvm.ucmp.i4.i180(i180, i180)
declare i300 @llvm.ucmp.i300.i8(i8, i8)

define void @show(i32 %a, i180 %b, i180 %c) noinline {
  %narrow = call i141 @llvm.scmp.i141.i32(i32 %a, i32 5)
  %wide = call i200 @llvm.scmp.i200.i180(i180 %b, i180 5)
  %unsigned = call i141 @llvm.ucmp.i141.i180(i180 %c, i180 18446744073709551616)
  %byte = call i8 @llvm.scmp.i8.i180(i180 %b, i180 5)
  %nibble = call i4 @llvm.ucmp.i4.i180(i180 18446744073709551616, i180 %c)
  %a8 = trunc i32 %a to i8
  %top = call i300 @llvm.ucmp.i300.i8(i8 %a8, i8 5)
  %v1 = trunc i141 %narrow to i64
  %high = lshr i200 %wide, 136
  %v2 = trunc i200 %high to i64
  %low = trunc i200 %wide to i64
  %either = or i64 %v2, %low
  %v3 = trunc i141 %unsigned to i64
  %v4 = sext i8 %byte to i32
  %v5 = sext i4 %nibble to i32
  %up = ashr i300 %top, 200
  %v6 = trunc i300 %up to i64
  %v7 = trunc i300 %top to i64
  %v8 = or i64 %v6, %v7
  %r = call i32 (ptr, ...) @printf(ptr @text, i64 %v1, i64 %either, i64 %v3, i32 %v4, i32 %v5, i64 %v8)
  ret void
}

define i32 @main() {
  call void @show(i32 4, i180 -1, i180 3)
  call void @show(i32 5, i180 5, i180 18446744073709551616)
  call void @show(i32 6, i180 18446744073709551616, i180 -1)
  ret i32 0
}
