; A file of events that cannot be written is an error, and no output is.
; RUN: avarice compile %s -o %t.s --events %t.none/events.jsonl
; EXIT: 1
; OUTPUT(stderr):
; error: cannot write '%t.none/events.jsonl': entity not found

define void @f() {
  ret void
}
