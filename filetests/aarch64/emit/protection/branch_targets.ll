; Branch target enforcement: marks at functions, at blocks in jump tables, at blocks with an address, and after calls
; that return twice; jumps to other functions go through X16 and X17, so that they count as calls. A signing
; instruction is a mark by itself. The same marks as in code of llc 19.1.7.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s --implicit-check-not='hint #3'
; RUN: avarice compile %s -mattr=+bti -o - | FileCheck %s --check-prefix=NAMED
; RUN: avarice compile %s -O0 -o - | FileCheck %s --check-prefix=O0
target triple = "aarch64-unknown-linux-gnu"

@blocks = internal global [2 x ptr] [ptr blockaddress(@jumps, %a), ptr blockaddress(@jumps, %b)]

; CHECK-LABEL: local:
; CHECK:       {{^}}// %bb.0:
; CHECK-NEXT:  hint #34
; CHECK-NEXT:  ret
; NAMED-LABEL: local:
; NAMED:       bti c
; O0-LABEL:    local:
; O0:          hint #34
define internal void @local() noinline "branch-target-enforcement" {
  ret void
}

; CHECK-LABEL: unmarked:
; CHECK:       ret
define void @unmarked() {
  ret void
}

; CHECK-LABEL: switches:
; CHECK:       hint #34
; CHECK:       br x
; CHECK-COUNT-14: hint #36
; NAMED-LABEL: switches:
; NAMED:       bti c
; NAMED:       bti j
define void @switches(i32 %i, ptr %p) "branch-target-enforcement" {
  switch i32 %i, label %end [
    i32 0, label %c0
    i32 1, label %c1
    i32 2, label %c2
    i32 3, label %c3
    i32 4, label %c4
    i32 5, label %c5
    i32 6, label %c6
    i32 7, label %c7
    i32 8, label %c8
    i32 9, label %c9
    i32 10, label %c10
    i32 11, label %c11
    i32 12, label %c12
    i32 13, label %c13
  ]
c0:
  store volatile i32 1, ptr %p
  br label %end
c1:
  store volatile i32 8, ptr %p
  br label %end
c2:
  store volatile i32 15, ptr %p
  br label %end
c3:
  store volatile i32 22, ptr %p
  br label %end
c4:
  store volatile i32 29, ptr %p
  br label %end
c5:
  store volatile i32 36, ptr %p
  br label %end
c6:
  store volatile i32 43, ptr %p
  br label %end
c7:
  store volatile i32 50, ptr %p
  br label %end
c8:
  store volatile i32 57, ptr %p
  br label %end
c9:
  store volatile i32 64, ptr %p
  br label %end
c10:
  store volatile i32 71, ptr %p
  br label %end
c11:
  store volatile i32 78, ptr %p
  br label %end
c12:
  store volatile i32 85, ptr %p
  br label %end
c13:
  store volatile i32 92, ptr %p
  br label %end
end:
  ret void
}

; CHECK-LABEL: jumps:
; CHECK:       hint #34
; CHECK:       br x
; CHECK:       .LBB3_1:
; CHECK-NEXT:  hint #36
; CHECK:       .LBB3_2:
; CHECK-NEXT:  hint #36
define i32 @jumps(i64 %i) "branch-target-enforcement" {
  %slot = getelementptr ptr, ptr @blocks, i64 %i
  %block = load ptr, ptr %slot
  indirectbr ptr %block, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}

; CHECK-LABEL: twice:
; CHECK:       hint #34
; CHECK:       bl setjmp
; CHECK-NEXT:  hint #36
; CHECK:       blr x
; CHECK-NEXT:  hint #36
; CHECK:       ret
define i32 @twice(ptr %buffer, ptr %other) "branch-target-enforcement" {
  %a = call i32 @setjmp(ptr %buffer) returns_twice
  %b = call i32 %other(ptr %buffer) returns_twice
  %r = add i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: twice_without_marks:
; CHECK:       hint #34
; CHECK:       bl setjmp
; CHECK:       ret
define i32 @twice_without_marks(ptr %buffer) "branch-target-enforcement" "target-features"="+no-bti-at-return-twice" {
  %a = call i32 @setjmp(ptr %buffer) returns_twice
  ret i32 %a
}

; CHECK-LABEL: tail:
; CHECK:       hint #34
; CHECK:       br x1{{[67]}}
define void @tail(ptr %f) "branch-target-enforcement" {
  tail call void %f()
  ret void
}

; CHECK-LABEL: signs:
; CHECK:       hint #25
; CHECK:       bl unmarked
define void @signs() "branch-target-enforcement" "sign-return-address"="all" {
  call void @unmarked()
  ret void
}

declare i32 @setjmp(ptr) returns_twice
