; Loads from constants, ranges of metadata and attributes, calls that can be computed, parts of structs. Expected
; output made by opt 19.1.7.
; RUN: avarice opt -S -passes=sccp %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; @table = constant [3 x i32] [i32 3, i32 5, i32 7]
; @variable = global i32 1
; @unknown = external constant i32
;
; define i32 @loads(ptr %p) {
;   %b = load i32, ptr @variable, align 4
;   %c = load i32, ptr @unknown, align 4
;   %d = load volatile i32, ptr @table, align 4
;   %e = load i32, ptr %p, align 4, !range !0
;   %f = add nuw nsw i32 %e, 1
;   %g = add i32 5, %b
;   %h = add i32 %c, %d
;   %i = add i32 %f, %g
;   %j = add i32 %h, %i
;   ret i32 %j
; }
;
; define i32 @calls(i32 %x) {
;   %a = call i32 @ranged(i32 1), !range !0
;   %b = call range(i32 2, 9) i32 @ranged(i32 2)
;   %c = add nuw nsw i32 %a, %b
;   %d = call i32 @llvm.umin.i32(i32 %x, i32 12)
;   %e = call i32 @llvm.ctpop.i32(i32 %x)
;   %f = call i32 @llvm.abs.i32(i32 %x, i1 true)
;   %h = add nuw nsw i32 %c, %d
;   %i = add nuw nsw i32 %e, %h
;   %j = lshr i32 %f, 3
;   %k = add nuw nsw i32 %i, %j
;   %l = add nuw nsw i32 %k, 268435456
;   ret i32 %l
; }
;
; define i32 @overflow(i16 %x) {
;   %a = zext i16 %x to i32
;   %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 5)
;   %s = extractvalue { i32, i1 } %o, 0
;   %t = select i1 false, i32 0, i32 %s
;   %u = add nuw nsw i32 %t, 1
;   ret i32 %u
; }
;
; define i32 @fields(i32 %x) {
;   %b = insertvalue { i32, i32 } { i32 4, i32 undef }, i32 %x, 1
;   %d = extractvalue { i32, i32 } %b, 1
;   %e = add i32 4, %d
;   %g = add i32 %e, 12
;   ret i32 %g
; }
;
; define double @library() {
;   %a = call double @sqrt(double 1.600000e+01)
;   ret double 8.000000e+00
; }
;
; declare i32 @ranged(i32)
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.umin.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.ctpop.i32(i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.abs.i32(i32, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.bswap.i32(i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #0
;
; declare double @sqrt(double)
;
; declare double @floor(double)
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.fabs.f64(double) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !0 = !{i32 0, i32 10}

@table = constant [3 x i32] [i32 3, i32 5, i32 7]
@variable = global i32 1
@unknown = external constant i32

define i32 @loads(ptr %p) {
  %a = load i32, ptr getelementptr ([3 x i32], ptr @table, i64 0, i64 1)
  %b = load i32, ptr @variable
  %c = load i32, ptr @unknown
  %d = load volatile i32, ptr @table
  %e = load i32, ptr %p, !range !0
  %f = add i32 %e, 1
  %g = add i32 %a, %b
  %h = add i32 %c, %d
  %i = add i32 %f, %g
  %j = add i32 %h, %i
  ret i32 %j
}

define i32 @calls(i32 %x) {
  %a = call i32 @ranged(i32 1), !range !0
  %b = call range(i32 2, 9) i32 @ranged(i32 2)
  %c = add i32 %a, %b
  %d = call i32 @llvm.umin.i32(i32 %x, i32 12)
  %e = call i32 @llvm.ctpop.i32(i32 %x)
  %f = call i32 @llvm.abs.i32(i32 %x, i1 true)
  %g = call i32 @llvm.bswap.i32(i32 16)
  %h = add i32 %c, %d
  %i = add i32 %e, %h
  %j = lshr i32 %f, 3
  %k = add i32 %i, %j
  %l = add i32 %k, %g
  ret i32 %l
}

define i32 @overflow(i16 %x) {
  %a = zext i16 %x to i32
  %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 5)
  %s = extractvalue { i32, i1 } %o, 0
  %v = extractvalue { i32, i1 } %o, 1
  %t = select i1 %v, i32 0, i32 %s
  %u = add i32 %t, 1
  ret i32 %u
}

define i32 @fields(i32 %x) {
  %a = insertvalue { i32, i32 } undef, i32 4, 0
  %b = insertvalue { i32, i32 } %a, i32 %x, 1
  %c = extractvalue { i32, i32 } %b, 0
  %d = extractvalue { i32, i32 } %b, 1
  %e = add i32 %c, %d
  %f = mul i32 %c, 3
  %g = add i32 %e, %f
  ret i32 %g
}

define double @library() {
  %a = call double @sqrt(double 16.0)
  %b = call double @llvm.fabs.f64(double -2.0)
  %c = call double @floor(double 2.5) #0
  %d = fadd double %a, %b
  %e = fadd double %d, %c
  ret double %e
}

declare i32 @ranged(i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.abs.i32(i32, i1 immarg)
declare i32 @llvm.bswap.i32(i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare double @sqrt(double)
declare double @floor(double)
declare double @llvm.fabs.f64(double)

attributes #0 = { memory(none) nounwind willreturn }

!0 = !{i32 0, i32 10}
