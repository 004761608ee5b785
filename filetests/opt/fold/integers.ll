; Arithmetic on integers of 1 to 200 bits; what is not defined is poison. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=instsimplify %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i8 @add_8_0() {
;   ret i8 107
; }
;
; define i8 @add_8_1() {
;   ret i8 -93
; }
;
; define i8 @add_8_2() {
;   ret i8 127
; }
;
; define i8 @add_8_3() {
;   ret i8 5
; }
;
; define i8 @add_8_4() {
;   ret i8 10
; }
;
; define i8 @sub_8_0() {
;   ret i8 93
; }
;
; define i8 @sub_8_1() {
;   ret i8 -107
; }
;
; define i8 @sub_8_2() {
;   ret i8 -127
; }
;
; define i8 @sub_8_3() {
;   ret i8 5
; }
;
; define i8 @sub_8_4() {
;   ret i8 -8
; }
;
; define i8 @mul_8_0() {
;   ret i8 -68
; }
;
; define i8 @mul_8_1() {
;   ret i8 68
; }
;
; define i8 @mul_8_2() {
;   ret i8 -128
; }
;
; define i8 @mul_8_3() {
;   ret i8 0
; }
;
; define i8 @mul_8_4() {
;   ret i8 9
; }
;
; define i8 @udiv_8_0() {
;   ret i8 14
; }
;
; define i8 @udiv_8_1() {
;   ret i8 22
; }
;
; define i8 @udiv_8_2() {
;   ret i8 0
; }
;
; define i8 @udiv_8_3() {
;   ret i8 poison
; }
;
; define i8 @udiv_8_4() {
;   ret i8 0
; }
;
; define i8 @sdiv_8_0() {
;   ret i8 14
; }
;
; define i8 @sdiv_8_1() {
;   ret i8 -14
; }
;
; define i8 @sdiv_8_2() {
;   ret i8 poison
; }
;
; define i8 @sdiv_8_3() {
;   ret i8 poison
; }
;
; define i8 @sdiv_8_4() {
;   ret i8 0
; }
;
; define i8 @urem_8_0() {
;   ret i8 2
; }
;
; define i8 @urem_8_1() {
;   ret i8 2
; }
;
; define i8 @urem_8_2() {
;   ret i8 -128
; }
;
; define i8 @urem_8_3() {
;   ret i8 poison
; }
;
; define i8 @urem_8_4() {
;   ret i8 1
; }
;
; define i8 @srem_8_0() {
;   ret i8 2
; }
;
; define i8 @srem_8_1() {
;   ret i8 -2
; }
;
; define i8 @srem_8_2() {
;   ret i8 poison
; }
;
; define i8 @srem_8_3() {
;   ret i8 poison
; }
;
; define i8 @srem_8_4() {
;   ret i8 1
; }
;
; define i8 @shl_8_0() {
;   ret i8 0
; }
;
; define i8 @shl_8_1() {
;   ret i8 0
; }
;
; define i8 @shl_8_2() {
;   ret i8 poison
; }
;
; define i8 @shl_8_3() {
;   ret i8 5
; }
;
; define i8 @shl_8_4() {
;   ret i8 poison
; }
;
; define i8 @lshr_8_0() {
;   ret i8 0
; }
;
; define i8 @lshr_8_1() {
;   ret i8 1
; }
;
; define i8 @lshr_8_2() {
;   ret i8 poison
; }
;
; define i8 @lshr_8_3() {
;   ret i8 5
; }
;
; define i8 @lshr_8_4() {
;   ret i8 poison
; }
;
; define i8 @ashr_8_0() {
;   ret i8 0
; }
;
; define i8 @ashr_8_1() {
;   ret i8 -1
; }
;
; define i8 @ashr_8_2() {
;   ret i8 poison
; }
;
; define i8 @ashr_8_3() {
;   ret i8 5
; }
;
; define i8 @ashr_8_4() {
;   ret i8 poison
; }
;
; define i8 @and_8_0() {
;   ret i8 4
; }
;
; define i8 @and_8_1() {
;   ret i8 4
; }
;
; define i8 @and_8_2() {
;   ret i8 -128
; }
;
; define i8 @and_8_3() {
;   ret i8 0
; }
;
; define i8 @and_8_4() {
;   ret i8 1
; }
;
; define i8 @or_8_0() {
;   ret i8 103
; }
;
; define i8 @or_8_1() {
;   ret i8 -97
; }
;
; define i8 @or_8_2() {
;   ret i8 -1
; }
;
; define i8 @or_8_3() {
;   ret i8 5
; }
;
; define i8 @or_8_4() {
;   ret i8 9
; }
;
; define i8 @xor_8_0() {
;   ret i8 99
; }
;
; define i8 @xor_8_1() {
;   ret i8 -101
; }
;
; define i8 @xor_8_2() {
;   ret i8 127
; }
;
; define i8 @xor_8_3() {
;   ret i8 5
; }
;
; define i8 @xor_8_4() {
;   ret i8 8
; }
;
; define i64 @add_64_0() {
;   ret i64 1099511640124
; }
;
; define i64 @add_64_1() {
;   ret i64 -5
; }
;
; define i64 @sub_64_0() {
;   ret i64 1099511615434
; }
;
; define i64 @sub_64_1() {
;   ret i64 -9
; }
;
; define i64 @mul_64_0() {
;   ret i64 13573471044931755
; }
;
; define i64 @mul_64_1() {
;   ret i64 -14
; }
;
; define i64 @udiv_64_0() {
;   ret i64 89065340
; }
;
; define i64 @udiv_64_1() {
;   ret i64 9223372036854775804
; }
;
; define i64 @sdiv_64_0() {
;   ret i64 89065340
; }
;
; define i64 @sdiv_64_1() {
;   ret i64 -3
; }
;
; define i64 @urem_64_0() {
;   ret i64 5479
; }
;
; define i64 @urem_64_1() {
;   ret i64 1
; }
;
; define i64 @srem_64_0() {
;   ret i64 5479
; }
;
; define i64 @srem_64_1() {
;   ret i64 -1
; }
;
; define i64 @shl_64_0() {
;   ret i64 poison
; }
;
; define i64 @shl_64_1() {
;   ret i64 -28
; }
;
; define i64 @lshr_64_0() {
;   ret i64 poison
; }
;
; define i64 @lshr_64_1() {
;   ret i64 4611686018427387902
; }
;
; define i64 @ashr_64_0() {
;   ret i64 poison
; }
;
; define i64 @ashr_64_1() {
;   ret i64 -2
; }
;
; define i64 @and_64_0() {
;   ret i64 1
; }
;
; define i64 @and_64_1() {
;   ret i64 0
; }
;
; define i64 @or_64_0() {
;   ret i64 1099511640123
; }
;
; define i64 @or_64_1() {
;   ret i64 -5
; }
;
; define i64 @xor_64_0() {
;   ret i64 1099511640122
; }
;
; define i64 @xor_64_1() {
;   ret i64 -5
; }
;
; define i128 @add_128_0() {
;   ret i128 1267650600246676145570412756998
; }
;
; define i128 @add_128_1() {
;   ret i128 4
; }
;
; define i128 @sub_128_0() {
;   ret i128 1267650600209782657422993653764
; }
;
; define i128 @sub_128_1() {
;   ret i128 -10
; }
;
; define i128 @mul_128_0() {
;   ret i128 1267650600320463121865250963461
; }
;
; define i128 @mul_128_1() {
;   ret i128 -21
; }
;
; define i128 @udiv_128_0() {
;   ret i128 68719476735
; }
;
; define i128 @udiv_128_1() {
;   ret i128 48611766702991209066196372490252601636
; }
;
; define i128 @sdiv_128_0() {
;   ret i128 68719476735
; }
;
; define i128 @sdiv_128_1() {
;   ret i128 0
; }
;
; define i128 @urem_128_0() {
;   ret i128 18446744004990074886
; }
;
; define i128 @urem_128_1() {
;   ret i128 1
; }
;
; define i128 @srem_128_0() {
;   ret i128 18446744004990074886
; }
;
; define i128 @srem_128_1() {
;   ret i128 -3
; }
;
; define i128 @shl_128_0() {
;   ret i128 poison
; }
;
; define i128 @shl_128_1() {
;   ret i128 -384
; }
;
; define i128 @lshr_128_0() {
;   ret i128 poison
; }
;
; define i128 @lshr_128_1() {
;   ret i128 2658455991569831745807614120560689151
; }
;
; define i128 @ashr_128_0() {
;   ret i128 poison
; }
;
; define i128 @ashr_128_1() {
;   ret i128 -1
; }
;
; define i128 @and_128_0() {
;   ret i128 1
; }
;
; define i128 @and_128_1() {
;   ret i128 5
; }
;
; define i128 @or_128_0() {
;   ret i128 1267650600246676145570412756997
; }
;
; define i128 @or_128_1() {
;   ret i128 -1
; }
;
; define i128 @xor_128_0() {
;   ret i128 1267650600246676145570412756996
; }
;
; define i128 @xor_128_1() {
;   ret i128 -6
; }
;
; define i200 @add_200_0() {
;   ret i200 1569275433846670190958947355801916605206180481833419943996
; }
;
; define i200 @add_200_1() {
;   ret i200 -1427247692705959881058285969449495136382746633
; }
;
; define i200 @sub_200_0() {
;   ret i200 1569275433846670190958947355801916602844997240398597337142
; }
;
; define i200 @sub_200_1() {
;   ret i200 -1427247692705959881058285969449495136382746615
; }
;
; define i200 @mul_200_0() {
;   ret i200 4707826301540010572876842067405764386480324339790566690987
; }
;
; define i200 @mul_200_1() {
;   ret i200 12845229234353638929524573725045456227444719616
; }
;
; define i200 @udiv_200_0() {
;   ret i200 1329227995784915872900429360559816704
; }
;
; define i200 @udiv_200_1() {
;   ret i200 0
; }
;
; define i200 @sdiv_200_0() {
;   ret i200 1329227995784915872900429360559816704
; }
;
; define i200 @sdiv_200_1() {
;   ret i200 158583076967328875673142885494388348486971847
; }
;
; define i200 @urem_200_0() {
;   ret i200 10133099161595961
; }
;
; define i200 @urem_200_1() {
;   ret i200 -1427247692705959881058285969449495136382746624
; }
;
; define i200 @srem_200_0() {
;   ret i200 10133099161595961
; }
;
; define i200 @srem_200_1() {
;   ret i200 -1
; }
;
; define i200 @shl_200_0() {
;   ret i200 poison
; }
;
; define i200 @shl_200_1() {
;   ret i200 poison
; }
;
; define i200 @lshr_200_0() {
;   ret i200 poison
; }
;
; define i200 @lshr_200_1() {
;   ret i200 poison
; }
;
; define i200 @ashr_200_0() {
;   ret i200 poison
; }
;
; define i200 @ashr_200_1() {
;   ret i200 poison
; }
;
; define i200 @and_200_0() {
;   ret i200 1
; }
;
; define i200 @and_200_1() {
;   ret i200 -1427247692705959881058285969449495136382746624
; }
;
; define i200 @or_200_0() {
;   ret i200 1569275433846670190958947355801916605206180481833419943995
; }
;
; define i200 @or_200_1() {
;   ret i200 -9
; }
;
; define i200 @xor_200_0() {
;   ret i200 1569275433846670190958947355801916605206180481833419943994
; }
;
; define i200 @xor_200_1() {
;   ret i200 1427247692705959881058285969449495136382746615
; }
;
; define i1 @add_1_0() {
;   ret i1 false
; }
;
; define i1 @sub_1_0() {
;   ret i1 false
; }
;
; define i1 @mul_1_0() {
;   ret i1 true
; }
;
; define i1 @udiv_1_0() {
;   ret i1 true
; }
;
; define i1 @sdiv_1_0() {
;   ret i1 true
; }
;
; define i1 @urem_1_0() {
;   ret i1 false
; }
;
; define i1 @srem_1_0() {
;   ret i1 false
; }
;
; define i1 @shl_1_0() {
;   ret i1 poison
; }
;
; define i1 @lshr_1_0() {
;   ret i1 poison
; }
;
; define i1 @ashr_1_0() {
;   ret i1 poison
; }
;
; define i1 @and_1_0() {
;   ret i1 true
; }
;
; define i1 @or_1_0() {
;   ret i1 true
; }
;
; define i1 @xor_1_0() {
;   ret i1 false
; }
;
; define i33 @add_33_0() {
;   ret i33 -4294967295
; }
;
; define i33 @sub_33_0() {
;   ret i33 4294967293
; }
;
; define i33 @mul_33_0() {
;   ret i33 -2
; }
;
; define i33 @udiv_33_0() {
;   ret i33 2147483647
; }
;
; define i33 @sdiv_33_0() {
;   ret i33 2147483647
; }
;
; define i33 @urem_33_0() {
;   ret i33 1
; }
;
; define i33 @srem_33_0() {
;   ret i33 1
; }
;
; define i33 @shl_33_0() {
;   ret i33 -4
; }
;
; define i33 @lshr_33_0() {
;   ret i33 1073741823
; }
;
; define i33 @ashr_33_0() {
;   ret i33 1073741823
; }
;
; define i33 @and_33_0() {
;   ret i33 2
; }
;
; define i33 @or_33_0() {
;   ret i33 4294967295
; }
;
; define i33 @xor_33_0() {
;   ret i33 4294967293
; }

