; What was computed in a dominating block is not computed again.
; RUN: avarice opt -S -passes=early-cse %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smax.i32(i32, i32) #0
;
; declare i32 @unknown(i32)
;
; declare void @use(i32)
;
; define i32 @same(i32 %a, i32 %b) {
;   %x = add nsw i32 %a, %b
;   %c = icmp slt i32 %a, %b
;   %m = call i32 @llvm.smax.i32(i32 %a, i32 %b)
;   %u = call i32 @unknown(i32 %a)
;   %v = call i32 @unknown(i32 %a)
;   %s = select i1 %c, i32 %x, i32 %u
;   %t = select i1 %c, i32 %x, i32 %v
;   %q = sub i32 %a, %b
;   %r = sub i32 %b, %a
;   %1 = xor i32 %s, %t
;   %2 = xor i32 %m, %m
;   %3 = xor i32 %q, %r
;   %4 = or i32 %1, %2
;   %5 = or i32 %3, %4
;   ret i32 %5
; }
;
; define i32 @arms(i32 %a, i32 %b) {
;   %c = icmp eq i32 %a, %b
;   br i1 %c, label %then, label %else
;
; then:                                             ; preds = %0
;   %y = mul i32 %a, %b
;   %z = sub i32 %a, 1
;   %w = zext i1 true to i32
;   %1 = add i32 %y, %z
;   %2 = add i32 %1, %w
;   br label %join
;
; else:                                             ; preds = %0
;   %z2 = sub i32 %a, 1
;   %w2 = zext i1 false to i32
;   %3 = add i32 %z2, %w2
;   br label %join
;
; join:                                             ; preds = %else, %then
;   %p = phi i32 [ %2, %then ], [ %3, %else ]
;   %z3 = sub i32 %a, 1
;   %4 = add i32 %p, %z3
;   ret i32 %4
; }
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @unknown(i32)
declare void @use(i32)

; Operands and predicates may be swapped; only flags that both have are kept.
define i32 @same(i32 %a, i32 %b) {
  %x = add nsw nuw i32 %a, %b
  %y = add nsw i32 %b, %a
  %c = icmp slt i32 %a, %b
  %d = icmp sgt i32 %b, %a
  %m = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %n = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %u = call i32 @unknown(i32 %a)
  %v = call i32 @unknown(i32 %a)
  %s = select i1 %c, i32 %x, i32 %u
  %t = select i1 %d, i32 %y, i32 %v
  %q = sub i32 %a, %b
  %r = sub i32 %b, %a
  %1 = xor i32 %s, %t
  %2 = xor i32 %m, %n
  %3 = xor i32 %q, %r
  %4 = or i32 %1, %2
  %5 = or i32 %3, %4
  ret i32 %5
}

; One arm knows nothing of the other; both know what is above. A condition is known where it was branched on.
define i32 @arms(i32 %a, i32 %b) {
  %x = mul i32 %a, %b
  %c = icmp eq i32 %a, %b
  br i1 %c, label %then, label %else
then:
  %y = mul i32 %a, %b
  %z = sub i32 %a, 1
  %c2 = icmp eq i32 %b, %a
  %w = zext i1 %c2 to i32
  %1 = add i32 %y, %z
  %2 = add i32 %1, %w
  br label %join
else:
  %z2 = sub i32 %a, 1
  %c3 = icmp eq i32 %a, %b
  %w2 = zext i1 %c3 to i32
  %3 = add i32 %z2, %w2
  br label %join
join:
  %p = phi i32 [ %2, %then ], [ %3, %else ]
  %z3 = sub i32 %a, 1
  %4 = add i32 %p, %z3
  ret i32 %4
}
