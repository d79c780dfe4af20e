//! A stand-in for what programs in the pages and examples use of citro3d-rs.

use std::cell::RefMut;

use ctru::services::gfx::Screen;

#[derive(Debug)]
pub struct Error;

pub struct Instance;

impl Instance {
    pub fn new() -> Result<Self, Error> {
        unimplemented!()
    }

    pub fn render_target<'s>(
        &self,
        _: usize,
        _: usize,
        _: RefMut<'s, dyn Screen>,
        _: Option<render::DepthFormat>,
    ) -> Result<render::ScreenTarget<'s>, Error> {
        unimplemented!()
    }

    pub fn render_frame_with<'i: 'f, 'f>(&'i mut self, _: impl FnOnce(render::Frame<'f>) -> render::Frame<'f>) {}
}

pub mod render {
    use std::marker::PhantomData;

    use crate::{Error, attrib, buffer, shader, texenv, uniform};

    pub struct DepthFormat;

    pub trait Target {
        fn clear(&mut self, _: ClearFlags, _: u32, _: u32) {}
    }

    pub struct ScreenTarget<'s>(PhantomData<&'s ()>);

    impl Target for ScreenTarget<'_> {}

    pub struct ClearFlags;

    impl ClearFlags {
        pub const ALL: Self = Self;
    }

    pub struct Frame<'i>(PhantomData<&'i ()>);

    impl<'i> Frame<'i> {
        pub fn select_render_target(&mut self, _: &'i impl Target) -> Result<(), Error> {
            unimplemented!()
        }

        pub fn bind_program(&mut self, _: &'i shader::Program) {}

        pub fn bind_vertex_uniform(&mut self, _: uniform::Index, _: impl Into<uniform::Uniform>) {}

        pub fn set_texenvs(&mut self, _: &[texenv::TexEnv]) {}

        pub fn set_attr_info(&mut self, _: &attrib::Info) {}

        pub fn draw_arrays(&mut self, _: buffer::Primitive, _: buffer::Slice<'i>) {}
    }
}

pub mod shader {
    use crate::{Error, uniform};

    pub struct Library;

    impl Library {
        pub fn from_bytes(_: &[u8]) -> Result<Self, Error> {
            unimplemented!()
        }

        pub fn get(&self, _: usize) -> Option<Entrypoint<'_>> {
            unimplemented!()
        }
    }

    pub struct Entrypoint<'l>(pub &'l Library);

    pub struct Program;

    impl Program {
        pub fn new(_: Entrypoint<'_>) -> Result<Self, Error> {
            unimplemented!()
        }

        pub fn get_uniform(&self, _: &str) -> Result<uniform::Index, Error> {
            unimplemented!()
        }
    }
}

pub mod uniform {
    use crate::math::{FVec4, Matrix4};

    #[derive(Clone, Copy)]
    pub struct Index;

    impl From<u8> for Index {
        fn from(_: u8) -> Self {
            Self
        }
    }

    pub struct Uniform;

    impl From<&Matrix4> for Uniform {
        fn from(_: &Matrix4) -> Self {
            Self
        }
    }

    impl From<FVec4> for Uniform {
        fn from(_: FVec4) -> Self {
            Self
        }
    }

    impl From<bool> for Uniform {
        fn from(_: bool) -> Self {
            Self
        }
    }
}

pub mod attrib {
    use crate::Error;

    #[derive(Clone, Copy)]
    pub struct Register;

    impl Register {
        pub fn new(_: u16) -> Result<Self, Error> {
            unimplemented!()
        }
    }

    pub enum Format {
        Float,
    }

    pub struct Index;

    pub struct Info;

    impl Info {
        pub fn new() -> Self {
            Self
        }

        pub fn add_loader(&mut self, _: Register, _: Format, _: u8) -> Result<Index, Error> {
            unimplemented!()
        }
    }
}

pub mod buffer {
    use std::marker::PhantomData;

    use crate::{Error, attrib};

    #[derive(Clone, Copy)]
    pub enum Primitive {
        Triangles,
    }

    #[derive(Clone, Copy)]
    pub struct Slice<'b>(PhantomData<&'b ()>);

    pub struct Info;

    impl Info {
        pub fn new() -> Self {
            Self
        }

        pub fn add<'b, T>(&mut self, _: &'b [T], _: &attrib::Info) -> Result<Slice<'b>, Error> {
            unimplemented!()
        }
    }
}

pub mod texenv {
    #[derive(Clone, Copy)]
    pub struct Mode;

    impl Mode {
        pub const BOTH: Self = Self;
    }

    pub enum Source {
        PrimaryColor,
    }

    pub enum CombineFunc {
        Replace,
    }

    #[derive(Clone, Copy)]
    pub struct TexEnv;

    impl TexEnv {
        pub fn new() -> Self {
            Self
        }

        pub fn src(self, _: Mode, _: Source, _: Option<Source>, _: Option<Source>) -> Self {
            self
        }

        pub fn func(self, _: Mode, _: CombineFunc) -> Self {
            self
        }
    }
}

pub mod math {
    use std::ops::Range;

    pub struct FVec4;

    impl FVec4 {
        pub fn new(_: f32, _: f32, _: f32, _: f32) -> Self {
            Self
        }
    }

    pub struct Matrix4;

    impl Matrix4 {
        pub fn identity() -> Self {
            Self
        }

        pub fn translate(&mut self, _: f32, _: f32, _: f32) {}

        pub fn rotate_y(&mut self, _: f32) {}
    }

    pub enum AspectRatio {
        TopScreen,
    }

    pub struct ClipPlanes {
        pub near: f32,
        pub far: f32,
    }

    pub struct Projection;

    impl Projection {
        pub fn orthographic(_: Range<f32>, _: Range<f32>, _: ClipPlanes) -> Self {
            Self
        }

        pub fn perspective(_: f32, _: AspectRatio, _: ClipPlanes) -> Self {
            Self
        }
    }

    impl From<Projection> for Matrix4 {
        fn from(_: Projection) -> Self {
            Self
        }
    }
}
