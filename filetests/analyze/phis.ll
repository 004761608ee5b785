; A use in a phi belongs to the edge from the predecessor: %x is live out of %a and not into %join; the phis' results
; are defined at the top of their block. %p goes around the loop through a phi of its own block.
; RUN: avarice analyze liveness %s
; OUTPUT:
; Function: f
; Basic blocks: 4
; BitVec map:
; 0 i1 %c
; 1 i32 %x
; 2 %p = phi i32 [ %x, %entry ], [ %y, %a ], [ %q, %join ]
; 3 %q = phi i32 [ 0, %entry ], [ %x, %a ], [ %p, %join ]
; 4 %again = icmp ult i32 %p, %q
; 5 %y = add i32 %x, 1
; Basic Block: %end
; defs:
; uses:
; 3 %q = phi i32 [ 0, %entry ], [ %x, %a ], [ %p, %join ]
; ================
; Basic Block: %join
; defs:
; 2 %p = phi i32 [ %x, %entry ], [ %y, %a ], [ %q, %join ]
; 3 %q = phi i32 [ 0, %entry ], [ %x, %a ], [ %p, %join ]
; 4 %again = icmp ult i32 %p, %q
; uses:
; uses in phis of successors:
; 2 %p = phi i32 [ %x, %entry ], [ %y, %a ], [ %q, %join ]
; 3 %q = phi i32 [ 0, %entry ], [ %x, %a ], [ %p, %join ]
; ================
; Basic Block: %a
; defs:
; 5 %y = add i32 %x, 1
; uses:
; 1 i32 %x
; uses in phis of successors:
; 1 i32 %x
; 5 %y = add i32 %x, 1
; ================
; Basic Block: %entry
; defs:
; uses:
; 0 i1 %c
; uses in phis of successors:
; 1 i32 %x
; ================
; 1 iteration:
; current bb:
; end:                                              ; preds = %join
;   ret i32 %q
;
; Before IN:
;
; After IN:
; 3
;
;
; current bb:
; join:                                             ; preds = %join, %a, %entry
;   %p = phi i32 [ %x, %entry ], [ %y, %a ], [ %q, %join ]
;   %q = phi i32 [ 0, %entry ], [ %x, %a ], [ %p, %join ]
;   %again = icmp ult i32 %p, %q
;   br i1 %again, label %join, label %end
;
; Before IN:
;
; After IN:
;
;
;
; current bb:
; a:                                                ; preds = %entry
;   %y = add i32 %x, 1
;   br label %join
;
; Before IN:
;
; After IN:
; 1
;
;
; current bb:
; entry:
;   br i1 %c, label %a, label %join
;
; Before IN:
;
; After IN:
; 0 1
;
;
; 2 iteration:
; current bb:
; end:                                              ; preds = %join
;   ret i32 %q
;
; Before IN:
; 3
; After IN:
; 3
;
;
; current bb:
; join:                                             ; preds = %join, %a, %entry
;   %p = phi i32 [ %x, %entry ], [ %y, %a ], [ %q, %join ]
;   %q = phi i32 [ 0, %entry ], [ %x, %a ], [ %p, %join ]
;   %again = icmp ult i32 %p, %q
;   br i1 %again, label %join, label %end
;
; Before IN:
;
; After IN:
;
;
;
; current bb:
; a:                                                ; preds = %entry
;   %y = add i32 %x, 1
;   br label %join
;
; Before IN:
; 1
; After IN:
; 1
;
;
; current bb:
; entry:
;   br i1 %c, label %a, label %join
;
; Before IN:
; 0 1
; After IN:
; 0 1
;
;
; ================== result ==================
; Basic Block: %end
; IN for bb:
; 3
; OUT for bb:
;
; Basic Block: %join
; IN for bb:
;
; OUT for bb:
; 2 3
; Basic Block: %a
; IN for bb:
; 1
; OUT for bb:
; 1 5
; Basic Block: %entry
; IN for bb:
; 0 1
; OUT for bb:
; 1
; Live Variables:
; 0 i1 %c
; 1 i32 %x
; 3 %q = phi i32 [ 0, %entry ], [ %x, %a ], [ %p, %join ]

define i32 @f(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %join

a:
  %y = add i32 %x, 1
  br label %join

join:
  %p = phi i32 [ %x, %entry ], [ %y, %a ], [ %q, %join ]
  %q = phi i32 [ 0, %entry ], [ %x, %a ], [ %p, %join ]
  %again = icmp ult i32 %p, %q
  br i1 %again, label %join, label %end

end:
  ret i32 %q
}
