; Extensions of sums: what is extended can be a part of addresses.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @letters(ptr %p, i8 %letter) {
;   %1 = sext i8 %letter to i64
;   %c = add nsw i64 %1, -97
;   %at = getelementptr i32, ptr %p, i64 %c
;   %r = load i32, ptr %at, align 4
;   ret i32 %r
; }
;
; define i32 @before(ptr %p, i32 %i) {
;   %1 = sext i32 %i to i64
;   %b = add nsw i64 %1, -1
;   %at = getelementptr i32, ptr %p, i64 %b
;   %r = load i32, ptr %at, align 4
;   ret i32 %r
; }
;
; define i32 @unsigned(ptr %p, i32 %i) {
;   %1 = zext i32 %i to i64
;   %b = add nuw nsw i64 %1, 4294967295
;   %at = getelementptr i32, ptr %p, i64 %b
;   %r = load i32, ptr %at, align 4
;   ret i32 %r
; }
;
; define i64 @no_index(i32 %i) {
;   %a = add nsw i32 %i, -1
;   %b = sext i32 %a to i64
;   ret i64 %b
; }
;
; define i32 @may_wrap(ptr %p, i32 %i) {
;   %a = add nuw i32 %i, -1
;   %b = sext i32 %a to i64
;   %at = getelementptr i32, ptr %p, i64 %b
;   %r = load i32, ptr %at, align 4
;   ret i32 %r
; }
define i32 @letters(ptr %p, i8 %letter) {
  %a = sext i8 %letter to i32
  %b = add nsw i32 %a, -97
  %c = sext i32 %b to i64
  %at = getelementptr i32, ptr %p, i64 %c
  %r = load i32, ptr %at
  ret i32 %r
}

define i32 @before(ptr %p, i32 %i) {
  %a = add nsw i32 %i, -1
  %b = sext i32 %a to i64
  %at = getelementptr i32, ptr %p, i64 %b
  %r = load i32, ptr %at
  ret i32 %r
}

define i32 @unsigned(ptr %p, i32 %i) {
  %a = add nuw i32 %i, -1
  %b = zext i32 %a to i64
  %at = getelementptr i32, ptr %p, i64 %b
  %r = load i32, ptr %at
  ret i32 %r
}

define i64 @no_index(i32 %i) {
  %a = add nsw i32 %i, -1
  %b = sext i32 %a to i64
  ret i64 %b
}

define i32 @may_wrap(ptr %p, i32 %i) {
  %a = add nuw i32 %i, -1
  %b = sext i32 %a to i64
  %at = getelementptr i32, ptr %p, i64 %b
  %r = load i32, ptr %at
  ret i32 %r
}
