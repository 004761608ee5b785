//! First calls of functions that are not compiled yet.

use std::arch::naked_asm;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::LinkError;

/// Bytes of the stack on which functions are compiled.
const STACK: usize = 64 << 20;

/// A function that waits for its first call.
pub(crate) struct FirstCall {
    pub(crate) name: String,
    /// Compiles it, unless that is done, and returns its address.
    pub(crate) address: Box<dyn Fn() -> Result<u64, LinkError> + Send + Sync>,
}

/// Functions by the numbers that their stubs have.
struct Functions {
    next: u32,
    waiting: BTreeMap<u32, Arc<FirstCall>>,
}

static FUNCTIONS: Mutex<Functions> = Mutex::new(Functions {
    next: 0,
    waiting: BTreeMap::new(),
});

fn functions() -> MutexGuard<'static, Functions> {
    FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the first of so many numbers for stubs that no others have.
pub(crate) fn reserve_first_calls(count: u32) -> u32 {
    let functions = &mut *functions();
    let first = functions.next;
    functions.next += count;
    first
}

/// Has the stub of this number call `function`.
pub(crate) fn await_first_call(number: u32, function: FirstCall) {
    let waiting = &mut functions().waiting;
    waiting.insert(number, Arc::new(function));
}

/// The address of the function with this number, which is compiled for that. There is no one to tell of errors: they end the
/// process.
extern "C" fn resolve(number: u32) -> u64 {
    let function = functions().waiting.get(&number).cloned();
    let Some(function) = function else {
        std::process::abort();
    };
    // On a thread of its own: the calling one may have little stack, or no thread-local variables any more, where it runs what
    // C does at the end of a process.
    let thread = std::thread::Builder::new().stack_size(STACK);
    let name = function.name.clone();
    let address = match thread.spawn(move || (function.address)()) {
        Ok(thread) => thread.join().unwrap_or_else(|_| std::process::abort()),
        Err(error) => Err(LinkError::new(format!("no thread to compile it: {error}"))),
    };
    match address {
        Ok(address) => address,
        Err(error) => {
            eprintln!("error: function '{name}' is not there: {error}");
            std::process::exit(1);
        }
    }
}

/// Where stubs jump at first.
#[cfg(target_arch = "x86_64")]
pub(super) fn entry() -> usize {
    let entry = match std::arch::is_x86_feature_detected!("xsave") {
        true => first_call_xsave as *const (),
        false => first_call_fxsave as *const (),
    };
    entry.expose_provenance()
}

/// What stubs jump to with the number of the function on the stack: resolves it and jumps there, with the registers of
/// arguments as they were. `$save` and `$restore` do so for vector registers, at the address in %rsp.
#[cfg(target_arch = "x86_64")]
macro_rules! first_call {
    ($name:ident, $save:literal, $restore:literal) => {
        #[unsafe(naked)]
        extern "C" fn $name() {
            naked_asm!(
                ".cfi_startproc",
                ".cfi_def_cfa_offset 16",
                "push rbp",
                ".cfi_def_cfa_offset 24",
                ".cfi_offset rbp, -24",
                "mov rbp, rsp",
                ".cfi_def_cfa_register rbp",
                "push rax",
                "push rdi",
                "push rsi",
                "push rdx",
                "push rcx",
                "push r8",
                "push r9",
                "push r10",
                "sub rsp, 2816",
                "and rsp, -64",
                $save,
                "mov edi, [rbp + 8]",
                "call {resolve}",
                "mov r11, rax",
                $restore,
                "lea rsp, [rbp - 64]",
                "pop r10",
                "pop r9",
                "pop r8",
                "pop rcx",
                "pop rdx",
                "pop rsi",
                "pop rdi",
                "pop rax",
                "pop rbp",
                ".cfi_def_cfa rsp, 16",
                "add rsp, 8",
                ".cfi_def_cfa_offset 8",
                "jmp r11",
                ".cfi_endproc",
                resolve = sym resolve,
            )
        }
    };
}

// The mask has the states of SSE, AVX and AVX-512: 2688 bytes. What stands in the header of the area must be zero before.
#[cfg(target_arch = "x86_64")]
first_call!(
    first_call_xsave,
    "xor eax, eax
     mov [rsp + 512], rax
     mov [rsp + 520], rax
     mov [rsp + 528], rax
     mov [rsp + 536], rax
     mov [rsp + 544], rax
     mov [rsp + 552], rax
     mov [rsp + 560], rax
     mov [rsp + 568], rax
     mov eax, 0xe6
     xor edx, edx
     xsave64 [rsp]",
    "mov eax, 0xe6
     xor edx, edx
     xrstor64 [rsp]"
);

#[cfg(target_arch = "x86_64")]
first_call!(first_call_fxsave, "fxsave64 [rsp]", "fxrstor64 [rsp]");

/// Where stubs jump at first.
#[cfg(target_arch = "aarch64")]
pub(super) fn entry() -> usize {
    (first_call as *const ()).expose_provenance()
}

/// What stubs jump to with the number of the function in w17: resolves it and jumps there, with the registers of arguments as
/// they were.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
extern "C" fn first_call() {
    naked_asm!(
        ".cfi_startproc",
        "stp x29, x30, [sp, #-224]!",
        ".cfi_def_cfa_offset 224",
        ".cfi_offset x29, -224",
        ".cfi_offset x30, -216",
        "mov x29, sp",
        "stp x0, x1, [sp, #16]",
        "stp x2, x3, [sp, #32]",
        "stp x4, x5, [sp, #48]",
        "stp x6, x7, [sp, #64]",
        "str x8, [sp, #80]",
        "stp q0, q1, [sp, #96]",
        "stp q2, q3, [sp, #128]",
        "stp q4, q5, [sp, #160]",
        "stp q6, q7, [sp, #192]",
        "mov w0, w17",
        "bl {resolve}",
        "mov x16, x0",
        "ldp x0, x1, [sp, #16]",
        "ldp x2, x3, [sp, #32]",
        "ldp x4, x5, [sp, #48]",
        "ldp x6, x7, [sp, #64]",
        "ldr x8, [sp, #80]",
        "ldp q0, q1, [sp, #96]",
        "ldp q2, q3, [sp, #128]",
        "ldp q4, q5, [sp, #160]",
        "ldp q6, q7, [sp, #192]",
        "ldp x29, x30, [sp], #224",
        ".cfi_def_cfa_offset 0",
        ".cfi_restore x29",
        ".cfi_restore x30",
        "br x16",
        ".cfi_endproc",
        resolve = sym resolve,
    )
}

/// There are no stubs for other machines.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn entry() -> usize {
    0
}
