; Insertions of bits, operations that tell of overflow where branches and selects ask, funnel shifts of 128 bits, shifts
; whose upper bits are cut off, and fixed-point numbers, from the edges of their ranges.
; Expected output made by the program as llc 19.1.7 builds it.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -code-model=tiny -verify-machineinstrs -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=static -code-model=large -o %t.s && aarch64-linux-gnu-gcc -static %t.s -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; bfi64 df6ee1b6d4d7a1b4
; bfxil64 9700e2fff6262740
; low_bits e4b8f1df2d414080
; in_place 96399e63c0514454
; top_byte 3bae338f374f2454
; whole_shift bbdbbeb41a215160
; over_zeros 867f1f7d74147c80
; not_over_ones 77f31f748c9b7180
; twice 7494b88a9d594c70
; bfi32 e8b94a86c96ffcd4
; bytes16 c78ff76b3b5987d8
; extended f4b483d3832d8054
; sadd8_branch 474e59ef9deb04d2
; sadd16_branch 6960a902199f02e8
; sadd32_branch b0214a2e69333f94
; sadd64_branch d25ef8716dc7a31e
; sadd_select 7bdfb4d13f91e78a
; sadd_unread 218a64f47c0ef8e1
; sadd_used_between 5cf1a9c4472771ae
; sadd_number 8905f2482a8a4bc0
; ssub8_branch fb3a7d8988e2b086
; ssub16_branch 3b423bc4592ca330
; ssub32_branch ed736e17ffda8003
; ssub64_branch c65a0b74929f24d8
; ssub_select 5c449444136c7b76
; ssub_unread b4c5272198bc8714
; ssub_used_between ae95b4c106894238
; ssub_number af03439fa8796220
; smul8_branch 7325be0c1c3572d5
; smul16_branch 78095b3e6092c29c
; smul32_branch 9547a72f9bc72eed
; smul64_branch 424d544092e4ac0f
; smul_select fe6e29c6cb86052f
; smul_unread eed6876cc1587905
; smul_used_between beb1d2b2edac7edb
; smul_number 4905cd482073b5a0
; uadd8_branch c488b2ba457a4c20
; uadd16_branch 3d4fbe69e89113c7
; uadd32_branch e3f680faebf8d248
; uadd64_branch 72f683736c58c95d
; uadd_select efd9da7d8cabf618
; uadd_unread 63e2f25ed2b262ed
; uadd_used_between d7844de34e9daee6
; uadd_number 872f82fa8c78a247
; usub8_branch 436b7d29b67715c5
; usub16_branch d5e9ec6711011757
; usub32_branch d48cc9cdc3befed6
; usub64_branch 80bd963eecab43ef
; usub_select a23d4c6bd09c2de4
; usub_unread 638f63ba26faaae9
; usub_used_between 5b7e2520e47d0ac1
; usub_number 44533b5d4acbf770
; umul8_branch c2fda94b246ae051
; umul16_branch b15c9b619418dcc7
; umul32_branch e11d4f5fda75e598
; umul64_branch 4afaa77549cd7473
; umul_select 5fb6ff013be430e2
; umul_unread 3c9be29032539890
; umul_used_between bb57b45f8b3a3cb6
; umul_number 65c896b9b36c4e70
; fshl128 23331fdc8b86c94
; fshr128 241ad8938c96110b
; cut_lshr eb322bbe6f6c9ade
; cut_once_lshr b5ee092e4a7f3ee6
; cut_ashr eb322bbe6f6c9ade
; cut_once_ashr b5ee092e4a7f3ee6
; cut_shl 745c86a9c7de7000
; cut_once_shl 2ff99d14bd83bc80
; sitofp_i64_double_1 88fa6de57f7280c
; sitofp_i64_double_32 654fa6de57f7280c
; sitofp_i64_double_53 5c0fa6de57f7280c
; sitofp_i64_float_24 6a4630dc18cdae30
; uitofp_i64_double_1 762e66187377280c
; uitofp_i64_double_32 418e66187377280c
; uitofp_i64_double_53 6ae66187377280c
; uitofp_i64_float_24 f9f265becb41ae30
; sitofp_i32_double_1 17493f7e40907c80
; sitofp_i32_double_32 e6893f7e40907c80
; sitofp_i32_double_53 c1493f7e40907c80
; sitofp_i32_float_24 f8e53cd3e8cfa630
; uitofp_i32_double_1 d8c5569e75d07c80
; uitofp_i32_double_32 c4a5569e75d07c80
; uitofp_i32_double_53 45569e75d07c80
; uitofp_i32_float_24 613ce0c7ed899038

target triple = "aarch64-unknown-linux-gnu"

