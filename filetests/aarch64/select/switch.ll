; A dense switch of many cases is a jump table, of few a search.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; table:
; .LBB0_0:
; 	sub	w8, w0, #10
; 	cmp	w8, #12
; 	b.hi	.LBB0_12
; .LBB0_1:
; 	adrp	x9, .LJTI0_0
; 	add	x9, x9, #:lo12:.LJTI0_0
; 	ldrsw	x11, [x9, x8, lsl #2]
; 	add	x10, x9, x11
; 	br	x10
; .LBB0_2:
; 	mov	w0, wzr
; 	ret
; .LBB0_3:
; 	mov	w0, #46
; 	ret
; .LBB0_4:
; 	mov	w0, #170
; 	ret
; .LBB0_5:
; 	mov	w0, #53
; 	ret
; .LBB0_6:
; 	mov	w0, #43
; 	ret
; .LBB0_7:
; 	mov	w0, #148
; 	ret
; .LBB0_8:
; 	mov	w0, #122
; 	ret
; .LBB0_9:
; 	mov	w0, #125
; 	ret
; .LBB0_10:
; 	mov	w0, #37
; 	ret
; .LBB0_11:
; 	mov	w0, #81
; 	ret
; .LBB0_12:
; 	mov	w0, #-1
; 	ret
; .LBB0_13:
; 	mov	w0, #66
; 	ret
; .LBB0_14:
; 	mov	w0, #113
; 	ret
; .LBB0_15:
; 	mov	w0, #47
; 	ret
; .LJTI0_0:
; search:
; .LBB1_0:
; 	cmp	w0, #12
; 	b.ge	.LBB1_4
; .LBB1_1:
; 	cmp	w0, #10
; 	b.eq	.LBB1_8
; .LBB1_2:
; 	cmp	w0, #11
; 	b.ne	.LBB1_7
; .LBB1_3:
; 	mov	w0, #37
; 	ret
; .LBB1_4:
; 	cmp	w0, #12
; 	b.eq	.LBB1_9
; .LBB1_5:
; 	cmp	w0, #13
; 	b.ne	.LBB1_7
; .LBB1_6:
; 	mov	w0, #122
; 	ret
; .LBB1_7:
; 	mov	w0, #-1
; 	ret
; .LBB1_8:
; 	mov	w0, wzr
; 	ret
; .LBB1_9:
; 	mov	w0, #148
; 	ret

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
