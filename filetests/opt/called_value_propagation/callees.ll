; Indirect calls whose callees are arguments, results, contents of variables or phis of known functions, and some
; whose callees are not known or too many. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=called-value-propagation %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; @g = internal global ptr null
; @ext = global ptr null
; @arr = internal global [2 x ptr] [ptr @a, ptr @b]
;
; define internal i32 @a(i32 %x) {
;   ret i32 %x
; }
;
; define internal i32 @b(i32 %x) {
;   %r = add i32 %x, 1
;   ret i32 %r
; }
;
; define i32 @c(i32 %x) {
;   ret i32 3
; }
;
; define internal i32 @apply(ptr %f, i32 %x) {
;   %r = call i32 %f(i32 %x), !callees !0
;   ret i32 %r
; }
;
; define internal ptr @pick(i1 %c) {
;   %r = select i1 %c, ptr @a, ptr @b
;   ret ptr %r
; }
;
; define i32 @main(i32 %n, i1 %c, ptr %u) {
; entry:
;   store ptr @c, ptr @g, align 8
;   %r1 = call i32 @apply(ptr @a, i32 1)
;   %r2 = call i32 @apply(ptr @b, i32 2)
;   %f = call ptr @pick(i1 %c)
;   %r3 = call i32 %f(i32 3), !callees !0
;   %l = load ptr, ptr @g, align 8
;   %r4 = call i32 %l(i32 4), !callees !1
;   %r5 = call i32 %u(i32 4)
;   %l2 = load ptr, ptr @ext, align 8
;   %r6 = call i32 %l2(i32 4)
;   br i1 %c, label %t, label %e
;
; t:                                                ; preds = %entry
;   br label %e
;
; e:                                                ; preds = %t, %entry
;   %p = phi ptr [ @a, %entry ], [ @c, %t ]
;   %r7 = call i32 %p(i32 4), !callees !2
;   %l3 = load ptr, ptr @arr, align 8
;   %r8 = call i32 %l3(i32 3)
;   %s = select i1 %c, ptr @a, ptr null
;   %r9 = call i32 %s(i32 3), !callees !3
;   ret i32 %r7
; }
;
; define internal i32 @never_called(ptr %f) {
;   %r = call i32 %f(i32 1)
;   ret i32 %r
; }
;
; define internal i32 @many(ptr %f) {
;   %r = call i32 %f(i32 1)
;   ret i32 %r
; }
;
; define void @calls_many() {
;   %r1 = call i32 @many(ptr @a)
;   %r2 = call i32 @many(ptr @b)
;   %r3 = call i32 @many(ptr @c)
;   %r4 = call i32 @many(ptr @d)
;   %r5 = call i32 @many(ptr @e)
;   ret void
; }
;
; declare i32 @d(i32)
;
; declare i32 @e(i32)
;
; !0 = !{ptr @a, ptr @b}
; !1 = !{ptr @c}
; !2 = !{ptr @a, ptr @c}
; !3 = !{ptr @a}

@g = internal global ptr null
@ext = global ptr null
@arr = internal global [2 x ptr] [ptr @a, ptr @b]

define internal i32 @a(i32 %x) {
  ret i32 %x
}

define internal i32 @b(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @c(i32 %x) {
  ret i32 3
}

define internal i32 @apply(ptr %f, i32 %x) {
  %r = call i32 %f(i32 %x)
  ret i32 %r
}

define internal ptr @pick(i1 %c) {
  %r = select i1 %c, ptr @a, ptr @b
  ret ptr %r
}

define i32 @main(i32 %n, i1 %c, ptr %u) {
entry:
  store ptr @c, ptr @g
  %r1 = call i32 @apply(ptr @a, i32 1)
  %r2 = call i32 @apply(ptr @b, i32 2)
  %f = call ptr @pick(i1 %c)
  %r3 = call i32 %f(i32 3)
  %l = load ptr, ptr @g
  %r4 = call i32 %l(i32 4)
  %r5 = call i32 %u(i32 4)
  %l2 = load ptr, ptr @ext
  %r6 = call i32 %l2(i32 4)
  br i1 %c, label %t, label %e
t:
  br label %e
e:
  %p = phi ptr [ @a, %entry ], [ @c, %t ]
  %r7 = call i32 %p(i32 4)
  %l3 = load ptr, ptr @arr
  %r8 = call i32 %l3(i32 3)
  %s = select i1 %c, ptr @a, ptr null
  %r9 = call i32 %s(i32 3)
  ret i32 %r7
}

define internal i32 @never_called(ptr %f) {
  %r = call i32 %f(i32 1)
  ret i32 %r
}

define internal i32 @many(ptr %f) {
  %r = call i32 %f(i32 1)
  ret i32 %r
}

define void @calls_many() {
  %r1 = call i32 @many(ptr @a)
  %r2 = call i32 @many(ptr @b)
  %r3 = call i32 @many(ptr @c)
  %r4 = call i32 @many(ptr @d)
  %r5 = call i32 @many(ptr @e)
  ret void
}

declare i32 @d(i32)

declare i32 @e(i32)
