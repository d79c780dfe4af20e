//! Arithmetic instructions.

use pica200_diagnostics::Code;

use super::ast::{Columns, Operand};
use super::declare::Declarations;
use super::mnemonic::Mnemonic;
use super::operand::{Destination, Source, destination, source};
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::swizzle::{Selectors, all, letter, letters, mask};

/// The assignment of the letters of sources to components.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LetterAssignment {
    /// The n-th letter belongs to the n-th component in the mask.
    Masked,
    /// The letters belong to this number of components, from x on.
    FromX(usize),
}

/// The context for converting an instruction.
pub(super) struct Converter<'c, 'n> {
    pub(super) declarations: &'c Declarations<'n>,
    pub(super) line: u32,
    /// The sources so far, for checks of the whole file.
    pub(super) sources: Vec<Source>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Converter<'_, '_> {
    /// Converts an instruction with a destination and sources.
    ///
    /// # Errors
    ///
    /// Returns the first error that makes it invalid.
    pub(super) fn vector(
        &mut self,
        mnemonic: Mnemonic,
        written: &Operand<'_>,
        read: &[Operand<'_>],
    ) -> Result<String, Diagnostic> {
        let destination = destination(written, self.declarations, self.line)?;
        let mut sources = self.sources(read)?;
        if mnemonic == Mnemonic::Mad {
            self.move_uniform_of_mad(&mut sources)?;
        } else {
            self.move_uniform(mnemonic, &mut sources)?;
        }
        let selectors = self.selectors(mnemonic, &destination, &sources)?;
        let mut text = format!(
            "{} {}{}",
            mnemonic.picasm_name(),
            destination.text,
            mask(&destination.components)
        );
        for (source, selectors) in sources.iter().zip(selectors) {
            text.push_str(", ");
            match selectors {
                [Some(only), None, None, None] if mnemonic.is_scalar() => {
                    text.push_str(&format!("{}.{}", source.text, letter(only)));
                }
                _ => text.push_str(&source.with(&selectors)),
            }
        }
        self.sources.extend(sources);
        Ok(text)
    }

    /// Converts `cmp`. The comparisons are in picasm syntax.
    ///
    /// # Errors
    ///
    /// Returns the first error that makes it invalid.
    pub(super) fn compare(
        &mut self,
        [first, second]: &[Operand<'_>; 2],
        operators: [&'static str; 2],
    ) -> Result<String, Diagnostic> {
        let first = source(first, self.declarations, self.line)?;
        let second = source(second, self.declarations, self.line)?;
        let exchange = second.is_wide();
        if exchange && first.is_wide() {
            return Err(two_uniforms(&first, &second));
        }
        let [first, second] = if exchange { [second, first] } else { [first, second] };
        let operators = operators.map(|operator| match operator {
            "lt" if exchange => "gt",
            "gt" if exchange => "lt",
            "le" if exchange => "ge",
            "ge" if exchange => "le",
            same => same,
        });
        let written = |source: &Source| Ok(source.with(&own(source, 2, "cmp")?));
        let (left, right) = (written(&first)?, written(&second)?);
        self.sources.extend([first, second]);
        let [x, y] = operators;
        Ok(format!("cmp {left}, {x}, {y}, {right}"))
    }

    /// Converts `mova`, whose mnemonic is at these columns.
    ///
    /// # Errors
    ///
    /// Returns the first error that makes it invalid.
    pub(super) fn mova(&mut self, name: &Columns, operand: &Operand<'_>) -> Result<String, Diagnostic> {
        let source = source(operand, self.declarations, self.line)?;
        let selectors = own(&source, 2, "mova")?;
        let text = format!("mova a0.xy, {}", source.with(&selectors));
        let message = "nihstro's mova writes nothing; converted as written";
        let place = Place::part(self.line, name);
        self.diagnostics.push(diagnose(Code::MovaWithoutMask, place, message));
        self.sources.push(source);
        Ok(text)
    }

    fn sources(&self, operands: &[Operand<'_>]) -> Result<Vec<Source>, Diagnostic> {
        let all = operands.iter();
        all.map(|operand| source(operand, self.declarations, self.line))
            .collect()
    }

    /// Checks that at most one source is a uniform.
    fn one_uniform(&self, sources: &[Source]) -> Result<(), Diagnostic> {
        let mut wide = sources.iter().filter(|source| source.is_wide());
        match (wide.next(), wide.next()) {
            (Some(first), Some(second)) => Err(two_uniforms(first, second)),
            _ => Ok(()),
        }
    }

    /// Moves a uniform to a source where an instruction with two sources can read it.
    fn move_uniform(&self, mnemonic: Mnemonic, sources: &mut [Source]) -> Result<(), Diagnostic> {
        self.one_uniform(sources)?;
        let second = match sources {
            [_, second] if second.is_wide() => second,
            _ => return Ok(()),
        };
        match mnemonic {
            Mnemonic::Dst => {
                let message = format!(
                    "`{}` is a uniform, which dst cannot read as its second source",
                    second.register
                );
                let diagnostic = diagnose(Code::UniformPlacement, second.place, message);
                Err(diagnostic.with_help("copy it to a register first"))
            }
            Mnemonic::Sge | Mnemonic::Slt | Mnemonic::Dph => Ok(()),
            _ => {
                sources.reverse();
                Ok(())
            }
        }
    }

    /// Moves a uniform to a source where `mad` can read it.
    fn move_uniform_of_mad(&mut self, sources: &mut [Source]) -> Result<(), Diagnostic> {
        self.one_uniform(sources)?;
        let Some(wide) = sources.iter().position(Source::is_wide) else {
            return Ok(());
        };
        let Some(source) = sources.get(wide) else {
            return Ok(());
        };
        let (place, register) = (source.place, source.register);
        let message = if wide == 0 {
            let cut = register.source_number().unwrap_or(0) & 0x1F;
            let cut = if cut < 0x10 {
                format!("v{cut}")
            } else {
                format!("r{}", cut - 0x10)
            };
            format!("the tool truncates `{register}` to `{cut}` here; factors exchanged")
        } else if source.is_relative {
            "the tool drops the index here; converted as written".to_owned()
        } else {
            return Ok(());
        };
        self.diagnostics.push(diagnose(Code::CutOperand, place, message));
        if wide == 0 && sources.len() > 1 {
            sources.swap(0, 1);
        }
        Ok(())
    }

    /// Returns the selectors of all sources.
    fn selectors(
        &mut self,
        mnemonic: Mnemonic,
        destination: &Destination,
        sources: &[Source],
    ) -> Result<Vec<Selectors>, Diagnostic> {
        let is_narrow = !sources.get(1).is_some_and(Source::is_wide);
        let mut all = Vec::new();
        for (number, source) in sources.iter().enumerate() {
            let rule = match (mnemonic, number) {
                (Mnemonic::Dp3, _) => LetterAssignment::FromX(3),
                (Mnemonic::Dp4, _) => LetterAssignment::FromX(4),
                (Mnemonic::Dph, 0) if is_narrow => LetterAssignment::FromX(4),
                (Mnemonic::Dph, _) if is_narrow => LetterAssignment::FromX(3),
                _ => LetterAssignment::Masked,
            };
            let mut selectors = match rule {
                LetterAssignment::FromX(count) => own(source, count, mnemonic.picasm_name())?,
                LetterAssignment::Masked => masked(source, destination)?,
            };
            match mnemonic {
                Mnemonic::Dph if number == 0 => {
                    fill(&mut selectors);
                    selectors[3] = None;
                }
                Mnemonic::Dph => {
                    if is_narrow {
                        let message = format!(
                            "nihstro reads x, not w, of `{0}` as its fourth component; converted as `{0}.{1}`",
                            source.text,
                            letters(&selectors.map(|of| of.unwrap_or(0)))
                        );
                        self.diagnostics
                            .push(diagnose(Code::DphWithoutW, source.place, message));
                    }
                    fill(&mut selectors);
                }
                Mnemonic::Lit => fill(&mut selectors),
                _ if mnemonic.is_scalar() => self.scalar(mnemonic, &mut selectors, source),
                _ => {}
            }
            all.push(selectors);
        }
        Ok(all)
    }

    /// Sets the selector of a scalar instruction, which reads only x.
    fn scalar(&mut self, mnemonic: Mnemonic, selectors: &mut Selectors, source: &Source) {
        let counts = selectors[0].unwrap_or(0);
        let others: Vec<u8> = selectors.iter().flatten().copied().collect();
        if selectors[0].is_none() && others.iter().any(|of| *of != 0) {
            let text = &source.text;
            let taken = match mnemonic {
                Mnemonic::Rcp => format!("1/{text}.x"),
                _ => format!("{text}.x"),
            };
            let message = format!("nihstro takes {taken} here: it uses the selector of x, and x is not in the mask");
            self.diagnostics
                .push(diagnose(Code::ScalarSelector, source.place, message));
        }
        *selectors = [Some(counts), None, None, None];
    }
}

/// Selects x for components without a letter.
fn fill(selectors: &mut Selectors) {
    *selectors = all(selectors.map(|of| of.unwrap_or(0)));
}

/// Returns the selectors of a source whose letters belong to the components from x on.
fn own(source: &Source, count: usize, picasm_name: &str) -> Result<Selectors, Diagnostic> {
    let components = &source.components;
    if components.len() != count {
        let given = counted(components.len());
        let message = format!("{given}, but {picasm_name} takes {count} from this source");
        let diagnostic = diagnose(Code::LetterCount, source.place, message);
        return Err(diagnostic.with_help(format!("write {count} letters")));
    }
    let mut selectors = [None; 4];
    for (place, component) in selectors.iter_mut().zip(components) {
        *place = Some(*component);
    }
    Ok(selectors)
}

/// Returns the selectors of a source whose letters belong to the components in the mask.
fn masked(source: &Source, destination: &Destination) -> Result<Selectors, Diagnostic> {
    let components = &source.components;
    if components.len() != destination.count {
        let given = counted(components.len());
        let message = format!("{given} for a mask of {}", destination.count);
        let diagnostic = diagnose(Code::LetterCount, source.place, message);
        let letters = match destination.count {
            1 => "one letter".to_owned(),
            count => format!("{count} letters, one for each component of the mask"),
        };
        return Err(diagnostic.with_help(format!("write {letters}")));
    }
    let mut selectors = [None; 4];
    for (component, selected) in destination.components.iter().zip(components) {
        if let Some(place) = selectors.get_mut(usize::from(*component)) {
            *place = Some(*selected);
        }
    }
    Ok(selectors)
}

/// Formats a number of letters.
fn counted(count: usize) -> String {
    match count {
        1 => "1 letter".to_owned(),
        _ => format!("{count} letters"),
    }
}

/// Returns the error about two uniforms.
fn two_uniforms(first: &Source, second: &Source) -> Diagnostic {
    let message = format!(
        "`{}` and `{}`: one uniform in an instruction",
        first.register, second.register
    );
    let diagnostic = diagnose(Code::UniformPlacement, second.place, message);
    diagnostic.with_help("copy one of them to a register first")
}
