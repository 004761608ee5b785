; The dispatch of a switch in a loop is copied to the ends of its cases, with the check of its range: each case has
; an indirect jump that is predicted by itself. Small code keeps one.
; RUN: avarice compile %s -O2 -filetype=asm -o - | grep -c 'jmpq.*[*]'
; OUTPUT:
; 6

define i64 @interpret(ptr %code, i64 %start) {
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

define i64 @interpret_small(ptr %code, i64 %start) optsize {
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
