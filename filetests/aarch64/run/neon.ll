; Intrinsics of AArch64, at least one function for each, as clang 19 makes them of `arm_neon.h`: each is run on numbers
; from the edges of their ranges and on random ones, and what it leaves in memory is hashed.
; Expected output made by the program as llc 19.1.7 builds it.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -O0 -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -regalloc=basic -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -verify-regalloc -regalloc=ion -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: avarice compile %s -verify-machineinstrs -relocation-model=pic -verify-regalloc -regalloc=fastalloc -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t && qemu-aarch64 %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; vaba_s16_0 a24e47ab42a56dd0
; vaba_u16_0 5ba7b23692daf467
; vabd_f32_0 1723e78d44d89058
; vabdd_f64_0 a411d65d6b7873b0
; vabs_s16_0 cceec3e0a2bed4a5
; vabsd_s64_0 a5752dda10ef1bcd
; vaddlv_s16_0 51692fb39fd030aa
; vaddlv_u16_0 d082646c502f7f2b
; vaddv_f32_0 d269b4510d7079e
; vaddv_s16_0 b91489edb74a4d4a
; vaddv_u16_0 b91489edb74a4d4a
; vcage_f32_0 d251955f20fc46fb
; vcaged_f64_0 f77f70196fe0245b
; vcagt_f32_0 d336ce257ce4ba9b
; vcagtd_f64_0 f77f70196fe0245b
; vcls_s16_0 9174f859d178a58d
; vcvt_n_f32_s32_1 7b3a6c36bb5fb624
; vcvt_n_f32_u32_1 77f33b6d7328ce80
; vcvt_n_s32_f32_1 922b1500169c9a36
; vcvt_n_u32_f32_1 9031c59c7deef428
; vcvt_s32_f32_0 78a793a06c282bb1
; vcvt_u32_f32_0 81685771ece28d4e
; vcvta_s32_f32_0 9f4ca72c17391ece
; vcvta_u32_f32_0 4cf5062ebc53a2b1
; vcvtad_s64_f64_0 903fa84a40897023
; vcvtad_u64_f64_0 8fea16518c39dca7
; vcvtd_n_f64_s64_1 b0ff9d9367680aef
; vcvtd_n_f64_u64_1 7b836ac5c926d602
; vcvtd_n_s64_f64_1 517b16a9c6f241a3
; vcvtd_n_u64_f64_1 8fea16518c39dca7
; vcvtd_s64_f64_0 903fa84a40897023
; vcvtd_u64_f64_0 8fea16518c39dca7
; vcvtm_s32_f32_0 4c2127cc797688e1
; vcvtm_u32_f32_0 81685771ece28d4e
; vcvtmd_s64_f64_0 4bac8bed3119d447
; vcvtmd_u64_f64_0 8fea16518c39dca7
; vcvtn_s32_f32_0 9f4ca72c17391ece
; vcvtn_u32_f32_0 4cf5062ebc53a2b1
; vcvtnd_s64_f64_0 903fa84a40897023
; vcvtnd_u64_f64_0 8fea16518c39dca7
; vcvtp_s32_f32_0 14d986371dd713f2
; vcvtp_u32_f32_0 bfd329eda4bc4665
; vcvtpd_s64_f64_0 127cfa7a3f2c404f
; vcvtpd_u64_f64_0 5e71bbcbc9387f3
; vcvtx_f32_f64_0 6e18865b39e7fba9
; vcvtxd_f32_f64_0 d8e9bb2f470af0f1
; vhadd_s16_0 21e51a6a245489e0
; vhadd_u16_0 550c7673b9ac160
; vhsub_s16_0 2f5e4d47a5ecbc5f
; vhsub_u16_0 191d8ee89c8c2bdf
; vld1_f32_x2_0 51056354a2cb2db7
; vld1_f32_x3_0 360eabff8c735ce9
; vld1_f32_x4_0 42f4fbad8c09f1f7
; vld2_dup_f32_0 6ec498ba197e5023
; vld2_f32_0 f759b6a09cd4f7cb
; vld2_f64_0 51056354a2cb2db7
; vld2_lane_f32_1 233782c0bf6c793b
; vld2_p16_0 c3873bf3c5c5849b
; vld2_p8_0 d3befff6f24e952b
; vld3_dup_f32_0 5c8b12d4bd641173
; vld3_f32_0 f6c878e2d00647ed
; vld3_lane_f32_1 542ce6e41094e97a
; vld4_dup_f32_0 36e066fc108e8f2f
; vld4_f32_0 ee2244f5e9176bc3
; vld4_lane_f32_1 948c79a4ef24e1d2
; vld4_lane_p16_1 e94e45e398bbc684
; vld4_lane_p8_1 259782ef0b173d7e
; vld4q_lane_f64_1 4821da9fc9d603de
; vmax_f32_0 e465035cc854a65c
; vmax_s16_0 b19d70156701fab1
; vmax_u16_0 df8c2e74118bcbc
; vmaxnm_f32_0 9fad6bb0c187112b
; vmaxnmv_f32_0 556c9e54e3ad1bc4
; vmaxv_f32_0 5cfda43aac7d0f5b
; vmaxv_s16_0 b04b4b93e91fce2
; vmaxv_u16_0 5aaf355b0d88e282
; vmin_f32_0 4012192bfff0de8a
; vmin_s16_0 b7efbf1c59f95a00
; vmin_u16_0 e42dc989eab0a4b5
; vminnm_f32_0 29c8f77ae4b5b395
; vminnmv_f32_0 ac355e2ddaca987e
; vminv_f32_0 5a701e9b798c0539
; vminv_s16_0 b41e4ccad341e24e
; vminv_u16_0 3e3ce5499dc175ac
; vmlal_high_n_s16_0 4c12884c325070ee
; vmlal_high_n_u16_0 c517b84700820866
; vmul_p8_0 35673c9e5ea509bb
; vmull_high_p8_0 6ae186e45a5dc3af
; vmulx_f32_0 9c9447f3ff9f81fe
; vmulxd_f64_0 efc7130baf5d7d6d
; vpadal_s16_0 1dedef50eec05067
; vpadal_u16_0 918c5bac6525fa58
; vpadd_f32_0 9b7812fddf76c673
; vpadd_s16_0 9e380810bfc402d5
; vpmax_f32_0 b7cf6d06074ae7af
; vpmax_s16_0 f95f66f0131a2054
; vpmax_u16_0 796acb91dbac56ba
; vpmaxnm_f32_0 96377638a7708dae
; vpmin_f32_0 7cf9f8a789fd398c
; vpmin_s16_0 6bc65c22512c0a19
; vpmin_u16_0 a5dbc6d2912d12bf
; vpminnm_f32_0 2ef07f4989bf491d
; vqabs_s16_0 9f58d2ccc90d338d
; vqabsd_s64_0 a5752dda10ef1bcd
; vqadd_s16_0 75356fbc12e85211
; vqadd_u16_0 6d8cd868beef0d7a
; vqaddd_s64_0 7ce971052e1a664b
; vqaddd_u64_0 2cfed5f26bfc104f
; vqdmlal_high_n_s16_0 a07a38312db052d5
; vqdmlals_lane_s32_1 d502c3828501973b
; vqdmlsl_high_n_s16_0 67a63e7f94759576
; vqdmlslh_lane_s16_1 7003da7839c3d76f
; vqdmulh_laneq_s16_1 da4350a40f5749da
; vqdmulh_n_s16_0 4d110fbdee1590c9
; vqdmulhs_s32_0 de81fe77170fcea8
; vqmovn_high_s16_0 1fbaac93a13bf414
; vqmovn_high_u16_0 b2f5523b73f7a33c
; vqmovnd_s64_0 788b250ad105fe7b
; vqmovnd_u64_0 2050bdcc4a52f2bb
; vqmovun_high_s16_0 33686ae3e614f2eb
; vqmovund_s64_0 1c968d68b560bfb
; vqneg_s16_0 ad3a8223df9f12a3
; vqnegd_s64_0 c45b6cba5f81eb6d
; vqrdmulh_laneq_s16_1 bba6e0163f540ea1
; vqrdmulh_n_s16_0 dd19258d7de09a33
; vqrdmulhs_s32_0 b2af13f68d2bb218
; vqrshl_s16_0 9274ac1109f0ba40
; vqrshl_u16_0 2f0d8afde6a727b3
; vqrshld_s64_0 5fdbef7219d7186c
; vqrshld_u64_0 8a7231f83b309b34
; vqrshrn_n_s16_1 d6561845e63bdcfe
; vqrshrn_n_u16_1 811134c0b34097e2
; vqrshrnd_n_s64_1 77b9c6848b3023b
; vqrshrnd_n_u64_1 954d0fd46e518453
; vqrshrun_n_s16_1 5c378d37eda88ac2
; vqrshrund_n_s64_1 7b365c5243a23f93
; vqshl_n_s16_1 997801522d1a0f4a
; vqshl_n_u16_1 40287d68e1da82f4
; vqshld_n_s64_1 30bff618a4eae72a
; vqshld_n_u64_1 f9cc3efd3bafc94
; vqshlu_n_s16_1 3f2bac6b2079d930
; vqshlud_n_s64_1 5c21d577c0003eac
; vqshrn_n_s16_1 fdad324b2c27edbb
; vqshrn_n_u16_1 bac18ece3b2f0f28
; vqshrnd_n_s64_1 77b9c6848b3023b
; vqshrnd_n_u64_1 954d0fd46e518453
; vqshrun_n_s16_1 a7f579ddc4605528
; vqshrund_n_s64_1 7b365c5243a23f93
; vqsub_u16_0 901dcde742a66da7
; vqsubd_u64_0 13dd4194e704583f
; vqtbl1_p8_0 44309e68642c22d
; vqtbl2_p8_0 6df7f37e039f3dac
; vqtbl3_p8_0 e5f8e3188e458b88
; vqtbl4_p8_0 d5595ce31e7f37bf
; vqtbx1_p8_0 4067d5ddb27b44ef
; vqtbx2_p8_0 56df778c5bbfc46f
; vqtbx3_p8_0 fadc25aad363f9d8
; vqtbx4_p8_0 8c64251874542a48
; vraddhn_high_s16_0 55c659d384c6cd0
; vrecpe_f32_0 4f93a61402fd2b11
; vrecpe_u32_0 a13356edcf928d55
; vrecped_f64_0 224ce9c4250ca432
; vrecps_f32_0 65acacca2bb87d24
; vrecpsd_f64_0 2f55ff00be80aa83
; vrecpxd_f64_0 bb4e1dc26dd2af9d
; vrhadd_s16_0 fc841ef906b45f49
; vrhadd_u16_0 b928189ea0e1ffc9
; vrshl_s16_0 f7a8ee047d7c4853
; vrshl_u16_0 b60e02eced48c87b
; vrshld_s64_0 fbaf8c70841dc980
; vrshld_u64_0 f487bc927282d5a0
; vrshrn_n_s16_1 ba16651227be7336
; vrsqrte_f32_0 b730a324ebea573d
; vrsqrte_u32_0 5a365d67b7bec88
; vrsqrted_f64_0 b12560b11b728d8d
; vrsqrts_f32_0 8d49cdda16b9efd
; vrsqrtsd_f64_0 931f83f3949e0916
; vrsubhn_high_s16_0 c19853eb9e21d8d6
; vshl_s16_0 f3f1cb00850b9ce5
; vshl_u16_0 aa5bed6f8015e1d9
; vshld_s64_0 430c64a06a14d690
; vshld_u64_0 c5862891f2adc42c
; vsli_n_p16_1 46f41bb423160ea7
; vsqadd_u16_0 40788362a6a3377b
; vsqaddd_u64_0 8d7a795e310956bf
; vsri_n_p16_1 df91f41e24d58ec5
; vst1_f32_x2_0 575215e3f858821f
; vst1_f32_x3_0 5b9b8726ae5ec098
; vst1_f32_x4_0 c793c218f1179bbd
; vst2_f32_0 2fb0a7376d379e4f
; vst2_lane_f32_1 c249e590077b3887
; vst3_f32_0 24eb213b9f201558
; vst3_f64_0 5b9b8726ae5ec098
; vst3_lane_f32_1 1c74c2f1ad461a69
; vst3_p16_0 709580da97954688
; vst3_p8_0 36ec0cb2c5169888
; vst4_f32_0 f74f4b72e0f65c5d
; vst4_lane_f32_1 cc42eb17f2cde4fa
; vuqadd_s16_0 3fc52552d5bae2ac
; vuqaddd_s64_0 96331b74ffe67a13

target triple = "aarch64-unknown-linux-gnu"

%struct.anon = type { ptr, ptr }

