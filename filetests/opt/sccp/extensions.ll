; Ranges of phis grow only so often; how often depends on the order of visits. Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=sccp %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @extended(float %f0, float %f1) {
; entry:
;   %c0 = fcmp olt float %f0, %f1
;   br i1 %c0, label %a, label %b
;
; a:                                                ; preds = %entry
;   br label %b
;
; b:                                                ; preds = %a, %entry
;   %first = phi i32 [ 1, %a ], [ 0, %entry ]
;   %c1 = fcmp olt float %f0, %f1
;   br i1 %c1, label %g, label %h
;
; h:                                                ; preds = %b
;   %two = add nuw nsw i32 %first, 2
;   br label %g
;
; g:                                                ; preds = %h, %b
;   %second = phi i32 [ %first, %b ], [ %two, %h ]
;   %c2 = fcmp olt float %f0, %f1
;   br i1 %c2, label %i, label %j
;
; i:                                                ; preds = %g
;   %four = add nuw nsw i32 %second, 4
;   br label %k
;
; j:                                                ; preds = %g
;   %eight = add nuw nsw i32 %second, 8
;   br label %k
;
; k:                                                ; preds = %j, %i
;   %third = phi i32 [ %four, %i ], [ %eight, %j ]
;   %d = fcmp olt float %f0, %f1
;   br i1 %d, label %t, label %m
;
; t:                                                ; preds = %k
;   %e = fcmp olt float %f0, %f1
;   br i1 %e, label %u, label %m
;
; u:                                                ; preds = %t
;   %more = add nuw nsw i32 %third, 16
;   br label %m
;
; m:                                                ; preds = %u, %t, %k
;   %fourth = phi i32 [ %more, %u ], [ %third, %t ], [ %third, %k ]
;   %last = add nuw nsw i32 %fourth, 32
;   ret i32 %last
; }

define i32 @extended(float %f0, float %f1) {
entry:
  %c0 = fcmp olt float %f0, %f1
  br i1 %c0, label %a, label %b

a:
  %one = add i32 0, 1
  br label %b

b:
  %first = phi i32 [ %one, %a ], [ 0, %entry ]
  %c1 = fcmp olt float %f0, %f1
  br i1 %c1, label %g, label %h

h:
  %two = add i32 %first, 2
  br label %g

g:
  %second = phi i32 [ %first, %b ], [ %two, %h ]
  %c2 = fcmp olt float %f0, %f1
  br i1 %c2, label %i, label %j

i:
  %four = add i32 %second, 4
  br label %k

j:
  %eight = add i32 %second, 8
  br label %k

k:
  %third = phi i32 [ %four, %i ], [ %eight, %j ]
  %d = fcmp olt float %f0, %f1
  br i1 %d, label %t, label %m

t:
  %e = fcmp olt float %f0, %f1
  br i1 %e, label %u, label %m

u:
  %more = add i32 %third, 16
  br label %m

m:
  %fourth = phi i32 [ %more, %u ], [ %third, %t ], [ %third, %k ]
  %last = add i32 %fourth, 32
  ret i32 %last
}
