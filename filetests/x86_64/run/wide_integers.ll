; Integers of more than 128 bits: each operation on pseudo-random numbers, and a hash of the
; results. Numbers go through arguments and results as well. Expected output made by llc 19.1.7's build.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -verify-regalloc -regalloc=ion -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -verify-regalloc -regalloc=fastalloc -o %t.o && cc %t.o -o %t && %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; d0d9f4feec662052 add_136
; 9189123c5410229e sub_192
; 608e37f33777ced5 mul_300
; 08c16913a7426be7 and_136
; 1e14ebb4a843e654 or_192
; 98ed5f75e83d3ea9 xor_300
; 987a04cff417c995 shl_136
; 81a309b018e2fdba shl_192_65
; 6da5824d59115b22 shl_136_68
; 1a3dea110183ce12 lshr_136
; 4e3f1daa412c168b lshr_192_65
; a58bd65ada2bac8b lshr_136_68
; f1712935ccc5a668 ashr_136
; c0e3903c69c8b030 ashr_192_65
; 4c16d84f352a46b9 ashr_136_68
; 854e0d6d1b5ff90f udiv_136
; 9bf7d40691f4b686 udivs_192
; cb47a7801846c0a9 udivc_300
; aaf73a85e2f37763 udivp_136
; 73061f243d9f9e2b urem_192
; 97663a60dfa6e76e urems_300
; 417a75e813cb6a27 uremc_136
; bec6ae581a68a711 uremp_192
; 85405939bbaf3f5f sdiv_300
; 23a4bc55e661a63b sdivs_136
; 56db97f638daa677 srem_192
; cd06ffa96b66e874 srems_300
; 0294fed31d8d2b78 eq_136
; 18e7147b3b77b6fa ne_192
; 3158cec2fd03afa3 ugt_300
; cd535a477dc4ab7f ult_136
; dc49bca9591797ac sgt_192
; 5d9f31f8eb82f591 slt_300
; f3ad05e6019aa5d9 umin_136
; 85d2a9d06c3c3c02 umax_192
; a0725621b42ab813 smin_300
; a7648fc7401c930d smax_136
; 83dc05457de1a53b uadd_sat_192
; 4295752c4cae27fd sadd_sat_300
; 909eb11a7b26f6ec usub_sat_136
; 1ecee1317fc23bb7 ssub_sat_192
; d12849ba2adc6c94 ushl_sat_300
; 199f489fde97365b sshl_sat_136
; 088372d6c699f9a4 ctpop_192
; 13307d1c8261491f bitreverse_300
; 417e4f89c1d0309a ctlz_136
; 3f68976230b0b127 ctlzv_192
; 4f123e154f073348 cttz_300
; 50ffba79d3332686 cttzv_136
; b657f67d2a43420e abs_192
; 86e015ec5bef5933 fshlc_300
; ed7b140cc685094f fshrc_136
; 2a4697c762def0ca uaddo_192
; ff4a0ff5ac0b23e3 uaddoh_300
; bf6620c38335fa2c saddo_136
; 4f4d7fba36c30ddd saddoh_192
; 7b4f41b3d9dabd4f usuboh_300
; 9368bcd6d5f0662e ssuboh_136
; 427236927b20901c umulo_192
; 3048c333e99d3e43 umuloh_300
; ead950b911c7d5fc smulo_136
; 19e48e7d02307247 smuloh_192
; a37bf5927e0157cf trunc_300_64
; 8ae887bbfca35c46 zext_136_64
; 7aabdb59766b6b4e sext_192_64
; b7e4d050d11eaab1 trunc_300_65
; ba245feffc77385d zext_136_65
; cb3ad562327362bc sext_192_65
; 76d92e7237a84b00 trunc_300_128
; b4a5c492ff51d4d7 zext_136_128
; 3d09468725f70571 sext_192_128
; 3c68a8bcb2f6ff92 zext_136_272
; 9425eee9813dd4a1 sext_136_272
; efc5780192eede58 uitofp_float_192
; 6387125804e0237d fptoui_float_300
; 88faddc581ea5e5b sitofp_float_136
; 8cb34ac736bfc158 fptosi_float_192
; d329c86b66d20bde uitofp_double_300
; 6d25a31be35ebab5 fptoui_double_136
; 6121a0cfa5e7db39 sitofp_double_192
; de6d7cf4d457e4da fptosi_double_300
; 4cce34241d2a45ef select_136
; c597c29c93e03a67 freeze_192
; 0a0151755197f879 phi_300
; 986cbe2b4719f5b8 switch_136
; 6935c6f09054ef7a shl_192_96
; 72858005b8886e69 lshr_192_96
; 2c77279bbe0db4e7 ashr_192_96
; 8e7747110819a0b0 bswap_192
; 25e92b320f24e818 zext_192_384
; 7c7377fddc47e8cd sext_192_384
; 6ad2f1ebcada11f3 zext_300_600
; ec29c75d05dec02a sext_300_600
; b71587896410fe9b add_136

