; Which functions get a stack protector, where the guard is kept and where it is checked. As llc 19.1.7 does it.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -relocation-model=pic -verify-machineinstrs %s -o - | FileCheck %s
; RUN: avarice compile -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs %s -o - | FileCheck %s --check-prefix=O0
; RUN: avarice compile -mtriple=x86_64-unknown-none -relocation-model=pic %s -o - | FileCheck %s --check-prefix=GLOBAL

declare void @use(ptr)
declare i32 @count()
declare void @throw() noreturn
declare void @stop() noreturn nounwind

; CHECK-LABEL: arrays_first:
; CHECK:       movq %fs:40, %rax
; CHECK-NEXT:  movq %rax, 48(%rsp)
; CHECK-NEXT:  leaq 32(%rsp), %rdi
; CHECK:       leaq 12(%rsp), %rdi
; CHECK:       leaq 16(%rsp), %rdi
; CHECK:       movq %fs:40, %rcx
; CHECK-NEXT:  cmpq 48(%rsp), %rcx
; CHECK-NEXT:  jne [[FAIL:.*]]
; CHECK:       retq
; CHECK:       [[FAIL]]:
; CHECK:       callq __stack_chk_fail@PLT
; CHECK-NEXT:  .Lfunc_end
; O0-LABEL:    arrays_first:
; O0:          movq %fs:40, %rax
; O0:          movq %fs:40, %rax
; O0:          __stack_chk_fail
; GLOBAL-LABEL: arrays_first:
; GLOBAL:      movq __stack_chk_guard(%rip), %rax
; GLOBAL:      movq __stack_chk_guard(%rip), %rcx
; GLOBAL-NEXT: cmpq 48(%rsp), %rcx
define i32 @arrays_first() sspstrong {
  %large = alloca [16 x i8]
  %taken = alloca i32
  %other = alloca [4 x i32]
  call void @use(ptr %large)
  call void @use(ptr %taken)
  call void @use(ptr %other)
  %v = load i32, ptr %taken
  ret i32 %v
}

; An array of seven characters is too small for `ssp`, one of numbers is none of characters.
; CHECK-LABEL: small_arrays:
; CHECK-NOT:   %fs:40
; CHECK:       .Lfunc_end
define void @small_arrays() ssp {
  %small = alloca [7 x i8]
  %numbers = alloca [64 x i32]
  call void @use(ptr %small)
  call void @use(ptr %numbers)
  ret void
}

; CHECK-LABEL: smaller_size:
; CHECK:       %fs:40
; CHECK:       .Lfunc_end
define void @smaller_size() ssp "stack-protector-buffer-size"="4" {
  %small = alloca [7 x i8]
  call void @use(ptr %small)
  ret void
}

; CHECK-LABEL: in_struct:
; CHECK:       %fs:40
; CHECK:       .Lfunc_end
define void @in_struct() ssp {
  %s = alloca { i32, { [8 x i8], i32 } }
  call void @use(ptr %s)
  ret void
}

; CHECK-LABEL: not_taken:
; CHECK-NOT:   %fs:40
; CHECK:       .Lfunc_end
define i64 @not_taken() sspstrong {
  %pair = alloca { i64, i64 }
  %second = getelementptr { i64, i64 }, ptr %pair, i64 0, i32 1
  store volatile i64 1, ptr %second
  %v = load volatile i64, ptr %pair
  ret i64 %v
}

; An access beyond the object counts as taking its address.
; CHECK-LABEL: beyond:
; CHECK:       %fs:40
; CHECK:       .Lfunc_end
define i64 @beyond() sspstrong {
  %one = alloca i32
  %v = load volatile i64, ptr %one
  ret i64 %v
}

; CHECK-LABEL: loop_of_addresses:
; CHECK:       %fs:40
; CHECK:       .Lfunc_end
define void @loop_of_addresses(i32 %n) sspstrong {
entry:
  %one = alloca i64
  br label %loop
loop:
  %p = phi ptr [ %one, %entry ], [ %q, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %q = select i1 true, ptr %p, ptr %one
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %end, label %loop
end:
  %a = ptrtoint ptr %q to i64
  store volatile i64 %a, ptr %one
  ret void
}

; CHECK-LABEL: required:
; CHECK:       %fs:40
; CHECK:       callq count@PLT
; CHECK:       %fs:40
; CHECK:       .Lfunc_end
define i32 @required() sspreq {
  %v = call i32 @count()
  ret i32 %v
}

; The check is before the jump of a tail call.
; CHECK-LABEL: tail:
; CHECK:       %fs:40
; CHECK:       %fs:40
; CHECK:       jne
; CHECK:       jmp count@PLT
; CHECK:       __stack_chk_fail
define i32 @tail() sspreq {
  %v = tail call i32 @count()
  ret i32 %v
}

; Before a call that may throw but not return there is a check as well; one that does neither needs none.
; CHECK-LABEL: throws:
; CHECK-COUNT-2: %fs:40
; CHECK-NOT:   %fs:40
; CHECK:       callq throw@PLT
; CHECK-LABEL: stops:
; CHECK-NOT:   %fs:40
; CHECK:       callq stop@PLT
; GLOBAL-LABEL: throws:
; GLOBAL:      movq __stack_chk_guard
; GLOBAL-NOT:  movq __stack_chk_guard
; GLOBAL-LABEL: stops:
define void @throws() sspreq {
  call void @throw()
  unreachable
}

define void @stops() sspreq {
  call void @stop()
  unreachable
}

; One place for all that fail.
; CHECK-LABEL: two_returns:
; CHECK-COUNT-1: callq __stack_chk_fail
; CHECK-NOT:   callq __stack_chk_fail
; CHECK:       .Lfunc_end
define i32 @two_returns(i1 %c) sspreq {
  br i1 %c, label %a, label %b
a:
  %v = call i32 @count()
  %w = add i32 %v, 1
  ret i32 %w
b:
  ret i32 0
}

; CHECK-LABEL: variable:
; CHECK:       %fs:40
; CHECK:       .Lfunc_end
define void @variable(i64 %n) ssp {
  %v = alloca i8, i64 %n
  call void @use(ptr %v)
  ret void
}

; What is written by hand.
; CHECK-LABEL: by_hand:
; CHECK:       movq %fs:40, %rax
; CHECK-NEXT:  movq %rax, {{-?[0-9]*}}(%rsp)
; CHECK-NOT:   %fs:40
; CHECK:       .Lfunc_end
define void @by_hand() {
  %slot = alloca ptr
  %guard = call ptr @llvm.stackguard()
  call void @llvm.stackprotector(ptr %guard, ptr %slot)
  ret void
}