define i8 @add_8_0() {
  %r = add i8 100, 7
  ret i8 %r
}

define i8 @add_8_1() {
  %r = add i8 -100, 7
  ret i8 %r
}

define i8 @add_8_2() {
  %r = add i8 -128, -1
  ret i8 %r
}

define i8 @add_8_3() {
  %r = add i8 5, 0
  ret i8 %r
}

define i8 @add_8_4() {
  %r = add i8 1, 9
  ret i8 %r
}

define i8 @sub_8_0() {
  %r = sub i8 100, 7
  ret i8 %r
}

define i8 @sub_8_1() {
  %r = sub i8 -100, 7
  ret i8 %r
}

define i8 @sub_8_2() {
  %r = sub i8 -128, -1
  ret i8 %r
}

define i8 @sub_8_3() {
  %r = sub i8 5, 0
  ret i8 %r
}

define i8 @sub_8_4() {
  %r = sub i8 1, 9
  ret i8 %r
}

define i8 @mul_8_0() {
  %r = mul i8 100, 7
  ret i8 %r
}

define i8 @mul_8_1() {
  %r = mul i8 -100, 7
  ret i8 %r
}

define i8 @mul_8_2() {
  %r = mul i8 -128, -1
  ret i8 %r
}

define i8 @mul_8_3() {
  %r = mul i8 5, 0
  ret i8 %r
}

