; The variable that two branches set becomes a phi. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=mem2reg %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @_Z3fooib(i32 %x, i1 zeroext %cond) {
; entry:
;   %frombool = zext i1 %cond to i8
;   %tobool = trunc i8 %frombool to i1
;   br i1 %tobool, label %if.then, label %if.else
;
; if.then:                                          ; preds = %entry
;   br label %if.end
;
; if.else:                                          ; preds = %entry
;   br label %if.end
;
; if.end:                                           ; preds = %if.else, %if.then
;   %inc.0 = phi i32 [ 1, %if.then ], [ -1, %if.else ]
;   %add = add nsw i32 %x, %inc.0
;   ret i32 %add
; }

define i32 @_Z3fooib(i32 %x, i1 zeroext %cond) {
entry:
  %x.addr = alloca i32, align 4
  %cond.addr = alloca i8, align 1
  %inc = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  %frombool = zext i1 %cond to i8
  store i8 %frombool, ptr %cond.addr, align 1
  %0 = load i8, ptr %cond.addr, align 1
  %tobool = trunc i8 %0 to i1
  br i1 %tobool, label %if.then, label %if.else

if.then:                                          ; preds = %entry
  store i32 1, ptr %inc, align 4
  br label %if.end

if.else:                                          ; preds = %entry
  store i32 -1, ptr %inc, align 4
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  %1 = load i32, ptr %x.addr, align 4
  %2 = load i32, ptr %inc, align 4
  %add = add nsw i32 %1, %2
  ret i32 %add
}
