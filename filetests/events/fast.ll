; The fast allocator goes through blocks from their end: what it assigns, stores and loads.
; RUN: avarice compile %s -O0 -filetype=null --events %t
; RUN: sed -n -e '/"pass":"regallocfast"/!d' -e 's/,"changes".*/}/' -e p %t
; OUTPUT:
; {"function":"f","seq":11,"pass":"regallocfast","kind":"assign","reg":"%0","phys":"$eax","hint":null,"cost":0}
; {"function":"f","seq":12,"pass":"regallocfast","kind":"assign","reg":"%2","phys":"$esi","hint":null,"cost":0}
; {"function":"f","seq":13,"pass":"regallocfast","kind":"assign","reg":"%1","phys":"$eax","hint":null,"cost":0}
; {"function":"f","seq":14,"pass":"regallocfast","kind":"load-before","reg":"%2","phys":"$esi","slot":0,"text":"ADJCALLSTACKUP64 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp"}
; {"function":"f","seq":15,"pass":"regallocfast","kind":"assign","reg":"%3","phys":"$edi","hint":null,"cost":0}
; {"function":"f","seq":16,"pass":"regallocfast","kind":"assign","reg":"%2","phys":"$esi","hint":null,"cost":0}
; {"function":"f","seq":17,"pass":"regallocfast","kind":"assign","reg":"%4","phys":"$edi","hint":null,"cost":0}
; {"function":"f","seq":18,"pass":"regallocfast","kind":"store-behind","reg":"%2","phys":"$esi","slot":0,"text":"%2:gr32 = COPY $esi"}
; {"function":"f","seq":19,"pass":"regallocfast","kind":"pass","title":"Fast Register Allocator"}

declare i32 @next(i32)

define i32 @f(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  %got = call i32 @next(i32 %sum)
  %both = add i32 %got, %b
  ret i32 %both
}
