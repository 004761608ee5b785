; What an invoke returns is not known where it unwinds to: the phi there stays.
; RUN: avarice opt -S -passes=mem2reg -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @f() personality ptr @__gxx_personality_v0 {
; entry:
;   %r = invoke i32 @g()
;           to label %normal unwind label %pad
;
; normal:                                           ; preds = %entry
;   br label %join
;
; pad:                                              ; preds = %entry
;   %e = landingpad { ptr, i32 }
;           cleanup
;   br label %join
;
; join:                                             ; preds = %pad, %normal
;   %a.0 = phi i32 [ %r, %normal ], [ undef, %pad ]
;   ret i32 %a.0
; }
;
; declare i32 @g()
;
; declare i32 @__gxx_personality_v0(...)

define i32 @f() personality ptr @__gxx_personality_v0 {
entry:
  %a = alloca i32, align 4
  %r = invoke i32 @g()
          to label %normal unwind label %pad

normal:                                           ; preds = %entry
  store i32 %r, ptr %a, align 4
  br label %join

pad:                                              ; preds = %entry
  %e = landingpad { ptr, i32 }
          cleanup
  br label %join

join:                                             ; preds = %pad, %normal
  %v = load i32, ptr %a, align 4
  ret i32 %v
}

declare i32 @g()

declare i32 @__gxx_personality_v0(...)
