; A long vector of equal elements is written as one element: written out, this one would take 60 GB.
; RUN: avarice opt %s -S -o - | FileCheck %s
; CHECK: @long = global <2147483647 x double> splat (double 1.000000e+00)
@long = global <2147483647 x double> splat (double 1.0)
; CHECK: @short = global <3 x i8> <i8 1, i8 1, i8 1>
@short = global <3 x i8> splat (i8 1)
