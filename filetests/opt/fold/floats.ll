; Arithmetic, conversions and comparisons of floating-point numbers, and conversions of integers. Expected output
; made by opt 19.1.7.
; RUN: avarice opt -S -passes=instsimplify %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define double @double_fadd_0() {
;   ret double 3.750000e+00
; }
;
; define double @double_fsub_1() {
;   ret double 0.000000e+00
; }
;
; define double @double_fmul_2() {
;   ret double -0.000000e+00
; }
;
; define double @double_fdiv_3() {
;   ret double 0x3FD5555555555555
; }
;
; define double @double_fdiv_4() {
;   ret double 0x7FF8000000000000
; }
;
; define double @double_fdiv_5() {
;   ret double 0x7FF0000000000000
; }
;
; define double @double_frem_6() {
;   ret double 1.500000e+00
; }
;
; define double @double_fadd_7() {
;   ret double 0x7FFC000000000000
; }
;
; define float @float_fadd_0() {
;   ret float 0x3FF99999A0000000
; }
;
; define half @half_fadd_0() {
;   ret half 0xH3E66
; }
;
; define fp128 @quad_fadd_0() {
;   ret fp128 0xL00000000000000003FFF999999A00000
; }
;
; define x86_fp80 @x87_fadd_0() {
;   ret x86_fp80 0xK3FFFCCCCCCD000000000
; }
;
; define float @float_fdiv_1() {
;   ret float 0x3FD5555560000000
; }
;
; define half @half_fdiv_1() {
;   ret half 0xH3555
; }
;
; define fp128 @quad_fdiv_1() {
;   ret fp128 0xL55555555555555553FFD555555555555
; }
;
; define x86_fp80 @x87_fdiv_1() {
;   ret x86_fp80 0xK3FFDAAAAAAAAAAAAAAAB
; }
;
; define i32 @cast_0() {
;   ret i32 -3
; }
;
; define i8 @cast_1() {
;   ret i8 poison
; }
;
; define i16 @cast_2() {
;   ret i16 300
; }
;
; define double @cast_3() {
;   ret double 0xC340000000000000
; }
;
; define float @cast_4() {
;   ret float 0x7FF0000000000000
; }
;
; define float @cast_5() {
;   ret float 0x3FF3333340000000
; }
;
; define double @cast_6() {
;   ret double 0x3FB99999A0000000
; }
;
; define i64 @cast_7() {
;   ret i64 4607182418800017408
; }
;
; define i32 @cast_8() {
;   ret i32 131073
; }
;
; define <2 x float> @cast_9() {
;   ret <2 x float> <float 0.000000e+00, float 1.875000e+00>
; }
;
; define <2 x i16> @cast_10() {
;   ret <2 x i16> <i16 255, i16 3>
; }
;
; define i64 @cast_11() {
;   ret i64 5
; }
;
; define i130 @cast_12() {
;   ret i130 -1
; }
;
; define i32 @cast_13() {
;   ret i32 0
; }
;
; define i8 @cast_14() {
;   ret i8 undef
; }
;
; define i64 @cast_15() {
;   ret i64 0
; }
;
; define ptr @cast_16() {
;   ret ptr null
; }
;
; define i32 @cast_17() {
;   ret i32 poison
; }
;
; define i1 @fcmp_oeq_0() {
;   ret i1 false
; }
;
; define i1 @fcmp_oeq_1() {
;   ret i1 false
; }
;
; define i1 @fcmp_oeq_2() {
;   ret i1 true
; }
;
; define i1 @fcmp_ult_0() {
;   ret i1 true
; }
;
; define i1 @fcmp_ult_1() {
;   ret i1 true
; }
;
; define i1 @fcmp_ult_2() {
;   ret i1 false
; }
;
; define i1 @fcmp_uno_0() {
;   ret i1 false
; }
;
; define i1 @fcmp_uno_1() {
;   ret i1 true
; }
;
; define i1 @fcmp_uno_2() {
;   ret i1 false
; }
;
; define i1 @fcmp_ord_0() {
;   ret i1 true
; }
;
; define i1 @fcmp_ord_1() {
;   ret i1 false
; }
;
; define i1 @fcmp_ord_2() {
;   ret i1 true
; }
;
; define i1 @fcmp_une_0() {
;   ret i1 true
; }
;
; define i1 @fcmp_une_1() {
;   ret i1 true
; }
;
; define i1 @fcmp_une_2() {
;   ret i1 false
; }
;
; define i1 @fcmp_ogt_0() {
;   ret i1 false
; }
;
; define i1 @fcmp_ogt_1() {
;   ret i1 false
; }
;
; define i1 @fcmp_ogt_2() {
;   ret i1 false
; }
;
; define i1 @icmp_eq_0() {
;   ret i1 false
; }
;
; define i1 @icmp_eq_1() {
;   ret i1 undef
; }
;
; define i1 @icmp_eq_2() {
;   ret i1 true
; }
;
; define i1 @icmp_ult_0() {
;   ret i1 true
; }
;
; define i1 @icmp_ult_1() {
;   ret i1 false
; }
;
; define i1 @icmp_ult_2() {
;   ret i1 false
; }
;
; define i1 @icmp_sge_0() {
;   ret i1 true
; }
;
; define i1 @icmp_sge_1() {
;   ret i1 true
; }
;
; define i1 @icmp_sge_2() {
;   ret i1 true
; }
;
; define i1 @icmp_sgt_0() {
;   ret i1 true
; }
;
; define i1 @icmp_sgt_1() {
;   ret i1 false
; }
;
; define i1 @icmp_sgt_2() {
;   ret i1 false
; }

