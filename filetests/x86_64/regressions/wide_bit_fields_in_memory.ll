; Integers of 65 to 127 bits, as clang makes them of bit fields, were refused in memory. Each case stores one, and a
; constant, into 16 bytes of ones: bytes behind the value stay as they were, bits of its last byte become 0.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t > %t.0
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t > %t.2
; RUN: diff %t.0 %t.2
; RUN: %t
; Expected output made by llc 19.1.7.
; OUTPUT:
;  65 ffffffffffffff00 e2c600eba603d580 0 000000000000000e
;  65 ffffffffffffff01 6cfee3659ee05b11 0 0000000000000000
;  70 ffffffffffffff1c e2c600eba603d580 1c 00000000000001ce
;  70 ffffffffffffff27 6cfee3659ee05b11 0 0000000000000000
;  72 ffffffffffffff1c e2c600eba603d580 1c 00000000000001ce
;  72 ffffffffffffffe7 6cfee3659ee05b11 0 0000000000000000
;  79 ffffffffffff1c1c e2c600eba603d580 1c1c 000000000001c1ce
;  79 ffffffffffff63e7 6cfee3659ee05b11 0 0000000000000000
;  80 ffffffffffff1c1c e2c600eba603d580 1c1c 000000000001c1ce
;  80 ffffffffffffe3e7 6cfee3659ee05b11 0 0000000000000000
;  88 ffffffffff0c1c1c e2c600eba603d580 c1c1c 0000000000c1c1ce
;  88 fffffffffff3e3e7 6cfee3659ee05b11 0 0000000000000000
;  90 ffffffff010c1c1c e2c600eba603d580 10c1c1c 0000000010c1c1ce
;  90 ffffffff02f3e3e7 6cfee3659ee05b11 0 0000000000000000
;  96 ffffffff590c1c1c e2c600eba603d580 590c1c1c 0000000590c1c1ce
;  96 ffffffffa6f3e3e7 6cfee3659ee05b11 0 0000000000000000
;  97 ffffff00590c1c1c e2c600eba603d580 590c1c1c 0000000590c1c1ce
;  97 ffffff01a6f3e3e7 6cfee3659ee05b11 0 0000000000000000
; 104 ffffff46590c1c1c e2c600eba603d580 46590c1c1c 0000046590c1c1ce
; 104 ffffffb9a6f3e3e7 6cfee3659ee05b11 0 0000000000000000
; 112 ffff6246590c1c1c e2c600eba603d580 6246590c1c1c 0006246590c1c1ce
; 112 ffff9db9a6f3e3e7 6cfee3659ee05b11 0 0000000000000000
; 120 fffb6246590c1c1c e2c600eba603d580 fffb6246590c1c1c 0fb6246590c1c1ce
; 120 ff049db9a6f3e3e7 6cfee3659ee05b11 0 0000000000000000
; 121 01fb6246590c1c1c e2c600eba603d580 fffb6246590c1c1c 1fb6246590c1c1ce
; 121 00049db9a6f3e3e7 6cfee3659ee05b11 0 0000000000000000
; 127 7ffb6246590c1c1c e2c600eba603d580 fffb6246590c1c1c ffb6246590c1c1ce
; 127 00049db9a6f3e3e7 6cfee3659ee05b11 0 0000000000000000

@place = global [2 x i64] zeroinitializer, align 16
@a = global i128 -23968234621334532891283712345123456
@words = constant [30 x i8] c"%3d %016lx %016lx %lx %016lx\0A\00"

declare i32 @printf(ptr, ...)

define internal void @clear() noinline {
  store i64 -1, ptr @place
  store i64 -1, ptr getelementptr (i8, ptr @place, i64 8)
  ret void
}

define internal void @show(i32 %bits, i64 %high, i64 %low) noinline {
  %1 = load i64, ptr @place
  %2 = load i64, ptr getelementptr (i8, ptr @place, i64 8)
  call i32 (ptr, ...) @printf(ptr @words, i32 %bits, i64 %2, i64 %1, i64 %high, i64 %low)
  ret void
}

define internal void @f65() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i65
  store i65 %t, ptr @place, align 8
  %v = load i65, ptr @place, align 8
  %s = sext i65 %v to i128
  %z = zext i65 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 65, i64 %high, i64 %low)
  call void @clear()
  store i65 -81985529216486895983, ptr @place, align 8
  %w = load volatile i65, ptr @place, align 8
  %x = xor i65 %w, %v
  store i65 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 65, i64 0, i64 0)
  ret void
}

define internal void @f70() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i70
  store i70 %t, ptr @place, align 8
  %v = load i70, ptr @place, align 8
  %s = sext i70 %v to i128
  %z = zext i70 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 70, i64 %high, i64 %low)
  call void @clear()
  store i70 -81985529216486895983, ptr @place, align 8
  %w = load volatile i70, ptr @place, align 8
  %x = xor i70 %w, %v
  store i70 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 70, i64 0, i64 0)
  ret void
}

define internal void @f72() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i72
  store i72 %t, ptr @place, align 8
  %v = load i72, ptr @place, align 8
  %s = sext i72 %v to i128
  %z = zext i72 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 72, i64 %high, i64 %low)
  call void @clear()
  store i72 -81985529216486895983, ptr @place, align 8
  %w = load volatile i72, ptr @place, align 8
  %x = xor i72 %w, %v
  store i72 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 72, i64 0, i64 0)
  ret void
}

