; Names in quotes where YAML needs them.
; The expected output is that of llc 19.1.7.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o %t.s -pass-remarks-output=- -pass-remarks-filter=prologepilog | grep Function
; OUTPUT:
; Function:        yes
;   - Function:        yes
; Function:        '12.5e3'
;   - Function:        '12.5e3'
; Function:        'it''s'
;   - Function:        'it''s'
; Function:        '-x'
;   - Function:        '-x'
; Function:        'null'
;   - Function:        'null'
; Function:        'a:b'
;   - Function:        'a:b'
; Function:        "q\"uote\\\x02"
;   - Function:        "\x01q\"uote\\\x02"
; Function:        "é"
;   - Function:        "é"
; Function:        'a b '
;   - Function:        'a b '
; Function:        a.b-c_d^e,f
;   - Function:        a.b-c_d^e,f
; Function:        "a\nb\nc"
;   - Function:         |

; Lines of a value that has more than two.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o %t.s -pass-remarks-output=- -pass-remarks-filter=prologepilog \
; RUN:   | sed -n -e '/a.nb.nc/,/^\.\.\.$/p'
; OUTPUT:
; Function:        "a\nb\nc"
; Args:
;   - NumStackBytes:   '0'
;   - String:          ' stack bytes in function '''
;   - Function:         |
;       a
;       b
;       c
;
;   - String:          ''''
; ...

define void @yes() { ret void }
define void @"12.5e3"() { ret void }
define void @"it's"() { ret void }
define void @"-x"() { ret void }
define void @null() { ret void }
define void @"a:b"() { ret void }
define void @"\01q\22uote\5C\02"() { ret void }
define void @"é"() { ret void }
define void @"a b "() { ret void }
define void @"a.b-c_d^e,f"() { ret void }
define void @"a\0Ab\0Ac"() { ret void }