@main.in = internal global [512 x i8] zeroinitializer, align 16
@main.out = internal global [512 x i8] zeroinitializer, align 16
@main.mem = internal global [512 x i8] zeroinitializer, align 64
@s = internal unnamed_addr global i64 88172645463325252, align 8
@E = internal unnamed_addr constant [21 x i32] [i32 0, i32 1, i32 127, i32 128, i32 255, i32 32767, i32 32768, i32 65535, i32 2147483647, i32 -2147483648, i32 -1, i32 1065353216, i32 -1082130432, i32 2139095040, i32 2143289344, i32 8388609, i32 2, i32 -2, i32 1325400064, i32 1072693248, i32 -1042284544], align 4
@T = internal unnamed_addr constant [200 x %struct.anon] [%struct.anon { ptr @.str.1, ptr @t_vaba_s16_0 }, %struct.anon { ptr @.str.2, ptr @t_vaba_u16_0 }, %struct.anon { ptr @.str.3, ptr @t_vabd_f32_0 }, %struct.anon { ptr @.str.4, ptr @t_vabdd_f64_0 }, %struct.anon { ptr @.str.5, ptr @t_vabs_s16_0 }, %struct.anon { ptr @.str.6, ptr @t_vabsd_s64_0 }, %struct.anon { ptr @.str.7, ptr @t_vaddlv_s16_0 }, %struct.anon { ptr @.str.8, ptr @t_vaddlv_u16_0 }, %struct.anon { ptr @.str.9, ptr @t_vaddv_f32_0 }, %struct.anon { ptr @.str.10, ptr @t_vaddv_s16_0 }, %struct.anon { ptr @.str.11, ptr @t_vaddv_u16_0 }, %struct.anon { ptr @.str.12, ptr @t_vcage_f32_0 }, %struct.anon { ptr @.str.13, ptr @t_vcaged_f64_0 }, %struct.anon { ptr @.str.14, ptr @t_vcagt_f32_0 }, %struct.anon { ptr @.str.15, ptr @t_vcagtd_f64_0 }, %struct.anon { ptr @.str.16, ptr @t_vcls_s16_0 }, %struct.anon { ptr @.str.17, ptr @t_vcvt_n_f32_s32_1 }, %struct.anon { ptr @.str.18, ptr @t_vcvt_n_f32_u32_1 }, %struct.anon { ptr @.str.19, ptr @t_vcvt_n_s32_f32_1 }, %struct.anon { ptr @.str.20, ptr @t_vcvt_n_u32_f32_1 }, %struct.anon { ptr @.str.21, ptr @t_vcvt_s32_f32_0 }, %struct.anon { ptr @.str.22, ptr @t_vcvt_u32_f32_0 }, %struct.anon { ptr @.str.23, ptr @t_vcvta_s32_f32_0 }, %struct.anon { ptr @.str.24, ptr @t_vcvta_u32_f32_0 }, %struct.anon { ptr @.str.25, ptr @t_vcvtad_s64_f64_0 }, %struct.anon { ptr @.str.26, ptr @t_vcvtad_u64_f64_0 }, %struct.anon { ptr @.str.27, ptr @t_vcvtd_n_f64_s64_1 }, %struct.anon { ptr @.str.28, ptr @t_vcvtd_n_f64_u64_1 }, %struct.anon { ptr @.str.29, ptr @t_vcvtd_n_s64_f64_1 }, %struct.anon { ptr @.str.30, ptr @t_vcvtd_n_u64_f64_1 }, %struct.anon { ptr @.str.31, ptr @t_vcvtd_s64_f64_0 }, %struct.anon { ptr @.str.32, ptr @t_vcvtd_u64_f64_0 }, %struct.anon { ptr @.str.33, ptr @t_vcvtm_s32_f32_0 }, %struct.anon { ptr @.str.34, ptr @t_vcvtm_u32_f32_0 }, %struct.anon { ptr @.str.35, ptr @t_vcvtmd_s64_f64_0 }, %struct.anon { ptr @.str.36, ptr @t_vcvtmd_u64_f64_0 }, %struct.anon { ptr @.str.37, ptr @t_vcvtn_s32_f32_0 }, %struct.anon { ptr @.str.38, ptr @t_vcvtn_u32_f32_0 }, %struct.anon { ptr @.str.39, ptr @t_vcvtnd_s64_f64_0 }, %struct.anon { ptr @.str.40, ptr @t_vcvtnd_u64_f64_0 }, %struct.anon { ptr @.str.41, ptr @t_vcvtp_s32_f32_0 }, %struct.anon { ptr @.str.42, ptr @t_vcvtp_u32_f32_0 }, %struct.anon { ptr @.str.43, ptr @t_vcvtpd_s64_f64_0 }, %struct.anon { ptr @.str.44, ptr @t_vcvtpd_u64_f64_0 }, %struct.anon { ptr @.str.45, ptr @t_vcvtx_f32_f64_0 }, %struct.anon { ptr @.str.46, ptr @t_vcvtxd_f32_f64_0 }, %struct.anon { ptr @.str.47, ptr @t_vhadd_s16_0 }, %struct.anon { ptr @.str.48, ptr @t_vhadd_u16_0 }, %struct.anon { ptr @.str.49, ptr @t_vhsub_s16_0 }, %struct.anon { ptr @.str.50, ptr @t_vhsub_u16_0 }, %struct.anon { ptr @.str.51, ptr @t_vld1_f32_x2_0 }, %struct.anon { ptr @.str.52, ptr @t_vld1_f32_x3_0 }, %struct.anon { ptr @.str.53, ptr @t_vld1_f32_x4_0 }, %struct.anon { ptr @.str.54, ptr @t_vld2_dup_f32_0 }, %struct.anon { ptr @.str.55, ptr @t_vld2_f32_0 }, %struct.anon { ptr @.str.56, ptr @t_vld2_f64_0 }, %struct.anon { ptr @.str.57, ptr @t_vld2_lane_f32_1 }, %struct.anon { ptr @.str.58, ptr @t_vld2_p16_0 }, %struct.anon { ptr @.str.59, ptr @t_vld2_p8_0 }, %struct.anon { ptr @.str.60, ptr @t_vld3_dup_f32_0 }, %struct.anon { ptr @.str.61, ptr @t_vld3_f32_0 }, %struct.anon { ptr @.str.62, ptr @t_vld3_lane_f32_1 }, %struct.anon { ptr @.str.63, ptr @t_vld4_dup_f32_0 }, %struct.anon { ptr @.str.64, ptr @t_vld4_f32_0 }, %struct.anon { ptr @.str.65, ptr @t_vld4_lane_f32_1 }, %struct.anon { ptr @.str.66, ptr @t_vld4_lane_p16_1 }, %struct.anon { ptr @.str.67, ptr @t_vld4_lane_p8_1 }, %struct.anon { ptr @.str.68, ptr @t_vld4q_lane_f64_1 }, %struct.anon { ptr @.str.69, ptr @t_vmax_f32_0 }, %struct.anon { ptr @.str.70, ptr @t_vmax_s16_0 }, %struct.anon { ptr @.str.71, ptr @t_vmax_u16_0 }, %struct.anon { ptr @.str.72, ptr @t_vmaxnm_f32_0 }, %struct.anon { ptr @.str.73, ptr @t_vmaxnmv_f32_0 }, %struct.anon { ptr @.str.74, ptr @t_vmaxv_f32_0 }, %struct.anon { ptr @.str.75, ptr @t_vmaxv_s16_0 }, %struct.anon { ptr @.str.76, ptr @t_vmaxv_u16_0 }, %struct.anon { ptr @.str.77, ptr @t_vmin_f32_0 }, %struct.anon { ptr @.str.78, ptr @t_vmin_s16_0 }, %struct.anon { ptr @.str.79, ptr @t_vmin_u16_0 }, %struct.anon { ptr @.str.80, ptr @t_vminnm_f32_0 }, %struct.anon { ptr @.str.81, ptr @t_vminnmv_f32_0 }, %struct.anon { ptr @.str.82, ptr @t_vminv_f32_0 }, %struct.anon { ptr @.str.83, ptr @t_vminv_s16_0 }, %struct.anon { ptr @.str.84, ptr @t_vminv_u16_0 }, %struct.anon { ptr @.str.85, ptr @t_vmlal_high_n_s16_0 }, %struct.anon { ptr @.str.86, ptr @t_vmlal_high_n_u16_0 }, %struct.anon { ptr @.str.87, ptr @t_vmul_p8_0 }, %struct.anon { ptr @.str.88, ptr @t_vmull_high_p8_0 }, %struct.anon { ptr @.str.89, ptr @t_vmulx_f32_0 }, %struct.anon { ptr @.str.90, ptr @t_vmulxd_f64_0 }, %struct.anon { ptr @.str.91, ptr @t_vpadal_s16_0 }, %struct.anon { ptr @.str.92, ptr @t_vpadal_u16_0 }, %struct.anon { ptr @.str.93, ptr @t_vpadd_f32_0 }, %struct.anon { ptr @.str.94, ptr @t_vpadd_s16_0 }, %struct.anon { ptr @.str.95, ptr @t_vpmax_f32_0 }, %struct.anon { ptr @.str.96, ptr @t_vpmax_s16_0 }, %struct.anon { ptr @.str.97, ptr @t_vpmax_u16_0 }, %struct.anon { ptr @.str.98, ptr @t_vpmaxnm_f32_0 }, %struct.anon { ptr @.str.99, ptr @t_vpmin_f32_0 }, %struct.anon { ptr @.str.100, ptr @t_vpmin_s16_0 }, %struct.anon { ptr @.str.101, ptr @t_vpmin_u16_0 }, %struct.anon { ptr @.str.102, ptr @t_vpminnm_f32_0 }, %struct.anon { ptr @.str.103, ptr @t_vqabs_s16_0 }, %struct.anon { ptr @.str.104, ptr @t_vqabsd_s64_0 }, %struct.anon { ptr @.str.105, ptr @t_vqadd_s16_0 }, %struct.anon { ptr @.str.106, ptr @t_vqadd_u16_0 }, %struct.anon { ptr @.str.107, ptr @t_vqaddd_s64_0 }, %struct.anon { ptr @.str.108, ptr @t_vqaddd_u64_0 }, %struct.anon { ptr @.str.109, ptr @t_vqdmlal_high_n_s16_0 }, %struct.anon { ptr @.str.110, ptr @t_vqdmlals_lane_s32_1 }, %struct.anon { ptr @.str.111, ptr @t_vqdmlsl_high_n_s16_0 }, %struct.anon { ptr @.str.112, ptr @t_vqdmlslh_lane_s16_1 }, %struct.anon { ptr @.str.113, ptr @t_vqdmulh_laneq_s16_1 }, %struct.anon { ptr @.str.114, ptr @t_vqdmulh_n_s16_0 }, %struct.anon { ptr @.str.115, ptr @t_vqdmulhs_s32_0 }, %struct.anon { ptr @.str.116, ptr @t_vqmovn_high_s16_0 }, %struct.anon { ptr @.str.117, ptr @t_vqmovn_high_u16_0 }, %struct.anon { ptr @.str.118, ptr @t_vqmovnd_s64_0 }, %struct.anon { ptr @.str.119, ptr @t_vqmovnd_u64_0 }, %struct.anon { ptr @.str.120, ptr @t_vqmovun_high_s16_0 }, %struct.anon { ptr @.str.121, ptr @t_vqmovund_s64_0 }, %struct.anon { ptr @.str.122, ptr @t_vqneg_s16_0 }, %struct.anon { ptr @.str.123, ptr @t_vqnegd_s64_0 }, %struct.anon { ptr @.str.124, ptr @t_vqrdmulh_laneq_s16_1 }, %struct.anon { ptr @.str.125, ptr @t_vqrdmulh_n_s16_0 }, %struct.anon { ptr @.str.126, ptr @t_vqrdmulhs_s32_0 }, %struct.anon { ptr @.str.127, ptr @t_vqrshl_s16_0 }, %struct.anon { ptr @.str.128, ptr @t_vqrshl_u16_0 }, %struct.anon { ptr @.str.129, ptr @t_vqrshld_s64_0 }, %struct.anon { ptr @.str.130, ptr @t_vqrshld_u64_0 }, %struct.anon { ptr @.str.131, ptr @t_vqrshrn_n_s16_1 }, %struct.anon { ptr @.str.132, ptr @t_vqrshrn_n_u16_1 }, %struct.anon { ptr @.str.133, ptr @t_vqrshrnd_n_s64_1 }, %struct.anon { ptr @.str.134, ptr @t_vqrshrnd_n_u64_1 }, %struct.anon { ptr @.str.135, ptr @t_vqrshrun_n_s16_1 }, %struct.anon { ptr @.str.136, ptr @t_vqrshrund_n_s64_1 }, %struct.anon { ptr @.str.137, ptr @t_vqshl_n_s16_1 }, %struct.anon { ptr @.str.138, ptr @t_vqshl_n_u16_1 }, %struct.anon { ptr @.str.139, ptr @t_vqshld_n_s64_1 }, %struct.anon { ptr @.str.140, ptr @t_vqshld_n_u64_1 }, %struct.anon { ptr @.str.141, ptr @t_vqshlu_n_s16_1 }, %struct.anon { ptr @.str.142, ptr @t_vqshlud_n_s64_1 }, %struct.anon { ptr @.str.143, ptr @t_vqshrn_n_s16_1 }, %struct.anon { ptr @.str.144, ptr @t_vqshrn_n_u16_1 }, %struct.anon { ptr @.str.145, ptr @t_vqshrnd_n_s64_1 }, %struct.anon { ptr @.str.146, ptr @t_vqshrnd_n_u64_1 }, %struct.anon { ptr @.str.147, ptr @t_vqshrun_n_s16_1 }, %struct.anon { ptr @.str.148, ptr @t_vqshrund_n_s64_1 }, %struct.anon { ptr @.str.149, ptr @t_vqsub_u16_0 }, %struct.anon { ptr @.str.150, ptr @t_vqsubd_u64_0 }, %struct.anon { ptr @.str.151, ptr @t_vqtbl1_p8_0 }, %struct.anon { ptr @.str.152, ptr @t_vqtbl2_p8_0 }, %struct.anon { ptr @.str.153, ptr @t_vqtbl3_p8_0 }, %struct.anon { ptr @.str.154, ptr @t_vqtbl4_p8_0 }, %struct.anon { ptr @.str.155, ptr @t_vqtbx1_p8_0 }, %struct.anon { ptr @.str.156, ptr @t_vqtbx2_p8_0 }, %struct.anon { ptr @.str.157, ptr @t_vqtbx3_p8_0 }, %struct.anon { ptr @.str.158, ptr @t_vqtbx4_p8_0 }, %struct.anon { ptr @.str.159, ptr @t_vraddhn_high_s16_0 }, %struct.anon { ptr @.str.160, ptr @t_vrecpe_f32_0 }, %struct.anon { ptr @.str.161, ptr @t_vrecpe_u32_0 }, %struct.anon { ptr @.str.162, ptr @t_vrecped_f64_0 }, %struct.anon { ptr @.str.163, ptr @t_vrecps_f32_0 }, %struct.anon { ptr @.str.164, ptr @t_vrecpsd_f64_0 }, %struct.anon { ptr @.str.165, ptr @t_vrecpxd_f64_0 }, %struct.anon { ptr @.str.166, ptr @t_vrhadd_s16_0 }, %struct.anon { ptr @.str.167, ptr @t_vrhadd_u16_0 }, %struct.anon { ptr @.str.168, ptr @t_vrshl_s16_0 }, %struct.anon { ptr @.str.169, ptr @t_vrshl_u16_0 }, %struct.anon { ptr @.str.170, ptr @t_vrshld_s64_0 }, %struct.anon { ptr @.str.171, ptr @t_vrshld_u64_0 }, %struct.anon { ptr @.str.172, ptr @t_vrshrn_n_s16_1 }, %struct.anon { ptr @.str.173, ptr @t_vrsqrte_f32_0 }, %struct.anon { ptr @.str.174, ptr @t_vrsqrte_u32_0 }, %struct.anon { ptr @.str.175, ptr @t_vrsqrted_f64_0 }, %struct.anon { ptr @.str.176, ptr @t_vrsqrts_f32_0 }, %struct.anon { ptr @.str.177, ptr @t_vrsqrtsd_f64_0 }, %struct.anon { ptr @.str.178, ptr @t_vrsubhn_high_s16_0 }, %struct.anon { ptr @.str.179, ptr @t_vshl_s16_0 }, %struct.anon { ptr @.str.180, ptr @t_vshl_u16_0 }, %struct.anon { ptr @.str.181, ptr @t_vshld_s64_0 }, %struct.anon { ptr @.str.182, ptr @t_vshld_u64_0 }, %struct.anon { ptr @.str.183, ptr @t_vsli_n_p16_1 }, %struct.anon { ptr @.str.184, ptr @t_vsqadd_u16_0 }, %struct.anon { ptr @.str.185, ptr @t_vsqaddd_u64_0 }, %struct.anon { ptr @.str.186, ptr @t_vsri_n_p16_1 }, %struct.anon { ptr @.str.187, ptr @t_vst1_f32_x2_0 }, %struct.anon { ptr @.str.188, ptr @t_vst1_f32_x3_0 }, %struct.anon { ptr @.str.189, ptr @t_vst1_f32_x4_0 }, %struct.anon { ptr @.str.190, ptr @t_vst2_f32_0 }, %struct.anon { ptr @.str.191, ptr @t_vst2_lane_f32_1 }, %struct.anon { ptr @.str.192, ptr @t_vst3_f32_0 }, %struct.anon { ptr @.str.193, ptr @t_vst3_f64_0 }, %struct.anon { ptr @.str.194, ptr @t_vst3_lane_f32_1 }, %struct.anon { ptr @.str.195, ptr @t_vst3_p16_0 }, %struct.anon { ptr @.str.196, ptr @t_vst3_p8_0 }, %struct.anon { ptr @.str.197, ptr @t_vst4_f32_0 }, %struct.anon { ptr @.str.198, ptr @t_vst4_lane_f32_1 }, %struct.anon { ptr @.str.199, ptr @t_vuqadd_s16_0 }, %struct.anon { ptr @.str.200, ptr @t_vuqaddd_s64_0 }], align 8
@.str = private unnamed_addr constant [9 x i8] c"%s %llx\0A\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"vaba_s16_0\00", align 1
@.str.2 = private unnamed_addr constant [11 x i8] c"vaba_u16_0\00", align 1
@.str.3 = private unnamed_addr constant [11 x i8] c"vabd_f32_0\00", align 1
@.str.4 = private unnamed_addr constant [12 x i8] c"vabdd_f64_0\00", align 1
@.str.5 = private unnamed_addr constant [11 x i8] c"vabs_s16_0\00", align 1
@.str.6 = private unnamed_addr constant [12 x i8] c"vabsd_s64_0\00", align 1
@.str.7 = private unnamed_addr constant [13 x i8] c"vaddlv_s16_0\00", align 1
@.str.8 = private unnamed_addr constant [13 x i8] c"vaddlv_u16_0\00", align 1
@.str.9 = private unnamed_addr constant [12 x i8] c"vaddv_f32_0\00", align 1
@.str.10 = private unnamed_addr constant [12 x i8] c"vaddv_s16_0\00", align 1
@.str.11 = private unnamed_addr constant [12 x i8] c"vaddv_u16_0\00", align 1
@.str.12 = private unnamed_addr constant [12 x i8] c"vcage_f32_0\00", align 1
@.str.13 = private unnamed_addr constant [13 x i8] c"vcaged_f64_0\00", align 1
@.str.14 = private unnamed_addr constant [12 x i8] c"vcagt_f32_0\00", align 1
@.str.15 = private unnamed_addr constant [13 x i8] c"vcagtd_f64_0\00", align 1
@.str.16 = private unnamed_addr constant [11 x i8] c"vcls_s16_0\00", align 1
@.str.17 = private unnamed_addr constant [17 x i8] c"vcvt_n_f32_s32_1\00", align 1
@.str.18 = private unnamed_addr constant [17 x i8] c"vcvt_n_f32_u32_1\00", align 1
@.str.19 = private unnamed_addr constant [17 x i8] c"vcvt_n_s32_f32_1\00", align 1
@.str.20 = private unnamed_addr constant [17 x i8] c"vcvt_n_u32_f32_1\00", align 1
@.str.21 = private unnamed_addr constant [15 x i8] c"vcvt_s32_f32_0\00", align 1
@.str.22 = private unnamed_addr constant [15 x i8] c"vcvt_u32_f32_0\00", align 1
@.str.23 = private unnamed_addr constant [16 x i8] c"vcvta_s32_f32_0\00", align 1
@.str.24 = private unnamed_addr constant [16 x i8] c"vcvta_u32_f32_0\00", align 1
@.str.25 = private unnamed_addr constant [17 x i8] c"vcvtad_s64_f64_0\00", align 1
@.str.26 = private unnamed_addr constant [17 x i8] c"vcvtad_u64_f64_0\00", align 1
@.str.27 = private unnamed_addr constant [18 x i8] c"vcvtd_n_f64_s64_1\00", align 1
@.str.28 = private unnamed_addr constant [18 x i8] c"vcvtd_n_f64_u64_1\00", align 1
@.str.29 = private unnamed_addr constant [18 x i8] c"vcvtd_n_s64_f64_1\00", align 1
@.str.30 = private unnamed_addr constant [18 x i8] c"vcvtd_n_u64_f64_1\00", align 1
@.str.31 = private unnamed_addr constant [16 x i8] c"vcvtd_s64_f64_0\00", align 1
@.str.32 = private unnamed_addr constant [16 x i8] c"vcvtd_u64_f64_0\00", align 1
@.str.33 = private unnamed_addr constant [16 x i8] c"vcvtm_s32_f32_0\00", align 1
@.str.34 = private unnamed_addr constant [16 x i8] c"vcvtm_u32_f32_0\00", align 1
@.str.35 = private unnamed_addr constant [17 x i8] c"vcvtmd_s64_f64_0\00", align 1
@.str.36 = private unnamed_addr constant [17 x i8] c"vcvtmd_u64_f64_0\00", align 1
@.str.37 = private unnamed_addr constant [16 x i8] c"vcvtn_s32_f32_0\00", align 1
@.str.38 = private unnamed_addr constant [16 x i8] c"vcvtn_u32_f32_0\00", align 1
@.str.39 = private unnamed_addr constant [17 x i8] c"vcvtnd_s64_f64_0\00", align 1
@.str.40 = private unnamed_addr constant [17 x i8] c"vcvtnd_u64_f64_0\00", align 1
@.str.41 = private unnamed_addr constant [16 x i8] c"vcvtp_s32_f32_0\00", align 1
@.str.42 = private unnamed_addr constant [16 x i8] c"vcvtp_u32_f32_0\00", align 1
@.str.43 = private unnamed_addr constant [17 x i8] c"vcvtpd_s64_f64_0\00", align 1
@.str.44 = private unnamed_addr constant [17 x i8] c"vcvtpd_u64_f64_0\00", align 1
@.str.45 = private unnamed_addr constant [16 x i8] c"vcvtx_f32_f64_0\00", align 1
@.str.46 = private unnamed_addr constant [17 x i8] c"vcvtxd_f32_f64_0\00", align 1
@.str.47 = private unnamed_addr constant [12 x i8] c"vhadd_s16_0\00", align 1
@.str.48 = private unnamed_addr constant [12 x i8] c"vhadd_u16_0\00", align 1
@.str.49 = private unnamed_addr constant [12 x i8] c"vhsub_s16_0\00", align 1
@.str.50 = private unnamed_addr constant [12 x i8] c"vhsub_u16_0\00", align 1
@.str.51 = private unnamed_addr constant [14 x i8] c"vld1_f32_x2_0\00", align 1
@.str.52 = private unnamed_addr constant [14 x i8] c"vld1_f32_x3_0\00", align 1
@.str.53 = private unnamed_addr constant [14 x i8] c"vld1_f32_x4_0\00", align 1
@.str.54 = private unnamed_addr constant [15 x i8] c"vld2_dup_f32_0\00", align 1
@.str.55 = private unnamed_addr constant [11 x i8] c"vld2_f32_0\00", align 1
@.str.56 = private unnamed_addr constant [11 x i8] c"vld2_f64_0\00", align 1
@.str.57 = private unnamed_addr constant [16 x i8] c"vld2_lane_f32_1\00", align 1
@.str.58 = private unnamed_addr constant [11 x i8] c"vld2_p16_0\00", align 1
@.str.59 = private unnamed_addr constant [10 x i8] c"vld2_p8_0\00", align 1
@.str.60 = private unnamed_addr constant [15 x i8] c"vld3_dup_f32_0\00", align 1
@.str.61 = private unnamed_addr constant [11 x i8] c"vld3_f32_0\00", align 1
@.str.62 = private unnamed_addr constant [16 x i8] c"vld3_lane_f32_1\00", align 1
@.str.63 = private unnamed_addr constant [15 x i8] c"vld4_dup_f32_0\00", align 1
@.str.64 = private unnamed_addr constant [11 x i8] c"vld4_f32_0\00", align 1
@.str.65 = private unnamed_addr constant [16 x i8] c"vld4_lane_f32_1\00", align 1
@.str.66 = private unnamed_addr constant [16 x i8] c"vld4_lane_p16_1\00", align 1
@.str.67 = private unnamed_addr constant [15 x i8] c"vld4_lane_p8_1\00", align 1
@.str.68 = private unnamed_addr constant [17 x i8] c"vld4q_lane_f64_1\00", align 1
@.str.69 = private unnamed_addr constant [11 x i8] c"vmax_f32_0\00", align 1
@.str.70 = private unnamed_addr constant [11 x i8] c"vmax_s16_0\00", align 1
@.str.71 = private unnamed_addr constant [11 x i8] c"vmax_u16_0\00", align 1
@.str.72 = private unnamed_addr constant [13 x i8] c"vmaxnm_f32_0\00", align 1
@.str.73 = private unnamed_addr constant [14 x i8] c"vmaxnmv_f32_0\00", align 1
@.str.74 = private unnamed_addr constant [12 x i8] c"vmaxv_f32_0\00", align 1
@.str.75 = private unnamed_addr constant [12 x i8] c"vmaxv_s16_0\00", align 1
@.str.76 = private unnamed_addr constant [12 x i8] c"vmaxv_u16_0\00", align 1
@.str.77 = private unnamed_addr constant [11 x i8] c"vmin_f32_0\00", align 1
@.str.78 = private unnamed_addr constant [11 x i8] c"vmin_s16_0\00", align 1
@.str.79 = private unnamed_addr constant [11 x i8] c"vmin_u16_0\00", align 1
@.str.80 = private unnamed_addr constant [13 x i8] c"vminnm_f32_0\00", align 1
@.str.81 = private unnamed_addr constant [14 x i8] c"vminnmv_f32_0\00", align 1
@.str.82 = private unnamed_addr constant [12 x i8] c"vminv_f32_0\00", align 1
@.str.83 = private unnamed_addr constant [12 x i8] c"vminv_s16_0\00", align 1
@.str.84 = private unnamed_addr constant [12 x i8] c"vminv_u16_0\00", align 1
@.str.85 = private unnamed_addr constant [19 x i8] c"vmlal_high_n_s16_0\00", align 1
@.str.86 = private unnamed_addr constant [19 x i8] c"vmlal_high_n_u16_0\00", align 1
@.str.87 = private unnamed_addr constant [10 x i8] c"vmul_p8_0\00", align 1
@.str.88 = private unnamed_addr constant [16 x i8] c"vmull_high_p8_0\00", align 1
@.str.89 = private unnamed_addr constant [12 x i8] c"vmulx_f32_0\00", align 1
@.str.90 = private unnamed_addr constant [13 x i8] c"vmulxd_f64_0\00", align 1
@.str.91 = private unnamed_addr constant [13 x i8] c"vpadal_s16_0\00", align 1
@.str.92 = private unnamed_addr constant [13 x i8] c"vpadal_u16_0\00", align 1
@.str.93 = private unnamed_addr constant [12 x i8] c"vpadd_f32_0\00", align 1
@.str.94 = private unnamed_addr constant [12 x i8] c"vpadd_s16_0\00", align 1
@.str.95 = private unnamed_addr constant [12 x i8] c"vpmax_f32_0\00", align 1
@.str.96 = private unnamed_addr constant [12 x i8] c"vpmax_s16_0\00", align 1
@.str.97 = private unnamed_addr constant [12 x i8] c"vpmax_u16_0\00", align 1
@.str.98 = private unnamed_addr constant [14 x i8] c"vpmaxnm_f32_0\00", align 1
@.str.99 = private unnamed_addr constant [12 x i8] c"vpmin_f32_0\00", align 1
@.str.100 = private unnamed_addr constant [12 x i8] c"vpmin_s16_0\00", align 1
@.str.101 = private unnamed_addr constant [12 x i8] c"vpmin_u16_0\00", align 1
@.str.102 = private unnamed_addr constant [14 x i8] c"vpminnm_f32_0\00", align 1
@.str.103 = private unnamed_addr constant [12 x i8] c"vqabs_s16_0\00", align 1
@.str.104 = private unnamed_addr constant [13 x i8] c"vqabsd_s64_0\00", align 1
@.str.105 = private unnamed_addr constant [12 x i8] c"vqadd_s16_0\00", align 1
@.str.106 = private unnamed_addr constant [12 x i8] c"vqadd_u16_0\00", align 1
@.str.107 = private unnamed_addr constant [13 x i8] c"vqaddd_s64_0\00", align 1
@.str.108 = private unnamed_addr constant [13 x i8] c"vqaddd_u64_0\00", align 1
@.str.109 = private unnamed_addr constant [21 x i8] c"vqdmlal_high_n_s16_0\00", align 1
@.str.110 = private unnamed_addr constant [20 x i8] c"vqdmlals_lane_s32_1\00", align 1
@.str.111 = private unnamed_addr constant [21 x i8] c"vqdmlsl_high_n_s16_0\00", align 1
@.str.112 = private unnamed_addr constant [20 x i8] c"vqdmlslh_lane_s16_1\00", align 1
@.str.113 = private unnamed_addr constant [20 x i8] c"vqdmulh_laneq_s16_1\00", align 1
@.str.114 = private unnamed_addr constant [16 x i8] c"vqdmulh_n_s16_0\00", align 1
@.str.115 = private unnamed_addr constant [15 x i8] c"vqdmulhs_s32_0\00", align 1
@.str.116 = private unnamed_addr constant [18 x i8] c"vqmovn_high_s16_0\00", align 1
@.str.117 = private unnamed_addr constant [18 x i8] c"vqmovn_high_u16_0\00", align 1
@.str.118 = private unnamed_addr constant [14 x i8] c"vqmovnd_s64_0\00", align 1
@.str.119 = private unnamed_addr constant [14 x i8] c"vqmovnd_u64_0\00", align 1
@.str.120 = private unnamed_addr constant [19 x i8] c"vqmovun_high_s16_0\00", align 1
@.str.121 = private unnamed_addr constant [15 x i8] c"vqmovund_s64_0\00", align 1
@.str.122 = private unnamed_addr constant [12 x i8] c"vqneg_s16_0\00", align 1
@.str.123 = private unnamed_addr constant [13 x i8] c"vqnegd_s64_0\00", align 1
@.str.124 = private unnamed_addr constant [21 x i8] c"vqrdmulh_laneq_s16_1\00", align 1
@.str.125 = private unnamed_addr constant [17 x i8] c"vqrdmulh_n_s16_0\00", align 1
@.str.126 = private unnamed_addr constant [16 x i8] c"vqrdmulhs_s32_0\00", align 1
@.str.127 = private unnamed_addr constant [13 x i8] c"vqrshl_s16_0\00", align 1
@.str.128 = private unnamed_addr constant [13 x i8] c"vqrshl_u16_0\00", align 1
@.str.129 = private unnamed_addr constant [14 x i8] c"vqrshld_s64_0\00", align 1
@.str.130 = private unnamed_addr constant [14 x i8] c"vqrshld_u64_0\00", align 1
@.str.131 = private unnamed_addr constant [16 x i8] c"vqrshrn_n_s16_1\00", align 1
@.str.132 = private unnamed_addr constant [16 x i8] c"vqrshrn_n_u16_1\00", align 1
@.str.133 = private unnamed_addr constant [17 x i8] c"vqrshrnd_n_s64_1\00", align 1
@.str.134 = private unnamed_addr constant [17 x i8] c"vqrshrnd_n_u64_1\00", align 1
@.str.135 = private unnamed_addr constant [17 x i8] c"vqrshrun_n_s16_1\00", align 1
@.str.136 = private unnamed_addr constant [18 x i8] c"vqrshrund_n_s64_1\00", align 1
@.str.137 = private unnamed_addr constant [14 x i8] c"vqshl_n_s16_1\00", align 1
@.str.138 = private unnamed_addr constant [14 x i8] c"vqshl_n_u16_1\00", align 1
@.str.139 = private unnamed_addr constant [15 x i8] c"vqshld_n_s64_1\00", align 1
@.str.140 = private unnamed_addr constant [15 x i8] c"vqshld_n_u64_1\00", align 1
@.str.141 = private unnamed_addr constant [15 x i8] c"vqshlu_n_s16_1\00", align 1
@.str.142 = private unnamed_addr constant [16 x i8] c"vqshlud_n_s64_1\00", align 1
@.str.143 = private unnamed_addr constant [15 x i8] c"vqshrn_n_s16_1\00", align 1
@.str.144 = private unnamed_addr constant [15 x i8] c"vqshrn_n_u16_1\00", align 1
@.str.145 = private unnamed_addr constant [16 x i8] c"vqshrnd_n_s64_1\00", align 1
@.str.146 = private unnamed_addr constant [16 x i8] c"vqshrnd_n_u64_1\00", align 1
@.str.147 = private unnamed_addr constant [16 x i8] c"vqshrun_n_s16_1\00", align 1
@.str.148 = private unnamed_addr constant [17 x i8] c"vqshrund_n_s64_1\00", align 1
@.str.149 = private unnamed_addr constant [12 x i8] c"vqsub_u16_0\00", align 1
@.str.150 = private unnamed_addr constant [13 x i8] c"vqsubd_u64_0\00", align 1
@.str.151 = private unnamed_addr constant [12 x i8] c"vqtbl1_p8_0\00", align 1
@.str.152 = private unnamed_addr constant [12 x i8] c"vqtbl2_p8_0\00", align 1
@.str.153 = private unnamed_addr constant [12 x i8] c"vqtbl3_p8_0\00", align 1
@.str.154 = private unnamed_addr constant [12 x i8] c"vqtbl4_p8_0\00", align 1
@.str.155 = private unnamed_addr constant [12 x i8] c"vqtbx1_p8_0\00", align 1
@.str.156 = private unnamed_addr constant [12 x i8] c"vqtbx2_p8_0\00", align 1
@.str.157 = private unnamed_addr constant [12 x i8] c"vqtbx3_p8_0\00", align 1
@.str.158 = private unnamed_addr constant [12 x i8] c"vqtbx4_p8_0\00", align 1
@.str.159 = private unnamed_addr constant [19 x i8] c"vraddhn_high_s16_0\00", align 1
@.str.160 = private unnamed_addr constant [13 x i8] c"vrecpe_f32_0\00", align 1
@.str.161 = private unnamed_addr constant [13 x i8] c"vrecpe_u32_0\00", align 1
@.str.162 = private unnamed_addr constant [14 x i8] c"vrecped_f64_0\00", align 1
@.str.163 = private unnamed_addr constant [13 x i8] c"vrecps_f32_0\00", align 1
@.str.164 = private unnamed_addr constant [14 x i8] c"vrecpsd_f64_0\00", align 1
@.str.165 = private unnamed_addr constant [14 x i8] c"vrecpxd_f64_0\00", align 1
@.str.166 = private unnamed_addr constant [13 x i8] c"vrhadd_s16_0\00", align 1
@.str.167 = private unnamed_addr constant [13 x i8] c"vrhadd_u16_0\00", align 1
@.str.168 = private unnamed_addr constant [12 x i8] c"vrshl_s16_0\00", align 1
@.str.169 = private unnamed_addr constant [12 x i8] c"vrshl_u16_0\00", align 1
@.str.170 = private unnamed_addr constant [13 x i8] c"vrshld_s64_0\00", align 1
@.str.171 = private unnamed_addr constant [13 x i8] c"vrshld_u64_0\00", align 1
@.str.172 = private unnamed_addr constant [15 x i8] c"vrshrn_n_s16_1\00", align 1
@.str.173 = private unnamed_addr constant [14 x i8] c"vrsqrte_f32_0\00", align 1
@.str.174 = private unnamed_addr constant [14 x i8] c"vrsqrte_u32_0\00", align 1
@.str.175 = private unnamed_addr constant [15 x i8] c"vrsqrted_f64_0\00", align 1
@.str.176 = private unnamed_addr constant [14 x i8] c"vrsqrts_f32_0\00", align 1
@.str.177 = private unnamed_addr constant [15 x i8] c"vrsqrtsd_f64_0\00", align 1
@.str.178 = private unnamed_addr constant [19 x i8] c"vrsubhn_high_s16_0\00", align 1
@.str.179 = private unnamed_addr constant [11 x i8] c"vshl_s16_0\00", align 1
@.str.180 = private unnamed_addr constant [11 x i8] c"vshl_u16_0\00", align 1
@.str.181 = private unnamed_addr constant [12 x i8] c"vshld_s64_0\00", align 1
@.str.182 = private unnamed_addr constant [12 x i8] c"vshld_u64_0\00", align 1
@.str.183 = private unnamed_addr constant [13 x i8] c"vsli_n_p16_1\00", align 1
@.str.184 = private unnamed_addr constant [13 x i8] c"vsqadd_u16_0\00", align 1
@.str.185 = private unnamed_addr constant [14 x i8] c"vsqaddd_u64_0\00", align 1
@.str.186 = private unnamed_addr constant [13 x i8] c"vsri_n_p16_1\00", align 1
@.str.187 = private unnamed_addr constant [14 x i8] c"vst1_f32_x2_0\00", align 1
@.str.188 = private unnamed_addr constant [14 x i8] c"vst1_f32_x3_0\00", align 1
@.str.189 = private unnamed_addr constant [14 x i8] c"vst1_f32_x4_0\00", align 1
@.str.190 = private unnamed_addr constant [11 x i8] c"vst2_f32_0\00", align 1
@.str.191 = private unnamed_addr constant [16 x i8] c"vst2_lane_f32_1\00", align 1
@.str.192 = private unnamed_addr constant [11 x i8] c"vst3_f32_0\00", align 1
@.str.193 = private unnamed_addr constant [11 x i8] c"vst3_f64_0\00", align 1
@.str.194 = private unnamed_addr constant [16 x i8] c"vst3_lane_f32_1\00", align 1
@.str.195 = private unnamed_addr constant [11 x i8] c"vst3_p16_0\00", align 1
@.str.196 = private unnamed_addr constant [10 x i8] c"vst3_p8_0\00", align 1
@.str.197 = private unnamed_addr constant [11 x i8] c"vst4_f32_0\00", align 1
@.str.198 = private unnamed_addr constant [16 x i8] c"vst4_lane_f32_1\00", align 1
@.str.199 = private unnamed_addr constant [13 x i8] c"vuqadd_s16_0\00", align 1
@.str.200 = private unnamed_addr constant [14 x i8] c"vuqaddd_s64_0\00", align 1

