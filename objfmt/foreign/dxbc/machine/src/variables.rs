//! Constant buffer variables: their types and the locations of their values.

use std::fmt;

use pica200_dxbc::program::RegisterKind;
use pica200_dxbc::resources::{self, BaseType, BufferKind, Resources, Type, TypeClass};

use crate::registers::{Layout, Vector};

/// Register size in bytes.
const REGISTER: u64 = 16;
/// Component size in bytes.
const COMPONENT: u64 = 4;

/// A constant buffer variable, or a struct member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The name as text; bytes that are not valid UTF-8 are replaced.
    pub name: String,
    /// The buffer slot.
    pub slot: u32,
    /// Byte offset in the buffer, or in the enclosing struct.
    pub offset: u32,
    /// The class of the type.
    pub class: TypeClass,
    /// The component type.
    pub base: BaseType,
    /// The rows of a matrix, as in the source: 4 for `float4x3`; 1 for a vector.
    pub rows: u16,
    /// The columns of a matrix, as in the source, or the length of a vector.
    pub columns: u16,
    /// The number of array elements; 0 if it is not an array.
    pub elements: u16,
    /// The members of a struct.
    pub members: Vec<Variable>,
}

/// An error of setting a variable.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VariableError {
    /// There is no variable, or no member, with the name.
    #[error("there is no {what} `{name}`; there are {}", Names(.known))]
    UnknownName {
        /// `variable` or `member`.
        what: &'static str,
        /// The requested name.
        name: String,
        /// The existing names.
        known: Vec<String>,
    },
    /// The path does not consist of names, `.` and `[number]`.
    #[error("`{path}` is not a variable; expected a form such as `name`, `name[1]` or `name[1].member`")]
    Path {
        /// The path.
        path: String,
    },
    /// An array index that is out of bounds, or applied to something else than an array.
    #[error("`{name}` has no element {element}; it {}", Elements(*count))]
    NoElement {
        /// The array.
        name: String,
        /// The requested element.
        element: u32,
        /// The number of elements; 0 if it is not an array.
        count: u16,
    },
    /// A struct or an object, which cannot be set as a whole.
    #[error("`{name}` has class {class} and type {base}; only 32-bit numbers and members of structs can be set")]
    NotNumbers {
        /// The variable.
        name: String,
        /// The class.
        class: TypeClass,
        /// The type.
        base: BaseType,
    },
    /// The number of rows does not match the variable.
    #[error("`{name}` takes {}; found {found}", Rows(*.rows, *.elements))]
    RowCount {
        /// The variable.
        name: String,
        /// The number of rows of one element.
        rows: usize,
        /// The number of elements.
        elements: usize,
        /// The number of rows found.
        found: usize,
    },
    /// The length of a row does not match the variable's columns.
    #[error("a row of `{name}` has {}; found {found}", Values(*.expected))]
    RowLength {
        /// The variable.
        name: String,
        /// The number of columns.
        expected: usize,
        /// The number of values found.
        found: usize,
    },
    /// A number that the type cannot represent.
    #[error("{value} is not a value of `{name}`, which has type {base}")]
    Value {
        /// The variable.
        name: String,
        /// The number.
        value: f64,
        /// The type.
        base: BaseType,
    },
}

struct Values(usize);

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 value"),
            count => write!(f, "{count} values"),
        }
    }
}

struct Names<'a>(&'a [String]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("none"),
            names => write!(f, "`{}`", names.join("`, `")),
        }
    }
}

struct Elements(u16);

impl fmt::Display for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("is not an array"),
            count => write!(f, "has {count}, counted from 0"),
        }
    }
}

struct Rows(usize, usize);

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(1, 0 | 1) => f.write_str("1 row"),
            Self(rows, 0 | 1) => write!(f, "{rows} rows"),
            Self(1, elements) => write!(f, "1 to {elements} rows"),
            Self(rows, elements) => write!(f, "{rows} rows for each of up to {elements} elements"),
        }
    }
}