define i8 @mul_8_4() {
  %r = mul i8 1, 9
  ret i8 %r
}

define i8 @udiv_8_0() {
  %r = udiv i8 100, 7
  ret i8 %r
}

define i8 @udiv_8_1() {
  %r = udiv i8 -100, 7
  ret i8 %r
}

define i8 @udiv_8_2() {
  %r = udiv i8 -128, -1
  ret i8 %r
}

define i8 @udiv_8_3() {
  %r = udiv i8 5, 0
  ret i8 %r
}

define i8 @udiv_8_4() {
  %r = udiv i8 1, 9
  ret i8 %r
}

define i8 @sdiv_8_0() {
  %r = sdiv i8 100, 7
  ret i8 %r
}

define i8 @sdiv_8_1() {
  %r = sdiv i8 -100, 7
  ret i8 %r
}

define i8 @sdiv_8_2() {
  %r = sdiv i8 -128, -1
  ret i8 %r
}

define i8 @sdiv_8_3() {
  %r = sdiv i8 5, 0
  ret i8 %r
}

define i8 @sdiv_8_4() {
  %r = sdiv i8 1, 9
  ret i8 %r
}

define i8 @urem_8_0() {
  %r = urem i8 100, 7
  ret i8 %r
}

define i8 @urem_8_1() {
  %r = urem i8 -100, 7
  ret i8 %r
}

