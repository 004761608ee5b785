; Where phis go, and what becomes of those that join one value only. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=mem2reg %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @loop(i32 %n) {
; entry:
;   br label %head
;
; head:                                             ; preds = %body, %entry
;   %sum.0 = phi i32 [ 0, %entry ], [ %t, %body ]
;   %i.1 = phi i32 [ 0, %entry ], [ %k1, %body ]
;   %c = icmp slt i32 %i.1, %n
;   br i1 %c, label %body, label %exit
;
; body:                                             ; preds = %head
;   %t = add i32 %sum.0, %i.1
;   %k1 = add i32 %i.1, 1
;   br label %head
;
; exit:                                             ; preds = %head
;   ret i32 %sum.0
; }
;
; define void @dead_at_join(i1 %c) {
; entry:
;   br i1 %c, label %then, label %else
;
; then:                                             ; preds = %entry
;   br label %join
;
; else:                                             ; preds = %entry
;   call void @use(i32 2)
;   br label %join
;
; join:                                             ; preds = %else, %then
;   ret void
; }
;
; define i32 @half_set(i1 %c, i32 %x) {
; entry:
;   br i1 %c, label %then, label %join
;
; then:                                             ; preds = %entry
;   %y = call i32 @get()
;   br label %join
;
; join:                                             ; preds = %then, %entry
;   %b.0 = phi i32 [ %y, %then ], [ undef, %entry ]
;   %r = add i32 %x, %b.0
;   ret i32 %r
; }
;
; define i32 @edges(i32 %x) {
; entry:
;   switch i32 %x, label %other [
;     i32 1, label %join
;     i32 2, label %join
;     i32 3, label %third
;   ]
;
; third:                                            ; preds = %entry
;   br label %join
;
; other:                                            ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %other, %third, %entry, %entry
;   %a.0 = phi i32 [ 9, %other ], [ %x, %third ], [ 5, %entry ], [ 5, %entry ]
;   ret i32 %a.0
; }
;
; define i32 @unreachable(i1 %c) {
; entry:
;   br i1 %c, label %then, label %join
;
; nowhere:                                          ; No predecessors!
;   %d = load i32, ptr poison, align 4
;   store i32 %d, ptr poison, align 4
;   br label %join
;
; then:                                             ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %then, %nowhere, %entry
;   %a.0 = phi i32 [ 2, %then ], [ 1, %entry ], [ poison, %nowhere ]
;   ret i32 %a.0
; }
;
; define i32 @names(i1 %c, i32 %a.0) {
; entry:
;   br i1 %c, label %then, label %join
;
; then:                                             ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %then, %entry
;   %a.1 = phi i32 [ %a.0, %then ], [ 1, %entry ]
;   ret i32 %a.1
; }
;
; declare void @use(i32)
;
; declare i32 @get()

; A loop needs a phi for what it changes, and none for what it does not.
define i32 @loop(i32 %n) {
entry:
  %i = alloca i32, align 4
  %sum = alloca i32, align 4
  %bound = alloca i32, align 4
  store i32 0, ptr %i, align 4
  store i32 0, ptr %sum, align 4
  store i32 %n, ptr %bound, align 4
  br label %head

head:                                             ; preds = %body, %entry
  %i.0 = load i32, ptr %i, align 4
  %b = load i32, ptr %bound, align 4
  %c = icmp slt i32 %i.0, %b
  br i1 %c, label %body, label %exit

body:                                             ; preds = %head
  %s = load i32, ptr %sum, align 4
  %k = load i32, ptr %i, align 4
  %t = add i32 %s, %k
  store i32 %t, ptr %sum, align 4
  %k1 = add i32 %k, 1
  store i32 %k1, ptr %i, align 4
  br label %head

exit:                                             ; preds = %head
  %r = load i32, ptr %sum, align 4
  ret i32 %r
}

; Nobody reads it where the branches meet: no phi.
define void @dead_at_join(i1 %c) {
entry:
  %a = alloca i32, align 4
  br i1 %c, label %then, label %else

then:                                             ; preds = %entry
  store i32 1, ptr %a, align 4
  br label %join

else:                                             ; preds = %entry
  store i32 2, ptr %a, align 4
  %v = load i32, ptr %a, align 4
  call void @use(i32 %v)
  br label %join

join:                                             ; preds = %else, %then
  ret void
}

; Unset on one way: what the other sets may be taken, for an argument only where it is not poison.
define i32 @half_set(i1 %c, i32 %x) {
entry:
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
  store i32 %x, ptr %a, align 4
  %y = call i32 @get()
  store i32 %y, ptr %b, align 4
  br label %join

join:                                             ; preds = %then, %entry
  %v = load i32, ptr %a, align 4
  %w = load i32, ptr %b, align 4
  %r = add i32 %v, %w
  ret i32 %r
}

; A switch with several edges to one block: the phi has a value for each.
define i32 @edges(i32 %x) {
entry:
  %a = alloca i32, align 4
  store i32 5, ptr %a, align 4
  switch i32 %x, label %other [
    i32 1, label %join
    i32 2, label %join
    i32 3, label %third
  ]

third:                                            ; preds = %entry
  store i32 %x, ptr %a, align 4
  br label %join

other:                                            ; preds = %entry
  store i32 9, ptr %a, align 4
  br label %join

join:                                             ; preds = %other, %third, %entry, %entry
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

; Code that nothing reaches gives poison.
define i32 @unreachable(i1 %c) {
entry:
  %a = alloca i32, align 4
  store i32 1, ptr %a, align 4
  br i1 %c, label %then, label %join

nowhere:                                          ; No predecessors!
  %d = load i32, ptr %a, align 4
  store i32 %d, ptr %a, align 4
  br label %join

then:                                             ; preds = %entry
  store i32 2, ptr %a, align 4
  br label %join

join:                                             ; preds = %then, %nowhere, %entry
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

; A name that is taken.
define i32 @names(i1 %c, i32 %a.0) {
entry:
  %a = alloca i32, align 4
  store i32 1, ptr %a, align 4
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
  store i32 %a.0, ptr %a, align 4
  br label %join

join:                                             ; preds = %then, %entry
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

declare void @use(i32)

declare i32 @get()