@numbers = constant [20 x i64] [i64 0, i64 1, i64 -1, i64 2, i64 127, i64 128, i64 255, i64 -128, i64 -129, i64 32767, i64 32768, i64 65535, i64 2147483647, i64 2147483648, i64 -2147483648, i64 4294967295, i64 4294967296, i64 9223372036854775807, i64 -9223372036854775808, i64 81985529216486895]
@text = constant [8 x i8] c"%s %lx\0A\00"
@functions = constant [84 x ptr] [ptr @bfi64, ptr @bfxil64, ptr @low_bits, ptr @in_place, ptr @top_byte, ptr @whole_shift, ptr @over_zeros, ptr @not_over_ones, ptr @twice, ptr @bfi32, ptr @bytes16, ptr @extended, ptr @sadd8_branch, ptr @sadd16_branch, ptr @sadd32_branch, ptr @sadd64_branch, ptr @sadd_select, ptr @sadd_unread, ptr @sadd_used_between, ptr @sadd_number, ptr @ssub8_branch, ptr @ssub16_branch, ptr @ssub32_branch, ptr @ssub64_branch, ptr @ssub_select, ptr @ssub_unread, ptr @ssub_used_between, ptr @ssub_number, ptr @smul8_branch, ptr @smul16_branch, ptr @smul32_branch, ptr @smul64_branch, ptr @smul_select, ptr @smul_unread, ptr @smul_used_between, ptr @smul_number, ptr @uadd8_branch, ptr @uadd16_branch, ptr @uadd32_branch, ptr @uadd64_branch, ptr @uadd_select, ptr @uadd_unread, ptr @uadd_used_between, ptr @uadd_number, ptr @usub8_branch, ptr @usub16_branch, ptr @usub32_branch, ptr @usub64_branch, ptr @usub_select, ptr @usub_unread, ptr @usub_used_between, ptr @usub_number, ptr @umul8_branch, ptr @umul16_branch, ptr @umul32_branch, ptr @umul64_branch, ptr @umul_select, ptr @umul_unread, ptr @umul_used_between, ptr @umul_number, ptr @fshl128, ptr @fshr128, ptr @cut_lshr, ptr @cut_once_lshr, ptr @cut_ashr, ptr @cut_once_ashr, ptr @cut_shl, ptr @cut_once_shl, ptr @sitofp_i64_double_1, ptr @sitofp_i64_double_32, ptr @sitofp_i64_double_53, ptr @sitofp_i64_float_24, ptr @uitofp_i64_double_1, ptr @uitofp_i64_double_32, ptr @uitofp_i64_double_53, ptr @uitofp_i64_float_24, ptr @sitofp_i32_double_1, ptr @sitofp_i32_double_32, ptr @sitofp_i32_double_53, ptr @sitofp_i32_float_24, ptr @uitofp_i32_double_1, ptr @uitofp_i32_double_32, ptr @uitofp_i32_double_53, ptr @uitofp_i32_float_24]
@names = constant [84 x ptr] [ptr @n.bfi64, ptr @n.bfxil64, ptr @n.low_bits, ptr @n.in_place, ptr @n.top_byte, ptr @n.whole_shift, ptr @n.over_zeros, ptr @n.not_over_ones, ptr @n.twice, ptr @n.bfi32, ptr @n.bytes16, ptr @n.extended, ptr @n.sadd8_branch, ptr @n.sadd16_branch, ptr @n.sadd32_branch, ptr @n.sadd64_branch, ptr @n.sadd_select, ptr @n.sadd_unread, ptr @n.sadd_used_between, ptr @n.sadd_number, ptr @n.ssub8_branch, ptr @n.ssub16_branch, ptr @n.ssub32_branch, ptr @n.ssub64_branch, ptr @n.ssub_select, ptr @n.ssub_unread, ptr @n.ssub_used_between, ptr @n.ssub_number, ptr @n.smul8_branch, ptr @n.smul16_branch, ptr @n.smul32_branch, ptr @n.smul64_branch, ptr @n.smul_select, ptr @n.smul_unread, ptr @n.smul_used_between, ptr @n.smul_number, ptr @n.uadd8_branch, ptr @n.uadd16_branch, ptr @n.uadd32_branch, ptr @n.uadd64_branch, ptr @n.uadd_select, ptr @n.uadd_unread, ptr @n.uadd_used_between, ptr @n.uadd_number, ptr @n.usub8_branch, ptr @n.usub16_branch, ptr @n.usub32_branch, ptr @n.usub64_branch, ptr @n.usub_select, ptr @n.usub_unread, ptr @n.usub_used_between, ptr @n.usub_number, ptr @n.umul8_branch, ptr @n.umul16_branch, ptr @n.umul32_branch, ptr @n.umul64_branch, ptr @n.umul_select, ptr @n.umul_unread, ptr @n.umul_used_between, ptr @n.umul_number, ptr @n.fshl128, ptr @n.fshr128, ptr @n.cut_lshr, ptr @n.cut_once_lshr, ptr @n.cut_ashr, ptr @n.cut_once_ashr, ptr @n.cut_shl, ptr @n.cut_once_shl, ptr @n.sitofp_i64_double_1, ptr @n.sitofp_i64_double_32, ptr @n.sitofp_i64_double_53, ptr @n.sitofp_i64_float_24, ptr @n.uitofp_i64_double_1, ptr @n.uitofp_i64_double_32, ptr @n.uitofp_i64_double_53, ptr @n.uitofp_i64_float_24, ptr @n.sitofp_i32_double_1, ptr @n.sitofp_i32_double_32, ptr @n.sitofp_i32_double_53, ptr @n.sitofp_i32_float_24, ptr @n.uitofp_i32_double_1, ptr @n.uitofp_i32_double_32, ptr @n.uitofp_i32_double_53, ptr @n.uitofp_i32_float_24]
@n.bfi64 = private constant [6 x i8] c"bfi64\00"
@n.bfxil64 = private constant [8 x i8] c"bfxil64\00"
@n.low_bits = private constant [9 x i8] c"low_bits\00"
@n.in_place = private constant [9 x i8] c"in_place\00"
@n.top_byte = private constant [9 x i8] c"top_byte\00"
@n.whole_shift = private constant [12 x i8] c"whole_shift\00"
@n.over_zeros = private constant [11 x i8] c"over_zeros\00"
@n.not_over_ones = private constant [14 x i8] c"not_over_ones\00"
@n.twice = private constant [6 x i8] c"twice\00"
@n.bfi32 = private constant [6 x i8] c"bfi32\00"
@n.bytes16 = private constant [8 x i8] c"bytes16\00"
@n.extended = private constant [9 x i8] c"extended\00"
@n.sadd8_branch = private constant [13 x i8] c"sadd8_branch\00"
@n.sadd16_branch = private constant [14 x i8] c"sadd16_branch\00"
@n.sadd32_branch = private constant [14 x i8] c"sadd32_branch\00"
@n.sadd64_branch = private constant [14 x i8] c"sadd64_branch\00"
@n.sadd_select = private constant [12 x i8] c"sadd_select\00"
@n.sadd_unread = private constant [12 x i8] c"sadd_unread\00"
@n.sadd_used_between = private constant [18 x i8] c"sadd_used_between\00"
@n.sadd_number = private constant [12 x i8] c"sadd_number\00"
@n.ssub8_branch = private constant [13 x i8] c"ssub8_branch\00"
@n.ssub16_branch = private constant [14 x i8] c"ssub16_branch\00"
@n.ssub32_branch = private constant [14 x i8] c"ssub32_branch\00"
@n.ssub64_branch = private constant [14 x i8] c"ssub64_branch\00"
@n.ssub_select = private constant [12 x i8] c"ssub_select\00"
@n.ssub_unread = private constant [12 x i8] c"ssub_unread\00"
@n.ssub_used_between = private constant [18 x i8] c"ssub_used_between\00"
@n.ssub_number = private constant [12 x i8] c"ssub_number\00"
@n.smul8_branch = private constant [13 x i8] c"smul8_branch\00"
@n.smul16_branch = private constant [14 x i8] c"smul16_branch\00"
@n.smul32_branch = private constant [14 x i8] c"smul32_branch\00"
@n.smul64_branch = private constant [14 x i8] c"smul64_branch\00"
@n.smul_select = private constant [12 x i8] c"smul_select\00"
@n.smul_unread = private constant [12 x i8] c"smul_unread\00"
@n.smul_used_between = private constant [18 x i8] c"smul_used_between\00"
@n.smul_number = private constant [12 x i8] c"smul_number\00"
@n.uadd8_branch = private constant [13 x i8] c"uadd8_branch\00"
@n.uadd16_branch = private constant [14 x i8] c"uadd16_branch\00"
@n.uadd32_branch = private constant [14 x i8] c"uadd32_branch\00"
@n.uadd64_branch = private constant [14 x i8] c"uadd64_branch\00"
@n.uadd_select = private constant [12 x i8] c"uadd_select\00"
@n.uadd_unread = private constant [12 x i8] c"uadd_unread\00"
@n.uadd_used_between = private constant [18 x i8] c"uadd_used_between\00"
@n.uadd_number = private constant [12 x i8] c"uadd_number\00"
@n.usub8_branch = private constant [13 x i8] c"usub8_branch\00"
@n.usub16_branch = private constant [14 x i8] c"usub16_branch\00"
@n.usub32_branch = private constant [14 x i8] c"usub32_branch\00"
@n.usub64_branch = private constant [14 x i8] c"usub64_branch\00"
@n.usub_select = private constant [12 x i8] c"usub_select\00"
@n.usub_unread = private constant [12 x i8] c"usub_unread\00"
@n.usub_used_between = private constant [18 x i8] c"usub_used_between\00"
@n.usub_number = private constant [12 x i8] c"usub_number\00"
@n.umul8_branch = private constant [13 x i8] c"umul8_branch\00"
@n.umul16_branch = private constant [14 x i8] c"umul16_branch\00"
@n.umul32_branch = private constant [14 x i8] c"umul32_branch\00"
@n.umul64_branch = private constant [14 x i8] c"umul64_branch\00"
@n.umul_select = private constant [12 x i8] c"umul_select\00"
@n.umul_unread = private constant [12 x i8] c"umul_unread\00"
@n.umul_used_between = private constant [18 x i8] c"umul_used_between\00"
@n.umul_number = private constant [12 x i8] c"umul_number\00"
@n.fshl128 = private constant [8 x i8] c"fshl128\00"
@n.fshr128 = private constant [8 x i8] c"fshr128\00"
@n.cut_lshr = private constant [9 x i8] c"cut_lshr\00"
@n.cut_once_lshr = private constant [14 x i8] c"cut_once_lshr\00"
@n.cut_ashr = private constant [9 x i8] c"cut_ashr\00"
@n.cut_once_ashr = private constant [14 x i8] c"cut_once_ashr\00"
@n.cut_shl = private constant [8 x i8] c"cut_shl\00"
@n.cut_once_shl = private constant [13 x i8] c"cut_once_shl\00"
@n.sitofp_i64_double_1 = private constant [20 x i8] c"sitofp_i64_double_1\00"
@n.sitofp_i64_double_32 = private constant [21 x i8] c"sitofp_i64_double_32\00"
@n.sitofp_i64_double_53 = private constant [21 x i8] c"sitofp_i64_double_53\00"
@n.sitofp_i64_float_24 = private constant [20 x i8] c"sitofp_i64_float_24\00"
@n.uitofp_i64_double_1 = private constant [20 x i8] c"uitofp_i64_double_1\00"
@n.uitofp_i64_double_32 = private constant [21 x i8] c"uitofp_i64_double_32\00"
@n.uitofp_i64_double_53 = private constant [21 x i8] c"uitofp_i64_double_53\00"
@n.uitofp_i64_float_24 = private constant [20 x i8] c"uitofp_i64_float_24\00"
@n.sitofp_i32_double_1 = private constant [20 x i8] c"sitofp_i32_double_1\00"
@n.sitofp_i32_double_32 = private constant [21 x i8] c"sitofp_i32_double_32\00"
@n.sitofp_i32_double_53 = private constant [21 x i8] c"sitofp_i32_double_53\00"
@n.sitofp_i32_float_24 = private constant [20 x i8] c"sitofp_i32_float_24\00"
@n.uitofp_i32_double_1 = private constant [20 x i8] c"uitofp_i32_double_1\00"
@n.uitofp_i32_double_32 = private constant [21 x i8] c"uitofp_i32_double_32\00"
@n.uitofp_i32_double_53 = private constant [21 x i8] c"uitofp_i32_double_53\00"
@n.uitofp_i32_float_24 = private constant [20 x i8] c"uitofp_i32_float_24\00"

