//! Shaders of a program: interfaces, resource usage and lifetimes.

use pica200::text::outputs::{output_mask, output_property};
use pica200::text::page::shown;
use pica200_check::{WordLiveness, lifetimes};
use pica200_objfmt::formats::shbin;
use pica200_objfmt::isa::register::Bank;
use pica200_objfmt::isa::text::{output_register, run};

use super::uniforms::{self, UniformOwner};
use crate::contents::{Contents, Kind};
use crate::sizes::{self, Usage};

/// Maximum number of words of all shaders for which lifetimes are computed, to bound the time for files with very many
/// shaders.
const MAX_LIVES: usize = 1 << 16;

/// A shader.
#[derive(Clone, Debug)]
pub struct Shader {
    /// Its index in the file.
    pub number: usize,
    /// `vertex shader` or `geometry shader`.
    pub stage: &'static str,
    /// The name of its entry procedure.
    pub name: String,
    /// Its entry point.
    pub entry: u32,
    /// Its inputs: registers and names.
    pub inputs: Vec<[String; 2]>,
    /// Its outputs: registers with components, and properties.
    pub outputs: Vec<[String; 2]>,
    /// Its resource usage.
    pub usage: Vec<Usage>,
    /// The owners of the uniform registers.
    pub uniforms: Vec<UniformOwner>,
    /// The lifetimes of register values; `None` if they are unknown.
    pub lives: Option<Vec<WordLiveness>>,
}

/// Returns the shaders of a program whose headers could be read.
pub(super) fn shaders(contents: &Contents<'_>) -> Vec<Shader> {
    let reach = contents.reach();
    let mut left = MAX_LIVES;
    let shaders = contents.shaders.iter().enumerate();
    let shader = |(number, shader): (usize, &shbin::Shader)| {
        if contents.is_lost(contents.structure(number)) {
            return None;
        }
        let own = sizes::counted_words(contents, reach.as_deref(), number);
        let used = own.as_ref().map_or(0, |own| own.iter().count());
        let lives = (left > 0).then(|| lives(contents, shader)).flatten();
        left = left.saturating_sub(used.max(64));
        Some(Shader {
            uniforms: uniforms::holders(contents, shader, own.as_ref()),
            usage: sizes::of_shader(contents, shader, own.as_ref()),
            lives,
            ..bare(contents, number, shader)
        })
    };
    shaders.filter_map(shader).collect()
}

/// Returns the lifetimes in a shader; `None` in an object that is not a complete program.
fn lives(contents: &Contents<'_>, shader: &shbin::Shader) -> Option<Vec<WordLiveness>> {
    let is_whole = match contents.kind {
        Kind::Shbin => true,
        Kind::Object(object) => shader.end > shader.entry && object.externals.is_empty(),
        Kind::Documented(_) => false,
    };
    is_whole.then(|| lifetimes(&contents.program, shader)).flatten()
}

/// Returns a shader without the parts that are expensive to compute.
fn bare(contents: &Contents<'_>, number: usize, shader: &shbin::Shader) -> Shader {
    let entry = shader.labels.iter().filter(|label| label.word == shader.entry);
    let entry = entry.max_by_key(|label| label.size);
    let is_object = !matches!(contents.kind, Kind::Shbin);
    Shader {
        number,
        stage: if shader.is_geometry() {
            "geometry shader"
        } else {
            "vertex shader"
        },
        name: match entry {
            Some(label) if !is_object || shader.end > shader.entry => shown(&label.name),
            _ => format!("shader {number}"),
        },
        entry: shader.entry,
        inputs: inputs(shader),
        outputs: outputs(shader),
        usage: Vec::new(),
        uniforms: Vec::new(),
        lives: None,
    }
}

/// Returns the named inputs of a shader: registers and names.
pub fn inputs(shader: &shbin::Shader) -> Vec<[String; 2]> {
    let named = shader.uniforms.iter().filter_map(|entry| {
        let first = entry.register().filter(|register| register.bank == Bank::Input)?;
        let number = u32::from(first.number);
        let last = number + sizes::length(entry).saturating_sub(1);
        Some([run(Bank::Input, number, last), shown(&entry.name)])
    });
    named.collect()
}

/// Returns the outputs of a shader: registers with components, and properties.
pub fn outputs(shader: &shbin::Shader) -> Vec<[String; 2]> {
    let outputs = shader.outputs.iter().map(|entry| {
        let register = output_register(entry.register);
        let mask = output_mask(entry);
        [format!("{register}.{mask}"), output_property(entry)]
    });
    outputs.collect()
}