define void @t_vaba_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load <4 x i16>, ptr %i5, align 1
  %i7 = call <4 x i16> @llvm.aarch64.neon.sabd.v4i16(<4 x i16> %i4, <4 x i16> %i6)
  %i8 = add <4 x i16> %i7, %i
  store <4 x i16> %i8, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sabd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vaba_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load <4 x i16>, ptr %i5, align 1
  %i7 = call <4 x i16> @llvm.aarch64.neon.uabd.v4i16(<4 x i16> %i4, <4 x i16> %i6)
  %i8 = add <4 x i16> %i7, %i
  store <4 x i16> %i8, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.uabd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vabd_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fabd.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fabd.v2f32(<2 x float>, <2 x float>)

define void @t_vabdd_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load double, ptr %i3, align 1
  %i5 = call double @llvm.aarch64.sisd.fabd.f64(double %i, double %i4)
  store double %i5, ptr %arg1, align 1
  ret void
}

declare double @llvm.aarch64.sisd.fabd.f64(double, double)

define void @t_vabs_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call <4 x i16> @llvm.aarch64.neon.abs.v4i16(<4 x i16> %i)
  store <4 x i16> %i3, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.abs.v4i16(<4 x i16>)

define void @t_vabsd_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.abs.i64(i64 %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.abs.i64(i64)

define void @t_vaddlv_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.saddlv.i32.v4i16(<4 x i16> %i)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.saddlv.i32.v4i16(<4 x i16>)

define void @t_vaddlv_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.uaddlv.i32.v4i16(<4 x i16> %i)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.uaddlv.i32.v4i16(<4 x i16>)

define void @t_vaddv_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call float @llvm.aarch64.neon.faddv.f32.v2f32(<2 x float> %i)
  store float %i3, ptr %arg1, align 1
  ret void
}

