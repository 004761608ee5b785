-- Statements that the SQLite driver answers; one a line. Tables, then questions about them, then what changes them.
create table person(id integer primary key, name text not null, born integer, height real, note blob)
create table friend(a integer references person(id), b integer references person(id), since text, primary key(a, b)) without rowid
create table word(id integer primary key, text text collate nocase, length integer generated always as (length(text)) stored)
with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000) insert into person select i, 'name' || (i * 7919 % 1000), 1900 + i * 31 % 120, 1.5 + (i * 37 % 60) / 100.0, case when i % 5 = 0 then null else zeroblob(i % 17) end from n
with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000) insert or ignore into friend select i % 997 + 1, i * 13 % 1009 + 1, date('2000-01-01', '+' || i || ' days') from n
insert into word(text) values ('alpha'), ('Beta'), ('gamma'), ('DELTA'), ('epsilon'), ('Zeta'), ('eta'), ('theta'), ('Iota'), ('kappa'), ('lambda'), ('Mu'), ('nu'), ('xi'), ('Omicron'), ('pi'), ('rho'), ('sigma'), ('tau'), ('upsilon')
select count(*), sum(born), avg(height), min(name), max(name) from person
select count(*), count(note), total(length(note)) from person
select count(*), min(since), max(since) from friend
select * from word order by text
select id, text, length from word where text = 'beta' or text = 'OMEGA'
select length, group_concat(text, '+') from (select * from word order by text) group by length order by length
select name, count(*) c from person group by name having c > 3 order by c desc, name limit 10
select born, count(*), round(avg(height), 4) from person group by born order by 2 desc, 1 limit 10
select p.name, q.name, since from friend join person p on p.id = a join person q on q.id = b order by since limit 10
select p.id, count(b) from person p left join friend on a = p.id group by p.id order by 2 desc, 1 limit 8
select count(*) from person where not exists (select 1 from friend where a = id or b = id)
select id from person where id in (select b from friend where a between 10 and 14) order by id
select a, count(*) from friend group by a having count(*) = (select max(c) from (select count(*) c from friend group by a)) order by a limit 5
explain query plan select * from person where name = 'name5'
create index person_name on person(name)
create index person_born_height on person(born, height desc) where height > 1.6
analyze
explain query plan select * from person where name = 'name5'
select id, name from person where name = 'name5' order by id
select id, name from person where name like 'name99%' order by name, id limit 12
select id from person where name glob 'name1[0-3]?' order by id limit 12
select count(*) from person where born between 1950 and 1960 and height > 1.7
select id, born, height from person where born = 1955 and height > 1.6 order by height desc, id limit 6
select distinct born from person where height > 2.08 order by born
select born / 10 * 10 decade, count(*) from person group by decade order by decade
select id % 7, count(*), sum(height) > 700 from person group by 1 order by 1
select name, height from person order by height desc, name limit 5 offset 20
select count(*) from person a, person b where a.born = b.born and a.id < b.id and a.id < 200 and b.id < 200
select a.id, b.id from person a join person b on a.name = b.name and a.id < b.id where a.id < 40 order by 1, 2
select id from person where id < 20 union select a from friend where a < 30 except select 5 order by 1
select id from person where id < 50 intersect select b from friend order by 1 limit 20
select 1 union all select 2 union all select 1
select count(*) from (select born from person union select 1900 + a from friend)
values (1, 'one'), (2, 'two'), (3, null)
select row_number() over (order by height, id), id from person limit 8
select id, rank() over w, dense_rank() over w, ntile(4) over w from person where id < 15 window w as (order by born % 10) order by id
select id, lag(id, 1, -1) over (order by born, id), lead(id) over (order by born, id) from person where id < 12 order by id
select id, sum(height) over (order by id rows between 2 preceding and current row) from person where id < 9
select born, id, first_value(id) over (partition by born order by id), count(*) over (partition by born) from person where id < 400 and born < 1904 order by 1, 2
select id, avg(born) over (order by id range between 3 preceding and 3 following) from person where id < 10
select id, group_concat(id, '.') over (order by id groups between 1 preceding and 1 following exclude current row) from person where id < 7
select percent_rank() over (order by born), cume_dist() over (order by born) from person where id < 7 order by 1, 2
select nth_value(name, 2) over (order by id) from person limit 3
with recursive fibonacci(a, b) as (select 0, 1 union all select b, a + b from fibonacci where b < 1000000000000) select group_concat(a) from fibonacci
with recursive reach(n) as (select 7 union select b from friend, reach where a = n limit 60) select count(*), sum(n) from reach
with recursive x(i) as (select 1 union all select i + 1 from x limit 20), y as (select i * i q from x) select sum(q), max(q) from y
with recursive c(x, y) as (select -2.0, -1.2 union all select x + 0.5, y + 0.3 from c where x < 1) select * from c
with recursive primes(p) as (select 2 union all select p + 1 from primes where p < 200) select group_concat(p) from primes where not exists (select 1 from primes q where q.p < primes.p and primes.p % q.p = 0)
with recursive xaxis(x) as (values(-2.0) union all select x+0.05 from xaxis where x<1.2), yaxis(y) as (values(-1.0) union all select y+0.1 from yaxis where y<1.0), m(iter, cx, cy, x, y) as (select 0, x, y, 0.0, 0.0 from xaxis, yaxis union all select iter+1, cx, cy, x*x-y*y + cx, 2.0*x*y + cy from m where (x*x + y*y) < 4.0 and iter<28), m2(iter, cx, cy) as (select max(iter), cx, cy from m group by cx, cy), a(t) as (select group_concat( substr(' .+*#', 1+min(iter/7,4), 1), '') from m2 group by cy) select group_concat(rtrim(t),x'0a') from a
with t as materialized (select id, born from person where id < 100) select count(*), max(born) from t
select upper('abc'), lower('ABC'), length('häß€'), hex('häß'), unicode('€'), char(72, 8364)
select substr('abcdef', 2, 3), substr('abcdef', -3), substr('abcdef', 0, 3), substr('abcdef', 4, -2)
select trim('  x '), ltrim('xxy', 'x'), rtrim('yxx', 'x'), replace('banana', 'an', 'AN'), instr('hello', 'll')
select printf('%d %5d %-5d| %05d %x %X %o', 42, 42, 42, 42, 255, 255, 8)
select printf('%f %.3f %10.2f %e %g %g', 3.14159, 3.14159, 3.14159, 12345.678, 1e20, 0.0001)
select printf('%s %10s %-10s| %.2s %q %Q %c %%', 'str', 'right', 'left', 'truncated', 'it''s', 'it''s', 'char')
select printf('%,d %+d % d %!.20g %lld', 1234567, 5, 5, 0.1, 9223372036854775807)
select quote('it''s'), quote(null), quote(1.5), quote(x'00ff'), quote(12345678901234)
select abs(-5), abs(-5.5), sign(-3), round(2.5), round(-2.5), round(3.14159, 3), round(1e15 + 0.5)
select 7 / 2, 7.0 / 2, -7 / 2, 7 % 3, -7 % 3, 1 / 0, 1.0 / 0, 5 % 0
select 1 << 10, -7 >> 1, 1 << 63, 1 << 64, 1 << -1, 5 & 3, 5 | 3, ~5
select 9223372036854775807 + 1, -9223372036854775808 - 1, 9223372036854775807 * 2, 123456789012 * 98765
select 0.1 + 0.2, 1e308 * 10, -1e308 * 10, 1e-320, 1.0e100, 123456789.123456789, 100.0
select 1e15, 1e16, 12345678901234567890, 0.1, 1.0 / 3, 2.0 / 3, 1e-5, 5e-324, 1.7976931348623157e308
select cast('12abc' as integer), cast('1e3' as real), cast(1.9 as integer), cast(-1.9 as integer), cast(1e30 as integer), cast(5 as text), cast(x'414243' as text)
select typeof(1), typeof(1.0), typeof('x'), typeof(null), typeof(x'00'), typeof(1 + 1.0), typeof('1' + 1)
select 1 = 1.0, '1' = 1, 'a' < 'b', 'a' < 'B', null = null, null is null, 1 is not null
select 1 < 2 and 2 < 3, not 1, null and 0, null or 1, 3 between 2 and 4, 5 in (1, 3, 5), 5 not in (1, null)
select coalesce(null, null, 3), ifnull(null, 2), nullif(1, 1), iif(1 > 2, 'a', 'b'), case 3 when 1 then 'one' when 3 then 'three' else 'x' end
select max(1, 2.5, 'x'), min(1, 2.5, 'x'), max(null, 1), likely(1), unlikely(0)
select 'abc' like 'A%', 'abc' like '_b_', 'a%c' like 'a\%c' escape '\', 'abc' glob 'a*', 'abc' glob 'A*'
select 'a' || 'b' || 3 || 1.5, 'a' || null, x'41' || x'42', '5' + '6', 'abc' + 1
select sin(1), cos(1), tan(1), asin(0.5), acos(0.5), atan(1), atan2(1, 2)
select exp(1), ln(10), log(100), log2(8), log(2, 8), sqrt(2), pow(2, 10), power(2, 0.5), pi()
select ceil(1.2), floor(-1.2), trunc(-1.7), mod(7.5, 2), degrees(1), radians(180), sinh(1), cosh(1), tanh(1)
select hex(zeroblob(4)), length(x'010203'), substr(x'010203', 2, 1) = x'02', unhex('4142'), soundex is null from (select null soundex)
select date('2024-02-28', '+2 days'), date('2023-02-28', '+2 days'), date('2024-01-31', '+1 month'), date('2024-03-15', 'start of month', '-1 day')
select strftime('%Y-%m-%d %H:%M:%S', 1234567890, 'unixepoch'), strftime('%j %w %W %s %J', '2024-12-31 23:59:59')
select julianday('2000-01-01 12:00'), julianday('1900-01-01'), unixepoch('2024-06-01 10:20:30'), time('10:20:30.456', '+45 minutes')
select datetime('2024-06-01', 'weekday 0'), datetime(2460000.5), date('not a date'), strftime('%f', '10:20:30.4567')
select timediff('2024-06-01', '2023-03-15 12:30:00'), date(-1, 'unixepoch'), date('9999-12-31'), date('0000-01-01')
select json('{"a" : [1, 2.50, "x", null, true]}'), json_valid('{"a":1}'), json_valid('{a:1}'), json_type('[1,"x",null]', '$[1]')
select json_extract('{"a":[1,2,{"b":3.25}]}', '$.a[2].b'), '{"a":{"b":5}}' -> '$.a', '{"a":{"b":5}}' ->> '$.a.b', json_extract('[1,2,3]', '$[#-1]')
select json_set('{"a":1}', '$.b', 2), json_insert('[1,2]', '$[#]', 3), json_replace('{"a":1}', '$.a', 'x'), json_remove('[1,2,3]', '$[1]')
select json_object('a', 1, 'b', json_array(1, 'two', null, 3.5)), json_quote('say "hi"'), json_patch('{"a":1,"b":2}', '{"b":null,"c":3}')
select key, value, type, path from json_each('{"a":1,"b":[2,3],"c":{"d":null}}')
select fullkey, atom from json_tree('{"a":[1,{"b":2}],"c":"x"}') where atom is not null
select json_group_array(id), json_group_object(name, id) from person where id < 6
select json_array_length('[1,[2,3],4]'), json_error_position('[1,2'), json('{x: 0x1F, y: .5, /* note */ z: +Infinity,}')
select hex(jsonb('[1,"two",3.0]')), json(jsonb('{"a":[true,false]}')), jsonb_extract('{"a":7}', '$.a')
select json_pretty('{"a":[1,2],"b":{}}')
select json_extract('not json', '$')
select nosuchfunction(1)
select * from nosuchtable
select nosuchcolumn from person
selekt 1
select abs(-9223372036854775808)
select 'unfinished
insert into person(id, name) values (1, 'again')
insert into person(id) values (100001)
insert into friend values (1, 1, 'x'), (1, 1, 'y')
insert into person(id, name) values (1, 'again') on conflict(id) do update set name = 'upserted' || excluded.name returning id, name
insert or replace into person(id, name, born) values (2, 'replaced', 2000) returning *
insert or ignore into person(id, name) values (3, 'ignored')
select id, name, born from person where id < 4
update person set height = height + 0.01 where born = 1950 returning id, round(height, 2)
update person set (name, born) = ('pair', 1) where id = 10
update person set name = f.since from friend f where f.a = person.id and f.b = 14 * person.id % 1009
update or ignore word set id = 1 where id = 2
select count(*), changes() from person where name like '20%'
delete from person where id % 100 = 0 and born > 1950 returning id
delete from friend where a in (select id from person where id < 5)
select count(*), total(a), total(b) from friend
create table log(at integer primary key, what text)
create trigger person_deleted after delete on person begin insert into log(what) values ('deleted ' || old.id || ' ' || old.name); end
create trigger person_renamed after update of name on person when new.name <> old.name begin insert into log(what) values (old.name || ' -> ' || new.name); end
delete from person where id between 20 and 24
update person set name = name || '!' where id between 30 and 33
update person set born = born where id = 40
select * from log order by at
create view tall as select id, name, height from person where height > 2.0
select count(*), max(height) from tall
create trigger tall_insert instead of insert on tall begin insert into person(id, name, height) values (new.id, new.name, new.height + 1); end
insert into tall values (50000, 'giant', 2.5)
select * from person where id = 50000
select * from tall order by height desc, id limit 3
begin
delete from person
select count(*) from person
select count(*) from log
rollback
select count(*), (select count(*) from log) from person
savepoint one
update person set born = 0
savepoint two
delete from friend
rollback to two
select count(*) from friend
rollback to one
release one
select sum(born) from person
alter table person add column extra text default 'none'
alter table person rename column note to remark
select id, extra, length(remark) from person where id in (7, 8, 9)
alter table log rename to history
alter table history drop column what
select sql from sqlite_schema where name in ('person', 'history', 'person_deleted')
drop trigger person_deleted
drop trigger person_renamed
pragma table_info(person)
pragma index_list(person)
pragma index_info(person_name)
pragma foreign_key_list(friend)
pragma foreign_keys = on
insert into friend values (77777, 88888, 'dangling')
create table child(id integer primary key, parent integer references word(id) on delete cascade, check (id > 0))
insert into child values (1, 3), (2, 3), (3, 4)
insert into child values (-1, 3)
delete from word where id = 3
select * from child
create table exact(i int, t text, r real, b blob, n numeric) strict
create table exact(i int, t text, r real, b blob) strict
insert into exact values (1, 'x', 2, x'00'), ('5', 6, '7.5', x'01')
insert into exact values ('five', 'x', 1, x'00')
select i, t, r, hex(b), typeof(t), typeof(r) from exact
create table affinity(a integer, b text, c real, d numeric, e)
insert into affinity values ('1', 1, '1', '1.0', '1'), ('x', x'41', 'x', 'x', x'00'), (1.5, 1.5, 1, 1e20, null)
select typeof(a), typeof(b), typeof(c), typeof(d), typeof(e) from affinity
create virtual table document using fts5(title, body)
insert into document values ('first', 'the quick brown fox jumps over the lazy dog'), ('second', 'a quick red fox'), ('third', 'lazy dogs sleep'), ('fourth', 'foxes and dogs and foxes')
select title from document where document match 'quick fox' order by rank
select title, round(bm25(document), 6) from document where document match 'fox* or dog*' order by bm25(document)
select highlight(document, 1, '[', ']'), snippet(document, 1, '<', '>', '…', 4) from document where document match '"lazy dog"'
select title from document where document match 'body : dogs NOT lazy'
insert into document(document) values ('optimize')
create virtual table box using rtree(id, x0, x1, y0, y1)
with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) insert into box select i, i % 23, i % 23 + 1.5, i % 29, i % 29 + 0.5 from n
select count(*), sum(id) from box where x0 >= 5 and x1 <= 10 and y0 > 7 and y1 < 12
select id, x0, y1 from box where id in (5, 50) order by id
select rtreecheck('box')
select count(*) from pragma_function_list where name = 'substr'
select name, type from sqlite_schema where type in ('table', 'view') and name not like '%\_%' escape '\' order by name
create temp table big as with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select i, i * 2654435761 % 4294967296 h, printf('%08x', i * 40503 % 65536) t from n
select count(distinct t), max(h), min(t) from big
select i, h from big order by h limit 5
select t, count(*) from big group by t order by 2 desc, 1 limit 3
create index temp.big_h on big(h)
select count(*) from big a join big b on a.h = b.h + 1
delete from big where h % 2
select count(*), sum(i) from big
drop table big
pragma encoding
pragma page_size
pragma integrity_check
reindex
vacuum
pragma quick_check
select count(*), sum(length(name)), round(sum(height), 3) from person
select total_changes() > 0, last_insert_rowid() > 0, sqlite_version() is not null
select name, sum(pgsize) > 0 from dbstat group by name order by name limit 5
