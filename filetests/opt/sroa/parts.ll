; Parts of stack slots become values; how their bytes are taken apart is checked by what is left.
; RUN: avarice opt -S -passes=sroa %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
;
; ; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
; declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
; declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #1
;
; declare void @use(ptr)
;
; define i32 @example(i64 %v, double %d, ptr %q) {
;   %1 = trunc i64 %v to i32
;   %2 = lshr i64 %v, 32
;   %3 = trunc i64 %2 to i32
;   store i32 %1, ptr %q, align 4
;   %4 = getelementptr inbounds i8, ptr %q, i64 4
;   store i32 %3, ptr %4, align 4
;   %5 = getelementptr inbounds i8, ptr %q, i64 8
;   store double %d, ptr %5, align 4
;   ret i32 %3
; }
;
; define float @vector(<2 x float> %v) {
;   %1 = insertelement <2 x float> %v, float 1.000000e+00, i64 0
;   %2 = extractelement <2 x float> %1, i64 1
;   %y = extractelement <2 x float> %1, i32 0
;   %z = fadd float %2, %y
;   ret float %z
; }
;
; define i64 @fill(i8 %b, i32 %x) {
;   %1 = zext i8 %b to i64
;   %2 = mul i64 %1, 72340172838076673
;   %3 = zext i24 -1 to i64
;   %4 = shl i64 %3, 24
;   %5 = and i64 72340172838076673, -281474959933441
;   %6 = or i64 %5, %4
;   %e = add i64 72340172838076673, %6
;   %f = add i64 %e, %2
;   ret i64 %f
; }
;
; define { ptr, i64 } @copies(ptr %from) {
;   %1 = load ptr, ptr %from, align 8
;   %2 = getelementptr inbounds i8, ptr %from, i64 8
;   %3 = load i64, ptr %2, align 8
;   %4 = insertvalue { ptr, i64 } poison, ptr null, 0
;   %5 = insertvalue { ptr, i64 } %4, i64 %3, 1
;   ret { ptr, i64 } %5
; }
;
; define i32 @same(i64 %i) {
;   %a = alloca [2 x i32], align 4
;   %b = alloca [2 x i32], align 4
;   %c = alloca { i32, i32 }, align 4
;   call void @use(ptr %a)
;   %b.at = getelementptr [2 x i32], ptr %b, i64 0, i64 %i
;   store i32 1, ptr %b.at, align 4
;   %c.at = getelementptr { i32, i32 }, ptr %c, i32 0, i32 1
;   store volatile i32 2, ptr %c.at, align 4
;   %x = load i32, ptr %b, align 4
;   ret i32 %x
; }
;
; attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
; attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)

; The example of the pass.
define i32 @example(i64 %v, double %d, ptr %q) {
  %p = alloca { i32, i32, double }, align 8
  store i64 %v, ptr %p, align 8
  %y.at = getelementptr { i32, i32, double }, ptr %p, i32 0, i32 1
  %y = load i32, ptr %y.at, align 4
  %d.at = getelementptr { i32, i32, double }, ptr %p, i32 0, i32 2
  store double %d, ptr %d.at, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 8 %p, i64 16, i1 false)
  ret i32 %y
}

; Two floats travel as a vector.
define float @vector(<2 x float> %v) {
  %p = alloca { float, float }, align 4
  store <2 x float> %v, ptr %p, align 4
  %second = getelementptr inbounds i8, ptr %p, i64 4
  store float 1.0, ptr %p, align 4
  %x = load float, ptr %second, align 4
  %all = load <2 x float>, ptr %p, align 4
  %y = extractelement <2 x float> %all, i32 0
  %z = fadd float %x, %y
  ret float %z
}

; Bytes are set to a constant, to a variable, and partly.
define i64 @fill(i8 %b, i32 %x) {
  %p = alloca [3 x i64], align 8
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 1, i64 16, i1 false)
  %second = getelementptr [3 x i64], ptr %p, i64 0, i64 1
  %third = getelementptr [3 x i64], ptr %p, i64 0, i64 2
  call void @llvm.memset.p0.i64(ptr align 8 %third, i8 %b, i64 8, i1 false)
  %middle = getelementptr i8, ptr %second, i64 3
  call void @llvm.memset.p0.i64(ptr %middle, i8 -1, i64 3, i1 false)
  %a = load i64, ptr %p, align 8
  %c = load i64, ptr %second, align 8
  %d = load i64, ptr %third, align 8
  %e = add i64 %a, %c
  %f = add i64 %e, %d
  ret i64 %f
}

; A copy of a copy, of which only one field is known; a struct as one value.
define { ptr, i64 } @copies(ptr %from) {
  %a = alloca { ptr, i64 }, align 8
  %b = alloca { ptr, i64 }, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 8 %from, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %a, i64 16, i1 false)
  store ptr null, ptr %b, align 8
  %all = load { ptr, i64 }, ptr %b, align 8
  ret { ptr, i64 } %all
}

; An address that gets away, an index that varies, an access that is volatile: nothing changes.
define i32 @same(i64 %i) {
  %a = alloca [2 x i32], align 4
  %b = alloca [2 x i32], align 4
  %c = alloca { i32, i32 }, align 4
  call void @use(ptr %a)
  %b.at = getelementptr [2 x i32], ptr %b, i64 0, i64 %i
  store i32 1, ptr %b.at, align 4
  %c.at = getelementptr { i32, i32 }, ptr %c, i32 0, i32 1
  store volatile i32 2, ptr %c.at, align 4
  %x = load i32, ptr %b, align 4
  ret i32 %x
}
