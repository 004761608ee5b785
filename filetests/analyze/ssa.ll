; Where stack slots need phis. %local is set and read within blocks: minimal form has phis for it, semi-pruned form sees
; that no block begins with it live. %stale crosses blocks, but nobody reads it behind the join: only pruned form
; knows. %needed needs its phi in each form; the address of %escapes is taken, so it is no slot.
; RUN: avarice analyze ssa %s
; OUTPUT:
; Function: f
; %local = alloca i32, align 4
;   minimal      1: %join
;   semi-pruned  0
;   pruned       0
; %stale = alloca i32, align 4
;   minimal      1: %join
;   semi-pruned  1: %join
;   pruned       0
; %needed = alloca i32, align 4
;   minimal      1: %join
;   semi-pruned  1: %join
;   pruned       1: %join
; slots: 3, phis: 3 minimal, 2 semi-pruned, 1 pruned

declare void @take(ptr)

define i32 @f(i1 %c, i32 %a) {
entry:
  %local = alloca i32
  %stale = alloca i32
  %needed = alloca i32
  %escapes = alloca i32
  call void @take(ptr %escapes)
  store i32 %a, ptr %stale
  br i1 %c, label %yes, label %no

yes:
  store i32 1, ptr %local
  %x = load i32, ptr %local
  %y = load i32, ptr %stale
  %z = add i32 %x, %y
  store i32 %z, ptr %stale
  store i32 %z, ptr %needed
  br label %join

no:
  store i32 2, ptr %local
  store i32 2, ptr %needed
  br label %join

join:
  %r = load i32, ptr %needed
  ret i32 %r
}
