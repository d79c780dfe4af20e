//! SHARCFB archives of the Wii U: views, and binaries as members.

mod archive;
mod description;
mod json;
mod raw;
mod shader;
mod text;
mod verify;
mod view;

/// The SHARCFB format.
#[derive(Clone, Copy, Debug)]
pub struct Format;
