; The environment of floating-point arithmetic: rounding modes, the mode and all of it, set and read back, with a third as it
; is rounded. Expected output made by the program as llc 19.1.7 builds it.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t -lm && %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t -lm && %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; 1
; 3fd5555555555555
; 2
; 3fd5555555555556
; 0
; 3fd5555555555555
; 1
; 3fd5555555555555
; 3
; 3fd5555555555555
; 2
; 3fd5555555555556
; 3
; 3fd5555555555555
; 1
; 3fd5555555555555
; 2
; 3fd5555555555556
; 1
; 3fd5555555555555

@text = private constant [5 x i8] c"%lx\0A\00"
@one = global double 1.0
@three = global double 3.0

declare i32 @printf(ptr, ...)
declare i32 @llvm.get.rounding()
declare void @llvm.set.rounding(i32)
declare i256 @llvm.get.fpenv.i256()
declare void @llvm.set.fpenv.i256(i256)
declare void @llvm.reset.fpenv()
declare i64 @llvm.get.fpmode.i64()
declare void @llvm.set.fpmode.i64(i64)
declare void @llvm.reset.fpmode()

define internal void @print(i64 %number) noinline strictfp {
  %printed = call i32 (ptr, ...) @printf(ptr @text, i64 %number) strictfp
  ret void
}

; The rounding mode, and a third as it rounds.
define internal void @show() noinline strictfp {
  %mode = call i32 @llvm.get.rounding() strictfp
  %mode.wide = zext i32 %mode to i64
  call void @print(i64 %mode.wide) strictfp
  %one = load volatile double, ptr @one
  %three = load volatile double, ptr @three
  %third = call double @llvm.experimental.constrained.fdiv.f64(double %one, double %three, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %bits = bitcast double %third to i64
  call void @print(i64 %bits) strictfp
  ret void
}

declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)

define internal void @set(i32 %mode) noinline strictfp {
  call void @llvm.set.rounding(i32 %mode) strictfp
  ret void
}

define i32 @main() strictfp {
  call void @show() strictfp
  call void @set(i32 2) strictfp
  call void @show() strictfp
  %environment = call i256 @llvm.get.fpenv.i256() strictfp
  call void @llvm.set.rounding(i32 0) strictfp
  call void @show() strictfp
  call void @llvm.set.rounding(i32 1) strictfp
  call void @show() strictfp
  call void @llvm.set.rounding(i32 3) strictfp
  call void @show() strictfp
  %mode = call i64 @llvm.get.fpmode.i64() strictfp
  call void @llvm.set.fpenv.i256(i256 %environment) strictfp
  call void @show() strictfp
  call void @llvm.set.fpmode.i64(i64 %mode) strictfp
  call void @show() strictfp
  call void @llvm.reset.fpmode() strictfp
  call void @show() strictfp
  call void @llvm.set.fpenv.i256(i256 %environment) strictfp
  call void @show() strictfp
  call void @llvm.reset.fpenv() strictfp
  call void @show() strictfp
  ret i32 0
}