declare float @llvm.aarch64.neon.faddv.f32.v2f32(<2 x float>)

define void @t_vaddv_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.saddv.i32.v4i16(<4 x i16> %i)
  %i4 = trunc i32 %i3 to i16
  store i16 %i4, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.saddv.i32.v4i16(<4 x i16>)

define void @t_vaddv_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.uaddv.i32.v4i16(<4 x i16> %i)
  %i4 = trunc i32 %i3 to i16
  store i16 %i4, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.uaddv.i32.v4i16(<4 x i16>)

define void @t_vcage_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x i32> @llvm.aarch64.neon.facge.v2i32.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x i32> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.facge.v2i32.v2f32(<2 x float>, <2 x float>)

define void @t_vcaged_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load double, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.facge.i64.f64(double %i, double %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.facge.i64.f64(double, double)

define void @t_vcagt_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x i32> @llvm.aarch64.neon.facgt.v2i32.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x i32> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.facgt.v2i32.v2f32(<2 x float>, <2 x float>)

define void @t_vcagtd_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load double, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.facgt.i64.f64(double %i, double %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.facgt.i64.f64(double, double)

define void @t_vcls_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call <4 x i16> @llvm.aarch64.neon.cls.v4i16(<4 x i16> %i)
  store <4 x i16> %i3, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.cls.v4i16(<4 x i16>)

define void @t_vcvt_n_f32_s32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x i32>, ptr %arg, align 1
  %i3 = call <2 x float> @llvm.aarch64.neon.vcvtfxs2fp.v2f32.v2i32(<2 x i32> %i, i32 1)
  store <2 x float> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.vcvtfxs2fp.v2f32.v2i32(<2 x i32>, i32)

define void @t_vcvt_n_f32_u32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x i32>, ptr %arg, align 1
  %i3 = call <2 x float> @llvm.aarch64.neon.vcvtfxu2fp.v2f32.v2i32(<2 x i32> %i, i32 1)
  store <2 x float> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.vcvtfxu2fp.v2f32.v2i32(<2 x i32>, i32)

define void @t_vcvt_n_s32_f32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.vcvtfp2fxs.v2i32.v2f32(<2 x float> %i, i32 1)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.vcvtfp2fxs.v2i32.v2f32(<2 x float>, i32)

define void @t_vcvt_n_u32_f32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.vcvtfp2fxu.v2i32.v2f32(<2 x float> %i, i32 1)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.vcvtfp2fxu.v2i32.v2f32(<2 x float>, i32)

define void @t_vcvt_s32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtzs.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtzs.v2i32.v2f32(<2 x float>)

define void @t_vcvt_u32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtzu.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtzu.v2i32.v2f32(<2 x float>)

define void @t_vcvta_s32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtas.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtas.v2i32.v2f32(<2 x float>)

define void @t_vcvta_u32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtau.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtau.v2i32.v2f32(<2 x float>)

define void @t_vcvtad_s64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtas.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtas.i64.f64(double)

define void @t_vcvtad_u64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtau.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtau.i64.f64(double)

define void @t_vcvtd_n_f64_s64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call double @llvm.aarch64.neon.vcvtfxs2fp.f64.i64(i64 %i, i32 1)
  store double %i3, ptr %arg1, align 1
  ret void
}

declare double @llvm.aarch64.neon.vcvtfxs2fp.f64.i64(i64, i32)

define void @t_vcvtd_n_f64_u64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call double @llvm.aarch64.neon.vcvtfxu2fp.f64.i64(i64 %i, i32 1)
  store double %i3, ptr %arg1, align 1
  ret void
}

declare double @llvm.aarch64.neon.vcvtfxu2fp.f64.i64(i64, i32)

