; Numbers of 8 and 16 bits and their overflow, against the same arithmetic on 64 bits: all pairs of 8 bits, and pairs of 16 bits
; that step over the whole range. Flags are added up, selected by and branched on.
; RUN: avarice run %s
; RUN: avarice run -O0 %s
; RUN: avarice compile -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=asm %s -o /dev/null

define i1 @sadd8(i8 %a, i8 %b) {
  %x = sext i8 %a to i64
  %y = sext i8 %b to i64
  %exact = add i64 %x, %y
  %low = trunc i64 %exact to i8
  %back = sext i8 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  %number = extractvalue { i8, i1 } %pair, 0
  %flag = extractvalue { i8, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i8 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %b, i8 %a)
  %number2 = extractvalue { i8, i1 } %pair2, 0
  %flag2 = extractvalue { i8, i1 } %pair2, 1
  %chosen = select i1 %flag2, i8 77, i8 %number2
  %reverse = add i8 %b, %a
  %yx = add i64 %y, %x
  %yxlow = trunc i64 %yx to i8
  %yxback = sext i8 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i8 77, i8 %reverse
  %right = icmp eq i8 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 -3)
  %number3 = extractvalue { i8, i1 } %pair3, 0
  %flag3 = extractvalue { i8, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = add i64 %x, -3
  %l3 = trunc i64 %e3 to i8
  %b3 = sext i8 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = sext i8 %number3 to i64
  %f3 = add i64 %x, -3
  %o4 = icmp eq i64 %w3, %f3
  %sat = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  %limit.low = icmp slt i64 %exact, -128
  %limit.high = icmp sgt i64 %exact, 127
  %clamped = select i1 %limit.low, i64 -128, i64 %exact
  %clamped2 = select i1 %limit.high, i64 127, i64 %clamped
  %satwide = sext i8 %sat to i64
  %o5 = icmp eq i64 %satwide, %clamped2
  %o6 = and i1 %o4, %o5
  ret i1 %o6
bad:
  ret i1 false
}

define i1 @ssub8(i8 %a, i8 %b) {
  %x = sext i8 %a to i64
  %y = sext i8 %b to i64
  %exact = sub i64 %x, %y
  %low = trunc i64 %exact to i8
  %back = sext i8 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %a, i8 %b)
  %number = extractvalue { i8, i1 } %pair, 0
  %flag = extractvalue { i8, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i8 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %b, i8 %a)
  %number2 = extractvalue { i8, i1 } %pair2, 0
  %flag2 = extractvalue { i8, i1 } %pair2, 1
  %chosen = select i1 %flag2, i8 77, i8 %number2
  %reverse = sub i8 %b, %a
  %yx = sub i64 %y, %x
  %yxlow = trunc i64 %yx to i8
  %yxback = sext i8 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i8 77, i8 %reverse
  %right = icmp eq i8 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %a, i8 -3)
  %number3 = extractvalue { i8, i1 } %pair3, 0
  %flag3 = extractvalue { i8, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = sub i64 %x, -3
  %l3 = trunc i64 %e3 to i8
  %b3 = sext i8 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = sext i8 %number3 to i64
  %f3 = sub i64 %x, -3
  %o4 = icmp eq i64 %w3, %f3
  %sat = call i8 @llvm.ssub.sat.i8(i8 %a, i8 %b)
  %limit.low = icmp slt i64 %exact, -128
  %limit.high = icmp sgt i64 %exact, 127
  %clamped = select i1 %limit.low, i64 -128, i64 %exact
  %clamped2 = select i1 %limit.high, i64 127, i64 %clamped
  %satwide = sext i8 %sat to i64
  %o5 = icmp eq i64 %satwide, %clamped2
  %o6 = and i1 %o4, %o5
  ret i1 %o6
bad:
  ret i1 false
}

