//! Layouts of records: the single source of the names, offsets and widths of fields.
//!
//! [`record!`] declares a record as a struct, for readers and writers, and as a [`Record`], for dumps and the tables in
//! the documentation. The records of a format are declared next to its reader, which lists them in `RECORDS`; records
//! that shader binaries and objects share are declared here. [`records`](crate::formats::records) finds the record of a
//! structure or table.
//!
//! All numbers are little endian. No record needs alignment. The source of each fact is one or more of:
//!
//! - *documents*: published descriptions of the formats; *guess* where they are in doubt;
//! - *tools*: picasso writes it, or the common loader of consoles reads it;
//! - *chosen*: a decision of this project.

mod shared;

use zerocopy::little_endian::{I16, I32, U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

pub use ::zerocopy;
pub use shared::NONE;
pub(crate) use shared::{
    ConstantRecord, DescriptorRecord, LabelRecord, LineRecord, OutputRecord, TableRange, UniformRecord,
};

/// A header, or an entry of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The name in `FORMAT.md`.
    pub name: &'static str,
    /// The size in bytes.
    pub size: usize,
    /// The fields in ascending order of their offsets, without gaps.
    pub fields: &'static [Field],
}

/// A field of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name, unique within the record.
    pub name: &'static str,
    /// The offset in bytes from the start of the record.
    pub offset: usize,
    /// The size in bytes.
    pub size: usize,
    /// The kind of contents.
    pub content: FieldContent,
    /// The meaning, in Markdown.
    pub meaning: &'static str,
    /// The source of the fact: see the [module](self).
    pub source: &'static str,
}

/// The kind of contents of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldContent {
    /// The magic at the start of a structure.
    Magic,
    /// A number of at most four bytes.
    Number,
    /// The offset and the number of entries of a table.
    Table(&'static Record),
    /// Another record.
    Record(&'static Record),
    /// Other bytes: texts, 64-bit numbers, several numbers, and bytes without a known meaning.
    Bytes,
}

impl Record {
    /// Returns the field with a name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl Field {
    /// Returns the bytes of the field in a record; fewer, or none, where the record is truncated.
    pub fn bytes<'r>(&self, record: &'r [u8]) -> &'r [u8] {
        let rest = record.get(self.offset..).unwrap_or_default();
        rest.get(..self.size).unwrap_or(rest)
    }

    /// Returns the number in the field of a record, or the first four bytes as a number. Missing bytes read as 0.
    pub fn number(&self, record: &[u8]) -> u32 {
        let bytes = self.bytes(record).iter().take(4).rev();
        bytes.fold(0, |number, &byte| number << 8 | u32::from(byte))
    }
}

/// An entry type of a table: a record, or a number, which has no description.
pub trait Described {
    /// The description of the record.
    const DESCRIPTION: Option<&'static Record>;
}

macro_rules! undescribed {
    ($($number:ty)*) => {
        $(impl Described for $number {
            const DESCRIPTION: Option<&'static Record> = None;
        })*
    };
}

undescribed! { U16 U32 U64 I16 I32 }

/// The magic at the start of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Magic(pub [u8; 4]);

/// A type of fields: a number, bytes, [`Magic`], or another record.
pub trait FieldType {
    /// The kind of contents.
    const CONTENT: FieldContent;
}

macro_rules! field_types {
    ($($type:ty: $content:ident),*) => {
        $(impl FieldType for $type {
            const CONTENT: FieldContent = FieldContent::$content;
        })*
    };
}

field_types!(
    u8: Number,
    U16: Number,
    I16: Number,
    U32: Number,
    I32: Number,
    U64: Bytes,
    Magic: Magic
);

impl<const SIZE: usize> FieldType for [u8; SIZE] {
    const CONTENT: FieldContent = match SIZE {
        0..=4 => FieldContent::Number,
        _ => FieldContent::Bytes,
    };
}

/// Declares a record: its name in the documentation, its type, its size, and for each field the offset, the type, the
/// name, the meaning and the source of the fact.
///
/// The struct, its fields and its constant `RECORD`, of the type [`Record`], are visible in the crate. The struct
/// implements the traits of [`zerocopy`], which has the types of numbers. Wrong sizes and offsets do not compile. A
/// record that neither `RECORDS` of its format nor anything else uses triggers the compiler's warning about an unused
/// constant. `as Record` after the type lets the record be a field of others.
///
/// ```
/// use pica200_objfmt::formats::layout::{Magic, Record, record};
/// use pica200_objfmt::formats::layout::zerocopy::little_endian::U32;
///
/// record! {
///     /// The header of a file.
///     "WXYZ header" WxyzHeader: 0x08 {
///         0x00 magic: Magic = "magic", "`WXYZ`", "documents";
///         0x04 size: U32 = "size", "the size of the file in bytes", "documents";
///     }
/// }
///
/// /// The records of the format.
/// const RECORDS: &[&Record] = &[&WxyzHeader::RECORD];
/// assert_eq!(RECORDS[0].field("size").map(|field| field.offset), Some(4));
/// ```
#[macro_export]
macro_rules! record {
    (
        $(#[$attribute:meta])*
        $title:literal $record:ident $(as $content:ident)?: $size:literal {
            $($offset:literal $field:ident: $type:ty = $name:literal, $meaning:literal, $source:literal;)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(
            Clone,
            Copy,
            $crate::formats::layout::zerocopy::FromBytes,
            $crate::formats::layout::zerocopy::IntoBytes,
            $crate::formats::layout::zerocopy::KnownLayout,
            $crate::formats::layout::zerocopy::Immutable,
            $crate::formats::layout::zerocopy::Unaligned,
        )]
        #[zerocopy(crate = "pica200_objfmt::formats::layout::zerocopy")]
        #[repr(C)]
        pub(crate) struct $record {
            $(
                #[doc = concat!(stringify!($offset), ": ", $meaning, " (", $source, ").")]
                pub(crate) $field: $type,
            )*
        }

        impl $record {
            /// The description of the record.
            pub(crate) const RECORD: $crate::formats::layout::Record = $crate::formats::layout::Record {
                name: $title,
                size: size_of::<Self>(),
                fields: &[$($crate::formats::layout::Field {
                    name: $name,
                    offset: std::mem::offset_of!(Self, $field),
                    size: size_of::<$type>(),
                    content: <$type as $crate::formats::layout::FieldType>::CONTENT,
                    meaning: $meaning,
                    source: $source,
                }),*],
            };
        }

        impl $crate::formats::layout::Described for $record {
            const DESCRIPTION: Option<&'static $crate::formats::layout::Record> = Some(&Self::RECORD);
        }

        $(impl $crate::formats::layout::FieldType for $record {
            const CONTENT: $crate::formats::layout::FieldContent =
                $crate::formats::layout::FieldContent::$content(&$record::RECORD);
        })?

        const _: () = {
            assert!(size_of::<$record>() == $size);
            $(assert!(std::mem::offset_of!($record, $field) == $offset);)*
        };
    };
}
#[doc(inline)]
pub use record;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_little_endian_and_missing_bytes_are_zero() {
        let field = |name| LineRecord::RECORD.field(name).expect("a field of lines");
        let bytes = [1, 2, 3, 4, 5];
        assert_eq!(field("file name").number(&bytes), 0x0403_0201);
        assert_eq!(field("line").number(&bytes), 5);
        assert_eq!(field("line").number(&[]), 0);
        assert_eq!(field("line").bytes(&bytes), [5]);
    }
}
