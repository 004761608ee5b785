; Indirect branch tracking: marks at functions that others may have the address of, at blocks with an address, at
; landing pads and after calls that return twice; jumps through tables and calls of functions without marks have the
; prefix `notrack` instead. The same places as in code of llc 19.1.7.
; RUN: avarice compile %s -o - | FileCheck %s --implicit-check-not=endbr64 --implicit-check-not=notrack
; RUN: avarice compile %s -relocation-model=pic -o - | FileCheck %s --check-prefix=PIC
; RUN: avarice compile %s -O0 -o - | FileCheck %s --check-prefix=O0
target triple = "x86_64-unknown-linux-gnu"

@pointer = global ptr @taken
@blocks = internal global [2 x ptr] [ptr blockaddress(@jumps, %a), ptr blockaddress(@jumps, %b)]

; CHECK-LABEL: external:
; CHECK:       {{^}}# %bb.0:
; CHECK-NEXT:  endbr64
; CHECK-NEXT:  retq
; O0-LABEL:    external:
; O0:          endbr64
define void @external() {
  ret void
}

; No one but direct calls reaches it.
; CHECK-LABEL: alone:
; CHECK:       {{^}}# %bb.0:
; CHECK-NEXT:  retq
define internal void @alone() noinline {
  ret void
}

; CHECK-LABEL: taken:
; CHECK:       endbr64
define internal void @taken() {
  ret void
}

; A call of another type takes the address.
; CHECK-LABEL: mistyped:
; CHECK:       endbr64
define internal void @mistyped() {
  ret void
}

; CHECK-LABEL: unchecked:
; CHECK:       {{^}}# %bb.0:
; CHECK-NEXT:  retq
define void @unchecked() nocf_check {
  ret void
}

; CHECK-LABEL: calls:
; CHECK:       endbr64
; CHECK:       callq alone
; CHECK:       callq *%rbx
; CHECK:       notrack callq *%rbx
define void @calls(ptr %f) {
  call void @alone()
  %mistyped = call i32 @mistyped()
  call void %f()
  call void %f() nocf_check
  ret void
}

; CHECK-LABEL: jumps:
; CHECK:       endbr64
; CHECK:       jmpq *
; CHECK:       .LBB6_1:
; CHECK-NEXT:  endbr64
; CHECK:       .LBB6_2:
; CHECK-NEXT:  endbr64
define i32 @jumps(i64 %i) {
  %slot = getelementptr ptr, ptr @blocks, i64 %i
  %block = load ptr, ptr %slot
  indirectbr ptr %block, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}

; CHECK-LABEL: switches:
; CHECK:       endbr64
; CHECK:       notrack jmpq *.LJTI7_0(,%rax,8)
; PIC-LABEL:   switches:
; PIC:         endbr64
; PIC:         notrack jmpq *%r
define void @switches(i32 %i) {
  switch i32 %i, label %end [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
  ]
a:
  call void @external()
  br label %end
b:
  call void @taken()
  br label %end
c:
  call void @unchecked()
  br label %end
d:
  call void @alone()
  br label %end
end:
  ret void
}

; CHECK-LABEL: twice:
; CHECK:       endbr64
; CHECK:       callq setjmp
; CHECK-NEXT:  endbr64
; CHECK:       retq
define i32 @twice(ptr %buffer) {
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  ret i32 %r
}

; CHECK-LABEL: catches:
; CHECK:       endbr64
; CHECK:       callq may_throw
; CHECK:       .Ltmp{{.*}}:
; CHECK:       .Ltmp{{.*}}:
; CHECK-NEXT:  endbr64
; CHECK-NEXT:  movq %rax, %rdi
define void @catches() personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %done unwind label %pad
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  %p = extractvalue { ptr, i32 } %e, 0
  call void @caught(ptr %p)
  br label %done
done:
  ret void
}

declare i32 @setjmp(ptr) returns_twice
declare void @may_throw()
declare void @caught(ptr)
declare i32 @__gxx_personality_v0(...)

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"cf-protection-branch", i32 1}
