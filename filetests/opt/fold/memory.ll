; Parts of vectors and aggregates, addresses of globals, and loads from constants. Expected output made by opt
; 19.1.7.
; RUN: avarice opt -S -passes=instsimplify %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
;
; @v = global { i8, [4 x i32] } zeroinitializer
; @w = constant { i8, [3 x i32], float } { i8 5, [3 x i32] [i32 1, i32 -2, i32 305419896], float 1.500000e+00 }
; @weak = extern_weak global i32
; @pp = constant ptr @v
; @str = constant [4 x i8] c"abc\00"
;
; define <2 x i32> @vec() {
;   ret <2 x i32> <i32 0, i32 10>
; }
;
; define i32 @ee() {
;   ret i32 3
; }
;
; define i32 @ee_out() {
;   ret i32 poison
; }
;
; define <3 x i32> @ie() {
;   ret <3 x i32> <i32 1, i32 9, i32 3>
; }
;
; define <4 x i32> @sh() {
;   ret <4 x i32> <i32 4, i32 1, i32 undef, i32 3>
; }
;
; define i32 @ev() {
;   ret i32 7
; }
;
; define { i32, [2 x i32] } @iv() {
;   ret { i32, [2 x i32] } { i32 0, [2 x i32] [i32 0, i32 7] }
; }
;
; define <2 x i8> @selv() {
;   ret <2 x i8> <i8 1, i8 4>
; }
;
; define i32 @sel_undef() {
;   ret i32 5
; }
;
; define i32 @fr() {
;   %a = freeze i32 undef
;   ret i32 %a
; }
;
; define <2 x i1> @cmpv() {
;   ret <2 x i1> <i1 false, i1 true>
; }
;
; define ptr @gep1() {
;   ret ptr getelementptr inbounds (i8, ptr @v, i64 12)
; }
;
; define ptr @gep2() {
;   ret ptr getelementptr inbounds (i8, ptr @v, i64 8)
; }
;
; define i64 @diff() {
;   ret i64 12
; }
;
; define i1 @cmpa() {
;   ret i1 true
; }
;
; define i1 @cmpn() {
;   ret i1 false
; }
;
; define i1 @cmpg() {
;   ret i1 false
; }
;
; define i1 @cmpw() {
;   %a = icmp eq ptr @weak, null
;   ret i1 %a
; }
;
; define i8 @load_0() {
;   ret i8 5
; }
;
; define i32 @load_1() {
;   ret i32 1
; }
;
; define i32 @load_2() {
;   ret i32 -2
; }
;
; define i16 @load_3() {
;   ret i16 0
; }
;
; define i64 @load_4() {
;   ret i64 -8589934591
; }
;
; define float @load_5() {
;   ret float 1.500000e+00
; }
;
; define <2 x i16> @load_6() {
;   ret <2 x i16> <i16 1, i16 0>
; }
;
; define i24 @load_7() {
;   ret i24 -131072
; }
;
; define i32 @load_8() {
;   ret i32 poison
; }
;
; define i128 @load_9() {
;   ret i128 84738284736922389572595431746756935681
; }
;
; define ptr @load_p() {
;   ret ptr @v
; }
;
; define i8 @load_str() {
;   ret i8 98
; }
;
; define i32 @load_str4() {
;   ret i32 6513249
; }

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@v = global { i8, [4 x i32] } zeroinitializer
@w = constant { i8, [3 x i32], float } { i8 5, [3 x i32] [i32 1, i32 -2, i32 305419896], float 1.5 }
@weak = extern_weak global i32
@pp = constant ptr @v
@str = constant [4 x i8] c"abc\00"

define <2 x i32> @vec() {
  %a = add <2 x i32> <i32 1, i32 2>, <i32 undef, i32 3>
  %b = mul <2 x i32> %a, <i32 2, i32 2>
  ret <2 x i32> %b
}

define i32 @ee() {
  %e = extractelement <3 x i32> <i32 1, i32 2, i32 3>, i32 2
  ret i32 %e
}

define i32 @ee_out() {
  %e = extractelement <3 x i32> <i32 1, i32 2, i32 3>, i32 3
  ret i32 %e
}

