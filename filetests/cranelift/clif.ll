; CLIF as it is translated: integers with zeros above their width, phis as parameters of blocks, arguments in words,
; structs in parts.
; REQUIRES: cranelift
; RUN: avarice compile --backend=cranelift -mtriple=x86_64-unknown-linux-gnu -O0 %s -o %t.clif && cat %t.clif
; OUTPUT:
; ; u0:1 is @odd
; function u0:1(i64, i64) -> i64 system_v {
; block0(v0: i64, v1: i64):
;     v2 = ireduce.i32 v0
;     v3 = iconst.i32 0x00ff_ffff
;     v4 = band v2, v3  ; v3 = 0x00ff_ffff
;     v5 = ireduce.i32 v1
;     v6 = iconst.i32 0x00ff_ffff
;     v7 = band v5, v6  ; v6 = 0x00ff_ffff
;     v8 = imul v4, v7
;     v9 = iconst.i32 0x00ff_ffff
;     v10 = band v8, v9  ; v9 = 0x00ff_ffff
;     v11 = iconst.i32 7
;     v12 = iconst.i32 8
;     v13 = ishl v10, v12  ; v12 = 8
;     v14 = sshr v13, v12  ; v12 = 8
;     v15 = iconst.i32 8
;     v16 = ishl v11, v15  ; v11 = 7, v15 = 8
;     v17 = sshr v16, v15  ; v15 = 8
;     v18 = sdiv v14, v17
;     v19 = iconst.i32 0x00ff_ffff
;     v20 = band v18, v19  ; v19 = 0x00ff_ffff
;     v21 = iconst.i32 8
;     v22 = ishl v20, v21  ; v21 = 8
;     v23 = sshr v22, v21  ; v21 = 8
;     v24 = iconst.i32 8
;     v25 = ishl v4, v24  ; v24 = 8
;     v26 = sshr v25, v24  ; v24 = 8
;     v27 = icmp slt v23, v26
;     v28 = iconst.i32 0x00ff_ffff
;     v29 = select v27, v20, v28  ; v28 = 0x00ff_ffff
;     v30 = iconst.i32 8
;     v31 = ishl v29, v30  ; v30 = 8
;     v32 = sshr v31, v30  ; v30 = 8
;     v33 = sextend.i64 v32
;     return v33
; }
;
; ; u0:2 is @sum
; function u0:2(i64, i64) -> i64 system_v {
; block0(v2: i64, v3: i64):
;     v4 = iconst.i64 0
;     v5 = iconst.i64 0
;     jump block1(v4, v5)  ; v4 = 0, v5 = 0
;
; block1(v0: i64, v1: i64):
;     v6 = iconst.i64 8
;     v7 = imul v0, v6  ; v6 = 8
;     v8 = iadd.i64 v2, v7
;     v9 = load.i64 notrap v8
;     v10 = iadd v1, v9
;     v11 = iconst.i64 1
;     v12 = iadd v0, v11  ; v11 = 1
;     v13 = icmp eq v12, v3
;     brif v13, block2, block1(v12, v10)
;
; block2:
;     return v10
; }
;
; ; u0:3 is @pair
; function u0:3(i64, i64, i64x2) -> i64, i64, f64 system_v {
; block0(v0: i64, v1: i64, v2: i64x2):
;     v3 = iconcat v0, v1
;     v4 = extractlane v2, 0
;     v5 = extractlane v2, 1
;     v6 = iconst.i64 0
;     v7 = ushr v4, v6  ; v6 = 0
;     v8 = ireduce.i32 v7
;     v9 = bitcast.f32 v8
;     v10 = iconst.i64 32
;     v11 = ushr v4, v10  ; v10 = 32
;     v12 = ireduce.i32 v11
;     v13 = bitcast.f32 v12
;     v14 = fpromote.f64 v13
;     v15 = iconst.i64 0
;     v16 = iconst.i64 0
;     v17 = iconcat v15, v16  ; v15 = 0, v16 = 0
;     v18 = f64const 0.0
;     v19, v20 = isplit v3
;     v21, v22 = isplit v3
;     return v19, v22, v14
; }
;
; ; u0:4 is @memory
; ; u0:0 is @table
; function u0:4(i64) -> i64 system_v {
;     gv0 = symbol userextname0
;
; block0(v0: i64):
;     v1 = symbol_value.i64 gv0
;     v2 = iconst.i64 4
;     v3 = imul v0, v2  ; v2 = 4
;     v4 = iadd v1, v3
;     v5 = load.i16 notrap v4
;     v6 = uextend.i32 v5
;     v7 = load.i8 notrap v4+2
;     v8 = uextend.i32 v7
;     v9 = iconst.i32 16
;     v10 = ishl v8, v9  ; v9 = 16
;     v11 = bor v6, v10
;     v12 = iconst.i32 0x00ff_ffff
;     v13 = band v11, v12  ; v12 = 0x00ff_ffff
;     v14 = symbol_value.i64 gv0
;     v15 = ireduce.i16 v13
;     store notrap v15, v14
;     v16 = iconst.i32 16
;     v17 = ushr v13, v16  ; v16 = 16
;     v18 = ireduce.i8 v17
;     store notrap v18, v14+2
;     v19 = uextend.i64 v13
;     return v19
; }

@table = external global [4 x i24]

define signext i24 @odd(i24 %x, i24 signext %y) nounwind {
  %product = mul i24 %x, %y
  %quotient = sdiv i24 %product, 7
  %less = icmp slt i24 %quotient, %x
  %r = select i1 %less, i24 %quotient, i24 -1
  ret i24 %r
}

define i64 @sum(ptr %p, i64 %n) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at
  %t = add i64 %s, %v
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret i64 %t
}

define { i128, double } @pair(i128 %a, <2 x float> %v) nounwind {
  %x = extractelement <2 x float> %v, i32 1
  %d = fpext float %x to double
  %low = insertvalue { i128, double } poison, i128 %a, 0
  %both = insertvalue { i128, double } %low, double %d, 1
  ret { i128, double } %both
}

define i24 @memory(i64 %i) nounwind {
  %at = getelementptr i24, ptr @table, i64 %i
  %v = load i24, ptr %at
  store i24 %v, ptr @table
  ret i24 %v
}