define internal void @f79() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i79
  store i79 %t, ptr @place, align 8
  %v = load i79, ptr @place, align 8
  %s = sext i79 %v to i128
  %z = zext i79 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 79, i64 %high, i64 %low)
  call void @clear()
  store i79 -81985529216486895983, ptr @place, align 8
  %w = load volatile i79, ptr @place, align 8
  %x = xor i79 %w, %v
  store i79 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 79, i64 0, i64 0)
  ret void
}

define internal void @f80() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i80
  store i80 %t, ptr @place, align 8
  %v = load i80, ptr @place, align 8
  %s = sext i80 %v to i128
  %z = zext i80 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 80, i64 %high, i64 %low)
  call void @clear()
  store i80 -81985529216486895983, ptr @place, align 8
  %w = load volatile i80, ptr @place, align 8
  %x = xor i80 %w, %v
  store i80 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 80, i64 0, i64 0)
  ret void
}

define internal void @f88() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i88
  store i88 %t, ptr @place, align 8
  %v = load i88, ptr @place, align 8
  %s = sext i88 %v to i128
  %z = zext i88 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 88, i64 %high, i64 %low)
  call void @clear()
  store i88 -81985529216486895983, ptr @place, align 8
  %w = load volatile i88, ptr @place, align 8
  %x = xor i88 %w, %v
  store i88 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 88, i64 0, i64 0)
  ret void
}

define internal void @f90() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i90
  store i90 %t, ptr @place, align 8
  %v = load i90, ptr @place, align 8
  %s = sext i90 %v to i128
  %z = zext i90 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 90, i64 %high, i64 %low)
  call void @clear()
  store i90 -81985529216486895983, ptr @place, align 8
  %w = load volatile i90, ptr @place, align 8
  %x = xor i90 %w, %v
  store i90 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 90, i64 0, i64 0)
  ret void
}

define internal void @f96() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i96
  store i96 %t, ptr @place, align 8
  %v = load i96, ptr @place, align 8
  %s = sext i96 %v to i128
  %z = zext i96 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 96, i64 %high, i64 %low)
  call void @clear()
  store i96 -81985529216486895983, ptr @place, align 8
  %w = load volatile i96, ptr @place, align 8
  %x = xor i96 %w, %v
  store i96 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 96, i64 0, i64 0)
  ret void
}

define internal void @f97() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i97
  store i97 %t, ptr @place, align 8
  %v = load i97, ptr @place, align 8
  %s = sext i97 %v to i128
  %z = zext i97 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 97, i64 %high, i64 %low)
  call void @clear()
  store i97 -81985529216486895983, ptr @place, align 8
  %w = load volatile i97, ptr @place, align 8
  %x = xor i97 %w, %v
  store i97 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 97, i64 0, i64 0)
  ret void
}

define internal void @f104() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i104
  store i104 %t, ptr @place, align 8
  %v = load i104, ptr @place, align 8
  %s = sext i104 %v to i128
  %z = zext i104 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 104, i64 %high, i64 %low)
  call void @clear()
  store i104 -81985529216486895983, ptr @place, align 8
  %w = load volatile i104, ptr @place, align 8
  %x = xor i104 %w, %v
  store i104 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 104, i64 0, i64 0)
  ret void
}

define internal void @f112() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i112
  store i112 %t, ptr @place, align 8
  %v = load i112, ptr @place, align 8
  %s = sext i112 %v to i128
  %z = zext i112 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 112, i64 %high, i64 %low)
  call void @clear()
  store i112 -81985529216486895983, ptr @place, align 8
  %w = load volatile i112, ptr @place, align 8
  %x = xor i112 %w, %v
  store i112 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 112, i64 0, i64 0)
  ret void
}

define internal void @f120() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i120
  store i120 %t, ptr @place, align 8
  %v = load i120, ptr @place, align 8
  %s = sext i120 %v to i128
  %z = zext i120 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 120, i64 %high, i64 %low)
  call void @clear()
  store i120 -81985529216486895983, ptr @place, align 8
  %w = load volatile i120, ptr @place, align 8
  %x = xor i120 %w, %v
  store i120 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 120, i64 0, i64 0)
  ret void
}

define internal void @f121() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i121
  store i121 %t, ptr @place, align 8
  %v = load i121, ptr @place, align 8
  %s = sext i121 %v to i128
  %z = zext i121 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 121, i64 %high, i64 %low)
  call void @clear()
  store i121 -81985529216486895983, ptr @place, align 8
  %w = load volatile i121, ptr @place, align 8
  %x = xor i121 %w, %v
  store i121 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 121, i64 0, i64 0)
  ret void
}

define internal void @f127() noinline {
  call void @clear()
  %a = load i128, ptr @a
  %t = trunc i128 %a to i127
  store i127 %t, ptr @place, align 8
  %v = load i127, ptr @place, align 8
  %s = sext i127 %v to i128
  %z = zext i127 %v to i128
  %h = lshr i128 %s, 64
  %high = trunc i128 %h to i64
  %zh = lshr i128 %z, 60
  %low = trunc i128 %zh to i64
  call void @show(i32 127, i64 %high, i64 %low)
  call void @clear()
  store i127 -81985529216486895983, ptr @place, align 8
  %w = load volatile i127, ptr @place, align 8
  %x = xor i127 %w, %v
  store i127 %x, ptr getelementptr (i8, ptr @place, i64 0), align 1
  call void @show(i32 127, i64 0, i64 0)
  ret void
}

define i32 @main() {
  call void @f65()
  call void @f70()
  call void @f72()
  call void @f79()
  call void @f80()
  call void @f88()
  call void @f90()
  call void @f96()
  call void @f97()
  call void @f104()
  call void @f112()
  call void @f120()
  call void @f121()
  call void @f127()
  ret i32 0
}
