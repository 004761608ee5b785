; A jump into a frame would have to take return addresses off the shadow stack.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: llvm.eh.sjlj.* with module flag "cf-protection-return" in function `f`
;   --> %s:20:3
;    |
; 20 |   %r = call i32 @llvm.eh.sjlj.setjmp(ptr @buf)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: llvm.eh.sjlj.* with module flag "cf-protection-return" in function `g`
;   --> %s:24:3
;    |
; 24 |   call void @llvm.eh.sjlj.longjmp(ptr @buf)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

declare i32 @llvm.eh.sjlj.setjmp(ptr)
declare void @llvm.eh.sjlj.longjmp(ptr)
@buf = global [5 x ptr] zeroinitializer
define i32 @f() {
  %r = call i32 @llvm.eh.sjlj.setjmp(ptr @buf)
  ret i32 %r
}
define void @g() {
  call void @llvm.eh.sjlj.longjmp(ptr @buf)
  unreachable
}
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"cf-protection-return", i32 1}