define <3 x i32> @ie() {
  %e = insertelement <3 x i32> <i32 1, i32 2, i32 3>, i32 9, i32 1
  ret <3 x i32> %e
}

define <4 x i32> @sh() {
  %e = shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 4>, <4 x i32> <i32 3, i32 0, i32 undef, i32 2>
  ret <4 x i32> %e
}

define i32 @ev() {
  %a = insertvalue { i32, [2 x i32] } zeroinitializer, i32 7, 1, 1
  %e = extractvalue { i32, [2 x i32] } %a, 1, 1
  ret i32 %e
}

define { i32, [2 x i32] } @iv() {
  %a = insertvalue { i32, [2 x i32] } zeroinitializer, i32 7, 1, 1
  ret { i32, [2 x i32] } %a
}

define <2 x i8> @selv() {
  %a = select <2 x i1> <i1 true, i1 false>, <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>
  ret <2 x i8> %a
}

define i32 @sel_undef() {
  %a = select i1 undef, i32 4, i32 5
  ret i32 %a
}

define i32 @fr() {
  %a = freeze i32 undef
  ret i32 %a
}

define <2 x i1> @cmpv() {
  %a = icmp slt <2 x i8> <i8 1, i8 -2>, <i8 0, i8 0>
  ret <2 x i1> %a
}

define ptr @gep1() {
  %p = getelementptr inbounds { i8, [4 x i32] }, ptr @v, i64 0, i32 1, i64 2
  ret ptr %p
}

define ptr @gep2() {
  %p = getelementptr i8, ptr @v, i64 -4
  %q = getelementptr i32, ptr %p, i32 3
  ret ptr %q
}

define i64 @diff() {
  %p = getelementptr i8, ptr @v, i64 12
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr @v to i64
  %d = sub i64 %a, %b
  ret i64 %d
}

define i1 @cmpa() {
  %p = getelementptr inbounds i8, ptr @v, i64 4
  %a = icmp ugt ptr %p, @v
  ret i1 %a
}

define i1 @cmpn() {
  %p = getelementptr inbounds i8, ptr @v, i64 4
  %a = icmp eq ptr %p, null
  ret i1 %a
}

define i1 @cmpg() {
  %a = icmp eq ptr @v, @w
  ret i1 %a
}

define i1 @cmpw() {
  %a = icmp eq ptr @weak, null
  ret i1 %a
}

define i8 @load_0() {
  %a = load i8, ptr getelementptr (i8, ptr @w, i64 0), align 1
  ret i8 %a
}

define i32 @load_1() {
  %a = load i32, ptr getelementptr (i8, ptr @w, i64 4), align 1
  ret i32 %a
}

define i32 @load_2() {
  %a = load i32, ptr getelementptr (i8, ptr @w, i64 8), align 1
  ret i32 %a
}

define i16 @load_3() {
  %a = load i16, ptr getelementptr (i8, ptr @w, i64 5), align 1
  ret i16 %a
}

define i64 @load_4() {
  %a = load i64, ptr getelementptr (i8, ptr @w, i64 4), align 1
  ret i64 %a
}

define float @load_5() {
  %a = load float, ptr getelementptr (i8, ptr @w, i64 16), align 1
  ret float %a
}

define <2 x i16> @load_6() {
  %a = load <2 x i16>, ptr getelementptr (i8, ptr @w, i64 4), align 1
  ret <2 x i16> %a
}

define i24 @load_7() {
  %a = load i24, ptr getelementptr (i8, ptr @w, i64 6), align 1
  ret i24 %a
}

define i32 @load_8() {
  %a = load i32, ptr getelementptr (i8, ptr @w, i64 100), align 1
  ret i32 %a
}

define i128 @load_9() {
  %a = load i128, ptr getelementptr (i8, ptr @w, i64 4), align 1
  ret i128 %a
}

define ptr @load_p() {
  %a = load ptr, ptr @pp
  ret ptr %a
}

define i8 @load_str() {
  %a = load i8, ptr getelementptr ([4 x i8], ptr @str, i64 0, i64 1)
  ret i8 %a
}

define i32 @load_str4() {
  %a = load i32, ptr @str
  ret i32 %a
}
