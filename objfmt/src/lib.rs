#![doc = include_str!("../README.md")]
//!
//! # In a tool that changes shaders
//!
//! ```
//! use pica200_objfmt::{ConstantEntry, ConstantValue, Float24, Shbin};
//!
//! /// Renames a uniform, and changes the constant in `c95`.
//! fn patch(file: &[u8]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
//!     let mut shbin = Shbin::read(file)?;
//!     for shader in &mut shbin.shaders {
//!         for uniform in shader.uniforms.iter_mut().filter(|uniform| uniform.name == "mdlvMtx") {
//!             uniform.name = "modelView".into();
//!         }
//!         for constant in shader.constants.iter_mut().filter(|constant| constant.register == 95) {
//!             let value = [1.0, 0.5, 0.0, 1.0].map(Float24::from_f32);
//!             *constant = ConstantEntry::new(95, ConstantValue::Float(value));
//!         }
//!     }
//!     Ok(shbin.write()?)
//! }
//! # let mut shader = pica200_objfmt::Shader::default();
//! # shader.uniforms.push(pica200_objfmt::UniformEntry { name: "mdlvMtx".into(), first: 0x10, last: 0x13 });
//! # shader.constants.push(ConstantEntry::new(95, ConstantValue::Float(Default::default())));
//! # let file = Shbin { shaders: vec![shader], ..Shbin::default() }.write()?;
//! # let patched = Shbin::read(&patch(&file)?)?;
//! # assert_eq!(patched.shaders[0].uniforms[0].name, "modelView");
//! # assert_eq!(
//! #     patched.shaders[0].constants[0].value(),
//! #     Some(ConstantValue::Float([1.0, 0.5, 0.0, 1.0].map(Float24::from_f32))),
//! # );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The files
//!
//! `FORMAT.md` in this package describes the files field by field.

// Macros name this crate.
extern crate self as pica200_objfmt;

pub mod difference;
pub mod flow;
pub mod formats;
pub mod isa;
pub mod observe;

/// The strings of shader binaries and archives, which need not be UTF-8.
pub use bstr;

pub use formats::archive::Archive;
pub use formats::error::{ReadError, WriteError};
pub use formats::inspect::inspect;
pub use formats::object::Object;
pub use formats::shbin::{ConstantEntry, LabelEntry, OutputEntry, Shader, Shbin, UniformEntry};
pub use formats::{FileKind, recognise};
pub use isa::constant::ConstantValue;
pub use isa::descriptor::{Descriptor, DescriptorEntry};
pub use isa::float24::Float24;
pub use isa::instruction::Instruction;
pub use isa::opcode::Opcode;
pub use isa::register::{Bank, Register};
