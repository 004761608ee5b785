; Liveness of a loop on unoptimized code, with loads that are there for the analysis alone: %test is live from its
; alloca into the next block, and %3 around the loop because of %aa behind it. Three rounds over the blocks in
; postorder; the last changes nothing.
; RUN: avarice analyze liveness %s
; OUTPUT:

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
