//! BNSH files, the shader files of NintendoWare: views, and pieces of code as members.

mod archive;
mod description;
mod json;
mod raw;
mod text;
mod verify;
mod view;

/// The BNSH format.
#[derive(Clone, Copy, Debug)]
pub struct Format;
