; Allocations that are executed have objects without size, in the order of the code, whose alignment counts for the frame.
; The expected output is that of llc 19.1.7.
; RUN: avarice compile %s -verify-machineinstrs -stop-after=finalize-isel -o - | sed -n '/^stack:/,/^entry_values/p'
; OUTPUT:
; stack:
;   - { id: 0, name: a, type: variable-sized, offset: 0, alignment: 1, stack-id: default, 
;       callee-saved-register: '', callee-saved-restored: true, debug-info-variable: '', 
;       debug-info-expression: '', debug-info-location: '' }
;   - { id: 1, name: b, type: default, offset: 0, size: 32, alignment: 32, 
;       stack-id: default, callee-saved-register: '', callee-saved-restored: true, 
;       debug-info-variable: '', debug-info-expression: '', debug-info-location: '' }
;   - { id: 2, name: d, type: variable-sized, offset: 0, alignment: 64, stack-id: default, 
;       callee-saved-register: '', callee-saved-restored: true, debug-info-variable: '', 
;       debug-info-expression: '', debug-info-location: '' }
; entry_values:    []

target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr, ptr)

define void @f(i64 %n, i1 %c) {
entry:
  %a = alloca i8, i64 %n
  %b = alloca [4 x i64], align 32
  call void @use(ptr %a, ptr %b)
  br i1 %c, label %more, label %end
more:
  %d = alloca i32, i64 7, align 64
  call void @use(ptr %d, ptr %b)
  br label %end
end:
  ret void
}
