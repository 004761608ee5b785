; What a pointer becomes for the next round is what accesses behind it are relative to: one register for both, and the
; addition is part of an access.
; RUN: avarice compile %s -o - | grep -v -e "^[[:space:]][.]" -e "^[.]Lfunc"
; OUTPUT:
; stack_machine:                          // @stack_machine
; // %bb.0:
; .LBB0_1:                                // %next
;                                         // =>This Inner Loop Header: Depth=1
; 	sub	x0, x0, #4
; 	ldp	w9, w8, [x0, #-4]
; 	cmp	x0, x1
; 	mul	w8, w8, w9
; 	stur	w8, [x0, #-4]
; 	b.ne	.LBB0_1
; // %bb.2:                               // %done
; 	ret
;                                         // -- End function
; upwards:                                // @upwards
; // %bb.0:
; .LBB1_1:                                // %next
;                                         // =>This Inner Loop Header: Depth=1
; 	ldr	x8, [x0]
; 	neg	x8, x8
; 	str	x8, [x0], #8
; 	cmp	x0, x1
; 	b.ne	.LBB1_1
; // %bb.2:                               // %done
; 	ret
;                                         // -- End function
; both:                                   // @both
; // %bb.0:
; 	ldr	x8, [x0, #8]
; 	str	x8, [x1]
; 	ldr	x8, [x0, #8]
; 	str	x8, [x0]
; 	ret
;                                         // -- End function

target triple = "aarch64-unknown-linux-gnu"

define void @stack_machine(ptr %top, ptr %end) {
  br label %next
next:
  %p = phi ptr [ %top, %0 ], [ %q, %next ]
  %q = getelementptr i8, ptr %p, i64 -4
  %a = load i32, ptr %q
  %below = getelementptr i8, ptr %p, i64 -8
  %b = load i32, ptr %below
  %s = mul i32 %a, %b
  store i32 %s, ptr %below
  %more = icmp ne ptr %q, %end
  br i1 %more, label %next, label %done
done:
  ret void
}

define void @upwards(ptr %from, ptr %end) {
  br label %next
next:
  %p = phi ptr [ %from, %0 ], [ %q, %next ]
  %a = load i64, ptr %p
  %n = sub i64 0, %a
  store i64 %n, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  %more = icmp ne ptr %q, %end
  br i1 %more, label %next, label %done
done:
  ret void
}

; The old pointer lives on too.
define ptr @both(ptr %from, ptr %end) {
  %q = getelementptr i8, ptr %from, i64 8
  %a = load i64, ptr %q
  store i64 %a, ptr %end
  br label %rest
rest:
  %d = load i64, ptr %q
  store i64 %d, ptr %from
  ret ptr %from
}