impl Variable {
    fn new(name: &dyn fmt::Display, slot: u32, offset: u32, kind: &Type<'_>) -> Self {
        let members = kind.members.iter();
        let members = members.map(|member| Self::new(&member.name, slot, member.start, &member.base));
        Self {
            name: name.to_string(),
            slot,
            offset,
            class: kind.class,
            base: kind.base,
            rows: kind.rows,
            columns: kind.columns,
            elements: kind.elements,
            members: members.collect(),
        }
    }

    /// Returns the size of the variable in bytes, up to its last component.
    pub fn size(&self) -> u64 {
        let before = u64::from(self.elements.max(1)) - 1;
        before.saturating_mul(self.stride()).saturating_add(self.element_size())
    }

    /// Returns the distance between elements in bytes.
    fn stride(&self) -> u64 {
        self.element_size().div_ceil(REGISTER).saturating_mul(REGISTER)
    }

    fn element_size(&self) -> u64 {
        let (rows, columns) = (u64::from(self.rows), u64::from(self.columns));
        let registers = |count: u64, length: u64| count.saturating_sub(1) * REGISTER + length * COMPONENT;
        match self.class {
            TypeClass::STRUCT => {
                let end = |member: &Self| u64::from(member.offset).saturating_add(member.size());
                self.members.iter().map(end).max().unwrap_or_default()
            }
            TypeClass::MATRIX_COLUMNS => registers(columns, rows),
            TypeClass::MATRIX_ROWS => registers(rows, columns),
            _ => columns * COMPONENT,
        }
    }

    /// Returns the offset of a component from the start of its element.
    fn component(&self, row: u64, column: u64) -> u64 {
        match self.class {
            TypeClass::MATRIX_COLUMNS => column * REGISTER + row * COMPONENT,
            _ => row * REGISTER + column * COMPONENT,
        }
    }
}

/// Returns the variables of all bound constant buffers, with their slots.
fn bound<'r>(resources: &'r Resources<'_>) -> impl Iterator<Item = (u32, &'r resources::Variable<'r>)> {
    let buffers = resources.bound().into_iter();
    let buffers = buffers.filter(|(buffer, _)| buffer.kind == BufferKind::CBUFFER);
    buffers.flat_map(|(buffer, binding)| {
        let variables = buffer.variables.iter();
        variables.map(|variable| (binding.bind_point, variable))
    })
}

/// Returns the variables of all bound constant buffers.
pub(crate) fn variables(resources: &Resources<'_>) -> Vec<Variable> {
    let bound = bound(resources);
    bound
        .map(|(slot, one)| Variable::new(&one.name, slot, one.start, &one.base))
        .collect()
}

/// Sets the declared rows of constant buffers to the default values of their variables.
pub(crate) fn set_defaults(resources: &Resources<'_>, layout: &Layout, rows: &mut [Vector]) {
    for (slot, variable) in bound(resources) {
        let range = layout.range(RegisterKind::CONSTANT_BUFFER, slot);
        let start = usize::try_from(variable.start).unwrap_or(usize::MAX);
        if let (Some(range), Some(value)) = (range, variable.default) {
            range.set_bytes(rows, start, value);
        }
    }
}

/// Components with their locations: the offset in the buffer, and the bits.
pub(crate) type PlacedComponents = Vec<(u64, u32)>;

/// Returns the slot of a variable, and the locations and bits of its values.
///
/// `path` is `name`, `name[1]`, `name.member` and so on. A row is a matrix row, a vector or a number.
pub(crate) fn locate(
    variables: &[Variable],
    path: &str,
    rows: &[impl AsRef<[f64]>],
) -> Result<(u32, PlacedComponents), VariableError> {
    let (variable, mut offset, elements) = find(variables, path)?;
    if !is_numbers(variable) {
        return Err(VariableError::NotNumbers {
            name: path.to_owned(),
            class: variable.class,
            base: variable.base,
        });
    }
    let of_element = usize::from(variable.rows.max(1));
    let count = rows.len() / of_element;
    if !rows.len().is_multiple_of(of_element) || count == 0 || count > elements {
        return Err(VariableError::RowCount {
            name: path.to_owned(),
            rows: of_element,
            elements,
            found: rows.len(),
        });
    }
    let mut placed = Vec::new();
    for element in rows.chunks(of_element) {
        for (row, values) in (0..).zip(element) {
            let values = values.as_ref();
            if values.len() != usize::from(variable.columns) {
                return Err(VariableError::RowLength {
                    name: path.to_owned(),
                    expected: variable.columns.into(),
                    found: values.len(),
                });
            }
            for (column, value) in (0..).zip(values) {
                let bits = bits(variable.base, *value).ok_or_else(|| VariableError::Value {
                    name: path.to_owned(),
                    value: *value,
                    base: variable.base,
                })?;
                placed.push((offset.saturating_add(variable.component(row, column)), bits));
            }
        }
        offset = offset.saturating_add(variable.stride());
    }
    Ok((variable.slot, placed))
}

