; Compare and branch: the comparison's flags are used directly, TEST replaces comparison with
; zero, conditions are inverted to fall through, and/or of conditions make two branches.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; signed_less:                            # @signed_less
; # %bb.0:
; 	cmpl	%esi, %edi
; 	jge	no@PLT                          # TAILCALL
; # %bb.1:                                # %then
; 	jmp	yes@PLT                         # TAILCALL
;                                         # -- End function
; is_zero:                                # @is_zero
; # %bb.0:
; 	testq	%rdi, %rdi
; 	je	yes@PLT                         # TAILCALL
; # %bb.1:                                # %else
; 	retq
;                                         # -- End function
; bit_test:                               # @bit_test
; # %bb.0:
; 	testb	$16, %dil
; 	jne	yes@PLT                         # TAILCALL
; # %bb.1:                                # %else
; 	retq
;                                         # -- End function
; negative:                               # @negative
; # %bb.0:
; 	testl	%edi, %edi
; 	js	yes@PLT                         # TAILCALL
; # %bb.1:                                # %else
; 	retq
;                                         # -- End function
; constant_on_the_left:                   # @constant_on_the_left
; # %bb.0:
; 	cmpl	$100, %edi
; 	jb	yes@PLT                         # TAILCALL
; # %bb.1:                                # %else
; 	retq
;                                         # -- End function
; wide_constant:                          # @wide_constant
; # %bb.0:
; 	movabsq	$4294967296, %rax               # imm = 0x100000000
; 	cmpq	%rax, %rdi
; 	jb	yes@PLT                         # TAILCALL
; # %bb.1:                                # %else
; 	retq
;                                         # -- End function
; memory_against_zero:                    # @memory_against_zero
; # %bb.0:
; 	cmpb	$0, (%rdi)
; 	je	yes@PLT                         # TAILCALL
; # %bb.1:                                # %else
; 	retq
;                                         # -- End function
; flag_argument:                          # @flag_argument
; # %bb.0:
; 	testb	$1, %dil
; 	jne	yes@PLT                         # TAILCALL
; # %bb.1:                                # %else
; 	retq
;                                         # -- End function
; both:                                   # @both
; # %bb.0:
; 	cmpl	$3, %edi
; 	setg	%al
; 	cmpl	$7, %esi
; 	sete	%cl
; 	testb	%cl, %al
; 	jne	yes@PLT                         # TAILCALL
; # %bb.1:                                # %else
; 	retq
;                                         # -- End function
; subtract_then_compare:                  # @subtract_then_compare
; # %bb.0:
; 	subl	%esi, %edi
; 	movl	%edi, (%rdx)
; 	je	yes@PLT                         # TAILCALL
; # %bb.1:                                # %else
; 	retq
;                                         # -- End function

declare void @yes()
declare void @no()

define void @signed_less(i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  ret void
else:
  tail call void @no()
  ret void
}

define void @is_zero(i64 %a) {
  %c = icmp eq i64 %a, 0
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  br label %else
else:
  ret void
}

define void @bit_test(i32 %a) {
  %m = and i32 %a, 16
  %c = icmp ne i32 %m, 0
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  br label %else
else:
  ret void
}

define void @negative(i32 %a) {
  %c = icmp slt i32 %a, 0
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  br label %else
else:
  ret void
}

define void @constant_on_the_left(i32 %a) {
  %c = icmp ugt i32 100, %a
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  br label %else
else:
  ret void
}

define void @wide_constant(i64 %a) {
  %c = icmp ult i64 %a, 4294967296
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  br label %else
else:
  ret void
}

define void @memory_against_zero(ptr %p) {
  %v = load i8, ptr %p
  %c = icmp eq i8 %v, 0
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  br label %else
else:
  ret void
}

define void @flag_argument(i1 %c) {
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  br label %else
else:
  ret void
}

define void @both(i32 %a, i32 %b) {
  %x = icmp sgt i32 %a, 3
  %y = icmp eq i32 %b, 7
  %c = and i1 %x, %y
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  br label %else
else:
  ret void
}

define void @subtract_then_compare(i32 %a, i32 %b, ptr %p) {
  %d = sub i32 %a, %b
  store i32 %d, ptr %p
  %c = icmp eq i32 %d, 0
  br i1 %c, label %then, label %else
then:
  tail call void @yes()
  br label %else
else:
  ret void
}
