; The bits of a number are moved to a vector register, and the number is stored to its slot between the comparison and this move:
; the checker took the store for the move with its result in memory, and missed the comparison, whose result is in memory.
; RUN: avarice compile -O2 -regalloc=basic -verify-machineinstrs -verify-regalloc %s -o - | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)

; CHECK: movq %rax, [[SLOT:[0-9]+\(%rsp\)]]
; CHECK-NEXT: seto {{[0-9]+\(%rsp\)}}
; CHECK-NEXT: movsd [[SLOT]], %xmm0
define void @test({ i8, [4 x i32], <{ i32, i128, i7 }>, i16 } %0, i1 %condition, i64 %number) {
entry:
  %pair = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 0, i64 %number)
  %result = extractvalue { i64, i1 } %pair, 0
  %flag = extractvalue { i64, i1 } %pair, 1
  %bits = bitcast i64 %result to <1 x double>
  %v = call <4 x i8> null(<1 x double> %bits, <1 x i64> zeroinitializer, <2 x float> zeroinitializer)
  br label %loop

loop:
  %w = tail call i16 null(i48 0, { <1 x double>, <1 x i8> } zeroinitializer, [2 x i128] zeroinitializer, <{ { i64, i64 }, x86_fp80, <1 x i32> }> zeroinitializer, i16 0, { i8, [4 x i32], <{ i32, i128, i7 }>, i16 } %0, i33 0, float 0.000000e+00, <1 x i8> zeroinitializer, { { i8, <1 x float> } } zeroinitializer, double 0.000000e+00, i1 false, i64 0)
  br i1 %condition, label %loop, label %done

done:
  %x = call fastcc { <4 x float>, { i32, i32, i16, <1 x double> }, <2 x i16> } null(i1 %flag, [4 x fp128] zeroinitializer, i64 %result, x86_fp80 0xK00000000000000000000)
  ret void
}
