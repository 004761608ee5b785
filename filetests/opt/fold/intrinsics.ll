; Calls of intrinsics on constants. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=instsimplify %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @llvm_ctpop_i32_0() {
;   ret i32 0
; }
;
; define i32 @llvm_bswap_i32_1() {
;   ret i32 0
; }
;
; define i32 @llvm_bitreverse_i32_2() {
;   ret i32 0
; }
;
; define i32 @llvm_ctlz_i32_3() {
;   ret i32 poison
; }
;
; define i32 @llvm_ctlz_i32_4() {
;   ret i32 32
; }
;
; define i32 @llvm_cttz_i32_5() {
;   ret i32 poison
; }
;
; define i32 @llvm_cttz_i32_6() {
;   ret i32 32
; }
;
; define i32 @llvm_abs_i32_7() {
;   ret i32 0
; }
;
; define i32 @llvm_abs_i32_8() {
;   ret i32 0
; }
;
; define i32 @llvm_ctpop_i32_9() {
;   ret i32 1
; }
;
; define i32 @llvm_bswap_i32_10() {
;   ret i32 16777216
; }
;
; define i32 @llvm_bitreverse_i32_11() {
;   ret i32 -2147483648
; }
;
; define i32 @llvm_ctlz_i32_12() {
;   ret i32 31
; }
;
; define i32 @llvm_ctlz_i32_13() {
;   ret i32 31
; }
;
; define i32 @llvm_cttz_i32_14() {
;   ret i32 0
; }
;
; define i32 @llvm_cttz_i32_15() {
;   ret i32 0
; }
;
; define i32 @llvm_abs_i32_16() {
;   ret i32 1
; }
;
; define i32 @llvm_abs_i32_17() {
;   ret i32 1
; }
;
; define i32 @llvm_ctpop_i32_18() {
;   ret i32 32
; }
;
; define i32 @llvm_bswap_i32_19() {
;   ret i32 -1
; }
;
; define i32 @llvm_bitreverse_i32_20() {
;   ret i32 -1
; }
;
; define i32 @llvm_ctlz_i32_21() {
;   ret i32 0
; }
;
; define i32 @llvm_ctlz_i32_22() {
;   ret i32 0
; }
;
; define i32 @llvm_cttz_i32_23() {
;   ret i32 0
; }
;
; define i32 @llvm_cttz_i32_24() {
;   ret i32 0
; }
;
; define i32 @llvm_abs_i32_25() {
;   ret i32 1
; }
;
; define i32 @llvm_abs_i32_26() {
;   ret i32 1
; }
;
; define i32 @llvm_ctpop_i32_27() {
;   ret i32 12
; }
;
; define i32 @llvm_bswap_i32_28() {
;   ret i32 1315027968
; }
;
; define i32 @llvm_bitreverse_i32_29() {
;   ret i32 1921400064
; }
;
; define i32 @llvm_ctlz_i32_30() {
;   ret i32 8
; }
;
; define i32 @llvm_ctlz_i32_31() {
;   ret i32 8
; }
;
; define i32 @llvm_cttz_i32_32() {
;   ret i32 1
; }
;
; define i32 @llvm_cttz_i32_33() {
;   ret i32 1
; }
;
; define i32 @llvm_abs_i32_34() {
;   ret i32 12345678
; }
;
; define i32 @llvm_abs_i32_35() {
;   ret i32 12345678
; }
;
; define i32 @llvm_abs_i32_36() {
;   ret i32 undef
; }
;
; define i8 @llvm_umin_i8_37() {
;   ret i8 100
; }
;
; define i8 @llvm_umin_i8_38() {
;   ret i8 127
; }
;
; define i8 @llvm_umin_i8_39() {
;   ret i8 0
; }
;
; define i8 @llvm_umin_i8_40() {
;   ret i8 -100
; }
;
; define i8 @llvm_umax_i8_41() {
;   ret i8 -56
; }
;
; define i8 @llvm_umax_i8_42() {
;   ret i8 -128
; }
;
; define i8 @llvm_umax_i8_43() {
;   ret i8 -1
; }
;
; define i8 @llvm_umax_i8_44() {
;   ret i8 -100
; }
;
; define i8 @llvm_smin_i8_45() {
;   ret i8 -56
; }
;
; define i8 @llvm_smin_i8_46() {
;   ret i8 -128
; }
;
; define i8 @llvm_smin_i8_47() {
;   ret i8 -128
; }
;
; define i8 @llvm_smin_i8_48() {
;   ret i8 -100
; }
;
; define i8 @llvm_smax_i8_49() {
;   ret i8 100
; }
;
; define i8 @llvm_smax_i8_50() {
;   ret i8 127
; }
;
; define i8 @llvm_smax_i8_51() {
;   ret i8 127
; }
;
; define i8 @llvm_smax_i8_52() {
;   ret i8 -100
; }
;
; define i8 @llvm_uadd_sat_i8_53() {
;   ret i8 -1
; }
;
; define i8 @llvm_uadd_sat_i8_54() {
;   ret i8 -1
; }
;
; define i8 @llvm_uadd_sat_i8_55() {
;   ret i8 -1
; }
;
; define i8 @llvm_uadd_sat_i8_56() {
;   ret i8 -1
; }
;
; define i8 @llvm_usub_sat_i8_57() {
;   ret i8 100
; }
;
; define i8 @llvm_usub_sat_i8_58() {
;   ret i8 1
; }
;
; define i8 @llvm_usub_sat_i8_59() {
;   ret i8 0
; }
;
; define i8 @llvm_usub_sat_i8_60() {
;   ret i8 0
; }
;
; define i8 @llvm_sadd_sat_i8_61() {
;   ret i8 44
; }
;
; define i8 @llvm_sadd_sat_i8_62() {
;   ret i8 -1
; }
;
; define i8 @llvm_sadd_sat_i8_63() {
;   ret i8 -1
; }
;
; define i8 @llvm_sadd_sat_i8_64() {
;   ret i8 -128
; }
;
; define i8 @llvm_ssub_sat_i8_65() {
;   ret i8 -128
; }
;
; define i8 @llvm_ssub_sat_i8_66() {
;   ret i8 -128
; }
;
; define i8 @llvm_ssub_sat_i8_67() {
;   ret i8 0
; }
;
; define i8 @llvm_ssub_sat_i8_68() {
;   ret i8 0
; }
;
; define i8 @llvm_fshl_i8_69() {
;   ret i8 -86
; }
;
; define i8 @llvm_fshl_i8_70() {
;   ret i8 80
; }
;
; define i8 @llvm_fshl_i8_71() {
;   ret i8 -86
; }
;
; define i8 @llvm_fshl_i8_72() {
;   ret i8 65
; }
;
; define i8 @llvm_fshr_i8_73() {
;   ret i8 15
; }
;
; define i8 @llvm_fshr_i8_74() {
;   ret i8 65
; }
;
; define i8 @llvm_fshr_i8_75() {
;   ret i8 15
; }
;
; define i8 @llvm_fshr_i8_76() {
;   ret i8 80
; }
;
; define { i8, i1 } @llvm_sadd_with_overflow_i8_77() {
;   ret { i8, i1 } { i8 -56, i1 true }
; }
;
; define { i8, i1 } @llvm_sadd_with_overflow_i8_78() {
;   ret { i8, i1 } { i8 -2, i1 false }
; }
;
; define { i8, i1 } @llvm_sadd_with_overflow_i8_79() {
;   ret { i8, i1 } { i8 5, i1 false }
; }
;
; define { i8, i1 } @llvm_uadd_with_overflow_i8_80() {
;   ret { i8, i1 } { i8 -56, i1 false }
; }
;
; define { i8, i1 } @llvm_uadd_with_overflow_i8_81() {
;   ret { i8, i1 } { i8 -2, i1 false }
; }
;
; define { i8, i1 } @llvm_uadd_with_overflow_i8_82() {
;   ret { i8, i1 } { i8 5, i1 false }
; }
;
; define { i8, i1 } @llvm_ssub_with_overflow_i8_83() {
;   ret { i8, i1 } zeroinitializer
; }
;
; define { i8, i1 } @llvm_ssub_with_overflow_i8_84() {
;   ret { i8, i1 } { i8 -8, i1 false }
; }
;
; define { i8, i1 } @llvm_ssub_with_overflow_i8_85() {
;   ret { i8, i1 } { i8 -1, i1 false }
; }
;
; define { i8, i1 } @llvm_usub_with_overflow_i8_86() {
;   ret { i8, i1 } zeroinitializer
; }
;
; define { i8, i1 } @llvm_usub_with_overflow_i8_87() {
;   ret { i8, i1 } { i8 -8, i1 false }
; }
;
; define { i8, i1 } @llvm_usub_with_overflow_i8_88() {
;   ret { i8, i1 } { i8 -1, i1 true }
; }
;
; define { i8, i1 } @llvm_smul_with_overflow_i8_89() {
;   ret { i8, i1 } { i8 16, i1 true }
; }
;
; define { i8, i1 } @llvm_smul_with_overflow_i8_90() {
;   ret { i8, i1 } { i8 -15, i1 false }
; }
;
; define { i8, i1 } @llvm_smul_with_overflow_i8_91() {
;   ret { i8, i1 } { i8 6, i1 false }
; }
;
; define { i8, i1 } @llvm_umul_with_overflow_i8_92() {
;   ret { i8, i1 } { i8 16, i1 true }
; }
;
; define { i8, i1 } @llvm_umul_with_overflow_i8_93() {
;   ret { i8, i1 } { i8 -15, i1 true }
; }
;
; define { i8, i1 } @llvm_umul_with_overflow_i8_94() {
;   ret { i8, i1 } { i8 6, i1 false }
; }
;
; define double @llvm_fabs_f64_95() {
;   ret double 2.500000e+00
; }
;
; define double @llvm_fabs_f64_96() {
;   ret double 2.500000e+00
; }
;
; define double @llvm_fabs_f64_97() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_floor_f64_98() {
;   ret double 2.000000e+00
; }
;
; define double @llvm_floor_f64_99() {
;   ret double -3.000000e+00
; }
;
; define double @llvm_floor_f64_100() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_ceil_f64_101() {
;   ret double 3.000000e+00
; }
;
; define double @llvm_ceil_f64_102() {
;   ret double -2.000000e+00
; }
;
; define double @llvm_ceil_f64_103() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_trunc_f64_104() {
;   ret double 2.000000e+00
; }
;
; define double @llvm_trunc_f64_105() {
;   ret double -2.000000e+00
; }
;
; define double @llvm_trunc_f64_106() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_round_f64_107() {
;   ret double 3.000000e+00
; }
;
; define double @llvm_round_f64_108() {
;   ret double -3.000000e+00
; }
;
; define double @llvm_round_f64_109() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_roundeven_f64_110() {
;   ret double 2.000000e+00
; }
;
; define double @llvm_roundeven_f64_111() {
;   ret double -2.000000e+00
; }
;
; define double @llvm_roundeven_f64_112() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_rint_f64_113() {
;   ret double 2.000000e+00
; }
;
; define double @llvm_rint_f64_114() {
;   ret double -2.000000e+00
; }
;
; define double @llvm_rint_f64_115() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_nearbyint_f64_116() {
;   ret double 2.000000e+00
; }
;
; define double @llvm_nearbyint_f64_117() {
;   ret double -2.000000e+00
; }
;
; define double @llvm_nearbyint_f64_118() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_sqrt_f64_119() {
;   ret double 0x3FF94C583ADA5B53
; }
;
; define double @llvm_sqrt_f64_120() {
;   %r = call double @llvm.sqrt.f64(double -2.500000e+00)
;   ret double %r
; }
;
; define double @llvm_sqrt_f64_121() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_minnum_f64_122() {
;   ret double -2.000000e+00
; }
;
; define double @llvm_minnum_f64_123() {
;   ret double 1.000000e+00
; }
;
; define double @llvm_minnum_f64_124() {
;   ret double -0.000000e+00
; }
;
; define double @llvm_maxnum_f64_125() {
;   ret double 1.000000e+00
; }
;
; define double @llvm_maxnum_f64_126() {
;   ret double 1.000000e+00
; }
;
; define double @llvm_maxnum_f64_127() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_minimum_f64_128() {
;   ret double -2.000000e+00
; }
;
; define double @llvm_minimum_f64_129() {
;   ret double 0x7FF8000000000000
; }
;
; define double @llvm_minimum_f64_130() {
;   ret double -0.000000e+00
; }
;
; define double @llvm_maximum_f64_131() {
;   ret double 1.000000e+00
; }
;
; define double @llvm_maximum_f64_132() {
;   ret double 0x7FF8000000000000
; }
;
; define double @llvm_maximum_f64_133() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_copysign_f64_134() {
;   ret double -1.000000e+00
; }
;
; define double @llvm_copysign_f64_135() {
;   ret double 0x7FF8000000000000
; }
;
; define double @llvm_copysign_f64_136() {
;   ret double 0.000000e+00
; }
;
; define double @llvm_fma_f64_137() {
;   ret double 1.000000e+01
; }
;
; define i8 @llvm_fptosi_sat_i8_f64_138() {
;   ret i8 127
; }
;
; define i8 @llvm_fptoui_sat_i8_f64_139() {
;   ret i8 0
; }
;
; define i8 @llvm_fptosi_sat_i8_f64_140() {
;   ret i8 0
; }
;
; define i8 @llvm_vector_reduce_add_v4i8_141() {
;   ret i8 4
; }
;
; define i8 @llvm_vector_reduce_mul_v4i8_142() {
;   ret i8 -24
; }
;
; define i8 @llvm_vector_reduce_and_v4i8_143() {
;   ret i8 0
; }
;
; define i8 @llvm_vector_reduce_or_v4i8_144() {
;   ret i8 -1
; }
;
; define i8 @llvm_vector_reduce_xor_v4i8_145() {
;   ret i8 -6
; }
;
; define i8 @llvm_vector_reduce_smin_v4i8_146() {
;   ret i8 -3
; }
;
; define i8 @llvm_vector_reduce_smax_v4i8_147() {
;   ret i8 4
; }
;
; define i8 @llvm_vector_reduce_umin_v4i8_148() {
;   ret i8 1
; }
;
; define i8 @llvm_vector_reduce_umax_v4i8_149() {
;   ret i8 -3
; }
;
; define <2 x i8> @llvm_umin_v2i8_150() {
;   ret <2 x i8> <i8 1, i8 0>
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.ctpop.i32(i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.bswap.i32(i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.bitreverse.i32(i32) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.ctlz.i32(i32, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.cttz.i32(i32, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.abs.i32(i32, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.umin.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.umax.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.smin.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.smax.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.uadd.sat.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.usub.sat.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.sadd.sat.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.ssub.sat.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.fshl.i8(i8, i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.fshr.i8(i8, i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.fabs.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.floor.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.ceil.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.trunc.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.round.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.roundeven.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.rint.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.nearbyint.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.sqrt.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.minnum.f64(double, double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.maxnum.f64(double, double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.minimum.f64(double, double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.maximum.f64(double, double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.copysign.f64(double, double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.fma.f64(double, double, double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.fptosi.sat.i8.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.fptoui.sat.i8.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.vector.reduce.add.v4i8(<4 x i8>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.vector.reduce.mul.v4i8(<4 x i8>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.vector.reduce.and.v4i8(<4 x i8>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.vector.reduce.or.v4i8(<4 x i8>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.vector.reduce.xor.v4i8(<4 x i8>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.vector.reduce.smin.v4i8(<4 x i8>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.vector.reduce.smax.v4i8(<4 x i8>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.vector.reduce.umin.v4i8(<4 x i8>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.vector.reduce.umax.v4i8(<4 x i8>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare <2 x i8> @llvm.umin.v2i8(<2 x i8>, <2 x i8>) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

define i32 @llvm_ctpop_i32_0() {
  %r = call i32 @llvm.ctpop.i32(i32 0)
  ret i32 %r
}

define i32 @llvm_bswap_i32_1() {
  %r = call i32 @llvm.bswap.i32(i32 0)
  ret i32 %r
}

define i32 @llvm_bitreverse_i32_2() {
  %r = call i32 @llvm.bitreverse.i32(i32 0)
  ret i32 %r
}

define i32 @llvm_ctlz_i32_3() {
  %r = call i32 @llvm.ctlz.i32(i32 0, i1 true)
  ret i32 %r
}

define i32 @llvm_ctlz_i32_4() {
  %r = call i32 @llvm.ctlz.i32(i32 0, i1 false)
  ret i32 %r
}

define i32 @llvm_cttz_i32_5() {
  %r = call i32 @llvm.cttz.i32(i32 0, i1 true)
  ret i32 %r
}

define i32 @llvm_cttz_i32_6() {
  %r = call i32 @llvm.cttz.i32(i32 0, i1 false)
  ret i32 %r
}

define i32 @llvm_abs_i32_7() {
  %r = call i32 @llvm.abs.i32(i32 0, i1 true)
  ret i32 %r
}

define i32 @llvm_abs_i32_8() {
  %r = call i32 @llvm.abs.i32(i32 0, i1 false)
  ret i32 %r
}

define i32 @llvm_ctpop_i32_9() {
  %r = call i32 @llvm.ctpop.i32(i32 1)
  ret i32 %r
}

define i32 @llvm_bswap_i32_10() {
  %r = call i32 @llvm.bswap.i32(i32 1)
  ret i32 %r
}

define i32 @llvm_bitreverse_i32_11() {
  %r = call i32 @llvm.bitreverse.i32(i32 1)
  ret i32 %r
}

define i32 @llvm_ctlz_i32_12() {
  %r = call i32 @llvm.ctlz.i32(i32 1, i1 true)
  ret i32 %r
}

define i32 @llvm_ctlz_i32_13() {
  %r = call i32 @llvm.ctlz.i32(i32 1, i1 false)
  ret i32 %r
}

define i32 @llvm_cttz_i32_14() {
  %r = call i32 @llvm.cttz.i32(i32 1, i1 true)
  ret i32 %r
}

define i32 @llvm_cttz_i32_15() {
  %r = call i32 @llvm.cttz.i32(i32 1, i1 false)
  ret i32 %r
}

define i32 @llvm_abs_i32_16() {
  %r = call i32 @llvm.abs.i32(i32 1, i1 true)
  ret i32 %r
}

define i32 @llvm_abs_i32_17() {
  %r = call i32 @llvm.abs.i32(i32 1, i1 false)
  ret i32 %r
}

define i32 @llvm_ctpop_i32_18() {
  %r = call i32 @llvm.ctpop.i32(i32 -1)
  ret i32 %r
}

define i32 @llvm_bswap_i32_19() {
  %r = call i32 @llvm.bswap.i32(i32 -1)
  ret i32 %r
}

define i32 @llvm_bitreverse_i32_20() {
  %r = call i32 @llvm.bitreverse.i32(i32 -1)
  ret i32 %r
}

define i32 @llvm_ctlz_i32_21() {
  %r = call i32 @llvm.ctlz.i32(i32 -1, i1 true)
  ret i32 %r
}

define i32 @llvm_ctlz_i32_22() {
  %r = call i32 @llvm.ctlz.i32(i32 -1, i1 false)
  ret i32 %r
}

define i32 @llvm_cttz_i32_23() {
  %r = call i32 @llvm.cttz.i32(i32 -1, i1 true)
  ret i32 %r
}

define i32 @llvm_cttz_i32_24() {
  %r = call i32 @llvm.cttz.i32(i32 -1, i1 false)
  ret i32 %r
}

define i32 @llvm_abs_i32_25() {
  %r = call i32 @llvm.abs.i32(i32 -1, i1 true)
  ret i32 %r
}

define i32 @llvm_abs_i32_26() {
  %r = call i32 @llvm.abs.i32(i32 -1, i1 false)
  ret i32 %r
}

define i32 @llvm_ctpop_i32_27() {
  %r = call i32 @llvm.ctpop.i32(i32 12345678)
  ret i32 %r
}

define i32 @llvm_bswap_i32_28() {
  %r = call i32 @llvm.bswap.i32(i32 12345678)
  ret i32 %r
}

define i32 @llvm_bitreverse_i32_29() {
  %r = call i32 @llvm.bitreverse.i32(i32 12345678)
  ret i32 %r
}

define i32 @llvm_ctlz_i32_30() {
  %r = call i32 @llvm.ctlz.i32(i32 12345678, i1 true)
  ret i32 %r
}

define i32 @llvm_ctlz_i32_31() {
  %r = call i32 @llvm.ctlz.i32(i32 12345678, i1 false)
  ret i32 %r
}

define i32 @llvm_cttz_i32_32() {
  %r = call i32 @llvm.cttz.i32(i32 12345678, i1 true)
  ret i32 %r
}

define i32 @llvm_cttz_i32_33() {
  %r = call i32 @llvm.cttz.i32(i32 12345678, i1 false)
  ret i32 %r
}

define i32 @llvm_abs_i32_34() {
  %r = call i32 @llvm.abs.i32(i32 12345678, i1 true)
  ret i32 %r
}

define i32 @llvm_abs_i32_35() {
  %r = call i32 @llvm.abs.i32(i32 12345678, i1 false)
  ret i32 %r
}

define i32 @llvm_abs_i32_36() {
  %r = call i32 @llvm.abs.i32(i32 -2147483648, i1 true)
  ret i32 %r
}

define i8 @llvm_umin_i8_37() {
  %r = call i8 @llvm.umin.i8(i8 200, i8 100)
  ret i8 %r
}

define i8 @llvm_umin_i8_38() {
  %r = call i8 @llvm.umin.i8(i8 -128, i8 127)
  ret i8 %r
}

define i8 @llvm_umin_i8_39() {
  %r = call i8 @llvm.umin.i8(i8 undef, i8 3)
  ret i8 %r
}

define i8 @llvm_umin_i8_40() {
  %r = call i8 @llvm.umin.i8(i8 -100, i8 -100)
  ret i8 %r
}

define i8 @llvm_umax_i8_41() {
  %r = call i8 @llvm.umax.i8(i8 200, i8 100)
  ret i8 %r
}

define i8 @llvm_umax_i8_42() {
  %r = call i8 @llvm.umax.i8(i8 -128, i8 127)
  ret i8 %r
}

define i8 @llvm_umax_i8_43() {
  %r = call i8 @llvm.umax.i8(i8 undef, i8 3)
  ret i8 %r
}

define i8 @llvm_umax_i8_44() {
  %r = call i8 @llvm.umax.i8(i8 -100, i8 -100)
  ret i8 %r
}

define i8 @llvm_smin_i8_45() {
  %r = call i8 @llvm.smin.i8(i8 200, i8 100)
  ret i8 %r
}

define i8 @llvm_smin_i8_46() {
  %r = call i8 @llvm.smin.i8(i8 -128, i8 127)
  ret i8 %r
}

define i8 @llvm_smin_i8_47() {
  %r = call i8 @llvm.smin.i8(i8 undef, i8 3)
  ret i8 %r
}

define i8 @llvm_smin_i8_48() {
  %r = call i8 @llvm.smin.i8(i8 -100, i8 -100)
  ret i8 %r
}

define i8 @llvm_smax_i8_49() {
  %r = call i8 @llvm.smax.i8(i8 200, i8 100)
  ret i8 %r
}

define i8 @llvm_smax_i8_50() {
  %r = call i8 @llvm.smax.i8(i8 -128, i8 127)
  ret i8 %r
}

define i8 @llvm_smax_i8_51() {
  %r = call i8 @llvm.smax.i8(i8 undef, i8 3)
  ret i8 %r
}

define i8 @llvm_smax_i8_52() {
  %r = call i8 @llvm.smax.i8(i8 -100, i8 -100)
  ret i8 %r
}

define i8 @llvm_uadd_sat_i8_53() {
  %r = call i8 @llvm.uadd.sat.i8(i8 200, i8 100)
  ret i8 %r
}

define i8 @llvm_uadd_sat_i8_54() {
  %r = call i8 @llvm.uadd.sat.i8(i8 -128, i8 127)
  ret i8 %r
}

define i8 @llvm_uadd_sat_i8_55() {
  %r = call i8 @llvm.uadd.sat.i8(i8 undef, i8 3)
  ret i8 %r
}

define i8 @llvm_uadd_sat_i8_56() {
  %r = call i8 @llvm.uadd.sat.i8(i8 -100, i8 -100)
  ret i8 %r
}

define i8 @llvm_usub_sat_i8_57() {
  %r = call i8 @llvm.usub.sat.i8(i8 200, i8 100)
  ret i8 %r
}

define i8 @llvm_usub_sat_i8_58() {
  %r = call i8 @llvm.usub.sat.i8(i8 -128, i8 127)
  ret i8 %r
}

define i8 @llvm_usub_sat_i8_59() {
  %r = call i8 @llvm.usub.sat.i8(i8 undef, i8 3)
  ret i8 %r
}

define i8 @llvm_usub_sat_i8_60() {
  %r = call i8 @llvm.usub.sat.i8(i8 -100, i8 -100)
  ret i8 %r
}

define i8 @llvm_sadd_sat_i8_61() {
  %r = call i8 @llvm.sadd.sat.i8(i8 200, i8 100)
  ret i8 %r
}

define i8 @llvm_sadd_sat_i8_62() {
  %r = call i8 @llvm.sadd.sat.i8(i8 -128, i8 127)
  ret i8 %r
}

define i8 @llvm_sadd_sat_i8_63() {
  %r = call i8 @llvm.sadd.sat.i8(i8 undef, i8 3)
  ret i8 %r
}

define i8 @llvm_sadd_sat_i8_64() {
  %r = call i8 @llvm.sadd.sat.i8(i8 -100, i8 -100)
  ret i8 %r
}

define i8 @llvm_ssub_sat_i8_65() {
  %r = call i8 @llvm.ssub.sat.i8(i8 200, i8 100)
  ret i8 %r
}

define i8 @llvm_ssub_sat_i8_66() {
  %r = call i8 @llvm.ssub.sat.i8(i8 -128, i8 127)
  ret i8 %r
}

define i8 @llvm_ssub_sat_i8_67() {
  %r = call i8 @llvm.ssub.sat.i8(i8 undef, i8 3)
  ret i8 %r
}

define i8 @llvm_ssub_sat_i8_68() {
  %r = call i8 @llvm.ssub.sat.i8(i8 -100, i8 -100)
  ret i8 %r
}

define i8 @llvm_fshl_i8_69() {
  %r = call i8 @llvm.fshl.i8(i8 -86, i8 15, i8 0)
  ret i8 %r
}

define i8 @llvm_fshl_i8_70() {
  %r = call i8 @llvm.fshl.i8(i8 -86, i8 15, i8 3)
  ret i8 %r
}

define i8 @llvm_fshl_i8_71() {
  %r = call i8 @llvm.fshl.i8(i8 -86, i8 15, i8 8)
  ret i8 %r
}

define i8 @llvm_fshl_i8_72() {
  %r = call i8 @llvm.fshl.i8(i8 -86, i8 15, i8 13)
  ret i8 %r
}

define i8 @llvm_fshr_i8_73() {
  %r = call i8 @llvm.fshr.i8(i8 -86, i8 15, i8 0)
  ret i8 %r
}

define i8 @llvm_fshr_i8_74() {
  %r = call i8 @llvm.fshr.i8(i8 -86, i8 15, i8 3)
  ret i8 %r
}

define i8 @llvm_fshr_i8_75() {
  %r = call i8 @llvm.fshr.i8(i8 -86, i8 15, i8 8)
  ret i8 %r
}

define i8 @llvm_fshr_i8_76() {
  %r = call i8 @llvm.fshr.i8(i8 -86, i8 15, i8 13)
  ret i8 %r
}

define { i8, i1 } @llvm_sadd_with_overflow_i8_77() {
  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 100, i8 100)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_sadd_with_overflow_i8_78() {
  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 -5, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_sadd_with_overflow_i8_79() {
  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 2, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_uadd_with_overflow_i8_80() {
  %r = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 100, i8 100)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_uadd_with_overflow_i8_81() {
  %r = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 -5, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_uadd_with_overflow_i8_82() {
  %r = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 2, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_ssub_with_overflow_i8_83() {
  %r = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 100, i8 100)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_ssub_with_overflow_i8_84() {
  %r = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 -5, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_ssub_with_overflow_i8_85() {
  %r = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 2, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_usub_with_overflow_i8_86() {
  %r = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 100, i8 100)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_usub_with_overflow_i8_87() {
  %r = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 -5, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_usub_with_overflow_i8_88() {
  %r = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 2, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_smul_with_overflow_i8_89() {
  %r = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 100, i8 100)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_smul_with_overflow_i8_90() {
  %r = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 -5, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_smul_with_overflow_i8_91() {
  %r = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 2, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_umul_with_overflow_i8_92() {
  %r = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 100, i8 100)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_umul_with_overflow_i8_93() {
  %r = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 -5, i8 3)
  ret { i8, i1 } %r
}

define { i8, i1 } @llvm_umul_with_overflow_i8_94() {
  %r = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 2, i8 3)
  ret { i8, i1 } %r
}

define double @llvm_fabs_f64_95() {
  %r = call double @llvm.fabs.f64(double 2.5)
  ret double %r
}

define double @llvm_fabs_f64_96() {
  %r = call double @llvm.fabs.f64(double -2.5)
  ret double %r
}

define double @llvm_fabs_f64_97() {
  %r = call double @llvm.fabs.f64(double 0.0)
  ret double %r
}

define double @llvm_floor_f64_98() {
  %r = call double @llvm.floor.f64(double 2.5)
  ret double %r
}

define double @llvm_floor_f64_99() {
  %r = call double @llvm.floor.f64(double -2.5)
  ret double %r
}

define double @llvm_floor_f64_100() {
  %r = call double @llvm.floor.f64(double 0.0)
  ret double %r
}

define double @llvm_ceil_f64_101() {
  %r = call double @llvm.ceil.f64(double 2.5)
  ret double %r
}

define double @llvm_ceil_f64_102() {
  %r = call double @llvm.ceil.f64(double -2.5)
  ret double %r
}

define double @llvm_ceil_f64_103() {
  %r = call double @llvm.ceil.f64(double 0.0)
  ret double %r
}

define double @llvm_trunc_f64_104() {
  %r = call double @llvm.trunc.f64(double 2.5)
  ret double %r
}

define double @llvm_trunc_f64_105() {
  %r = call double @llvm.trunc.f64(double -2.5)
  ret double %r
}

define double @llvm_trunc_f64_106() {
  %r = call double @llvm.trunc.f64(double 0.0)
  ret double %r
}

define double @llvm_round_f64_107() {
  %r = call double @llvm.round.f64(double 2.5)
  ret double %r
}

define double @llvm_round_f64_108() {
  %r = call double @llvm.round.f64(double -2.5)
  ret double %r
}

define double @llvm_round_f64_109() {
  %r = call double @llvm.round.f64(double 0.0)
  ret double %r
}

define double @llvm_roundeven_f64_110() {
  %r = call double @llvm.roundeven.f64(double 2.5)
  ret double %r
}

define double @llvm_roundeven_f64_111() {
  %r = call double @llvm.roundeven.f64(double -2.5)
  ret double %r
}

define double @llvm_roundeven_f64_112() {
  %r = call double @llvm.roundeven.f64(double 0.0)
  ret double %r
}

define double @llvm_rint_f64_113() {
  %r = call double @llvm.rint.f64(double 2.5)
  ret double %r
}

define double @llvm_rint_f64_114() {
  %r = call double @llvm.rint.f64(double -2.5)
  ret double %r
}

define double @llvm_rint_f64_115() {
  %r = call double @llvm.rint.f64(double 0.0)
  ret double %r
}

define double @llvm_nearbyint_f64_116() {
  %r = call double @llvm.nearbyint.f64(double 2.5)
  ret double %r
}

define double @llvm_nearbyint_f64_117() {
  %r = call double @llvm.nearbyint.f64(double -2.5)
  ret double %r
}

define double @llvm_nearbyint_f64_118() {
  %r = call double @llvm.nearbyint.f64(double 0.0)
  ret double %r
}

define double @llvm_sqrt_f64_119() {
  %r = call double @llvm.sqrt.f64(double 2.5)
  ret double %r
}

define double @llvm_sqrt_f64_120() {
  %r = call double @llvm.sqrt.f64(double -2.5)
  ret double %r
}

define double @llvm_sqrt_f64_121() {
  %r = call double @llvm.sqrt.f64(double 0.0)
  ret double %r
}

define double @llvm_minnum_f64_122() {
  %r = call double @llvm.minnum.f64(double 1.0, double -2.0)
  ret double %r
}

define double @llvm_minnum_f64_123() {
  %r = call double @llvm.minnum.f64(double 0x7FF8000000000000, double 1.0)
  ret double %r
}

define double @llvm_minnum_f64_124() {
  %r = call double @llvm.minnum.f64(double -0.0, double 0.0)
  ret double %r
}

define double @llvm_maxnum_f64_125() {
  %r = call double @llvm.maxnum.f64(double 1.0, double -2.0)
  ret double %r
}

define double @llvm_maxnum_f64_126() {
  %r = call double @llvm.maxnum.f64(double 0x7FF8000000000000, double 1.0)
  ret double %r
}

define double @llvm_maxnum_f64_127() {
  %r = call double @llvm.maxnum.f64(double -0.0, double 0.0)
  ret double %r
}

define double @llvm_minimum_f64_128() {
  %r = call double @llvm.minimum.f64(double 1.0, double -2.0)
  ret double %r
}

define double @llvm_minimum_f64_129() {
  %r = call double @llvm.minimum.f64(double 0x7FF8000000000000, double 1.0)
  ret double %r
}

define double @llvm_minimum_f64_130() {
  %r = call double @llvm.minimum.f64(double -0.0, double 0.0)
  ret double %r
}

define double @llvm_maximum_f64_131() {
  %r = call double @llvm.maximum.f64(double 1.0, double -2.0)
  ret double %r
}

define double @llvm_maximum_f64_132() {
  %r = call double @llvm.maximum.f64(double 0x7FF8000000000000, double 1.0)
  ret double %r
}

define double @llvm_maximum_f64_133() {
  %r = call double @llvm.maximum.f64(double -0.0, double 0.0)
  ret double %r
}

define double @llvm_copysign_f64_134() {
  %r = call double @llvm.copysign.f64(double 1.0, double -2.0)
  ret double %r
}

define double @llvm_copysign_f64_135() {
  %r = call double @llvm.copysign.f64(double 0x7FF8000000000000, double 1.0)
  ret double %r
}

define double @llvm_copysign_f64_136() {
  %r = call double @llvm.copysign.f64(double -0.0, double 0.0)
  ret double %r
}

define double @llvm_fma_f64_137() {
  %r = call double @llvm.fma.f64(double 2.0, double 3.0, double 4.0)
  ret double %r
}

define i8 @llvm_fptosi_sat_i8_f64_138() {
  %r = call i8 @llvm.fptosi.sat.i8.f64(double 300.0)
  ret i8 %r
}

define i8 @llvm_fptoui_sat_i8_f64_139() {
  %r = call i8 @llvm.fptoui.sat.i8.f64(double -3.0)
  ret i8 %r
}

define i8 @llvm_fptosi_sat_i8_f64_140() {
  %r = call i8 @llvm.fptosi.sat.i8.f64(double 0x7FF8000000000000)
  ret i8 %r
}

define i8 @llvm_vector_reduce_add_v4i8_141() {
  %r = call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> <i8 1, i8 2, i8 -3, i8 4>)
  ret i8 %r
}

define i8 @llvm_vector_reduce_mul_v4i8_142() {
  %r = call i8 @llvm.vector.reduce.mul.v4i8(<4 x i8> <i8 1, i8 2, i8 -3, i8 4>)
  ret i8 %r
}

define i8 @llvm_vector_reduce_and_v4i8_143() {
  %r = call i8 @llvm.vector.reduce.and.v4i8(<4 x i8> <i8 1, i8 2, i8 -3, i8 4>)
  ret i8 %r
}

define i8 @llvm_vector_reduce_or_v4i8_144() {
  %r = call i8 @llvm.vector.reduce.or.v4i8(<4 x i8> <i8 1, i8 2, i8 -3, i8 4>)
  ret i8 %r
}

define i8 @llvm_vector_reduce_xor_v4i8_145() {
  %r = call i8 @llvm.vector.reduce.xor.v4i8(<4 x i8> <i8 1, i8 2, i8 -3, i8 4>)
  ret i8 %r
}

define i8 @llvm_vector_reduce_smin_v4i8_146() {
  %r = call i8 @llvm.vector.reduce.smin.v4i8(<4 x i8> <i8 1, i8 2, i8 -3, i8 4>)
  ret i8 %r
}

define i8 @llvm_vector_reduce_smax_v4i8_147() {
  %r = call i8 @llvm.vector.reduce.smax.v4i8(<4 x i8> <i8 1, i8 2, i8 -3, i8 4>)
  ret i8 %r
}

define i8 @llvm_vector_reduce_umin_v4i8_148() {
  %r = call i8 @llvm.vector.reduce.umin.v4i8(<4 x i8> <i8 1, i8 2, i8 -3, i8 4>)
  ret i8 %r
}

define i8 @llvm_vector_reduce_umax_v4i8_149() {
  %r = call i8 @llvm.vector.reduce.umax.v4i8(<4 x i8> <i8 1, i8 2, i8 -3, i8 4>)
  ret i8 %r
}

define <2 x i8> @llvm_umin_v2i8_150() {
  %r = call <2 x i8> @llvm.umin.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 0>)
  ret <2 x i8> %r
}

declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1 immarg)
declare i32 @llvm.cttz.i32(i32, i1 immarg)
declare i32 @llvm.abs.i32(i32, i1 immarg)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.umax.i8(i8, i8)
declare i8 @llvm.smin.i8(i8, i8)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.round.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.nearbyint.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.minimum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fma.f64(double, double, double)
declare i8 @llvm.fptosi.sat.i8.f64(double)
declare i8 @llvm.fptoui.sat.i8.f64(double)
declare i8 @llvm.vector.reduce.add.v4i8(<4 x i8>)
declare i8 @llvm.vector.reduce.mul.v4i8(<4 x i8>)
declare i8 @llvm.vector.reduce.and.v4i8(<4 x i8>)
declare i8 @llvm.vector.reduce.or.v4i8(<4 x i8>)
declare i8 @llvm.vector.reduce.xor.v4i8(<4 x i8>)
declare i8 @llvm.vector.reduce.smin.v4i8(<4 x i8>)
declare i8 @llvm.vector.reduce.smax.v4i8(<4 x i8>)
declare i8 @llvm.vector.reduce.umin.v4i8(<4 x i8>)
declare i8 @llvm.vector.reduce.umax.v4i8(<4 x i8>)
declare <2 x i8> @llvm.umin.v2i8(<2 x i8>, <2 x i8>)