declare i32 @printf(ptr, ...)
declare i128 @llvm.fshl.i128(i128, i128, i128)
declare i128 @llvm.fshr.i128(i128, i128, i128)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare { i16, i1 } @llvm.sadd.with.overflow.i16(i16, i16)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare { i16, i1 } @llvm.ssub.with.overflow.i16(i16, i16)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare { i16, i1 } @llvm.smul.with.overflow.i16(i16, i16)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
declare { i16, i1 } @llvm.uadd.with.overflow.i16(i16, i16)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare { i16, i1 } @llvm.usub.with.overflow.i16(i16, i16)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
declare { i16, i1 } @llvm.umul.with.overflow.i16(i16, i16)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)

define i64 @bfi64(i64 %a, i64 %b) {
  %x = and i64 %a, -65521
  %y = shl i64 %b, 4
  %z = and i64 %y, 65520
  %r = or i64 %x, %z
  ret i64 %r
}

define i64 @bfxil64(i64 %a, i64 %b) {
  %x = and i64 %a, -4096
  %y = lshr i64 %b, 9
  %z = and i64 %y, 4095
  %r = or i64 %z, %x
  ret i64 %r
}

define i64 @low_bits(i64 %a, i64 %b) {
  %x = and i64 %a, -256
  %z = and i64 %b, 255
  %r = or i64 %x, %z
  ret i64 %r
}

