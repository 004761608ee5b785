; Calls of a profiler where functions begin and return, after inlining: with the function and where it returns to, or
; without arguments, as the name of what is called says. A call that must be a jump stays the last thing.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB'
; OUTPUT:
; recorded:                               // @recorded
; // %bb.0:
; 	str	x30, [sp, #-32]!                // 8-byte Folded Spill
; 	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
; 	mov	x19, x30
; 	hint	#7
; 	adrp	x8, :got:recorded
; 	ldr	x8, [x8, :got_lo12:recorded]
; 	mov	w20, w0
; 	mov	x0, x8
; 	mov	x1, x30
; 	bl	__cyg_profile_func_enter
; 	mov	x30, x19
; 	cbz	w20, .LBB0_2
; // %bb.1:                               // %b
; 	hint	#7
; 	adrp	x0, :got:recorded
; 	mul	w19, w20, w20
; 	ldr	x0, [x0, :got_lo12:recorded]
; 	mov	x1, x30
; 	bl	__cyg_profile_func_exit
; 	mov	w0, w19
; 	b	.LBB0_3
; 	hint	#7
; 	adrp	x0, :got:recorded
; 	ldr	x0, [x0, :got_lo12:recorded]
; 	mov	x1, x30
; 	bl	__cyg_profile_func_exit
; 	mov	w0, #1                          // =0x1
; 	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
; 	ldr	x30, [sp], #32                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; counted:                                // @counted
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	mcount
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; counted_by_name:                        // @counted_by_name
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	_mcount
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; bare:                                   // @bare
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	__cyg_profile_func_enter_bare
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; jumps:                                  // @jumps
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	hint	#7
; 	adrp	x0, :got:jumps
; 	ldr	x0, [x0, :got_lo12:jumps]
; 	mov	x1, x30
; 	bl	__cyg_profile_func_exit
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	b	bare
;                                         // -- End function
; empty:                                  // @empty
; // %bb.0:
; 	ret
;                                         // -- End function

define i32 @recorded(i32 %x) "instrument-function-entry-inlined"="__cyg_profile_func_enter" "instrument-function-exit-inlined"="__cyg_profile_func_exit" {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  %y = mul i32 %x, %x
  ret i32 %y
}

define void @counted() "instrument-function-entry-inlined"="mcount" {
  ret void
}

define void @counted_by_name() "instrument-function-entry-inlined"="\01_mcount" {
  ret void
}

define void @bare() "instrument-function-entry-inlined"="__cyg_profile_func_enter_bare" {
  ret void
}

define void @jumps() "instrument-function-exit-inlined"="__cyg_profile_func_exit" {
  musttail call void @bare()
  ret void
}

; This is not instrumented.
define void @empty() "instrument-function-entry-inlined"="" "instrument-function-entry"="mcount" {
  ret void
}
