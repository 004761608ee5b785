; Constants go past the branches that they decide, where phis beside them are used behind.
; RUN: avarice opt -S -passes=simplifycfg -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; declare void @use(i32)
;
; define void @three_conditions(ptr %head, i32 %tries, i32 %x, i32 %y) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %body, %entry
;   %p = phi i32 [ %x, %entry ], [ %p2, %body ]
;   %n = phi i32 [ %tries, %entry ], [ %n1, %body ]
;   %a = icmp sge i32 %p, 0
;   br i1 %a, label %and, label %end
;
; and:                                              ; preds = %loop
;   %n1 = sub i32 %n, 1
;   %b = icmp ne i32 %n, 0
;   br i1 %b, label %and2, label %end
;
; and2:                                             ; preds = %and
;   call void @use(i32 %p)
;   %c = icmp ult i32 %p, %y
;   br i1 %c, label %body, label %end
;
; body:                                             ; preds = %and2
;   %p2 = load i32, ptr %head, align 4
;   call void @use(i32 %n1)
;   br label %loop
;
; end:                                              ; preds = %and2, %and, %loop
;   %0 = phi i32 [ %n1, %and2 ], [ %n, %loop ], [ %n1, %and ]
;   call void @use(i32 %0)
;   ret void
; }
;
; define i32 @used_behind_both(i32 %x, i32 %y) {
; entry:
;   %a = icmp sgt i32 %x, 0
;   br i1 %a, label %left, label %right
;
; left:                                             ; preds = %entry
;   call void @use(i32 %x)
;   br label %join
;
; right:                                            ; preds = %entry
;   call void @use(i32 %y)
;   %b = icmp sgt i32 %y, 0
;   br label %join
;
; join:                                             ; preds = %right, %left
;   %k = phi i1 [ true, %left ], [ %b, %right ]
;   %p = phi i32 [ %x, %left ], [ %y, %right ]
;   br i1 %k, label %yes, label %no
;
; yes:                                              ; preds = %join
;   call void @use(i32 %p)
;   br label %end
;
; no:                                               ; preds = %join
;   call void @use(i32 %p)
;   call void @use(i32 %p)
;   br label %end
;
; end:                                              ; preds = %no, %yes
;   ret i32 %p
; }
;
; define void @used_behind_each(i32 %x, i32 %y) {
; entry:
;   %a = icmp sgt i32 %x, 0
;   br i1 %a, label %left, label %right
;
; left:                                             ; preds = %entry
;   call void @use(i32 %x)
;   br label %yes
;
; right:                                            ; preds = %entry
;   call void @use(i32 %y)
;   %b = icmp sgt i32 %y, 0
;   br i1 %b, label %yes, label %no
;
; yes:                                              ; preds = %right, %left
;   %0 = phi i32 [ %y, %right ], [ %x, %left ]
;   call void @use(i32 %0)
;   br label %end
;
; no:                                               ; preds = %right
;   call void @use(i32 %y)
;   call void @use(i32 %y)
;   br label %end
;
; end:                                              ; preds = %no, %yes
;   ret void
; }
;
; define void @loop(i32 %x) {
; entry:
;   br label %head
;
; head:                                             ; preds = %body, %entry
;   %k = phi i1 [ true, %entry ], [ %c, %body ]
;   %p = phi i32 [ %x, %entry ], [ %q, %body ]
;   br i1 %k, label %body, label %end
;
; body:                                             ; preds = %head
;   %q = add i32 %p, -1
;   call void @use(i32 %q)
;   %c = icmp ne i32 %q, 0
;   br label %head
;
; end:                                              ; preds = %head
;   ret void
; }
declare void @use(i32)
define void @three_conditions(ptr %head, i32 %tries, i32 %x, i32 %y) {
entry:
  br label %loop
loop:
  %p = phi i32 [ %x, %entry ], [ %p2, %body ]
  %n = phi i32 [ %tries, %entry ], [ %n2, %body ]
  %a = icmp sge i32 %p, 0
  br i1 %a, label %and, label %join
and:
  %n1 = sub i32 %n, 1
  %b = icmp ne i32 %n, 0
  br i1 %b, label %and2, label %join
and2:
  call void @use(i32 %p)
  %c = icmp ult i32 %p, %y
  br label %join
join:
  %k = phi i1 [ false, %loop ], [ false, %and ], [ %c, %and2 ]
  %n2 = phi i32 [ %n, %loop ], [ %n1, %and ], [ %n1, %and2 ]
  br i1 %k, label %body, label %end
body:
  %p2 = load i32, ptr %head
  call void @use(i32 %n2)
  br label %loop
end:
  call void @use(i32 %n2)
  ret void
}

define i32 @used_behind_both(i32 %x, i32 %y) {
entry:
  %a = icmp sgt i32 %x, 0
  br i1 %a, label %left, label %right
left:
  call void @use(i32 %x)
  br label %join
right:
  call void @use(i32 %y)
  %b = icmp sgt i32 %y, 0
  br label %join
join:
  %k = phi i1 [ true, %left ], [ %b, %right ]
  %p = phi i32 [ %x, %left ], [ %y, %right ]
  br i1 %k, label %yes, label %no
yes:
  call void @use(i32 %p)
  br label %end
no:
  call void @use(i32 %p)
  call void @use(i32 %p)
  br label %end
end:
  ret i32 %p
}

define void @used_behind_each(i32 %x, i32 %y) {
entry:
  %a = icmp sgt i32 %x, 0
  br i1 %a, label %left, label %right
left:
  call void @use(i32 %x)
  br label %join
right:
  call void @use(i32 %y)
  %b = icmp sgt i32 %y, 0
  br label %join
join:
  %k = phi i1 [ true, %left ], [ %b, %right ]
  %p = phi i32 [ %x, %left ], [ %y, %right ]
  br i1 %k, label %yes, label %no
yes:
  call void @use(i32 %p)
  br label %end
no:
  call void @use(i32 %p)
  call void @use(i32 %p)
  br label %end
end:
  ret void
}

define void @loop(i32 %x) {
entry:
  br label %head
head:
  %k = phi i1 [ true, %entry ], [ %c, %body ]
  %p = phi i32 [ %x, %entry ], [ %q, %body ]
  br i1 %k, label %body, label %end
body:
  %q = add i32 %p, -1
  call void @use(i32 %q)
  %c = icmp ne i32 %q, 0
  br label %head
end:
  ret void
}