define void @t_vcvtd_n_s64_f64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.vcvtfp2fxs.i64.f64(double %i, i32 1)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.vcvtfp2fxs.i64.f64(double, i32)

define void @t_vcvtd_n_u64_f64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.vcvtfp2fxu.i64.f64(double %i, i32 1)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.vcvtfp2fxu.i64.f64(double, i32)

define void @t_vcvtd_s64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtzs.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtzs.i64.f64(double)

define void @t_vcvtd_u64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtzu.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtzu.i64.f64(double)

define void @t_vcvtm_s32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtms.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtms.v2i32.v2f32(<2 x float>)

define void @t_vcvtm_u32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtmu.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtmu.v2i32.v2f32(<2 x float>)

define void @t_vcvtmd_s64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtms.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtms.i64.f64(double)

define void @t_vcvtmd_u64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtmu.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtmu.i64.f64(double)

define void @t_vcvtn_s32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtns.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtns.v2i32.v2f32(<2 x float>)

define void @t_vcvtn_u32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtnu.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtnu.v2i32.v2f32(<2 x float>)

define void @t_vcvtnd_s64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtns.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtns.i64.f64(double)

define void @t_vcvtnd_u64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtnu.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtnu.i64.f64(double)

define void @t_vcvtp_s32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtps.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtps.v2i32.v2f32(<2 x float>)

define void @t_vcvtp_u32_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.fcvtpu.v2i32.v2f32(<2 x float> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.fcvtpu.v2i32.v2f32(<2 x float>)

define void @t_vcvtpd_s64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtps.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtps.i64.f64(double)

define void @t_vcvtpd_u64_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.fcvtpu.i64.f64(double %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.fcvtpu.i64.f64(double)

define void @t_vcvtx_f32_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x double>, ptr %arg, align 1
  %i3 = call <2 x float> @llvm.aarch64.neon.fcvtxn.v2f32.v2f64(<2 x double> %i)
  store <2 x float> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fcvtxn.v2f32.v2f64(<2 x double>)

define void @t_vcvtxd_f32_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call float @llvm.aarch64.sisd.fcvtxn(double %i)
  store float %i3, ptr %arg1, align 1
  ret void
}

declare float @llvm.aarch64.sisd.fcvtxn(double)

define void @t_vhadd_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.shadd.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.shadd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vhadd_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.uhadd.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.uhadd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vhsub_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.shsub.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.shsub.v4i16(<4 x i16>, <4 x i16>)

define void @t_vhsub_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.uhsub.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.uhsub.v4i16(<4 x i16>, <4 x i16>)

define void @t_vld1_f32_x2_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <2 x float>, <2 x float> } @llvm.aarch64.neon.ld1x2.v2f32.p0(ptr %arg2)
  %i3 = extractvalue { <2 x float>, <2 x float> } %i, 0
  %i4 = extractvalue { <2 x float>, <2 x float> } %i, 1
  store <2 x float> %i3, ptr %arg1, align 1
  %i5 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i4, ptr %i5, align 1
  ret void
}

declare { <2 x float>, <2 x float> } @llvm.aarch64.neon.ld1x2.v2f32.p0(ptr)

define void @t_vld1_f32_x3_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld1x3.v2f32.p0(ptr %arg2)
  %i3 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i, 0
  %i4 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i, 1
  %i5 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i, 2
  store <2 x float> %i3, ptr %arg1, align 1
  %i6 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i4, ptr %i6, align 1
  %i7 = getelementptr i8, ptr %arg1, i64 16
  store <2 x float> %i5, ptr %i7, align 1
  ret void
}

declare { <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld1x3.v2f32.p0(ptr)

define void @t_vld1_f32_x4_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <2 x float>, <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld1x4.v2f32.p0(ptr %arg2)
  %i3 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 0
  %i4 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 1
  %i5 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 2
  %i6 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 3
  store <2 x float> %i3, ptr %arg1, align 1
  %i7 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i4, ptr %i7, align 1
  %i8 = getelementptr i8, ptr %arg1, i64 16
  store <2 x float> %i5, ptr %i8, align 1
  %i9 = getelementptr i8, ptr %arg1, i64 24
  store <2 x float> %i6, ptr %i9, align 1
  ret void
}

declare { <2 x float>, <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld1x4.v2f32.p0(ptr)

define void @t_vld2_dup_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <2 x float>, <2 x float> } @llvm.aarch64.neon.ld2r.v2f32.p0(ptr %arg2)
  %i3 = extractvalue { <2 x float>, <2 x float> } %i, 0
  %i4 = extractvalue { <2 x float>, <2 x float> } %i, 1
  store <2 x float> %i3, ptr %arg1, align 1
  %i5 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i4, ptr %i5, align 1
  ret void
}

declare { <2 x float>, <2 x float> } @llvm.aarch64.neon.ld2r.v2f32.p0(ptr)

define void @t_vld2_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <2 x float>, <2 x float> } @llvm.aarch64.neon.ld2.v2f32.p0(ptr %arg2)
  %i3 = extractvalue { <2 x float>, <2 x float> } %i, 0
  %i4 = extractvalue { <2 x float>, <2 x float> } %i, 1
  store <2 x float> %i3, ptr %arg1, align 1
  %i5 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i4, ptr %i5, align 1
  ret void
}

declare { <2 x float>, <2 x float> } @llvm.aarch64.neon.ld2.v2f32.p0(ptr)

define void @t_vld2_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <1 x double>, <1 x double> } @llvm.aarch64.neon.ld2.v1f64.p0(ptr %arg2)
  %i3 = extractvalue { <1 x double>, <1 x double> } %i, 0
  %i4 = extractvalue { <1 x double>, <1 x double> } %i, 1
  store <1 x double> %i3, ptr %arg1, align 1
  %i5 = getelementptr i8, ptr %arg1, i64 8
  store <1 x double> %i4, ptr %i5, align 1
  ret void
}

declare { <1 x double>, <1 x double> } @llvm.aarch64.neon.ld2.v1f64.p0(ptr)

define void @t_vld2_lane_f32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  %i6 = call { <2 x float>, <2 x float> } @llvm.aarch64.neon.ld2lane.v2f32.p0(<2 x float> %i3, <2 x float> %i5, i64 1, ptr %arg2)
  %i7 = extractvalue { <2 x float>, <2 x float> } %i6, 0
  %i8 = extractvalue { <2 x float>, <2 x float> } %i6, 1
  store <2 x float> %i7, ptr %arg1, align 1
  %i9 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i8, ptr %i9, align 1
  ret void
}

declare { <2 x float>, <2 x float> } @llvm.aarch64.neon.ld2lane.v2f32.p0(<2 x float>, <2 x float>, i64, ptr)

define void @t_vld2_p16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <4 x i16>, <4 x i16> } @llvm.aarch64.neon.ld2.v4i16.p0(ptr %arg2)
  %i3 = extractvalue { <4 x i16>, <4 x i16> } %i, 0
  %i4 = extractvalue { <4 x i16>, <4 x i16> } %i, 1
  store <4 x i16> %i3, ptr %arg1, align 1
  %i5 = getelementptr i8, ptr %arg1, i64 8
  store <4 x i16> %i4, ptr %i5, align 1
  ret void
}

declare { <4 x i16>, <4 x i16> } @llvm.aarch64.neon.ld2.v4i16.p0(ptr)

define void @t_vld2_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld2.v8i8.p0(ptr %arg2)
  %i3 = extractvalue { <8 x i8>, <8 x i8> } %i, 0
  %i4 = extractvalue { <8 x i8>, <8 x i8> } %i, 1
  store <8 x i8> %i3, ptr %arg1, align 1
  %i5 = getelementptr i8, ptr %arg1, i64 8
  store <8 x i8> %i4, ptr %i5, align 1
  ret void
}

declare { <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld2.v8i8.p0(ptr)

define void @t_vld3_dup_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld3r.v2f32.p0(ptr %arg2)
  %i3 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i, 0
  %i4 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i, 1
  %i5 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i, 2
  store <2 x float> %i3, ptr %arg1, align 1
  %i6 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i4, ptr %i6, align 1
  %i7 = getelementptr i8, ptr %arg1, i64 16
  store <2 x float> %i5, ptr %i7, align 1
  ret void
}

declare { <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld3r.v2f32.p0(ptr)

define void @t_vld3_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld3.v2f32.p0(ptr %arg2)
  %i3 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i, 0
  %i4 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i, 1
  %i5 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i, 2
  store <2 x float> %i3, ptr %arg1, align 1
  %i6 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i4, ptr %i6, align 1
  %i7 = getelementptr i8, ptr %arg1, i64 16
  store <2 x float> %i5, ptr %i7, align 1
  ret void
}

declare { <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld3.v2f32.p0(ptr)

define void @t_vld3_lane_f32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <2 x float>, ptr %i6, align 1
  %i8 = call { <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld3lane.v2f32.p0(<2 x float> %i3, <2 x float> %i5, <2 x float> %i7, i64 1, ptr %arg2)
  %i9 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i8, 0
  %i10 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i8, 1
  %i11 = extractvalue { <2 x float>, <2 x float>, <2 x float> } %i8, 2
  store <2 x float> %i9, ptr %arg1, align 1
  %i12 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i10, ptr %i12, align 1
  %i13 = getelementptr i8, ptr %arg1, i64 16
  store <2 x float> %i11, ptr %i13, align 1
  ret void
}

declare { <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld3lane.v2f32.p0(<2 x float>, <2 x float>, <2 x float>, i64, ptr)

define void @t_vld4_dup_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <2 x float>, <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld4r.v2f32.p0(ptr %arg2)
  %i3 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 0
  %i4 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 1
  %i5 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 2
  %i6 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 3
  store <2 x float> %i3, ptr %arg1, align 1
  %i7 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i4, ptr %i7, align 1
  %i8 = getelementptr i8, ptr %arg1, i64 16
  store <2 x float> %i5, ptr %i8, align 1
  %i9 = getelementptr i8, ptr %arg1, i64 24
  store <2 x float> %i6, ptr %i9, align 1
  ret void
}

declare { <2 x float>, <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld4r.v2f32.p0(ptr)

define void @t_vld4_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = call { <2 x float>, <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld4.v2f32.p0(ptr %arg2)
  %i3 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 0
  %i4 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 1
  %i5 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 2
  %i6 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i, 3
  store <2 x float> %i3, ptr %arg1, align 1
  %i7 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i4, ptr %i7, align 1
  %i8 = getelementptr i8, ptr %arg1, i64 16
  store <2 x float> %i5, ptr %i8, align 1
  %i9 = getelementptr i8, ptr %arg1, i64 24
  store <2 x float> %i6, ptr %i9, align 1
  ret void
}

declare { <2 x float>, <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld4.v2f32.p0(ptr)

define void @t_vld4_lane_f32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <2 x float>, ptr %i6, align 1
  %i8 = getelementptr i8, ptr %arg, i64 88
  %i9 = load <2 x float>, ptr %i8, align 1
  %i10 = call { <2 x float>, <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld4lane.v2f32.p0(<2 x float> %i3, <2 x float> %i5, <2 x float> %i7, <2 x float> %i9, i64 1, ptr %arg2)
  %i11 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i10, 0
  %i12 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i10, 1
  %i13 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i10, 2
  %i14 = extractvalue { <2 x float>, <2 x float>, <2 x float>, <2 x float> } %i10, 3
  store <2 x float> %i11, ptr %arg1, align 1
  %i15 = getelementptr i8, ptr %arg1, i64 8
  store <2 x float> %i12, ptr %i15, align 1
  %i16 = getelementptr i8, ptr %arg1, i64 16
  store <2 x float> %i13, ptr %i16, align 1
  %i17 = getelementptr i8, ptr %arg1, i64 24
  store <2 x float> %i14, ptr %i17, align 1
  ret void
}

declare { <2 x float>, <2 x float>, <2 x float>, <2 x float> } @llvm.aarch64.neon.ld4lane.v2f32.p0(<2 x float>, <2 x float>, <2 x float>, <2 x float>, i64, ptr)

define void @t_vld4_lane_p16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <4 x i16>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <4 x i16>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <4 x i16>, ptr %i6, align 1
  %i8 = getelementptr i8, ptr %arg, i64 88
  %i9 = load <4 x i16>, ptr %i8, align 1
  %i10 = call { <4 x i16>, <4 x i16>, <4 x i16>, <4 x i16> } @llvm.aarch64.neon.ld4lane.v4i16.p0(<4 x i16> %i3, <4 x i16> %i5, <4 x i16> %i7, <4 x i16> %i9, i64 1, ptr %arg2)
  %i11 = extractvalue { <4 x i16>, <4 x i16>, <4 x i16>, <4 x i16> } %i10, 0
  %i12 = extractvalue { <4 x i16>, <4 x i16>, <4 x i16>, <4 x i16> } %i10, 1
  %i13 = extractvalue { <4 x i16>, <4 x i16>, <4 x i16>, <4 x i16> } %i10, 2
  %i14 = extractvalue { <4 x i16>, <4 x i16>, <4 x i16>, <4 x i16> } %i10, 3
  store <4 x i16> %i11, ptr %arg1, align 1
  %i15 = getelementptr i8, ptr %arg1, i64 8
  store <4 x i16> %i12, ptr %i15, align 1
  %i16 = getelementptr i8, ptr %arg1, i64 16
  store <4 x i16> %i13, ptr %i16, align 1
  %i17 = getelementptr i8, ptr %arg1, i64 24
  store <4 x i16> %i14, ptr %i17, align 1
  ret void
}

declare { <4 x i16>, <4 x i16>, <4 x i16>, <4 x i16> } @llvm.aarch64.neon.ld4lane.v4i16.p0(<4 x i16>, <4 x i16>, <4 x i16>, <4 x i16>, i64, ptr)

define void @t_vld4_lane_p8_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <8 x i8>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <8 x i8>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <8 x i8>, ptr %i6, align 1
  %i8 = getelementptr i8, ptr %arg, i64 88
  %i9 = load <8 x i8>, ptr %i8, align 1
  %i10 = call { <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld4lane.v8i8.p0(<8 x i8> %i3, <8 x i8> %i5, <8 x i8> %i7, <8 x i8> %i9, i64 1, ptr %arg2)
  %i11 = extractvalue { <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8> } %i10, 0
  %i12 = extractvalue { <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8> } %i10, 1
  %i13 = extractvalue { <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8> } %i10, 2
  %i14 = extractvalue { <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8> } %i10, 3
  store <8 x i8> %i11, ptr %arg1, align 1
  %i15 = getelementptr i8, ptr %arg1, i64 8
  store <8 x i8> %i12, ptr %i15, align 1
  %i16 = getelementptr i8, ptr %arg1, i64 16
  store <8 x i8> %i13, ptr %i16, align 1
  %i17 = getelementptr i8, ptr %arg1, i64 24
  store <8 x i8> %i14, ptr %i17, align 1
  ret void
}

declare { <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8> } @llvm.aarch64.neon.ld4lane.v8i8.p0(<8 x i8>, <8 x i8>, <8 x i8>, <8 x i8>, i64, ptr)

define void @t_vld4q_lane_f64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x double>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 80
  %i5 = load <2 x double>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 96
  %i7 = load <2 x double>, ptr %i6, align 1
  %i8 = getelementptr i8, ptr %arg, i64 112
  %i9 = load <2 x double>, ptr %i8, align 1
  %i10 = call { <2 x double>, <2 x double>, <2 x double>, <2 x double> } @llvm.aarch64.neon.ld4lane.v2f64.p0(<2 x double> %i3, <2 x double> %i5, <2 x double> %i7, <2 x double> %i9, i64 1, ptr %arg2)
  %i11 = extractvalue { <2 x double>, <2 x double>, <2 x double>, <2 x double> } %i10, 0
  %i12 = extractvalue { <2 x double>, <2 x double>, <2 x double>, <2 x double> } %i10, 1
  %i13 = extractvalue { <2 x double>, <2 x double>, <2 x double>, <2 x double> } %i10, 2
  %i14 = extractvalue { <2 x double>, <2 x double>, <2 x double>, <2 x double> } %i10, 3
  store <2 x double> %i11, ptr %arg1, align 1
  %i15 = getelementptr i8, ptr %arg1, i64 16
  store <2 x double> %i12, ptr %i15, align 1
  %i16 = getelementptr i8, ptr %arg1, i64 32
  store <2 x double> %i13, ptr %i16, align 1
  %i17 = getelementptr i8, ptr %arg1, i64 48
  store <2 x double> %i14, ptr %i17, align 1
  ret void
}

declare { <2 x double>, <2 x double>, <2 x double>, <2 x double> } @llvm.aarch64.neon.ld4lane.v2f64.p0(<2 x double>, <2 x double>, <2 x double>, <2 x double>, i64, ptr)

define void @t_vmax_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fmax.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fmax.v2f32(<2 x float>, <2 x float>)

define void @t_vmax_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.smax.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.smax.v4i16(<4 x i16>, <4 x i16>)

define void @t_vmax_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.umax.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.umax.v4i16(<4 x i16>, <4 x i16>)

define void @t_vmaxnm_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fmaxnm.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fmaxnm.v2f32(<2 x float>, <2 x float>)

define void @t_vmaxnmv_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call float @llvm.aarch64.neon.fmaxnmv.f32.v2f32(<2 x float> %i)
  store float %i3, ptr %arg1, align 1
  ret void
}

