; IR is kept as it was: MIR output carries the module. Types, constants and instructions that selection
; does not know pass through reading and printing when nothing compiles them.
; RUN: avarice compile %s -stop-after=finalize-isel -o - | FileCheck %s

; CHECK-DAG: %packed = type <{ i8, i32 }>
; CHECK-DAG: %opaque = type opaque
; CHECK-DAG: %recursive = type { ptr, [3 x %packed] }
%packed = type <{ i8, i32 }>
%opaque = type opaque
%recursive = type { ptr, [3 x %packed] }

; CHECK: @uses = global %recursive zeroinitializer
; CHECK: @opaque_one = external global %opaque
; CHECK: @wide = global i200 401734511064747568885490523085290650630550748445698208825345
; CHECK: @vector = global <3 x i8> <i8 1, i8 2, i8 3>
; CHECK: @splat = global <4 x float> <float 1.000000e+00, float 1.000000e+00,
; CHECK: @extended = global x86_fp80 0xK3FFF8000000000000000
; CHECK: @quad = global fp128 0xL00000000000000003FFF000000000000
; CHECK: @brain = global bfloat 0xR3F80
; CHECK: @half = global half 0xH3C00
; CHECK: @inexact = global double 1.000000e-01
; CHECK: @infinity = global float 0x7FF0000000000000
; CHECK: @far = addrspace(3) global i32 0
; CHECK: @"quoted \22name\22" = global i8 0
; CHECK: @text = constant [5 x i8] c"a\00\FF\22\\"
@uses = global %recursive zeroinitializer
@opaque_one = external global %opaque
@wide = global i200 401734511064747568885490523085290650630550748445698208825345
@vector = global <3 x i8> <i8 1, i8 2, i8 3>
@splat = global <4 x float> <float 1.0, float 1.0, float 1.0, float 1.0>
@extended = global x86_fp80 0xK3FFF8000000000000000
@quad = global fp128 0xL00000000000000003FFF000000000000
@brain = global bfloat 0xR3F80
@half = global half 0xH3C00
@inexact = global double 0.1
@infinity = global float 0x7FF0000000000000
@far = addrspace(3) global i32 0
@"quoted \22name\22" = global i8 0
@text = constant [5 x i8] c"a\00\FF\22\5C"

; CHECK: define void @f()
define void @f() {
  ret void
}
