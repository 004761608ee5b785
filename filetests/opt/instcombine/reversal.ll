; Bits and bytes in reverse order, by shifts and masks.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @bytes(i32 %x) {
;   %i = call i32 @llvm.bswap.i32(i32 %x)
;   ret i32 %i
; }
;
; define i8 @bits(i8 %x) {
;   %m = call i8 @llvm.bitreverse.i8(i8 %x)
;   ret i8 %m
; }
;
; define i32 @within_bytes(i32 %x) {
;   %r = call i32 @llvm.bitreverse.i32(i32 %x)
;   ret i32 %r
; }
;
; define i8 @one_by_one(i32 %w) {
;   %x = trunc i32 %w to i8
;   %c7 = call i8 @llvm.bitreverse.i8(i8 %x)
;   ret i8 %c7
; }
;
; define i32 @three_bytes(i32 %x) {
;   %a = shl i32 %x, 24
;   %b = shl i32 %x, 8
;   %c = and i32 %b, 16711680
;   %f = lshr i32 %x, 24
;   %g = or i32 %a, %c
;   %i = or i32 %g, %f
;   ret i32 %i
; }
;
; define i32 @of_two(i32 %x, i32 %y) {
;   %a = shl i32 %x, 24
;   %b = shl i32 %x, 8
;   %c = and i32 %b, 16711680
;   %d = lshr i32 %y, 8
;   %e = and i32 %d, 65280
;   %f = lshr i32 %y, 24
;   %g = or i32 %a, %c
;   %h = or i32 %e, %f
;   %i = or i32 %g, %h
;   ret i32 %i
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.bswap.i32(i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.bitreverse.i8(i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.bitreverse.i32(i32) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
define i32 @bytes(i32 %x) {
  %a = shl i32 %x, 24
  %b = shl i32 %x, 8
  %c = and i32 %b, 16711680
  %d = lshr i32 %x, 8
  %e = and i32 %d, 65280
  %f = lshr i32 %x, 24
  %g = or i32 %a, %c
  %h = or i32 %e, %f
  %i = or i32 %g, %h
  ret i32 %i
}

define i8 @bits(i8 %x) {
  %a = lshr i8 %x, 4
  %b = shl i8 %x, 4
  %c = or i8 %a, %b
  %d = lshr i8 %c, 2
  %e = and i8 %d, 51
  %f = and i8 %c, 51
  %g = shl i8 %f, 2
  %h = or i8 %e, %g
  %i = lshr i8 %h, 1
  %j = and i8 %i, 85
  %k = and i8 %h, 85
  %l = shl i8 %k, 1
  %m = or i8 %j, %l
  ret i8 %m
}

; Within the bytes first, then these.
define i32 @within_bytes(i32 %x) {
  %a = lshr i32 %x, 1
  %b = and i32 %a, 1431655765
  %c = and i32 %x, 1431655765
  %d = shl i32 %c, 1
  %e = or i32 %b, %d
  %f = lshr i32 %e, 2
  %g = and i32 %f, 858993459
  %h = and i32 %e, 858993459
  %i = shl i32 %h, 2
  %j = or i32 %g, %i
  %k = lshr i32 %j, 4
  %l = and i32 %k, 252645135
  %m = and i32 %j, 252645135
  %n = shl i32 %m, 4
  %o = or i32 %l, %n
  %r = call i32 @llvm.bswap.i32(i32 %o)
  ret i32 %r
}

; One at a time, of what was cut off something wider.
define i8 @one_by_one(i32 %w) {
  %x = trunc i32 %w to i8
  %a0 = shl i8 %x, 7
  %b1 = and i8 %x, 2
  %a1 = shl i8 %b1, 5
  %b2 = and i8 %x, 4
  %a2 = shl i8 %b2, 3
  %b3 = and i8 %x, 8
  %a3 = shl i8 %b3, 1
  %b4 = lshr i8 %x, 1
  %a4 = and i8 %b4, 8
  %b5 = lshr i8 %x, 3
  %a5 = and i8 %b5, 4
  %b6 = lshr i8 %x, 5
  %a6 = and i8 %b6, 2
  %a7 = lshr i8 %x, 7
  %c1 = or i8 %a0, %a1
  %c2 = or i8 %c1, %a2
  %c3 = or i8 %c2, %a3
  %c4 = or i8 %c3, %a4
  %c5 = or i8 %c4, %a5
  %c6 = or i8 %c5, %a6
  %c7 = or i8 %c6, %a7
  ret i8 %c7
}

; One byte is missing.
define i32 @three_bytes(i32 %x) {
  %a = shl i32 %x, 24
  %b = shl i32 %x, 8
  %c = and i32 %b, 16711680
  %f = lshr i32 %x, 24
  %g = or i32 %a, %c
  %i = or i32 %g, %f
  ret i32 %i
}

define i32 @of_two(i32 %x, i32 %y) {
  %a = shl i32 %x, 24
  %b = shl i32 %x, 8
  %c = and i32 %b, 16711680
  %d = lshr i32 %y, 8
  %e = and i32 %d, 65280
  %f = lshr i32 %y, 24
  %g = or i32 %a, %c
  %h = or i32 %e, %f
  %i = or i32 %g, %h
  ret i32 %i
}

declare i32 @llvm.bswap.i32(i32)
