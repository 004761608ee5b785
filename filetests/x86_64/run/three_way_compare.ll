; Comparisons with three results, of scalars and vectors, narrow and wide.
; RUN: avarice run %s
; OUTPUT:
; -1 1 -1 1 0
; 0 0 0 0 -1
; 1 -1 1 -1 1

@text = constant [16 x i8] c"%d %d %d %d %d\0A\00"
declare i32 @printf(ptr, ...)
declare i8 @llvm.scmp.i8.i32(i32, i32)
declare i32 @llvm.ucmp.i32.i64(i64, i64)
declare i32 @llvm.scmp.i32.i128(i128, i128)
declare <4 x i32> @llvm.ucmp.v4i32.v4i32(<4 x i32>, <4 x i32>)

define void @show(i32 %a, i64 %b, i128 %c, <4 x i32> %v) noinline {
  %x = call i8 @llvm.scmp.i8.i32(i32 %a, i32 5)
  %y = call i32 @llvm.ucmp.i32.i64(i64 %b, i64 5)
  %z = call i32 @llvm.scmp.i32.i128(i128 %c, i128 5)
  %w = call <4 x i32> @llvm.ucmp.v4i32.v4i32(<4 x i32> %v, <4 x i32> <i32 5, i32 5, i32 5, i32 5>)
  %x32 = sext i8 %x to i32
  %w0 = extractelement <4 x i32> %w, i32 0
  %w3 = extractelement <4 x i32> %w, i32 3
  %r = call i32 (ptr, ...) @printf(ptr @text, i32 %x32, i32 %y, i32 %z, i32 %w0, i32 %w3)
  ret void
}

define i32 @main() {
  call void @show(i32 -1, i64 -1, i128 -1, <4 x i32> <i32 -1, i32 0, i32 0, i32 5>)
  call void @show(i32 5, i64 5, i128 5, <4 x i32> <i32 5, i32 0, i32 0, i32 1>)
  call void @show(i32 6, i64 4, i128 18446744073709551616, <4 x i32> <i32 4, i32 0, i32 0, i32 6>)
  ret i32 0
}
