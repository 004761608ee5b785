; Addresses of functions, variables and constants, and calls, in each code model: what 32 bits do not reach is loaded as
; 64 bits, in position-independent code as a distance from the global offset table.
; Expected code made by llc 19.1.7.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=small %s -o - | FileCheck %s --check-prefix=SMALL
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=kernel %s -o - | FileCheck %s --check-prefix=KERNEL
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=medium %s -o - | FileCheck %s --check-prefix=MEDIUM
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large %s -o - | FileCheck %s --check-prefix=LARGE
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=small -relocation-model=pic %s -o - | FileCheck %s --check-prefix=SMALL-PIC
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=medium -relocation-model=pic %s -o - | FileCheck %s --check-prefix=MEDIUM-PIC
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=large -relocation-model=pic %s -o - | FileCheck %s --check-prefix=LARGE-PIC

@extern = external global i32
@data = dso_local global i32 4
@table = internal global [4 x i32] zeroinitializer
@per_thread = dso_local thread_local global i32 7

declare i32 @callee(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; SMALL-LABEL: {{^}}own:
; SMALL: movl %edi, %eax
; SMALL: retq
; KERNEL-LABEL: {{^}}own:
; KERNEL: movl %edi, %eax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}own:
; MEDIUM: movl %edi, %eax
; MEDIUM: retq
; LARGE-LABEL: {{^}}own:
; LARGE: movl %edi, %eax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}own:
; SMALL-PIC: movl %edi, %eax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}own:
; MEDIUM-PIC: movl %edi, %eax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}own:
; LARGE-PIC: movl %edi, %eax
; LARGE-PIC: retq
define dso_local i32 @own(i32 %x) nounwind {
  ret i32 %x
}
; SMALL-LABEL: {{^}}address_extern:
; SMALL: movq extern@GOTPCREL(%rip), %rax
; SMALL: retq
; KERNEL-LABEL: {{^}}address_extern:
; KERNEL: movq extern@GOTPCREL(%rip), %rax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}address_extern:
; MEDIUM: movq extern@GOTPCREL(%rip), %rax
; MEDIUM: retq
; LARGE-LABEL: {{^}}address_extern:
; LARGE: movabsq $extern, %rax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}address_extern:
; SMALL-PIC: movq extern@GOTPCREL(%rip), %rax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}address_extern:
; MEDIUM-PIC: movq extern@GOTPCREL(%rip), %rax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}address_extern:
; LARGE-PIC: .L1$pb:
; LARGE-PIC: leaq .L1$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L1$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $extern@GOT, %rax
; LARGE-PIC: movq (%rcx,%rax), %rax
; LARGE-PIC: retq
define ptr @address_extern() nounwind {
  ret ptr @extern
}
; SMALL-LABEL: {{^}}address_data:
; SMALL: movl $data, %eax
; SMALL: retq
; KERNEL-LABEL: {{^}}address_data:
; KERNEL: movq $data, %rax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}address_data:
; MEDIUM: movabsq $data, %rax
; MEDIUM: retq
; LARGE-LABEL: {{^}}address_data:
; LARGE: movabsq $data, %rax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}address_data:
; SMALL-PIC: leaq .Ldata$local(%rip), %rax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}address_data:
; MEDIUM-PIC: leaq _GLOBAL_OFFSET_TABLE_(%rip), %rcx
; MEDIUM-PIC: movabsq $.Ldata$local@GOTOFF, %rax
; MEDIUM-PIC: addq %rcx, %rax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}address_data:
; LARGE-PIC: .L2$pb:
; LARGE-PIC: leaq .L2$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L2$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $.Ldata$local@GOTOFF, %rax
; LARGE-PIC: addq %rcx, %rax
; LARGE-PIC: retq
define ptr @address_data() nounwind {
  ret ptr @data
}
; SMALL-LABEL: {{^}}address_callee:
; SMALL: movq callee@GOTPCREL(%rip), %rax
; SMALL: retq
; KERNEL-LABEL: {{^}}address_callee:
; KERNEL: movq callee@GOTPCREL(%rip), %rax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}address_callee:
; MEDIUM: movq callee@GOTPCREL(%rip), %rax
; MEDIUM: retq
; LARGE-LABEL: {{^}}address_callee:
; LARGE: movabsq $callee, %rax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}address_callee:
; SMALL-PIC: movq callee@GOTPCREL(%rip), %rax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}address_callee:
; MEDIUM-PIC: movq callee@GOTPCREL(%rip), %rax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}address_callee:
; LARGE-PIC: .L3$pb:
; LARGE-PIC: leaq .L3$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L3$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $callee@GOT, %rax
; LARGE-PIC: movq (%rcx,%rax), %rax
; LARGE-PIC: retq
define ptr @address_callee() nounwind {
  ret ptr @callee
}
; SMALL-LABEL: {{^}}address_own:
; SMALL: movl $own, %eax
; SMALL: retq
; KERNEL-LABEL: {{^}}address_own:
; KERNEL: movq $own, %rax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}address_own:
; MEDIUM: movl $own, %eax
; MEDIUM: retq
; LARGE-LABEL: {{^}}address_own:
; LARGE: movabsq $own, %rax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}address_own:
; SMALL-PIC: leaq .Lown$local(%rip), %rax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}address_own:
; MEDIUM-PIC: leaq .Lown$local(%rip), %rax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}address_own:
; LARGE-PIC: .L4$pb:
; LARGE-PIC: leaq .L4$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L4$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $.Lown$local@GOTOFF, %rax
; LARGE-PIC: addq %rcx, %rax
; LARGE-PIC: retq
define ptr @address_own() nounwind {
  ret ptr @own
}
; SMALL-LABEL: {{^}}load_extern:
; SMALL: movq extern@GOTPCREL(%rip), %rax
; SMALL: movl (%rax), %eax
; SMALL: retq
; KERNEL-LABEL: {{^}}load_extern:
; KERNEL: movq extern@GOTPCREL(%rip), %rax
; KERNEL: movl (%rax), %eax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}load_extern:
; MEDIUM: movq extern@GOTPCREL(%rip), %rax
; MEDIUM: movl (%rax), %eax
; MEDIUM: retq
; LARGE-LABEL: {{^}}load_extern:
; LARGE: movabsq $extern, %rax
; LARGE: movl (%rax), %eax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}load_extern:
; SMALL-PIC: movq extern@GOTPCREL(%rip), %rax
; SMALL-PIC: movl (%rax), %eax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}load_extern:
; MEDIUM-PIC: movq extern@GOTPCREL(%rip), %rax
; MEDIUM-PIC: movl (%rax), %eax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}load_extern:
; LARGE-PIC: .L5$pb:
; LARGE-PIC: leaq .L5$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L5$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $extern@GOT, %rax
; LARGE-PIC: movq (%rcx,%rax), %rax
; LARGE-PIC: movl (%rax), %eax
; LARGE-PIC: retq
define i32 @load_extern() nounwind {
  %r = load i32, ptr @extern
  ret i32 %r
}
; SMALL-LABEL: {{^}}load_data:
; SMALL: movl data(%rip), %eax
; SMALL: retq
; KERNEL-LABEL: {{^}}load_data:
; KERNEL: movl data(%rip), %eax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}load_data:
; MEDIUM: movabsq $data, %rax
; MEDIUM: movl (%rax), %eax
; MEDIUM: retq
; LARGE-LABEL: {{^}}load_data:
; LARGE: movabsq $data, %rax
; LARGE: movl (%rax), %eax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}load_data:
; SMALL-PIC: movl .Ldata$local(%rip), %eax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}load_data:
; MEDIUM-PIC: leaq _GLOBAL_OFFSET_TABLE_(%rip), %rax
; MEDIUM-PIC: movabsq $.Ldata$local@GOTOFF, %rcx
; MEDIUM-PIC: movl (%rax,%rcx), %eax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}load_data:
; LARGE-PIC: .L6$pb:
; LARGE-PIC: leaq .L6$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L6$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $.Ldata$local@GOTOFF, %rax
; LARGE-PIC: movl (%rcx,%rax), %eax
; LARGE-PIC: retq
define i32 @load_data() nounwind {
  %r = load i32, ptr @data
  ret i32 %r
}
; SMALL-LABEL: {{^}}load_element:
; SMALL: movl table(,%rdi,4), %eax
; SMALL: retq
; KERNEL-LABEL: {{^}}load_element:
; KERNEL: movl table(,%rdi,4), %eax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}load_element:
; MEDIUM: movabsq $table, %rax
; MEDIUM: movl (%rax,%rdi,4), %eax
; MEDIUM: retq
; LARGE-LABEL: {{^}}load_element:
; LARGE: movabsq $table, %rax
; LARGE: movl (%rax,%rdi,4), %eax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}load_element:
; SMALL-PIC: leaq table(%rip), %rax
; SMALL-PIC: movl (%rax,%rdi,4), %eax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}load_element:
; MEDIUM-PIC: leaq _GLOBAL_OFFSET_TABLE_(%rip), %rax
; MEDIUM-PIC: movabsq $table@GOTOFF, %rcx
; MEDIUM-PIC: addq %rax, %rcx
; MEDIUM-PIC: movl (%rcx,%rdi,4), %eax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}load_element:
; LARGE-PIC: .L7$pb:
; LARGE-PIC: leaq .L7$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L7$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $table@GOTOFF, %rax
; LARGE-PIC: addq %rcx, %rax
; LARGE-PIC: movl (%rax,%rdi,4), %eax
; LARGE-PIC: retq
define i32 @load_element(i64 %i) nounwind {
  %p = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %r = load i32, ptr %p
  ret i32 %r
}
; SMALL-LABEL: {{^}}load_third:
; SMALL: movl table+8(%rip), %eax
; SMALL: retq
; KERNEL-LABEL: {{^}}load_third:
; KERNEL: movl table+8(%rip), %eax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}load_third:
; MEDIUM: movabsq $table+8, %rax
; MEDIUM: movl (%rax), %eax
; MEDIUM: retq
; LARGE-LABEL: {{^}}load_third:
; LARGE: movabsq $table+8, %rax
; LARGE: movl (%rax), %eax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}load_third:
; SMALL-PIC: movl table+8(%rip), %eax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}load_third:
; MEDIUM-PIC: leaq _GLOBAL_OFFSET_TABLE_(%rip), %rax
; MEDIUM-PIC: movabsq $table@GOTOFF, %rcx
; MEDIUM-PIC: movl 8(%rax,%rcx), %eax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}load_third:
; LARGE-PIC: .L8$pb:
; LARGE-PIC: leaq .L8$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L8$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $table@GOTOFF, %rax
; LARGE-PIC: movl 8(%rcx,%rax), %eax
; LARGE-PIC: retq
define i32 @load_third() nounwind {
  %p = getelementptr [4 x i32], ptr @table, i64 0, i64 2
  %r = load i32, ptr %p
  ret i32 %r
}
; SMALL-LABEL: {{^}}calls:
; SMALL: pushq %rax
; SMALL: callq callee@PLT
; SMALL: movl %eax, %edi
; SMALL: callq own
; SMALL: popq %rcx
; SMALL: retq
; KERNEL-LABEL: {{^}}calls:
; KERNEL: pushq %rax
; KERNEL: callq callee@PLT
; KERNEL: movl %eax, %edi
; KERNEL: callq own
; KERNEL: popq %rcx
; KERNEL: retq
; MEDIUM-LABEL: {{^}}calls:
; MEDIUM: pushq %rax
; MEDIUM: callq callee@PLT
; MEDIUM: movl %eax, %edi
; MEDIUM: callq own
; MEDIUM: popq %rcx
; MEDIUM: retq
; LARGE-LABEL: {{^}}calls:
; LARGE: pushq %rax
; LARGE: movabsq $callee, %rax
; LARGE: callq *%rax
; LARGE: movabsq $own, %rcx
; LARGE: movl %eax, %edi
; LARGE: callq *%rcx
; LARGE: popq %rcx
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}calls:
; SMALL-PIC: pushq %rax
; SMALL-PIC: callq callee@PLT
; SMALL-PIC: movl %eax, %edi
; SMALL-PIC: callq .Lown$local
; SMALL-PIC: popq %rcx
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}calls:
; MEDIUM-PIC: pushq %rax
; MEDIUM-PIC: callq callee@PLT
; MEDIUM-PIC: movl %eax, %edi
; MEDIUM-PIC: callq .Lown$local
; MEDIUM-PIC: popq %rcx
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}calls:
; LARGE-PIC: pushq %rbx
; LARGE-PIC: .L9$pb:
; LARGE-PIC: leaq .L9$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L9$pb, %rbx
; LARGE-PIC: addq %rax, %rbx
; LARGE-PIC: movabsq $callee@GOT, %rax
; LARGE-PIC: callq *(%rbx,%rax)
; LARGE-PIC: movabsq $.Lown$local@GOTOFF, %rcx
; LARGE-PIC: addq %rbx, %rcx
; LARGE-PIC: movl %eax, %edi
; LARGE-PIC: callq *%rcx
; LARGE-PIC: popq %rbx
; LARGE-PIC: retq
define i32 @calls(i32 %x) nounwind {
  %r = call i32 @callee(i32 %x)
  %s = call i32 @own(i32 %r)
  ret i32 %s
}
; SMALL-LABEL: {{^}}jumps:
; SMALL: jmp callee@PLT
; KERNEL-LABEL: {{^}}jumps:
; KERNEL: jmp callee@PLT
; MEDIUM-LABEL: {{^}}jumps:
; MEDIUM: jmp callee@PLT
; LARGE-LABEL: {{^}}jumps:
; LARGE: movabsq $callee, %rax
; LARGE: jmpq *%rax
; SMALL-PIC-LABEL: {{^}}jumps:
; SMALL-PIC: jmp callee@PLT
; MEDIUM-PIC-LABEL: {{^}}jumps:
; MEDIUM-PIC: jmp callee@PLT
; LARGE-PIC-LABEL: {{^}}jumps:
; LARGE-PIC: .L10$pb:
; LARGE-PIC: leaq .L10$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L10$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $callee@GOT, %rax
; LARGE-PIC: jmpq *(%rcx,%rax)
define i32 @jumps(i32 %x) nounwind {
  %r = tail call i32 @callee(i32 %x)
  ret i32 %r
}
; SMALL-LABEL: {{^}}constant:
; SMALL: addsd .LCPI11_0(%rip), %xmm0
; SMALL: retq
; KERNEL-LABEL: {{^}}constant:
; KERNEL: addsd .LCPI11_0(%rip), %xmm0
; KERNEL: retq
; MEDIUM-LABEL: {{^}}constant:
; MEDIUM: addsd .LCPI11_0(%rip), %xmm0
; MEDIUM: retq
; LARGE-LABEL: {{^}}constant:
; LARGE: movabsq $.LCPI11_0, %rax
; LARGE: addsd (%rax), %xmm0
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}constant:
; SMALL-PIC: addsd .LCPI11_0(%rip), %xmm0
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}constant:
; MEDIUM-PIC: addsd .LCPI11_0(%rip), %xmm0
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}constant:
; LARGE-PIC: .L11$pb:
; LARGE-PIC: leaq .L11$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L11$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $.LCPI11_0@GOTOFF, %rax
; LARGE-PIC: addsd (%rcx,%rax), %xmm0
; LARGE-PIC: retq
define double @constant(double %x) nounwind {
  %r = fadd double %x, 3.7
  ret double %r
}
; SMALL-LABEL: {{^}}copies:
; SMALL: pushq %rax
; SMALL: callq memcpy@PLT
; SMALL: popq %rax
; SMALL: retq
; KERNEL-LABEL: {{^}}copies:
; KERNEL: pushq %rax
; KERNEL: callq memcpy@PLT
; KERNEL: popq %rax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}copies:
; MEDIUM: pushq %rax
; MEDIUM: callq memcpy@PLT
; MEDIUM: popq %rax
; MEDIUM: retq
; LARGE-LABEL: {{^}}copies:
; LARGE: pushq %rax
; LARGE: movabsq $memcpy, %rax
; LARGE: callq *%rax
; LARGE: popq %rax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}copies:
; SMALL-PIC: pushq %rax
; SMALL-PIC: callq memcpy@PLT
; SMALL-PIC: popq %rax
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}copies:
; MEDIUM-PIC: pushq %rax
; MEDIUM-PIC: callq memcpy@PLT
; MEDIUM-PIC: popq %rax
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}copies:
; LARGE-PIC: pushq %rax
; LARGE-PIC: .L12$pb:
; LARGE-PIC: leaq .L12$pb(%rip), %rax
; LARGE-PIC: movabsq $_GLOBAL_OFFSET_TABLE_-.L12$pb, %rcx
; LARGE-PIC: addq %rax, %rcx
; LARGE-PIC: movabsq $memcpy@GOT, %rax
; LARGE-PIC: callq *(%rcx,%rax)
; LARGE-PIC: popq %rax
; LARGE-PIC: retq
define void @copies(ptr %a, ptr %b, i64 %n) nounwind {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
  ret void
}
; SMALL-LABEL: {{^}}load_thread:
; SMALL: movl %fs:per_thread@TPOFF, %eax
; SMALL: retq
; KERNEL-LABEL: {{^}}load_thread:
; KERNEL: movl %fs:per_thread@TPOFF, %eax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}load_thread:
; MEDIUM: movl %fs:per_thread@TPOFF, %eax
; MEDIUM: retq
; LARGE-LABEL: {{^}}load_thread:
; LARGE: movq $per_thread@TPOFF, %rax
; LARGE: movl %fs:(%rax), %eax
; LARGE: retq
define i32 @load_thread() nounwind {
  %r = load i32, ptr @per_thread
  ret i32 %r
}
; SMALL-LABEL: {{^}}address_thread:
; SMALL: movq %fs:0, %rax
; SMALL: leaq per_thread@TPOFF(%rax), %rax
; SMALL: retq
; KERNEL-LABEL: {{^}}address_thread:
; KERNEL: movq %fs:0, %rax
; KERNEL: leaq per_thread@TPOFF(%rax), %rax
; KERNEL: retq
; MEDIUM-LABEL: {{^}}address_thread:
; MEDIUM: movq %fs:0, %rax
; MEDIUM: leaq per_thread@TPOFF(%rax), %rax
; MEDIUM: retq
; LARGE-LABEL: {{^}}address_thread:
; LARGE: movq %fs:0, %rax
; LARGE: addq $per_thread@TPOFF, %rax
; LARGE: retq
; SMALL-PIC-LABEL: {{^}}address_thread:
; SMALL-PIC: pushq %rax
; SMALL-PIC: leaq .Lper_thread$local@TLSLD(%rip), %rdi
; SMALL-PIC: callq __tls_get_addr@PLT
; SMALL-PIC: leaq .Lper_thread$local@DTPOFF(%rax), %rax
; SMALL-PIC: popq %rcx
; SMALL-PIC: retq
; MEDIUM-PIC-LABEL: {{^}}address_thread:
; MEDIUM-PIC: pushq %rax
; MEDIUM-PIC: leaq .Lper_thread$local@TLSLD(%rip), %rdi
; MEDIUM-PIC: callq __tls_get_addr@PLT
; MEDIUM-PIC: leaq .Lper_thread$local@DTPOFF(%rax), %rax
; MEDIUM-PIC: popq %rcx
; MEDIUM-PIC: retq
; LARGE-PIC-LABEL: {{^}}address_thread:
; LARGE-PIC: pushq %rax
; LARGE-PIC: leaq .Lper_thread$local@TLSLD(%rip), %rdi
; LARGE-PIC: callq __tls_get_addr@PLT
; LARGE-PIC: addq $.Lper_thread$local@DTPOFF, %rax
; LARGE-PIC: popq %rcx
; LARGE-PIC: retq
define ptr @address_thread() nounwind {
  ret ptr @per_thread
}