@text = constant [11 x i8] c"%016lx %s\0A\00"
@name.add_136 = private constant [8 x i8] c"add_136\00"
@name.sub_192 = private constant [8 x i8] c"sub_192\00"
@name.mul_300 = private constant [8 x i8] c"mul_300\00"
@name.and_136 = private constant [8 x i8] c"and_136\00"
@name.or_192 = private constant [7 x i8] c"or_192\00"
@name.xor_300 = private constant [8 x i8] c"xor_300\00"
@name.shl_136 = private constant [8 x i8] c"shl_136\00"
@name.shl_192_65 = private constant [11 x i8] c"shl_192_65\00"
@name.shl_136_68 = private constant [11 x i8] c"shl_136_68\00"
@name.lshr_136 = private constant [9 x i8] c"lshr_136\00"
@name.lshr_192_65 = private constant [12 x i8] c"lshr_192_65\00"
@name.lshr_136_68 = private constant [12 x i8] c"lshr_136_68\00"
@name.ashr_136 = private constant [9 x i8] c"ashr_136\00"
@name.ashr_192_65 = private constant [12 x i8] c"ashr_192_65\00"
@name.ashr_136_68 = private constant [12 x i8] c"ashr_136_68\00"
@name.udiv_136 = private constant [9 x i8] c"udiv_136\00"
@name.udivs_192 = private constant [10 x i8] c"udivs_192\00"
@name.udivc_300 = private constant [10 x i8] c"udivc_300\00"
@name.udivp_136 = private constant [10 x i8] c"udivp_136\00"
@name.urem_192 = private constant [9 x i8] c"urem_192\00"
@name.urems_300 = private constant [10 x i8] c"urems_300\00"
@name.uremc_136 = private constant [10 x i8] c"uremc_136\00"
@name.uremp_192 = private constant [10 x i8] c"uremp_192\00"
@name.sdiv_300 = private constant [9 x i8] c"sdiv_300\00"
@name.sdivs_136 = private constant [10 x i8] c"sdivs_136\00"
@name.srem_192 = private constant [9 x i8] c"srem_192\00"
@name.srems_300 = private constant [10 x i8] c"srems_300\00"
@name.eq_136 = private constant [7 x i8] c"eq_136\00"
@name.ne_192 = private constant [7 x i8] c"ne_192\00"
@name.ugt_300 = private constant [8 x i8] c"ugt_300\00"
@name.ult_136 = private constant [8 x i8] c"ult_136\00"
@name.sgt_192 = private constant [8 x i8] c"sgt_192\00"
@name.slt_300 = private constant [8 x i8] c"slt_300\00"
@name.umin_136 = private constant [9 x i8] c"umin_136\00"
@name.umax_192 = private constant [9 x i8] c"umax_192\00"
@name.smin_300 = private constant [9 x i8] c"smin_300\00"
@name.smax_136 = private constant [9 x i8] c"smax_136\00"
@name.uadd_sat_192 = private constant [13 x i8] c"uadd_sat_192\00"
@name.sadd_sat_300 = private constant [13 x i8] c"sadd_sat_300\00"
@name.usub_sat_136 = private constant [13 x i8] c"usub_sat_136\00"
@name.ssub_sat_192 = private constant [13 x i8] c"ssub_sat_192\00"
@name.ushl_sat_300 = private constant [13 x i8] c"ushl_sat_300\00"
@name.sshl_sat_136 = private constant [13 x i8] c"sshl_sat_136\00"
@name.ctpop_192 = private constant [10 x i8] c"ctpop_192\00"
@name.bitreverse_300 = private constant [15 x i8] c"bitreverse_300\00"
@name.ctlz_136 = private constant [9 x i8] c"ctlz_136\00"
@name.ctlzv_192 = private constant [10 x i8] c"ctlzv_192\00"
@name.cttz_300 = private constant [9 x i8] c"cttz_300\00"
@name.cttzv_136 = private constant [10 x i8] c"cttzv_136\00"
@name.abs_192 = private constant [8 x i8] c"abs_192\00"
@name.fshlc_300 = private constant [10 x i8] c"fshlc_300\00"
@name.fshrc_136 = private constant [10 x i8] c"fshrc_136\00"
@name.uaddo_192 = private constant [10 x i8] c"uaddo_192\00"
@name.uaddoh_300 = private constant [11 x i8] c"uaddoh_300\00"
@name.saddo_136 = private constant [10 x i8] c"saddo_136\00"
@name.saddoh_192 = private constant [11 x i8] c"saddoh_192\00"
@name.usuboh_300 = private constant [11 x i8] c"usuboh_300\00"
@name.ssuboh_136 = private constant [11 x i8] c"ssuboh_136\00"
@name.umulo_192 = private constant [10 x i8] c"umulo_192\00"
@name.umuloh_300 = private constant [11 x i8] c"umuloh_300\00"
@name.smulo_136 = private constant [10 x i8] c"smulo_136\00"
@name.smuloh_192 = private constant [11 x i8] c"smuloh_192\00"
@name.trunc_300_64 = private constant [13 x i8] c"trunc_300_64\00"
@name.zext_136_64 = private constant [12 x i8] c"zext_136_64\00"
@name.sext_192_64 = private constant [12 x i8] c"sext_192_64\00"
@name.trunc_300_65 = private constant [13 x i8] c"trunc_300_65\00"
@name.zext_136_65 = private constant [12 x i8] c"zext_136_65\00"
@name.sext_192_65 = private constant [12 x i8] c"sext_192_65\00"
@name.trunc_300_128 = private constant [14 x i8] c"trunc_300_128\00"
@name.zext_136_128 = private constant [13 x i8] c"zext_136_128\00"
@name.sext_192_128 = private constant [13 x i8] c"sext_192_128\00"
@name.zext_136_272 = private constant [13 x i8] c"zext_136_272\00"
@name.sext_136_272 = private constant [13 x i8] c"sext_136_272\00"
@name.uitofp_float_192 = private constant [17 x i8] c"uitofp_float_192\00"
@name.fptoui_float_300 = private constant [17 x i8] c"fptoui_float_300\00"
@name.sitofp_float_136 = private constant [17 x i8] c"sitofp_float_136\00"
@name.fptosi_float_192 = private constant [17 x i8] c"fptosi_float_192\00"
@name.uitofp_double_300 = private constant [18 x i8] c"uitofp_double_300\00"
@name.fptoui_double_136 = private constant [18 x i8] c"fptoui_double_136\00"
@name.sitofp_double_192 = private constant [18 x i8] c"sitofp_double_192\00"
@name.fptosi_double_300 = private constant [18 x i8] c"fptosi_double_300\00"
@name.select_136 = private constant [11 x i8] c"select_136\00"
@name.freeze_192 = private constant [11 x i8] c"freeze_192\00"
@name.phi_300 = private constant [8 x i8] c"phi_300\00"
@name.switch_136 = private constant [11 x i8] c"switch_136\00"
@name.shl_192_96 = private constant [11 x i8] c"shl_192_96\00"
@name.lshr_192_96 = private constant [12 x i8] c"lshr_192_96\00"
@name.ashr_192_96 = private constant [12 x i8] c"ashr_192_96\00"
@name.bswap_192 = private constant [10 x i8] c"bswap_192\00"
@name.zext_192_384 = private constant [13 x i8] c"zext_192_384\00"
@name.sext_192_384 = private constant [13 x i8] c"sext_192_384\00"
@name.zext_300_600 = private constant [13 x i8] c"zext_300_600\00"
@name.sext_300_600 = private constant [13 x i8] c"sext_300_600\00"
@table = constant [93 x { ptr, ptr }] [
  { ptr, ptr } { ptr @add_136, ptr @name.add_136 },
  { ptr, ptr } { ptr @sub_192, ptr @name.sub_192 },
  { ptr, ptr } { ptr @mul_300, ptr @name.mul_300 },
  { ptr, ptr } { ptr @and_136, ptr @name.and_136 },
  { ptr, ptr } { ptr @or_192, ptr @name.or_192 },
  { ptr, ptr } { ptr @xor_300, ptr @name.xor_300 },
  { ptr, ptr } { ptr @shl_136, ptr @name.shl_136 },
  { ptr, ptr } { ptr @shl_192_65, ptr @name.shl_192_65 },
  { ptr, ptr } { ptr @shl_136_68, ptr @name.shl_136_68 },
  { ptr, ptr } { ptr @lshr_136, ptr @name.lshr_136 },
  { ptr, ptr } { ptr @lshr_192_65, ptr @name.lshr_192_65 },
  { ptr, ptr } { ptr @lshr_136_68, ptr @name.lshr_136_68 },
  { ptr, ptr } { ptr @ashr_136, ptr @name.ashr_136 },
  { ptr, ptr } { ptr @ashr_192_65, ptr @name.ashr_192_65 },
  { ptr, ptr } { ptr @ashr_136_68, ptr @name.ashr_136_68 },
  { ptr, ptr } { ptr @udiv_136, ptr @name.udiv_136 },
  { ptr, ptr } { ptr @udivs_192, ptr @name.udivs_192 },
  { ptr, ptr } { ptr @udivc_300, ptr @name.udivc_300 },
  { ptr, ptr } { ptr @udivp_136, ptr @name.udivp_136 },
  { ptr, ptr } { ptr @urem_192, ptr @name.urem_192 },
  { ptr, ptr } { ptr @urems_300, ptr @name.urems_300 },
  { ptr, ptr } { ptr @uremc_136, ptr @name.uremc_136 },
  { ptr, ptr } { ptr @uremp_192, ptr @name.uremp_192 },
  { ptr, ptr } { ptr @sdiv_300, ptr @name.sdiv_300 },
  { ptr, ptr } { ptr @sdivs_136, ptr @name.sdivs_136 },
  { ptr, ptr } { ptr @srem_192, ptr @name.srem_192 },
  { ptr, ptr } { ptr @srems_300, ptr @name.srems_300 },
  { ptr, ptr } { ptr @eq_136, ptr @name.eq_136 },
  { ptr, ptr } { ptr @ne_192, ptr @name.ne_192 },
  { ptr, ptr } { ptr @ugt_300, ptr @name.ugt_300 },
  { ptr, ptr } { ptr @ult_136, ptr @name.ult_136 },
  { ptr, ptr } { ptr @sgt_192, ptr @name.sgt_192 },
  { ptr, ptr } { ptr @slt_300, ptr @name.slt_300 },
  { ptr, ptr } { ptr @umin_136, ptr @name.umin_136 },
  { ptr, ptr } { ptr @umax_192, ptr @name.umax_192 },
  { ptr, ptr } { ptr @smin_300, ptr @name.smin_300 },
  { ptr, ptr } { ptr @smax_136, ptr @name.smax_136 },
  { ptr, ptr } { ptr @uadd_sat_192, ptr @name.uadd_sat_192 },
  { ptr, ptr } { ptr @sadd_sat_300, ptr @name.sadd_sat_300 },
  { ptr, ptr } { ptr @usub_sat_136, ptr @name.usub_sat_136 },
  { ptr, ptr } { ptr @ssub_sat_192, ptr @name.ssub_sat_192 },
  { ptr, ptr } { ptr @ushl_sat_300, ptr @name.ushl_sat_300 },
  { ptr, ptr } { ptr @sshl_sat_136, ptr @name.sshl_sat_136 },
  { ptr, ptr } { ptr @ctpop_192, ptr @name.ctpop_192 },
  { ptr, ptr } { ptr @bitreverse_300, ptr @name.bitreverse_300 },
  { ptr, ptr } { ptr @ctlz_136, ptr @name.ctlz_136 },
  { ptr, ptr } { ptr @ctlzv_192, ptr @name.ctlzv_192 },
  { ptr, ptr } { ptr @cttz_300, ptr @name.cttz_300 },
  { ptr, ptr } { ptr @cttzv_136, ptr @name.cttzv_136 },
  { ptr, ptr } { ptr @abs_192, ptr @name.abs_192 },
  { ptr, ptr } { ptr @fshlc_300, ptr @name.fshlc_300 },
  { ptr, ptr } { ptr @fshrc_136, ptr @name.fshrc_136 },
  { ptr, ptr } { ptr @uaddo_192, ptr @name.uaddo_192 },
  { ptr, ptr } { ptr @uaddoh_300, ptr @name.uaddoh_300 },
  { ptr, ptr } { ptr @saddo_136, ptr @name.saddo_136 },
  { ptr, ptr } { ptr @saddoh_192, ptr @name.saddoh_192 },
  { ptr, ptr } { ptr @usuboh_300, ptr @name.usuboh_300 },
  { ptr, ptr } { ptr @ssuboh_136, ptr @name.ssuboh_136 },
  { ptr, ptr } { ptr @umulo_192, ptr @name.umulo_192 },
  { ptr, ptr } { ptr @umuloh_300, ptr @name.umuloh_300 },
  { ptr, ptr } { ptr @smulo_136, ptr @name.smulo_136 },
  { ptr, ptr } { ptr @smuloh_192, ptr @name.smuloh_192 },
  { ptr, ptr } { ptr @trunc_300_64, ptr @name.trunc_300_64 },
  { ptr, ptr } { ptr @zext_136_64, ptr @name.zext_136_64 },
  { ptr, ptr } { ptr @sext_192_64, ptr @name.sext_192_64 },
  { ptr, ptr } { ptr @trunc_300_65, ptr @name.trunc_300_65 },
  { ptr, ptr } { ptr @zext_136_65, ptr @name.zext_136_65 },
  { ptr, ptr } { ptr @sext_192_65, ptr @name.sext_192_65 },
  { ptr, ptr } { ptr @trunc_300_128, ptr @name.trunc_300_128 },
  { ptr, ptr } { ptr @zext_136_128, ptr @name.zext_136_128 },
  { ptr, ptr } { ptr @sext_192_128, ptr @name.sext_192_128 },
  { ptr, ptr } { ptr @zext_136_272, ptr @name.zext_136_272 },
  { ptr, ptr } { ptr @sext_136_272, ptr @name.sext_136_272 },
  { ptr, ptr } { ptr @uitofp_float_192, ptr @name.uitofp_float_192 },
  { ptr, ptr } { ptr @fptoui_float_300, ptr @name.fptoui_float_300 },
  { ptr, ptr } { ptr @sitofp_float_136, ptr @name.sitofp_float_136 },
  { ptr, ptr } { ptr @fptosi_float_192, ptr @name.fptosi_float_192 },
  { ptr, ptr } { ptr @uitofp_double_300, ptr @name.uitofp_double_300 },
  { ptr, ptr } { ptr @fptoui_double_136, ptr @name.fptoui_double_136 },
  { ptr, ptr } { ptr @sitofp_double_192, ptr @name.sitofp_double_192 },
  { ptr, ptr } { ptr @fptosi_double_300, ptr @name.fptosi_double_300 },
  { ptr, ptr } { ptr @select_136, ptr @name.select_136 },
  { ptr, ptr } { ptr @freeze_192, ptr @name.freeze_192 },
  { ptr, ptr } { ptr @phi_300, ptr @name.phi_300 },
  { ptr, ptr } { ptr @switch_136, ptr @name.switch_136 },
  { ptr, ptr } { ptr @shl_192_96, ptr @name.shl_192_96 },
  { ptr, ptr } { ptr @lshr_192_96, ptr @name.lshr_192_96 },
  { ptr, ptr } { ptr @ashr_192_96, ptr @name.ashr_192_96 },
  { ptr, ptr } { ptr @bswap_192, ptr @name.bswap_192 },
  { ptr, ptr } { ptr @zext_192_384, ptr @name.zext_192_384 },
  { ptr, ptr } { ptr @sext_192_384, ptr @name.sext_192_384 },
  { ptr, ptr } { ptr @zext_300_600, ptr @name.zext_300_600 },
  { ptr, ptr } { ptr @sext_300_600, ptr @name.sext_300_600 }
]
@a = global [128 x i8] zeroinitializer, align 16
@b = global [128 x i8] zeroinitializer, align 16
@r = global [1024 x i8] zeroinitializer, align 16

