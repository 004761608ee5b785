; Steps by constants from steps by constants.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @steps(ptr %p) {
;   %b = getelementptr inbounds i8, ptr %p, i64 56
;   %v = load i32, ptr %b, align 4
;   ret i32 %v
; }
;
; define i32 @out(ptr %p) {
;   %b = getelementptr i8, ptr %p, i64 4
;   %v = load i32, ptr %b, align 4
;   ret i32 %v
; }
;
; define i32 @variable(ptr %p, i64 %i) {
;   %a = getelementptr inbounds i32, ptr %p, i64 %i
;   %b = getelementptr inbounds i32, ptr %a, i64 3
;   %v = load i32, ptr %b, align 4
;   ret i32 %v
; }

%pair = type { i32, [4 x i32] }

define i32 @steps(ptr %p) {
  %a = getelementptr inbounds %pair, ptr %p, i64 2, i32 1
  %b = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 3
  %v = load i32, ptr %b
  ret i32 %v
}

; Not all steps stay within the object.
define i32 @out(ptr %p) {
  %a = getelementptr i32, ptr %p, i64 -2
  %b = getelementptr inbounds i32, ptr %a, i64 3
  %v = load i32, ptr %b
  ret i32 %v
}

define i32 @variable(ptr %p, i64 %i) {
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %b = getelementptr inbounds i32, ptr %a, i64 3
  %v = load i32, ptr %b
  ret i32 %v
}
