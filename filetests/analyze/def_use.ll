; Both directions of the chains. A value's list has its newest use first; an instruction may use a value twice. Constants
; have lists too.
; RUN: avarice analyze def-use %s
; OUTPUT:
; Function: add
; def-use:
; %start = alloca i32, align 4
;   operand 0 of %tmp = load i32, ptr %start, align 4
;   operand 1 of store i32 10, ptr %start, align 4
; %end = alloca i32, align 4
;   operand 0 of %tmp1 = load i32, ptr %end, align 4
;   operand 1 of store i32 10, ptr %end, align 4
; %tmp = load i32, ptr %start, align 4
;   operand 0 of %add = add nsw i32 %tmp, %tmp1
; %tmp1 = load i32, ptr %end, align 4
;   operand 1 of %add = add nsw i32 %tmp, %tmp1
; %add = add nsw i32 %tmp, %tmp1
;   operand 1 of %twice = mul i32 %add, %add
;   operand 0 of %twice = mul i32 %add, %add
; %twice = mul i32 %add, %add
;   operand 0 of ret i32 %twice
; i32 1
;   operand 0 of %end = alloca i32, align 4
;   operand 0 of %start = alloca i32, align 4
; i32 10
;   operand 0 of store i32 10, ptr %end, align 4
;   operand 0 of store i32 10, ptr %start, align 4
; use-def:
; %start = alloca i32, align 4
;   operand 0 is i32 1
; %end = alloca i32, align 4
;   operand 0 is i32 1
; store i32 10, ptr %start, align 4
;   operand 0 is i32 10
;   operand 1 is %start = alloca i32, align 4
; store i32 10, ptr %end, align 4
;   operand 0 is i32 10
;   operand 1 is %end = alloca i32, align 4
; %tmp = load i32, ptr %start, align 4
;   operand 0 is %start = alloca i32, align 4
; %tmp1 = load i32, ptr %end, align 4
;   operand 0 is %end = alloca i32, align 4
; %add = add nsw i32 %tmp, %tmp1
;   operand 0 is %tmp = load i32, ptr %start, align 4
;   operand 1 is %tmp1 = load i32, ptr %end, align 4
; %twice = mul i32 %add, %add
;   operand 0 is %add = add nsw i32 %tmp, %tmp1
;   operand 1 is %add = add nsw i32 %tmp, %tmp1
; ret i32 %twice
;   operand 0 is %twice = mul i32 %add, %add

define i32 @add() {
  %start = alloca i32, align 4
  %end = alloca i32, align 4
  store i32 10, ptr %start
  store i32 10, ptr %end
  %tmp = load i32, ptr %start
  %tmp1 = load i32, ptr %end
  %add = add nsw i32 %tmp, %tmp1
  %twice = mul i32 %add, %add
  ret i32 %twice
}