declare i32 @printf(ptr, ...)
declare i136 @llvm.ctlz.i136(i136,i1)
declare i136 @llvm.cttz.i136(i136,i1)
declare i136 @llvm.fshr.i136(i136,i136,i136)
declare i136 @llvm.smax.i136(i136,i136)
declare i136 @llvm.sshl.sat.i136(i136,i136)
declare i136 @llvm.umin.i136(i136,i136)
declare i136 @llvm.usub.sat.i136(i136,i136)
declare i192 @llvm.abs.i192(i192,i1)
declare i192 @llvm.bswap.i192(i192)
declare i192 @llvm.ctlz.i192(i192,i1)
declare i192 @llvm.ctpop.i192(i192)
declare i192 @llvm.ssub.sat.i192(i192,i192)
declare i192 @llvm.uadd.sat.i192(i192,i192)
declare i192 @llvm.umax.i192(i192,i192)
declare i300 @llvm.bitreverse.i300(i300)
declare i300 @llvm.cttz.i300(i300,i1)
declare i300 @llvm.fshl.i300(i300,i300,i300)
declare i300 @llvm.sadd.sat.i300(i300,i300)
declare i300 @llvm.smin.i300(i300,i300)
declare i300 @llvm.ushl.sat.i300(i300,i300)
declare {i136,i1} @llvm.sadd.with.overflow.i136(i136,i136)
declare {i136,i1} @llvm.smul.with.overflow.i136(i136,i136)
declare {i136,i1} @llvm.ssub.with.overflow.i136(i136,i136)
declare {i192,i1} @llvm.sadd.with.overflow.i192(i192,i192)
declare {i192,i1} @llvm.smul.with.overflow.i192(i192,i192)
declare {i192,i1} @llvm.uadd.with.overflow.i192(i192,i192)
declare {i192,i1} @llvm.umul.with.overflow.i192(i192,i192)
declare {i300,i1} @llvm.uadd.with.overflow.i300(i300,i300)
declare {i300,i1} @llvm.umul.with.overflow.i300(i300,i300)
declare {i300,i1} @llvm.usub.with.overflow.i300(i300,i300)

