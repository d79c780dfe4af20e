//! Moving binaries and flags to new variation indices.

use super::{EditError, field};
use crate::archive::{Archive, Binary, Program, SymbolKind};
use crate::layout::{PixelRecord, VertexRecord};

impl Archive {
    /// Replaces the variations of a program. `sources` has, for each new variation, the index of the old variation
    /// whose binaries and flags it copies. The caller updates the macros.
    pub(super) fn renumber(&mut self, index: usize, sources: &[usize]) -> Result<(), EditError> {
        let program = self.program(index)?;
        let variations = program.variations();
        for kind in SymbolKind::ALL {
            for symbol in program.symbols(kind) {
                let found = symbol.variations.len();
                if found as u64 != variations {
                    return Err(EditError::Flags {
                        found,
                        expected: variations,
                    });
                }
            }
        }
        let binaries = self.copy_binaries(program, sources)?;
        self.replace_range(index, binaries)?;
        let program = self.program_mut(index)?;
        for kind in SymbolKind::ALL {
            for symbol in program.symbols_mut(kind) {
                let flags = sources.iter().filter_map(|&old| symbol.variations.get(old));
                symbol.variations = flags.copied().collect();
            }
        }
        Ok(())
    }

    /// Returns the binaries of a program.
    pub(super) fn binaries_of(&self, program: &Program) -> Result<&[Binary], EditError> {
        let binaries = self.binaries().get(program.start()..program.end());
        binaries.ok_or(EditError::MissingBinaries)
    }

    /// Returns copies of the binaries of variations.
    fn copy_binaries(&self, program: &Program, sources: &[usize]) -> Result<Vec<Binary>, EditError> {
        let stages = program.kind.stages().len();
        let old = self.binaries_of(program)?;
        let groups: Vec<_> = old.chunks_exact(stages).collect();
        let chosen = || sources.iter().filter_map(|&old| groups.get(old).copied());
        // Copies may take far more memory than the archive.
        let sizes = chosen().flatten().map(Binary::size);
        let size = sizes.fold(0, usize::saturating_add);
        if u32::try_from(size).is_err() {
            return Err(EditError::TooManyBinaries);
        }
        Ok(chosen().flatten().cloned().collect())
    }

    /// Replaces the binaries of a program, and adjusts the base indices of the programs after it.
    pub(super) fn replace_range(&mut self, index: usize, binaries: Vec<Binary>) -> Result<(), EditError> {
        let program = self.program(index)?;
        let (start, end) = (program.start(), program.end());
        if end > self.binaries().len() {
            return Err(EditError::MissingBinaries);
        }
        let old_count = end.saturating_sub(start);
        let moved = |base: u32| {
            let base = usize::try_from(base).unwrap_or(usize::MAX);
            field((base - old_count).saturating_add(binaries.len()))
        };
        let mut bases = Vec::with_capacity(self.programs().len());
        for (other, program) in self.programs().iter().enumerate() {
            let is_before = other == index || program.end() <= start;
            if !is_before && program.start() < end {
                let other = program.name().to_owned();
                return Err(EditError::SharedBinaries { other });
            }
            bases.push(if is_before { program.base } else { moved(program.base)? });
        }
        self.binaries.entries.splice(start..end, binaries);
        for (program, base) in self.programs.entries.iter_mut().zip(bases) {
            program.base = base;
        }
        Ok(())
    }

    pub(super) fn program(&self, index: usize) -> Result<&Program, EditError> {
        let count = self.programs().len();
        let program = self.programs().get(index);
        program.ok_or(EditError::NoProgram { index, count })
    }
}

/// Returns the index of a variation, given its value indices, most significant first.
pub(super) fn number(counts: &[usize], choices: &[usize]) -> usize {
    let digits = counts.iter().zip(choices);
    digits.fold(0, |number, (count, choice)| number * count + choice)
}

/// Returns the value indices of all variations, in index order.
pub(super) fn all_choices(counts: &[usize]) -> Result<impl Iterator<Item = Vec<usize>>, EditError> {
    // No file can hold more variations: each has at least a vertex and a pixel shader.
    const MAX_VARIATIONS: usize = 0xFFFF_FFFF / (size_of::<VertexRecord>() + size_of::<PixelRecord>());
    let total = counts.iter().try_fold(1_usize, |total, &count| {
        total.checked_mul(count).filter(|total| *total <= MAX_VARIATIONS)
    });
    let total = total.ok_or(EditError::TooManyBinaries)?;
    let choices = move |mut number: usize| {
        let digits = counts.iter().rev().map(|&count| {
            let digit = number % count;
            number /= count;
            digit
        });
        let mut digits: Vec<_> = digits.collect();
        digits.reverse();
        digits
    };
    Ok((0..total).map(choices))
}