define i64 @in_place(i64 %a, i64 %b) {
  %x = and i64 %a, -61441
  %z = and i64 %b, 61440
  %r = or i64 %x, %z
  ret i64 %r
}

define i64 @top_byte(i64 %a, i64 %b) {
  %x = and i64 %a, 72057594037927935
  %z = shl i64 %b, 56
  %r = or i64 %x, %z
  ret i64 %r
}

define i64 @whole_shift(i64 %a, i64 %b) {
  %x = and i64 %a, -1048576
  %z = lshr i64 %b, 44
  %r = or i64 %z, %x
  ret i64 %r
}

define i64 @over_zeros(i64 %a, i64 %b) {
  %x = shl i64 %a, 16
  %z = and i64 %b, 65535
  %r = or i64 %x, %z
  ret i64 %r
}

define i64 @not_over_ones(i64 %a, i64 %b) {
  %x = shl i64 %a, 8
  %z = and i64 %b, 65535
  %r = or i64 %x, %z
  ret i64 %r
}

define i64 @twice(i64 %a, i64 %b) {
  %x = and i64 %a, -65521
  %y = shl i64 %b, 4
  %z = and i64 %y, 65520
  %r = or i64 %x, %z
  %s = mul i64 %r, %z
  ret i64 %s
}

define i64 @bfi32(i64 %a, i64 %b) {
  %a32 = trunc i64 %a to i32
  %b32 = trunc i64 %b to i32
  %x = and i32 %a32, -2017
  %m = and i32 %b32, 63
  %z = shl i32 %m, 5
  %r = or i32 %x, %z
  %e = zext i32 %r to i64
  ret i64 %e
}

