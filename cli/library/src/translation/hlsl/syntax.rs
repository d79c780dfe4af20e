//! Command lines of HLSL compilers.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use pica200_compile::{Define, Language};

use crate::input::InputKind;

/// The command-line syntax of a compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CommandSyntax {
    /// vkd3d-compiler.
    Vkd3d,
    /// Microsoft's fxc.
    Fxc,
    /// Microsoft's dxc.
    Dxc,
    /// glslangValidator.
    Glslang,
}

/// A compilation request.
pub(super) struct Request<'r> {
    pub(super) entry: &'r str,
    pub(super) profile: &'r str,
    pub(super) defines: &'r [Define],
    /// Absolute paths of include directories.
    pub(super) dirs: &'r [PathBuf],
    pub(super) source: &'r OsStr,
    pub(super) output: &'r OsStr,
}

/// Oldest profile supported by dxc.
const OLDEST_OF_DXC: &str = "vs_6_0";

impl CommandSyntax {
    /// Returns the syntax for a program, by name (default: vkd3d-compiler).
    pub(super) fn for_program(program: &Path) -> Self {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_ascii_lowercase();
        let forms = [("fxc", Self::Fxc), ("dxc", Self::Dxc), ("glslang", Self::Glslang)];
        let mut forms = forms.into_iter();
        let found = forms.find(|(start, _)| name.starts_with(start));
        found.map_or(Self::Vkd3d, |(_, form)| form)
    }

    /// Returns the kind of its output.
    pub(super) const fn output(self) -> InputKind {
        match self {
            Self::Vkd3d | Self::Fxc => InputKind::Container,
            Self::Dxc | Self::Glslang => InputKind::Shader(Language::SpirV),
        }
    }

    /// Returns true if defines are macros on the command line. Otherwise they precede the source.
    pub(super) const fn takes_defines(self) -> bool {
        !matches!(self, Self::Vkd3d)
    }

    /// Returns the command-line arguments.
    pub(super) fn arguments(self, request: &Request<'_>) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        let mut add = |all: &[&str]| words.extend(all.iter().map(OsString::from));
        let Request { entry, profile, .. } = request;
        match self {
            Self::Vkd3d => add(&["-x", "hlsl", "-b", "dxbc-tpf", "-p", profile, "-e", entry, "-o"]),
            Self::Fxc => add(&["/nologo", "/T", profile, "/E", entry]),
            Self::Dxc => {
                let is_old = ["vs_4", "vs_5"].iter().any(|old| profile.starts_with(old));
                let profile = if is_old { OLDEST_OF_DXC } else { profile };
                add(&["-nologo", "-spirv", "-T", profile, "-E", entry]);
            }
            Self::Glslang => add(&[
                "-D",
                "-V",
                "-S",
                "vert",
                "-e",
                entry,
                "--auto-map-bindings",
                "--auto-map-locations",
            ]),
        }
        if self == Self::Vkd3d {
            words.extend([request.output, request.source].map(OsStr::to_owned));
            return words;
        }
        for Define { name, number } in request.defines {
            let value = format!("{name}={number}");
            match self {
                Self::Fxc => words.extend(["/D".into(), value.into()]),
                Self::Dxc => words.extend(["-D".into(), value.into()]),
                _ => words.push(format!("-D{value}").into()),
            }
        }
        for dir in request.dirs {
            match self {
                Self::Fxc => words.extend(["/I".into(), dir.into()]),
                Self::Dxc => words.extend(["-I".into(), dir.into()]),
                _ => {
                    let mut word = OsString::from("-I");
                    word.push(dir);
                    words.push(word);
                }
            }
        }
        let option = match self {
            Self::Fxc => "/Fo",
            Self::Dxc => "-Fo",
            _ => "-o",
        };
        words.extend([OsStr::new(option), request.output, request.source].map(OsStr::to_owned));
        words
    }
}
