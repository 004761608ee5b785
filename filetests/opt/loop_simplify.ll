; Loops get a block before them, one way back, and exits of their own.
; RUN: avarice opt -S -passes=loop-simplify -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; @label = constant ptr blockaddress(@unmovable, %head)
;
; declare i1 @flag()
;
; define i32 @all(i1 %c, i1 %d, i32 %a) {
; entry:
;   br i1 %c, label %before, label %0
;
; before:                                           ; preds = %entry
;   br i1 %d, label %0, label %done
;
; 0:                                                ; preds = %before, %entry
;   %1 = phi i32 [ 0, %entry ], [ 1, %before ]
;   br label %head
;
; head:                                             ; preds = %2, %0
;   %i = phi i32 [ %3, %2 ], [ %1, %0 ]
;   %next = add i32 %i, 1
;   %x = call i1 @flag()
;   br i1 %x, label %body, label %4
;
; body:                                             ; preds = %head
;   %y = call i1 @flag()
;   br i1 %y, label %2, label %other
;
; other:                                            ; preds = %body
;   %twice = mul i32 %i, 2
;   %z = call i1 @flag()
;   br i1 %z, label %2, label %4
;
; 2:                                                ; preds = %other, %body
;   %3 = phi i32 [ %next, %body ], [ %twice, %other ]
;   br label %head
;
; 4:                                                ; preds = %other, %head
;   %5 = phi i32 [ %i, %head ], [ %twice, %other ]
;   br label %done
;
; done:                                             ; preds = %4, %before
;   %r = phi i32 [ %a, %before ], [ %5, %4 ]
;   ret i32 %r
; }
;
; define void @nest() {
; entry:
;   br label %outer
;
; 0:                                                ; preds = %inner
;   br label %outer
;
; outer:                                            ; preds = %0, %entry
;   br label %inner
;
; inner:                                            ; preds = %inner, %outer
;   %x = call i1 @flag()
;   br i1 %x, label %inner, label %0
; }
;
; define void @unmovable(ptr %p) personality ptr @personality {
; entry:
;   indirectbr ptr %p, [label %head, label %done]
;
; head:                                             ; preds = %head, %entry
;   %r = invoke i1 @flag()
;           to label %head unwind label %pad
;
; pad:                                              ; preds = %head
;   %l = landingpad { ptr, i32 }
;           cleanup
;   ret void
;
; done:                                             ; preds = %entry
;   ret void
; }
;
; declare i32 @personality(...)

declare i1 @flag()

; Two ways in, two ways back, and exits that code besides the loop shares.
define i32 @all(i1 %c, i1 %d, i32 %a) {
entry:
  br i1 %c, label %before, label %head
before:
  br i1 %d, label %head, label %done
head:
  %i = phi i32 [ 0, %entry ], [ 1, %before ], [ %next, %body ], [ %twice, %other ]
  %next = add i32 %i, 1
  %x = call i1 @flag()
  br i1 %x, label %body, label %done
body:
  %y = call i1 @flag()
  br i1 %y, label %head, label %other
other:
  %twice = mul i32 %i, 2
  %z = call i1 @flag()
  br i1 %z, label %head, label %done
done:
  %r = phi i32 [ %a, %before ], [ %i, %head ], [ %twice, %other ]
  ret i32 %r
}

; The way out of the inner loop is the way back of the outer one.
define void @nest() {
entry:
  br label %outer
outer:
  br label %inner
inner:
  %x = call i1 @flag()
  br i1 %x, label %inner, label %outer
}

; Edges of indirect branches and of invokes stay.
define void @unmovable(ptr %p) personality ptr @personality {
entry:
  indirectbr ptr %p, [label %head, label %done]
head:
  %r = invoke i1 @flag() to label %head unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
done:
  ret void
}

@label = constant ptr blockaddress(@unmovable, %head)
declare i32 @personality(...)
