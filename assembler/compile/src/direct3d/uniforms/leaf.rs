//! The variable at an offset in a constant buffer.

use pica200_dxbc::resources::{BaseType, Type, TypeClass, Variable};

/// The bytes of a register.
pub(super) const REGISTER: u32 = 16;
/// The bytes of a component.
pub(super) const COMPONENT: u32 = 4;

/// A variable without members, or the innermost member of a struct, with all elements if it is an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// The path in the source: `lights[1].color`.
    pub(super) path: String,
    /// The offset in the buffer, in bytes.
    pub(super) start: u32,
    /// The bytes up to the end of its last component. Another variable may begin in the same register.
    pub(super) size: u32,
    /// The components in each register.
    pub(super) width: u32,
    /// The type.
    pub(super) shape: Shape,
    /// The outermost array that it is part of, which may be the leaf itself.
    pub(super) array: Option<IndexedArray>,
}

/// The type of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) class: TypeClass,
    pub(super) base: BaseType,
    pub(super) rows: u16,
    pub(super) columns: u16,
    pub(super) elements: u16,
}

/// An array that is indexed by computed numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct IndexedArray {
    pub(super) path: String,
    pub(super) start: u32,
    pub(super) size: u32,
    /// The registers of one element.
    pub(super) stride: u32,
}

impl Shape {
    fn new(base: &Type<'_>) -> Self {
        Self {
            class: base.class,
            base: base.base,
            rows: base.rows,
            columns: base.columns,
            elements: base.elements,
        }
    }

    /// Returns whether the class consists of numbers.
    fn is_numbers(self) -> bool {
        self.is_matrix() || matches!(self.class, TypeClass::SCALAR | TypeClass::VECTOR)
    }

    pub(super) fn is_matrix(self) -> bool {
        matches!(self.class, TypeClass::MATRIX_COLUMNS | TypeClass::MATRIX_ROWS)
    }

    /// Returns whether the components are booleans.
    pub(super) fn is_bool(self) -> bool {
        self.base == BaseType::BOOL
    }

    /// Returns whether the components are floats in the buffer.
    pub(super) fn is_float(self) -> bool {
        matches!(
            self.base,
            BaseType::FLOAT | BaseType::MIN_8_FLOAT | BaseType::MIN_10_FLOAT | BaseType::MIN_16_FLOAT
        )
    }

    /// Returns the registers of an element, and the components in each.
    fn extent(self) -> (u32, u32) {
        let (rows, columns) = (u32::from(self.rows.max(1)), u32::from(self.columns.max(1)));
        match self.class {
            TypeClass::MATRIX_COLUMNS => (columns, rows.min(4)),
            TypeClass::MATRIX_ROWS => (rows, columns.min(4)),
            _ => (1, columns.min(4)),
        }
    }

    /// Returns the name of the type in the source, without the length of an array.
    pub(super) fn name(self) -> String {
        let Self {
            base, rows, columns, ..
        } = self;
        match self.class {
            TypeClass::SCALAR => base.to_string(),
            TypeClass::VECTOR => format!("{base}{columns}"),
            _ => format!("{base}{rows}x{columns}"),
        }
    }
}

/// Returns the leaf that holds a byte of a buffer with these variables; `None` if there is none of numbers.
pub(super) fn find(variables: &[Variable<'_>], byte: u32) -> Option<Leaf> {
    let holds = |variable: &&Variable<'_>| {
        byte.checked_sub(variable.start)
            .is_some_and(|offset| offset < variable.size)
    };
    let variable = variables.iter().find(holds)?;
    let mut path = variable.name.to_string();
    let mut start = variable.start;
    let mut kind: &Type<'_> = &variable.base;
    let mut array = None;
    loop {
        let shape = Shape::new(kind);
        let is_struct = shape.class == TypeClass::STRUCT;
        if !is_struct && !shape.is_numbers() {
            return None;
        }
        if shape.elements > 0 {
            array = array.or_else(|| {
                Some(IndexedArray {
                    path: path.clone(),
                    start,
                    size: size(kind),
                    stride: size_of_element(kind).div_ceil(REGISTER),
                })
            });
        }
        if !is_struct {
            return Some(Leaf {
                path,
                start,
                size: size(kind),
                width: shape.extent().1,
                shape,
                array,
            });
        }
        if shape.elements > 0 {
            let stride = size_of_element(kind).div_ceil(REGISTER).saturating_mul(REGISTER);
            let number = byte.checked_sub(start)?.checked_div(stride)?;
            path.push_str(&format!("[{number}]"));
            start = start.checked_add(number.checked_mul(stride)?)?;
        }
        let offset = byte.checked_sub(start)?;
        let before = kind.members.iter().filter(|member| member.start <= offset);
        let member = before.max_by_key(|member| member.start)?;
        path.push_str(&format!(".{}", member.name));
        start = start.checked_add(member.start)?;
        kind = &member.base;
    }
}

/// Returns the bytes of a type up to the end of its last component.
fn size(kind: &Type<'_>) -> u32 {
    let element = size_of_element(kind);
    let before = u32::from(kind.elements.max(1)) - 1;
    let stride = element.div_ceil(REGISTER).saturating_mul(REGISTER);
    before.saturating_mul(stride).saturating_add(element)
}

fn size_of_element(kind: &Type<'_>) -> u32 {
    let shape = Shape::new(kind);
    if shape.class != TypeClass::STRUCT {
        let (registers, width) = shape.extent();
        return (registers - 1) * REGISTER + width * COMPONENT;
    }
    let last = kind.members.iter().max_by_key(|member| member.start);
    last.map_or(REGISTER, |last| last.start.saturating_add(size(&last.base)).max(1))
}