define i1 @smul8(i8 %a, i8 %b) {
  %x = sext i8 %a to i64
  %y = sext i8 %b to i64
  %exact = mul i64 %x, %y
  %low = trunc i64 %exact to i8
  %back = sext i8 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %a, i8 %b)
  %number = extractvalue { i8, i1 } %pair, 0
  %flag = extractvalue { i8, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i8 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %b, i8 %a)
  %number2 = extractvalue { i8, i1 } %pair2, 0
  %flag2 = extractvalue { i8, i1 } %pair2, 1
  %chosen = select i1 %flag2, i8 77, i8 %number2
  %reverse = mul i8 %b, %a
  %yx = mul i64 %y, %x
  %yxlow = trunc i64 %yx to i8
  %yxback = sext i8 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i8 77, i8 %reverse
  %right = icmp eq i8 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %a, i8 -3)
  %number3 = extractvalue { i8, i1 } %pair3, 0
  %flag3 = extractvalue { i8, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = mul i64 %x, -3
  %l3 = trunc i64 %e3 to i8
  %b3 = sext i8 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = sext i8 %number3 to i64
  %f3 = mul i64 %x, -3
  %o4 = icmp eq i64 %w3, %f3
  ret i1 %o4
bad:
  ret i1 false
}

define i1 @uadd8(i8 %a, i8 %b) {
  %x = zext i8 %a to i64
  %y = zext i8 %b to i64
  %exact = add i64 %x, %y
  %low = trunc i64 %exact to i8
  %back = zext i8 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a, i8 %b)
  %number = extractvalue { i8, i1 } %pair, 0
  %flag = extractvalue { i8, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i8 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %b, i8 %a)
  %number2 = extractvalue { i8, i1 } %pair2, 0
  %flag2 = extractvalue { i8, i1 } %pair2, 1
  %chosen = select i1 %flag2, i8 77, i8 %number2
  %reverse = add i8 %b, %a
  %yx = add i64 %y, %x
  %yxlow = trunc i64 %yx to i8
  %yxback = zext i8 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i8 77, i8 %reverse
  %right = icmp eq i8 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a, i8 3)
  %number3 = extractvalue { i8, i1 } %pair3, 0
  %flag3 = extractvalue { i8, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = add i64 %x, 3
  %l3 = trunc i64 %e3 to i8
  %b3 = zext i8 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = zext i8 %number3 to i64
  %f3 = add i64 %x, 3
  %o4 = icmp eq i64 %w3, %f3
  %sat = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  %limit.low = icmp slt i64 %exact, 0
  %limit.high = icmp sgt i64 %exact, 255
  %clamped = select i1 %limit.low, i64 0, i64 %exact
  %clamped2 = select i1 %limit.high, i64 255, i64 %clamped
  %satwide = zext i8 %sat to i64
  %o5 = icmp eq i64 %satwide, %clamped2
  %o6 = and i1 %o4, %o5
  ret i1 %o6
bad:
  ret i1 false
}

define i1 @usub8(i8 %a, i8 %b) {
  %x = zext i8 %a to i64
  %y = zext i8 %b to i64
  %exact = sub i64 %x, %y
  %low = trunc i64 %exact to i8
  %back = zext i8 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %a, i8 %b)
  %number = extractvalue { i8, i1 } %pair, 0
  %flag = extractvalue { i8, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i8 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %b, i8 %a)
  %number2 = extractvalue { i8, i1 } %pair2, 0
  %flag2 = extractvalue { i8, i1 } %pair2, 1
  %chosen = select i1 %flag2, i8 77, i8 %number2
  %reverse = sub i8 %b, %a
  %yx = sub i64 %y, %x
  %yxlow = trunc i64 %yx to i8
  %yxback = zext i8 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i8 77, i8 %reverse
  %right = icmp eq i8 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %a, i8 3)
  %number3 = extractvalue { i8, i1 } %pair3, 0
  %flag3 = extractvalue { i8, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = sub i64 %x, 3
  %l3 = trunc i64 %e3 to i8
  %b3 = zext i8 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = zext i8 %number3 to i64
  %f3 = sub i64 %x, 3
  %o4 = icmp eq i64 %w3, %f3
  %sat = call i8 @llvm.usub.sat.i8(i8 %a, i8 %b)
  %limit.low = icmp slt i64 %exact, 0
  %limit.high = icmp sgt i64 %exact, 255
  %clamped = select i1 %limit.low, i64 0, i64 %exact
  %clamped2 = select i1 %limit.high, i64 255, i64 %clamped
  %satwide = zext i8 %sat to i64
  %o5 = icmp eq i64 %satwide, %clamped2
  %o6 = and i1 %o4, %o5
  ret i1 %o6
bad:
  ret i1 false
}

