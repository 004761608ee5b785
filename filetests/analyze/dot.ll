; The graph with the sets, for graphviz. Quotes in names are escaped.
; RUN: avarice analyze liveness --dot %s
; OUTPUT:
; digraph "a \"b\"" {
;   node [shape=box, fontname=monospace];
;   node0 [label="IN: %a\l0:\l  %c = icmp eq i32 %a, 0\l  br i1 %c, label %\"y\\22\", label %no\lOUT: %a\l"];
;   node0 -> node1;
;   node0 -> node2;
;   node1 [label="IN: %a\l\"y\\22\":                                           ; preds = %0\l  ret i32 %a\lOUT: \l"];
;   node2 [label="IN: \lno:                                               ; preds = %0\l  ret i32 -1\lOUT: \l"];
; }

define i32 @"a \22b\22"(i32 %a) {
  %c = icmp eq i32 %a, 0
  br i1 %c, label %"y\22", label %no

"y\22":
  ret i32 %a

no:
  ret i32 -1
}
