; Phis of the same operation, of the same values, of nothing; operations on phis of constants.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @casts(i1 %c, i8 %x, i8 %y) {
; entry:
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %entry
;   br label %join
;
; b:                                                ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %b, %a
;   %0 = phi i8 [ %x, %a ], [ %y, %b ]
;   %r = zext i8 %0 to i32
;   ret i32 %r
; }
;
; define i32 @casts_and_constant(i32 %c, i8 %x, i8 %y) {
; entry:
;   switch i32 %c, label %d [
;     i32 0, label %a
;     i32 5, label %b
;   ]
;
; a:                                                ; preds = %entry
;   br label %join
;
; b:                                                ; preds = %entry
;   br label %join
;
; d:                                                ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %d, %b, %a
;   %0 = phi i8 [ %x, %a ], [ %y, %b ], [ -7, %d ]
;   %r = sext i8 %0 to i32
;   ret i32 %r
; }
;
; define i32 @casts_and_great_constant(i32 %c, i8 %x, i8 %y) {
; entry:
;   switch i32 %c, label %d [
;     i32 0, label %a
;     i32 5, label %b
;   ]
;
; a:                                                ; preds = %entry
;   %p = sext i8 %x to i32
;   br label %join
;
; b:                                                ; preds = %entry
;   %q = sext i8 %y to i32
;   br label %join
;
; d:                                                ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %d, %b, %a
;   %r = phi i32 [ %p, %a ], [ %q, %b ], [ 200, %d ]
;   ret i32 %r
; }
;
; define i32 @sums(i1 %c, i32 %x, i32 %y) {
; entry:
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %entry
;   br label %join
;
; b:                                                ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %b, %a
;   %0 = phi i32 [ %x, %a ], [ %y, %b ]
;   %r = add nsw i32 %0, 7
;   ret i32 %r
; }
;
; define i32 @same(i1 %c, i32 %x, i32 %y) {
; entry:
;   br i1 %c, label %a, label %join
;
; a:                                                ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %a, %entry
;   ret i32 0
; }
;
; define i1 @truth(i1 %c, i1 %d) {
; entry:
;   br i1 %c, label %a, label %join
;
; a:                                                ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %a, %entry
;   %r = phi i1 [ %d, %a ], [ false, %entry ]
;   ret i1 %r
; }
;
; define i32 @division(i1 %c, i32 %x, ptr %f) {
; entry:
;   br i1 %c, label %a, label %join
;
; a:                                                ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %a, %entry
;   %p = phi i32 [ %x, %a ], [ 100, %entry ]
;   call void %f()
;   %r = sdiv i32 %p, 10
;   ret i32 %r
; }
;
; define i32 @circle(i32 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %j, %loop ]
;   %j = add i32 %i, 1
;   %c = icmp ult i32 %j, %n
;   br i1 %c, label %loop, label %done
;
; done:                                             ; preds = %loop
;   ret i32 %j
; }
;
; define i32 @around(i32 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %k, %loop ]
;   %j = add i32 %i, 5
;   %k = mul i32 %j, 3
;   %c = icmp ult i32 %k, %n
;   br i1 %c, label %loop, label %done
;
; done:                                             ; preds = %loop
;   ret i32 %k
; }
;
; define i64 @pad(i1 %c, i32 %x, i32 %y, ptr %f) personality ptr @personality {
; entry:
;   %p = zext i32 %x to i64
;   %q = zext i32 %y to i64
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %entry
;   invoke void %f()
;           to label %ok unwind label %lands
;
; b:                                                ; preds = %entry
;   invoke void %f()
;           to label %ok unwind label %lands
;
; ok:                                               ; preds = %b, %a
;   ret i64 0
;
; lands:                                            ; preds = %b, %a
;   %r = phi i64 [ %p, %a ], [ %q, %b ]
;   %l = landingpad { ptr, i32 }
;           cleanup
;   ret i64 %r
; }
;
; declare i32 @personality(...)
;
; define i32 @common(i1 %c, i32 %x, i32 %y, i32 %z) {
; entry:
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %entry
;   br label %join
;
; b:                                                ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %b, %a
;   %0 = phi i32 [ %y, %a ], [ %z, %b ]
;   %r = sub nsw i32 %x, %0
;   ret i32 %r
; }
;
; define i32 @comes_round(i32 %x, i32 %n) {
; entry:
;   %p = add i32 %x, 7
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %r = phi i32 [ %p, %entry ], [ %q, %loop ]
;   %q = add i32 %r, 7
;   %c = icmp ult i32 %r, %n
;   br i1 %c, label %loop, label %done
;
; done:                                             ; preds = %loop
;   ret i32 %r
; }

