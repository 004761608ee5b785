; RUN: avarice opt -passes=mem2rag %s
; EXIT: 1
; OUTPUT(stderr):
; error: -passes: unknown pass 'mem2rag'; did you mean 'mem2reg'?
; note: -print-passes lists the passes

; RUN: avarice opt -passes=dce -debug-only=nothing %s
; EXIT: 1
; OUTPUT(stderr):
; error: unknown pass 'nothing' in -debug-only

define void @f() {
  ret void
}
