//! Signals that end a program: in which function of an image they came.

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::image::ImageSymbol;

use super::all;

const SIGNALS: [(c_int, &str); 6] = [
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGABRT, "SIGABRT"),
    (libc::SIGTRAP, "SIGTRAP"),
];

/// Bytes of the stack that handlers run on: walking a stack takes more than the system's least.
const STACK: usize = 256 << 10;

/// Has these signals say in which function they came, and pipes without a reader end the program as usual.
pub(crate) fn name_signals() {
    // SAFETY: the default is a disposition of every signal. Rust ignores this one when it starts.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    let stack = libc::stack_t {
        ss_sp: vec![0u8; STACK].leak().as_mut_ptr().cast(),
        ss_flags: 0,
        ss_size: STACK,
    };
    // SAFETY: the memory is leaked, and only handlers use it.
    unsafe { libc::sigaltstack(&raw const stack, ptr::null_mut()) };
    for (signal, _) in SIGNALS {
        // SAFETY: all zero is a valid action, which gets its handler below.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = (handle as *const ()).expose_provenance();
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESETHAND;
        // SAFETY: the action is complete, and the handler has the type that its flags ask for.
        unsafe { libc::sigaction(signal, &raw const action, ptr::null_mut()) };
    }
}

/// Writes what a handler may write, straight to standard error.
fn say(text: &str) {
    // SAFETY: so many bytes are there. What cannot be written is lost.
    unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
}

/// Takes no lock and allocates nothing, since the signal may have come anywhere.
extern "C" fn handle(signal: c_int, _: *mut libc::siginfo_t, _: *mut c_void) {
    let mut names = SIGNALS.iter().filter(|(number, _)| *number == signal);
    say("error: the program was ended by ");
    say(names.next().map_or("a signal", |(_, name)| name));
    if let Some(function) = function_of_interest() {
        say(" in function '");
        say(&function.name);
        say("'");
    }
    say("\n");
    // SAFETY: ends the process at once, as the signal would.
    unsafe { libc::_exit(128 + signal) }
}

unsafe extern "C" {
    /// Of the runtime library that Rust unwinds with.
    fn _Unwind_Backtrace(
        visit: extern "C" fn(*mut c_void, *mut c_void) -> c_int,
        state: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetIPInfo(context: *mut c_void, is_before: *mut c_int) -> usize;
}

/// The innermost function of an image on the stack.
fn function_of_interest() -> Option<&'static ImageSymbol> {
    let mut found: Option<&'static ImageSymbol> = None;
    // SAFETY: `visit` is called with this state only, as long as this call lasts.
    unsafe { _Unwind_Backtrace(visit, (&raw mut found).cast()) };
    found
}

/// Looks at one frame; not 0 ends the walk.
extern "C" fn visit(context: *mut c_void, state: *mut c_void) -> c_int {
    const GO_ON: c_int = 0;
    const STOP: c_int = 4;
    let mut is_before: c_int = 0;
    // SAFETY: the context is that of the frame.
    let at = unsafe { _Unwind_GetIPInfo(context, &raw mut is_before) } as u64;
    // Other frames return to the instruction after a call.
    let at = at.wrapping_sub(u64::from(is_before == 0));
    let function = all().find_map(|loaded| {
        let offset = at.checked_sub(loaded.memory.address())?;
        loaded.image.function_at(offset)
    });
    if function.is_none() {
        return GO_ON;
    }
    // SAFETY: the state is the variable of `function_of_interest`, which waits for this call.
    unsafe { *state.cast::<Option<&'static ImageSymbol>>() = function };
    STOP
}