define double @double_fadd_0() {
  %r = fadd double 1.5, 2.25
  ret double %r
}

define double @double_fsub_1() {
  %r = fsub double 0.0, 0.0
  ret double %r
}

define double @double_fmul_2() {
  %r = fmul double -0.0, 3.0
  ret double %r
}

define double @double_fdiv_3() {
  %r = fdiv double 1.0, 3.0
  ret double %r
}

define double @double_fdiv_4() {
  %r = fdiv double 0.0, 0.0
  ret double %r
}

define double @double_fdiv_5() {
  %r = fdiv double 1.0, 0.0
  ret double %r
}

define double @double_frem_6() {
  %r = frem double 7.5, 2.0
  ret double %r
}

define double @double_fadd_7() {
  %r = fadd double 0x7FF4000000000000, 1.0
  ret double %r
}

define float @float_fadd_0() {
  %r = fadd float 1.5, 0x3FB99999A0000000
  ret float %r
}

define half @half_fadd_0() {
  %x = fptrunc float 1.5 to half
  %y = fptrunc float 0x3FB99999A0000000 to half
  %r = fadd half %x, %y
  ret half %r
}

define fp128 @quad_fadd_0() {
  %x = fpext float 1.5 to fp128
  %y = fpext float 0x3FB99999A0000000 to fp128
  %r = fadd fp128 %x, %y
  ret fp128 %r
}

define x86_fp80 @x87_fadd_0() {
  %x = fpext float 1.5 to x86_fp80
  %y = fpext float 0x3FB99999A0000000 to x86_fp80
  %r = fadd x86_fp80 %x, %y
  ret x86_fp80 %r
}

define float @float_fdiv_1() {
  %r = fdiv float 1.0, 3.0
  ret float %r
}

define half @half_fdiv_1() {
  %x = fptrunc float 1.0 to half
  %y = fptrunc float 3.0 to half
  %r = fdiv half %x, %y
  ret half %r
}

define fp128 @quad_fdiv_1() {
  %x = fpext float 1.0 to fp128
  %y = fpext float 3.0 to fp128
  %r = fdiv fp128 %x, %y
  ret fp128 %r
}

define x86_fp80 @x87_fdiv_1() {
  %x = fpext float 1.0 to x86_fp80
  %y = fpext float 3.0 to x86_fp80
  %r = fdiv x86_fp80 %x, %y
  ret x86_fp80 %r
}

define i32 @cast_0() {
  %r = fptosi double -3.7 to i32
  ret i32 %r
}

define i8 @cast_1() {
  %r = fptoui double 300.5 to i8
  ret i8 %r
}

define i16 @cast_2() {
  %r = fptosi double 300.5 to i16
  ret i16 %r
}

define double @cast_3() {
  %r = sitofp i64 -9007199254740993 to double
  ret double %r
}

define float @cast_4() {
  %r = uitofp i128 -1 to float
  ret float %r
}

define float @cast_5() {
  %r = fptrunc double 0x3FF3333333333333 to float
  ret float %r
}

define double @cast_6() {
  %r = fpext float 0x3FB99999A0000000 to double
  ret double %r
}

define i64 @cast_7() {
  %r = bitcast double 1.0 to i64
  ret i64 %r
}

define i32 @cast_8() {
  %r = bitcast <2 x i16> <i16 1, i16 2> to i32
  ret i32 %r
}

define <2 x float> @cast_9() {
  %r = bitcast i64 4607182418800017408 to <2 x float>
  ret <2 x float> %r
}