/// Returns true if a variable holds 32-bit numbers.
fn is_numbers(variable: &Variable) -> bool {
    let classes = [
        TypeClass::SCALAR,
        TypeClass::VECTOR,
        TypeClass::MATRIX_ROWS,
        TypeClass::MATRIX_COLUMNS,
    ];
    classes.contains(&variable.class) && bits(variable.base, 0.0).is_some()
}

/// Returns the bits of a number as a component of a type, or `None` if the type cannot represent it.
fn bits(base: BaseType, value: f64) -> Option<u32> {
    match base {
        #[expect(clippy::cast_possible_truncation, reason = "the number is rounded as intended")]
        BaseType::FLOAT | BaseType::MIN_8_FLOAT | BaseType::MIN_10_FLOAT | BaseType::MIN_16_FLOAT => {
            Some((value as f32).to_bits())
        }
        BaseType::BOOL => (value == 0.0 || value == 1.0).then(|| u32::from(value == 1.0)),
        BaseType::INT | BaseType::MIN_12_INT | BaseType::MIN_16_INT => {
            let integer = whole(value)?;
            i32::try_from(integer).ok().map(i32::cast_unsigned)
        }
        BaseType::UINT | BaseType::MIN_16_UINT => u32::try_from(whole(value)?).ok(),
        _ => None,
    }
}

/// Converts to an integer, if it is one that fits in 33 bits.
fn whole(value: f64) -> Option<i64> {
    const LIMIT: f64 = 4_294_967_296.0;
    let is_whole = value.trunc() == value && value.abs() <= LIMIT;
    #[expect(clippy::cast_possible_truncation, reason = "the number is whole and small")]
    is_whole.then_some(value as i64)
}

/// Returns the variable at a path, its offset in the buffer, and the number of elements from there on.
pub(crate) fn find<'v>(variables: &'v [Variable], path: &str) -> Result<(&'v Variable, u64, usize), VariableError> {
    let (mut known, mut what, mut offset) = (variables, "variable", 0u64);
    let mut parts = path.split('.').peekable();
    loop {
        let malformed = || VariableError::Path { path: path.to_owned() };
        let part = parts.next().ok_or_else(malformed)?;
        let (name, index) = match part.split_once('[') {
            None => (part, None),
            Some((name, rest)) => {
                let number = rest.strip_suffix(']').and_then(|number| number.parse::<u32>().ok());
                (name, Some(number.ok_or_else(malformed)?))
            }
        };
        let found = known.iter().find(|variable| variable.name == name);
        let variable = found.ok_or_else(|| VariableError::UnknownName {
            what,
            name: name.to_owned(),
            known: known.iter().map(|variable| variable.name.clone()).collect(),
        })?;
        let element = index.unwrap_or_default();
        if index.is_some() && element >= u32::from(variable.elements) {
            return Err(VariableError::NoElement {
                name: name.to_owned(),
                element,
                count: variable.elements,
            });
        }
        let skipped = u64::from(element).saturating_mul(variable.stride());
        offset = offset.saturating_add(variable.offset.into()).saturating_add(skipped);
        if parts.peek().is_none() {
            let elements = usize::from(variable.elements.max(1));
            let left = elements.saturating_sub(usize::try_from(element).unwrap_or(usize::MAX));
            return Ok((variable, offset, left));
        }
        (known, what) = (&variable.members, "member");
    }
}
