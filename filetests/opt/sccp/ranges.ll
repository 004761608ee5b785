; Ranges: signed operations on numbers that are not negative become unsigned, flags are added where nothing can
; wrap, and comparisons are decided. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=sccp %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i64 @unsigned_where_not_negative(i32 %x) {
;   %a = and i32 %x, 100
;   %s = zext nneg i32 %a to i64
;   %d = udiv i32 %a, 7
;   %r = urem i32 %a, 9
;   %h = lshr exact i32 %a, 2
;   %z = zext i32 %d to i64
;   %f = sitofp i32 %r to double
;   %u = uitofp i32 %h to double
;   %p = fadd double %f, %u
;   %i = fptoui double %p to i64
;   %t = add i64 %s, %z
;   %v = add i64 %t, %i
;   ret i64 %v
; }
;
; define i8 @flags(i32 %x, i16 %y) {
;   %a = and i32 %x, 60
;   %b = add nuw nsw i32 %a, 5
;   %c = mul nuw nsw i32 %b, 3
;   %d = sub nsw i32 %a, 4
;   %e = shl nuw nsw i32 %a, 1
;   %f = trunc nuw nsw i32 %e to i8
;   %w = sext i16 %y to i32
;   %g = sub nsw i32 %w, 70000
;   %h = trunc i32 %g to i8
;   %i = add nsw i32 %c, %d
;   %j = trunc nuw i32 %i to i8
;   %k = add i8 %f, %h
;   %l = add i8 %k, %j
;   ret i8 %l
; }
;
; define i1 @compared(i8 %x, i1 %c) {
;   %a = zext i8 %x to i32
;   %s = select i1 %c, i32 3, i32 5
;   %d = icmp eq i32 %s, 4
;   %e = icmp slt i32 %s, 4
;   %h = or i1 %d, %e
;   %i = xor i1 true, %h
;   ret i1 %i
; }
;
; define i32 @wrapped(i32 %x) {
;   %r = urem i32 %x, 10
;   %n = sub nsw i32 0, %r
;   %m = or i32 %n, 1
;   %a = add i32 %m, 2147483647
;   %b = xor i32 %r, -1
;   %e = mul nsw i32 %n, %n
;   %f = add i32 %a, 268435460
;   %g = sub i32 %f, %e
;   ret i32 %g
; }
;
; define <2 x i32> @vectors(<2 x i16> %x) {
;   %a = and <2 x i16> %x, <i16 100, i16 7>
;   %s = zext nneg <2 x i16> %a to <2 x i32>
;   %b = add <2 x i32> %s, <i32 1, i32 2>
;   ret <2 x i32> %b
; }

define i64 @unsigned_where_not_negative(i32 %x) {
  %a = and i32 %x, 100
  %s = sext i32 %a to i64
  %d = sdiv i32 %a, 7
  %r = srem i32 %a, 9
  %h = ashr exact i32 %a, 2
  %z = zext i32 %d to i64
  %f = sitofp i32 %r to double
  %u = uitofp i32 %h to double
  %p = fadd double %f, %u
  %i = fptoui double %p to i64
  %t = add i64 %s, %z
  %v = add i64 %t, %i
  ret i64 %v
}

define i8 @flags(i32 %x, i16 %y) {
  %a = and i32 %x, 60
  %b = add i32 %a, 5
  %c = mul i32 %b, 3
  %d = sub i32 %a, 4
  %e = shl i32 %a, 1
  %f = trunc i32 %e to i8
  %w = sext i16 %y to i32
  %g = sub i32 %w, 70000
  %h = trunc i32 %g to i8
  %i = add i32 %c, %d
  %j = trunc i32 %i to i8
  %k = add i8 %f, %h
  %l = add i8 %k, %j
  ret i8 %l
}

define i1 @compared(i8 %x, i1 %c) {
  %a = zext i8 %x to i32
  %b = icmp ult i32 %a, 256
  %s = select i1 %c, i32 3, i32 5
  %d = icmp eq i32 %s, 4
  %e = icmp slt i32 %s, 4
  %f = icmp ne i32 %s, 7
  %g = and i1 %b, %f
  %h = or i1 %d, %e
  %i = xor i1 %g, %h
  ret i1 %i
}

define i32 @wrapped(i32 %x) {
  %r = urem i32 %x, 10
  %n = sub nsw i32 0, %r
  %m = or i32 %n, 1
  %a = add i32 %m, 2147483647
  %b = xor i32 %r, -1
  %c = lshr i32 %b, 4
  %d = add i32 %c, 5
  %e = mul i32 %n, %n
  %f = add i32 %a, %d
  %g = sub i32 %f, %e
  ret i32 %g
}

define <2 x i32> @vectors(<2 x i16> %x) {
  %a = and <2 x i16> %x, <i16 100, i16 7>
  %s = sext <2 x i16> %a to <2 x i32>
  %b = add <2 x i32> %s, <i32 1, i32 2>
  ret <2 x i32> %b
}
