; Fewer blocks and branches.
; RUN: avarice opt -S -passes=simplifycfg -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; @label = constant ptr blockaddress(@taken, %target)
;
; define i32 @decided(i32 %x) {
; entry:
;   ret i32 %x
; }
;
; define i32 @empty_block(i1 %c) {
; entry:
;   br i1 %c, label %join, label %else
;
; else:                                             ; preds = %entry
;   call void @effect()
;   br label %join
;
; join:                                             ; preds = %else, %entry
;   %p = phi i32 [ 2, %else ], [ 1, %entry ]
;   ret i32 %p
; }
;
; define i32 @ambiguous(i1 %c) {
; entry:
;   br i1 %c, label %then, label %join
;
; then:                                             ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %then, %entry
;   %p = phi i32 [ 1, %then ], [ 2, %entry ]
;   ret i32 %p
; }
;
; define i32 @undefined_way(i1 %c) {
; entry:
;   ret i32 4
; }
;
; define i32 @taken(ptr %p) {
; entry:
;   indirectbr ptr %p, [label %target]
;
; target:                                           ; preds = %entry
;   ret i32 1
; }
;
; define void @endless() {
; entry:
;   br label %a
;
; a:                                                ; preds = %a, %entry
;   br label %a
; }
;
; declare void @effect()

@label = constant ptr blockaddress(@taken, %target)

define i32 @decided(i32 %x) {
entry:
  br i1 true, label %a, label %b

a:                                                ; preds = %entry
  switch i32 3, label %c [
    i32 2, label %b
    i32 3, label %d
  ]

b:                                                ; preds = %a, %entry
  br label %d

c:                                                ; preds = %a
  br label %d

d:                                                ; preds = %c, %b, %a
  %p = phi i32 [ %x, %a ], [ 1, %b ], [ 2, %c ]
  ret i32 %p
}

define i32 @empty_block(i1 %c) {
entry:
  br i1 %c, label %then, label %else

then:                                             ; preds = %entry
  br label %join

else:                                             ; preds = %entry
  call void @effect()
  br label %join

join:                                             ; preds = %else, %then
  %p = phi i32 [ 1, %then ], [ 2, %else ]
  ret i32 %p
}

; The two edges would bring two values.
define i32 @ambiguous(i1 %c) {
entry:
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
  br label %join

join:                                             ; preds = %then, %entry
  %p = phi i32 [ 1, %then ], [ 2, %entry ]
  ret i32 %p
}

define i32 @undefined_way(i1 %c) {
entry:
  br i1 %c, label %never, label %always

never:                                            ; preds = %entry
  unreachable

always:                                           ; preds = %entry
  ret i32 4
}

define i32 @taken(ptr %p) {
entry:
  indirectbr ptr %p, [label %target]

target:                                           ; preds = %entry
  br label %exit

exit:                                             ; preds = %target
  ret i32 1
}

define void @endless() {
entry:
  br label %a

a:                                                ; preds = %b, %entry
  br label %b

b:                                                ; preds = %a
  br label %a
}

declare void @effect()
