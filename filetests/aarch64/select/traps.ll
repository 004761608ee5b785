; A trap of a check has the number of the check in its operands. A trap that names a function is a call of it, with that
; number as its argument; the call may return.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB'
; OUTPUT:
; check:                                  // @check
; // %bb.0:
; 	brk	#0x550c
;                                         // -- End function
; last_check:                             // @last_check
; // %bb.0:
; 	brk	#0x55ff
;                                         // -- End function
; called_check:                           // @called_check
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	mov	w0, #12                         // =0xc
; 	bl	report
;                                         // -- End function
; called_trap:                            // @called_trap
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	stop
;                                         // -- End function
; called_debug_trap:                      // @called_debug_trap
; // %bb.0:
; 	str	x30, [sp, #-16]!                // 8-byte Folded Spill
; 	bl	stop
; 	ldr	x30, [sp], #16                  // 8-byte Folded Reload
; 	ret
;                                         // -- End function
; nameless:                               // @nameless
; // %bb.0:
; 	brk	#0x1
;                                         // -- End function

declare void @llvm.ubsantrap(i8 immarg)
declare void @llvm.trap()
declare void @llvm.debugtrap()

define void @check() {
  call void @llvm.ubsantrap(i8 12)
  unreachable
}

define void @last_check() {
  call void @llvm.ubsantrap(i8 255)
  unreachable
}

define void @called_check() {
  call void @llvm.ubsantrap(i8 12) "trap-func-name"="report"
  unreachable
}

define void @called_trap() {
  call void @llvm.trap() #0
  unreachable
}

define void @called_debug_trap() {
  call void @llvm.debugtrap() #0
  ret void
}

; No name is the usual trap; so is a name on the declaration alone.
define void @nameless() {
  call void @llvm.trap() "trap-func-name"=""
  unreachable
}

attributes #0 = { "trap-func-name"="stop" }