define i8 @urem_8_2() {
  %r = urem i8 -128, -1
  ret i8 %r
}

define i8 @urem_8_3() {
  %r = urem i8 5, 0
  ret i8 %r
}

define i8 @urem_8_4() {
  %r = urem i8 1, 9
  ret i8 %r
}

define i8 @srem_8_0() {
  %r = srem i8 100, 7
  ret i8 %r
}

define i8 @srem_8_1() {
  %r = srem i8 -100, 7
  ret i8 %r
}

define i8 @srem_8_2() {
  %r = srem i8 -128, -1
  ret i8 %r
}

define i8 @srem_8_3() {
  %r = srem i8 5, 0
  ret i8 %r
}

define i8 @srem_8_4() {
  %r = srem i8 1, 9
  ret i8 %r
}

define i8 @shl_8_0() {
  %r = shl i8 100, 7
  ret i8 %r
}

define i8 @shl_8_1() {
  %r = shl i8 -100, 7
  ret i8 %r
}

define i8 @shl_8_2() {
  %r = shl i8 -128, -1
  ret i8 %r
}

define i8 @shl_8_3() {
  %r = shl i8 5, 0
  ret i8 %r
}

define i8 @shl_8_4() {
  %r = shl i8 1, 9
  ret i8 %r
}

