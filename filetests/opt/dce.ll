; Instructions without effect go, with what only they need. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=dce %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @f(ptr %p, i32 %x) {
;   %v = load volatile i32, ptr %p, align 4
;   %s = load atomic i32, ptr %p seq_cst, align 4
;   %endless = call i32 @maybe_endless(i32 %x)
;   %throws = call i32 @throws(i32 %x)
;   %u = atomicrmw add ptr %p, i32 1 monotonic, align 4
;   ret i32 %x
; }
;
; ; Function Attrs: nounwind willreturn memory(read)
; declare i32 @pure(i32) #0
;
; ; Function Attrs: nounwind memory(none)
; declare i32 @maybe_endless(i32) #1
;
; ; Function Attrs: willreturn memory(none)
; declare i32 @throws(i32) #2
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.ctpop.i32(i32) #3
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
; declare void @llvm.assume(i1 noundef) #4
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn
; declare ptr @llvm.stacksave.p0() #5
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
; declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #6
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
; declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #6
;
; define i32 @behind(i32 %x) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %again = icmp slt i32 %x, 9
;   br i1 %again, label %loop, label %end
;
; end:                                              ; preds = %loop
;   ret i32 %x
; }
;
; attributes #0 = { nounwind willreturn memory(read) }
; attributes #1 = { nounwind memory(none) }
; attributes #2 = { willreturn memory(none) }
; attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
; attributes #5 = { nocallback nofree nosync nounwind willreturn }
; attributes #6 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }

define i32 @f(ptr %p, i32 %x) {
  %a = add i32 %x, 1
  %b = mul i32 %a, %a
  %l = load i32, ptr %p, align 4
  %v = load volatile i32, ptr %p, align 4
  %s = load atomic i32, ptr %p seq_cst, align 4
  %d = sdiv i32 %b, %l
  %pure = call i32 @pure(i32 %x)
  %endless = call i32 @maybe_endless(i32 %x)
  %throws = call i32 @throws(i32 %x)
  %n = call i32 @llvm.ctpop.i32(i32 %d)
  call void @llvm.assume(i1 true)
  %stack = call ptr @llvm.stacksave.p0()
  %slot = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  call void @llvm.lifetime.end.p0(i64 4, ptr %slot)
  %u = atomicrmw add ptr %p, i32 1 monotonic, align 4
  ret i32 %x
}

declare i32 @pure(i32) nounwind willreturn memory(read)

declare i32 @maybe_endless(i32) nounwind memory(none)

declare i32 @throws(i32) willreturn memory(none)

declare i32 @llvm.ctpop.i32(i32)

declare void @llvm.assume(i1)

declare ptr @llvm.stacksave.p0()

declare void @llvm.lifetime.start.p0(i64, ptr)

declare void @llvm.lifetime.end.p0(i64, ptr)

; What the phi of a loop used last stands behind it.
define i32 @behind(i32 %x) {
entry:
  br label %loop
loop:
  %p = phi i32 [ 0, %entry ], [ %square, %loop ]
  %t = add i32 %x, 1
  %square = mul i32 %t, %t
  %again = icmp slt i32 %x, 9
  br i1 %again, label %loop, label %end
end:
  ret i32 %x
}