define void @add_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = add i136 %a, %b
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @sub_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = sub i192 %a, %b
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @mul_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = mul i300 %a, %b
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @and_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = and i136 %a, %b
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @or_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = or i192 %a, %b
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @xor_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = xor i300 %a, %b
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @shl_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %s0 = trunc i136 %b to i32
  %s1 = urem i32 %s0, 136
  %s = zext i32 %s1 to i136
  %x = shl i136 %a, %s
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @shl_192_65(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = shl i192 %a, 65
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @shl_136_68(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = shl i136 %a, 68
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @lshr_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %s0 = trunc i136 %b to i32
  %s1 = urem i32 %s0, 136
  %s = zext i32 %s1 to i136
  %x = lshr i136 %a, %s
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @lshr_192_65(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = lshr i192 %a, 65
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @lshr_136_68(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = lshr i136 %a, 68
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @ashr_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %s0 = trunc i136 %b to i32
  %s1 = urem i32 %s0, 136
  %s = zext i32 %s1 to i136
  %x = ashr i136 %a, %s
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @ashr_192_65(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = ashr i192 %a, 65
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @ashr_136_68(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = ashr i136 %a, 68
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @udiv_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %d = or i136 %b, 1
  %x = udiv i136 %a, %d
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @udivs_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %t = trunc i192 %b to i40
  %u = zext i40 %t to i192
  %d = or i192 %u, 1
  %x = udiv i192 %a, %d
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @udivc_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = udiv i300 %a, 1000000007
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @udivp_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = udiv i136 %a, 147573952589676412928
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @urem_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %d = or i192 %b, 1
  %x = urem i192 %a, %d
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @urems_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %t = trunc i300 %b to i40
  %u = zext i40 %t to i300
  %d = or i300 %u, 1
  %x = urem i300 %a, %d
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @uremc_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = urem i136 %a, 1000000007
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @uremp_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = urem i192 %a, 147573952589676412928
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @sdiv_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %d = or i300 %b, 1
  %n = ashr i300 %a, 1
  %x = sdiv i300 %n, %d
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @sdivs_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %t = trunc i136 %b to i70
  %u = sext i70 %t to i136
  %d = or i136 %u, 1
  %n = ashr i136 %a, 1
  %x = sdiv i136 %n, %d
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @srem_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %d = or i192 %b, 1
  %n = ashr i192 %a, 1
  %x = srem i192 %n, %d
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @srems_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %t = trunc i300 %b to i70
  %u = sext i70 %t to i300
  %d = or i300 %u, 1
  %n = ashr i300 %a, 1
  %x = srem i300 %n, %d
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @eq_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = icmp eq i136 %a, %b
  store i1 %x, ptr %r
  ret void
  ret void
}

define void @ne_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = icmp ne i192 %a, %b
  store i1 %x, ptr %r
  ret void
  ret void
}

define void @ugt_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = icmp ugt i300 %a, %b
  store i1 %x, ptr %r
  ret void
  ret void
}

define void @ult_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = icmp ult i136 %a, %b
  store i1 %x, ptr %r
  ret void
  ret void
}

define void @sgt_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = icmp sgt i192 %a, %b
  store i1 %x, ptr %r
  ret void
  ret void
}

define void @slt_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = icmp slt i300 %a, %b
  store i1 %x, ptr %r
  ret void
  ret void
}

