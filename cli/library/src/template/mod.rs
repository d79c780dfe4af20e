//! New projects: programs for the console that draw a triangle, to start from.
//!
//! The programs are those of the folder `examples` of the repository, with the name of the project in place of theirs.

mod files;
mod name;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use name::NameError;

/// What a new project is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Template {
    /// A program in C with citro3d, built by make with the rules of devkitPro.
    C,
    /// The same, built by CMake.
    CMake,
    /// A program in Rust with citro3d-rs, whose build script compiles the shader.
    Rust,
}

impl Template {
    /// All templates, in the order in which a list shows them.
    pub const ALL: [Self; 3] = [Self::C, Self::CMake, Self::Rust];

    /// The name on command lines: `c`, `cmake` or `rust`.
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::CMake => "cmake",
            Self::Rust => "rust",
        }
    }

    /// The template with a [`name`](Self::name).
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|template| template.name() == name)
    }

    /// The command that builds a project, for the message about one that was made.
    pub fn build_command(self) -> &'static str {
        match self {
            Self::C => "make",
            Self::CMake => {
                "cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=$DEVKITPRO/cmake/3DS.cmake && cmake --build build"
            }
            Self::Rust => "cargo +nightly 3ds build",
        }
    }
}

/// A file of a project.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProjectFile {
    /// Its path within the project, with `/` between folders.
    pub path: &'static str,
    /// Its text.
    pub text: String,
}

/// Why there is no new project.
#[derive(Debug)]
pub enum NewProjectError {
    /// The name cannot be that of a program.
    Name(NameError),
    /// The folder has files.
    Occupied(PathBuf),
    /// A file or a folder cannot be read or written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for NewProjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(error) => error.fmt(f),
            Self::Occupied(path) => write!(f, "`{}` is not empty; name a new folder", path.display()),
            Self::Io(path, error) => write!(f, "cannot write `{}`: {error}", path.display()),
        }
    }
}

impl std::error::Error for NewProjectError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Name(error) => Some(error),
            Self::Occupied(_) => None,
            Self::Io(_, error) => Some(error),
        }
    }
}

/// The files of a project, in the order of their paths.
///
/// # Errors
///
/// If the name is none: see [`NameError`].
pub fn project_files(template: Template, name: &str) -> Result<Vec<ProjectFile>, NameError> {
    name::check(name)?;
    let files = files::of(template).iter();
    Ok(files
        .map(|file| ProjectFile {
            path: file.path,
            text: file.text_for(name),
        })
        .collect())
}

/// Writes a project into a folder, which is made if it does not exist. Returns the paths of its files within it, in
/// order.
///
/// # Errors
///
/// If the name is none, if the folder has files, or if one cannot be written. The files that were written before stay.
pub fn new_project(template: Template, name: &str, folder: &Path) -> Result<Vec<&'static str>, NewProjectError> {
    let files = project_files(template, name).map_err(NewProjectError::Name)?;
    let failed = |path: &Path| {
        let path = path.to_owned();
        |error| NewProjectError::Io(path, error)
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    if fs::read_dir(folder).map_err(failed(folder))?.next().is_some() {
        return Err(NewProjectError::Occupied(folder.to_owned()));
    }
    for file in &files {
        let path = folder.join(file.path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(failed(parent))?;
        fs::write(&path, &file.text).map_err(failed(&path))?;
    }
    Ok(files.into_iter().map(|file| file.path).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a project that cannot be written fails the test")]
mod tests;
