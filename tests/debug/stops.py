"""Run by gdb: stops at each line of the program's main file, and writes what it finds there as JSON.

STOPS  the file to write
MOST   at how many stops a breakpoint is given up
START  the commands that start the program, separated by semicolons

A stop is [line, names of the functions from the innermost on, variables of those that are inlined here and of the one
that they are in]. Variables are numbers and pointers; a value is null where gdb has none, and pointers tell only whether
they are null.
"""

import json
import os

import gdb

MOST = int(os.environ["MOST"])
NUMBERS = (
    gdb.TYPE_CODE_INT,
    gdb.TYPE_CODE_CHAR,
    gdb.TYPE_CODE_BOOL,
    gdb.TYPE_CODE_ENUM,
    gdb.TYPE_CODE_FLT,
)
stops = []


def text(symbol, frame):
    try:
        value = symbol.value(frame)
        if value.is_optimized_out:
            return None
        if value.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
            return "pointer" if int(value) else "null"
        return value.format_string(symbols=False)
    except gdb.error:
        return None


def variables(frame):
    found = {}
    block = frame.block()
    while not (block is None or block.is_static or block.is_global):
        for symbol in block:
            kind = symbol.type.strip_typedefs().code
            is_shown = kind in NUMBERS or kind == gdb.TYPE_CODE_PTR
            is_local = symbol.is_variable or symbol.is_argument
            if is_local and is_shown and symbol.addr_class != gdb.SYMBOL_LOC_STATIC:
                found.setdefault(symbol.name, text(symbol, frame))
        if block.function is not None:
            break
        block = block.superblock
    return found


class Recorder(gdb.Breakpoint):
    """Notes each stop and lets the program go on."""

    def begin(self, line):
        self.wanted = line
        self.left = MOST
        return self

    def stop(self):
        frame = gdb.newest_frame()
        # What has no code of its own slides to the next line that has.
        if frame.find_sal().line != self.wanted:
            self.enabled = False
            return False
        names, values, is_here = [], [], True
        while frame is not None:
            names.append(frame.name())
            if is_here:
                values.append(variables(frame))
                is_here = frame.type() == gdb.INLINE_FRAME
            if frame.name() == "main":
                break
            frame = frame.older()
        stops.append([self.wanted, names, values])
        self.left -= 1
        if self.left == 0:
            self.enabled = False
        return False


for setting in ("confirm off", "width 0", "pagination off", "breakpoint always-inserted on"):
    gdb.execute("set " + setting)
symtab = gdb.lookup_global_symbol("main").symtab
for line in sorted(symtab.linetable().source_lines()):
    if line:
        Recorder(source=symtab.filename, line=line).begin(line)
for command in os.environ["START"].split(";"):
    gdb.execute(command, to_string=True)
with open(os.environ["STOPS"], "w") as file:
    json.dump(stops, file)
