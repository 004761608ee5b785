; What each pass changes, in opt's form. Expected output made by opt 19.1.7.
; RUN: avarice opt -passes=mem2reg,dce -print-changed -disable-output %s
; OUTPUT(stderr):
; *** IR Dump At Start ***
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @f(i32 %x) {
;   %a = alloca i32, align 4
;   store i32 %x, ptr %a, align 4
;   %v = load i32, ptr %a, align 4
;   ret i32 %v
; }
;
; ; Function Attrs: noinline optnone
; define i32 @kept(i32 %x) #0 {
;   %a = alloca i32, align 4
;   store i32 %x, ptr %a, align 4
;   %v = load i32, ptr %a, align 4
;   ret i32 %v
; }
;
; attributes #0 = { noinline optnone }
; *** IR Dump After PromotePass on f ***
; define i32 @f(i32 %x) {
;   ret i32 %x
; }
; *** IR Dump After DCEPass on f omitted because no change ***
; *** IR Pass PassManager<Function> on f ignored ***
; *** IR Pass PassManager<Function> on kept ignored ***
; *** IR Pass ModuleToFunctionPassAdaptor on [module] ignored ***
; *** IR Pass VerifierPass on [module] ignored ***

define i32 @f(i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

define i32 @kept(i32 %x) noinline optnone {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %v = load i32, ptr %a, align 4
  ret i32 %v
}
