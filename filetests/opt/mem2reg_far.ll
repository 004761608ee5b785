; Slots that live through many blocks without accesses: phis stay where a load needs them, and no others.
; Expected output made by opt 19.1.7.
; RUN: avarice opt -S -passes=mem2reg %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i32 @far(i32 %x, i1 %c) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %last, %entry
;   %used.0 = phi i32 [ %x, %entry ], [ %used.1, %last ]
;   br i1 %c, label %left, label %right
;
; left:                                             ; preds = %loop
;   br label %head0
;
; right:                                            ; preds = %loop
;   br label %head0
;
; head0:                                            ; preds = %right, %left
;   %used.1 = phi i32 [ 1, %left ], [ %used.0, %right ]
;   br i1 %c, label %side0, label %head1
;
; side0:                                            ; preds = %head0
;   br label %head1
;
; head1:                                            ; preds = %side0, %head0
;   br i1 %c, label %side1, label %head2
;
; side1:                                            ; preds = %head1
;   br label %head2
;
; head2:                                            ; preds = %side1, %head1
;   br i1 %c, label %side2, label %head3
;
; side2:                                            ; preds = %head2
;   br label %head3
;
; head3:                                            ; preds = %side2, %head2
;   br i1 %c, label %side3, label %head4
;
; side3:                                            ; preds = %head3
;   br label %head4
;
; head4:                                            ; preds = %side3, %head3
;   br i1 %c, label %side4, label %head5
;
; side4:                                            ; preds = %head4
;   br label %head5
;
; head5:                                            ; preds = %side4, %head4
;   br i1 %c, label %side5, label %head6
;
; side5:                                            ; preds = %head5
;   br label %head6
;
; head6:                                            ; preds = %side5, %head5
;   br i1 %c, label %side6, label %head7
;
; side6:                                            ; preds = %head6
;   br label %head7
;
; head7:                                            ; preds = %side6, %head6
;   br i1 %c, label %side7, label %head8
;
; side7:                                            ; preds = %head7
;   br label %head8
;
; head8:                                            ; preds = %side7, %head7
;   br i1 %c, label %side8, label %head9
;
; side8:                                            ; preds = %head8
;   br label %head9
;
; head9:                                            ; preds = %side8, %head8
;   br i1 %c, label %side9, label %head10
;
; side9:                                            ; preds = %head9
;   br label %head10
;
; head10:                                           ; preds = %side9, %head9
;   br i1 %c, label %side10, label %head11
;
; side10:                                           ; preds = %head10
;   br label %head11
;
; head11:                                           ; preds = %side10, %head10
;   br i1 %c, label %side11, label %head12
;
; side11:                                           ; preds = %head11
;   br label %head12
;
; head12:                                           ; preds = %side11, %head11
;   br i1 %c, label %side12, label %head13
;
; side12:                                           ; preds = %head12
;   br label %head13
;
; head13:                                           ; preds = %side12, %head12
;   br i1 %c, label %side13, label %head14
;
; side13:                                           ; preds = %head13
;   br label %head14
;
; head14:                                           ; preds = %side13, %head13
;   br i1 %c, label %side14, label %head15
;
; side14:                                           ; preds = %head14
;   br label %head15
;
; head15:                                           ; preds = %side14, %head14
;   br i1 %c, label %side15, label %head16
;
; side15:                                           ; preds = %head15
;   br label %head16
;
; head16:                                           ; preds = %side15, %head15
;   br i1 %c, label %side16, label %head17
;
; side16:                                           ; preds = %head16
;   br label %head17
;
; head17:                                           ; preds = %side16, %head16
;   br i1 %c, label %side17, label %head18
;
; side17:                                           ; preds = %head17
;   br label %head18
;
; head18:                                           ; preds = %side17, %head17
;   br i1 %c, label %side18, label %head19
;
; side18:                                           ; preds = %head18
;   br label %head19
;
; head19:                                           ; preds = %side18, %head18
;   br i1 %c, label %side19, label %head20
;
; side19:                                           ; preds = %head19
;   br label %head20
;
; head20:                                           ; preds = %side19, %head19
;   br i1 %c, label %side20, label %head21
;
; side20:                                           ; preds = %head20
;   br label %head21
;
; head21:                                           ; preds = %side20, %head20
;   br i1 %c, label %side21, label %head22
;
; side21:                                           ; preds = %head21
;   br label %head22
;
; head22:                                           ; preds = %side21, %head21
;   br i1 %c, label %side22, label %head23
;
; side22:                                           ; preds = %head22
;   br label %head23
;
; head23:                                           ; preds = %side22, %head22
;   br i1 %c, label %side23, label %head24
;
; side23:                                           ; preds = %head23
;   br label %head24
;
; head24:                                           ; preds = %side23, %head23
;   br i1 %c, label %side24, label %head25
;
; side24:                                           ; preds = %head24
;   br label %head25
;
; head25:                                           ; preds = %side24, %head24
;   br i1 %c, label %side25, label %head26
;
; side25:                                           ; preds = %head25
;   br label %head26
;
; head26:                                           ; preds = %side25, %head25
;   br i1 %c, label %side26, label %head27
;
; side26:                                           ; preds = %head26
;   br label %head27
;
; head27:                                           ; preds = %side26, %head26
;   br i1 %c, label %side27, label %head28
;
; side27:                                           ; preds = %head27
;   br label %head28
;
; head28:                                           ; preds = %side27, %head27
;   br i1 %c, label %side28, label %head29
;
; side28:                                           ; preds = %head28
;   br label %head29
;
; head29:                                           ; preds = %side28, %head28
;   br i1 %c, label %side29, label %head30
;
; side29:                                           ; preds = %head29
;   br label %head30
;
; head30:                                           ; preds = %side29, %head29
;   br i1 %c, label %side30, label %head31
;
; side30:                                           ; preds = %head30
;   br label %head31
;
; head31:                                           ; preds = %side30, %head30
;   br i1 %c, label %side31, label %head32
;
; side31:                                           ; preds = %head31
;   br label %head32
;
; head32:                                           ; preds = %side31, %head31
;   br i1 %c, label %side32, label %head33
;
; side32:                                           ; preds = %head32
;   br label %head33
;
; head33:                                           ; preds = %side32, %head32
;   br i1 %c, label %side33, label %last
;
; side33:                                           ; preds = %head33
;   br label %last
;
; last:                                             ; preds = %side33, %head33
;   br i1 %c, label %loop, label %end
;
; end:                                              ; preds = %last
;   %e = add i32 %used.1, 2
;   ret i32 %e
; }

