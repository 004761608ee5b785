; What a loop loads from a place and stores there is a value meanwhile.
; RUN: avarice opt -S -passes=licm -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
;
; @count = global i32 0
;
; define double @sum(ptr %p, ptr %a, i64 %n) {
; entry:
;   %0 = getelementptr i8, ptr %p, i64 8
;   %1 = load double, ptr %0, align 1
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %2 = phi double [ %1, %entry ], [ %t, %loop ]
;   %i = phi i64 [ 0, %entry ], [ %j, %loop ]
;   %at = getelementptr double, ptr %a, i64 %i
;   %x = load double, ptr %at, align 8
;   %q = getelementptr i8, ptr %p, i64 8
;   %t = fadd double %2, %x
;   store double %t, ptr %q, align 8
;   %j = add i64 %i, 1
;   %k = icmp ult i64 %j, %n
;   br i1 %k, label %loop, label %end
;
; end:                                              ; preds = %loop
;   %r = load double, ptr %q, align 8
;   ret double %r
; }
;
; define void @stored_before(ptr %p, ptr %a, i64 %n) {
; entry:
;   store double 0.000000e+00, ptr %p, align 8
;   %0 = load double, ptr %p, align 1
;   br label %loop
;
; loop:                                             ; preds = %next, %entry
;   %1 = phi double [ %0, %entry ], [ %2, %next ]
;   %i = phi i64 [ 0, %entry ], [ %j, %next ]
;   %at = getelementptr double, ptr %a, i64 %i
;   %x = load double, ptr %at, align 8
;   %c = fcmp olt double %x, 1.000000e+00
;   br i1 %c, label %add, label %next
;
; add:                                              ; preds = %loop
;   %t = fadd double %1, %x
;   store double %t, ptr %p, align 8
;   br label %next
;
; next:                                             ; preds = %add, %loop
;   %2 = phi double [ %t, %add ], [ %1, %loop ]
;   %j = add i64 %i, 1
;   %k = icmp ult i64 %j, %n
;   br i1 %k, label %loop, label %end
;
; end:                                              ; preds = %next
;   ret void
; }
;
; define void @other_store(ptr %p, ptr %a, i64 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i64 [ 0, %entry ], [ %j, %loop ]
;   %s = load i64, ptr %p, align 8
;   %t = add i64 %s, %i
;   store i64 %t, ptr %p, align 8
;   %at = getelementptr i8, ptr %a, i64 %i
;   store i8 0, ptr %at, align 1
;   %j = add i64 %i, 1
;   %k = icmp ult i64 %j, %n
;   br i1 %k, label %loop, label %end
;
; end:                                              ; preds = %loop
;   ret void
; }
;
; define void @other_fields(ptr %p, i64 %n) {
; entry:
;   %0 = load i64, ptr %p, align 1
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %1 = phi i64 [ %0, %entry ], [ %t, %loop ]
;   %i = phi i64 [ 0, %entry ], [ %j, %loop ]
;   %t = add i64 %1, %i
;   store i64 %t, ptr %p, align 8
;   %q = getelementptr i8, ptr %p, i64 8
;   store i64 %i, ptr %q, align 8
;   %j = add i64 %i, 1
;   %k = icmp ult i64 %j, %n
;   br i1 %k, label %loop, label %end
;
; end:                                              ; preds = %loop
;   ret void
; }
;
; define void @perhaps_no_memory(ptr %p, ptr %a, i64 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %next, %entry
;   %i = phi i64 [ 0, %entry ], [ %j, %next ]
;   %at = getelementptr i64, ptr %a, i64 %i
;   %x = load i64, ptr %at, align 8
;   %c = icmp eq i64 %x, 0
;   br i1 %c, label %next, label %add
;
; add:                                              ; preds = %loop
;   %s = load i64, ptr %p, align 8
;   %t = add i64 %s, %x
;   store i64 %t, ptr %p, align 8
;   br label %next
;
; next:                                             ; preds = %add, %loop
;   %j = add i64 %i, 1
;   %k = icmp ult i64 %j, %n
;   br i1 %k, label %loop, label %end
;
; end:                                              ; preds = %next
;   ret void
; }
;
; declare void @use(i32)
;
; define void @called(i32 %n) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %j, %loop ]
;   %s = load i32, ptr @count, align 4
;   %t = add i32 %s, %i
;   store i32 %t, ptr @count, align 4
;   call void @use(i32 %t)
;   %j = add i32 %i, 1
;   %k = icmp ult i32 %j, %n
;   br i1 %k, label %loop, label %end
;
; end:                                              ; preds = %loop
;   ret void
; }
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define double @sum(ptr %p, ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %q = getelementptr i8, ptr %p, i64 8
  %s = load double, ptr %q
  %t = fadd double %s, %x
  store double %t, ptr %q
  %j = add i64 %i, 1
  %k = icmp ult i64 %j, %n
  br i1 %k, label %loop, label %end
end:
  %r = load double, ptr %q
  ret double %r
}
define void @stored_before(ptr %p, ptr %a, i64 %n) {
entry:
  store double 0.0, ptr %p
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %at = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %at
  %c = fcmp olt double %x, 1.0
  br i1 %c, label %add, label %next
add:
  %s = load double, ptr %p
  %t = fadd double %s, %x
  store double %t, ptr %p
  br label %next
next:
  %j = add i64 %i, 1
  %k = icmp ult i64 %j, %n
  br i1 %k, label %loop, label %end
end:
  ret void
}

@count = global i32 0

define void @other_store(ptr %p, ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = load i64, ptr %p
  %t = add i64 %s, %i
  store i64 %t, ptr %p
  %at = getelementptr i8, ptr %a, i64 %i
  store i8 0, ptr %at
  %j = add i64 %i, 1
  %k = icmp ult i64 %j, %n
  br i1 %k, label %loop, label %end
end:
  ret void
}

define void @other_fields(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = load i64, ptr %p
  %t = add i64 %s, %i
  store i64 %t, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  store i64 %i, ptr %q
  %j = add i64 %i, 1
  %k = icmp ult i64 %j, %n
  br i1 %k, label %loop, label %end
end:
  ret void
}

define void @perhaps_no_memory(ptr %p, ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %at = getelementptr i64, ptr %a, i64 %i
  %x = load i64, ptr %at
  %c = icmp eq i64 %x, 0
  br i1 %c, label %next, label %add
add:
  %s = load i64, ptr %p
  %t = add i64 %s, %x
  store i64 %t, ptr %p
  br label %next
next:
  %j = add i64 %i, 1
  %k = icmp ult i64 %j, %n
  br i1 %k, label %loop, label %end
end:
  ret void
}

declare void @use(i32)

define void @called(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = load i32, ptr @count
  %t = add i32 %s, %i
  store i32 %t, ptr @count
  call void @use(i32 %t)
  %j = add i32 %i, 1
  %k = icmp ult i32 %j, %n
  br i1 %k, label %loop, label %end
end:
  ret void
}
