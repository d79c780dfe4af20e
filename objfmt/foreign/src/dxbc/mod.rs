//! DXBC containers with shaders of Direct3D: their views.

mod dot;
mod flow;
mod json;
mod page;
mod raw;
mod resources;
mod signatures;
mod subject;
mod symbols;
mod text;
mod verify;
mod view;

pub use page::page;

/// DXBC containers.
#[derive(Clone, Copy, Debug)]
pub struct Format;