define i8 @lshr_8_0() {
  %r = lshr i8 100, 7
  ret i8 %r
}

define i8 @lshr_8_1() {
  %r = lshr i8 -100, 7
  ret i8 %r
}

define i8 @lshr_8_2() {
  %r = lshr i8 -128, -1
  ret i8 %r
}

define i8 @lshr_8_3() {
  %r = lshr i8 5, 0
  ret i8 %r
}

define i8 @lshr_8_4() {
  %r = lshr i8 1, 9
  ret i8 %r
}

define i8 @ashr_8_0() {
  %r = ashr i8 100, 7
  ret i8 %r
}

define i8 @ashr_8_1() {
  %r = ashr i8 -100, 7
  ret i8 %r
}

define i8 @ashr_8_2() {
  %r = ashr i8 -128, -1
  ret i8 %r
}

define i8 @ashr_8_3() {
  %r = ashr i8 5, 0
  ret i8 %r
}

define i8 @ashr_8_4() {
  %r = ashr i8 1, 9
  ret i8 %r
}

define i8 @and_8_0() {
  %r = and i8 100, 7
  ret i8 %r
}

define i8 @and_8_1() {
  %r = and i8 -100, 7
  ret i8 %r
}

define i8 @and_8_2() {
  %r = and i8 -128, -1
  ret i8 %r
}

define i8 @and_8_3() {
  %r = and i8 5, 0
  ret i8 %r
}

define i8 @and_8_4() {
  %r = and i8 1, 9
  ret i8 %r
}

define i8 @or_8_0() {
  %r = or i8 100, 7
  ret i8 %r
}

define i8 @or_8_1() {
  %r = or i8 -100, 7
  ret i8 %r
}

define i8 @or_8_2() {
  %r = or i8 -128, -1
  ret i8 %r
}

define i8 @or_8_3() {
  %r = or i8 5, 0
  ret i8 %r
}

define i8 @or_8_4() {
  %r = or i8 1, 9
  ret i8 %r
}

define i8 @xor_8_0() {
  %r = xor i8 100, 7
  ret i8 %r
}

define i8 @xor_8_1() {
  %r = xor i8 -100, 7
  ret i8 %r
}

define i8 @xor_8_2() {
  %r = xor i8 -128, -1
  ret i8 %r
}

define i8 @xor_8_3() {
  %r = xor i8 5, 0
  ret i8 %r
}

define i8 @xor_8_4() {
  %r = xor i8 1, 9
  ret i8 %r
}

define i64 @add_64_0() {
  %r = add i64 1099511627779, 12345
  ret i64 %r
}

define i64 @add_64_1() {
  %r = add i64 -7, 2
  ret i64 %r
}

define i64 @sub_64_0() {
  %r = sub i64 1099511627779, 12345
  ret i64 %r
}

define i64 @sub_64_1() {
  %r = sub i64 -7, 2
  ret i64 %r
}

define i64 @mul_64_0() {
  %r = mul i64 1099511627779, 12345
  ret i64 %r
}

define i64 @mul_64_1() {
  %r = mul i64 -7, 2
  ret i64 %r
}

