; What a join changes: the copy is gone, an instruction reads another register, one live interval less.
; RUN: avarice compile %s -O1 -filetype=null --events %t
; RUN: grep '"kind":"join","gone":"%3"' %t
; OUTPUT:
; {"function":"bar","seq":76,"pass":"register-coalescer","kind":"join","gone":"%3","kept":"%13","changes":[{"change":"removed","id":25},{"change":"inst","id":3,"block":3,"after":32,"slot":"512B","text":"%11:gr32 = nsw SUB32rr %11:gr32(tied-def 0), %13:gr32, implicit-def dead $eflags","defs":["%11"],"uses":["%11","%13"],"is_copy":false,"is_phi":false,"location":null},{"change":"inst","id":2,"block":3,"after":33,"slot":"544B","text":"%12:gr32 = nsw IMUL32rr %12:gr32(tied-def 0), %13:gr32, implicit-def dead $eflags","defs":["%12"],"uses":["%12","%13"],"is_copy":false,"is_phi":false,"location":null},{"change":"gone","reg":"%3"},{"change":"interval","reg":"%13","class":"GR32","interval":{"weight":0,"segments":[["112r","240r",3],["240r","288B",1],["288B","400r",3],["448r","464B",0],["464B","544r",2]],"values":["448r","240r","464B","112r"],"sub_ranges":[]}}]}

target triple = "x86_64-pc-linux-gnu"

define dso_local i32 @bar(i32 noundef %a, i32 noundef %b) local_unnamed_addr nounwind {
entry:
  %cmp = icmp sgt i32 %a, %b
  %call = tail call i32 @foo(i32 noundef %a) nounwind
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %mul = mul nsw i32 %b, %a
  %add = add nsw i32 %call, %mul
  br label %if.end

if.else:
  %call2 = tail call i32 @foo(i32 noundef %a) nounwind
  %mul3 = mul nsw i32 %call2, %call
  %add4 = add nsw i32 %mul3, %b
  br label %if.end

if.end:
  %a.addr.0 = phi i32 [ %add, %if.then ], [ %add4, %if.else ]
  %sub = sub nsw i32 %b, %a.addr.0
  %mul5 = mul nsw i32 %sub, %a.addr.0
  ret i32 %mul5
}

declare i32 @foo(i32 noundef) local_unnamed_addr

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
