; The dispatch of a switch in a loop is not copied if it holds the text of an assembler, which may define a label; the
; copies of one that is know what memory they read.
; RUN: avarice compile %s -O2 -stop-after=block-placement -o - | FileCheck %s

; CHECK-LABEL: name: labelled
; CHECK: JMP64m
; CHECK-NOT: JMP64m
; CHECK-LABEL: name: plain
; CHECK-COUNT-5: JMP64m {{.*}} :: (load (s64) from jump-table)

define i64 @labelled(ptr %code, i64 %start) {
entry:
  br label %next

next:
  %at = phi ptr [ %code, %entry ], [ %after, %double ], [ %after, %add ], [ %after, %invert ], [ %after, %shift ]
  %value = phi i64 [ %start, %entry ], [ %doubled, %double ], [ %sum, %add ], [ %inverted, %invert ], [ %shifted, %shift ]
  call void asm sideeffect "dispatch: nop", ""()
  %op = load i32, ptr %at
  %after = getelementptr i8, ptr %at, i64 4
  switch i32 %op, label %done [
    i32 0, label %double
    i32 1, label %add
    i32 2, label %invert
    i32 3, label %shift
  ]

double:
  %doubled = mul i64 %value, 7
  br label %next

add:
  %sum = add i64 %value, 12345
  br label %next

invert:
  %inverted = xor i64 %value, 4711
  br label %next

shift:
  %shifted = lshr i64 %value, 3
  br label %next

done:
  ret i64 %value
}

define i64 @plain(ptr %code, i64 %start) {
entry:
  br label %next

next:
  %at = phi ptr [ %code, %entry ], [ %after, %double ], [ %after, %add ], [ %after, %invert ], [ %after, %shift ]
  %value = phi i64 [ %start, %entry ], [ %doubled, %double ], [ %sum, %add ], [ %inverted, %invert ], [ %shifted, %shift ]
  %op = load i32, ptr %at
  %after = getelementptr i8, ptr %at, i64 4
  switch i32 %op, label %done [
    i32 0, label %double
    i32 1, label %add
    i32 2, label %invert
    i32 3, label %shift
  ]

double:
  %doubled = mul i64 %value, 7
  br label %next

add:
  %sum = add i64 %value, 12345
  br label %next

invert:
  %inverted = xor i64 %value, 4711
  br label %next

shift:
  %shifted = lshr i64 %value, 3
  br label %next

done:
  ret i64 %value
}
