; A dense switch of many cases is a jump table, of few a search.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; table:                                  // @table
; // %bb.0:
; 	sub	w8, w0, #10
; 	cmp	w8, #12
; 	b.hi	.LBB0_12
; // %bb.1:
; 	adrp	x9, .LJTI0_0
; 	add	x9, x9, :lo12:.LJTI0_0
; 	adr	x10, .LBB0_2
; 	ldrb	w11, [x9, x8]
; 	add	x10, x10, x11, lsl #2
; 	br	x10
; .LBB0_2:                                // %c0
; 	mov	w0, wzr
; 	ret
; .LBB0_3:                                // %c11
; 	mov	w0, #46                         // =0x2e
; 	ret
; .LBB0_4:                                // %c4
; 	mov	w0, #170                        // =0xaa
; 	ret
; .LBB0_5:                                // %c12
; 	mov	w0, #53                         // =0x35
; 	ret
; .LBB0_6:                                // %c9
; 	mov	w0, #43                         // =0x2b
; 	ret
; .LBB0_7:                                // %c2
; 	mov	w0, #148                        // =0x94
; 	ret
; .LBB0_8:                                // %c3
; 	mov	w0, #122                        // =0x7a
; 	ret
; .LBB0_9:                                // %c7
; 	mov	w0, #125                        // =0x7d
; 	ret
; .LBB0_10:                               // %c1
; 	mov	w0, #37                         // =0x25
; 	ret
; .LBB0_11:                               // %c5
; 	mov	w0, #81                         // =0x51
; 	ret
; .LBB0_12:                               // %d
; 	mov	w0, #-1                         // =0xffffffff
; 	ret
; .LBB0_13:                               // %c6
; 	mov	w0, #66                         // =0x42
; 	ret
; .LBB0_14:                               // %c10
; 	mov	w0, #113                        // =0x71
; 	ret
; .LBB0_15:                               // %c8
; 	mov	w0, #47                         // =0x2f
; 	ret
; .LJTI0_0:
;                                         // -- End function
; search:                                 // @search
; // %bb.0:
; 	cmp	w0, #11
; 	b.gt	.LBB1_4
; // %bb.1:
; 	cmp	w0, #10
; 	b.eq	.LBB1_8
; // %bb.2:
; 	cmp	w0, #11
; 	b.ne	.LBB1_7
; // %bb.3:                               // %c1
; 	mov	w0, #37                         // =0x25
; 	ret
; .LBB1_4:
; 	cmp	w0, #12
; 	b.eq	.LBB1_9
; // %bb.5:
; 	cmp	w0, #13
; 	b.ne	.LBB1_7
; // %bb.6:                               // %c3
; 	mov	w0, #122                        // =0x7a
; 	ret
; .LBB1_7:                                // %d
; 	mov	w0, #-1                         // =0xffffffff
; 	ret
; .LBB1_8:                                // %c0
; 	mov	w0, wzr
; 	ret
; .LBB1_9:                                // %c2
; 	mov	w0, #148                        // =0x94
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define i32 @table(i32 %v) {
  switch i32 %v, label %d [
    i32 10, label %c0
    i32 11, label %c1
    i32 12, label %c2
    i32 13, label %c3
    i32 14, label %c4
    i32 15, label %c5
    i32 16, label %c6
    i32 17, label %c7
    i32 18, label %c8
    i32 19, label %c9
    i32 20, label %c10
    i32 21, label %c11
    i32 22, label %c12
  ]
c0:
  ret i32 0
c1:
  ret i32 37
c2:
  ret i32 148
c3:
  ret i32 122
c4:
  ret i32 170
c5:
  ret i32 81
c6:
  ret i32 66
c7:
  ret i32 125
c8:
  ret i32 47
c9:
  ret i32 43
c10:
  ret i32 113
c11:
  ret i32 46
c12:
  ret i32 53
d:
  ret i32 -1
}

define i32 @search(i32 %v) {
  switch i32 %v, label %d [
    i32 10, label %c0
    i32 11, label %c1
    i32 12, label %c2
    i32 13, label %c3
  ]
c0:
  ret i32 0
c1:
  ret i32 37
c2:
  ret i32 148
c3:
  ret i32 122
d:
  ret i32 -1
}
