; int bar() { int a = 10*10; int b = 20; if (a>0) { return a+1; } else { return a-1; } }: the product is computed,
; b is not used, the condition holds. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=mem2reg,sccp,simplifycfg,dce %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @bar() {
; entry:
;   ret i32 101
; }

define i32 @bar() {
entry:
  %retval = alloca i32, align 4
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %product = mul nsw i32 10, 10
  store i32 %product, ptr %a, align 4
  store i32 20, ptr %b, align 4
  %0 = load i32, ptr %a, align 4
  %cmp = icmp sgt i32 %0, 0
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %1 = load i32, ptr %a, align 4
  %add = add nsw i32 %1, 1
  store i32 %add, ptr %retval, align 4
  br label %return

if.else:
  %2 = load i32, ptr %a, align 4
  %sub = sub nsw i32 %2, 1
  store i32 %sub, ptr %retval, align 4
  br label %return

return:
  %3 = load i32, ptr %retval, align 4
  ret i32 %3
}