define i64 @bytes16(i64 %a, i64 %b) {
  %a16 = trunc i64 %a to i16
  %b16 = trunc i64 %b to i16
  %x = and i16 %a16, -256
  %y = lshr i16 %b16, 8
  %r = or i16 %x, %y
  %e = zext i16 %r to i64
  ret i64 %e
}

define i64 @extended(i64 %a, i64 %b) {
  %b8 = trunc i64 %b to i8
  %x = and i64 %a, -65281
  %y = zext i8 %b8 to i64
  %z = shl i64 %y, 8
  %r = or i64 %x, %z
  ret i64 %r
}

define i64 @sadd8_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %r = trunc i64 %b to i8
  %p = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %l, i8 %r)
  %v = extractvalue { i8, i1 } %p, 0
  %o = extractvalue { i8, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i8 %v to i64
  ret i64 %e
}

define i64 @sadd16_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i16
  %r = trunc i64 %b to i16
  %p = call { i16, i1 } @llvm.sadd.with.overflow.i16(i16 %l, i16 %r)
  %v = extractvalue { i16, i1 } %p, 0
  %o = extractvalue { i16, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i16 %v to i64
  ret i64 %e
}

define i64 @sadd32_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %r = trunc i64 %b to i32
  %p = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %l, i32 %r)
  %v = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i32 %v to i64
  ret i64 %e
}

define i64 @sadd64_branch(i64 %a, i64 %b) {
  %l = add i64 %a, 0
  %r = add i64 %b, 0
  %p = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %l, i64 %r)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = add i64 %v, 0
  ret i64 %e
}

define i64 @sadd_select(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %r = select i1 %o, i64 %a, i64 %v
  ret i64 %r
}

define i64 @sadd_unread(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %p = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %l, i32 100000)
  %o = extractvalue { i32, i1 } %p, 1
  %n = xor i1 %o, true
  %r = select i1 %n, i64 %a, i64 %b
  ret i64 %r
}

define i64 @sadd_used_between(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %m = mul i64 %v, 3
  br i1 %o, label %yes, label %no
yes:
  ret i64 %m
no:
  %e = add i64 %v, %m
  ret i64 %e
}

define i64 @sadd_number(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %q = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %l, i8 3)
  %o = extractvalue { i8, i1 } %q, 1
  %e = zext i1 %o to i64
  %r = add i64 %e, %b
  %t = mul i64 %r, %e
  ret i64 %t
}

define i64 @ssub8_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %r = trunc i64 %b to i8
  %p = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %l, i8 %r)
  %v = extractvalue { i8, i1 } %p, 0
  %o = extractvalue { i8, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i8 %v to i64
  ret i64 %e
}

define i64 @ssub16_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i16
  %r = trunc i64 %b to i16
  %p = call { i16, i1 } @llvm.ssub.with.overflow.i16(i16 %l, i16 %r)
  %v = extractvalue { i16, i1 } %p, 0
  %o = extractvalue { i16, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i16 %v to i64
  ret i64 %e
}

define i64 @ssub32_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %r = trunc i64 %b to i32
  %p = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %l, i32 %r)
  %v = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i32 %v to i64
  ret i64 %e
}

define i64 @ssub64_branch(i64 %a, i64 %b) {
  %l = add i64 %a, 0
  %r = add i64 %b, 0
  %p = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %l, i64 %r)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = add i64 %v, 0
  ret i64 %e
}

define i64 @ssub_select(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %r = select i1 %o, i64 %a, i64 %v
  ret i64 %r
}

