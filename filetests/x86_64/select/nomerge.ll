; Calls that are not to be merged with others say so, jumps too, by themselves or by the function that they name.
; RUN: avarice compile %s -stop-after=finalize-isel -o - | grep -o -e '^ *nomerge [A-Za-z0-9]*' -e '^ *CALL64[a-z0-9]*' -e '^ *BL[R ]*'
; OUTPUT:
;     nomerge CALL64pcrel32
;     nomerge CALL64pcrel32
;     nomerge CALL64pcrel32
;     nomerge CALL64r
;     CALL64pcrel32
;     nomerge TCRETURNdi64

declare void @abort_here() noreturn
declare void @log() nomerge
declare void @plain()
define void @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @abort_here() nomerge
  unreachable
b:
  call void @abort_here() nomerge
  unreachable
}
define void @g(ptr %p) {
  call void @log()
  call void %p() nomerge
  call void @plain()
  tail call void @log()
  ret void
}
