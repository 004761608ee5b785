; On AArch64, llc looks for code to outline before the last passes: their remarks come after those of all functions. An
; object has no mnemonics. A place with a long name takes two lines. Any number of threads gives the same.
; The expected output is that of llc 19.1.7.
; RUN: avarice compile %s -o %t.s -jobs=3 -pass-remarks-analysis='prologepilog|stack-frame-layout|asm-printer'
; OUTPUT(stderr):
; remark: a/path/that/is/so/long/that/the/place/needs/a/second/line/of/its/own/file.c:6:0: 0 stack bytes in function 'first'
; remark: <unknown>:0:0: 0 stack bytes in function 'second'
; remark: a/path/that/is/so/long/that/the/place/needs/a/second/line/of/its/own/file.c:6:0: 
; Function: first
; remark: <unknown>:0:0: BasicBlock: 
; ret	: 1
;
; remark: a/path/that/is/so/long/that/the/place/needs/a/second/line/of/its/own/file.c:6:0: 1 instructions in function
; remark: <unknown>:0:0: 
; Function: second
; remark: <unknown>:0:0: BasicBlock: 
; ret	: 1
;
; remark: <unknown>:0:0: 1 instructions in function

; RUN: avarice compile %s -o %t.o -jobs=1 -pass-remarks-output=- -filetype=obj
; OUTPUT:
; --- !Analysis
; Pass:            prologepilog
; Name:            StackSize
; DebugLoc:        { File: 'a/path/that/is/so/long/that/the/place/needs/a/second/line/of/its/own/file.c', 
;                    Line: 6, Column: 0 }
; Function:        first
; Args:
;   - NumStackBytes:   '0'
;   - String:          ' stack bytes in function '''
;   - Function:        first
;   - String:          ''''
; ...
; --- !Analysis
; Pass:            prologepilog
; Name:            StackSize
; Function:        second
; Args:
;   - NumStackBytes:   '0'
;   - String:          ' stack bytes in function '''
;   - Function:        second
;   - String:          ''''
; ...
; --- !Analysis
; Pass:            asm-printer
; Name:            InstructionMix
; Function:        first
; Args:
;   - String:          'BasicBlock: '
;   - BasicBlock:      ''
;   - String:          "\n"
;   - String:          ''
;   - String:          ': '
;   - INST_:           '1'
;   - String:          "\n"
; ...
; --- !Analysis
; Pass:            asm-printer
; Name:            InstructionCount
; DebugLoc:        { File: 'a/path/that/is/so/long/that/the/place/needs/a/second/line/of/its/own/file.c', 
;                    Line: 6, Column: 0 }
; Function:        first
; Args:
;   - NumInstructions: '1'
;   - String:          ' instructions in function'
; ...
; --- !Analysis
; Pass:            asm-printer
; Name:            InstructionMix
; Function:        second
; Args:
;   - String:          'BasicBlock: '
;   - BasicBlock:      ''
;   - String:          "\n"
;   - String:          ''
;   - String:          ': '
;   - INST_:           '1'
;   - String:          "\n"
; ...
; --- !Analysis
; Pass:            asm-printer
; Name:            InstructionCount
; Function:        second
; Args:
;   - NumInstructions: '1'
;   - String:          ' instructions in function'
; ...

; RUN: avarice compile %s -o %t.s -O0 -pass-remarks-analysis='prologepilog|asm-printer' -pass-remarks=asm -pass-remarks-missed=
; OUTPUT(stderr):
; remark: a/path/that/is/so/long/that/the/place/needs/a/second/line/of/its/own/file.c:6:0: 0 stack bytes in function 'first'
; remark: <unknown>:0:0: BasicBlock: 
; ret	: 1
;
; remark: a/path/that/is/so/long/that/the/place/needs/a/second/line/of/its/own/file.c:6:0: 1 instructions in function
; remark: <unknown>:0:0: 0 stack bytes in function 'second'
; remark: <unknown>:0:0: BasicBlock: 
; ret	: 1
;
; remark: <unknown>:0:0: 1 instructions in function

target triple = "aarch64-unknown-linux-gnu"

define void @first() !dbg !3 {
  ret void
}

define void @second() {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a/path/that/is/so/long/that/the/place/needs/a/second/line/of/its/own/file.c", directory: "/build")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "first", scope: !1, file: !1, line: 5, type: !4, scopeLine: 6, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{}
