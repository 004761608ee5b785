//! The memory of an interpreted program: objects at addresses, each access checked against them.
//!
//! ```text
//!   address 0 … 0xffff      nothing: null pointers and what is near them
//!   then, upward            functions, variables, and in order of creation stack and heap objects,
//!                           with a gap between each two, so that running over an end is seen
//! ```

use std::cell::Cell;

use avarice_ir::Global;

use super::Failure;

/// The first address that anything has.
const FIRST: u64 = 0x1_0000;

/// Bytes between two objects, at least.
const GAP: u64 = 16;

/// Memory in bytes that all objects may take.
const LIMIT: u64 = 1 << 28;

/// Addresses end here, so that they fit in pointers of 32 bits.
const LAST: u64 = 1 << 31;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A function: an address without bytes.
    Function(Global),
    /// A variable of the module.
    Variable,
    /// A constant of the module.
    Constant,
    /// Made by `alloca`.
    Stack,
    /// Made by `malloc` and the like.
    Heap,
}

/// An object.
#[derive(Debug)]
struct Object {
    start: u64,
    /// Its size; stays when the bytes are gone.
    size: u64,
    bytes: Box<[u8]>,
    kind: ObjectKind,
    is_gone: bool,
}

/// All objects, by address.
#[derive(Debug)]
pub struct Memory {
    objects: Vec<Object>,
    /// Starts of stack objects in order of creation.
    stack: Vec<u64>,
    next: u64,
    total: u64,
    /// Bytes allocated, read and written, and other work that callers counted.
    work: Cell<u64>,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            objects: Vec::new(),
            stack: Vec::new(),
            next: FIRST,
            total: 0,
            work: Cell::new(0),
        }
    }
}

impl Memory {
    /// What was done since the last reset, in bytes.
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts work that takes about as long as processing `bytes` bytes.
    pub fn add_work(&self, bytes: u64) {
        self.work.set(self.work.get().saturating_add(bytes));
    }

    /// Begins to count work anew.
    pub fn reset_work(&mut self) {
        self.work.set(0);
    }

