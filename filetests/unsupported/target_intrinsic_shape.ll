; Intrinsics of x86 with other results or fewer arguments than they have are refused.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o /dev/null
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: target intrinsic with a result that is not of two parts in function `counter`
;   --> %s:19:3
;    |
; 19 |   %r = call i64 @llvm.x86.rdtscp()
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
; error: unsupported: intrinsic llvm.x86.sse.comieq.ss with so few arguments in function `compared`
;   --> %s:24:3
;    |
; 24 |   %r = call i32 @llvm.x86.sse.comieq.ss(<4 x float> %a)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
declare i64 @llvm.x86.rdtscp()
declare i32 @llvm.x86.sse.comieq.ss(<4 x float>)

define i64 @counter(ptr %p) {
  %r = call i64 @llvm.x86.rdtscp()
  ret i64 %r
}

define i32 @compared(<4 x float> %a) {
  %r = call i32 @llvm.x86.sse.comieq.ss(<4 x float> %a)
  ret i32 %r
}
