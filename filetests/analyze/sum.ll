; Liveness of a loop on unoptimized code, with loads that are there for the analysis alone: %test is live from its
; alloca into the next block, and %3 around the loop because of %aa behind it. Three rounds over the blocks in
; postorder; the last changes nothing.
; RUN: avarice analyze liveness %s
; OUTPUT:
; Function: _Z3sumii
; Basic blocks: 5
; BitVec map:
; 0 i32 %0
; 1 i32 %1
; 2 %test2 = load i32, ptr %test, align 4
; 3 %17 = load i32, ptr %5, align 4
; 4 %18 = add nsw i32 %17, 1
; 5 %test = alloca i32, align 4
; 6 %13 = load i32, ptr %5, align 4
; 7 %14 = load i32, ptr %6, align 4
; 8 %15 = mul nsw i32 %14, %13
; 9 %20 = load i32, ptr %6, align 4
; 10 %aa = load i32, ptr %3, align 4
; 11 %9 = load i32, ptr %5, align 4
; 12 %10 = load i32, ptr %4, align 4
; 13 %11 = icmp slt i32 %9, %10
; 14 %3 = alloca i32, align 4
; 15 %4 = alloca i32, align 4
; 16 %5 = alloca i32, align 4
; 17 %6 = alloca i32, align 4
; 18 %7 = load i32, ptr %3, align 4
; Basic Block: %16
; defs:
; 2 %test2 = load i32, ptr %test, align 4
; 3 %17 = load i32, ptr %5, align 4
; 4 %18 = add nsw i32 %17, 1
; uses:
; 5 %test = alloca i32, align 4
; 16 %5 = alloca i32, align 4
; ================
; Basic Block: %12
; defs:
; 5 %test = alloca i32, align 4
; 6 %13 = load i32, ptr %5, align 4
; 7 %14 = load i32, ptr %6, align 4
; 8 %15 = mul nsw i32 %14, %13
; uses:
; 16 %5 = alloca i32, align 4
; 17 %6 = alloca i32, align 4
; ================
; Basic Block: %19
; defs:
; 9 %20 = load i32, ptr %6, align 4
; 10 %aa = load i32, ptr %3, align 4
; uses:
; 14 %3 = alloca i32, align 4
; 17 %6 = alloca i32, align 4
; ================
; Basic Block: %8
; defs:
; 11 %9 = load i32, ptr %5, align 4
; 12 %10 = load i32, ptr %4, align 4
; 13 %11 = icmp slt i32 %9, %10
; uses:
; 15 %4 = alloca i32, align 4
; 16 %5 = alloca i32, align 4
; ================
; Basic Block: %2
; defs:
; 14 %3 = alloca i32, align 4
; 15 %4 = alloca i32, align 4
; 16 %5 = alloca i32, align 4
; 17 %6 = alloca i32, align 4
; 18 %7 = load i32, ptr %3, align 4
; uses:
; 0 i32 %0
; 1 i32 %1
; ================
; 1 iteration:
; current bb:
; 16:                                               ; preds = %12
;   %test2 = load i32, ptr %test, align 4
;   %17 = load i32, ptr %5, align 4
;   %18 = add nsw i32 %17, 1
;   store i32 %18, ptr %5, align 4
;   br label %8
;
; Before IN:
;
; After IN:
; 5 16
;
;
; current bb:
; 12:                                               ; preds = %8
;   %test = alloca i32, align 4
;   %13 = load i32, ptr %5, align 4
;   %14 = load i32, ptr %6, align 4
;   %15 = mul nsw i32 %14, %13
;   store i32 %15, ptr %6, align 4
;   br label %16
;
; Before IN:
;
; After IN:
; 16 17
;
;
; current bb:
; 19:                                               ; preds = %8
;   %20 = load i32, ptr %6, align 4
;   %aa = load i32, ptr %3, align 4
;   ret i32 %20
;
; Before IN:
;
; After IN:
; 14 17
;
;
; current bb:
; 8:                                                ; preds = %16, %2
;   %9 = load i32, ptr %5, align 4
;   %10 = load i32, ptr %4, align 4
;   %11 = icmp slt i32 %9, %10
;   br i1 %11, label %12, label %19
;
; Before IN:
;
; After IN:
; 14 15 16 17
;
;
; current bb:
; 2:
;   %3 = alloca i32, align 4
;   %4 = alloca i32, align 4
;   %5 = alloca i32, align 4
;   %6 = alloca i32, align 4
;   store i32 %0, ptr %3, align 4
;   store i32 %1, ptr %4, align 4
;   store i32 1, ptr %6, align 4
;   %7 = load i32, ptr %3, align 4
;   store i32 %7, ptr %5, align 4
;   br label %8
;
; Before IN:
;
; After IN:
; 0 1
;
;
; 2 iteration:
; current bb:
; 16:                                               ; preds = %12
;   %test2 = load i32, ptr %test, align 4
;   %17 = load i32, ptr %5, align 4
;   %18 = add nsw i32 %17, 1
;   store i32 %18, ptr %5, align 4
;   br label %8
;
; Before IN:
; 5 16
; After IN:
; 5 14 15 16 17
;
;
; current bb:
; 12:                                               ; preds = %8
;   %test = alloca i32, align 4
;   %13 = load i32, ptr %5, align 4
;   %14 = load i32, ptr %6, align 4
;   %15 = mul nsw i32 %14, %13
;   store i32 %15, ptr %6, align 4
;   br label %16
;
; Before IN:
; 16 17
; After IN:
; 14 15 16 17
;
;
; current bb:
; 19:                                               ; preds = %8
;   %20 = load i32, ptr %6, align 4
;   %aa = load i32, ptr %3, align 4
;   ret i32 %20
;
; Before IN:
; 14 17
; After IN:
; 14 17
;
;
; current bb:
; 8:                                                ; preds = %16, %2
;   %9 = load i32, ptr %5, align 4
;   %10 = load i32, ptr %4, align 4
;   %11 = icmp slt i32 %9, %10
;   br i1 %11, label %12, label %19
;
; Before IN:
; 14 15 16 17
; After IN:
; 14 15 16 17
;
;
; current bb:
; 2:
;   %3 = alloca i32, align 4
;   %4 = alloca i32, align 4
;   %5 = alloca i32, align 4
;   %6 = alloca i32, align 4
;   store i32 %0, ptr %3, align 4
;   store i32 %1, ptr %4, align 4
;   store i32 1, ptr %6, align 4
;   %7 = load i32, ptr %3, align 4
;   store i32 %7, ptr %5, align 4
;   br label %8
;
; Before IN:
; 0 1
; After IN:
; 0 1
;
;
; 3 iteration:
; current bb:
; 16:                                               ; preds = %12
;   %test2 = load i32, ptr %test, align 4
;   %17 = load i32, ptr %5, align 4
;   %18 = add nsw i32 %17, 1
;   store i32 %18, ptr %5, align 4
;   br label %8
;
; Before IN:
; 5 14 15 16 17
; After IN:
; 5 14 15 16 17
;
;
; current bb:
; 12:                                               ; preds = %8
;   %test = alloca i32, align 4
;   %13 = load i32, ptr %5, align 4
;   %14 = load i32, ptr %6, align 4
;   %15 = mul nsw i32 %14, %13
;   store i32 %15, ptr %6, align 4
;   br label %16
;
; Before IN:
; 14 15 16 17
; After IN:
; 14 15 16 17
;
;
; current bb:
; 19:                                               ; preds = %8
;   %20 = load i32, ptr %6, align 4
;   %aa = load i32, ptr %3, align 4
;   ret i32 %20
;
; Before IN:
; 14 17
; After IN:
; 14 17
;
;
; current bb:
; 8:                                                ; preds = %16, %2
;   %9 = load i32, ptr %5, align 4
;   %10 = load i32, ptr %4, align 4
;   %11 = icmp slt i32 %9, %10
;   br i1 %11, label %12, label %19
;
; Before IN:
; 14 15 16 17
; After IN:
; 14 15 16 17
;
;
; current bb:
; 2:
;   %3 = alloca i32, align 4
;   %4 = alloca i32, align 4
;   %5 = alloca i32, align 4
;   %6 = alloca i32, align 4
;   store i32 %0, ptr %3, align 4
;   store i32 %1, ptr %4, align 4
;   store i32 1, ptr %6, align 4
;   %7 = load i32, ptr %3, align 4
;   store i32 %7, ptr %5, align 4
;   br label %8
;
; Before IN:
; 0 1
; After IN:
; 0 1
;
;
; ================== result ==================
; Basic Block: %16
; IN for bb:
; 5 14 15 16 17
; OUT for bb:
; 14 15 16 17
; Basic Block: %12
; IN for bb:
; 14 15 16 17
; OUT for bb:
; 5 14 15 16 17
; Basic Block: %19
; IN for bb:
; 14 17
; OUT for bb:
;
; Basic Block: %8
; IN for bb:
; 14 15 16 17
; OUT for bb:
; 14 15 16 17
; Basic Block: %2
; IN for bb:
; 0 1
; OUT for bb:
; 14 15 16 17
; Live Variables:
; 0 i32 %0
; 1 i32 %1
; 5 %test = alloca i32, align 4
; 14 %3 = alloca i32, align 4
; 15 %4 = alloca i32, align 4
; 16 %5 = alloca i32, align 4
; 17 %6 = alloca i32, align 4

define i32 @_Z3sumii(i32, i32) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  store i32 1, ptr %6, align 4
  %7 = load i32, ptr %3, align 4
  store i32 %7, ptr %5, align 4
  br label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = load i32, ptr %4, align 4
  %11 = icmp slt i32 %9, %10
  br i1 %11, label %12, label %19

12:
  %test = alloca i32, align 4
  %13 = load i32, ptr %5, align 4
  %14 = load i32, ptr %6, align 4
  %15 = mul nsw i32 %14, %13
  store i32 %15, ptr %6, align 4
  br label %16

16:
  %test2 = load i32, ptr %test, align 4
  %17 = load i32, ptr %5, align 4
  %18 = add nsw i32 %17, 1
  store i32 %18, ptr %5, align 4
  br label %8

19:
  %20 = load i32, ptr %6, align 4
  %aa = load i32, ptr %3, align 4
  ret i32 %20
}
