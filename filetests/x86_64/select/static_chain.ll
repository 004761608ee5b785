; Static chains (nest) have a register of their own; inreg changes nothing, but where memory for a result is.
; Registers are those of llc 19.1.7.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; takes_chain:                            # @takes_chain
; # %bb.0:
; 	movq	%rsi, %rax
; 	addq	(%r10), %rax
; 	retq
;                                         # -- End function
; passes_chain:                           # @passes_chain
; # %bb.0:
; 	pushq	%rax
; 	movq	%rdi, %rax
; 	movl	$7, %edi
; 	movq	%rsi, %r10
; 	callq	*%rax
; 	popq	%rax
; 	retq
;                                         # -- End function
; jumps_with_chain:                       # @jumps_with_chain
; # %bb.0:
; 	movq	%rdi, %r10
; 	movl	$1, %edi
; 	movl	$7, %esi
; 	jmp	takes_chain@PLT                 # TAILCALL
;                                         # -- End function
; in_registers:                           # @in_registers
; # %bb.0:
; 	movq	%rdi, %rax
; 	addq	(%rsi), %rax
; 	retq
;                                         # -- End function
; passes_in_registers:                    # @passes_in_registers
; # %bb.0:
; 	pushq	%rax
; 	movl	$5, %edi
; 	callq	external@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; returns_memory:                         # @returns_memory
; # %bb.0:
; 	movq	%rdi, %rax
; 	movq	$1, (%rdi)
; 	retq
;                                         # -- End function
; asks_for_memory:                        # @asks_for_memory
; # %bb.0:
; 	pushq	%rax
; 	callq	makes_memory@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function

; The static chain.
define i64 @takes_chain(i64 %x, ptr nest %chain, i64 %y) {
  %v = load i64, ptr %chain
  %r = add i64 %v, %y
  ret i64 %r
}

define void @passes_chain(double %d, ptr %f, ptr %n) {
  call void %f(double %d, ptr nest %n, i64 7)
  ret void
}

define i64 @jumps_with_chain(ptr %n) {
  %r = tail call i64 @takes_chain(i64 1, ptr nest %n, i64 7)
  ret i64 %r
}

; In registers as without the word.
define i64 @in_registers(i64 inreg %x, ptr inreg %p) {
  %v = load i64, ptr %p
  %r = add i64 %v, %x
  ret i64 %r
}

declare void @external(i64 inreg, double inreg)

define void @passes_in_registers(double %d) {
  call void @external(i64 inreg 5, double inreg %d)
  ret void
}

%pair = type { i64, i64 }

; AArch64 has a register for such pointers, but not with the word.
define void @returns_memory(ptr inreg sret(%pair) %p) {
  store i64 1, ptr %p
  ret void
}

declare void @makes_memory(ptr inreg sret(%pair))

define void @asks_for_memory(ptr %p) {
  call void @makes_memory(ptr inreg sret(%pair) %p)
  ret void
}
