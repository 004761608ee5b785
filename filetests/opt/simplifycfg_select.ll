; Branches around little that become choices: what they may compute, and of what types the choice may be.
; RUN: avarice opt -S -passes=simplifycfg -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; declare void @effect()
;
; define double @clamp(double %x) {
; entry:
;   %c = fcmp olt double %x, 0.000000e+00
;   %d = fcmp ogt double %x, 2.550000e+02
;   %0 = select i1 %d, double 2.550000e+02, double %x
;   %1 = select i1 %c, double 0.000000e+00, double %0
;   ret double %1
; }
;
; define i32 @product(i32 %a, i32 %b, i1 %c, i1 %d) {
; entry:
;   %m = mul nsw i32 %a, %b
;   %s = select i1 %d, i32 %m, i32 %a
;   %0 = select i1 %c, i32 %s, i32 0
;   ret i32 %0
; }
;
; define i128 @wide(i128 %a, i128 %b, i1 %c) {
; entry:
;   %m = sub i128 %a, %b
;   %n = or i128 %m, 1
;   %0 = select i1 %c, i128 %n, i128 %a
;   ret i128 %0
; }
;
; define i128 @too_wide(i128 %a, i128 %b, i1 %c, i1 %d) {
; entry:
;   %m = sub i128 %a, %b
;   %n = or i128 %m, 1
;   %o = xor i128 %n, %b
;   %0 = select i1 %c, i128 %o, i128 %a
;   br i1 %d, label %last, label %done
;
; last:                                             ; preds = %entry
;   %p = mul i128 %0, %0
;   br label %done
;
; done:                                             ; preds = %last, %entry
;   %q = phi i128 [ %p, %last ], [ %0, %entry ]
;   ret i128 %q
; }
;
; define i32 @stays(i32 %a, i32 %b, ptr %p, i1 %c) {
; entry:
;   br i1 %c, label %divides, label %after
;
; divides:                                          ; preds = %entry
;   %q = udiv i32 %a, %b
;   br label %after
;
; after:                                            ; preds = %divides, %entry
;   %x = phi i32 [ %q, %divides ], [ %a, %entry ]
;   br i1 %c, label %loads, label %done
;
; loads:                                            ; preds = %after
;   %v = load i32, ptr %p, align 4
;   br label %done
;
; done:                                             ; preds = %loads, %after
;   %y = phi i32 [ %v, %loads ], [ %x, %after ]
;   ret i32 %y
; }

declare void @effect()

; The least of three numbers: choices in arms.
define double @clamp(double %x) {
entry:
  %c = fcmp olt double %x, 0.0
  br i1 %c, label %join, label %more
more:
  %d = fcmp ogt double %x, 255.0
  br i1 %d, label %top, label %inner
top:
  br label %inner
inner:
  %m = phi double [ %x, %more ], [ 255.0, %top ]
  br label %join
join:
  %r = phi double [ 0.0, %entry ], [ %m, %inner ]
  ret double %r
}

; A choice and a product in an arm.
define i32 @product(i32 %a, i32 %b, i1 %c, i1 %d) {
entry:
  br i1 %c, label %then, label %join
then:
  %m = mul nsw i32 %a, %b
  %s = select i1 %d, i32 %m, i32 %a
  br label %join
join:
  %r = phi i32 [ %s, %then ], [ 0, %entry ]
  ret i32 %r
}

; Numbers of two words count twice.
define i128 @wide(i128 %a, i128 %b, i1 %c) {
entry:
  br i1 %c, label %then, label %join
then:
  %m = sub i128 %a, %b
  %n = or i128 %m, 1
  br label %join
join:
  %r = phi i128 [ %n, %then ], [ %a, %entry ]
  ret i128 %r
}

; Too much: three operations of two words, and a product of two words.
define i128 @too_wide(i128 %a, i128 %b, i1 %c, i1 %d) {
entry:
  br i1 %c, label %then, label %join
then:
  %m = sub i128 %a, %b
  %n = or i128 %m, 1
  %o = xor i128 %n, %b
  br label %join
join:
  %r = phi i128 [ %o, %then ], [ %a, %entry ]
  br i1 %d, label %last, label %done
last:
  %p = mul i128 %r, %r
  br label %done
done:
  %q = phi i128 [ %p, %last ], [ %r, %join ]
  ret i128 %q
}

; What may go wrong or takes long stays behind the branch.
define i32 @stays(i32 %a, i32 %b, ptr %p, i1 %c) {
entry:
  br i1 %c, label %divides, label %after
divides:
  %q = udiv i32 %a, %b
  br label %after
after:
  %x = phi i32 [ %q, %divides ], [ %a, %entry ]
  br i1 %c, label %loads, label %done
loads:
  %v = load i32, ptr %p
  br label %done
done:
  %y = phi i32 [ %v, %loads ], [ %x, %after ]
  ret i32 %y
}
