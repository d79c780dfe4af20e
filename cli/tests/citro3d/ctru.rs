//! Stub of the ctru-rs API that programs in the pages use.

#![feature(allocator_api)]

pub mod linear {
    pub use std::alloc::Global as LinearAllocator;
}

pub mod services {
    pub mod gfx {
        use std::cell::RefCell;

        pub struct RawFrameBuffer {
            pub width: usize,
            pub height: usize,
            pub bytes: *mut u8,
        }

        pub trait Screen {
            fn raw_framebuffer(&mut self) -> RawFrameBuffer;
        }

        pub struct TopScreen;

        impl Screen for TopScreen {
            fn raw_framebuffer(&mut self) -> RawFrameBuffer {
                unimplemented!()
            }
        }

        pub struct Gfx {
            pub top_screen: RefCell<TopScreen>,
        }

        impl Gfx {
            pub fn new() -> Result<Self, super::super::Error> {
                unimplemented!()
            }
        }
    }
}

#[derive(Debug)]
pub struct Error;

pub struct Hid;

impl Hid {
    pub fn new() -> Result<Self, Error> {
        unimplemented!()
    }

    pub fn scan_input(&mut self) {}

    pub fn keys_down(&self) -> KeyPad {
        unimplemented!()
    }
}

pub struct Apt;

impl Apt {
    pub fn new() -> Result<Self, Error> {
        unimplemented!()
    }

    pub fn main_loop(&self) -> bool {
        unimplemented!()
    }
}

pub struct KeyPad;

impl KeyPad {
    pub const START: Self = Self;

    pub fn contains(&self, _: Self) -> bool {
        unimplemented!()
    }
}

pub mod prelude {
    pub use crate::services::gfx::Gfx;
    pub use crate::{Apt, Hid, KeyPad};
}
