//! The subject of a profile: a shader of a shader binary, or of a container.

use pica200_machine::{Procedure, Program};

use super::Word;
use pica200::shader::direct3d::Direct3d;
use pica200::testing::Target;
use pica200_report::model::innermost;

/// A profiled shader.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject<'p> {
    /// A shader of a shader binary.
    Pica200(&'p Program),
    /// The shader of a container.
    Direct3d(&'p Direct3d),
}

impl<'p> From<&'p Program> for Subject<'p> {
    fn from(program: &'p Program) -> Self {
        Self::Pica200(program)
    }
}

impl<'p> From<&'p Target> for Subject<'p> {
    fn from(target: &'p Target) -> Self {
        match target {
            Target::Pica200(shader) => Self::Pica200(&shader.program),
            Target::Direct3d(shader) => match &shader.translation {
                Some(translation) => Self::Pica200(&translation.program),
                None => Self::Direct3d(shader),
            },
        }
    }
}

impl<'p> Subject<'p> {
    /// Returns the procedures.
    pub(crate) fn procedures(&self) -> &'p [Procedure] {
        match self {
            Self::Pica200(program) => program.procedures(),
            Self::Direct3d(shader) => shader.listing.procedures(),
        }
    }

    /// Returns the name of its code units.
    pub(crate) fn unit(&self) -> Unit {
        match self {
            Self::Pica200(_) => Unit {
                one: "word",
                title: "  Words",
            },
            Self::Direct3d(_) => Unit {
                one: "step",
                title: "  Steps",
            },
        }
    }

    /// Returns the name of the shader: its entry procedure, else its index in the file.
    pub(crate) fn name(&self) -> String {
        let Self::Pica200(program) = self else {
            return "main".to_owned();
        };
        let entry = u32::from(program.entry());
        let mut procedures = program.procedures().iter();
        match procedures.find(|procedure| procedure.words.start == entry) {
            Some(procedure) => procedure.name.clone(),
            None => format!("shader {}", program.index()),
        }
    }

    /// Describes the shader: its index in the file, and its stage.
    pub(crate) fn description(&self) -> String {
        match self {
            Self::Pica200(program) => {
                let stage = if program.is_geometry() {
                    "geometry shader"
                } else {
                    "vertex shader"
                };
                format!("{}, a {stage}", program.index())
            }
            Self::Direct3d(shader) => {
                let stage = match &shader.program {
                    program if program.is_pixel() => "pixel shader",
                    program if program.geometry().is_some() => "geometry shader",
                    _ => "vertex shader",
                };
                format!("{}, a {stage} of Direct3D", shader.program.version())
            }
        }
    }

    /// Returns the words, none of them executed yet.
    pub(super) fn words(&self) -> Vec<Word<'p>> {
        let word = |(number, procedure)| Word {
            number,
            count: 0,
            line: self.line(number),
            procedure,
            belongs: procedure.is_some(),
        };
        let procedures = self.procedures().iter();
        let spans: Vec<_> = procedures.map(|procedure| procedure.words.clone()).collect();
        let mut words: Vec<_> = innermost(&spans, self.len())
            .into_iter()
            .enumerate()
            .map(word)
            .collect();
        if let Self::Pica200(program) = self {
            let reachable = program.reachable();
            for word in &mut words {
                word.belongs |= reachable.contains(word.number);
            }
        }
        words
    }

    fn len(&self) -> usize {
        match self {
            Self::Pica200(program) => program.words().len(),
            Self::Direct3d(shader) => shader.listing.steps().len(),
        }
    }

    /// Returns the file and line of a word, from 1.
    pub(super) fn line(&self, number: usize) -> Option<(&'p str, u32)> {
        match self {
            Self::Pica200(program) => program.line(u16::try_from(number).ok()?),
            Self::Direct3d(shader) => {
                let step = shader.listing.step(number)?;
                (step.line > 0).then_some((&*shader.listing.file, step.line))
            }
        }
    }
}

/// The name of a shader's code units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    /// Singular.
    pub(crate) one: &'static str,
    /// Title of a column of 7 characters.
    pub(crate) title: &'static str,
}

/// Converts the unit for pages.
impl From<Unit> for pica200_report::page::Unit {
    fn from(Unit { one, title }: Unit) -> Self {
        let title = title.trim_ascii_start();
        Self { one, title }
    }
}