define i1 @umul8(i8 %a, i8 %b) {
  %x = zext i8 %a to i64
  %y = zext i8 %b to i64
  %exact = mul i64 %x, %y
  %low = trunc i64 %exact to i8
  %back = zext i8 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %a, i8 %b)
  %number = extractvalue { i8, i1 } %pair, 0
  %flag = extractvalue { i8, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i8 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %b, i8 %a)
  %number2 = extractvalue { i8, i1 } %pair2, 0
  %flag2 = extractvalue { i8, i1 } %pair2, 1
  %chosen = select i1 %flag2, i8 77, i8 %number2
  %reverse = mul i8 %b, %a
  %yx = mul i64 %y, %x
  %yxlow = trunc i64 %yx to i8
  %yxback = zext i8 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i8 77, i8 %reverse
  %right = icmp eq i8 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %a, i8 3)
  %number3 = extractvalue { i8, i1 } %pair3, 0
  %flag3 = extractvalue { i8, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = mul i64 %x, 3
  %l3 = trunc i64 %e3 to i8
  %b3 = zext i8 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = zext i8 %number3 to i64
  %f3 = mul i64 %x, 3
  %o4 = icmp eq i64 %w3, %f3
  ret i1 %o4
bad:
  ret i1 false
}

define i1 @sadd16(i16 %a, i16 %b) {
  %x = sext i16 %a to i64
  %y = sext i16 %b to i64
  %exact = add i64 %x, %y
  %low = trunc i64 %exact to i16
  %back = sext i16 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i16, i1 } @llvm.sadd.with.overflow.i16(i16 %a, i16 %b)
  %number = extractvalue { i16, i1 } %pair, 0
  %flag = extractvalue { i16, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i16 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i16, i1 } @llvm.sadd.with.overflow.i16(i16 %b, i16 %a)
  %number2 = extractvalue { i16, i1 } %pair2, 0
  %flag2 = extractvalue { i16, i1 } %pair2, 1
  %chosen = select i1 %flag2, i16 77, i16 %number2
  %reverse = add i16 %b, %a
  %yx = add i64 %y, %x
  %yxlow = trunc i64 %yx to i16
  %yxback = sext i16 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i16 77, i16 %reverse
  %right = icmp eq i16 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i16, i1 } @llvm.sadd.with.overflow.i16(i16 %a, i16 -3)
  %number3 = extractvalue { i16, i1 } %pair3, 0
  %flag3 = extractvalue { i16, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = add i64 %x, -3
  %l3 = trunc i64 %e3 to i16
  %b3 = sext i16 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = sext i16 %number3 to i64
  %f3 = add i64 %x, -3
  %o4 = icmp eq i64 %w3, %f3
  %sat = call i16 @llvm.sadd.sat.i16(i16 %a, i16 %b)
  %limit.low = icmp slt i64 %exact, -32768
  %limit.high = icmp sgt i64 %exact, 32767
  %clamped = select i1 %limit.low, i64 -32768, i64 %exact
  %clamped2 = select i1 %limit.high, i64 32767, i64 %clamped
  %satwide = sext i16 %sat to i64
  %o5 = icmp eq i64 %satwide, %clamped2
  %o6 = and i1 %o4, %o5
  ret i1 %o6
bad:
  ret i1 false
}

