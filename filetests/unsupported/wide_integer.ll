; What is not done with integers of more than 128 bits: atomic accesses, vectors of them, widths beyond 4096.
; RUN: not avarice compile %s -mtriple=x86_64-unknown-linux-gnu -o %t.o 2>&1 | FileCheck %s

; CHECK: error: unsupported: {{.*}}i256 in function `in_vector`
define void @in_vector(ptr %p) {
  %v = load <2 x i256>, ptr %p
  %w = add <2 x i256> %v, %v
  store <2 x i256> %w, ptr %p
  ret void
}

; CHECK: error: unsupported: {{.*}}i256 in function `atomic`
define void @atomic(ptr %p) {
  %v = load atomic i256, ptr %p seq_cst, align 32
  store i256 %v, ptr %p
  ret void
}

; CHECK: error: unsupported: type i5000 in function `too_wide`
define void @too_wide(ptr %p) {
  %v = load i5000, ptr %p
  %w = mul i5000 %v, %v
  store i5000 %w, ptr %p
  ret void
}

; CHECK: error: unsupported: i72 that is extended as an argument in function `extended`
define i64 @extended(i72 zeroext %v) {
  %r = trunc i72 %v to i64
  ret i64 %r
}
