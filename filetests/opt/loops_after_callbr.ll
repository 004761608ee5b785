; A callbr defines its result at the very end of the block before the loop: nothing that needs it can be computed there.
; RUN: avarice opt -S -passes=licm -verify-each %s | FileCheck %s --check-prefixes=CHECK,LICM
; RUN: avarice opt -S -passes=indvars -verify-each %s | FileCheck %s
; RUN: avarice opt -S -passes=loop-rotate -verify-each %s | FileCheck %s --check-prefixes=CHECK,ROTATE
; RUN: avarice opt -S '-passes=default<O2>' -verify-each %s | FileCheck %s
; CHECK-LABEL: define i32 @invariant(
; CHECK:         %x = callbr i32 asm
; LICM:        loop:
; LICM:          %y = mul i32 %x, 3
define i32 @invariant(i32 %n) {
entry:
  %x = callbr i32 asm "nop", "=r"() to label %loop []
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %y = mul i32 %x, 3
  %z = add i32 %y, %i
  %t = xor i32 %s, %z
  %j = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %j, %x
  br i1 %c, label %loop, label %end
end:
  %r = sdiv i32 %i, 3
  %q = add i32 %t, %r
  ret i32 %q
}

; CHECK-LABEL: define void @asked_first(
; CHECK:         %x = callbr i32 asm
; ROTATE:      head:
; ROTATE:        %c = icmp slt i32 %i, %x
; ROTATE-NEXT:   br i1 %c
define void @asked_first(ptr %p) {
entry:
  %x = callbr i32 asm "nop", "=r"() to label %head []
head:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %c = icmp slt i32 %i, %x
  br i1 %c, label %body, label %end
body:
  store volatile i32 %i, ptr %p
  %j = add nuw nsw i32 %i, 1
  br label %head
end:
  ret void
}
