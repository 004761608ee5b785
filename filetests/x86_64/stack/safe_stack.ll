; Objects that could be overrun live on the unsafe stack. As llc 19.1.7 does it.
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @use(ptr)
declare void @use2(ptr, ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
declare i32 @__gxx_personality_v0(...)

; Every access is within its bounds.
; CHECK-LABEL: stays:
; CHECK-NOT:   unsafe_stack
; CHECK:       movl -16(%rsp,%rdi,4), %eax
; CHECK-NEXT:  retq
define i32 @stays(i32 %x) safestack {
  %a = alloca [4 x i32]
  call void @llvm.lifetime.start.p0(i64 16, ptr %a)
  store volatile i32 %x, ptr %a
  %m = and i32 %x, 3
  %i = zext i32 %m to i64
  %p = getelementptr [4 x i32], ptr %a, i64 0, i64 %i
  %v = load volatile i32, ptr %p
  call void @llvm.lifetime.end.p0(i64 16, ptr %a)
  ret i32 %v
}

; CHECK-LABEL: beyond:
; CHECK:       {{movq|addq}} __safestack_unsafe_stack_ptr@GOTTPOFF(%rip), %r
; CHECK:       movq {{(%fs:)?}}(%[[END:r..]]), %[[BASE:r..]]
; CHECK-NEXT:  leaq -16(%[[BASE]]), %[[TOP:r..]]
; CHECK-NEXT:  movq %[[TOP]], {{(%fs:)?}}(%[[END]])
; CHECK:       movl -16(%[[BASE]],%rdi,4), %eax
; CHECK:       movq %[[BASE]], {{(%fs:)?}}(%[[END]])
; CHECK-NEXT:  retq
define i32 @beyond(i32 %x) safestack {
  %a = alloca [4 x i32]
  %m = and i32 %x, 7
  %i = zext i32 %m to i64
  %p = getelementptr [4 x i32], ptr %a, i64 0, i64 %i
  %v = load volatile i32, ptr %p
  ret i32 %v
}

; CHECK-LABEL: some:
; CHECK:       leaq -112(%[[BASE:r..]]), %rsi
; CHECK:       leaq -100(%[[BASE]]), %rdi
; CHECK-NEXT:  callq use2@PLT
; CHECK:       movl $1, {{[0-9]+}}(%rsp)
; CHECK:       movq %[[BASE]], {{(%fs:)?}}(%r
define void @some() safestack {
  %s = alloca i32
  %a = alloca [100 x i8]
  %b = alloca i64
  call void @use2(ptr %a, ptr %b)
  store volatile i32 1, ptr %s
  ret void
}

; A small object fills the gap above an aligned one.
; CHECK-LABEL: aligned:
; CHECK:       andq $-64, %rsi
; CHECK-NEXT:  leaq -128(%rsi), %rdi
; CHECK:       addq $-8, %rsi
; CHECK-NEXT:  callq use2@PLT
define void @aligned() safestack {
  %a = alloca [100 x i8], align 64
  %b = alloca i64
  call void @use2(ptr %a, ptr %b)
  ret void
}

; CHECK-LABEL: protected:
; CHECK:       movq %fs:40, %[[GUARD:r..]]
; CHECK-NEXT:  movq %[[GUARD]], -8(%[[BASE:r..]])
; CHECK-NEXT:  leaq -108(%[[BASE]]), %rdi
; CHECK-NEXT:  callq use@PLT
; CHECK-NEXT:  cmpq -8(%[[BASE]]), %[[GUARD]]
; CHECK:       callq __stack_chk_fail
define void @protected() safestack sspstrong {
  %a = alloca [100 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: variable:
; CHECK:       shlq $2, %rdi
; CHECK:       subq %rdi, %rax
; CHECK-NEXT:  andq $-16, %rax
; CHECK-NEXT:  movq %rax, {{(%fs:)?}}(%r
; CHECK:       callq use@PLT
define void @variable(i64 %n) safestack {
  %a = alloca i32, i64 %n
  call void @use(ptr %a)
  ret void
}

; The end of the unsafe stack is set again after a second return, and where an exception lands.
; CHECK-LABEL: twice:
; CHECK:       callq setjmp@PLT
; CHECK-NEXT:  movq {{[0-9]*}}(%rsp), %rax
; CHECK-NEXT:  movq %rax, {{(%fs:)?}}(%r
define void @twice(i64 %n) safestack {
  %b = alloca i64
  %a = alloca i32, i64 %n
  %r = call i32 @setjmp(ptr %b) returns_twice
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: landing:
; CHECK:       leaq -16(%[[BASE:r..]]), %[[TOP:r..]]
; CHECK-NEXT:  movq %[[TOP]], {{(%fs:)?}}(%r
; CHECK:       movq %[[BASE]], {{(%fs:)?}}(%r
; CHECK:       retq
; CHECK:       movq %[[TOP]], {{(%fs:)?}}(%r
; CHECK:       callq use@PLT
define void @landing() safestack personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  invoke void @use(ptr %a) to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: argument:
; CHECK:       leaq -80(%[[BASE:r..]]), %rdi
; CHECK:       movups %xmm0, -16(%[[BASE]])
; CHECK-NEXT:  callq use@PLT
define void @argument(ptr byval([10 x i64]) %p) safestack {
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: saved:
; CHECK:       movq {{(%fs:)?}}(%[[END:r..]]), %[[BASE:r..]]
; CHECK:       callq use@PLT
; CHECK-COUNT-2: , {{(%fs:)?}}(%[[END]])
; CHECK:       retq
define void @saved(i64 %n) safestack {
  %s = call ptr @llvm.stacksave()
  %a = alloca i32, i64 %n
  call void @use(ptr %a)
  call void @llvm.stackrestore(ptr %s)
  ret void
}
