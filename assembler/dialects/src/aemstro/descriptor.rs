//! `.opdesc`: the masks and swizzles of instructions.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask, SourceSelect, Swizzle};

use super::line::{Fragment, Line};
use super::value::integer;
use crate::diagnostic::{Diagnostic, Place, diagnose};

/// The maximum number of descriptors of a program.
const MAX_DESCRIPTORS: usize = 128;

/// The descriptors of a source.
#[derive(Default, Debug)]
pub(super) struct Descriptors {
    /// In order; `None` for a descriptor with an error.
    all: Vec<Option<Descriptor>>,
}

impl Descriptors {
    /// Adds the next descriptor.
    pub(super) fn add(&mut self, line: &Line<'_>, arguments: &[Fragment<'_>], diagnostics: &mut Vec<Diagnostic>) {
        if self.all.len() == MAX_DESCRIPTORS {
            let message = format!("more than {MAX_DESCRIPTORS} descriptors");
            let diagnostic = diagnose(Code::DescriptorNumber, Place::line(line.number), message);
            diagnostics.push(diagnostic.with_help("remove duplicate or unused ones"));
        }
        match read(line, arguments, diagnostics) {
            Ok(descriptor) => self.all.push(Some(descriptor)),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                self.all.push(None);
            }
        }
    }

    /// Returns the descriptor that an instruction refers to, and its number. `most` is the number of descriptors that
    /// it can refer to. Returns `None` if the descriptor has an error.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such descriptor.
    pub(super) fn find(
        &self,
        line: &Line<'_>,
        word: &Fragment<'_>,
        most: usize,
    ) -> Result<Option<(usize, Descriptor)>, Diagnostic> {
        let number = integer(word.text).and_then(|number| usize::try_from(number).ok());
        let Some(number) = number else {
            return Err(line.syntax_error(word, "the number of a descriptor in parentheses"));
        };
        let Some(found) = self.all.get(number) else {
            let message = match self.all.len() {
                0 => format!("descriptor {number}, but the source has none"),
                all => format!("descriptor {number} of {all}: they count from 0"),
            };
            let diagnostic = diagnose(Code::NoSuchDescriptor, line.place(word), message);
            return Err(diagnostic.with_help("use the number of an .opdesc line, or add one"));
        };
        // The error is reported on the descriptor's own line.
        if number >= most && most < MAX_DESCRIPTORS {
            let message = format!("mad cannot have descriptor {number}: its field has 5 bits");
            let diagnostic = diagnose(Code::DescriptorNumber, line.place(word), message);
            let help = format!("move the .opdesc up, so that its number is below {most}");
            return Err(diagnostic.with_help(help));
        }
        Ok(found.map(|descriptor| (number, descriptor)))
    }
}

/// Reads the descriptor of a line.
fn read(
    line: &Line<'_>,
    arguments: &[Fragment<'_>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Descriptor, Diagnostic> {
    let Some((mask, sources)) = arguments.split_first() else {
        let nothing = Fragment::new("", 0..0);
        return Err(line.syntax_error(&nothing, "a mask, such as `xyz_`"));
    };
    if mask.text.chars().count() != 4 {
        return Err(line.syntax_error(mask, "a mask of four characters, such as `xyz_`"));
    }
    let written = mask.text.chars().zip(Component::ALL);
    let written = written.filter(|(sign, _)| *sign != '_');
    let mask = written.fold(Mask::NONE, |mask, (_, component)| mask.with(component));
    let all_x = SourceSelect {
        negate: false,
        swizzle: Swizzle::from_components([Component::X; 4]),
    };
    (0..Descriptor::SOURCES).try_fold(Descriptor::default().with_mask(mask), |so_far, number| {
        let select = match sources.get(number) {
            Some(word) => source(line, word, diagnostics)?,
            None => all_x,
        };
        Ok(so_far.with_source(number, select))
    })
}

fn source(line: &Line<'_>, word: &Fragment<'_>, diagnostics: &mut Vec<Diagnostic>) -> Result<SourceSelect, Diagnostic> {
    let letters = word.text.strip_prefix('-');
    let negate = letters.is_some();
    let letters = letters.unwrap_or(word.text);
    let component = |letter: char| {
        let letter = u8::try_from(letter.to_ascii_lowercase()).ok()?;
        let is_own = b"xyzw".contains(&letter);
        is_own.then(|| Component::from_letter(letter)).flatten()
    };
    let found: Option<Vec<Component>> = letters.chars().map(component).collect();
    let four = found.and_then(|found| <[Component; 4]>::try_from(found).ok());
    let Some(components) = four else {
        return Err(line.syntax_error(word, "four letters of x, y, z and w, such as `xyzw`"));
    };
    if letters.chars().any(|letter| letter.is_ascii_uppercase()) {
        diagnostics.push(uppercase_warning(line, word));
    }
    Ok(SourceSelect {
        negate,
        swizzle: Swizzle::from_components(components),
    })
}

/// Returns the warning about uppercase letters, which aemstro does not recognize.
pub(super) fn uppercase_warning(line: &Line<'_>, word: &Fragment<'_>) -> Diagnostic {
    let message = format!(
        "aemstro does not recognize `{}` in upper case; converted without regard to case",
        word.text
    );
    diagnose(Code::DialectQuirk, line.place(word), message)
}