declare float @llvm.aarch64.neon.fmaxnmv.f32.v2f32(<2 x float>)

define void @t_vmaxv_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call float @llvm.aarch64.neon.fmaxv.f32.v2f32(<2 x float> %i)
  store float %i3, ptr %arg1, align 1
  ret void
}

declare float @llvm.aarch64.neon.fmaxv.f32.v2f32(<2 x float>)

define void @t_vmaxv_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.smaxv.i32.v4i16(<4 x i16> %i)
  %i4 = trunc i32 %i3 to i16
  store i16 %i4, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.smaxv.i32.v4i16(<4 x i16>)

define void @t_vmaxv_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.umaxv.i32.v4i16(<4 x i16> %i)
  %i4 = trunc i32 %i3 to i16
  store i16 %i4, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.umaxv.i32.v4i16(<4 x i16>)

define void @t_vmin_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fmin.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fmin.v2f32(<2 x float>, <2 x float>)

define void @t_vmin_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.smin.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.smin.v4i16(<4 x i16>, <4 x i16>)

define void @t_vmin_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.umin.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.umin.v4i16(<4 x i16>, <4 x i16>)

define void @t_vminnm_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fminnm.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fminnm.v2f32(<2 x float>, <2 x float>)

define void @t_vminnmv_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call float @llvm.aarch64.neon.fminnmv.f32.v2f32(<2 x float> %i)
  store float %i3, ptr %arg1, align 1
  ret void
}

declare float @llvm.aarch64.neon.fminnmv.f32.v2f32(<2 x float>)

define void @t_vminv_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call float @llvm.aarch64.neon.fminv.f32.v2f32(<2 x float> %i)
  store float %i3, ptr %arg1, align 1
  ret void
}

declare float @llvm.aarch64.neon.fminv.f32.v2f32(<2 x float>)

define void @t_vminv_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.sminv.i32.v4i16(<4 x i16> %i)
  %i4 = trunc i32 %i3 to i16
  store i16 %i4, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.sminv.i32.v4i16(<4 x i16>)

define void @t_vminv_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.uminv.i32.v4i16(<4 x i16> %i)
  %i4 = trunc i32 %i3 to i16
  store i16 %i4, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.uminv.i32.v4i16(<4 x i16>)

define void @t_vmlal_high_n_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i32>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load i16, ptr %i5, align 1
  %i7 = shufflevector <8 x i16> %i4, <8 x i16> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %i8 = insertelement <4 x i16> poison, i16 %i6, i64 0
  %i9 = shufflevector <4 x i16> %i8, <4 x i16> poison, <4 x i32> zeroinitializer
  %i10 = call <4 x i32> @llvm.aarch64.neon.smull.v4i32(<4 x i16> %i7, <4 x i16> %i9)
  %i11 = add <4 x i32> %i10, %i
  store <4 x i32> %i11, ptr %arg1, align 1
  ret void
}

declare <4 x i32> @llvm.aarch64.neon.smull.v4i32(<4 x i16>, <4 x i16>)

define void @t_vmlal_high_n_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i32>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load i16, ptr %i5, align 1
  %i7 = shufflevector <8 x i16> %i4, <8 x i16> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %i8 = insertelement <4 x i16> poison, i16 %i6, i64 0
  %i9 = shufflevector <4 x i16> %i8, <4 x i16> poison, <4 x i32> zeroinitializer
  %i10 = call <4 x i32> @llvm.aarch64.neon.umull.v4i32(<4 x i16> %i7, <4 x i16> %i9)
  %i11 = add <4 x i32> %i10, %i
  store <4 x i32> %i11, ptr %arg1, align 1
  ret void
}

declare <4 x i32> @llvm.aarch64.neon.umull.v4i32(<4 x i16>, <4 x i16>)

define void @t_vmul_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i8>, ptr %i3, align 1
  %i5 = call <8 x i8> @llvm.aarch64.neon.pmul.v8i8(<8 x i8> %i, <8 x i8> %i4)
  store <8 x i8> %i5, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.pmul.v8i8(<8 x i8>, <8 x i8>)

define void @t_vmull_high_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <16 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <16 x i8>, ptr %i3, align 1
  %i5 = shufflevector <16 x i8> %i, <16 x i8> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %i6 = shufflevector <16 x i8> %i4, <16 x i8> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %i7 = call <8 x i16> @llvm.aarch64.neon.pmull.v8i16(<8 x i8> %i5, <8 x i8> %i6)
  store <8 x i16> %i7, ptr %arg1, align 1
  ret void
}

declare <8 x i16> @llvm.aarch64.neon.pmull.v8i16(<8 x i8>, <8 x i8>)

define void @t_vmulx_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fmulx.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fmulx.v2f32(<2 x float>, <2 x float>)

define void @t_vmulxd_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load double, ptr %i3, align 1
  %i5 = call double @llvm.aarch64.neon.fmulx.f64(double %i, double %i4)
  store double %i5, ptr %arg1, align 1
  ret void
}

declare double @llvm.aarch64.neon.fmulx.f64(double, double)

define void @t_vpadal_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x i32>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <2 x i32> @llvm.aarch64.neon.saddlp.v2i32.v4i16(<4 x i16> %i4)
  %i6 = add <2 x i32> %i5, %i
  store <2 x i32> %i6, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.saddlp.v2i32.v4i16(<4 x i16>)

define void @t_vpadal_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x i32>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <2 x i32> @llvm.aarch64.neon.uaddlp.v2i32.v4i16(<4 x i16> %i4)
  %i6 = add <2 x i32> %i5, %i
  store <2 x i32> %i6, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.uaddlp.v2i32.v4i16(<4 x i16>)

define void @t_vpadd_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.faddp.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.faddp.v2f32(<2 x float>, <2 x float>)

define void @t_vpadd_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.addp.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.addp.v4i16(<4 x i16>, <4 x i16>)

define void @t_vpmax_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fmaxp.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fmaxp.v2f32(<2 x float>, <2 x float>)

define void @t_vpmax_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.smaxp.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.smaxp.v4i16(<4 x i16>, <4 x i16>)

define void @t_vpmax_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.umaxp.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.umaxp.v4i16(<4 x i16>, <4 x i16>)

define void @t_vpmaxnm_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fmaxnmp.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fmaxnmp.v2f32(<2 x float>, <2 x float>)

define void @t_vpmin_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fminp.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fminp.v2f32(<2 x float>, <2 x float>)

define void @t_vpmin_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.sminp.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sminp.v4i16(<4 x i16>, <4 x i16>)

define void @t_vpmin_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.uminp.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.uminp.v4i16(<4 x i16>, <4 x i16>)

define void @t_vpminnm_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.fminnmp.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.fminnmp.v2f32(<2 x float>, <2 x float>)

define void @t_vqabs_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call <4 x i16> @llvm.aarch64.neon.sqabs.v4i16(<4 x i16> %i)
  store <4 x i16> %i3, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqabs.v4i16(<4 x i16>)

define void @t_vqabsd_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.sqabs.i64(i64 %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.sqabs.i64(i64)

define void @t_vqadd_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.sqadd.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqadd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqadd_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.uqadd.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.uqadd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqaddd_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.sqadd.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.sqadd.i64(i64, i64)

define void @t_vqaddd_u64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.uqadd.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.uqadd.i64(i64, i64)

define void @t_vqdmlal_high_n_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i32>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load i16, ptr %i5, align 1
  %i7 = shufflevector <8 x i16> %i4, <8 x i16> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %i8 = insertelement <4 x i16> poison, i16 %i6, i64 0
  %i9 = shufflevector <4 x i16> %i8, <4 x i16> poison, <4 x i32> zeroinitializer
  %i10 = call <4 x i32> @llvm.aarch64.neon.sqdmull.v4i32(<4 x i16> %i7, <4 x i16> %i9)
  %i11 = call <4 x i32> @llvm.aarch64.neon.sqadd.v4i32(<4 x i32> %i, <4 x i32> %i10)
  store <4 x i32> %i11, ptr %arg1, align 1
  ret void
}

declare <4 x i32> @llvm.aarch64.neon.sqdmull.v4i32(<4 x i16>, <4 x i16>)

declare <4 x i32> @llvm.aarch64.neon.sqadd.v4i32(<4 x i32>, <4 x i32>)

define void @t_vqdmlals_lane_s32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i32, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 132
  %i6 = load i32, ptr %i5, align 1
  %i7 = call i64 @llvm.aarch64.neon.sqdmulls.scalar(i32 %i4, i32 %i6)
  %i8 = call i64 @llvm.aarch64.neon.sqadd.i64(i64 %i, i64 %i7)
  store i64 %i8, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.sqdmulls.scalar(i32, i32)

define void @t_vqdmlsl_high_n_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i32>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load i16, ptr %i5, align 1
  %i7 = shufflevector <8 x i16> %i4, <8 x i16> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %i8 = insertelement <4 x i16> poison, i16 %i6, i64 0
  %i9 = shufflevector <4 x i16> %i8, <4 x i16> poison, <4 x i32> zeroinitializer
  %i10 = call <4 x i32> @llvm.aarch64.neon.sqdmull.v4i32(<4 x i16> %i7, <4 x i16> %i9)
  %i11 = call <4 x i32> @llvm.aarch64.neon.sqsub.v4i32(<4 x i32> %i, <4 x i32> %i10)
  store <4 x i32> %i11, ptr %arg1, align 1
  ret void
}

declare <4 x i32> @llvm.aarch64.neon.sqsub.v4i32(<4 x i32>, <4 x i32>)

define void @t_vqdmlslh_lane_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i32, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i16, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load <4 x i16>, ptr %i5, align 1
  %i7 = insertelement <4 x i16> poison, i16 %i4, i64 0
  %i8 = shufflevector <4 x i16> %i6, <4 x i16> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %i9 = call <4 x i32> @llvm.aarch64.neon.sqdmull.v4i32(<4 x i16> %i7, <4 x i16> %i8)
  %i10 = extractelement <4 x i32> %i9, i64 0
  %i11 = call i32 @llvm.aarch64.neon.sqsub.i32(i32 %i, i32 %i10)
  store i32 %i11, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.sqsub.i32(i32, i32)

define void @t_vqdmulh_laneq_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.sqdmulh.laneq.v4i16.v8i16(<4 x i16> %i, <8 x i16> %i4, i32 1)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqdmulh.laneq.v4i16.v8i16(<4 x i16>, <8 x i16>, i32)

define void @t_vqdmulh_n_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i16, ptr %i3, align 1
  %i5 = insertelement <4 x i16> poison, i16 %i4, i64 0
  %i6 = shufflevector <4 x i16> %i5, <4 x i16> poison, <4 x i32> zeroinitializer
  %i7 = call <4 x i16> @llvm.aarch64.neon.sqdmulh.v4i16(<4 x i16> %i, <4 x i16> %i6)
  store <4 x i16> %i7, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqdmulh.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqdmulhs_s32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i32, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i32, ptr %i3, align 1
  %i5 = call i32 @llvm.aarch64.neon.sqdmulh.i32(i32 %i, i32 %i4)
  store i32 %i5, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.sqdmulh.i32(i32, i32)

define void @t_vqmovn_high_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = call <8 x i8> @llvm.aarch64.neon.sqxtn.v8i8(<8 x i16> %i4)
  %i6 = shufflevector <8 x i8> %i, <8 x i8> %i5, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <16 x i8> %i6, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.sqxtn.v8i8(<8 x i16>)

define void @t_vqmovn_high_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = call <8 x i8> @llvm.aarch64.neon.uqxtn.v8i8(<8 x i16> %i4)
  %i6 = shufflevector <8 x i8> %i, <8 x i8> %i5, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <16 x i8> %i6, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.uqxtn.v8i8(<8 x i16>)

