; -pgo-analysis-map adds to the map of block addresses how often functions were entered, how often blocks run and where
; control goes from them. Without a map that is said. Expected output is what llc 19.1.7 prints.
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=labels -pgo-analysis-map=func-entry-count,bb-freq,br-prob %s -o - | grep -A60 llvm_bb_addr_map
; OUTPUT:
; 	.section	.llvm_bb_addr_map,"o",@llvm_bb_addr_map,.text
; 	.byte	2                               # version
; 	.byte	7                               # feature
; 	.quad	.Lfunc_begin0                   # function address
; 	.byte	3                               # number of basic blocks
; 	.byte	0                               # BB id
; 	.uleb128 .Lfunc_begin0-.Lfunc_begin0
; 	.uleb128 .LBB_END0_0-.Lfunc_begin0
; 	.byte	8
; 	.byte	1                               # BB id
; 	.uleb128 .LBB0_1-.LBB_END0_0
; 	.uleb128 .LBB_END0_1-.LBB0_1
; 	.byte	1
; 	.byte	2                               # BB id
; 	.uleb128 .LBB0_2-.LBB_END0_1
; 	.uleb128 .LBB_END0_2-.LBB0_2
; 	.byte	1
; 	.ascii	"\320\017"                      # function entry count
; 	.ascii	"\200\200\200\200\200\200\200 " # basic block frequency
; 	.byte	2                               # basic block successor count
; 	.byte	1                               # successor BB ID
; 	.ascii	"\346\314\231\263\006"          # successor branch probability
; 	.byte	2                               # successor BB ID
; 	.ascii	"\232\263\346\314\001"          # successor branch probability
; 	.ascii	"\200\200\200\230\263\346\314\031" # basic block frequency
; 	.byte	0                               # basic block successor count
; 	.ascii	"\200\200\200\350\314\231\263\006" # basic block frequency
; 	.byte	0                               # basic block successor count
; 	.text
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

; RUN: llc -mtriple=x86_64-unknown-linux-gnu -basic-block-address-map -pgo-analysis-map=br-prob -filetype=obj %s -o %t.o
; RUN: objdump -s -j .llvm_bb_addr_map %t.o | tail -n +4
; OUTPUT:
; Contents of section .llvm_bb_addr_map:
;  0000 02040000 00000000 00000300 00070801  ................
;  0010 00090102 000f0102 01e6cc99 b306029a  ................
;  0020 b3e6cc01 0000                        ......          

; RUN: llc -mtriple=x86_64-unknown-linux-gnu -pgo-analysis-map=bb-freq %s -o %t.s
; OUTPUT(stderr):
; <unknown>:0: warning: pgo-analysis-map is enabled for function f but it does not have labels

source_filename = "f.c"

define i32 @f(i1 %c, i32 %x) !prof !0 {
entry:
  br i1 %c, label %a, label %b, !prof !1
a:
  %r = call i32 @g(i32 %x)
  ret i32 %r
b:
  %s = call i32 @g(i32 4)
  %t = add i32 %s, 3
  ret i32 %t
}

declare i32 @g(i32)

!0 = !{!"function_entry_count", i64 2000}
!1 = !{!"branch_weights", i32 80, i32 20}
