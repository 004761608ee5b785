//! What all traits of selection build on.

use std::ops::DerefMut;

use crate::function::FunctionLowering;

/// The selector of a target: a thin layer over [`FunctionLowering`].
pub trait Select<'m>: DerefMut<Target = FunctionLowering<'m>> + Sized {}