define void @umin_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = call i136 @llvm.umin.i136(i136 %a, i136 %b)
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @umax_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = call i192 @llvm.umax.i192(i192 %a, i192 %b)
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @smin_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = call i300 @llvm.smin.i300(i300 %a, i300 %b)
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @smax_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = call i136 @llvm.smax.i136(i136 %a, i136 %b)
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @uadd_sat_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = call i192 @llvm.uadd.sat.i192(i192 %a, i192 %b)
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @sadd_sat_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = call i300 @llvm.sadd.sat.i300(i300 %a, i300 %b)
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @usub_sat_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = call i136 @llvm.usub.sat.i136(i136 %a, i136 %b)
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @ssub_sat_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = call i192 @llvm.ssub.sat.i192(i192 %a, i192 %b)
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @ushl_sat_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %s0 = trunc i300 %b to i32
  %s1 = urem i32 %s0, 300
  %s = zext i32 %s1 to i300
  %a1 = ashr i300 %a, 150
  %x = call i300 @llvm.ushl.sat.i300(i300 %a1, i300 %s)
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @sshl_sat_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %s0 = trunc i136 %b to i32
  %s1 = urem i32 %s0, 136
  %s = zext i32 %s1 to i136
  %a1 = ashr i136 %a, 68
  %x = call i136 @llvm.sshl.sat.i136(i136 %a1, i136 %s)
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @ctpop_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = call i192 @llvm.ctpop.i192(i192 %a)
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @bitreverse_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = call i300 @llvm.bitreverse.i300(i300 %a)
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @ctlz_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = call i136 @llvm.ctlz.i136(i136 %a, i1 false)
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @ctlzv_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %s0 = trunc i192 %b to i32
  %s1 = urem i32 %s0, 192
  %s = zext i32 %s1 to i192
  %a1 = lshr i192 %a, %s
  %x = call i192 @llvm.ctlz.i192(i192 %a1, i1 false)
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @cttz_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = call i300 @llvm.cttz.i300(i300 %a, i1 false)
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @cttzv_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %s0 = trunc i136 %b to i32
  %s1 = urem i32 %s0, 136
  %s = zext i32 %s1 to i136
  %a1 = shl i136 %a, %s
  %x = call i136 @llvm.cttz.i136(i136 %a1, i1 false)
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @abs_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = call i192 @llvm.abs.i192(i192 %a, i1 false)
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @fshlc_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = call i300 @llvm.fshl.i300(i300 %a, i300 %a, i300 75)
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @fshrc_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = call i136 @llvm.fshr.i136(i136 %a, i136 %a, i136 75)
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @uaddo_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %t = call {i192,i1} @llvm.uadd.with.overflow.i192(i192 %a, i192 %b)
  %x = extractvalue {i192,i1} %t, 0
  %o = extractvalue {i192,i1} %t, 1
  store i192 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @uaddoh_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %a0 = ashr i300 %a, 150
  %b0 = ashr i300 %b, 150
  %t = call {i300,i1} @llvm.uadd.with.overflow.i300(i300 %a0, i300 %b0)
  %x = extractvalue {i300,i1} %t, 0
  %o = extractvalue {i300,i1} %t, 1
  store i300 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @saddo_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %t = call {i136,i1} @llvm.sadd.with.overflow.i136(i136 %a, i136 %b)
  %x = extractvalue {i136,i1} %t, 0
  %o = extractvalue {i136,i1} %t, 1
  store i136 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @saddoh_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %a0 = ashr i192 %a, 96
  %b0 = ashr i192 %b, 96
  %t = call {i192,i1} @llvm.sadd.with.overflow.i192(i192 %a0, i192 %b0)
  %x = extractvalue {i192,i1} %t, 0
  %o = extractvalue {i192,i1} %t, 1
  store i192 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @usuboh_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %a0 = ashr i300 %a, 150
  %b0 = ashr i300 %b, 150
  %t = call {i300,i1} @llvm.usub.with.overflow.i300(i300 %a0, i300 %b0)
  %x = extractvalue {i300,i1} %t, 0
  %o = extractvalue {i300,i1} %t, 1
  store i300 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @ssuboh_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %a0 = ashr i136 %a, 68
  %b0 = ashr i136 %b, 68
  %t = call {i136,i1} @llvm.ssub.with.overflow.i136(i136 %a0, i136 %b0)
  %x = extractvalue {i136,i1} %t, 0
  %o = extractvalue {i136,i1} %t, 1
  store i136 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @umulo_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %t = call {i192,i1} @llvm.umul.with.overflow.i192(i192 %a, i192 %b)
  %x = extractvalue {i192,i1} %t, 0
  %o = extractvalue {i192,i1} %t, 1
  store i192 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @umuloh_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %a0 = ashr i300 %a, 150
  %b0 = ashr i300 %b, 150
  %t = call {i300,i1} @llvm.umul.with.overflow.i300(i300 %a0, i300 %b0)
  %x = extractvalue {i300,i1} %t, 0
  %o = extractvalue {i300,i1} %t, 1
  store i300 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @smulo_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %t = call {i136,i1} @llvm.smul.with.overflow.i136(i136 %a, i136 %b)
  %x = extractvalue {i136,i1} %t, 0
  %o = extractvalue {i136,i1} %t, 1
  store i136 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @smuloh_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %a0 = ashr i192 %a, 96
  %b0 = ashr i192 %b, 96
  %t = call {i192,i1} @llvm.smul.with.overflow.i192(i192 %a0, i192 %b0)
  %x = extractvalue {i192,i1} %t, 0
  %o = extractvalue {i192,i1} %t, 1
  store i192 %x, ptr %r
  %q = getelementptr i8, ptr %r, i64 600
  store i1 %o, ptr %q
  ret void
  ret void
}