define i1 @ssub16(i16 %a, i16 %b) {
  %x = sext i16 %a to i64
  %y = sext i16 %b to i64
  %exact = sub i64 %x, %y
  %low = trunc i64 %exact to i16
  %back = sext i16 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i16, i1 } @llvm.ssub.with.overflow.i16(i16 %a, i16 %b)
  %number = extractvalue { i16, i1 } %pair, 0
  %flag = extractvalue { i16, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i16 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i16, i1 } @llvm.ssub.with.overflow.i16(i16 %b, i16 %a)
  %number2 = extractvalue { i16, i1 } %pair2, 0
  %flag2 = extractvalue { i16, i1 } %pair2, 1
  %chosen = select i1 %flag2, i16 77, i16 %number2
  %reverse = sub i16 %b, %a
  %yx = sub i64 %y, %x
  %yxlow = trunc i64 %yx to i16
  %yxback = sext i16 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i16 77, i16 %reverse
  %right = icmp eq i16 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i16, i1 } @llvm.ssub.with.overflow.i16(i16 %a, i16 -3)
  %number3 = extractvalue { i16, i1 } %pair3, 0
  %flag3 = extractvalue { i16, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = sub i64 %x, -3
  %l3 = trunc i64 %e3 to i16
  %b3 = sext i16 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = sext i16 %number3 to i64
  %f3 = sub i64 %x, -3
  %o4 = icmp eq i64 %w3, %f3
  %sat = call i16 @llvm.ssub.sat.i16(i16 %a, i16 %b)
  %limit.low = icmp slt i64 %exact, -32768
  %limit.high = icmp sgt i64 %exact, 32767
  %clamped = select i1 %limit.low, i64 -32768, i64 %exact
  %clamped2 = select i1 %limit.high, i64 32767, i64 %clamped
  %satwide = sext i16 %sat to i64
  %o5 = icmp eq i64 %satwide, %clamped2
  %o6 = and i1 %o4, %o5
  ret i1 %o6
bad:
  ret i1 false
}

define i1 @smul16(i16 %a, i16 %b) {
  %x = sext i16 %a to i64
  %y = sext i16 %b to i64
  %exact = mul i64 %x, %y
  %low = trunc i64 %exact to i16
  %back = sext i16 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i16, i1 } @llvm.smul.with.overflow.i16(i16 %a, i16 %b)
  %number = extractvalue { i16, i1 } %pair, 0
  %flag = extractvalue { i16, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i16 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i16, i1 } @llvm.smul.with.overflow.i16(i16 %b, i16 %a)
  %number2 = extractvalue { i16, i1 } %pair2, 0
  %flag2 = extractvalue { i16, i1 } %pair2, 1
  %chosen = select i1 %flag2, i16 77, i16 %number2
  %reverse = mul i16 %b, %a
  %yx = mul i64 %y, %x
  %yxlow = trunc i64 %yx to i16
  %yxback = sext i16 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i16 77, i16 %reverse
  %right = icmp eq i16 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i16, i1 } @llvm.smul.with.overflow.i16(i16 %a, i16 -3)
  %number3 = extractvalue { i16, i1 } %pair3, 0
  %flag3 = extractvalue { i16, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = mul i64 %x, -3
  %l3 = trunc i64 %e3 to i16
  %b3 = sext i16 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = sext i16 %number3 to i64
  %f3 = mul i64 %x, -3
  %o4 = icmp eq i64 %w3, %f3
  ret i1 %o4
bad:
  ret i1 false
}

define i1 @uadd16(i16 %a, i16 %b) {
  %x = zext i16 %a to i64
  %y = zext i16 %b to i64
  %exact = add i64 %x, %y
  %low = trunc i64 %exact to i16
  %back = zext i16 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i16, i1 } @llvm.uadd.with.overflow.i16(i16 %a, i16 %b)
  %number = extractvalue { i16, i1 } %pair, 0
  %flag = extractvalue { i16, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i16 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i16, i1 } @llvm.uadd.with.overflow.i16(i16 %b, i16 %a)
  %number2 = extractvalue { i16, i1 } %pair2, 0
  %flag2 = extractvalue { i16, i1 } %pair2, 1
  %chosen = select i1 %flag2, i16 77, i16 %number2
  %reverse = add i16 %b, %a
  %yx = add i64 %y, %x
  %yxlow = trunc i64 %yx to i16
  %yxback = zext i16 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i16 77, i16 %reverse
  %right = icmp eq i16 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i16, i1 } @llvm.uadd.with.overflow.i16(i16 %a, i16 3)
  %number3 = extractvalue { i16, i1 } %pair3, 0
  %flag3 = extractvalue { i16, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = add i64 %x, 3
  %l3 = trunc i64 %e3 to i16
  %b3 = zext i16 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = zext i16 %number3 to i64
  %f3 = add i64 %x, 3
  %o4 = icmp eq i64 %w3, %f3
  %sat = call i16 @llvm.uadd.sat.i16(i16 %a, i16 %b)
  %limit.low = icmp slt i64 %exact, 0
  %limit.high = icmp sgt i64 %exact, 65535
  %clamped = select i1 %limit.low, i64 0, i64 %exact
  %clamped2 = select i1 %limit.high, i64 65535, i64 %clamped
  %satwide = zext i16 %sat to i64
  %o5 = icmp eq i64 %satwide, %clamped2
  %o6 = and i1 %o4, %o5
  ret i1 %o6
bad:
  ret i1 false
}

