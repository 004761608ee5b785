; Only the lines that differ; functions that are marked optnone too, as asked; what dce decides.
; RUN: avarice opt -passes=mem2reg,dce -print-changed=diff-quiet -debug-only=dce -ignore-optnone -disable-output %s
; OUTPUT(stderr):
; *** IR Dump After PromotePass on f ***
; @@ -1,7 +1,4 @@
;  define i32 @f(i32 %x) {
; -  %a = alloca i32, align 4
; -  store i32 %x, ptr %a, align 4
; -  %v = load i32, ptr %a, align 4
; -  %b = add i32 %v, 1
; -  ret i32 %v
; +  %b = add i32 %x, 1
; +  ret i32 %x
;  }
; DCE: %b = add i32 %x, 1
; *** IR Dump After DCEPass on f ***
; @@ -1,4 +1,3 @@
;  define i32 @f(i32 %x) {
; -  %b = add i32 %x, 1
;    ret i32 %x
;  }

define i32 @f(i32 %x) noinline optnone {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %v = load i32, ptr %a, align 4
  %b = add i32 %v, 1
  ret i32 %v
}