define void @t_vqmovnd_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.scalar.sqxtn.i32.i64(i64 %i)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.scalar.sqxtn.i32.i64(i64)

define void @t_vqmovnd_u64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.scalar.uqxtn.i32.i64(i64 %i)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.scalar.uqxtn.i32.i64(i64)

define void @t_vqmovun_high_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = call <8 x i8> @llvm.aarch64.neon.sqxtun.v8i8(<8 x i16> %i4)
  %i6 = shufflevector <8 x i8> %i, <8 x i8> %i5, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <16 x i8> %i6, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.sqxtun.v8i8(<8 x i16>)

define void @t_vqmovund_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.scalar.sqxtun.i32.i64(i64 %i)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.scalar.sqxtun.i32.i64(i64)

define void @t_vqneg_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call <4 x i16> @llvm.aarch64.neon.sqneg.v4i16(<4 x i16> %i)
  store <4 x i16> %i3, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqneg.v4i16(<4 x i16>)

define void @t_vqnegd_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.sqneg.i64(i64 %i)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.sqneg.i64(i64)

define void @t_vqrdmulh_laneq_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.sqrdmulh.laneq.v4i16.v8i16(<4 x i16> %i, <8 x i16> %i4, i32 1)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqrdmulh.laneq.v4i16.v8i16(<4 x i16>, <8 x i16>, i32)

define void @t_vqrdmulh_n_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i16, ptr %i3, align 1
  %i5 = insertelement <4 x i16> poison, i16 %i4, i64 0
  %i6 = shufflevector <4 x i16> %i5, <4 x i16> poison, <4 x i32> zeroinitializer
  %i7 = call <4 x i16> @llvm.aarch64.neon.sqrdmulh.v4i16(<4 x i16> %i, <4 x i16> %i6)
  store <4 x i16> %i7, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqrdmulh.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqrdmulhs_s32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i32, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i32, ptr %i3, align 1
  %i5 = call i32 @llvm.aarch64.neon.sqrdmulh.i32(i32 %i, i32 %i4)
  store i32 %i5, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.sqrdmulh.i32(i32, i32)

define void @t_vqrshl_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.sqrshl.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqrshl.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqrshl_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.uqrshl.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.uqrshl.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqrshld_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.sqrshl.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.sqrshl.i64(i64, i64)

define void @t_vqrshld_u64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.uqrshl.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.uqrshl.i64(i64, i64)

define void @t_vqrshrn_n_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i16>, ptr %arg, align 1
  %i3 = call <8 x i8> @llvm.aarch64.neon.sqrshrn.v8i8(<8 x i16> %i, i32 1)
  store <8 x i8> %i3, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.sqrshrn.v8i8(<8 x i16>, i32)

define void @t_vqrshrn_n_u16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i16>, ptr %arg, align 1
  %i3 = call <8 x i8> @llvm.aarch64.neon.uqrshrn.v8i8(<8 x i16> %i, i32 1)
  store <8 x i8> %i3, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.uqrshrn.v8i8(<8 x i16>, i32)

define void @t_vqrshrnd_n_s64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.sqrshrn.i32(i64 %i, i32 1)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.sqrshrn.i32(i64, i32)

define void @t_vqrshrnd_n_u64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.uqrshrn.i32(i64 %i, i32 1)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.uqrshrn.i32(i64, i32)

define void @t_vqrshrun_n_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i16>, ptr %arg, align 1
  %i3 = call <8 x i8> @llvm.aarch64.neon.sqrshrun.v8i8(<8 x i16> %i, i32 1)
  store <8 x i8> %i3, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.sqrshrun.v8i8(<8 x i16>, i32)

define void @t_vqrshrund_n_s64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.sqrshrun.i32(i64 %i, i32 1)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.sqrshrun.i32(i64, i32)

define void @t_vqshl_n_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call <4 x i16> @llvm.aarch64.neon.sqshl.v4i16(<4 x i16> %i, <4 x i16> <i16 1, i16 1, i16 1, i16 1>)
  store <4 x i16> %i3, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqshl.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqshl_n_u16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call <4 x i16> @llvm.aarch64.neon.uqshl.v4i16(<4 x i16> %i, <4 x i16> <i16 1, i16 1, i16 1, i16 1>)
  store <4 x i16> %i3, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.uqshl.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqshld_n_s64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.sqshl.i64(i64 %i, i64 1)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.sqshl.i64(i64, i64)

define void @t_vqshld_n_u64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.uqshl.i64(i64 %i, i64 1)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.uqshl.i64(i64, i64)

define void @t_vqshlu_n_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = call <4 x i16> @llvm.aarch64.neon.sqshlu.v4i16(<4 x i16> %i, <4 x i16> <i16 1, i16 1, i16 1, i16 1>)
  store <4 x i16> %i3, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sqshlu.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqshlud_n_s64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i64 @llvm.aarch64.neon.sqshlu.i64(i64 %i, i64 1)
  store i64 %i3, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.sqshlu.i64(i64, i64)

define void @t_vqshrn_n_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i16>, ptr %arg, align 1
  %i3 = call <8 x i8> @llvm.aarch64.neon.sqshrn.v8i8(<8 x i16> %i, i32 1)
  store <8 x i8> %i3, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.sqshrn.v8i8(<8 x i16>, i32)

define void @t_vqshrn_n_u16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i16>, ptr %arg, align 1
  %i3 = call <8 x i8> @llvm.aarch64.neon.uqshrn.v8i8(<8 x i16> %i, i32 1)
  store <8 x i8> %i3, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.uqshrn.v8i8(<8 x i16>, i32)

define void @t_vqshrnd_n_s64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.sqshrn.i32(i64 %i, i32 1)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.sqshrn.i32(i64, i32)

define void @t_vqshrnd_n_u64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.uqshrn.i32(i64 %i, i32 1)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.uqshrn.i32(i64, i32)

define void @t_vqshrun_n_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i16>, ptr %arg, align 1
  %i3 = call <8 x i8> @llvm.aarch64.neon.sqshrun.v8i8(<8 x i16> %i, i32 1)
  store <8 x i8> %i3, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.sqshrun.v8i8(<8 x i16>, i32)

define void @t_vqshrund_n_s64_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = call i32 @llvm.aarch64.neon.sqshrun.i32(i64 %i, i32 1)
  store i32 %i3, ptr %arg1, align 1
  ret void
}

declare i32 @llvm.aarch64.neon.sqshrun.i32(i64, i32)

define void @t_vqsub_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.uqsub.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.uqsub.v4i16(<4 x i16>, <4 x i16>)

define void @t_vqsubd_u64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.uqsub.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.uqsub.i64(i64, i64)

define void @t_vqtbl1_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <16 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i8>, ptr %i3, align 1
  %i5 = call <8 x i8> @llvm.aarch64.neon.tbl1.v8i8(<16 x i8> %i, <8 x i8> %i4)
  store <8 x i8> %i5, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.tbl1.v8i8(<16 x i8>, <8 x i8>)

define void @t_vqtbl2_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <16 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 16
  %i4 = load <16 x i8>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 64
  %i6 = load <8 x i8>, ptr %i5, align 1
  %i7 = call <8 x i8> @llvm.aarch64.neon.tbl2.v8i8(<16 x i8> %i, <16 x i8> %i4, <8 x i8> %i6)
  store <8 x i8> %i7, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.tbl2.v8i8(<16 x i8>, <16 x i8>, <8 x i8>)

define void @t_vqtbl3_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <16 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 16
  %i4 = load <16 x i8>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 32
  %i6 = load <16 x i8>, ptr %i5, align 1
  %i7 = getelementptr i8, ptr %arg, i64 64
  %i8 = load <8 x i8>, ptr %i7, align 1
  %i9 = call <8 x i8> @llvm.aarch64.neon.tbl3.v8i8(<16 x i8> %i, <16 x i8> %i4, <16 x i8> %i6, <8 x i8> %i8)
  store <8 x i8> %i9, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.tbl3.v8i8(<16 x i8>, <16 x i8>, <16 x i8>, <8 x i8>)

define void @t_vqtbl4_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <16 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 16
  %i4 = load <16 x i8>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 32
  %i6 = load <16 x i8>, ptr %i5, align 1
  %i7 = getelementptr i8, ptr %arg, i64 48
  %i8 = load <16 x i8>, ptr %i7, align 1
  %i9 = getelementptr i8, ptr %arg, i64 64
  %i10 = load <8 x i8>, ptr %i9, align 1
  %i11 = call <8 x i8> @llvm.aarch64.neon.tbl4.v8i8(<16 x i8> %i, <16 x i8> %i4, <16 x i8> %i6, <16 x i8> %i8, <8 x i8> %i10)
  store <8 x i8> %i11, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.tbl4.v8i8(<16 x i8>, <16 x i8>, <16 x i8>, <16 x i8>, <8 x i8>)

define void @t_vqtbx1_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <16 x i8>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load <8 x i8>, ptr %i5, align 1
  %i7 = call <8 x i8> @llvm.aarch64.neon.tbx1.v8i8(<8 x i8> %i, <16 x i8> %i4, <8 x i8> %i6)
  store <8 x i8> %i7, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.tbx1.v8i8(<8 x i8>, <16 x i8>, <8 x i8>)

define void @t_vqtbx2_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <16 x i8>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 80
  %i6 = load <16 x i8>, ptr %i5, align 1
  %i7 = getelementptr i8, ptr %arg, i64 128
  %i8 = load <8 x i8>, ptr %i7, align 1
  %i9 = call <8 x i8> @llvm.aarch64.neon.tbx2.v8i8(<8 x i8> %i, <16 x i8> %i4, <16 x i8> %i6, <8 x i8> %i8)
  store <8 x i8> %i9, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.tbx2.v8i8(<8 x i8>, <16 x i8>, <16 x i8>, <8 x i8>)

define void @t_vqtbx3_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <16 x i8>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 80
  %i6 = load <16 x i8>, ptr %i5, align 1
  %i7 = getelementptr i8, ptr %arg, i64 96
  %i8 = load <16 x i8>, ptr %i7, align 1
  %i9 = getelementptr i8, ptr %arg, i64 128
  %i10 = load <8 x i8>, ptr %i9, align 1
  %i11 = call <8 x i8> @llvm.aarch64.neon.tbx3.v8i8(<8 x i8> %i, <16 x i8> %i4, <16 x i8> %i6, <16 x i8> %i8, <8 x i8> %i10)
  store <8 x i8> %i11, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.tbx3.v8i8(<8 x i8>, <16 x i8>, <16 x i8>, <16 x i8>, <8 x i8>)

define void @t_vqtbx4_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <16 x i8>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 80
  %i6 = load <16 x i8>, ptr %i5, align 1
  %i7 = getelementptr i8, ptr %arg, i64 96
  %i8 = load <16 x i8>, ptr %i7, align 1
  %i9 = getelementptr i8, ptr %arg, i64 112
  %i10 = load <16 x i8>, ptr %i9, align 1
  %i11 = getelementptr i8, ptr %arg, i64 128
  %i12 = load <8 x i8>, ptr %i11, align 1
  %i13 = call <8 x i8> @llvm.aarch64.neon.tbx4.v8i8(<8 x i8> %i, <16 x i8> %i4, <16 x i8> %i6, <16 x i8> %i8, <16 x i8> %i10, <8 x i8> %i12)
  store <8 x i8> %i13, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.tbx4.v8i8(<8 x i8>, <16 x i8>, <16 x i8>, <16 x i8>, <16 x i8>, <8 x i8>)

define void @t_vraddhn_high_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load <8 x i16>, ptr %i5, align 1
  %i7 = call <8 x i8> @llvm.aarch64.neon.raddhn.v8i8(<8 x i16> %i4, <8 x i16> %i6)
  %i8 = shufflevector <8 x i8> %i, <8 x i8> %i7, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <16 x i8> %i8, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.raddhn.v8i8(<8 x i16>, <8 x i16>)

define void @t_vrecpe_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x float> @llvm.aarch64.neon.frecpe.v2f32(<2 x float> %i)
  store <2 x float> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.frecpe.v2f32(<2 x float>)

define void @t_vrecpe_u32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x i32>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.urecpe.v2i32(<2 x i32> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.urecpe.v2i32(<2 x i32>)

define void @t_vrecped_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call double @llvm.aarch64.neon.frecpe.f64(double %i)
  store double %i3, ptr %arg1, align 1
  ret void
}

declare double @llvm.aarch64.neon.frecpe.f64(double)

define void @t_vrecps_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.frecps.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.frecps.v2f32(<2 x float>, <2 x float>)

define void @t_vrecpsd_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load double, ptr %i3, align 1
  %i5 = call double @llvm.aarch64.neon.frecps.f64(double %i, double %i4)
  store double %i5, ptr %arg1, align 1
  ret void
}

declare double @llvm.aarch64.neon.frecps.f64(double, double)

define void @t_vrecpxd_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call double @llvm.aarch64.neon.frecpx.f64(double %i)
  store double %i3, ptr %arg1, align 1
  ret void
}

declare double @llvm.aarch64.neon.frecpx.f64(double)

define void @t_vrhadd_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.srhadd.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.srhadd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vrhadd_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.urhadd.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.urhadd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vrshl_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.srshl.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.srshl.v4i16(<4 x i16>, <4 x i16>)

define void @t_vrshl_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.urshl.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.urshl.v4i16(<4 x i16>, <4 x i16>)

define void @t_vrshld_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.srshl.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.srshl.i64(i64, i64)

define void @t_vrshld_u64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.urshl.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.urshl.i64(i64, i64)

define void @t_vrshrn_n_s16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i16>, ptr %arg, align 1
  %i3 = call <8 x i8> @llvm.aarch64.neon.rshrn.v8i8(<8 x i16> %i, i32 1)
  store <8 x i8> %i3, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.rshrn.v8i8(<8 x i16>, i32)

define void @t_vrsqrte_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = call <2 x float> @llvm.aarch64.neon.frsqrte.v2f32(<2 x float> %i)
  store <2 x float> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.frsqrte.v2f32(<2 x float>)

define void @t_vrsqrte_u32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x i32>, ptr %arg, align 1
  %i3 = call <2 x i32> @llvm.aarch64.neon.ursqrte.v2i32(<2 x i32> %i)
  store <2 x i32> %i3, ptr %arg1, align 1
  ret void
}

