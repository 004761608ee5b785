; With retpolines or lvi-cfi, jumps to addresses of blocks are switches over their numbers; in data, addresses are these
; numbers. Two jumps share a switch, unless a block that they go to tells where control comes from.
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: sed 's/[+]retpoline-indirect-branches,[+]retpoline-indirect-calls/+lvi-cfi/' %s > %t.ll && avarice compile %t.ll -o - | FileCheck %s
; RUN: avarice run %s
; OUTPUT:
; 2 3 2 3 279

; CHECK-LABEL: one:
; CHECK:     movq (%rdi), %rax
; CHECK:     cmpq $2, %rax
; CHECK:     cmpq $3, %rax
; CHECK-NOT: jmpq *%rax
; CHECK-LABEL: targets:
; CHECK-NEXT: .quad 1
; CHECK-NEXT: .quad 2
; CHECK-NEXT: .quad 3

@targets = constant [3 x ptr] [ptr blockaddress(@one, %a), ptr blockaddress(@one, %b), ptr blockaddress(@one, %c)]
@twice = constant [3 x ptr] [ptr blockaddress(@two, %a), ptr blockaddress(@two, %b), ptr blockaddress(@two, %c)]
@loop = constant [2 x ptr] [ptr blockaddress(@phis, %a), ptr blockaddress(@phis, %b)]

define i32 @one(ptr %p) #0 {
  %q = load ptr, ptr %p
  indirectbr ptr %q, [label %a, label %b, label %c, label %b]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
}

define i32 @two(ptr %p, ptr %r, i1 %x) #0 {
  br i1 %x, label %d, label %e
d:
  %q = load ptr, ptr %p
  indirectbr ptr %q, [label %a, label %b]
e:
  %s = load ptr, ptr %r
  indirectbr ptr %s, [label %b, label %c]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
}

define i32 @nowhere(ptr %p) #0 {
  indirectbr ptr %p, [label %a]
a:
  ret i32 1
}

define i32 @phis(ptr %p, i32 %n) #0 {
entry:
  %q = load ptr, ptr %p
  indirectbr ptr %q, [label %a, label %b, label %a]
a:
  %i = phi i32 [ 7, %entry ], [ 7, %entry ], [ %j1, %b ]
  %i1 = add i32 %i, %n
  %q1 = load ptr, ptr %p
  indirectbr ptr %q1, [label %b]
b:
  %j = phi i32 [ 9, %entry ], [ %i1, %a ]
  %j1 = mul i32 %j, %n
  %c = icmp slt i32 %j1, 100
  br i1 %c, label %a, label %done
done:
  ret i32 %j1
}


declare i32 @printf(ptr, ...)
@format = private constant [16 x i8] c"%d %d %d %d %d\0A\00"

define i32 @main() {
  %p1 = getelementptr ptr, ptr @targets, i64 1
  %p2 = getelementptr ptr, ptr @targets, i64 2
  %t1 = getelementptr ptr, ptr @twice, i64 1
  %t2 = getelementptr ptr, ptr @twice, i64 2
  %l1 = getelementptr ptr, ptr @loop, i64 1
  %a = call i32 @one(ptr %p1)
  %b = call i32 @one(ptr %p2)
  %c = call i32 @two(ptr %t1, ptr null, i1 true)
  %d = call i32 @two(ptr null, ptr %t2, i1 false)
  %e = call i32 @phis(ptr %l1, i32 3)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b, i32 %c, i32 %d, i32 %e)
  ret i32 0
}

attributes #0 = { "target-features"="+retpoline-indirect-branches,+retpoline-indirect-calls" }