define i64 @ssub_unread(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %p = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %l, i32 100000)
  %o = extractvalue { i32, i1 } %p, 1
  %n = xor i1 %o, true
  %r = select i1 %n, i64 %a, i64 %b
  ret i64 %r
}

define i64 @ssub_used_between(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %m = mul i64 %v, 3
  br i1 %o, label %yes, label %no
yes:
  ret i64 %m
no:
  %e = add i64 %v, %m
  ret i64 %e
}

define i64 @ssub_number(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %q = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %l, i8 3)
  %o = extractvalue { i8, i1 } %q, 1
  %e = zext i1 %o to i64
  %r = add i64 %e, %b
  %t = mul i64 %r, %e
  ret i64 %t
}

define i64 @smul8_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %r = trunc i64 %b to i8
  %p = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %l, i8 %r)
  %v = extractvalue { i8, i1 } %p, 0
  %o = extractvalue { i8, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i8 %v to i64
  ret i64 %e
}

define i64 @smul16_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i16
  %r = trunc i64 %b to i16
  %p = call { i16, i1 } @llvm.smul.with.overflow.i16(i16 %l, i16 %r)
  %v = extractvalue { i16, i1 } %p, 0
  %o = extractvalue { i16, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i16 %v to i64
  ret i64 %e
}

define i64 @smul32_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %r = trunc i64 %b to i32
  %p = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %l, i32 %r)
  %v = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i32 %v to i64
  ret i64 %e
}

define i64 @smul64_branch(i64 %a, i64 %b) {
  %l = add i64 %a, 0
  %r = add i64 %b, 0
  %p = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %l, i64 %r)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = add i64 %v, 0
  ret i64 %e
}

define i64 @smul_select(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %r = select i1 %o, i64 %a, i64 %v
  ret i64 %r
}

define i64 @smul_unread(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %p = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %l, i32 100000)
  %o = extractvalue { i32, i1 } %p, 1
  %n = xor i1 %o, true
  %r = select i1 %n, i64 %a, i64 %b
  ret i64 %r
}

define i64 @smul_used_between(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %m = mul i64 %v, 3
  br i1 %o, label %yes, label %no
yes:
  ret i64 %m
no:
  %e = add i64 %v, %m
  ret i64 %e
}

define i64 @smul_number(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %q = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %l, i8 3)
  %o = extractvalue { i8, i1 } %q, 1
  %e = zext i1 %o to i64
  %r = add i64 %e, %b
  %t = mul i64 %r, %e
  ret i64 %t
}

define i64 @uadd8_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %r = trunc i64 %b to i8
  %p = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %l, i8 %r)
  %v = extractvalue { i8, i1 } %p, 0
  %o = extractvalue { i8, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i8 %v to i64
  ret i64 %e
}

define i64 @uadd16_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i16
  %r = trunc i64 %b to i16
  %p = call { i16, i1 } @llvm.uadd.with.overflow.i16(i16 %l, i16 %r)
  %v = extractvalue { i16, i1 } %p, 0
  %o = extractvalue { i16, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i16 %v to i64
  ret i64 %e
}

define i64 @uadd32_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %r = trunc i64 %b to i32
  %p = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %l, i32 %r)
  %v = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i32 %v to i64
  ret i64 %e
}

define i64 @uadd64_branch(i64 %a, i64 %b) {
  %l = add i64 %a, 0
  %r = add i64 %b, 0
  %p = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %l, i64 %r)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = add i64 %v, 0
  ret i64 %e
}

define i64 @uadd_select(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %r = select i1 %o, i64 %a, i64 %v
  ret i64 %r
}

define i64 @uadd_unread(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %p = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %l, i32 100000)
  %o = extractvalue { i32, i1 } %p, 1
  %n = xor i1 %o, true
  %r = select i1 %n, i64 %a, i64 %b
  ret i64 %r
}

define i64 @uadd_used_between(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %m = mul i64 %v, 3
  br i1 %o, label %yes, label %no
yes:
  ret i64 %m
no:
  %e = add i64 %v, %m
  ret i64 %e
}

define i64 @uadd_number(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %q = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %l, i8 3)
  %o = extractvalue { i8, i1 } %q, 1
  %e = zext i1 %o to i64
  %r = add i64 %e, %b
  %t = mul i64 %r, %e
  ret i64 %t
}

define i64 @usub8_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %r = trunc i64 %b to i8
  %p = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %l, i8 %r)
  %v = extractvalue { i8, i1 } %p, 0
  %o = extractvalue { i8, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i8 %v to i64
  ret i64 %e
}

define i64 @usub16_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i16
  %r = trunc i64 %b to i16
  %p = call { i16, i1 } @llvm.usub.with.overflow.i16(i16 %l, i16 %r)
  %v = extractvalue { i16, i1 } %p, 0
  %o = extractvalue { i16, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i16 %v to i64
  ret i64 %e
}

