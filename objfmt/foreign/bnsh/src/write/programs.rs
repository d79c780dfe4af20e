//! Variations, programs and code.

use std::borrow::Cow;

use zerocopy::little_endian::{U32, U64};

use super::output::count;
use super::relocations::Section;
use super::{WriteError, Writer};
use crate::contents::{CodeContents, Contents, ProgramContents};
use crate::error::{ProgramId, Structure};
use crate::kinds::{ProgramKind, Stage};
use crate::layout::{BinaryCodeRecord, ProgramRecord, SourceArrayRecord, SourceCodeRecord, VariationRecord, at};
use crate::relocation::POINTER;

/// Returns the number of eight-byte fields of a record other than its `pointers` pointers.
fn non_pointer_fields<T>(pointers: usize) -> usize {
    size_of::<T>() / POINTER - pointers
}

impl<'c> Writer<'c> {
    /// Writes the variations and their programs. Returns their offset, or 0 without variations.
    pub(super) fn variations(&mut self, contents: &'c Contents<'_>, container: usize) -> Result<usize, WriteError> {
        let variations = &contents.variations;
        if variations.is_empty() {
            return Ok(0);
        }
        let list = self.output.zeros(variations.len() * size_of::<VariationRecord>());
        // Pointers to missing programs need no relocation.
        let first =
            (0..ProgramKind::ALL.len()).find(|kind| variations.iter().any(|programs| programs[*kind].is_some()));
        let first = first.unwrap_or(ProgramKind::ALL.len());
        let pointers = ProgramKind::ALL.len() + 1 - first;
        let runs = [
            variations.len(),
            pointers,
            non_pointer_fields::<VariationRecord>(pointers),
        ];
        self.table.add(Section::Structures, list + first * POINTER, runs);
        for (number, programs) in variations.iter().enumerate() {
            let variation = list + number * size_of::<VariationRecord>();
            self.output.point(at!(variation, VariationRecord.container), container);
            for (index, kind) in ProgramKind::ALL.into_iter().enumerate() {
                let id = ProgramId {
                    variation: number,
                    kind,
                };
                if let Some(program) = &programs[index] {
                    let found = self.program(id, variation, program)?;
                    self.output.point(variation + index * POINTER, found);
                }
            }
        }
        Ok(list)
    }

    fn program(
        &mut self,
        id: ProgramId,
        variation: usize,
        program: &'c ProgramContents<'_>,
    ) -> Result<usize, WriteError> {
        let at = self.output.reserve::<ProgramRecord>();
        let [vertex, hull, domain, geometry, pixel, compute] = self.stage_code(id, program)?;
        let reflection = match &program.reflection {
            Some(stages) => self.reflection(id, stages)?,
            None => 0,
        };
        let pointer = |offset: usize| U64::from(offset as u64);
        let record = ProgramRecord {
            flags: program.flags,
            code_type: program.code_type.0,
            source_format: program.source_format,
            reserved_a: 0,
            binary_format: program.binary_format.into(),
            vertex: pointer(vertex),
            hull: pointer(hull),
            domain: pointer(domain),
            geometry: pointer(geometry),
            pixel: pointer(pixel),
            compute: pointer(compute),
            reserved_b: [0; 40],
            object_size: count(program.object.len()),
            reserved_c: U32::ZERO,
            object: U64::ZERO,
            variation: pointer(variation),
            reflection: pointer(reflection),
            reserved_d: [0; 32],
        };
        self.output.set(at, &record);
        let code = at!(at, ProgramRecord.vertex);
        self.table.add(Section::Structures, code, [1, Stage::ALL.len(), 0]);
        let parents = at!(at, ProgramRecord.variation);
        self.table.add(Section::Structures, parents, [1, 2, 0]);
        if !program.object.is_empty() {
            let object = at!(at, ProgramRecord.object);
            self.table.add(Section::Objects, object, [1, 1, 0]);
            self.objects.push((object, &program.object));
        }
        Ok(at)
    }

