; The call of an invoke is between two labels; the pad gets the exception in RAX, the selector in RDX.
; RUN: avarice compile %s -stop-after=finalize-isel -o -
; OUTPUT:
; --- |
;   source_filename = "%s"
;   target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
;   
;   declare i32 @may_throw(i32)
;   
;   declare i32 @__gxx_personality_v0(...)
;   
;   define i32 @f(i32 %n) personality ptr @__gxx_personality_v0 {
;   entry:
;     %r = invoke i32 @may_throw(i32 %n)
;             to label %good unwind label %bad
;   
;   good:                                             ; preds = %entry
;     ret i32 %r
;   
;   bad:                                              ; preds = %entry
;     %pad = landingpad { ptr, i32 }
;             catch ptr null
;     %selector = extractvalue { ptr, i32 } %pad, 1
;     ret i32 %selector
;   }
;
; ...
; ---
; name:            f
; alignment:       16
; exposesReturnsTwice: false
; legalized:       false
; regBankSelected: false
; selected:        false
; failedISel:      false
; tracksRegLiveness: true
; hasWinCFI:       false
; callsEHReturn:   false
; callsUnwindInit: false
; hasEHCatchret:   false
; hasEHScopes:     false
; hasEHFunclets:   false
; isOutlined:      false
; debugInstrRef:   true
; failsVerification: false
; tracksDebugUserValues: false
; registers:
;   - { id: 0, class: gr32, preferred-register: '' }
;   - { id: 1, class: gr32, preferred-register: '' }
;   - { id: 2, class: gr32, preferred-register: '' }
;   - { id: 3, class: gr64, preferred-register: '' }
;   - { id: 4, class: gr32, preferred-register: '' }
; liveins:
;   - { reg: '$edi', virtual-reg: '%1' }
; frameInfo:
;   isFrameAddressTaken: false
;   isReturnAddressTaken: false
;   hasStackMap:     false
;   hasPatchPoint:   false
;   stackSize:       0
;   offsetAdjustment: 0
;   maxAlignment:    1
;   adjustsStack:    true
;   hasCalls:        true
;   stackProtector:  ''
;   functionContext: ''
;   maxCallFrameSize: 4294967295
;   cvBytesOfCalleeSavedRegisters: 0
;   hasOpaqueSPAdjustment: false
;   hasVAStart:      false
;   hasMustTailInVarArgFunc: false
;   hasTailCall:     false
;   isCalleeSavedInfoValid: false
;   localFrameSize:  0
;   savePoint:       ''
;   restorePoint:    ''
; fixedStack:      []
; stack:           []
; entry_values:    []
; callSites:       []
; debugValueSubstitutions: []
; constants:       []
; machineFunctionInfo:
;   amxProgModel:    None
; body:             |
;   bb.0.entry:
;     successors: %bb.1(0x7ffff800), %bb.2(0x00000800)
;     liveins: $edi
;   
;     %1:gr32 = COPY $edi
;     EH_LABEL <mcsymbol .Ltmp0>
;     ADJCALLSTACKDOWN64 0, 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;     $edi = COPY %1
;     CALL64pcrel32 target-flags(x86-plt) @may_throw, csr_64, implicit $rsp, implicit $ssp, implicit $edi, implicit-def $rsp, implicit-def $ssp, implicit-def $eax
;     ADJCALLSTACKUP64 0, 0, implicit-def dead $rsp, implicit-def dead $eflags, implicit-def dead $ssp, implicit $rsp, implicit $ssp
;     %2:gr32 = COPY $eax
;     EH_LABEL <mcsymbol .Ltmp1>
;   
;   bb.1.good:
;     $eax = COPY %2
;     RET 0, $eax
;   
;   bb.2.bad (landing-pad):
;     liveins: $rax, $rdx
;   
;     EH_LABEL <mcsymbol .Ltmp2>
;     %3:gr64 = COPY $rdx
;     %4:gr32 = COPY %3.sub_32bit
;     $eax = COPY %4
;     RET 0, $eax
;
; ...

declare i32 @may_throw(i32)
declare i32 @__gxx_personality_v0(...)

define i32 @f(i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @may_throw(i32 %n) to label %good unwind label %bad
good:
  ret i32 %r
bad:
  %pad = landingpad { ptr, i32 } catch ptr null
  %selector = extractvalue { ptr, i32 } %pad, 1
  ret i32 %selector
}
