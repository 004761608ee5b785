; Bits of vectors whose length is not known are refused at selection; nothing before that looks at their elements.
; RUN: not avarice compile -mtriple=aarch64-linux-gnu -mattr=+sve %s -o %t.s 2>&1 | FileCheck %s
; CHECK: unsupported: {{.*}} in function `reverse`

define <vscale x 4 x i32> @reverse(<vscale x 4 x i32> %a) {
  %r = call <vscale x 4 x i32> @llvm.bitreverse.nxv4i32(<vscale x 4 x i32> %a)
  ret <vscale x 4 x i32> %r
}
