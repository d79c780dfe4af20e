//! File formats of shader programs.
//!
//! - [`object`]: DVOJ, which the assembler writes and the linker reads;
//! - [`shbin`]: DVLB with its DVLP and DVLEs, which consoles load;
//! - [`archive`]: several objects in one file, with an index of the procedures that they define;
//! - [`inspect`]: objects and shader binaries that are damaged or of an unknown version;
//! - [`layout`]: the fields of headers and tables, and [`records`]: the records of each structure and table;
//! - [`numbers`]: numbers and bit sets with named values;
//! - [`bytes`]: bounds-checked slices of untrusted bytes, for readers here and in other crates;
//! - [`error`]: errors of reading and writing;
//! - [`recognise`]: detection of the kind of a file from its first bytes;
//! - [`wrapped`]: shader binaries in containers and texts of games.
//!
//! Each kind of file has a row in the table below, so that all readers can identify files that they do not read. The
//! readers of other systems' formats are separate crates, or belong to `pica200-foreign`.

pub mod archive;
pub mod bytes;
pub mod error;
mod image;
pub mod inspect;
pub mod layout;
pub mod numbers;
pub mod object;
mod recognise;
pub mod records;
pub mod shbin;
pub mod wrapped;

pub use recognise::recognise;

use recognise::{KindInfo, kinds};

kinds! {
    /// A shader binary: see [`shbin`].
    Shbin: KindInfo {
        magics: &[&shbin::layout::DVLB],
        noun: "shader binary",
        suffixes: &["shbin"],
        has_nul: true,
    };
    /// An object: see [`object`].
    Object: KindInfo {
        magics: &[&object::layout::DVOJ],
        noun: "object",
        suffixes: &["dvoj"],
        has_nul: true,
    };
    /// An archive, possibly a thin one: see [`archive`].
    Archive: KindInfo {
        magics: &[&archive::header::MAGIC, &archive::header::THIN_MAGIC],
        noun: "archive",
        suffixes: &["a", "dvar"],
        has_nul: false,
    };
    /// A Direct3D shader container, which the crate `pica200-dxbc` reads.
    Dxbc: KindInfo {
        magics: &[b"DXBC"],
        noun: "DXBC container",
        suffixes: &["dxbc", "cso", "fxo"],
        has_nul: true,
    };
    /// A Wii U shader archive, which the crate `pica200-sharcfb` reads.
    Sharcfb: KindInfo {
        magics: &[b"SHAB", b"BAHS"],
        noun: "SHARCFB archive",
        suffixes: &["sharcfb"],
        has_nul: true,
    };
    /// A NintendoWare shader file, which the crate `pica200-bnsh` reads.
    Bnsh: KindInfo {
        magics: &[b"BNSH"],
        noun: "BNSH file",
        suffixes: &["bnsh"],
        has_nul: true,
    };
}
