; A zero is computed again by a move where the flags may be in use, as far as the allocator looks for that. The code around
; it is another one for the check, which takes either form.
; RUN: avarice compile %s -O2 -verify-regalloc -disable-peephole -print-after=virtregrewriter -filetype=null 2>&1 | FileCheck %s
; CHECK-LABEL: code for function test2:
; CHECK: $eax = MOV32ri 0, implicit-def $rax

target triple = "x86_64-unknown-linux-gnu"
@input = external global [2064 x i8]
@tests = constant [16 x ptr] [ptr null, ptr null, ptr @test2, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null]
declare i32 @helper4([4 x { float, float }], i128, <1 x i32>, { { i8, <16 x i32> } }, i8, <1 x i32>, i16 signext, fp128, <4 x i8>, i64, i64, i32 zeroext, <2 x i64>, i48)
@test2.format75 = private constant [12 x i8] c"dddwdlwwwwL\00"
define internal i64 @helper5(double %a0, { i128, <2 x i32> } %a1, double %a2, <4 x i64> %a3, i32 signext %a4, i32 %a5, ptr %format, ...) nounwind "frame-pointer"="all" {
entry:
  ret i64 zeroinitializer
}
define void @test2(ptr %in, ptr %out) nounwind {
entry:
  %v43 = load i64, ptr zeroinitializer, align 1 ; i64
  %v47 = load i8, ptr zeroinitializer, align 1 ; i8
  %v50 = shufflevector <32 x i16> zeroinitializer, <32 x i16> <i16 -32768, i16 0, i16 0, i16 22876, i16 1, i16 -16990, i16 1, i16 -32768, i16 17, i16 0, i16 31466, i16 16384, i16 8191, i16 -32768, i16 16383, i16 -1, i16 1, i16 7369, i16 0, i16 -92, i16 127, i16 32767, i16 -5787, i16 -1024, i16 1, i16 -16571, i16 16383, i16 -1, i16 24851, i16 -32768, i16 16313, i16 8192>, <32 x i32> <i32 13, i32 63, i32 10, i32 7, i32 53, i32 58, i32 29, i32 59, i32 59, i32 56, i32 6, i32 48, i32 3, i32 48, i32 44, i32 9, i32 51, i32 36, i32 9, i32 1, i32 54, i32 1, i32 63, i32 58, i32 14, i32 42, i32 15, i32 46, i32 25, i32 3, i32 17, i32 25> ; <32 x i16>
  %v53 = load i128, ptr zeroinitializer, align 1 ; i128
  %v54 = insertvalue { i128, <2 x i32> } poison, i128 %v53, 0 ; { i128, <2 x i32> }
  %v55 = insertvalue { i128, <2 x i32> } %v54, <2 x i32> <i32 2147483647, i32 -1>, 1 ; { i128, <2 x i32> }
  %v65 = getelementptr inbounds i8, ptr %in, i64 224 ; ptr
  %v66 = load i128, ptr %v65, align 8 ; i128
  %v67 = uitofp i8 %v47 to double ; double
  %v68 = extractelement <32 x i16> %v50, i32 29 ; i16
  %v69 = sext i16 %v68 to i128 ; i128
  %v70 = extractelement <32 x i16> %v50, i32 9 ; i16
  %v71 = zext i16 %v70 to i128 ; i128
  %v73 = load i128, ptr zeroinitializer, align 8 ; i128
  %v76 = call i64 (double, { i128, <2 x i32> }, double, <4 x i64>, i32, i32, ptr, ...) @helper5(double zeroinitializer, { i128, <2 x i32> } %v55, double zeroinitializer, <4 x i64> zeroinitializer, i32 signext zeroinitializer, i32 zeroinitializer, ptr @test2.format75, double zeroinitializer, double 0xB2FF82E01287C130, double zeroinitializer, i128 %v66, double %v67, i64 %v43, i128 -104285355799306148170133853219496219140, i128 %v69, i128 %v71, i128 %v73, x86_fp80 zeroinitializer) ; i64
  %v88 = getelementptr inbounds i8, ptr %in, i64 605 ; ptr
  %v89 = load float, ptr %v88, align 1 ; float
  %v90 = insertvalue [4 x { float, float }] zeroinitializer, float %v89, 3, 0 ; [4 x { float, float }]
  %v93 = insertvalue [4 x { float, float }] %v90, float zeroinitializer, 3, 1 ; [4 x { float, float }]
  %v114 = call i32 @helper4([4 x { float, float }] %v93, i128 170141183460469231731687303715884105727, <1 x i32> zeroinitializer, { { i8, <16 x i32> } } zeroinitializer, i8 %v47, <1 x i32> zeroinitializer, i16 signext zeroinitializer, fp128 zeroinitializer, <4 x i8> zeroinitializer, i64 zeroinitializer, i64 %v43, i32 zeroext zeroinitializer, <2 x i64> zeroinitializer, i48 zeroinitializer) ; i32
  %v155 = add i64 zeroinitializer, 1 ; i64
  %v156 = alloca i8, i64 %v155, align 1 ; ptr
  %v159 = getelementptr i8, ptr %v156, i64 zeroinitializer ; ptr
  store i8 zeroinitializer, ptr %v159, align 1
  ret void
}

