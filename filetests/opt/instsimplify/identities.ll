; Identities: no instruction is made, many go. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=instsimplify %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
;
; @tab = constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]
; @s = constant { i8, i64, double } { i8 7, i64 -1, double 2.500000e+00 }
; @g = global i32 0
; @h = global i32 0
;
; define i32 @add0(i32 %x) {
;   ret i32 %x
; }
;
; define i32 @same(i32 %x, i32 %y) {
;   ret i32 %y
; }
;
; define i32 @undo(i32 %x, i32 %y) {
;   ret i32 %y
; }
;
; define i1 @cmp(i32 %x, i8 %y) {
;   ret i1 true
; }
;
; define i32 @sel(i1 %c, i32 %x, i32 %y) {
;   ret i32 %y
; }
;
; define i32 @casts(i32 %x, ptr %p) {
;   %v = load i32, ptr %p, align 4
;   %r = add i32 %x, %v
;   ret i32 %r
; }
;
; define i32 @phi(i1 %c, i32 %x) {
; entry:
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %entry
;   br label %b
;
; b:                                                ; preds = %a, %entry
;   %f = freeze i32 %x
;   ret i32 %f
; }
;
; define i32 @agg(i32 %x, { i32, i32 } %s) {
;   ret i32 %x
; }
;
; define i32 @load() {
;   ret i32 31
; }
;
; define i1 @addr() {
;   ret i1 true
; }
;
; define double @fp(double %x) {
;   %f = fadd double %x, 0.000000e+00
;   %h = fsub double %x, %f
;   ret double %h
; }
;
; define i32 @div(i32 %x, i32 %y) {
;   ret i32 1
; }
;
; define i32 @intr(i32 %x) {
;   %g = add i32 %x, 8
;   ret i32 %g
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.umin.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smax.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.bswap.i32(i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.ctpop.i32(i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.fshl.i32(i32, i32, i32) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@tab = constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]
@s = constant { i8, i64, double } { i8 7, i64 -1, double 2.5 }
@g = global i32 0
@h = global i32 0
define i32 @add0(i32 %x) {
  %a = add i32 %x, 0
  %b = mul i32 %a, 1
  %c = or i32 0, %b
  %d = shl i32 %c, 0
  ret i32 %d
}
define i32 @same(i32 %x, i32 %y) {
  %a = sub i32 %x, %x
  %b = xor i32 %x, %x
  %c = and i32 %y, %y
  %d = or i32 %c, %c
  %e = add i32 %a, %b
  %f = add i32 %e, %d
  ret i32 %f
}
define i32 @undo(i32 %x, i32 %y) {
  %a = xor i32 %x, %y
  %b = xor i32 %a, %x
  %c = sub i32 %b, %x
  %d = add i32 %c, %x
  %n = xor i32 %d, -1
  %o = or i32 %n, %d
  %p = and i32 %d, %o
  ret i32 %p
}
define i1 @cmp(i32 %x, i8 %y) {
  %a = icmp ult i32 %x, 0
  %b = icmp eq i32 %x, %x
  %z = zext i8 %y to i32
  %c = icmp ult i32 %z, 256
  %m = and i32 %x, 7
  %d = icmp ugt i32 %m, 7
  %e = and i1 %b, %c
  %f = or i1 %a, %d
  %r = xor i1 %e, %f
  ret i1 %r
}
define i32 @sel(i1 %c, i32 %x, i32 %y) {
  %a = select i1 %c, i32 %x, i32 %x
  %b = select i1 true, i32 %a, i32 %y
  %d = icmp eq i32 %b, %y
  %e = select i1 %d, i32 %b, i32 %y
  ret i32 %e
}
define i32 @casts(i32 %x, ptr %p) {
  %a = zext i32 %x to i64
  %b = trunc i64 %a to i32
  %i = ptrtoint ptr %p to i64
  %q = inttoptr i64 %i to ptr
  %g = getelementptr i32, ptr %q, i64 0
  %v = load i32, ptr %g
  %r = add i32 %b, %v
  ret i32 %r
}
define i32 @phi(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ %x, %entry ], [ %x, %a ]
  %f = freeze i32 %p
  %g = freeze i32 %f
  ret i32 %g
}
define i32 @agg(i32 %x, { i32, i32 } %s) {
  %a = insertvalue { i32, i32 } %s, i32 %x, 0
  %b = insertvalue { i32, i32 } %a, i32 5, 1
  %c = extractvalue { i32, i32 } %b, 0
  %v = insertelement <2 x i32> poison, i32 %c, i32 1
  %e = extractelement <2 x i32> %v, i32 1
  ret i32 %e
}
define i32 @load() {
  %p = getelementptr [4 x i32], ptr @tab, i64 0, i64 2
  %a = load i32, ptr %p
  %b = load i64, ptr getelementptr ({ i8, i64, double }, ptr @s, i64 0, i32 1)
  %c = trunc i64 %b to i32
  %d = load double, ptr getelementptr ({ i8, i64, double }, ptr @s, i64 0, i32 2)
  %e = fptosi double %d to i32
  %f = add i32 %a, %c
  %g = add i32 %f, %e
  ret i32 %g
}
define i1 @addr() {
  %a = icmp eq ptr @g, null
  %b = icmp ne ptr @g, @h
  %p = alloca i32
  %c = icmp eq ptr %p, null
  %d = or i1 %a, %c
  %e = xor i1 %b, %d
  ret i1 %e
}
define double @fp(double %x) {
  %a = fadd double %x, -0.0
  %b = fmul double %a, 1.0
  %c = fsub double %b, 0.0
  %d = fneg double %c
  %e = fneg double %d
  %f = fadd double %x, 0.0
  %g = fdiv double %e, 1.0
  %h = fsub double %g, %f
  ret double %h
}
define i32 @div(i32 %x, i32 %y) {
  %a = udiv i32 %x, 1
  %b = sdiv i32 %a, 0
  %c = urem i32 %x, 1
  %d = sdiv i32 %y, %y
  %e = add i32 %c, %d
  ret i32 %e
}
define i32 @intr(i32 %x) {
  %a = call i32 @llvm.umin.i32(i32 %x, i32 0)
  %b = call i32 @llvm.smax.i32(i32 %x, i32 %x)
  %c = call i32 @llvm.bswap.i32(i32 %b)
  %d = call i32 @llvm.bswap.i32(i32 %c)
  %e = call i32 @llvm.ctpop.i32(i32 255)
  %f = call i32 @llvm.fshl.i32(i32 %d, i32 %a, i32 32)
  %g = add i32 %f, %e
  ret i32 %g
}
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
