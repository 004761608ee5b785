; Branches on opposites, and switches on sums.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @inverse(i1 %c) {
;   br i1 %c, label %b, label %a
;
; a:                                                ; preds = %0
;   ret i32 1
;
; b:                                                ; preds = %0
;   ret i32 2
; }
;
; define i32 @weights(i1 %c) {
;   %n = xor i1 %c, true
;   br i1 %n, label %a, label %b, !prof !0
;
; a:                                                ; preds = %0
;   ret i32 1
;
; b:                                                ; preds = %0
;   ret i32 2
; }
;
; define i32 @cases(i32 %x) {
;   switch i32 %x, label %a [
;     i32 10, label %b
;     i32 -2, label %a
;     i32 17, label %b
;   ]
;
; a:                                                ; preds = %0, %0
;   ret i32 1
;
; b:                                                ; preds = %0, %0
;   ret i32 2
; }
;
; !0 = !{!"branch_weights", i32 1, i32 9}

define i32 @inverse(i1 %c) {
  %n = xor i1 %c, true
  br i1 %n, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}

; Probabilities stand beside the edges.
define i32 @weights(i1 %c) {
  %n = xor i1 %c, true
  br i1 %n, label %a, label %b, !prof !0
a:
  ret i32 1
b:
  ret i32 2
}

define i32 @cases(i32 %x) {
  %s = add i32 %x, -10
  switch i32 %s, label %a [
    i32 0, label %b
    i32 -12, label %a
    i32 7, label %b
  ]
a:
  ret i32 1
b:
  ret i32 2
}

!0 = !{!"branch_weights", i32 1, i32 9}
