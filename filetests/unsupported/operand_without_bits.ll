; An intrinsic of the target that is declared with other types than it has is refused.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: operand without any bits in function `variable`
;   --> %s:15:3
;    |
; 15 |   %z = call i32 @llvm.x86.sse41.ptestz({} %c, {} %c)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
declare i32 @llvm.x86.sse41.ptestz({}, {})

attributes #0 = { "target-features"="+sse4.1" }

define i32 @variable({} %c) #0 {
  %z = call i32 @llvm.x86.sse41.ptestz({} %c, {} %c)
  ret i32 %z
}
