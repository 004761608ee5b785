/* Loads an image that was linked on another machine, and runs its `main`: what a session does in its own process, in C.

   An image is a sequence of words of eight bytes with the lowest first, each list after its length:

       size of the memory
       three parts: offset, size in memory, number of bytes, the bytes (filled up to full words)
       words to fill in: where, kind (0 address, 1 import, 2 thread-local variables), offset or addend, index of the import
       names of imports: text (number of bytes, the bytes), whether it may be missing
       unwind table: where, size
       constructors: where the words with their addresses are
       destructors: likewise
       thread-local variables: where, initialized bytes, size, alignment; all zero if there are none
       main: where

   `imports` is generated: the symbols of this program by name. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct import {
    const char *name;
    void *address;
};
extern const struct import imports[];
extern char **environ;
extern void __register_frame(void *);

static FILE *file;
static char *memory;

/* What code has of a thread-local variable: whose it is, and its place. */
struct block {
    pthread_key_t key;
    const char *first;
    uint64_t initialized, size, align;
} block;
struct variable {
    const struct block *block;
    uint64_t offset;
};

static void fail(const char *what, const char *name) {
    fprintf(stderr, "host: %s %s\n", what, name);
    exit(99);
}

static void bytes(void *to, uint64_t size) {
    if (size && fread(to, size, 1, file) != 1) fail("the image is", "too short");
}

static uint64_t word(void) {
    uint64_t value;
    bytes(&value, sizeof value);
    return value;
}

static void *find(const char *name, uint64_t may_miss) {
    for (const struct import *import = imports; import->name; import++)
        if (!strcmp(import->name, name)) return import->address;
    if (!may_miss) fail("there is no", name);
    return NULL;
}

void *host_tls_get_addr(const struct variable *variable) {
    const struct block *of = variable->block;
    char *start = pthread_getspecific(of->key);
    if (!start) {
        if (posix_memalign((void **)&start, of->align < 8 ? 8 : of->align, of->size)) abort();
        memset(start, 0, of->size);
        memcpy(start, of->first, of->initialized);
        pthread_setspecific(of->key, start);
    }
    return start + variable->offset;
}

static void set(uint64_t at, uint64_t value) {
    memcpy(memory + at, &value, sizeof value);
}

static uint64_t get(uint64_t at) {
    uint64_t value;
    memcpy(&value, memory + at, sizeof value);
    return value;
}

/* Words are filled in when all is read. */
struct fill {
    uint64_t at, kind, offset, import;
};

static uint64_t value_of(const struct fill *fill, void *const *addresses) {
    switch (fill->kind) {
    case 0: return (uint64_t)memory + fill->offset;
    case 1: return (uint64_t)addresses[fill->import] + fill->offset;
    default: return (uint64_t)&block;
    }
}

static uint64_t *words(uint64_t *count) {
    *count = word();
    uint64_t *all = malloc((*count + 1) * sizeof *all);
    bytes(all, *count * sizeof *all);
    return all;
}

int main(int argc, char **argv) {
    static const int access[3] = {PROT_READ | PROT_EXEC, PROT_READ, PROT_READ | PROT_WRITE};
    struct { uint64_t offset, size; } parts[3];
    if (argc < 2 || !(file = fopen(argv[1], "rb"))) fail("no image", argc < 2 ? "" : argv[1]);
    uint64_t size = word();
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail("there is no", "memory");
    for (int part = 0; part < 3; part++) {
        parts[part].offset = word();
        parts[part].size = word();
        uint64_t count = word(), padding;
        bytes(memory + parts[part].offset, count);
        bytes(&padding, -count & 7);
    }
    uint64_t fill_count = word();
    struct fill *fills = malloc((fill_count + 1) * sizeof *fills);
    bytes(fills, fill_count * sizeof *fills);
    uint64_t import_count = word();
    void **addresses = malloc((import_count + 1) * sizeof *addresses);
    for (uint64_t index = 0; index < import_count; index++) {
        char name[4096] = "";
        uint64_t count = word(), padding;
        if (count >= sizeof name) fail("a name is", "too long");
        bytes(name, count);
        bytes(&padding, -count & 7);
        addresses[index] = find(name, word());
    }
    uint64_t unwind = word(), unwind_size = word(), constructor_count, destructor_count;
    uint64_t *constructors = words(&constructor_count), *destructors = words(&destructor_count);
    block.first = memory + word();
    block.initialized = word();
    block.size = word();
    block.align = word();
    uint64_t entry = word();
    fclose(file);
    pthread_key_create(&block.key, free);
    for (struct fill *fill = fills; fill < fills + fill_count; fill++) set(fill->at, value_of(fill, addresses));
    for (int part = 0; part < 3; part++)
        if (parts[part].size && mprotect(memory + parts[part].offset, parts[part].size, access[part])) fail("no", "protection");
    __builtin___clear_cache(memory, memory + parts[0].offset + parts[0].size);
    if (unwind_size) __register_frame(memory + unwind);
    for (uint64_t index = 0; index < constructor_count; index++) ((void (*)(void))get(constructors[index]))();
    int code = ((int (*)(int, char **, char **))(memory + entry))(argc - 1, argv + 1, environ);
    for (uint64_t index = 0; index < destructor_count; index++) ((void (*)(void))get(destructors[index]))();
    /* What C++ registered itself runs here. */
    exit(code);
}
