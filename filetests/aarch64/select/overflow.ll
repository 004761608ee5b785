; Branches and selects ask the flags of the operation that may overflow. Not so if somebody reads the number before.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; branch:                                 // @branch
; // %bb.0:
; 	adds	w0, w0, w1
; 	b.vs	.LBB0_2
; // %bb.1:                               // %no
; 	ret
; .LBB0_2:                                // %yes
; 	brk	#0x1
;                                         // -- End function
; choose:                                 // @choose
; // %bb.0:
; 	mov	x8, #77                         // =0x4d
; 	subs	x9, x0, x1
; 	csel	x0, x8, x9, lo
; 	ret
;                                         // -- End function
; product:                                // @product
; // %bb.0:
; 	umull	x8, w0, w1
; 	lsr	x9, x8, #32
; 	cmp	x9, #0
; 	csinv	w0, w8, wzr, eq
; 	ret
;                                         // -- End function
; only_the_flag:                          // @only_the_flag
; // %bb.0:
; 	cmp	x0, x1
; 	csel	x0, x0, x1, hs
; 	ret
;                                         // -- End function
; read_between:                           // @read_between
; // %bb.0:
; 	subs	x8, x0, x1
; 	mul	x8, x8, x0
; 	cset	w9, lo
; 	tst	w9, #0x1
; 	csel	x0, x1, x8, ne
; 	ret
;                                         // -- End function
; small:                                  // @small
; // %bb.0:
; 	sxtb	w8, w0
; 	sxtb	w9, w1
; 	add	w8, w8, w9
; 	cmp	w8, w8, sxtb
; 	cset	w0, ne
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)

define i32 @branch(i32 %a, i32 %b) {
  %p = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %v = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  call void @llvm.trap()
  unreachable
no:
  ret i32 %v
}

declare void @llvm.trap()

define i64 @choose(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %r = select i1 %o, i64 77, i64 %v
  ret i64 %r
}

define i32 @product(i32 %a, i32 %b) {
  %p = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %v = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  %r = select i1 %o, i32 -1, i32 %v
  ret i32 %r
}

define i64 @only_the_flag(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %o = extractvalue { i64, i1 } %p, 1
  %n = xor i1 %o, true
  %r = select i1 %n, i64 %a, i64 %b
  ret i64 %r
}

define i64 @read_between(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %m = mul i64 %v, %a
  %r = select i1 %o, i64 %b, i64 %m
  ret i64 %r
}

define i32 @small(i8 %a, i8 %b) {
  %p = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  %o = extractvalue { i8, i1 } %p, 1
  %r = zext i1 %o to i32
  ret i32 %r
}
