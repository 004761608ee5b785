; bench measures several compilers on the same modules: a table, or all numbers as JSON, and a chart. The baseline is
; the first that is named.

; RUN: avarice bench %s -with=greedy,ion -repeat=2 -svg=%t.svg > %t.table
; RUN: FileCheck %s < %t.table
; RUN: FileCheck %s -check-prefix=CHART < %t.svg
; RUN: avarice bench %s -with=greedy,ion -repeat=2 -json=- | FileCheck %s -check-prefix=JSON
; RUN: avarice bench %s -with=basic -repeat=1 -run -- 30 | FileCheck %s -check-prefix=PROGRAM

; CHECK:      |        | inputs | {{ *}}compile | read |
; CHECK-NEXT: | ------ | -----: |
; CHECK-NEXT: | greedy |      1 | {{[0-9.]+}} s = 1.00 (1.00-1.00) |
; CHECK-NEXT: | ion    |      1 | {{[0-9.]+}} s = {{[0-9.]+ \([0-9.]+-[0-9.]+\)}} |
; CHECK: 1 input, 2 rounds

; CHART: <svg xmlns="http://www.w3.org/2000/svg"
; CHART: 1 input, 2 rounds: relative to greedy (less is better)
; CHART: >compile time</text>
; CHART: >greedy</text>
; CHART: >1.00</text>
; CHART: >ion</text>
; CHART: >code size</text>
; CHART: </svg>

; JSON:      "inputs": [
; JSON-NEXT:   "{{.*}}bench.ll"
; JSON:      "repetitions": 2,
; JSON:      "name": "greedy",
; JSON:      "text_bytes": {{[1-9][0-9]*}},
; JSON:      "spills": {
; JSON-NEXT:   "instructions": 0,
; JSON:      "allocate": {{[0-9.e-]+}},
; JSON:      "wrong_output": false
; JSON:      "name": "ion",
; JSON:      "summary": [
; JSON:      "weighted_moves": {

; PROGRAM: | basic |      1 | {{.*}} | 1.00 (1.00-1.00) |

declare i32 @atoi(ptr)

declare i32 @putchar(i32)

define i32 @main(i32 %count, ptr %arguments) {
entry:
  %slot = getelementptr ptr, ptr %arguments, i64 1
  %text = load ptr, ptr %slot
  %n = call i32 @atoi(ptr %text)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %letter = add i32 %i, 65
  %written = call i32 @putchar(i32 %letter)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i32 0
}
