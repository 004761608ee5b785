; What MIR output embeds is IR that reads as the same again: written twice it does not change.
; RUN: avarice compile %s -stop-after=finalize-isel -o %t.1.mir
; RUN: avarice compile -x mir - -run-pass=none -o %t.2.mir < %t.1.mir
; RUN: avarice compile -x mir - -run-pass=none -o %t.3.mir < %t.2.mir
; RUN: diff %t.2.mir %t.3.mir
; RUN: avarice compile %s -o %t.1.s
; RUN: avarice compile %t.3.mir -o %t.2.s
; RUN: diff %t.1.s %t.2.s

source_filename = "embedded.ll"

@counter = internal global i64 3, align 8
@text = private unnamed_addr constant [4 x i8] c"abc\00"

declare i32 @puts(ptr nocapture readonly)

define i32 @f(i32 %x, ptr %p) {
entry:
  %slot = alloca [6 x i32], align 16
  %wide = sext i32 %x to i64
  %at = getelementptr inbounds [6 x i32], ptr %slot, i64 0, i64 %wide
  store i32 %x, ptr %at, align 4
  switch i32 %x, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %other
    i32 3, label %a
    i32 4, label %b
  ]
a:
  %r = call i32 @puts(ptr @text)
  br label %other
b:
  %v = load i64, ptr @counter, align 8
  %n = add i64 %v, 1
  store i64 %n, ptr @counter, align 8
  br label %other
other:
  %result = phi i32 [ 7, %entry ], [ 7, %entry ], [ %r, %a ], [ %x, %b ]
  ret i32 %result
}