define i64 @usub32_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %r = trunc i64 %b to i32
  %p = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %l, i32 %r)
  %v = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i32 %v to i64
  ret i64 %e
}

define i64 @usub64_branch(i64 %a, i64 %b) {
  %l = add i64 %a, 0
  %r = add i64 %b, 0
  %p = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %l, i64 %r)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = add i64 %v, 0
  ret i64 %e
}

define i64 @usub_select(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %r = select i1 %o, i64 %a, i64 %v
  ret i64 %r
}

define i64 @usub_unread(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %p = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %l, i32 100000)
  %o = extractvalue { i32, i1 } %p, 1
  %n = xor i1 %o, true
  %r = select i1 %n, i64 %a, i64 %b
  ret i64 %r
}

define i64 @usub_used_between(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %m = mul i64 %v, 3
  br i1 %o, label %yes, label %no
yes:
  ret i64 %m
no:
  %e = add i64 %v, %m
  ret i64 %e
}

define i64 @usub_number(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %q = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %l, i8 3)
  %o = extractvalue { i8, i1 } %q, 1
  %e = zext i1 %o to i64
  %r = add i64 %e, %b
  %t = mul i64 %r, %e
  ret i64 %t
}

define i64 @umul8_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %r = trunc i64 %b to i8
  %p = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %l, i8 %r)
  %v = extractvalue { i8, i1 } %p, 0
  %o = extractvalue { i8, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i8 %v to i64
  ret i64 %e
}

define i64 @umul16_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i16
  %r = trunc i64 %b to i16
  %p = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 %l, i16 %r)
  %v = extractvalue { i16, i1 } %p, 0
  %o = extractvalue { i16, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i16 %v to i64
  ret i64 %e
}

define i64 @umul32_branch(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %r = trunc i64 %b to i32
  %p = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %l, i32 %r)
  %v = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = sext i32 %v to i64
  ret i64 %e
}

define i64 @umul64_branch(i64 %a, i64 %b) {
  %l = add i64 %a, 0
  %r = add i64 %b, 0
  %p = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %l, i64 %r)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i64 -1
no:
  %e = add i64 %v, 0
  ret i64 %e
}

define i64 @umul_select(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %r = select i1 %o, i64 %a, i64 %v
  ret i64 %r
}

define i64 @umul_unread(i64 %a, i64 %b) {
  %l = trunc i64 %a to i32
  %p = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %l, i32 100000)
  %o = extractvalue { i32, i1 } %p, 1
  %n = xor i1 %o, true
  %r = select i1 %n, i64 %a, i64 %b
  ret i64 %r
}

define i64 @umul_used_between(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %p, 0
  %o = extractvalue { i64, i1 } %p, 1
  %m = mul i64 %v, 3
  br i1 %o, label %yes, label %no
yes:
  ret i64 %m
no:
  %e = add i64 %v, %m
  ret i64 %e
}

define i64 @umul_number(i64 %a, i64 %b) {
  %l = trunc i64 %a to i8
  %q = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %l, i8 3)
  %o = extractvalue { i8, i1 } %q, 1
  %e = zext i1 %o to i64
  %r = add i64 %e, %b
  %t = mul i64 %r, %e
  ret i64 %t
}

define i64 @fshl128(i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = shl i128 %x, 64
  %z = zext i64 %b to i128
  %h = or i128 %y, %z
  %n = xor i128 %h, -81985529216486896
  %v = call i128 @llvm.fshl.i128(i128 %h, i128 %n, i128 %z)
  %u = lshr i128 %v, 64
  %t = trunc i128 %u to i64
  %s = trunc i128 %v to i64
  %r = mul i64 %s, 31
  %q = xor i64 %r, %t
  ret i64 %q
}

define i64 @fshr128(i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = shl i128 %x, 64
  %z = zext i64 %b to i128
  %h = or i128 %y, %z
  %n = xor i128 %h, -81985529216486896
  %v = call i128 @llvm.fshr.i128(i128 %h, i128 %n, i128 %z)
  %u = lshr i128 %v, 64
  %t = trunc i128 %u to i64
  %s = trunc i128 %v to i64
  %r = mul i64 %s, 31
  %q = xor i64 %r, %t
  ret i64 %q
}

define i64 @cut_lshr(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %s = lshr i32 %w, 11
  %t = trunc i32 %s to i16
  %b16 = trunc i64 %b to i16
  %r = add i16 %b16, %t
  %x = sub i16 %r, %t
  %y = xor i16 %r, %x
  %e = sext i16 %y to i64
  ret i64 %e
}

define i64 @cut_once_lshr(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %s = lshr i32 %w, 11
  %t = trunc i32 %s to i16
  %b16 = trunc i64 %b to i16
  %r = sub i16 %b16, %t
  %e = sext i16 %r to i64
  ret i64 %e
}