define i1 @usub16(i16 %a, i16 %b) {
  %x = zext i16 %a to i64
  %y = zext i16 %b to i64
  %exact = sub i64 %x, %y
  %low = trunc i64 %exact to i16
  %back = zext i16 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i16, i1 } @llvm.usub.with.overflow.i16(i16 %a, i16 %b)
  %number = extractvalue { i16, i1 } %pair, 0
  %flag = extractvalue { i16, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i16 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i16, i1 } @llvm.usub.with.overflow.i16(i16 %b, i16 %a)
  %number2 = extractvalue { i16, i1 } %pair2, 0
  %flag2 = extractvalue { i16, i1 } %pair2, 1
  %chosen = select i1 %flag2, i16 77, i16 %number2
  %reverse = sub i16 %b, %a
  %yx = sub i64 %y, %x
  %yxlow = trunc i64 %yx to i16
  %yxback = zext i16 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i16 77, i16 %reverse
  %right = icmp eq i16 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i16, i1 } @llvm.usub.with.overflow.i16(i16 %a, i16 3)
  %number3 = extractvalue { i16, i1 } %pair3, 0
  %flag3 = extractvalue { i16, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = sub i64 %x, 3
  %l3 = trunc i64 %e3 to i16
  %b3 = zext i16 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = zext i16 %number3 to i64
  %f3 = sub i64 %x, 3
  %o4 = icmp eq i64 %w3, %f3
  %sat = call i16 @llvm.usub.sat.i16(i16 %a, i16 %b)
  %limit.low = icmp slt i64 %exact, 0
  %limit.high = icmp sgt i64 %exact, 65535
  %clamped = select i1 %limit.low, i64 0, i64 %exact
  %clamped2 = select i1 %limit.high, i64 65535, i64 %clamped
  %satwide = zext i16 %sat to i64
  %o5 = icmp eq i64 %satwide, %clamped2
  %o6 = and i1 %o4, %o5
  ret i1 %o6
bad:
  ret i1 false
}

define i1 @umul16(i16 %a, i16 %b) {
  %x = zext i16 %a to i64
  %y = zext i16 %b to i64
  %exact = mul i64 %x, %y
  %low = trunc i64 %exact to i16
  %back = zext i16 %low to i64
  %outside = icmp ne i64 %back, %exact
  %pair = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 %a, i16 %b)
  %number = extractvalue { i16, i1 } %pair, 0
  %flag = extractvalue { i16, i1 } %pair, 1
  %wide = zext i1 %flag to i64
  %expected = zext i1 %outside to i64
  %same = icmp eq i16 %number, %low
  %told = icmp eq i64 %wide, %expected
  %ok = and i1 %same, %told
  %pair2 = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 %b, i16 %a)
  %number2 = extractvalue { i16, i1 } %pair2, 0
  %flag2 = extractvalue { i16, i1 } %pair2, 1
  %chosen = select i1 %flag2, i16 77, i16 %number2
  %reverse = mul i16 %b, %a
  %yx = mul i64 %y, %x
  %yxlow = trunc i64 %yx to i16
  %yxback = zext i16 %yxlow to i64
  %yxoutside = icmp ne i64 %yxback, %yx
  %wanted = select i1 %yxoutside, i16 77, i16 %reverse
  %right = icmp eq i16 %chosen, %wanted
  %all = and i1 %ok, %right
  br i1 %all, label %next, label %bad
