//! DXBC containers with Direct3D shaders: views.

mod dot;
mod flow;
mod json;
mod page;
mod parsed;
mod raw;
mod resources;
mod signatures;
mod symbols;
mod text;
mod verify;
mod view;

pub use page::page;

/// The DXBC format.
#[derive(Clone, Copy, Debug)]
pub struct Format;