define i64 @udiv_64_0() {
  %r = udiv i64 1099511627779, 12345
  ret i64 %r
}

define i64 @udiv_64_1() {
  %r = udiv i64 -7, 2
  ret i64 %r
}

define i64 @sdiv_64_0() {
  %r = sdiv i64 1099511627779, 12345
  ret i64 %r
}

define i64 @sdiv_64_1() {
  %r = sdiv i64 -7, 2
  ret i64 %r
}

define i64 @urem_64_0() {
  %r = urem i64 1099511627779, 12345
  ret i64 %r
}

define i64 @urem_64_1() {
  %r = urem i64 -7, 2
  ret i64 %r
}

define i64 @srem_64_0() {
  %r = srem i64 1099511627779, 12345
  ret i64 %r
}

define i64 @srem_64_1() {
  %r = srem i64 -7, 2
  ret i64 %r
}

define i64 @shl_64_0() {
  %r = shl i64 1099511627779, 12345
  ret i64 %r
}

define i64 @shl_64_1() {
  %r = shl i64 -7, 2
  ret i64 %r
}

define i64 @lshr_64_0() {
  %r = lshr i64 1099511627779, 12345
  ret i64 %r
}

define i64 @lshr_64_1() {
  %r = lshr i64 -7, 2
  ret i64 %r
}

define i64 @ashr_64_0() {
  %r = ashr i64 1099511627779, 12345
  ret i64 %r
}

define i64 @ashr_64_1() {
  %r = ashr i64 -7, 2
  ret i64 %r
}

define i64 @and_64_0() {
  %r = and i64 1099511627779, 12345
  ret i64 %r
}

define i64 @and_64_1() {
  %r = and i64 -7, 2
  ret i64 %r
}

define i64 @or_64_0() {
  %r = or i64 1099511627779, 12345
  ret i64 %r
}

define i64 @or_64_1() {
  %r = or i64 -7, 2
  ret i64 %r
}

define i64 @xor_64_0() {
  %r = xor i64 1099511627779, 12345
  ret i64 %r
}

define i64 @xor_64_1() {
  %r = xor i64 -7, 2
  ret i64 %r
}