define i32 @casts(i1 %c, i8 %x, i8 %y) {
entry:
  br i1 %c, label %a, label %b
a:
  %p = zext i8 %x to i32
  br label %join
b:
  %q = zext i8 %y to i32
  br label %join
join:
  %r = phi i32 [ %p, %a ], [ %q, %b ]
  ret i32 %r
}

define i32 @casts_and_constant(i32 %c, i8 %x, i8 %y) {
entry:
  switch i32 %c, label %d [
    i32 0, label %a
    i32 5, label %b
  ]
a:
  %p = sext i8 %x to i32
  br label %join
b:
  %q = sext i8 %y to i32
  br label %join
d:
  br label %join
join:
  %r = phi i32 [ %p, %a ], [ %q, %b ], [ -7, %d ]
  ret i32 %r
}

; The constant is none of 8 bits.
define i32 @casts_and_great_constant(i32 %c, i8 %x, i8 %y) {
entry:
  switch i32 %c, label %d [
    i32 0, label %a
    i32 5, label %b
  ]
a:
  %p = sext i8 %x to i32
  br label %join
b:
  %q = sext i8 %y to i32
  br label %join
d:
  br label %join
join:
  %r = phi i32 [ %p, %a ], [ %q, %b ], [ 200, %d ]
  ret i32 %r
}

define i32 @sums(i1 %c, i32 %x, i32 %y) {
entry:
  br i1 %c, label %a, label %b
a:
  %p = add nuw nsw i32 %x, 7
  br label %join
b:
  %q = add nsw i32 %y, 7
  br label %join
join:
  %r = phi i32 [ %p, %a ], [ %q, %b ]
  ret i32 %r
}

define i32 @same(i1 %c, i32 %x, i32 %y) {
entry:
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %p = phi i32 [ %x, %a ], [ %y, %entry ]
  %q = phi i32 [ %x, %a ], [ %y, %entry ]
  %r = sub i32 %p, %q
  ret i32 %r
}

define i1 @truth(i1 %c, i1 %d) {
entry:
  br i1 %c, label %a, label %join
a:
  %v = zext i1 %d to i32
  br label %join
join:
  %p = phi i32 [ %v, %a ], [ 0, %entry ]
  %r = icmp ne i32 %p, 0
  ret i1 %r
}

; A quotient is not computed where it was not.
define i32 @division(i1 %c, i32 %x, ptr %f) {
entry:
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %p = phi i32 [ %x, %a ], [ 100, %entry ]
  call void %f()
  %r = sdiv i32 %p, 10
  ret i32 %r
}

; Nothing but itself uses the second counter.
define i32 @circle(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %u = phi i32 [ 5, %entry ], [ %v, %loop ]
  %w = mul i32 %u, 3
  %v = add i32 %w, 1
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %done
done:
  ret i32 %j
}

; In a loop an operation does not go round.
define i32 @around(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %k, %loop ]
  %j = add i32 %i, 5
  %k = mul i32 %j, 3
  %c = icmp ult i32 %k, %n
  br i1 %c, label %loop, label %done
done:
  ret i32 %k
}

; Behind phis of a pad the pad comes first.
define i64 @pad(i1 %c, i32 %x, i32 %y, ptr %f) personality ptr @personality {
entry:
  %p = zext i32 %x to i64
  %q = zext i32 %y to i64
  br i1 %c, label %a, label %b
a:
  invoke void %f() to label %ok unwind label %lands
b:
  invoke void %f() to label %ok unwind label %lands
ok:
  ret i64 0
lands:
  %r = phi i64 [ %p, %a ], [ %q, %b ]
  %l = landingpad { ptr, i32 } cleanup
  ret i64 %r
}

declare i32 @personality(...)

; The left operand is common; what comes round the loop is none of them.
define i32 @common(i1 %c, i32 %x, i32 %y, i32 %z) {
entry:
  br i1 %c, label %a, label %b
a:
  %p = sub nsw i32 %x, %y
  br label %join
b:
  %q = sub nsw i32 %x, %z
  br label %join
join:
  %r = phi i32 [ %p, %a ], [ %q, %b ]
  ret i32 %r
}

define i32 @comes_round(i32 %x, i32 %n) {
entry:
  %p = add i32 %x, 7
  br label %loop
loop:
  %r = phi i32 [ %p, %entry ], [ %q, %loop ]
  %q = add i32 %r, 7
  %c = icmp ult i32 %r, %n
  br i1 %c, label %loop, label %done
done:
  ret i32 %r
}
