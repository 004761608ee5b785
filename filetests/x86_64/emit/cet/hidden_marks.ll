; Where marks of branch targets count, no constant may look like one: it is written as a complement, with prefixes within it
; or not. Without the flag it stays. Code is that of llc 19.1.7.
; RUN: sed 's/^!llvm/!other/' %s > %t.ll && avarice compile %t.ll -o - | FileCheck %s --check-prefix=PLAIN
; RUN: avarice compile %t.ll -x86-indirect-branch-tracking -o - | FileCheck %s --check-prefix=ASKED
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; of_64_bits:                             # @of_64_bits
; # %bb.0:
; 	endbr64
; 	movabsq	$-4077854459, %rax              # imm = 0xFFFFFFFF0CF0E105
; 	notq	%rax
; 	retq
;                                         # -- End function
; of_32_bits:                             # @of_32_bits
; # %bb.0:
; 	endbr64
; 	movl	$217112837, %eax                # imm = 0xCF0E105
; 	notl	%eax
; 	retq
;                                         # -- End function
; negative:                               # @negative
; # %bb.0:
; 	endbr64
; 	movl	$217112837, %eax                # imm = 0xCF0E105
; 	notq	%rax
; 	retq
;                                         # -- End function
; added:                                  # @added
; # %bb.0:
; 	endbr64
; 	movl	$217112837, %eax                # imm = 0xCF0E105
; 	notl	%eax
; 	addl	%edi, %eax
; 	retq
;                                         # -- End function
; stored:                                 # @stored
; # %bb.0:
; 	endbr64
; 	movl	$217112837, %eax                # imm = 0xCF0E105
; 	notl	%eax
; 	movl	%eax, (%rdi)
; 	retq
;                                         # -- End function
; with_prefix:                            # @with_prefix
; # %bb.0:
; 	endbr64
; 	movabsq	$-1045389319931, %rax           # imm = 0xFFFFFF0C99F0E105
; 	notq	%rax
; 	retq
;                                         # -- End function
; another:                                # @another
; # %bb.0:
; 	endbr64
; 	movl	$-217112837, %eax               # imm = 0xF30F1EFB
; 	retq
;                                         # -- End function
; from_two_places:                        # @from_two_places
; # %bb.0:                                # %entry
; 	endbr64
;                                         # kill: def $edi killed $edi def $rdi
; 	leal	-1(%rdi), %eax
; 	cmpl	$1, %eax
; 	ja	.LBB7_2
; # %bb.1:                                # %join
; 	movl	$217112837, %eax                # imm = 0xCF0E105
; 	notl	%eax
; 	retq
; .LBB7_2:                                # %out
; 	movl	%edi, %eax
; 	retq
;                                         # -- End function

; ASKED-LABEL: added:
; ASKED: notl %eax

; PLAIN-LABEL: added:
; PLAIN: leal -217112838(%rdi), %eax

define i64 @of_64_bits() {
  ret i64 4077854458
}

define i32 @of_32_bits() {
  ret i32 -217112838
}

define i64 @negative() {
  ret i64 -217112838
}

define i32 @added(i32 %x) {
  %y = add i32 %x, -217112838
  ret i32 %y
}

define void @stored(ptr %x) {
  store i32 -217112838, ptr %x
  ret void
}

define i64 @with_prefix() {
  ret i64 1045389319930
}

; One bit beside it.
define i32 @another() {
  ret i32 -217112837
}

define i32 @from_two_places(i32 %x) {
entry:
  switch i32 %x, label %out [
    i32 1, label %join
    i32 2, label %join
  ]
join:
  %r = phi i32 [ -217112838, %entry ], [ -217112838, %entry ]
  ret i32 %r
out:
  ret i32 %x
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"cf-protection-branch", i32 1}