define i64 @cut_ashr(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %s = ashr i32 %w, 11
  %t = trunc i32 %s to i16
  %b16 = trunc i64 %b to i16
  %r = add i16 %b16, %t
  %x = sub i16 %r, %t
  %y = xor i16 %r, %x
  %e = sext i16 %y to i64
  ret i64 %e
}

define i64 @cut_once_ashr(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %s = ashr i32 %w, 11
  %t = trunc i32 %s to i16
  %b16 = trunc i64 %b to i16
  %r = sub i16 %b16, %t
  %e = sext i16 %r to i64
  ret i64 %e
}

define i64 @cut_shl(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %s = shl i32 %w, 11
  %t = trunc i32 %s to i16
  %b16 = trunc i64 %b to i16
  %r = add i16 %b16, %t
  %x = sub i16 %r, %t
  %y = xor i16 %r, %x
  %e = sext i16 %y to i64
  ret i64 %e
}

define i64 @cut_once_shl(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %s = shl i32 %w, 11
  %t = trunc i32 %s to i16
  %b16 = trunc i64 %b to i16
  %r = sub i16 %b16, %t
  %e = sext i16 %r to i64
  ret i64 %e
}

define i64 @sitofp_i64_double_1(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = sitofp i64 %a to double
  %m = fmul double %x, 0x3FE0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @sitofp_i64_double_32(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = sitofp i64 %a to double
  %m = fmul double %x, 0x3DF0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @sitofp_i64_double_53(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = sitofp i64 %a to double
  %m = fmul double %x, 0x3CA0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @sitofp_i64_float_24(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = sitofp i64 %a to float
  %m = fmul float %x, 0x3E70000000000000
  %i = bitcast float %m to i32
  %e = zext i32 %i to i64
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @uitofp_i64_double_1(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = uitofp i64 %a to double
  %m = fmul double %x, 0x3FE0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @uitofp_i64_double_32(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = uitofp i64 %a to double
  %m = fmul double %x, 0x3DF0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @uitofp_i64_double_53(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = uitofp i64 %a to double
  %m = fmul double %x, 0x3CA0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @uitofp_i64_float_24(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = uitofp i64 %a to float
  %m = fmul float %x, 0x3E70000000000000
  %i = bitcast float %m to i32
  %e = zext i32 %i to i64
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @sitofp_i32_double_1(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = sitofp i32 %w to double
  %m = fmul double %x, 0x3FE0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @sitofp_i32_double_32(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = sitofp i32 %w to double
  %m = fmul double %x, 0x3DF0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @sitofp_i32_double_53(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = sitofp i32 %w to double
  %m = fmul double %x, 0x3CA0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @sitofp_i32_float_24(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = sitofp i32 %w to float
  %m = fmul float %x, 0x3E70000000000000
  %i = bitcast float %m to i32
  %e = zext i32 %i to i64
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @uitofp_i32_double_1(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = uitofp i32 %w to double
  %m = fmul double %x, 0x3FE0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @uitofp_i32_double_32(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = uitofp i32 %w to double
  %m = fmul double %x, 0x3DF0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @uitofp_i32_double_53(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = uitofp i32 %w to double
  %m = fmul double %x, 0x3CA0000000000000
  %i = bitcast double %m to i64
  %e = add i64 %i, 0
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @uitofp_i32_float_24(i64 %a, i64 %b) {
  %w = trunc i64 %a to i32
  %x = uitofp i32 %w to float
  %m = fmul float %x, 0x3E70000000000000
  %i = bitcast float %m to i32
  %e = zext i32 %i to i64
  %r = xor i64 %e, %b
  ret i64 %r
}

define i64 @hash_of(ptr %f) {
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %i1, %next ]
  %h = phi i64 [ 0, %0 ], [ %h2, %next ]
  %ai = udiv i64 %i, 20
  %bi = urem i64 %i, 20
  %ap = getelementptr i64, ptr @numbers, i64 %ai
  %bp = getelementptr i64, ptr @numbers, i64 %bi
  %a = load i64, ptr %ap
  %b = load i64, ptr %bp
  %r = call i64 %f(i64 %a, i64 %b)
  %h1 = mul i64 %h, 1099511628211
  %h2 = xor i64 %h1, %r
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, 400
  br i1 %more, label %next, label %end
end:
  ret i64 %h2
}

define i32 @main() {
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %i1, %next ]
  %fp = getelementptr ptr, ptr @functions, i64 %i
  %f = load ptr, ptr %fp
  %np = getelementptr ptr, ptr @names, i64 %i
  %n = load ptr, ptr %np
  %h = call i64 @hash_of(ptr %f)
  %p = call i32 (ptr, ...) @printf(ptr @text, ptr %n, i64 %h)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, 84
  br i1 %more, label %next, label %end
end:
  ret i32 0
}