    /// Makes an object of zeros and returns its address.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn allocate(&mut self, size: u64, align: u64, kind: ObjectKind) -> Result<u64, Failure> {
        let align = align.clamp(1, 1 << 20).next_power_of_two();
        let start = self.next.next_multiple_of(align.max(GAP));
        if size > LIMIT - self.total || start + size + GAP > LAST {
            return Err(Failure::limit("the program takes too much memory"));
        }
        self.add_work(size);
        self.total += size;
        self.next = start + size + GAP;
        self.objects.push(Object {
            start,
            size,
            bytes: vec![0; size as usize].into(),
            kind,
            is_gone: false,
        });
        if kind == ObjectKind::Stack {
            self.stack.push(start);
        }
        Ok(start)
    }

    /// How many stack objects there are: a mark for [`Self::release_stack`].
    pub fn stack_mark(&self) -> u64 {
        self.stack.len() as u64
    }

    /// Removes the stack objects made since `mark`.
    pub fn release_stack(&mut self, mark: u64) {
        while self.stack.len() as u64 > mark {
            if let Some(index) = self.stack.pop().and_then(|start| self.index(start)) {
                self.release(index);
            }
        }
        // Addresses at the end of memory are given out again.
        let is_unused = |object: &&Object| object.is_gone && object.kind == ObjectKind::Stack;
        while let Some(last) = self.objects.last().filter(is_unused) {
            self.next = last.start;
            self.objects.pop();
        }
    }

    fn release(&mut self, index: usize) {
        let object = &mut self.objects[index];
        if !object.is_gone {
            object.is_gone = true;
            self.total -= object.size;
            object.bytes = Box::default();
        }
    }

    /// Frees a heap object; a null pointer is none.
    ///
    /// # Errors
    /// There is no heap object at `address`, or no more.
    pub fn free(&mut self, address: u64) -> Result<(), Failure> {
        if address == 0 {
            return Ok(());
        }
        match self.index(address) {
            Some(index) if self.is_heap_object(index, address) => {
                self.release(index);
                Ok(())
            }
            _ => Err(Failure::trap(format!(
                "{address:#x} is freed, which is no heap object"
            ))),
        }
    }

    /// The size of the heap object at `address`, or `None`.
    pub fn heap_size(&self, address: u64) -> Option<u64> {
        let index = self.index(address)?;
        let size = self.objects[index].size;
        self.is_heap_object(index, address).then_some(size)
    }

    fn is_heap_object(&self, index: usize, address: u64) -> bool {
        let object = &self.objects[index];
        object.start == address && object.kind == ObjectKind::Heap && !object.is_gone
    }

    /// The function at an address.
    pub fn function(&self, address: u64) -> Option<Global> {
        let object = &self.objects[self.index(address)?];
        match object.kind {
            ObjectKind::Function(global) if object.start == address => Some(global),
            _ => None,
        }
    }

    /// The last object that starts at or before `address`.
    fn index(&self, address: u64) -> Option<usize> {
        let after = self
            .objects
            .partition_point(|object| object.start <= address);
        after.checked_sub(1)
    }

    /// The object that has `len` bytes at `address`, and where they begin in it.
    fn find(&self, address: u64, len: u64) -> Result<(usize, usize), Failure> {
        self.add_work(len);
        if address < FIRST {
            return Err(Failure::trap(format!(
                "null pointer: access at {address:#x}"
            )));
        }
        if let Some(index) = self.index(address) {
            let object = &self.objects[index];
            let offset = address - object.start;
            if object.is_gone && offset < object.size.max(1) {
                let message = "access to an object that is gone";
                return Err(Failure::trap(format!(
                    "{message}: {len} bytes at {address:#x}"
                )));
            }
            if offset <= object.size && len <= object.size - offset {
                return Ok((index, offset as usize));
            }
            if offset < object.size + GAP {
                let size = object.size;
                return Err(Failure::trap(format!(
                    "access outside of an object: {len} bytes at offset {offset} of {size} bytes"
                )));
            }
        }
        Err(Failure::trap(format!(
            "access to no object: {len} bytes at {address:#x}"
        )))
    }

    /// The `len` bytes at `address`.
    ///
    /// # Errors
    /// They are not all in one object.
    pub fn bytes(&self, address: u64, len: u64) -> Result<&[u8], Failure> {
        if len == 0 {
            return Ok(&[]);
        }
        let (index, offset) = self.find(address, len)?;
        Ok(&self.objects[index].bytes[offset..offset + len as usize])
    }

    /// The `len` bytes at `address`, to be changed.
    ///
    /// # Errors
    /// They are not all in one object, or in a constant.
    pub fn bytes_mut(&mut self, address: u64, len: u64) -> Result<&mut [u8], Failure> {
        if len == 0 {
            return Ok(&mut []);
        }
        let (index, offset) = self.find(address, len)?;
        let object = &mut self.objects[index];
        if object.kind == ObjectKind::Constant {
            return Err(Failure::trap("a constant is written to"));
        }
        Ok(&mut object.bytes[offset..offset + len as usize])
    }

    /// Sets the first bytes of a variable or constant.
    ///
    /// # Errors
    /// No allocation has that many bytes.
    pub fn initialize(&mut self, address: u64, bytes: &[u8]) -> Result<(), Failure> {
        let (index, offset) = self.find(address, bytes.len() as u64)?;
        self.objects[index].bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// Copies bytes; the places may overlap.
    ///
    /// # Errors
    /// Same as [`Self::bytes`] and [`Self::bytes_mut`].
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Failure> {
        let bytes = self.bytes(from, len)?.to_vec();
        self.bytes_mut(to, len)?.copy_from_slice(&bytes);
        Ok(())
    }

    /// The bytes of the string at `address`, without its end.
    ///
    /// # Errors
    /// No zero ends it within its object.
    pub fn string(&self, address: u64) -> Result<&[u8], Failure> {
        let (index, offset) = self.find(address, 1)?;
        let rest = &self.objects[index].bytes[offset..];
        let end = rest.iter().position(|byte| *byte == 0);
        let end = end.ok_or_else(|| Failure::trap("a string does not end within its object"))?;
        self.add_work(end as u64);
        Ok(&rest[..end])
    }
}
