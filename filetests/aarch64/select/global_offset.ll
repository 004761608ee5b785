; A place in a global is an offset of its symbol, unless a block accesses several places, or is in a loop: then they
; share the address.
; RUN: avarice compile %s -o - | grep -v "^\s*\\."
; OUTPUT:
; one:                                    // @one
; // %bb.0:
; 	adrp	x8, array+12
; 	ldr	w0, [x8, :lo12:array+12]
; 	ret
;                                         // -- End function
; twice_the_same:                         // @twice_the_same
; // %bb.0:
; 	adrp	x8, array+12
; 	ldr	w9, [x8, :lo12:array+12]
; 	add	w9, w9, #1
; 	str	w9, [x8, :lo12:array+12]
; 	ret
;                                         // -- End function
; three:                                  // @three
; // %bb.0:
; 	adrp	x8, array
; 	add	x8, x8, :lo12:array
; 	ldr	w9, [x8, #12]
; 	ldr	w10, [x8, #32]
; 	ldr	w8, [x8, #48]
; 	mul	w9, w9, w10
; 	mul	w0, w9, w8
; 	ret
;                                         // -- End function
; refused:                                // @refused
; // %bb.0:
; 	adrp	x9, array
; 	add	x9, x9, :lo12:array
; 	adrp	x8, bytes
; 	add	x8, x8, :lo12:bytes
; 	add	x9, x9, #488, lsl #12           // =1998848
; 	ldr	w8, [x8, #4]
; 	ldr	w9, [x9, #1152]
; 	mul	w0, w8, w9
; 	ret
;                                         // -- End function
; rounds:                                 // @rounds
; // %bb.0:
; 	mov	w8, wzr
; 	adrp	x9, array
; 	add	x9, x9, :lo12:array
;                                         // =>This Inner Loop Header: Depth=1
; 	str	w8, [x9, #12]
; 	add	w8, w8, #1
; 	cmp	w8, w0
; 	b.lt	.LBB4_1
; // %bb.2:                               // %done
; 	ret
;                                         // -- End function
; array:
;
; bytes:
;

target triple = "aarch64-unknown-linux-gnu"

@array = dso_local global [16 x i32] zeroinitializer, align 4
@bytes = dso_local global [16 x i8] zeroinitializer, align 1

define i32 @one() {
  %a = load i32, ptr getelementptr (i8, ptr @array, i64 12)
  ret i32 %a
}

define void @twice_the_same() {
  %a = load i32, ptr getelementptr (i8, ptr @array, i64 12)
  %b = add i32 %a, 1
  store i32 %b, ptr getelementptr (i8, ptr @array, i64 12)
  ret void
}

define i32 @three() {
  %a = load i32, ptr getelementptr (i8, ptr @array, i64 12)
  %b = load i32, ptr getelementptr (i8, ptr @array, i64 32)
  %c = load i32, ptr getelementptr (i8, ptr @array, i64 48)
  %d = mul i32 %a, %b
  %e = mul i32 %d, %c
  ret i32 %e
}

; The alignment is not enough, or the place is too far from the symbol.
define i32 @refused() {
  %a = load i32, ptr getelementptr (i8, ptr @bytes, i64 4)
  %b = load i32, ptr getelementptr (i8, ptr @array, i64 2000000)
  %d = mul i32 %a, %b
  ret i32 %d
}

define void @rounds(i32 %n) {
  br label %next
next:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  store i32 %i, ptr getelementptr (i8, ptr @array, i64 12)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %next, label %done
done:
  ret void
}
