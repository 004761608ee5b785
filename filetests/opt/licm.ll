; What is the same in each round of a loop is computed before it.
; RUN: avarice opt -S -passes=licm %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; @n = global i32 0
; @m = global i32 0
; @bytes = constant [8 x i32] zeroinitializer, align 4
;
; declare void @unknown()
;
; define i32 @simple(i32 %a, i32 %b, i1 %c, ptr %p) {
; entry:
;   br i1 %c, label %0, label %done
;
; 0:                                                ; preds = %entry
;   %k = mul i32 %a, %b
;   %n = load i32, ptr @n, align 4
;   %h = udiv i32 %a, 2
;   %x1 = add i32 %k, %n
;   br label %head
;
; head:                                             ; preds = %latch, %0
;   %i = phi i32 [ %next, %latch ], [ %a, %0 ]
;   %again = icmp slt i32 %i, %b
;   br i1 %again, label %latch, label %done
;
; latch:                                            ; preds = %head
;   %m = load i32, ptr @m, align 4
;   %v = load i32, ptr %p, align 4
;   %q = udiv i32 %a, %b
;   %x2 = add i32 %m, %q
;   %x3 = add i32 %v, %h
;   %x4 = add i32 %x1, %x2
;   %x5 = add i32 %x3, %x4
;   store i32 %x5, ptr @m, align 4
;   %next = add i32 %i, %x5
;   br label %head
;
; done:                                             ; preds = %head, %entry
;   %r = phi i32 [ 0, %entry ], [ %i, %head ]
;   ret i32 %r
; }
;
; define i32 @nest(ptr %p, i32 %a) {
; entry:
;   %s = alloca [4 x i32], align 4
;   store i32 %a, ptr %s, align 4
;   %z = load i32, ptr %s, align 4
;   br label %outer
;
; outer:                                            ; preds = %outer.latch, %entry
;   %i = phi i32 [ 0, %entry ], [ %i.next, %outer.latch ]
;   %at = getelementptr i32, ptr %p, i64 3
;   %x = load i32, ptr %at, align 4
;   %y = sub i32 %i, %a
;   %0 = add i32 %x, %y
;   %1 = add i32 %0, %z
;   br label %inner
;
; inner:                                            ; preds = %inner, %outer
;   %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
;   %j.next = add i32 %j, %1
;   %c = icmp slt i32 %j.next, 100
;   br i1 %c, label %inner, label %outer.latch
;
; outer.latch:                                      ; preds = %inner
;   call void @unknown()
;   %i.next = add i32 %i, %j.next
;   %d = icmp slt i32 %i.next, 1000
;   br i1 %d, label %outer, label %done
;
; done:                                             ; preds = %outer.latch
;   ret i32 %i.next
; }
;
; define i32 @aligned(i1 %c, i32 %n) {
; entry:
;   %near = load <2 x i32>, ptr @bytes, align 4
;   br label %loop
;
; loop:                                             ; preds = %latch, %entry
;   %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
;   %s = phi i32 [ 0, %entry ], [ %s2, %latch ]
;   br i1 %c, label %do, label %latch
;
; do:                                               ; preds = %loop
;   %wide = load <4 x i32>, ptr @bytes, align 16
;   %a = extractelement <4 x i32> %wide, i32 %i
;   %b = extractelement <2 x i32> %near, i32 %i
;   %ab = add i32 %a, %b
;   br label %latch
;
; latch:                                            ; preds = %do, %loop
;   %s2 = phi i32 [ %s, %loop ], [ %ab, %do ]
;   %i2 = add i32 %i, 1
;   %k = icmp slt i32 %i2, %n
;   br i1 %k, label %loop, label %out
;
; out:                                              ; preds = %latch
;   ret i32 %s2
; }

@n = global i32 0
@m = global i32 0
declare void @unknown()

; A product and a variable that nothing writes; a comparison stays, a division may go wrong.
define i32 @simple(i32 %a, i32 %b, i1 %c, ptr %p) {
entry:
  br i1 %c, label %head, label %done
head:
  %i = phi i32 [ %a, %entry ], [ %next, %latch ]
  %again = icmp slt i32 %i, %b
  br i1 %again, label %latch, label %done
latch:
  %k = mul i32 %a, %b
  %n = load i32, ptr @n
  %m = load i32, ptr @m
  %v = load i32, ptr %p
  %q = udiv i32 %a, %b
  %h = udiv i32 %a, 2
  %x1 = add i32 %k, %n
  %x2 = add i32 %m, %q
  %x3 = add i32 %v, %h
  %x4 = add i32 %x1, %x2
  %x5 = add i32 %x3, %x4
  store i32 %x5, ptr @m
  %next = add i32 %i, %x5
  br label %head
done:
  %r = phi i32 [ 0, %entry ], [ %i, %head ]
  ret i32 %r
}

; From the inner loop through the outer one, with the address that it needs; not over a call.
define i32 @nest(ptr %p, i32 %a) {
entry:
  %s = alloca [4 x i32]
  store i32 %a, ptr %s
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %at = getelementptr i32, ptr %p, i64 3
  %x = load i32, ptr %at
  %y = sub i32 %i, %a
  %z = load i32, ptr %s
  %1 = add i32 %x, %y
  %2 = add i32 %1, %z
  %j.next = add i32 %j, %2
  %c = icmp slt i32 %j.next, 100
  br i1 %c, label %inner, label %outer.latch
outer.latch:
  call void @unknown()
  %i.next = add i32 %i, %j.next
  %d = icmp slt i32 %i.next, 1000
  br i1 %d, label %outer, label %done
done:
  ret i32 %i.next
}

; A guarded load that says more of its alignment than the variable does stays behind its guard.
@bytes = constant [8 x i32] zeroinitializer, align 4

define i32 @aligned(i1 %c, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %s = phi i32 [ 0, %entry ], [ %s2, %latch ]
  br i1 %c, label %do, label %latch
do:
  %wide = load <4 x i32>, ptr @bytes, align 16
  %near = load <2 x i32>, ptr @bytes, align 4
  %a = extractelement <4 x i32> %wide, i32 %i
  %b = extractelement <2 x i32> %near, i32 %i
  %ab = add i32 %a, %b
  br label %latch
latch:
  %s2 = phi i32 [ %s, %loop ], [ %ab, %do ]
  %i2 = add i32 %i, 1
  %k = icmp slt i32 %i2, %n
  br i1 %k, label %loop, label %out
out:
  ret i32 %s2
}
