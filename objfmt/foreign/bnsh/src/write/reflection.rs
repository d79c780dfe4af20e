//! Reflection and dictionaries.

use bstr::{BStr, BString};
use pica200_objfmt::formats::layout::Magic;
use zerocopy::IntoBytes;
use zerocopy::little_endian::{I32, U64};

use super::relocations::Section;
use super::{WriteError, Writer};
use crate::contents::StageContents;
use crate::dictionary::{MAGIC, build};
use crate::error::{ProgramId, Structure};
use crate::kinds::{ResourceKind, Stage};
use crate::layout::{DictionaryHeader, NodeRecord, ReflectionRecord, StageRecord, at};
use crate::relocation::POINTER;

impl<'c> Writer<'c> {
    /// Writes the reflection of a program. Returns its offset.
    pub(super) fn reflection(
        &mut self,
        id: ProgramId,
        stages: &'c [(Stage, StageContents)],
    ) -> Result<usize, WriteError> {
        let at = self.output.reserve::<ReflectionRecord>();
        self.table.add(Section::Structures, at, [1, Stage::ALL.len(), 0]);
        for (stage, contents) in stages {
            let offset = self.stage(id, *stage, contents)?;
            self.output.point(at + *stage as usize * POINTER, offset);
        }
        Ok(at)
    }

    fn stage(&mut self, id: ProgramId, stage: Stage, contents: &'c StageContents) -> Result<usize, WriteError> {
        let at = self.output.reserve::<StageRecord>();
        let mut slots: Vec<I32> = Vec::new();
        let mut rows = [(U64::ZERO, I32::ZERO); 6];
        let kinds = ResourceKind::ALL.into_iter().zip(&contents.resources);
        for ((kind, names), row) in kinds.zip(&mut rows) {
            let first = i32::try_from(slots.len()).unwrap_or(i32::MAX).into();
            let dictionary = match names.as_slice() {
                [] => 0,
                _ => self.dictionary(Structure::Dictionary(id, stage, kind), names)?,
            };
            *row = ((dictionary as u64).into(), first);
            slots.extend(names.iter().map(|(_, slot)| I32::from(*slot)));
        }
        let slots_at = if slots.is_empty() {
            0
        } else {
            self.output.append(slots.as_bytes())
        };
        let [
            (inputs, _),
            (outputs, first_output),
            (samplers, first_sampler),
            (constant_buffers, first_constant_buffer),
            (access_buffers, first_access_buffer),
            (images, first_image),
        ] = rows;
        let [work_group_x, work_group_y, work_group_z] = contents.work_group.map(Into::into);
        let record = StageRecord {
            inputs,
            outputs,
            samplers,
            constant_buffers,
            access_buffers,
            first_output,
            first_sampler,
            first_constant_buffer,
            first_access_buffer,
            slots: (slots_at as u64).into(),
            work_group_x,
            work_group_y,
            work_group_z,
            first_image,
            images,
            extra: U64::ZERO,
        };
        self.output.set(at, &record);
        for (pointers, count) in [
            (at!(at, StageRecord.inputs), 5),
            (at!(at, StageRecord.slots), 1),
            (at!(at, StageRecord.images), 1),
        ] {
            self.table.add(Section::Structures, pointers, [1, count, 0]);
        }
        Ok(at)
    }

    /// Writes a dictionary of names. Returns its offset.
    fn dictionary(&mut self, structure: Structure, names: &'c [(BString, i32)]) -> Result<usize, WriteError> {
        let keys = names.iter().map(|(name, _)| BStr::new(name));
        let nodes = build(keys).map_err(|reason| WriteError::Names { structure, reason })?;
        let at = self.output.reserve::<DictionaryHeader>();
        let header = DictionaryHeader {
            magic: Magic(MAGIC),
            entries: i32::try_from(names.len()).unwrap_or(i32::MAX).into(),
        };
        self.output.set(at, &header);
        let count = nodes.len();
        let list = self.output.zeros(count * size_of::<NodeRecord>());
        for (number, node) in nodes.into_iter().enumerate() {
            let offset = list + number * size_of::<NodeRecord>();
            let record = NodeRecord {
                bit: node.links.bit.into(),
                left: node.links.left.into(),
                right: node.links.right.into(),
                key: U64::ZERO,
            };
            self.output.set(offset, &record);
            self.keys.push((at!(offset, NodeRecord.key), node.key));
        }
        let keys = at!(list, NodeRecord.key);
        self.table.add(Section::Strings, keys, [count, 1, 1]);
        Ok(at)
    }
}
