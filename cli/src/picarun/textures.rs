//! Textures and samplers on the command line.

use std::path::{Path, PathBuf};

use clap::Args;
use pica200_asm::Files;
use pica200_diagnostics::Code;

use pica200::diagnostic::Diagnostic;
use pica200::shader::direct3d::{Setup, TextureFiles};
use pica200::shader::value_error::ValueError;

/// The options that give textures to the shader of a container.
#[derive(Args, Debug)]
pub(super) struct TextureOptions {
    /// Bind a picture to a texture: `--texture t0=wood.png`
    ///
    /// This applies to shaders of DXBC containers. NAME is the name in the source, or the register. FILE is a PNG file.
    /// Further files for the same texture are its layers, its slices, or its faces in the order +x, -x, +y, -y, +z, -z.
    /// Mipmaps are generated from the picture, each texel the mean of four.
    #[arg(long = "texture", value_name = "NAME=FILE", value_parser = texture)]
    textures: Vec<(String, PathBuf)>,

    /// Set how a texture is sampled: `--sampler s0=linear,wrap`
    ///
    /// NAME is the name in the source, or the register. The settings are `point` or `linear` for all filters, or
    /// `min=`, `mag=`, `mip=` for one of them (`mip=none`: the largest level only); `wrap`, `mirror`, `clamp`, `border`
    /// or `mirror-once` for all coordinates, or `u=`, `v=`, `w=` for one; the comparison `never`, `less`, `equal`,
    /// `less-equal`, `greater`, `not-equal`, `greater-equal` or `always`; `border-color=R/G/B/A`; `min-lod=N` and
    /// `max-lod=N`. The default is `linear,clamp,less-equal,border-color=0/0/0/0`.
    #[arg(long = "sampler", value_name = "NAME=SETTINGS", value_parser = sampler)]
    samplers: Vec<(String, String)>,
}

fn texture(text: &str) -> Result<(String, PathBuf), String> {
    let (name, path) = split_argument(text, "a file")?;
    Ok((name, path.into()))
}

fn sampler(text: &str) -> Result<(String, String), String> {
    split_argument(text, "settings")
}

/// Splits an argument at its `=`.
fn split_argument(text: &str, what: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some(("", _)) => Err("missing name; expected a name from the source, or a register".to_owned()),
        Some((_, "")) => Err(format!("expected {what} after `=`")),
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(format!("missing `=`; expected a name or register, `=` and {what}")),
    }
}

impl TextureOptions {
    /// Returns the option that is given, if any.
    pub(super) fn first_option(&self) -> Option<&'static str> {
        match (self.textures.is_empty(), self.samplers.is_empty()) {
            (false, _) => Some("--texture"),
            (true, false) => Some("--sampler"),
            (true, true) => None,
        }
    }

    /// Returns the files to read.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.textures.iter().map(|(_, path)| path.as_path())
    }

    /// Binds all textures and samplers. `shader` is the shader's file name for messages.
    pub(super) fn apply(&self, setup: &mut Setup<'_>, shader: &str, files: &dyn Files) -> Vec<Diagnostic> {
        let mut textures: Vec<TextureArgument<'_>> = Vec::new();
        for (name, path) in &self.textures {
            let register = setup.texture_register(name).ok();
            let given = textures.iter_mut().find(|given| match register {
                Some(_) => given.register == register,
                None => given.name == name,
            });
            match given {
                Some(given) => given.paths.push(path.clone()),
                None => textures.push(TextureArgument {
                    name,
                    register,
                    paths: vec![path.clone()],
                }),
            }
        }
        let mut made = TextureFiles::default();
        let mut diagnostics = Vec::new();
        for TextureArgument { name, paths, .. } in &textures {
            let read = |path: &Path| files.read(path);
            let set = setup.set_texture(name, |slot| made.texture(slot, paths, read));
            diagnostics.extend(report(set, &format!("--texture {name}"), shader));
        }
        for (name, settings) in &self.samplers {
            let set = setup.set_sampler(name, settings);
            diagnostics.extend(report(set, &format!("--sampler {name}"), shader));
        }
        diagnostics
    }
}

/// The files for a register.
struct TextureArgument<'o> {
    /// The name in the first option.
    name: &'o str,
    /// The register; `None` if the shader has no such name.
    register: Option<u32>,
    paths: Vec<PathBuf>,
}

/// Builds the diagnostic for an option that does not fit the shader.
fn report(set: Result<(), ValueError>, option: &str, shader: &str) -> Option<Diagnostic> {
    let value_error = set.err()?.about(option);
    Some(value_error.report(Code::CannotSet, shader))
}
