; Volatile accesses stay: none is dropped, merged, or moved across another.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; loads_whose_values_are_unused:          # @loads_whose_values_are_unused
; # %bb.0:
; 	movl	(%rdi), %eax
; 	movl	(%rdi), %eax
; 	retq
;                                         # -- End function
; stores_that_are_overwritten:            # @stores_that_are_overwritten
; # %bb.0:
; 	movb	$1, (%rdi)
; 	movb	$2, (%rdi)
; 	retq
;                                         # -- End function
; in_order:                               # @in_order
; # %bb.0:
; 	movl	(%rdi), %ecx
; 	movl	(%rsi), %eax
; 	subl	%ecx, %eax
; 	retq
;                                         # -- End function
; unused_load_is_dropped:                 # @unused_load_is_dropped
; # %bb.0:
; 	retq
;                                         # -- End function

define void @loads_whose_values_are_unused(ptr %p) {
  %a = load volatile i32, ptr %p
  %b = load volatile i32, ptr %p
  ret void
}

define void @stores_that_are_overwritten(ptr %p) {
  store volatile i8 1, ptr %p
  store volatile i8 2, ptr %p
  ret void
}

define i32 @in_order(ptr %p, ptr %q) {
  %a = load volatile i32, ptr %p
  %b = load volatile i32, ptr %q
  %r = sub i32 %b, %a
  ret i32 %r
}

define void @unused_load_is_dropped(ptr %p) {
  %a = load i32, ptr %p
  ret void
}