define i32 @far(i32 %x, i1 %c) {
entry:
  %used = alloca i32, align 4
  %unused = alloca i32, align 4
  %early = alloca i32, align 4
  store i32 %x, ptr %used, align 4
  store i32 %x, ptr %unused, align 4
  store i32 0, ptr %early, align 4
  br label %loop
loop:
  %start = load i32, ptr %early, align 4
  br i1 %c, label %left, label %right
left:
  store i32 1, ptr %used, align 4
  store i32 1, ptr %unused, align 4
  br label %head0
right:
  store i32 %start, ptr %early, align 4
  br label %head0
head0:
  br i1 %c, label %side0, label %head1
side0:
  br label %head1
head1:
  br i1 %c, label %side1, label %head2
side1:
  br label %head2
head2:
  br i1 %c, label %side2, label %head3
side2:
  br label %head3
head3:
  br i1 %c, label %side3, label %head4
side3:
  br label %head4
head4:
  br i1 %c, label %side4, label %head5
side4:
  br label %head5
head5:
  br i1 %c, label %side5, label %head6
side5:
  br label %head6
head6:
  br i1 %c, label %side6, label %head7
side6:
  br label %head7
head7:
  br i1 %c, label %side7, label %head8
side7:
  br label %head8
head8:
  br i1 %c, label %side8, label %head9
side8:
  br label %head9
head9:
  br i1 %c, label %side9, label %head10
side9:
  br label %head10
head10:
  br i1 %c, label %side10, label %head11
side10:
  br label %head11
head11:
  br i1 %c, label %side11, label %head12
side11:
  br label %head12
head12:
  br i1 %c, label %side12, label %head13
side12:
  br label %head13
head13:
  br i1 %c, label %side13, label %head14
side13:
  br label %head14
head14:
  br i1 %c, label %side14, label %head15
side14:
  br label %head15
head15:
  br i1 %c, label %side15, label %head16
side15:
  br label %head16
head16:
  br i1 %c, label %side16, label %head17
side16:
  br label %head17
head17:
  br i1 %c, label %side17, label %head18
side17:
  br label %head18
head18:
  br i1 %c, label %side18, label %head19
side18:
  br label %head19
head19:
  br i1 %c, label %side19, label %head20
side19:
  br label %head20
head20:
  br i1 %c, label %side20, label %head21
side20:
  br label %head21
head21:
  br i1 %c, label %side21, label %head22
side21:
  br label %head22
head22:
  br i1 %c, label %side22, label %head23
side22:
  br label %head23
head23:
  br i1 %c, label %side23, label %head24
side23:
  br label %head24
head24:
  br i1 %c, label %side24, label %head25
side24:
  br label %head25
head25:
  br i1 %c, label %side25, label %head26
side25:
  br label %head26
head26:
  br i1 %c, label %side26, label %head27
side26:
  br label %head27
head27:
  br i1 %c, label %side27, label %head28
side27:
  br label %head28
head28:
  br i1 %c, label %side28, label %head29
side28:
  br label %head29
head29:
  br i1 %c, label %side29, label %head30
side29:
  br label %head30
head30:
  br i1 %c, label %side30, label %head31
side30:
  br label %head31
head31:
  br i1 %c, label %side31, label %head32
side31:
  br label %head32
head32:
  br i1 %c, label %side32, label %head33
side32:
  br label %head33
head33:
  br i1 %c, label %side33, label %last
side33:
  br label %last
last:
  store i32 2, ptr %unused, align 4
  br i1 %c, label %loop, label %end
end:
  %a = load i32, ptr %used, align 4
  %b = load i32, ptr %unused, align 4
  %e = add i32 %a, %b
  ret i32 %e
}