next:
  %pair3 = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 %a, i16 3)
  %number3 = extractvalue { i16, i1 } %pair3, 0
  %flag3 = extractvalue { i16, i1 } %pair3, 1
  br i1 %flag3, label %over, label %within
over:
  %e3 = mul i64 %x, 3
  %l3 = trunc i64 %e3 to i16
  %b3 = zext i16 %l3 to i64
  %o3 = icmp ne i64 %b3, %e3
  ret i1 %o3
within:
  %w3 = zext i16 %number3 to i64
  %f3 = mul i64 %x, 3
  %o4 = icmp eq i64 %w3, %f3
  ret i1 %o4
bad:
  ret i1 false
}

define i1 @all8() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i2, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j2, %fine ]
  %a = trunc i64 %i to i8
  %b = trunc i64 %j to i8
  %r0 = call i1 @sadd8(i8 %a, i8 %b)
  %t0 = and i1 %r0, true
  %r1 = call i1 @ssub8(i8 %a, i8 %b)
  %t1 = and i1 %r1, %t0
  %r2 = call i1 @smul8(i8 %a, i8 %b)
  %t2 = and i1 %r2, %t1
  %r3 = call i1 @uadd8(i8 %a, i8 %b)
  %t3 = and i1 %r3, %t2
  %r4 = call i1 @usub8(i8 %a, i8 %b)
  %t4 = and i1 %r4, %t3
  %r5 = call i1 @umul8(i8 %a, i8 %b)
  %t5 = and i1 %r5, %t4
  br i1 %t5, label %fine, label %fail
fine:
  %j2 = add i64 %j, 1
  %c = icmp ult i64 %j2, 256
  br i1 %c, label %inner, label %latch
latch:
  %i2 = add i64 %i, 1
  %d = icmp ult i64 %i2, 256
  br i1 %d, label %outer, label %done
done:
  ret i1 true
fail:
  ret i1 false
}

define i1 @all16() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i2, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j2, %fine ]
  %a = trunc i64 %i to i16
  %b = trunc i64 %j to i16
  %r0 = call i1 @sadd16(i16 %a, i16 %b)
  %t0 = and i1 %r0, true
  %r1 = call i1 @ssub16(i16 %a, i16 %b)
  %t1 = and i1 %r1, %t0
  %r2 = call i1 @smul16(i16 %a, i16 %b)
  %t2 = and i1 %r2, %t1
  %r3 = call i1 @uadd16(i16 %a, i16 %b)
  %t3 = and i1 %r3, %t2
  %r4 = call i1 @usub16(i16 %a, i16 %b)
  %t4 = and i1 %r4, %t3
  %r5 = call i1 @umul16(i16 %a, i16 %b)
  %t5 = and i1 %r5, %t4
  br i1 %t5, label %fine, label %fail
fine:
  %j2 = add i64 %j, 251
  %c = icmp ult i64 %j2, 65536
  br i1 %c, label %inner, label %latch
latch:
  %i2 = add i64 %i, 251
  %d = icmp ult i64 %i2, 65536
  br i1 %d, label %outer, label %done
done:
  ret i1 true
fail:
  ret i1 false
}

define i32 @main() {
  %a = call i1 @all8()
  %b = call i1 @all16()
  %ok = and i1 %a, %b
  %code = select i1 %ok, i32 0, i32 1
  ret i32 %code
}

declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
declare { i16, i1 } @llvm.sadd.with.overflow.i16(i16, i16)
declare i16 @llvm.sadd.sat.i16(i16, i16)
declare { i16, i1 } @llvm.ssub.with.overflow.i16(i16, i16)
declare i16 @llvm.ssub.sat.i16(i16, i16)
declare { i16, i1 } @llvm.smul.with.overflow.i16(i16, i16)
declare { i16, i1 } @llvm.uadd.with.overflow.i16(i16, i16)
declare i16 @llvm.uadd.sat.i16(i16, i16)
declare { i16, i1 } @llvm.usub.with.overflow.i16(i16, i16)
declare i16 @llvm.usub.sat.i16(i16, i16)
declare { i16, i1 } @llvm.umul.with.overflow.i16(i16, i16)
