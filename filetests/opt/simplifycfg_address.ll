; A block that nothing reaches but whose address is taken stays, and nothing goes on from it.
; RUN: avarice opt -S -passes=simplifycfg -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; @block = global ptr blockaddress(@f, %taken)
;
; define i32 @f(i32 %x) {
; entry:
;   ret i32 %x
;
; taken:                                            ; No predecessors!
;   unreachable
; }
@block = global ptr blockaddress(@f, %taken)

define i32 @f(i32 %x) {
entry:
  ret i32 %x

taken:
  %y = add i32 %x, 1
  br label %loop

loop:
  %i = phi i32 [ %y, %taken ], [ %n, %loop ]
  %n = add i32 %i, 1
  %c = icmp slt i32 %n, 10
  br i1 %c, label %loop, label %end

end:
  ret i32 %n
}
