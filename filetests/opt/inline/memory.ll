; Stack slots go to the first block, a parameter passed in memory is copied, and a call that may access slots of the
; caller now is no tail call.
; RUN: avarice opt -S -passes=inline %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
;
; %pair = type { i64, i64, i64 }
;
; declare void @use(ptr)
;
; declare dso_local i64 @first(ptr byval(%pair) align 8)
;
; declare dso_local void @slot(i32)
;
; define i64 @f(ptr %p, i1 %c) {
;   %1 = alloca %pair, align 8
;   %2 = alloca i32, align 4
;   br i1 %c, label %then, label %else
;
; then:                                             ; preds = %0
;   call void @llvm.memcpy.p0.p0.i64(ptr align 8 %1, ptr align 8 %p, i64 24, i1 false)
;   store i64 1, ptr %1, align 8
;   %3 = load i64, ptr %1, align 8
;   store i32 3, ptr %2, align 4
;   call void @use(ptr null)
;   ret i64 %3
;
; else:                                             ; preds = %0
;   ret i64 0
; }
;
; ; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
; declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #0
;
; attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%pair = type { i64, i64, i64 }

declare void @use(ptr)

define internal i64 @first(ptr byval(%pair) align 8 %p) {
  store i64 1, ptr %p
  %x = load i64, ptr %p
  ret i64 %x
}

define internal void @slot(i32 %x) {
  %s = alloca i32
  store i32 %x, ptr %s
  tail call void @use(ptr null)
  ret void
}

define i64 @f(ptr %p, i1 %c) {
  br i1 %c, label %then, label %else
then:
  %x = call i64 @first(ptr byval(%pair) align 8 %p)
  call void @slot(i32 3)
  ret i64 %x
else:
  ret i64 0
}