declare <2 x i32> @llvm.aarch64.neon.ursqrte.v2i32(<2 x i32>)

define void @t_vrsqrted_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = call double @llvm.aarch64.neon.frsqrte.f64(double %i)
  store double %i3, ptr %arg1, align 1
  ret void
}

declare double @llvm.aarch64.neon.frsqrte.f64(double)

define void @t_vrsqrts_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <2 x float>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <2 x float>, ptr %i3, align 1
  %i5 = call <2 x float> @llvm.aarch64.neon.frsqrts.v2f32(<2 x float> %i, <2 x float> %i4)
  store <2 x float> %i5, ptr %arg1, align 1
  ret void
}

declare <2 x float> @llvm.aarch64.neon.frsqrts.v2f32(<2 x float>, <2 x float>)

define void @t_vrsqrtsd_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load double, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load double, ptr %i3, align 1
  %i5 = call double @llvm.aarch64.neon.frsqrts.f64(double %i, double %i4)
  store double %i5, ptr %arg1, align 1
  ret void
}

declare double @llvm.aarch64.neon.frsqrts.f64(double, double)

define void @t_vrsubhn_high_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <8 x i8>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <8 x i16>, ptr %i3, align 1
  %i5 = getelementptr i8, ptr %arg, i64 128
  %i6 = load <8 x i16>, ptr %i5, align 1
  %i7 = call <8 x i8> @llvm.aarch64.neon.rsubhn.v8i8(<8 x i16> %i4, <8 x i16> %i6)
  %i8 = shufflevector <8 x i8> %i, <8 x i8> %i7, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <16 x i8> %i8, ptr %arg1, align 1
  ret void
}

declare <8 x i8> @llvm.aarch64.neon.rsubhn.v8i8(<8 x i16>, <8 x i16>)

define void @t_vshl_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.sshl.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.sshl.v4i16(<4 x i16>, <4 x i16>)

define void @t_vshl_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.ushl.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.ushl.v4i16(<4 x i16>, <4 x i16>)

define void @t_vshld_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.sshl.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.sshl.i64(i64, i64)

define void @t_vshld_u64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.ushl.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.ushl.i64(i64, i64)

define void @t_vsli_n_p16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.vsli.v4i16(<4 x i16> %i, <4 x i16> %i4, i32 1)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.vsli.v4i16(<4 x i16>, <4 x i16>, i32)

define void @t_vsqadd_u16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.usqadd.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.usqadd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vsqaddd_u64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.usqadd.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.usqadd.i64(i64, i64)

define void @t_vsri_n_p16_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.vsri.v4i16(<4 x i16> %i, <4 x i16> %i4, i32 1)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.vsri.v4i16(<4 x i16>, <4 x i16>, i32)

define void @t_vst1_f32_x2_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  call void @llvm.aarch64.neon.st1x2.v2f32.p0(<2 x float> %i3, <2 x float> %i5, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st1x2.v2f32.p0(<2 x float>, <2 x float>, ptr)

define void @t_vst1_f32_x3_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <2 x float>, ptr %i6, align 1
  call void @llvm.aarch64.neon.st1x3.v2f32.p0(<2 x float> %i3, <2 x float> %i5, <2 x float> %i7, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st1x3.v2f32.p0(<2 x float>, <2 x float>, <2 x float>, ptr)

define void @t_vst1_f32_x4_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <2 x float>, ptr %i6, align 1
  %i8 = getelementptr i8, ptr %arg, i64 88
  %i9 = load <2 x float>, ptr %i8, align 1
  call void @llvm.aarch64.neon.st1x4.v2f32.p0(<2 x float> %i3, <2 x float> %i5, <2 x float> %i7, <2 x float> %i9, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st1x4.v2f32.p0(<2 x float>, <2 x float>, <2 x float>, <2 x float>, ptr)

define void @t_vst2_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  call void @llvm.aarch64.neon.st2.v2f32.p0(<2 x float> %i3, <2 x float> %i5, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st2.v2f32.p0(<2 x float>, <2 x float>, ptr)

define void @t_vst2_lane_f32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  call void @llvm.aarch64.neon.st2lane.v2f32.p0(<2 x float> %i3, <2 x float> %i5, i64 1, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st2lane.v2f32.p0(<2 x float>, <2 x float>, i64, ptr)

define void @t_vst3_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <2 x float>, ptr %i6, align 1
  call void @llvm.aarch64.neon.st3.v2f32.p0(<2 x float> %i3, <2 x float> %i5, <2 x float> %i7, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st3.v2f32.p0(<2 x float>, <2 x float>, <2 x float>, ptr)

define void @t_vst3_f64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <1 x double>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <1 x double>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <1 x double>, ptr %i6, align 1
  call void @llvm.aarch64.neon.st3.v1f64.p0(<1 x double> %i3, <1 x double> %i5, <1 x double> %i7, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st3.v1f64.p0(<1 x double>, <1 x double>, <1 x double>, ptr)

define void @t_vst3_lane_f32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <2 x float>, ptr %i6, align 1
  call void @llvm.aarch64.neon.st3lane.v2f32.p0(<2 x float> %i3, <2 x float> %i5, <2 x float> %i7, i64 1, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st3lane.v2f32.p0(<2 x float>, <2 x float>, <2 x float>, i64, ptr)

define void @t_vst3_p16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <4 x i16>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <4 x i16>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <4 x i16>, ptr %i6, align 1
  call void @llvm.aarch64.neon.st3.v4i16.p0(<4 x i16> %i3, <4 x i16> %i5, <4 x i16> %i7, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st3.v4i16.p0(<4 x i16>, <4 x i16>, <4 x i16>, ptr)

define void @t_vst3_p8_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <8 x i8>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <8 x i8>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <8 x i8>, ptr %i6, align 1
  call void @llvm.aarch64.neon.st3.v8i8.p0(<8 x i8> %i3, <8 x i8> %i5, <8 x i8> %i7, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st3.v8i8.p0(<8 x i8>, <8 x i8>, <8 x i8>, ptr)

define void @t_vst4_f32_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <2 x float>, ptr %i6, align 1
  %i8 = getelementptr i8, ptr %arg, i64 88
  %i9 = load <2 x float>, ptr %i8, align 1
  call void @llvm.aarch64.neon.st4.v2f32.p0(<2 x float> %i3, <2 x float> %i5, <2 x float> %i7, <2 x float> %i9, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st4.v2f32.p0(<2 x float>, <2 x float>, <2 x float>, <2 x float>, ptr)

define void @t_vst4_lane_f32_1(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = getelementptr i8, ptr %arg, i64 64
  %i3 = load <2 x float>, ptr %i, align 1
  %i4 = getelementptr i8, ptr %arg, i64 72
  %i5 = load <2 x float>, ptr %i4, align 1
  %i6 = getelementptr i8, ptr %arg, i64 80
  %i7 = load <2 x float>, ptr %i6, align 1
  %i8 = getelementptr i8, ptr %arg, i64 88
  %i9 = load <2 x float>, ptr %i8, align 1
  call void @llvm.aarch64.neon.st4lane.v2f32.p0(<2 x float> %i3, <2 x float> %i5, <2 x float> %i7, <2 x float> %i9, i64 1, ptr %arg2)
  ret void
}

declare void @llvm.aarch64.neon.st4lane.v2f32.p0(<2 x float>, <2 x float>, <2 x float>, <2 x float>, i64, ptr)

define void @t_vuqadd_s16_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load <4 x i16>, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load <4 x i16>, ptr %i3, align 1
  %i5 = call <4 x i16> @llvm.aarch64.neon.suqadd.v4i16(<4 x i16> %i, <4 x i16> %i4)
  store <4 x i16> %i5, ptr %arg1, align 1
  ret void
}

declare <4 x i16> @llvm.aarch64.neon.suqadd.v4i16(<4 x i16>, <4 x i16>)

define void @t_vuqaddd_s64_0(ptr %arg, ptr %arg1, ptr %arg2) {
bb:
  %i = load i64, ptr %arg, align 1
  %i3 = getelementptr i8, ptr %arg, i64 64
  %i4 = load i64, ptr %i3, align 1
  %i5 = call i64 @llvm.aarch64.neon.suqadd.i64(i64 %i, i64 %i4)
  store i64 %i5, ptr %arg1, align 1
  ret void
}

declare i64 @llvm.aarch64.neon.suqadd.i64(i64, i64)

define i32 @main() {
bb:
  br label %bb2

bb1:                                              ; preds = %bb10
  ret i32 0

bb2:                                              ; preds = %bb10, %bb
  %i = phi i64 [ 0, %bb ], [ %i14, %bb10 ]
  store i64 88172645463325252, ptr @s, align 8
  %i3 = getelementptr [200 x %struct.anon], ptr @T, i64 0, i64 %i, i32 1
  %i4 = load ptr, ptr %i3, align 8
  br label %bb5

bb5:                                              ; preds = %bb70, %bb2
  %i6 = phi i32 [ 0, %bb2 ], [ %i71, %bb70 ]
  %i7 = phi i64 [ 1469598103934665603, %bb2 ], [ %i85, %bb70 ]
  %i8 = urem i32 %i6, 3
  %i9 = load i64, ptr @s, align 8
  br label %bb17

bb10:                                             ; preds = %bb70
  %i11 = getelementptr [200 x %struct.anon], ptr @T, i64 0, i64 %i
  %i12 = load ptr, ptr %i11, align 8
  %i13 = call i32 (ptr, ...) @printf(ptr dereferenceable(1) @.str, ptr %i12, i64 %i85)
  %i14 = add i64 %i, 1
  %i15 = icmp eq i64 %i14, 200
  br i1 %i15, label %bb1, label %bb2

bb16:                                             ; preds = %bb55
  store i64 %i64, ptr @s, align 8
  call void @llvm.memset.p0.i64(ptr align 16 dereferenceable(512) @main.out, i8 0, i64 512, i1 false)
  call void %i4(ptr @main.in, ptr @main.out, ptr @main.mem)
  br label %bb73

bb17:                                             ; preds = %bb55, %bb5
  %i18 = phi i64 [ 0, %bb5 ], [ %i68, %bb55 ]
  %i19 = phi i64 [ %i9, %bb5 ], [ %i64, %bb55 ]
  %i20 = shl i64 %i19, 13
  %i21 = xor i64 %i20, %i19
  %i22 = lshr i64 %i21, 7
  %i23 = xor i64 %i22, %i21
  %i24 = shl i64 %i23, 17
  %i25 = xor i64 %i24, %i23
  switch i32 %i8, label %bb36 [
    i32 0, label %bb26
    i32 1, label %bb29
  ]

bb26:                                             ; preds = %bb17
  %i27 = lshr i64 %i25, 11
  %i28 = trunc i64 %i27 to i32
  br label %bb55

bb29:                                             ; preds = %bb17
  %i30 = lshr i64 %i25, 11
  %i31 = trunc i64 %i30 to i32
  %i32 = urem i32 %i31, 21
  %i33 = zext nneg i32 %i32 to i64
  %i34 = getelementptr [21 x i32], ptr @E, i64 0, i64 %i33
  %i35 = load i32, ptr %i34, align 4
  br label %bb55

bb36:                                             ; preds = %bb17
  %i37 = and i64 %i23, 2048
  %i38 = icmp eq i64 %i37, 0
  %i39 = shl i64 %i25, 13
  %i40 = xor i64 %i39, %i25
  %i41 = lshr i64 %i40, 7
  %i42 = xor i64 %i41, %i40
  %i43 = shl i64 %i42, 17
  %i44 = xor i64 %i43, %i42
  %i45 = lshr i64 %i44, 11
  %i46 = trunc i64 %i45 to i32
  br i1 %i38, label %bb53, label %bb47

bb47:                                             ; preds = %bb36
  %i48 = urem i32 %i46, 21
  %i49 = zext nneg i32 %i48 to i64
  %i50 = getelementptr [21 x i32], ptr @E, i64 0, i64 %i49
  %i51 = load i32, ptr %i50, align 4
  %i52 = mul i32 %i51, 16843009
  br label %bb55

bb53:                                             ; preds = %bb36
  %i54 = and i32 %i46, 16711935
  br label %bb55

bb55:                                             ; preds = %bb53, %bb47, %bb29, %bb26
  %i56 = phi i64 [ %i25, %bb26 ], [ %i25, %bb29 ], [ %i44, %bb47 ], [ %i44, %bb53 ]
  %i57 = phi i32 [ %i28, %bb26 ], [ %i35, %bb29 ], [ %i52, %bb47 ], [ %i54, %bb53 ]
  %i58 = getelementptr i8, ptr @main.in, i64 %i18
  store i32 %i57, ptr %i58, align 4
  %i59 = shl i64 %i56, 13
  %i60 = xor i64 %i59, %i56
  %i61 = lshr i64 %i60, 7
  %i62 = xor i64 %i61, %i60
  %i63 = shl i64 %i62, 17
  %i64 = xor i64 %i63, %i62
  %i65 = lshr i64 %i64, 11
  %i66 = trunc i64 %i65 to i32
  %i67 = getelementptr i8, ptr @main.mem, i64 %i18
  store i32 %i66, ptr %i67, align 4
  %i68 = add i64 %i18, 4
  %i69 = icmp ult i64 %i18, 508
  br i1 %i69, label %bb17, label %bb16

bb70:                                             ; preds = %bb73
  %i71 = add i32 %i6, 1
  %i72 = icmp eq i32 %i71, 24
  br i1 %i72, label %bb10, label %bb5

bb73:                                             ; preds = %bb73, %bb16
  %i74 = phi i64 [ 0, %bb16 ], [ %i86, %bb73 ]
  %i75 = phi i64 [ %i7, %bb16 ], [ %i85, %bb73 ]
  %i76 = getelementptr [512 x i8], ptr @main.out, i64 0, i64 %i74
  %i77 = load i8, ptr %i76, align 1
  %i78 = zext i8 %i77 to i64
  %i79 = xor i64 %i75, %i78
  %i80 = mul i64 %i79, 1099511628211
  %i81 = getelementptr [512 x i8], ptr @main.mem, i64 0, i64 %i74
  %i82 = load i8, ptr %i81, align 1
  %i83 = zext i8 %i82 to i64
  %i84 = xor i64 %i80, %i83
  %i85 = mul i64 %i84, 1099511628211
  %i86 = add i64 %i74, 1
  %i87 = icmp eq i64 %i86, 512
  br i1 %i87, label %bb70, label %bb73
}

declare i32 @printf(ptr, ...) local_unnamed_addr

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

