; What one execution used of what is live: with 1 and 2 the body of the loop runs once and %error is never reached, so
; that %from is live around the loop, but not used there.
; RUN: avarice analyze liveness --no-trace --dynamic --function sum --args 1,2 %s
; OUTPUT:
; Function: sum
; Basic blocks: 6
; BitVec map:
; 0 i32 %a
; 1 i32 %b
; 2 %again = load i32, ptr %from, align 4
; 3 %i3 = load i32, ptr %i, align 4
; 4 %i4 = add nsw i32 %i3, 1
; 5 %large = icmp sgt i32 %i4, 100
; 6 %i2 = load i32, ptr %i, align 4
; 7 %res1 = load i32, ptr %res, align 4
; 8 %res2 = mul nsw i32 %res1, %i2
; 9 %res3 = load i32, ptr %res, align 4
; 10 %i1 = load i32, ptr %i, align 4
; 11 %to1 = load i32, ptr %to, align 4
; 12 %more = icmp slt i32 %i1, %to1
; 13 %from = alloca i32, align 4
; 14 %to = alloca i32, align 4
; 15 %i = alloca i32, align 4
; 16 %res = alloca i32, align 4
; 17 %first = load i32, ptr %from, align 4
; Basic Block: %error
; defs:
; 2 %again = load i32, ptr %from, align 4
; uses:
; 13 %from = alloca i32, align 4
; ================
; Basic Block: %step
; defs:
; 3 %i3 = load i32, ptr %i, align 4
; 4 %i4 = add nsw i32 %i3, 1
; 5 %large = icmp sgt i32 %i4, 100
; uses:
; 15 %i = alloca i32, align 4
; ================
; Basic Block: %body
; defs:
; 6 %i2 = load i32, ptr %i, align 4
; 7 %res1 = load i32, ptr %res, align 4
; 8 %res2 = mul nsw i32 %res1, %i2
; uses:
; 15 %i = alloca i32, align 4
; 16 %res = alloca i32, align 4
; ================
; Basic Block: %end
; defs:
; 9 %res3 = load i32, ptr %res, align 4
; uses:
; 16 %res = alloca i32, align 4
; ================
; Basic Block: %loop
; defs:
; 10 %i1 = load i32, ptr %i, align 4
; 11 %to1 = load i32, ptr %to, align 4
; 12 %more = icmp slt i32 %i1, %to1
; uses:
; 14 %to = alloca i32, align 4
; 15 %i = alloca i32, align 4
; ================
; Basic Block: %entry
; defs:
; 13 %from = alloca i32, align 4
; 14 %to = alloca i32, align 4
; 15 %i = alloca i32, align 4
; 16 %res = alloca i32, align 4
; 17 %first = load i32, ptr %from, align 4
; uses:
; 0 i32 %a
; 1 i32 %b
; ================
; ================== result ==================
; Basic Block: %error
; IN for bb:
; 13
; OUT for bb:
;
; Basic Block: %step
; IN for bb:
; 13 14 15 16
; OUT for bb:
; 13 14 15 16
; Basic Block: %body
; IN for bb:
; 13 14 15 16
; OUT for bb:
; 13 14 15 16
; Basic Block: %end
; IN for bb:
; 16
; OUT for bb:
;
; Basic Block: %loop
; IN for bb:
; 13 14 15 16
; OUT for bb:
; 13 14 15 16
; Basic Block: %entry
; IN for bb:
; 0 1
; OUT for bb:
; 13 14 15 16
; Live Variables:
; 0 i32 %a
; 1 i32 %b
; 13 %from = alloca i32, align 4
; 14 %to = alloca i32, align 4
; 15 %i = alloca i32, align 4
; 16 %res = alloca i32, align 4
; ================== dynamic ==================
; sum(1, 2) returned 1 after 30 steps
; Basic Block: %error, visits: 0
; Basic Block: %step, visits: 1
; IN, used later:
; 14 15 16
; IN, live but not used in this run:
; 13
; OUT, used later:
; 14 15 16
; OUT, live but not used in this run:
; 13
; Basic Block: %body, visits: 1
; IN, used later:
; 14 15 16
; IN, live but not used in this run:
; 13
; OUT, used later:
; 14 15 16
; OUT, live but not used in this run:
; 13
; Basic Block: %end, visits: 1
; IN, used later:
; 16
; IN, live but not used in this run:
;
; OUT, used later:
;
; OUT, live but not used in this run:
;
; Basic Block: %loop, visits: 2
; IN, used later:
; 14 15 16
; IN, live but not used in this run:
; 13
; OUT, used later:
; 14 15 16
; OUT, live but not used in this run:
; 13
; Basic Block: %entry, visits: 1
; IN, used later:
; 0 1
; IN, live but not used in this run:
;
; OUT, used later:
; 14 15 16
; OUT, live but not used in this run:
; 13

; Without arguments main is run; the steps of a program are limited.
; RUN: avarice analyze liveness --no-trace --dynamic %s | FileCheck %s -check-prefix=MAIN
; MAIN-DAG: main() returned 24 after {{[0-9]+}} steps
; MAIN-DAG: output: sum(1, 5) = 24
; RUN: avarice analyze liveness --no-trace --dynamic --steps 20 %s | FileCheck %s -check-prefix=STOPPED
; STOPPED:  main() was stopped after 20 steps

@line = private constant [19 x i8] c"sum(%i, %i) = %ld\0A\00"

declare i32 @printf(ptr, ...)

define i32 @sum(i32 %a, i32 %b) {
entry:
  %from = alloca i32
  %to = alloca i32
  %i = alloca i32
  %res = alloca i32
  store i32 %a, ptr %from
  store i32 %b, ptr %to
  store i32 1, ptr %res
  %first = load i32, ptr %from
  store i32 %first, ptr %i
  br label %loop

loop:
  %i1 = load i32, ptr %i
  %to1 = load i32, ptr %to
  %more = icmp slt i32 %i1, %to1
  br i1 %more, label %body, label %end

body:
  %i2 = load i32, ptr %i
  %res1 = load i32, ptr %res
  %res2 = mul nsw i32 %res1, %i2
  store i32 %res2, ptr %res
  br label %step

step:
  %i3 = load i32, ptr %i
  %i4 = add nsw i32 %i3, 1
  store i32 %i4, ptr %i
  %large = icmp sgt i32 %i4, 100
  br i1 %large, label %error, label %loop

error:
  %again = load i32, ptr %from
  ret i32 %again

end:
  %res3 = load i32, ptr %res
  ret i32 %res3
}

define i32 @main() {
  %r = call i32 @sum(i32 1, i32 5)
  %long = sext i32 %r to i64
  %n = call i32 (ptr, ...) @printf(ptr @line, i32 1, i32 5, i64 %long)
  ret i32 %r
}
