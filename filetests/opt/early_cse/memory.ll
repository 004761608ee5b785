; What was loaded or stored is known until something may have been written there.
; RUN: avarice opt -S -passes=early-cse %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; @g = global i32 0
; @h = global i32 0
;
; declare void @use(ptr)
;
; declare void @unknown()
;
; ; Function Attrs: nounwind willreturn memory(read)
; declare i32 @reads(ptr) #0
;
; define i32 @stored_then_loaded(ptr %p, i32 %x) {
;   store i32 %x, ptr %p, align 4
;   %f = load float, ptr %p, align 4
;   store i32 %x, ptr %p, align 4
;   %r = call i32 @reads(ptr %p)
;   call void @unknown()
;   %c = load i32, ptr %p, align 4
;   %1 = add i32 %x, %x
;   %2 = add i32 %1, %c
;   %3 = add i32 %2, %r
;   %i = fptosi float %f to i32
;   %4 = add i32 %3, %i
;   ret i32 %4
; }
;
; define i32 @objects(ptr %p, i64 %i) {
;   %s = alloca [4 x i32], align 4
;   %s.at = getelementptr [4 x i32], ptr %s, i64 0, i64 %i
;   store i32 1, ptr %s.at, align 4
;   %a = load i32, ptr @g, align 4
;   store i32 5, ptr @h, align 4
;   store i32 6, ptr %p, align 4
;   %c = load i32, ptr @g, align 4
;   call void @unknown()
;   %s.0 = getelementptr [4 x i32], ptr %s, i64 0, i64 0
;   store i32 2, ptr %s.0, align 4
;   %e = load i32, ptr %s.at, align 4
;   %1 = add i32 %a, %a
;   %2 = add i32 %c, 1
;   %3 = add i32 %1, %2
;   %4 = add i32 %3, %e
;   ret i32 %4
; }
;
; define void @stored_over(ptr %p, ptr %q) {
;   store i32 2, ptr %p, align 4
;   %x = load i32, ptr %q, align 4
;   store i32 3, ptr %p, align 4
;   store volatile i32 4, ptr %p, align 4
;   store i32 %x, ptr %p, align 4
;   ret void
; }
;
; define i32 @join(ptr %p, i1 %c) {
;   %a = load i32, ptr %p, align 4
;   br i1 %c, label %then, label %join
;
; then:                                             ; preds = %0
;   store i32 7, ptr %p, align 4
;   br label %join
;
; join:                                             ; preds = %then, %0
;   %d = load i32, ptr %p, align 4
;   %1 = add i32 %a, %d
;   ret i32 %1
; }
;
; define i32 @promise(ptr %p) {
;   %a = load i32, ptr %p, align 4, !range !0
;   %b = load i32, ptr %p, align 4
;   %1 = add i32 %a, %b
;   %2 = add i32 %1, %b
;   ret i32 %2
; }
;
; attributes #0 = { nounwind willreturn memory(read) }
;
; !0 = !{i32 0, i32 5}

declare void @use(ptr)
declare void @unknown()
declare i32 @reads(ptr) memory(read) nounwind willreturn

@g = global i32 0
@h = global i32 0

define i32 @stored_then_loaded(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %a = load i32, ptr %p
  %f = load float, ptr %p
  store i32 %x, ptr %p
  %r = call i32 @reads(ptr %p)
  %b = load i32, ptr %p
  call void @unknown()
  %c = load i32, ptr %p
  %1 = add i32 %a, %b
  %2 = add i32 %1, %c
  %3 = add i32 %2, %r
  %i = fptosi float %f to i32
  %4 = add i32 %3, %i
  ret i32 %4
}

; Two variables are two places; an unknown address may be any of them, but no slot that is private.
define i32 @objects(ptr %p, i64 %i) {
  %s = alloca [4 x i32]
  %s.at = getelementptr [4 x i32], ptr %s, i64 0, i64 %i
  store i32 1, ptr %s.at
  %a = load i32, ptr @g
  store i32 5, ptr @h
  %b = load i32, ptr @g
  store i32 6, ptr %p
  %c = load i32, ptr @g
  call void @unknown()
  %d = load i32, ptr %s.at
  %s.0 = getelementptr [4 x i32], ptr %s, i64 0, i64 0
  store i32 2, ptr %s.0
  %e = load i32, ptr %s.at
  %1 = add i32 %a, %b
  %2 = add i32 %c, %d
  %3 = add i32 %1, %2
  %4 = add i32 %3, %e
  ret i32 %4
}

; Only the last of two stores counts, if nothing can have read the first.
define void @stored_over(ptr %p, ptr %q) {
  store i32 1, ptr %p
  store i32 2, ptr %p
  %x = load i32, ptr %q
  store i32 3, ptr %p
  store volatile i32 4, ptr %p
  store i32 %x, ptr %p
  ret void
}

; Where ways meet, nothing is known.
define i32 @join(ptr %p, i1 %c) {
  %a = load i32, ptr %p
  br i1 %c, label %then, label %join
then:
  %b = load i32, ptr %p
  store i32 %b, ptr %p
  store i32 7, ptr %p
  br label %join
join:
  %d = load i32, ptr %p
  %1 = add i32 %a, %d
  ret i32 %1
}

; A load that promises a range is not taken for one that does not.
define i32 @promise(ptr %p) {
  %a = load i32, ptr %p, !range !0
  %b = load i32, ptr %p
  %c = load i32, ptr %p, !range !0
  %1 = add i32 %a, %b
  %2 = add i32 %1, %c
  ret i32 %2
}

!0 = !{i32 0, i32 5}