define void @trunc_300_64(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = trunc i300 %a to i64
  store i64 %x, ptr %r
  ret void
  ret void
}

define void @zext_136_64(ptr %r, ptr %pa, ptr %pb) {
  %aw = load i72, ptr %pa
  %a = trunc i72 %aw to i64
  %x = zext i64 %a to i136
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @sext_192_64(ptr %r, ptr %pa, ptr %pb) {
  %aw = load i72, ptr %pa
  %a = trunc i72 %aw to i64
  %x = sext i64 %a to i192
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @trunc_300_65(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = trunc i300 %a to i65
  store i65 %x, ptr %r
  ret void
  ret void
}

define void @zext_136_65(ptr %r, ptr %pa, ptr %pb) {
  %aw = load i72, ptr %pa
  %a = trunc i72 %aw to i65
  %x = zext i65 %a to i136
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @sext_192_65(ptr %r, ptr %pa, ptr %pb) {
  %aw = load i72, ptr %pa
  %a = trunc i72 %aw to i65
  %x = sext i65 %a to i192
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @trunc_300_128(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = trunc i300 %a to i128
  store i128 %x, ptr %r
  ret void
  ret void
}

define void @zext_136_128(ptr %r, ptr %pa, ptr %pb) {
  %aw = load i136, ptr %pa
  %a = trunc i136 %aw to i128
  %x = zext i128 %a to i136
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @sext_192_128(ptr %r, ptr %pa, ptr %pb) {
  %aw = load i136, ptr %pa
  %a = trunc i136 %aw to i128
  %x = sext i128 %a to i192
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @zext_136_272(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = zext i136 %a to i272
  store i272 %x, ptr %r
  ret void
  ret void
}

define void @sext_136_272(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %x = sext i136 %a to i272
  store i272 %x, ptr %r
  ret void
  ret void
}

define void @uitofp_float_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %af = lshr i192 %a, 67
  %x = uitofp i192 %af to float
  store float %x, ptr %r
  ret void
  ret void
}

define void @fptoui_float_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %s0 = trunc i300 %b to i32
  %s1 = urem i32 %s0, 300
  %s = zext i32 %s1 to i300
  %a1 = lshr i300 %a, %s
  %a2 = lshr i300 %a1, 175
  %f0 = uitofp i300 %a2 to float
  %f1 = fmul float %f0, 0.3125
  %x = fptoui float %f1 to i300
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @sitofp_float_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %af = ashr i136 %a, 11
  %x = sitofp i136 %af to float
  store float %x, ptr %r
  ret void
  ret void
}

define void @fptosi_float_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %s0 = trunc i192 %b to i32
  %s1 = urem i32 %s0, 192
  %s = zext i32 %s1 to i192
  %a1 = ashr i192 %a, %s
  %a2 = ashr i192 %a1, 67
  %f0 = sitofp i192 %a2 to float
  %f1 = fmul float %f0, 0.3125
  %x = fptosi float %f1 to i192
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @uitofp_double_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %af = lshr i300 %a, 1
  %x = uitofp i300 %af to double
  store double %x, ptr %r
  ret void
  ret void
}

define void @fptoui_double_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %s0 = trunc i136 %b to i32
  %s1 = urem i32 %s0, 136
  %s = zext i32 %s1 to i136
  %a1 = lshr i136 %a, %s
  %a2 = lshr i136 %a1, 1
  %f0 = uitofp i136 %a2 to double
  %f1 = fmul double %f0, 0.3125
  %x = fptoui double %f1 to i136
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @sitofp_double_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %af = ashr i192 %a, 1
  %x = sitofp i192 %af to double
  store double %x, ptr %r
  ret void
  ret void
}

define void @fptosi_double_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %s0 = trunc i300 %b to i32
  %s1 = urem i32 %s0, 300
  %s = zext i32 %s1 to i300
  %a1 = ashr i300 %a, %s
  %a2 = ashr i300 %a1, 1
  %f0 = sitofp i300 %a2 to double
  %f1 = fmul double %f0, 0.3125
  %x = fptosi double %f1 to i300
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @select_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %c = icmp slt i136 %a, %b
  %x = select i1 %c, i136 %b, i136 12345678901234567890123456789
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @freeze_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %c = freeze i192 %a
  %x = add i192 %c, -1
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @phi_300(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  br label %l
l:
  %i = phi i32 [0, %0], [%i1, %l]
  %x = phi i300 [%a, %0], [%y, %l]
  %z = phi i300 [%b, %0], [%x, %l]
  %y = add i300 %x, %z
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, 20
  br i1 %c, label %l, label %e
e:
  store i300 %x, ptr %r
  ret void
  ret void
}

define void @switch_136(ptr %r, ptr %pa, ptr %pb) {
  %a = load i136, ptr %pa
  %b = load i136, ptr %pb
  %m = and i136 %a, 7
  %v = mul i136 %m, 5444517870735015415413993718908291383297
  switch i136 %v, label %d [ i136 0, label %c0
   i136 5444517870735015415413993718908291383297, label %c1
   i136 10889035741470030830827987437816582766594, label %c0
   i136 16333553612205046246241981156724874149891, label %c3
   i136 21778071482940061661655974875633165533188, label %d ]
c0:
  br label %e
c1:
  br label %e
c3:
  br label %e
d:
  br label %e
e:
  %x = phi i136 [1, %c0], [%v, %c1], [43556142965880123323311949751266331054023, %c3], [-1, %d]
  store i136 %x, ptr %r
  ret void
  ret void
}

define void @shl_192_96(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = shl i192 %a, 96
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @lshr_192_96(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = lshr i192 %a, 96
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @ashr_192_96(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = ashr i192 %a, 96
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @bswap_192(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = call i192 @llvm.bswap.i192(i192 %a)
  store i192 %x, ptr %r
  ret void
  ret void
}

define void @zext_192_384(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = zext i192 %a to i384
  store i384 %x, ptr %r
  ret void
  ret void
}

define void @sext_192_384(ptr %r, ptr %pa, ptr %pb) {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %x = sext i192 %a to i384
  store i384 %x, ptr %r
  ret void
  ret void
}

define void @zext_300_600(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = zext i300 %a to i600
  store i600 %x, ptr %r
  ret void
  ret void
}

define void @sext_300_600(ptr %r, ptr %pa, ptr %pb) {
  %a_ = load i304, ptr %pa
  %a = trunc i304 %a_ to i300
  %b_ = load i304, ptr %pb
  %b = trunc i304 %b_ to i300
  %x = sext i300 %a to i600
  store i600 %x, ptr %r
  ret void
  ret void
}

define i192 @abi_192(i32 %k, i192 %a, i192 %b, i64 %c, double %d, i72 %e) noinline {
  %k1 = zext i32 %k to i192
  %c1 = zext i64 %c to i192
  %x1 = sub i192 %a, %b
  %x2 = add i192 %x1, %k1
  %x3 = mul i192 %x2, %c1
  %e1 = sext i72 %e to i192
  %x = xor i192 %x3, %e1
  ret i192 %x
}

define i192 @with_calls(ptr %r, ptr %pa, ptr %pb) noinline {
  %a = load i192, ptr %pa
  %b = load i192, ptr %pb
  %c = trunc i192 %a to i64
  %e = trunc i192 %b to i72
  %x = call i192 @abi_192(i32 55, i192 %a, i192 %b, i64 %c, double 1.0, i72 %e)
  store i192 %x, ptr %r
  ret i192 %x
}

; Fills 128 bytes: with random words, and in three cases out of four with runs of zeros or ones in between.
define i64 @fill(ptr %p, i64 %seed) {
  %kind = lshr i64 %seed, 61
  br label %next
next:
  %i = phi i64 [0, %0], [%i1, %next]
  %s = phi i64 [%seed, %0], [%s2, %next]
  %s1 = mul i64 %s, 6364136223846793005
  %s2 = add i64 %s1, 1442695040888963407
  %h = lshr i64 %s2, 29
  %v = xor i64 %s2, %h
  %bits = and i64 %h, 3
  %is0 = icmp eq i64 %bits, 0
  %sign = ashr i64 %s2, 63
  %plain = icmp ult i64 %kind, 2
  %run = select i1 %is0, i64 %v, i64 %sign
  %word = select i1 %plain, i64 %v, i64 %run
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %word, ptr %q
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, 16
  br i1 %more, label %next, label %end
end:
  ret i64 %s2
}

define i64 @hash(i64 %start) {
  br label %next
next:
  %i = phi i64 [0, %0], [%i1, %next]
  %s = phi i64 [%start, %0], [%s3, %next]
  %q = getelementptr i64, ptr @r, i64 %i
  %v = load i64, ptr %q
  store i64 -6510615555426900571, ptr %q
  %s1 = xor i64 %s, %v
  %s2 = mul i64 %s1, 1099511628211
  %s2h = lshr i64 %s2, 31
  %s3 = xor i64 %s2, %s2h
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, 128
  br i1 %more, label %next, label %end
end:
  ret i64 %s3
}

define i32 @main() {
  br label %function
function:
  %f = phi i64 [0, %0], [%f1, %done]
  %row = getelementptr { ptr, ptr }, ptr @table, i64 %f
  %code = load ptr, ptr %row
  %namep = getelementptr { ptr, ptr }, ptr @table, i64 %f, i32 1
  %name = load ptr, ptr %namep
  %w0 = call i64 @hash(i64 0)
  br label %round
round:
  %k = phi i64 [0, %function], [%k1, %round]
  %s = phi i64 [20240607, %function], [%s2, %round]
  %h = phi i64 [1, %function], [%h1, %round]
  %s1 = call i64 @fill(ptr @a, i64 %s)
  %s2 = call i64 @fill(ptr @b, i64 %s1)
  call void %code(ptr @r, ptr @a, ptr @b)
  %h1 = call i64 @hash(i64 %h)
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 200
  br i1 %more, label %round, label %done
done:
  %p = call i32 (ptr, ...) @printf(ptr @text, i64 %h1, ptr %name)
  %f1 = add i64 %f, 1
  %all = icmp ult i64 %f1, 93
  br i1 %all, label %function, label %calls
calls:
  %x = call i192 @with_calls(ptr @r, ptr @a, ptr @b)
  %x0 = trunc i192 %x to i64
  %xh = lshr i192 %x, 100
  %x1 = trunc i192 %xh to i64
  %xx = xor i64 %x0, %x1
  %p2 = call i32 (ptr, ...) @printf(ptr @text, i64 %xx, ptr @name.add_136)
  ret i32 0
}
