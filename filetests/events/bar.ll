; The decisions about the seed's function, as lines of JSON: why %10 is split for its hint, and what takes which
; register. Changes are left out here.
; RUN: avarice compile %s -O1 -filetype=null --events %t
; RUN: sed -n -e '/"pass":"greedy"/!d' -e 's/,"changes".*/}/' -e 's/,"terms":.*/}/' -e p %t
; OUTPUT:
; {"function":"bar","seq":94,"pass":"greedy","kind":"weight","reg":"%2"}
; {"function":"bar","seq":95,"pass":"greedy","kind":"weight","reg":"%10"}
; {"function":"bar","seq":96,"pass":"greedy","kind":"weight","reg":"%12"}
; {"function":"bar","seq":97,"pass":"greedy","kind":"weight","reg":"%13"}
; {"function":"bar","seq":98,"pass":"greedy","kind":"begin"}
; {"function":"bar","seq":99,"pass":"greedy","kind":"enqueue","reg":"%2","priority":3221225528,"stage":"assign"}
; {"function":"bar","seq":100,"pass":"greedy","kind":"enqueue","reg":"%10","priority":3758096626,"stage":"assign"}
; {"function":"bar","seq":101,"pass":"greedy","kind":"enqueue","reg":"%12","priority":3758096928,"stage":"assign"}
; {"function":"bar","seq":102,"pass":"greedy","kind":"enqueue","reg":"%13","priority":3758096768,"stage":"assign"}
; {"function":"bar","seq":103,"pass":"greedy","kind":"dequeue","reg":"%12","weight":0.008559322,"stage":"assign"}
; {"function":"bar","seq":104,"pass":"greedy","kind":"hint-missed","reg":"%12","hint":"$eax","free":"$ebx","obstacle":{"phys":"$eax","obstacle":"call","regs":[]}}
; {"function":"bar","seq":105,"pass":"greedy","kind":"hint-savings","reg":"%12","hint":"$eax","saved":1,"limit":0.75}
; {"function":"bar","seq":106,"pass":"greedy","kind":"region","reg":"%12","phys":"$eax","static_cost":1.5,"cost":null,"bundles":[],"outcome":"worse"}
; {"function":"bar","seq":107,"pass":"greedy","kind":"assign","reg":"%12","phys":"$ebx","hint":"$eax","cost":0}
; {"function":"bar","seq":108,"pass":"greedy","kind":"dequeue","reg":"%13","weight":0.006441327,"stage":"assign"}
; {"function":"bar","seq":109,"pass":"greedy","kind":"hint-missed","reg":"%13","hint":"$eax","free":"$ebp","obstacle":{"phys":"$eax","obstacle":"call","regs":[]}}
; {"function":"bar","seq":110,"pass":"greedy","kind":"hint-savings","reg":"%13","hint":"$eax","saved":1,"limit":0.75}
; {"function":"bar","seq":111,"pass":"greedy","kind":"region","reg":"%13","phys":"$eax","static_cost":0.5,"cost":1,"bundles":[1,2],"outcome":"worse"}
; {"function":"bar","seq":112,"pass":"greedy","kind":"assign","reg":"%13","phys":"$ebp","hint":"$eax","cost":0}
; {"function":"bar","seq":113,"pass":"greedy","kind":"dequeue","reg":"%10","weight":0.007866044,"stage":"assign"}
; {"function":"bar","seq":114,"pass":"greedy","kind":"hint-missed","reg":"%10","hint":"$edi","free":"$r14d","obstacle":{"phys":"$edi","obstacle":"call","regs":[]}}
; {"function":"bar","seq":115,"pass":"greedy","kind":"hint-savings","reg":"%10","hint":"$edi","saved":1.5,"limit":1.125}
; {"function":"bar","seq":116,"pass":"greedy","kind":"region","reg":"%10","phys":"$edi","static_cost":1,"cost":1,"bundles":[1],"outcome":"best"}
; {"function":"bar","seq":117,"pass":"greedy","kind":"weight","reg":"%14"}
; {"function":"bar","seq":118,"pass":"greedy","kind":"weight","reg":"%15"}
; {"function":"bar","seq":119,"pass":"greedy","kind":"weight","reg":"%16"}
; {"function":"bar","seq":120,"pass":"greedy","kind":"split","reg":"%10","how":"hint","phys":"$edi","cost":1,"pieces":[{"reg":"%14","interval":0},{"reg":"%15","interval":1},{"reg":"%16","interval":2}]}
; {"function":"bar","seq":121,"pass":"greedy","kind":"drop","reg":"%14"}
; {"function":"bar","seq":122,"pass":"greedy","kind":"enqueue","reg":"%15","priority":3758096570,"stage":"split-2"}
; {"function":"bar","seq":123,"pass":"greedy","kind":"enqueue","reg":"%16","priority":3221225612,"stage":"assign"}
; {"function":"bar","seq":124,"pass":"greedy","kind":"dequeue","reg":"%15","weight":0.006894198,"stage":"split-2"}
; {"function":"bar","seq":125,"pass":"greedy","kind":"assign","reg":"%15","phys":"$edi","hint":"$edi","cost":0}
; {"function":"bar","seq":126,"pass":"greedy","kind":"dequeue","reg":"%16","weight":0.006644737,"stage":"assign"}
; {"function":"bar","seq":127,"pass":"greedy","kind":"hint-missed","reg":"%16","hint":"$edi","free":"$ebp","obstacle":{"phys":"$edi","obstacle":"call","regs":[]}}
; {"function":"bar","seq":128,"pass":"greedy","kind":"hint-savings","reg":"%16","hint":"$edi","saved":2,"limit":1.5}
; {"function":"bar","seq":129,"pass":"greedy","kind":"region","reg":"%16","phys":"$edi","static_cost":null,"cost":null,"bundles":[],"outcome":"no-bundle"}
; {"function":"bar","seq":130,"pass":"greedy","kind":"assign","reg":"%16","phys":"$ebp","hint":"$edi","cost":0}
; {"function":"bar","seq":131,"pass":"greedy","kind":"dequeue","reg":"%2","weight":"INF","stage":"assign"}
; {"function":"bar","seq":132,"pass":"greedy","kind":"assign","reg":"%2","phys":"$eax","hint":"$eax","cost":0}
; {"function":"bar","seq":133,"pass":"greedy","kind":"pass","title":"Greedy Register Allocator"}

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
