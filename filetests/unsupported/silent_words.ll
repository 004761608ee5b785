; Words that would be passed over: features that ask for fences in the code, tagged variables, versions of DWARF with other
; forms.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -mattr=+seses -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: module flag "Dwarf Version" of 3
;   --> %s:29:15
;    |
; 29 | !0 = !{i32 2, !"Dwarf Version", i32 3}
;    |               ^^^^^^^^^^^^^^^^
; error: unsupported: sanitize_memtag of variable `tagged`
;   --> %s:22:1
;    |
; 22 | @tagged = global i32 1, sanitize_memtag
;    | ^^^^^^^
; error: unsupported: feature +lvi-load-hardening in function `hardened`
;   --> %s:24:13
;    |
; 24 | define void @hardened() "target-features"="+lvi-load-hardening" {
;    |             ^^^^^^^^^

@tagged = global i32 1, sanitize_memtag

define void @hardened() "target-features"="+lvi-load-hardening" {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Dwarf Version", i32 3}
