; Inline assembly: operands by constraints and letters, memory, immediates, tied operands, clobbers; its code in an
; object is that of the assembler.
; RUN: avarice compile %s -o %t.o
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v "^\s*\."
; OUTPUT:
; letters:                                // @letters
; // %bb.0:
; 	//APP
; 	rbit w0, w0
; 	dmb ish
; 	//NO_APP
; 	ret
;                                         // -- End function
; counter:                                // @counter
; // %bb.0:
; 	//APP
; 	mrs x0, cntvct_el0
; 	//NO_APP
; 	ret
;                                         // -- End function
; memory:                                 // @memory
; // %bb.0:
; 	//APP
; 	ldr x0, [x0]
; 	//NO_APP
; 	ret
;                                         // -- End function
; immediate:                              // @immediate
; // %bb.0:
; 	//APP
; 	add x0, x0, 16
; 	//NO_APP
; 	ret
;                                         // -- End function
; tied:                                   // @tied
; // %bb.0:
; 	mov	x8, #3                          // =0x3
; 	//APP
; 	lsr x0, x0, x8
; 	//NO_APP
; 	ret
;                                         // -- End function
; vectors:                                // @vectors
; // %bb.0:
; 	//APP
; 	add v0.4s, v0.4s, v0.4s
; 	//NO_APP
; 	//APP
; 	fneg d1, d1
; 	//NO_APP
; 	ret
;                                         // -- End function
; nothing:                                // @nothing
; // %bb.0:
; 	//APP
; 	//NO_APP
; 	//APP
; 	yield; nop
; 	//NO_APP
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define i32 @letters(i32 %x, i64 %y) {
  %r = call i32 asm "rbit ${0:w}, ${1:w}\0A\09dmb ish", "=r,r,~{memory}"(i32 %x)
  ret i32 %r
}

define i64 @counter() {
  %r = call i64 asm sideeffect "mrs $0, cntvct_el0", "=r"()
  ret i64 %r
}

define i64 @memory(ptr %p) {
  %r = call i64 asm "ldr $0, $1", "=r,*Q"(ptr elementtype(i64) %p)
  ret i64 %r
}

define i64 @immediate(i64 %x) {
  %r = call i64 asm "add $0, $1, $2", "=r,r,I"(i64 %x, i64 16)
  ret i64 %r
}

define i64 @tied(i64 %x) {
  %r = call i64 asm "lsr $0, $0, $2", "=r,0,r"(i64 %x, i64 3)
  ret i64 %r
}

define <4 x i32> @vectors(<4 x i32> %a, double %d) {
  %r = call <4 x i32> asm "add $0.4s, $1.4s, $1.4s", "=w,w"(<4 x i32> %a)
  %s = call double asm "fneg ${0:d}, ${1:d}", "=w,w,~{x9},~{v3},~{cc}"(double %d)
  ret <4 x i32> %r
}

define void @nothing() {
  call void asm sideeffect "", "~{memory}"()
  call void asm sideeffect "yield; nop", ""()
  ret void
}
