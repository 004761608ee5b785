; Switches keep the cases that occur; branches on undef have no successor, and an indirect branch to a known label
; only that. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=sccp %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @cases(i32 %x) {
; entry:
;   %a = and i32 %x, 3
;   switch i32 %a, label %default.unreachable [
;     i32 0, label %zero
;     i32 3, label %three
;     i32 1, label %one
;     i32 2, label %two
;   ]
;
; zero:                                             ; preds = %entry
;   ret i32 5
;
; one:                                              ; preds = %entry
;   ret i32 6
;
; two:                                              ; preds = %entry
;   ret i32 7
;
; three:                                            ; preds = %entry
;   ret i32 8
;
; default.unreachable:                              ; preds = %entry
;   unreachable
; }
;
; define i32 @one_case(i32 %x) {
; entry:
;   br label %three
;
; three:                                            ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %three
;   ret i32 1
; }
;
; define i32 @outside(i32 %x) {
; entry:
;   %a = or i32 %x, 16
;   switch i32 %a, label %rest [
;     i32 16, label %high
;   ]
;
; high:                                             ; preds = %entry
;   ret i32 2
;
; rest:                                             ; preds = %entry
;   ret i32 3
; }
;
; define i32 @of_undef() {
; entry:
;   unreachable
; }
;
; define i32 @to_label(i32 %x) {
; entry:
;   br label %two
;
; two:                                              ; preds = %entry
;   ret i32 2
; }

define i32 @cases(i32 %x) {
entry:
  %a = and i32 %x, 3
  switch i32 %a, label %rest [
    i32 0, label %zero
    i32 9, label %nine
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
  ]

zero:
  ret i32 5

one:
  ret i32 6

two:
  ret i32 7

three:
  ret i32 8

nine:
  ret i32 9

rest:
  ret i32 99
}

define i32 @one_case(i32 %x) {
entry:
  %a = add i32 2, 1
  switch i32 %a, label %rest [
    i32 3, label %three
    i32 4, label %four
  ]

three:
  br label %join

four:
  br label %join

rest:
  br label %join

join:
  %r = phi i32 [ 1, %three ], [ 2, %four ], [ %x, %rest ]
  ret i32 %r
}

define i32 @outside(i32 %x) {
entry:
  %a = or i32 %x, 16
  switch i32 %a, label %rest [
    i32 1, label %low
    i32 2, label %low
    i32 3, label %low
    i32 16, label %high
  ]

low:
  %p = phi i32 [ 1, %entry ], [ 1, %entry ], [ 1, %entry ]
  ret i32 %p

high:
  ret i32 2

rest:
  ret i32 3
}

define i32 @of_undef() {
entry:
  br i1 undef, label %left, label %right

left:
  ret i32 1

right:
  ret i32 2
}

define i32 @to_label(i32 %x) {
entry:
  indirectbr ptr blockaddress(@to_label, %two), [label %one, label %two]

one:
  ret i32 1

two:
  ret i32 2
}
