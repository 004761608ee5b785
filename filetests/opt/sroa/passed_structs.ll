; Integers that hold several parts, as structs are passed, go by parts.
; RUN: avarice opt -S -passes=sroa -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
;
; define i64 @next_day(i64 %date) {
;   %1 = trunc i64 %date to i32
;   %2 = lshr i64 %date, 32
;   %3 = trunc i64 %2 to i8
;   %4 = lshr i64 %date, 40
;   %5 = trunc i64 %4 to i8
;   %6 = lshr i64 %date, 48
;   %7 = trunc i64 %6 to i16
;   %next = add i8 %5, 1
;   %8 = zext i32 %1 to i64
;   %9 = zext i8 %3 to i64
;   %10 = shl i64 %9, 32
;   %11 = or i64 %8, %10
;   %12 = zext i8 %next to i64
;   %13 = shl i64 %12, 40
;   %14 = or i64 %11, %13
;   %15 = zext i16 %7 to i64
;   %16 = shl i64 %15, 48
;   %17 = or i64 %14, %16
;   ret i64 %17
; }
;
; define i32 @number(i64 %bits) {
;   %1 = trunc i64 %bits to i32
;   %2 = bitcast i32 %1 to float
;   %3 = lshr i64 %bits, 32
;   %4 = trunc i64 %3 to i32
;   %n = fptosi float %2 to i32
;   %r = add i32 %n, %4
;   ret i32 %r
; }
;
; define i16 @across(i32 %x) {
;   %1 = trunc i32 %x to i8
;   %2 = lshr i32 %x, 8
;   %3 = trunc i32 %2 to i16
;   %4 = lshr i32 %x, 24
;   %5 = trunc i32 %4 to i8
;   %w = zext i8 %5 to i16
;   %r = add i16 %3, %w
;   ret i16 %r
; }
;
; define i64 @words(i64 %x) {
;   %1 = bitcast i64 %x to <2 x i32>
;   %r = bitcast <2 x i32> %1 to i64
;   ret i64 %r
; }
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i64 @next_day(i64 %date) {
  %d = alloca { i32, i8, i8 }, align 4
  store i64 %date, ptr %d, align 4
  %day.at = getelementptr i8, ptr %d, i64 5
  %day = load i8, ptr %day.at
  %next = add i8 %day, 1
  store i8 %next, ptr %day.at
  %r = load i64, ptr %d, align 4
  ret i64 %r
}

define i32 @number(i64 %bits) {
  %p = alloca { float, i32 }
  store i64 %bits, ptr %p
  %f = load float, ptr %p
  %at = getelementptr i8, ptr %p, i64 4
  %i = load i32, ptr %at
  %n = fptosi float %f to i32
  %r = add i32 %n, %i
  ret i32 %r
}

define i16 @across(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  %at = getelementptr i8, ptr %p, i64 1
  %y = load i16, ptr %at, align 1
  %top.at = getelementptr i8, ptr %p, i64 3
  %z = load i8, ptr %top.at
  %w = zext i8 %z to i16
  %r = add i16 %y, %w
  ret i16 %r
}

define i64 @words(i64 %x) {
  %p = alloca i64
  store i64 %x, ptr %p
  %y = load <2 x i32>, ptr %p
  %r = bitcast <2 x i32> %y to i64
  ret i64 %r
}
