; Variadic functions, calls that end a function, thread-local variables.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\\."
; OUTPUT:
; start:                                  // @start
; // %bb.0:
; 	stp	q1, q2, [sp, #-160]!
; 	add	x8, sp, #160
; 	add	x9, sp, #160
; 	stp	q3, q4, [sp, #32]
; 	stp	q5, q6, [sp, #64]
; 	str	q7, [sp, #96]
; 	stp	x2, x3, [sp, #112]
; 	stp	x4, x5, [sp, #128]
; 	stp	x6, x7, [sp, #144]
; 	stp	x8, x9, [x1]
; 	add	x8, sp, #112
; 	mov	w9, #-48                        // =0xffffffd0
; 	str	x8, [x1, #16]
; 	mov	w8, #-112                       // =0xffffff90
; 	stp	w9, w8, [x1, #24]
; 	add	sp, sp, #160
; 	ret
;                                         // -- End function
; copy:                                   // @copy
; // %bb.0:
; 	ldp	q0, q1, [x1]
; 	stp	q0, q1, [x0]
; 	ret
;                                         // -- End function
; jump:                                   // @jump
; // %bb.0:
; 	mov	w1, #1                          // =0x1
; 	b	callee
;                                         // -- End function
; jump_to_pointer:                        // @jump_to_pointer
; // %bb.0:
; 	br	x0
;                                         // -- End function
; thread:                                 // @thread
; // %bb.0:
; 	mrs	x8, TPIDR_EL0
; 	adrp	x10, :gottprel:outer
; 	add	x9, x8, :tprel_hi12:local
; 	ldr	x10, [x10, :gottprel_lo12:outer]
; 	add	x9, x9, :tprel_lo12_nc:local
; 	ldr	w9, [x9]
; 	ldr	w8, [x8, x10]
; 	add	w0, w9, w8
; 	ret
;                                         // -- End function
; local:
;

target triple = "aarch64-unknown-linux-gnu"

@local = internal thread_local global i32 0
@outer = external thread_local global i32

define void @start(i32 %n, double %d, ptr %list, ...) {
  call void @llvm.va_start.p0(ptr %list)
  ret void
}

define void @copy(ptr %to, ptr %from) {
  call void @llvm.va_copy.p0(ptr %to, ptr %from)
  ret void
}

define i32 @jump(i32 %x) {
  %r = tail call i32 @callee(i32 %x, i32 1)
  ret i32 %r
}

define void @jump_to_pointer(ptr %f) {
  tail call void %f()
  ret void
}

define i32 @thread() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @local)
  %q = call ptr @llvm.threadlocal.address.p0(ptr @outer)
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %r = add i32 %a, %b
  ret i32 %r
}

declare i32 @callee(i32, i32)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
