//! SHARCFB archives of the Wii U: their views, and their binaries as members.

mod archive;
mod description;
mod json;
mod raw;
mod shader;
mod text;
mod verify;
mod view;

/// SHARCFB archives.
#[derive(Clone, Copy, Debug)]
pub struct Format;
