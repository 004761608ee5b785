-- Goes through Lua's language and library. Its output does not depend on the machine: tables are walked
-- in sorted order, no addresses, times or random numbers are printed.

local function title(name) print("== " .. name) end

-- The keys of a table in order.
local function sorted(t)
  local keys = {}
  for k in pairs(t) do keys[#keys + 1] = k end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return ipairs(keys)
end

title "integers"
print(7 // 2, -7 // 2, 7 % 3, -7 % 3, 7 % -3, -7 % -3)
print(math.maxinteger, math.mininteger, math.maxinteger + 1 == math.mininteger)
print(5 & 3, 5 | 3, 5 ~ 3, ~5, 1 << 62, 1 << 63, 1 << 64, -1 >> 60, 1 << -1)
print(0x7fffffffffffffff * 2, 0xff, 1e3, 10 / 2, 3 | 0)
print(math.tointeger(3.0), math.tointeger(3.5), math.type(1), math.type(1.0), math.type("1"))
print(math.ult(1, -1), math.abs(math.mininteger), 123456789 * 987654321)
for _, s in ipairs { "10", "0x10", "1e1", "  7  ", "abc", "9223372036854775808", "0x1p4", "" } do
  print(s, tonumber(s))
end
print(tonumber("zz", 36), tonumber("1010", 2), tonumber("8", 8), tonumber("-ff", 16))
print(pcall(function() return 1 // 0 end))
print(pcall(function() return 1 % 0 end))
print(pcall(function() return 1.5 | 0 end))

title "floats"
print(1 / 0, -1 / 0, 1.5 // 0, -(0 / 0) ~= -(0 / 0), 2 ^ 0.5, 2 ^ 10, 10 // 0.3, 5.3 % 2, -5.3 % 2)
print(math.floor(-3.5), math.ceil(-3.5), math.fmod(-7, 3), math.fmod(7.5, 2), math.sqrt(2))
print(math.sin(1), math.cos(1), math.tan(1), math.atan(1, 2), math.exp(1), math.log(10), math.log(8, 2))
print(math.pi, math.huge, -math.huge, 1e15, 1e16, 123456.789e3, 0.1, 1e-10, 2 ^ 53, 2 ^ 63)
print(math.max(1, 2.5, -3), math.min(1, 2.5, -3), math.modf(3.7), math.modf(-3.7))
print(1 == 1.0, 1 < 1.5, math.maxinteger < math.huge, math.maxinteger + 0.0 == 2 ^ 63)
print(1 < 2, "a" < "b", "a" < "B", "Z" < "a", not nil, nil == false)
for i = 1.0, 2.0, 0.25 do io.write(i, " ") end
for i = 3, 1, -1 do io.write(i, " ") end
for i = math.maxinteger - 1, math.maxinteger do io.write(i, " ") end
print()

title "strings"
local s = "Hello, World"
print(#s, s:upper(), s:lower(), s:reverse(), s:sub(1, 5), s:sub(-5), s:sub(-5, -3), s:sub(20))
print(s:byte(1, 3), string.char(72, 105), s:rep(2, "; "), s:len())
print(s:find("World"), s:find("o", 6), s:find("l+"), s:find("xyz"), s:find(".", 1, true))
print(s:match("(%a+), (%a+)"), s:match("()ll()"), s:match("^%s*$"), ("key = value"):match("^(%w+)%s*=%s*(%w+)$"))
print(s:gsub("o", "0"), s:gsub("%w+", "<%0>"), s:gsub("l", { l = "L" }), s:gsub("", "-"))
print(s:gsub("%w+", function(w) return #w > 4 and w:upper() end), s:gsub("(%w)(%w)", "%2%1", 2))
print(("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"), ("hello"):gsub("%f[%w]%w+", "[%1]"))
print(("x"):rep(0), ("ab"):rep(3), "\65\066\x43\u{44}\z
       E", "a\0b" == "a\0b", #"a\0b")
for word, number in ("one=1, two=2, three=3"):gmatch("(%w+)=(%w+)") do io.write(word, ":", number, " ") end
print()
print(string.format("%d %5d %-5d| %05d %+d %x %X %#x %o %c", 42, 42, 42, 42, 42, 255, 255, 255, 8, 65))
print(string.format("%f %.3f %10.2f %-10.2f| %e %g %g %a", 3.14159, 3.14159, 3.14159, 3.14159, 12345.678, 1e20, 0.0001, 1.0))
print(string.format("%s %10s %-10s| %.2s %q %q %%", "str", "right", "left", "truncated", 'quo"te\n', 1 / 3))
print(string.format("%i %u", 7, 8), pcall(string.format, "%d", 1.5), pcall(string.format, "%y", 1))
print(pcall(string.rep, "x", -1), ("%d"):format(3.0), tostring(1e100), tostring(-0.0))
local packed = string.pack("<i4 >i2 s1 z d", -2, 300, "abc", "zero", 1.5)
print(#packed, string.unpack("<i4 >i2 s1 z d", packed))
print(string.packsize("i4 i8 !8 d"), string.unpack("<I3", "\1\2\3"))
print(utf8.char(72, 228, 8364, 128512), utf8.len("häß€"), #utf8.char(8364), utf8.codepoint("€", 1))
for position, code in utf8.codes("aé€") do io.write(position, "=", code, " ") end
print(utf8.offset("aé€", 3), utf8.len("\xff"))
local long = {}
for i = 1, 300 do long[i] = string.char(97 + i % 26) end
print(#table.concat(long), table.concat(long):sub(95, 120), ("x"):rep(100):gsub("x", "yz"):len())

title "tables"
local t = { 5, 2, 8, 1, 9, name = "t", [10] = "ten", [2.0] = "two" }
print(#t, t[2], t.name, t[10], rawlen(t), rawget(t, "name"), next({}), select("#", table.unpack(t, 1, 5)))
table.sort(t, function(a, b) return tostring(a) < tostring(b) end)
print(table.concat(t, " ", 1, 5))
table.insert(t, 1, "first"); table.insert(t, "last"); print(table.remove(t, 1), table.remove(t), #t)
print(table.concat(table.move({ 1, 2, 3 }, 1, 3, 3, { 9, 9 }), ","), table.pack(1, nil, 3).n)
print(pcall(table.concat, { 1, {}, 3 }), pcall(table.insert, { 1 }, 5, 2), pcall(next, {}, "no"))
local numbers = {}
for i = 1, 2000 do numbers[i] = (i * 7919) % 2003 end
table.sort(numbers)
local ascending = true
for i = 2, #numbers do ascending = ascending and numbers[i - 1] <= numbers[i] end
print(ascending, numbers[1], numbers[1000], numbers[2000])
table.sort(numbers, function(a, b) return a > b end)
print(numbers[1], numbers[2000], pcall(table.sort, { 3, 1, "x" }))
local sparse = {}
for i = 1, 1000 do sparse[i * i] = i; sparse["k" .. i] = i end
for i = 1, 1000, 2 do sparse[i * i] = nil end
local count, sum = 0, 0
for _, v in pairs(sparse) do count, sum = count + 1, sum + v end
print(count, sum)
for _, k in sorted { b = 1, a = 2, [1] = 3, [1.5] = 4, [true] = 5 } do io.write(tostring(k), " ") end
print()

title "closures and varargs"
local function counter()
  local n = 0
  return function(step) n = n + (step or 1); return n end, function() return n end
end
local up, get = counter()
up(); up(10); print(get(), up(), select(2, counter())())
local made = {}
for i = 1, 3 do made[i] = function() i = i + 1; return i end end
print(made[1](), made[1](), made[2](), made[3]())
local function variadic(...)
  local a, b = ...
  return select("#", ...), a, b, (select(-1, ...)), ...
end
print(variadic(1, nil, 3), (variadic(1, 2)))
print(table.unpack({ 1, 2, 3 }, 2), table.unpack({}, 1, 3))
local function deep(n) if n == 0 then return "bottom" end return deep(n - 1) end
print(deep(100000))
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(22))
local function many(...) return select("#", ...) end
print(many(table.unpack(numbers, 1, 200)))

title "metatables"
local Vector = {}
Vector.__index = Vector
local function vector(x, y) return setmetatable({ x = x, y = y }, Vector) end
function Vector.__add(a, b) return vector(a.x + b.x, a.y + b.y) end
function Vector.__mul(a, b) return type(a) == "number" and vector(a * b.x, a * b.y) or vector(a.x * b, a.y * b) end
function Vector.__unm(a) return vector(-a.x, -a.y) end
function Vector.__eq(a, b) return a.x == b.x and a.y == b.y end
function Vector.__lt(a, b) return a:length() < b:length() end
function Vector.__le(a, b) return a:length() <= b:length() end
function Vector.__len(a) return 2 end
function Vector.__call(a, k) return a[k] end
function Vector.__concat(a, b) return tostring(a) .. "|" .. tostring(b) end
function Vector.__tostring(a) return "(" .. a.x .. ", " .. a.y .. ")" end
function Vector.__idiv(a, n) return vector(a.x // n, a.y // n) end
function Vector.__band(a, n) return vector(a.x & n, a.y & n) end
function Vector.__close() print("closed") end
function Vector:length() return (self.x ^ 2 + self.y ^ 2) ^ 0.5 end
local a, b = vector(3, 4), vector(6, 8)
print(tostring(a + b), tostring(2 * a), tostring(a * 2), tostring(-a), a == vector(3, 4), a < b, a >= b, #a)
print(a "x", a .. b, a .. "s", b // 4 == vector(1, 2), tostring(b & 6), a:length())
local Animal = setmetatable({}, { __call = function(class, name) return setmetatable({ name = name }, class) end })
Animal.__index = function(_, key) return rawget(Animal, key) or "no " .. key end
function Animal:speak() return self.name .. " speaks" end
local cat = Animal "cat"
print(cat:speak(), cat.tail)
local log = {}
local proxy = setmetatable({}, { __newindex = function(_, k, v) log[#log + 1] = k .. "=" .. v end, __metatable = "locked" })
proxy.a = 1; proxy.b = 2; rawset(proxy, "c", 3); proxy.c = 4
print(table.concat(log, " "), proxy.c, getmetatable(proxy), pcall(setmetatable, proxy, {}))
for k, v in setmetatable({}, { __pairs = function() return function(_, i) if not i then return 1, "only" end end end })
  and pairs(setmetatable({}, { __pairs = function() return function(_, i) if not i then return 1, "only" end end end })) do
  print(k, v)
end
do local guard <close> = vector(1, 1); local fixed <const> = 5; print("in scope", fixed) end
local weak = setmetatable({}, { __mode = "v" })
weak[1] = {}; weak[2] = "kept"; collectgarbage()
print(weak[1], weak[2])
local finalized = 0
for i = 1, 100 do setmetatable({}, { __gc = function() finalized = finalized + 1 end }) end
collectgarbage(); collectgarbage("generational"); collectgarbage("incremental"); collectgarbage()
print(finalized, collectgarbage("count") > 0, collectgarbage("step"))

title "errors"
print(pcall(error, "message"), pcall(error, { code = 7 }) == false, pcall(error), select(2, pcall(error, "at level", 0)))
print(select(2, pcall(function() error("with position") end)):match(":%d+: (.*)"))
print(select(2, pcall(function() local x = nil; return x.field end)):match(":%d+: (.*)"))
print(select(2, pcall(function() return 1 + {} end)):match(":%d+: (.*)"))
print(select(2, pcall(function() return "a" + 1 end)):match("(attempt.*)"))
print(select(2, pcall(function() return #5 end)):match(":%d+: (.*)"))
print(select(2, pcall(function() return {} < {} end)):match(":%d+: (.*)"))
print(select(2, pcall(function() undefinedfunction() end)):match(":%d+: (.*)"))
print(xpcall(function() error("inner", 0) end, function(m) return "handled " .. m end))
print(xpcall(function(...) return select("#", ...) end, print, 1, 2, 3))
print(pcall(pcall, error, "nested"), select("#", pcall(function() return 1, 2, 3 end)))
print(select(2, pcall(function() local function f() return f() + 1 end return f() end)):match("stack overflow"))
print(pcall(assert, false), pcall(assert, nil, "asserted"), assert(1, 2, 3))
print(load("return 1 +"), load("x ="), load("return ...", "chunk")(4, 5))
print(type(load(function() return nil end)), pcall(load, "return 1", "c", "b"), load("goto nowhere"))
local environment = { print = print }
load("y = 5; function g() return y * 2 end", "chunk", "t", environment)()
print(environment.y, environment.g(), y)
local dumped = string.dump(function(n) local total = 0; for i = 1, n do total = total + i end; return total end)
print(load(dumped, "dumped", "b")(100))

title "coroutines"
local function generate(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end return "done" end) end
local g = generate(3)
print(g(), g(), g()); print(g(), pcall(g))
local co = coroutine.create(function(x, y)
  print("started", x, y)
  local z = coroutine.yield(x + y)
  print("resumed", z, coroutine.isyieldable(), coroutine.running() ~= nil)
  local ok, message = pcall(function() coroutine.yield("inside pcall"); error("after yield", 0) end)
  print(ok, message)
  return "finished"
end)
print(coroutine.resume(co, 1, 2)); print(coroutine.resume(co, "z")); print(coroutine.status(co))
print(coroutine.resume(co)); print(coroutine.status(co), coroutine.resume(co))
print(coroutine.resume(coroutine.create(function() error("broken", 0) end)), coroutine.isyieldable())
local closing = coroutine.create(function() local v <close> = vector(0, 0); coroutine.yield() end)
coroutine.resume(closing); print(coroutine.close(closing), coroutine.status(closing))
local function permutations(list, n)
  n = n or #list
  if n <= 1 then coroutine.yield(table.concat(list)) end
  for i = 1, n do
    list[n], list[i] = list[i], list[n]
    permutations(list, n - 1)
    list[n], list[i] = list[i], list[n]
  end
end
for p in coroutine.wrap(function() permutations { "a", "b", "c", "d" } end) do io.write(p, " ") end
print()
table.sort({ 3, 2, 1 }, function(x, y) return x < y end)

title "goto and loops"
for i = 1, 3 do
  for j = 1, 3 do
    if j == 2 then goto continue end
    if i == 3 then goto finished end
    io.write(i, ",", j, " ")
    ::continue::
  end
end
::finished:: print()
local n, steps = 27, 0
while n ~= 1 do n = n % 2 == 0 and n // 2 or 3 * n + 1; steps = steps + 1 end
repeat local last = steps; steps = steps - 100 until last < 100
print(steps)
local sieve, primes = {}, 0
for i = 2, 10000 do
  if not sieve[i] then primes = primes + 1; for j = i * i, 10000, i do sieve[j] = true end end
end
print(primes)

title "os and io"
local name = os.tmpname()
local file = assert(io.open(name, "w"))
print(file:write("first\n", 2, " ", 3.5, "\nlast line") == file, io.type(file)); file:close()
print(io.type(file), pcall(file.write, file, "x"), io.open("/nonexistent/file"))
for line in io.lines(name) do io.write("[", line, "] ") end print()
file = io.open(name, "r+")
print(file:read("l", "n", "n", "L", "a")); print(file:read("a"), file:read("l"), file:read(0))
print(file:seek("set", 2), file:read(3), file:seek("cur"), file:seek("end")); file:close()
file = io.open(name, "a"); file:setvbuf("full", 64); file:write(("x"):rep(1000)); file:close()
file = io.open(name, "rb"); print(#file:read("a")); file:close()
print(os.remove(name), os.remove(name) == nil, os.getenv("NO_SUCH_VARIABLE"), os.rename(name, name) == nil)
print(os.date("!%Y-%m-%d %H:%M:%S", 1234567890), os.date("!*t", 86400).day, os.difftime(5, 3))
print(os.time { year = 2000, month = 13, day = 1, hour = 12 } - os.time { year = 2001, month = 1, day = 1, hour = 12 })
print(os.time() > 1e9, os.clock() >= 0, type(os.setlocale()))

title "debug and require"
local info = debug.getinfo(fib, "Su")
print(info.what, info.nparams, info.isvararg, debug.getlocal(fib, 1), debug.getupvalue(up, 1))
print(select(2, debug.setupvalue(up, 1, 99)), up(), debug.traceback("trace", 1):match("^trace\nstack traceback:") ~= nil)
local lines = 0
debug.sethook(function() lines = lines + 1 end, "l")
local x = 1
x = x + 1
debug.sethook()
print(lines, package.loaded.string == string, pcall(require, "no.such.module") == false)
for _, library in ipairs { "coroutine", "debug", "io", "math", "os", "string", "table", "utf8" } do
  local members = {}
  for _, k in sorted(_G[library]) do members[#members + 1] = k end
  print(library, #members, table.concat(members, " "))
end

title "garbage"
local trees = 0
local function tree(depth) trees = trees + 1; if depth > 0 then return { tree(depth - 1), tree(depth - 1) } end return {} end
for _ = 1, 5 do tree(12) end
local text = ""
for i = 1, 2000 do text = text .. i .. "," end
print(trees, #text, text:sub(-10), select(2, text:gsub("9", "")))
