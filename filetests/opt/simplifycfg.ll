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
;   %0 = select i1 %c, i32 1, i32 2
;   ret i32 %0
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
;
; define i32 @threaded(i32 %a, i32 %b) {
; entry:
;   %c = icmp sgt i32 %a, 3
;   br i1 %c, label %rhs, label %no
;
; rhs:                                              ; preds = %entry
;   %d = icmp slt i32 %b, %a
;   br i1 %d, label %yes, label %no
;
; yes:                                              ; preds = %rhs
;   %y = call i32 @other(i32 1)
;   ret i32 %y
;
; no:                                               ; preds = %rhs, %entry
;   ret i32 0
; }
;
; define i32 @chosen(i32 %a, i32 %b) {
; entry:
;   %c = icmp sgt i32 %a, %b
;   %x = sub i32 %a, %b
;   %y = sub i32 %b, %a
;   %0 = select i1 %c, i32 %x, i32 %y
;   %z = icmp eq i32 %b, 0
;   br i1 %z, label %done, label %divide
;
; divide:                                           ; preds = %entry
;   %q = sdiv i32 %0, %b
;   br label %done
;
; done:                                             ; preds = %divide, %entry
;   %r = phi i32 [ %0, %entry ], [ %q, %divide ]
;   ret i32 %r
; }
;
; declare i32 @other(i32)

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

; What comes with a constant is led past the branch on it.
define i32 @threaded(i32 %a, i32 %b) {
entry:
  %c = icmp sgt i32 %a, 3
  br i1 %c, label %rhs, label %end
rhs:
  %d = icmp slt i32 %b, %a
  br label %end
end:
  %p = phi i1 [ false, %entry ], [ %d, %rhs ]
  br i1 %p, label %yes, label %no
yes:
  %y = call i32 @other(i32 1)
  ret i32 %y
no:
  ret i32 0
}

; Both arms are cheap; a division is not, and may go wrong.
define i32 @chosen(i32 %a, i32 %b) {
entry:
  %c = icmp sgt i32 %a, %b
  br i1 %c, label %then, label %else
then:
  %x = sub i32 %a, %b
  br label %join
else:
  %y = sub i32 %b, %a
  br label %join
join:
  %p = phi i32 [ %x, %then ], [ %y, %else ]
  %z = icmp eq i32 %b, 0
  br i1 %z, label %done, label %divide
divide:
  %q = sdiv i32 %p, %b
  br label %done
done:
  %r = phi i32 [ %p, %join ], [ %q, %divide ]
  ret i32 %r
}

declare i32 @other(i32)