    /// Writes the code of a program. Returns the offset of each stage's code; 0 if there is none.
    fn stage_code(&mut self, id: ProgramId, program: &'c ProgramContents<'_>) -> Result<[usize; 6], WriteError> {
        for (stage, code) in &program.code {
            check(Structure::Code(id, *stage), program, code)?;
        }
        let mut offsets = [0; 6];
        let mut records = Vec::with_capacity(program.code.len());
        for (stage, code) in &program.code {
            let offset = match code {
                CodeContents::Binary { .. } => self.output.reserve::<BinaryCodeRecord>(),
                CodeContents::Source(_) => self.output.reserve::<SourceCodeRecord>(),
                CodeContents::SourceArray(_) => self.output.reserve::<SourceArrayRecord>(),
            };
            offsets[*stage as usize] = offset;
            records.push((offset, code));
        }
        // All code of a program has one type, and its records are contiguous.
        if let (Some((first, code)), stages) = (records.first(), records.len()) {
            self.pointers(*first, code, stages);
        }
        for (offset, code) in records {
            match code {
                CodeContents::Binary { control, code, scratch } => {
                    self.binary(offset, (control, code), *scratch);
                }
                CodeContents::Source(data) => self.source(offset, data),
                CodeContents::SourceArray(texts) => self.texts(offset, texts),
            }
        }
        Ok(offsets)
    }

    /// Adds the relocations of the code records of `stages` stages, starting at `first`.
    fn pointers(&mut self, first: usize, code: &CodeContents<'_>, stages: usize) {
        match code {
            CodeContents::Binary { .. } => {
                let runs = [stages, 1, non_pointer_fields::<BinaryCodeRecord>(1)];
                let (control, code) = (at!(first, BinaryCodeRecord.control), at!(first, BinaryCodeRecord.code));
                self.table.add(Section::Structures, control, runs);
                self.table.add(Section::Code, code, runs);
            }
            CodeContents::Source(_) => {
                let data = at!(first, SourceCodeRecord.first);
                let runs = [stages, 2, non_pointer_fields::<SourceCodeRecord>(2)];
                self.table.add(Section::Structures, data, runs);
            }
            CodeContents::SourceArray(_) => {
                let lists = at!(first, SourceArrayRecord.sizes);
                let runs = [stages, 2, non_pointer_fields::<SourceArrayRecord>(2)];
                self.table.add(Section::Structures, lists, runs);
            }
        }
    }

    fn binary(&mut self, at: usize, (control, code): (&'c [u8], &'c [u8]), [scratch, scratch_more]: [u32; 2]) {
        let record = BinaryCodeRecord {
            runtime: U64::ZERO,
            control: self.data(control).into(),
            code: U64::ZERO,
            code_size: count(code.len()),
            control_size: count(control.len()),
            control_extra: U64::ZERO,
            scratch: scratch.into(),
            scratch_more: scratch_more.into(),
            extra: U64::ZERO,
            reserved: [0; 8],
        };
        self.output.set(at, &record);
        if !code.is_empty() {
            self.code.push((at!(at, BinaryCodeRecord.code), code));
        }
    }

    fn source(&mut self, at: usize, [first, second]: &[Cow<'_, [u8]>; 2]) {
        let record = SourceCodeRecord {
            unknown: U64::ZERO,
            first: self.data(first).into(),
            second: self.data(second).into(),
            second_size: count(second.len()),
            first_size: count(first.len()),
            reserved: [0; 32],
        };
        self.output.set(at, &record);
    }

    fn texts(&mut self, at: usize, texts: &[Cow<'_, [u8]>]) {
        let sizes: Vec<U32> = texts.iter().map(|text| count(text.len())).collect();
        let sizes_at = self.output.reserve::<[U32; 0]>();
        for size in &sizes {
            self.output.put(&size.to_bytes());
        }
        let list = self.output.zeros(texts.len() * POINTER);
        self.table.add(Section::Structures, list, [texts.len(), 1, 0]);
        for (number, text) in texts.iter().enumerate() {
            let offset = self.output.append(text);
            // Terminate the text for programs that read it as a C string.
            self.output.zeros(1);
            self.output.point(list + number * POINTER, offset);
        }
        let record = SourceArrayRecord {
            texts: u16::try_from(texts.len()).unwrap_or(u16::MAX).into(),
            reserved_a: [0; 6],
            sizes: (sizes_at as u64).into(),
            texts_at: (list as u64).into(),
            reserved_b: [0; 8],
        };
        self.output.set(at, &record);
    }

    /// Writes data next to its structure. Returns its offset, or 0 without data.
    fn data(&mut self, bytes: &[u8]) -> u64 {
        match bytes {
            [] => 0,
            _ => self.output.append(bytes) as u64,
        }
    }
}

fn check(structure: Structure, program: &ProgramContents<'_>, code: &CodeContents<'_>) -> Result<(), WriteError> {
    let found = code.code_type();
    if found != program.code_type {
        return Err(WriteError::CodeType {
            structure,
            found,
            program: program.code_type,
        });
    }
    match code {
        CodeContents::SourceArray(texts) if u16::try_from(texts.len()).is_err() => {
            let found = texts.len();
            Err(WriteError::Texts { structure, found })
        }
        _ => Ok(()),
    }
}
