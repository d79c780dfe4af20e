//! BNSH files, the shader files of NintendoWare: their views, and their pieces of code as members.

mod archive;
mod description;
mod json;
mod raw;
mod text;
mod verify;
mod view;

/// BNSH files.
#[derive(Clone, Copy, Debug)]
pub struct Format;
