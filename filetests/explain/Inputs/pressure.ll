; More values across a call in a loop than there are registers that survive it.

declare i32 @next(i32)

define i32 @pressure(ptr %p, i32 %count) {
entry:
  %a0 = getelementptr i32, ptr %p, i64 0
  %v0 = load volatile i32, ptr %a0, align 4
  %a1 = getelementptr i32, ptr %p, i64 1
  %v1 = load volatile i32, ptr %a1, align 4
  %a2 = getelementptr i32, ptr %p, i64 2
  %v2 = load volatile i32, ptr %a2, align 4
  %a3 = getelementptr i32, ptr %p, i64 3
  %v3 = load volatile i32, ptr %a3, align 4
  %a4 = getelementptr i32, ptr %p, i64 4
  %v4 = load volatile i32, ptr %a4, align 4
  %a5 = getelementptr i32, ptr %p, i64 5
  %v5 = load volatile i32, ptr %a5, align 4
  %a6 = getelementptr i32, ptr %p, i64 6
  %v6 = load volatile i32, ptr %a6, align 4
  %a7 = getelementptr i32, ptr %p, i64 7
  %v7 = load volatile i32, ptr %a7, align 4
  %a8 = getelementptr i32, ptr %p, i64 8
  %v8 = load volatile i32, ptr %a8, align 4
  %a9 = getelementptr i32, ptr %p, i64 9
  %v9 = load volatile i32, ptr %a9, align 4
  %a10 = getelementptr i32, ptr %p, i64 10
  %v10 = load volatile i32, ptr %a10, align 4
  %a11 = getelementptr i32, ptr %p, i64 11
  %v11 = load volatile i32, ptr %a11, align 4
  %a12 = getelementptr i32, ptr %p, i64 12
  %v12 = load volatile i32, ptr %a12, align 4
  %a13 = getelementptr i32, ptr %p, i64 13
  %v13 = load volatile i32, ptr %a13, align 4
  %a14 = getelementptr i32, ptr %p, i64 14
  %v14 = load volatile i32, ptr %a14, align 4
  %a15 = getelementptr i32, ptr %p, i64 15
  %v15 = load volatile i32, ptr %a15, align 4
  %a16 = getelementptr i32, ptr %p, i64 16
  %v16 = load volatile i32, ptr %a16, align 4
  %a17 = getelementptr i32, ptr %p, i64 17
  %v17 = load volatile i32, ptr %a17, align 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %s18, %loop ]
  %got = call i32 @next(i32 %sum)
  %s0 = add i32 %got, %i
  %s1 = add i32 %s0, %v0
  %s2 = xor i32 %s1, %v1
  %s3 = sub i32 %s2, %v2
  %s4 = add i32 %s3, %v3
  %s5 = xor i32 %s4, %v4
  %s6 = sub i32 %s5, %v5
  %s7 = add i32 %s6, %v6
  %s8 = xor i32 %s7, %v7
  %s9 = sub i32 %s8, %v8
  %s10 = add i32 %s9, %v9
  %s11 = xor i32 %s10, %v10
  %s12 = sub i32 %s11, %v11
  %s13 = add i32 %s12, %v12
  %s14 = xor i32 %s13, %v13
  %s15 = sub i32 %s14, %v14
  %s16 = add i32 %s15, %v15
  %s17 = xor i32 %s16, %v16
  %s18 = sub i32 %s17, %v17
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %count
  br i1 %again, label %loop, label %exit

exit:
  ret i32 %s18
}

define i32 @small(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  %got = call i32 @next(i32 %sum)
  %both = add i32 %got, %b
  ret i32 %both
}
