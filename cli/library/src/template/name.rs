//! Names of projects, which are names of programs in build systems.

use std::error::Error;
use std::fmt;

/// Why a name cannot be that of a project.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameError {
    /// It is empty, has more than 64 characters, does not begin with a letter, or has others than letters, digits, `-`
    /// and `_`.
    Form(String),
    /// A build system or a language has it for something else.
    Reserved(String),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(name) => write!(
                f,
                "`{name}` cannot be the name of a project: a name has a letter, and then up to 63 letters, digits, `-` and `_`"
            ),
            Self::Reserved(name) => write!(
                f,
                "`{name}` cannot be the name of a project: build systems use it; choose another, such as `my-{name}`"
            ),
        }
    }
}

impl Error for NameError {}

/// Words that Cargo, Rust, CMake, make and Windows have for themselves, and the crates that a project takes.
const RESERVED: &str = "
    abstract as async await become box break build const continue crate deps do dyn else enum examples extern false final
    fn for gen if impl in incremental let loop macro match mod move mut override priv pub ref return self static struct
    super trait true try type typeof unsafe unsized use virtual where while yield
    alloc citro3d core ctru ctru-rs pica200 proc_macro std
    all clean depend edit_cache help install list_install_components package package_source rebuild_cache test
    aux con nul prn
";

/// Checks a name.
pub(super) fn check(name: &str) -> Result<(), NameError> {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let has_form =
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_inner) && name.len() <= 64;
    if !has_form {
        return Err(NameError::Form(name.to_owned()));
    }
    let lower = name.to_ascii_lowercase();
    if RESERVED.split_whitespace().any(|word| word == lower) {
        return Err(NameError::Reserved(name.to_owned()));
    }
    Ok(())
}