define <2 x i16> @cast_10() {
  %r = zext <2 x i8> <i8 -1, i8 3> to <2 x i16>
  ret <2 x i16> %r
}

define i64 @cast_11() {
  %r = trunc i128 18446744073709551621 to i64
  ret i64 %r
}

define i130 @cast_12() {
  %r = sext i65 -1 to i130
  ret i130 %r
}

define i32 @cast_13() {
  %r = zext i8 undef to i32
  ret i32 %r
}

define i8 @cast_14() {
  %r = trunc i32 undef to i8
  ret i8 %r
}

define i64 @cast_15() {
  %r = ptrtoint ptr null to i64
  ret i64 %r
}

define ptr @cast_16() {
  %r = inttoptr i64 0 to ptr
  ret ptr %r
}

define i32 @cast_17() {
  %r = fptoui double -1.0 to i32
  ret i32 %r
}

define i1 @fcmp_oeq_0() {
  %r = fcmp oeq double 1.0, 2.0
  ret i1 %r
}

define i1 @fcmp_oeq_1() {
  %r = fcmp oeq double 0x7FF8000000000000, 1.0
  ret i1 %r
}

define i1 @fcmp_oeq_2() {
  %r = fcmp oeq double 0.0, -0.0
  ret i1 %r
}

define i1 @fcmp_ult_0() {
  %r = fcmp ult double 1.0, 2.0
  ret i1 %r
}

define i1 @fcmp_ult_1() {
  %r = fcmp ult double 0x7FF8000000000000, 1.0
  ret i1 %r
}

define i1 @fcmp_ult_2() {
  %r = fcmp ult double 0.0, -0.0
  ret i1 %r
}

define i1 @fcmp_uno_0() {
  %r = fcmp uno double 1.0, 2.0
  ret i1 %r
}

define i1 @fcmp_uno_1() {
  %r = fcmp uno double 0x7FF8000000000000, 1.0
  ret i1 %r
}

define i1 @fcmp_uno_2() {
  %r = fcmp uno double 0.0, -0.0
  ret i1 %r
}

define i1 @fcmp_ord_0() {
  %r = fcmp ord double 1.0, 2.0
  ret i1 %r
}

define i1 @fcmp_ord_1() {
  %r = fcmp ord double 0x7FF8000000000000, 1.0
  ret i1 %r
}

define i1 @fcmp_ord_2() {
  %r = fcmp ord double 0.0, -0.0
  ret i1 %r
}

define i1 @fcmp_une_0() {
  %r = fcmp une double 1.0, 2.0
  ret i1 %r
}

define i1 @fcmp_une_1() {
  %r = fcmp une double 0x7FF8000000000000, 1.0
  ret i1 %r
}

define i1 @fcmp_une_2() {
  %r = fcmp une double 0.0, -0.0
  ret i1 %r
}

define i1 @fcmp_ogt_0() {
  %r = fcmp ogt double 1.0, 2.0
  ret i1 %r
}

define i1 @fcmp_ogt_1() {
  %r = fcmp ogt double 0x7FF8000000000000, 1.0
  ret i1 %r
}

define i1 @fcmp_ogt_2() {
  %r = fcmp ogt double 0.0, -0.0
  ret i1 %r
}

define i1 @icmp_eq_0() {
  %r = icmp eq i32 1, -2
  ret i1 %r
}

define i1 @icmp_eq_1() {
  %r = icmp eq i32 undef, 3
  ret i1 %r
}

define i1 @icmp_eq_2() {
  %r = icmp eq i32 -5, -5
  ret i1 %r
}

define i1 @icmp_ult_0() {
  %r = icmp ult i32 1, -2
  ret i1 %r
}

define i1 @icmp_ult_1() {
  %r = icmp ult i32 undef, 3
  ret i1 %r
}

define i1 @icmp_ult_2() {
  %r = icmp ult i32 -5, -5
  ret i1 %r
}

define i1 @icmp_sge_0() {
  %r = icmp sge i32 1, -2
  ret i1 %r
}

define i1 @icmp_sge_1() {
  %r = icmp sge i32 undef, 3
  ret i1 %r
}

define i1 @icmp_sge_2() {
  %r = icmp sge i32 -5, -5
  ret i1 %r
}

define i1 @icmp_sgt_0() {
  %r = icmp sgt i32 1, -2
  ret i1 %r
}

define i1 @icmp_sgt_1() {
  %r = icmp sgt i32 undef, 3
  ret i1 %r
}

define i1 @icmp_sgt_2() {
  %r = icmp sgt i32 -5, -5
  ret i1 %r
}
