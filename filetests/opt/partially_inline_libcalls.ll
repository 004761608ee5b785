; Square roots are computed in place; the library is called where it has an error to tell.
; RUN: avarice opt -S -passes=partially-inline-libcalls -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; declare double @sqrt(double)
;
; declare float @sqrtf(float)
;
; define float @two(float %x, i1 %k) {
; entry:
;   br i1 %k, label %roots, label %end
;
; roots:                                            ; preds = %entry
;   %0 = call float @llvm.sqrt.f32(float %x)
;   %1 = fcmp ord float %0, %0
;   br i1 %1, label %3, label %2
;
; 2:                                                ; preds = %roots
;   %a = tail call float @sqrtf(float %x)
;   br label %3
;
; 3:                                                ; preds = %2, %roots
;   %4 = phi float [ %0, %roots ], [ %a, %2 ]
;   %5 = call float @llvm.sqrt.f32(float %4)
;   %6 = fcmp ord float %5, %5
;   br i1 %6, label %8, label %7
;
; 7:                                                ; preds = %3
;   %b = call float @sqrtf(float %4)
;   br label %8
;
; 8:                                                ; preds = %7, %3
;   %9 = phi float [ %5, %3 ], [ %b, %7 ]
;   %c = fadd float %4, %9
;   br label %end
;
; end:                                              ; preds = %8, %entry
;   %r = phi float [ %c, %8 ], [ 0.000000e+00, %entry ]
;   ret float %r
; }
;
; define double @loop(double %x) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %3, %entry
;   %y = phi double [ %x, %entry ], [ %4, %3 ]
;   %0 = call nsz double @llvm.sqrt.f64(double %y)
;   %1 = fcmp ord double %0, %0
;   br i1 %1, label %3, label %2
;
; 2:                                                ; preds = %loop
;   %z = call nsz double @sqrt(double %y)
;   br label %3
;
; 3:                                                ; preds = %2, %loop
;   %4 = phi double [ %0, %loop ], [ %z, %2 ]
;   %k = fcmp ogt double %4, 2.000000e+00
;   br i1 %k, label %loop, label %end
;
; end:                                              ; preds = %3
;   ret double %4
; }
;
; define void @for_errno(double %x) {
;   %a = call double @sqrt(double %x)
;   ret void
; }
;
; define double @must_be_last(double %x) {
;   %a = musttail call double @sqrt(double %x)
;   ret double %a
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare float @llvm.sqrt.f32(float) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.sqrt.f64(double) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
declare double @sqrt(double)
declare float @sqrtf(float)

define float @two(float %x, i1 %k) {
entry:
  br i1 %k, label %roots, label %end

roots:
  %a = tail call float @sqrtf(float %x)
  %b = call float @sqrtf(float %a)
  %c = fadd float %a, %b
  br label %end

end:
  %r = phi float [ %c, %roots ], [ 0.0, %entry ]
  ret float %r
}

define double @loop(double %x) {
entry:
  br label %loop

loop:
  %y = phi double [ %x, %entry ], [ %z, %loop ]
  %z = call nsz double @sqrt(double %y)
  %k = fcmp ogt double %z, 2.0
  br i1 %k, label %loop, label %end

end:
  ret double %z
}

define void @for_errno(double %x) {
  %a = call double @sqrt(double %x)
  ret void
}

define double @must_be_last(double %x) {
  %a = musttail call double @sqrt(double %x)
  ret double %a
}
