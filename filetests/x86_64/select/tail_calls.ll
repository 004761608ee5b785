; Which calls become jumps: those marked for it whose arguments and results are in their places already.
; The same calls become jumps in llc 19.1.7's code.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s

declare i32 @g(i32)
declare zeroext i8 @byte(i32)
declare i64 @long(i32)
declare void @none(i32)
declare { i64, i64 } @pair(i32)
declare i32 @variadic(ptr, ...)
declare i32 @many(i32, i32, i32, i32, i32, i32, i32, i64)
declare void @takes(ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-LABEL: plain:
; CHECK: jmp g@PLT
define i32 @plain(i32 %x) {
  %r = tail call i32 @g(i32 %x)
  ret i32 %r
}

; CHECK-LABEL: not_marked:
; CHECK: callq g@PLT
define i32 @not_marked(i32 %x) {
  %r = call i32 @g(i32 %x)
  ret i32 %r
}

; CHECK-LABEL: other_result:
; CHECK: callq g@PLT
define i32 @other_result(i32 %x) {
  %r = tail call i32 @g(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}

; CHECK-LABEL: store_after:
; CHECK: callq none@PLT
define void @store_after(ptr %p) {
  tail call void @none(i32 1)
  store i32 0, ptr %p
  ret void
}

; The part of the result that is in the same register.
; CHECK-LABEL: truncated:
; CHECK: jmp long@PLT
define i32 @truncated(i32 %x) {
  %r = tail call i64 @long(i32 %x)
  %s = trunc i64 %r to i32
  ret i32 %s
}

; CHECK-LABEL: first_of_two:
; CHECK: jmp pair@PLT
define i64 @first_of_two(i32 %x) {
  %r = tail call { i64, i64 } @pair(i32 %x)
  %s = extractvalue { i64, i64 } %r, 0
  ret i64 %s
}

; CHECK-LABEL: second_of_two:
; CHECK: callq pair@PLT
define i64 @second_of_two(i32 %x) {
  %r = tail call { i64, i64 } @pair(i32 %x)
  %s = extractvalue { i64, i64 } %r, 1
  ret i64 %s
}

; A caller who wants a zero-extended byte needs one.
; CHECK-LABEL: extended:
; CHECK: jmp byte@PLT
define zeroext i8 @extended(i32 %x) {
  %r = tail call zeroext i8 @byte(i32 %x)
  ret i8 %r
}

; CHECK-LABEL: not_extended:
; CHECK: callq byte@PLT
define zeroext i8 @not_extended(i32 %x) {
  %r = tail call i8 @byte(i32 %x)
  ret i8 %r
}

; CHECK-LABEL: ignored:
; CHECK: jmp g@PLT
define void @ignored(i32 %x) {
  %r = tail call i32 @g(i32 %x)
  ret void
}

; CHECK-LABEL: pointer:
; CHECK: jmpq *%rdi
define i32 @pointer(ptr %f, i32 %x) {
  %r = tail call i32 %f(ptr %f, i32 %x)
  ret i32 %r
}

; Registers that calls preserve are restored before the jump.
; CHECK-LABEL: saves:
; CHECK: callq g@PLT
; CHECK: popq %rbx
; CHECK-NEXT: .cfi_def_cfa_offset 8
; CHECK-NEXT: jmp none@PLT
define void @saves(i32 %x) {
  %r = call i32 @g(i32 %x)
  %s = add i32 %r, %x
  tail call void @none(i32 %s)
  ret void
}

; CHECK-LABEL: variadic_in_registers:
; CHECK: movb $1, %al
; CHECK-NEXT: jmp variadic@PLT
define i32 @variadic_in_registers(ptr %p, double %x) {
  %r = tail call i32 (ptr, ...) @variadic(ptr %p, double %x)
  ret i32 %r
}

; CHECK-LABEL: stack_in_place:
; CHECK: jmp many@PLT
define i32 @stack_in_place(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i64 %h) {
  %r = tail call i32 @many(i32 %b, i32 %a, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i64 %h)
  ret i32 %r
}

; CHECK-LABEL: stack_elsewhere:
; CHECK: callq many@PLT
define i32 @stack_elsewhere(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i64 %h) {
  %r = tail call i32 @many(i32 %b, i32 %a, i32 %c, i32 %d, i32 %e, i32 %g, i32 %f, i64 %h)
  ret i32 %r
}

; The address of the result has to be in RAX.
; CHECK-LABEL: result_in_memory:
; CHECK: callq takes@PLT
define void @result_in_memory(ptr sret([4 x i64]) %p) {
  tail call void @takes(ptr %p)
  ret void
}

; CHECK-LABEL: not_allowed:
; CHECK: callq g@PLT
define i32 @not_allowed(i32 %x) "disable-tail-calls"="true" {
  %r = tail call i32 @g(i32 %x)
  ret i32 %r
}

; A return that several branch to is copied to the calls.
; CHECK-LABEL: shared_return:
; CHECK: jmp g@PLT
; CHECK: jmp g@PLT
define i32 @shared_return(i32 %x, ptr %p) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  %r = tail call i32 @g(i32 5)
  br label %e
b:
  store i32 5, ptr %p
  %s = tail call i32 @g(i32 7)
  br label %e
e:
  %v = phi i32 [%r, %a], [%s, %b]
  ret i32 %v
}
