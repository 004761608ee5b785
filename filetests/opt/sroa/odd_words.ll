; Structs of three and six bytes, which are passed and returned as integers of so many bits.
; RUN: avarice opt -S -passes=sroa,instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i8 @three(i24 %s) {
;   %1 = lshr i24 %s, 8
;   %2 = trunc i24 %1 to i8
;   ret i8 %2
; }
;
; define i48 @six(i16 %a, i16 %b, i16 %c) {
;   %1 = zext i16 %a to i48
;   %2 = zext i16 %b to i48
;   %3 = shl nuw nsw i48 %2, 16
;   %4 = or i48 %1, %3
;   %5 = zext i16 %c to i48
;   %6 = shl nuw i48 %5, 32
;   %7 = or i48 %4, %6
;   ret i48 %7
; }
;
; define i8 @there_and_back(i8 %a, i8 %b, i8 %c) {
;   ret i8 %c
; }
define i8 @three(i24 %s) {
  %slot = alloca [3 x i8]
  store i24 %s, ptr %slot
  %at = getelementptr i8, ptr %slot, i64 1
  %second = load i8, ptr %at
  ret i8 %second
}

define i48 @six(i16 %a, i16 %b, i16 %c) {
  %slot = alloca [3 x i16]
  store i16 %a, ptr %slot
  %one = getelementptr i16, ptr %slot, i64 1
  store i16 %b, ptr %one
  %two = getelementptr i16, ptr %slot, i64 2
  store i16 %c, ptr %two
  %all = load i48, ptr %slot
  ret i48 %all
}

define i8 @there_and_back(i8 %a, i8 %b, i8 %c) {
  %from = alloca i24
  store i8 %a, ptr %from
  %one = getelementptr i8, ptr %from, i64 1
  store i8 %b, ptr %one
  %two = getelementptr i8, ptr %from, i64 2
  store i8 %c, ptr %two
  %all = load i24, ptr %from
  %to = alloca [3 x i8]
  store i24 %all, ptr %to
  %at = getelementptr i8, ptr %to, i64 2
  %last = load i8, ptr %at
  ret i8 %last
}