define i128 @add_128_0() {
  %r = add i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @add_128_1() {
  %r = add i128 -3, 7
  ret i128 %r
}

define i128 @sub_128_0() {
  %r = sub i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @sub_128_1() {
  %r = sub i128 -3, 7
  ret i128 %r
}

define i128 @mul_128_0() {
  %r = mul i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @mul_128_1() {
  %r = mul i128 -3, 7
  ret i128 %r
}

define i128 @udiv_128_0() {
  %r = udiv i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @udiv_128_1() {
  %r = udiv i128 -3, 7
  ret i128 %r
}

define i128 @sdiv_128_0() {
  %r = sdiv i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @sdiv_128_1() {
  %r = sdiv i128 -3, 7
  ret i128 %r
}

define i128 @urem_128_0() {
  %r = urem i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @urem_128_1() {
  %r = urem i128 -3, 7
  ret i128 %r
}

define i128 @srem_128_0() {
  %r = srem i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @srem_128_1() {
  %r = srem i128 -3, 7
  ret i128 %r
}

define i128 @shl_128_0() {
  %r = shl i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @shl_128_1() {
  %r = shl i128 -3, 7
  ret i128 %r
}

define i128 @lshr_128_0() {
  %r = lshr i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @lshr_128_1() {
  %r = lshr i128 -3, 7
  ret i128 %r
}

define i128 @ashr_128_0() {
  %r = ashr i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @ashr_128_1() {
  %r = ashr i128 -3, 7
  ret i128 %r
}

define i128 @and_128_0() {
  %r = and i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @and_128_1() {
  %r = and i128 -3, 7
  ret i128 %r
}

define i128 @or_128_0() {
  %r = or i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @or_128_1() {
  %r = or i128 -3, 7
  ret i128 %r
}

define i128 @xor_128_0() {
  %r = xor i128 1267650600228229401496703205381, 18446744073709551617
  ret i128 %r
}

define i128 @xor_128_1() {
  %r = xor i128 -3, 7
  ret i128 %r
}

define i200 @add_200_0() {
  %r = add i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @add_200_1() {
  %r = add i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @sub_200_0() {
  %r = sub i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @sub_200_1() {
  %r = sub i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @mul_200_0() {
  %r = mul i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @mul_200_1() {
  %r = mul i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @udiv_200_0() {
  %r = udiv i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @udiv_200_1() {
  %r = udiv i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @sdiv_200_0() {
  %r = sdiv i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @sdiv_200_1() {
  %r = sdiv i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @urem_200_0() {
  %r = urem i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @urem_200_1() {
  %r = urem i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @srem_200_0() {
  %r = srem i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @srem_200_1() {
  %r = srem i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @shl_200_0() {
  %r = shl i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @shl_200_1() {
  %r = shl i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @lshr_200_0() {
  %r = lshr i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @lshr_200_1() {
  %r = lshr i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @ashr_200_0() {
  %r = ashr i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @ashr_200_1() {
  %r = ashr i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @and_200_0() {
  %r = and i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @and_200_1() {
  %r = and i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @or_200_0() {
  %r = or i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @or_200_1() {
  %r = or i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i200 @xor_200_0() {
  %r = xor i200 1569275433846670190958947355801916604025588861116008640569, 1180591620717411303427
  ret i200 %r
}

define i200 @xor_200_1() {
  %r = xor i200 -1427247692705959881058285969449495136382746624, -9
  ret i200 %r
}

define i1 @add_1_0() {
  %r = add i1 -1, -1
  ret i1 %r
}

define i1 @sub_1_0() {
  %r = sub i1 -1, -1
  ret i1 %r
}

define i1 @mul_1_0() {
  %r = mul i1 -1, -1
  ret i1 %r
}

define i1 @udiv_1_0() {
  %r = udiv i1 -1, -1
  ret i1 %r
}

define i1 @sdiv_1_0() {
  %r = sdiv i1 -1, -1
  ret i1 %r
}

define i1 @urem_1_0() {
  %r = urem i1 -1, -1
  ret i1 %r
}

define i1 @srem_1_0() {
  %r = srem i1 -1, -1
  ret i1 %r
}

define i1 @shl_1_0() {
  %r = shl i1 -1, -1
  ret i1 %r
}

define i1 @lshr_1_0() {
  %r = lshr i1 -1, -1
  ret i1 %r
}

define i1 @ashr_1_0() {
  %r = ashr i1 -1, -1
  ret i1 %r
}

define i1 @and_1_0() {
  %r = and i1 -1, -1
  ret i1 %r
}

define i1 @or_1_0() {
  %r = or i1 -1, -1
  ret i1 %r
}

define i1 @xor_1_0() {
  %r = xor i1 -1, -1
  ret i1 %r
}

define i33 @add_33_0() {
  %r = add i33 4294967295, 2
  ret i33 %r
}

define i33 @sub_33_0() {
  %r = sub i33 4294967295, 2
  ret i33 %r
}

define i33 @mul_33_0() {
  %r = mul i33 4294967295, 2
  ret i33 %r
}

define i33 @udiv_33_0() {
  %r = udiv i33 4294967295, 2
  ret i33 %r
}

define i33 @sdiv_33_0() {
  %r = sdiv i33 4294967295, 2
  ret i33 %r
}

define i33 @urem_33_0() {
  %r = urem i33 4294967295, 2
  ret i33 %r
}

define i33 @srem_33_0() {
  %r = srem i33 4294967295, 2
  ret i33 %r
}

define i33 @shl_33_0() {
  %r = shl i33 4294967295, 2
  ret i33 %r
}

define i33 @lshr_33_0() {
  %r = lshr i33 4294967295, 2
  ret i33 %r
}

define i33 @ashr_33_0() {
  %r = ashr i33 4294967295, 2
  ret i33 %r
}

define i33 @and_33_0() {
  %r = and i33 4294967295, 2
  ret i33 %r
}

define i33 @or_33_0() {
  %r = or i33 4294967295, 2
  ret i33 %r
}

define i33 @xor_33_0() {
  %r = xor i33 4294967295, 2
  ret i33 %r
}
