//! Generators for binaries with all variations of shaders.
//!
//! Each shader of a variation has a module (a namespace) as in other bindings. A function returns its index in the
//! binary for the values of the axes. Uniforms, inputs and outputs that have the same registers in all variations that
//! have them are constants; the others are tables with an entry for each shader of the binary.

mod c;
mod cpp;
mod defines;
mod rust;

use std::fmt::Write;
use std::hash::Hash;

use bstr::BStr;
use pica200_objfmt::formats::shbin::GeometryMode;
use rustc_hash::FxHashMap;

use crate::Axis;
use crate::ShaderBinary;
use crate::identifiers::CPP_VARIATIONS;
use crate::model::{Location, Model, Output, Shader, Stage};

pub(crate) use c::Header as CHeader;
pub(crate) use cpp::Header as CppHeader;
pub(crate) use defines::Defines;
pub(crate) use rust::Module as RustModule;

/// The variations of a binary.
#[derive(Clone, Debug)]
pub struct Variations<'b> {
    /// The axes, the most significant one first.
    pub axes: &'b [Axis],
    /// The index of the combination of the default values.
    pub default: usize,
    /// The shaders of each variation.
    pub shaders: Vec<VariationShader<'b>>,
    /// True if the variations are divided among several binaries.
    pub is_divided: bool,
}

/// A shader that differs between variations.
#[derive(Clone, Copy, Debug)]
pub struct VariationShader<'b> {
    /// The name of its entry point.
    pub name: &'b str,
    /// For each combination of values, its index in the binary; `None` if there is none. Shaders are numbered
    /// consecutively over all binaries.
    pub index: &'b [Option<usize>],
}

/// The contents of a generated file.
pub(crate) struct Contents<'b> {
    /// All shaders, with the bytes of the only binary.
    pub(crate) model: Model<'b>,
    /// The binaries, if the variations are divided among several.
    pub(crate) binaries: Option<Vec<Binary<'b>>>,
    pub(crate) axes: &'b [Axis],
    pub(crate) default: usize,
    pub(crate) shaders: Vec<ShaderVariations<'b>>,
}

/// One of several binaries.
pub(crate) struct Binary<'b> {
    pub(crate) bytes: &'b [u8],
    /// The number of its shaders.
    pub(crate) shaders: usize,
}

/// A shader in all variations.
pub(crate) struct ShaderVariations<'b> {
    pub(crate) name: &'b BStr,
    pub(crate) stage: Stage,
    /// The geometry mode, if it is the same in all variations.
    pub(crate) geometry: Option<GeometryMode>,
    pub(crate) index: &'b [Option<usize>],
    pub(crate) uniforms: EntryTable<Location<'b>>,
    pub(crate) inputs: EntryTable<Location<'b>>,
    pub(crate) outputs: EntryTable<Output>,
}

/// The entries of one kind of table.
pub(crate) struct EntryTable<T> {
    /// Entries that are the same in every shader that has them.
    pub(crate) same: Vec<T>,
    /// The others: for each shader of the binary, the entry in it.
    pub(crate) varying: Vec<Vec<Option<T>>>,
}

impl<'b> Contents<'b> {
    pub(crate) fn new(binaries: &[ShaderBinary<'b>], variations: &Variations<'b>) -> Self {
        let models: Vec<_> = binaries.iter().map(Model::new).collect();
        let binary = |model: &Model<'b>| Binary {
            bytes: model.bytes,
            shaders: model.shaders.len(),
        };
        let binaries: Vec<_> = models.iter().map(binary).collect();
        let model = Model {
            bytes: binaries.first().map_or(&[], |binary| binary.bytes),
            shaders: models.into_iter().flat_map(|model| model.shaders).collect(),
        };
        let shaders = variations.shaders.iter();
        Self {
            shaders: shaders.map(|shader| ShaderVariations::new(&model, shader)).collect(),
            axes: variations.axes,
            default: variations.default,
            binaries: variations.is_divided.then_some(binaries),
            model,
        }
    }

    /// Returns, for each shader, its binary, and its index in that binary; nothing for a single binary.
    pub(crate) fn shader_locations(&self) -> Option<[Vec<usize>; 2]> {
        let binaries = self.binaries.as_ref()?.iter().enumerate();
        let places = binaries.flat_map(|(number, binary)| (0..binary.shaders).map(move |index| (number, index)));
        let (of, index) = places.unzip();
        Some([of, index])
    }

    /// Returns the term for the index of a shader.
    pub(crate) fn index_term(&self) -> &'static str {
        match self.binaries {
            None => "index in the shader binary",
            Some(_) => "number of the shader, counted over all binaries,",
        }
    }

    /// Returns the phrase for how tables with an entry for each shader are indexed.
    pub(crate) fn by_index(&self) -> &'static str {
        match self.binaries {
            None => "by the index of the shader in the binary",
            Some(_) => "by the number of the shader, counted over all binaries",
        }
    }

    /// Returns the number of combinations, including excluded ones.
    pub(crate) fn count(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Returns the parameters of functions in C and C++ that take the values of all axes: their names, and their
    /// declarations.
    fn parameters(&self) -> (Vec<String>, String) {
        let names = self.axes.iter().map(|axis| axis.name.as_str().into());
        let names = CPP_VARIATIONS.identifiers(names);
        let parameters: Vec<_> = names.iter().map(|name| format!("int {name}")).collect();
        (names, parameters.join(", "))
    }
}

impl<'b> ShaderVariations<'b> {
    fn new(model: &Model<'b>, shader: &VariationShader<'b>) -> Self {
        let mut members: Vec<_> = shader.index.iter().copied().flatten().collect();
        members.sort_unstable();
        members.dedup();
        let first = members.first().and_then(|first| model.shaders.get(*first));
        let mode = first.and_then(|first| first.geometry);
        let has_mode = |member: &usize| {
            let shader = model.shaders.get(*member);
            shader.is_some_and(|shader| shader.geometry == mode)
        };
        Self {
            name: shader.name.into(),
            stage: first.map_or(Stage::Vertex, |first| first.stage),
            geometry: mode.filter(|_| members.iter().all(has_mode)),
            index: shader.index,
            uniforms: EntryTable::compare(model, &members, |s| &s.uniforms, Location::key),
            inputs: EntryTable::compare(model, &members, |s| &s.inputs, Location::key),
            outputs: EntryTable::compare(model, &members, |s| &s.outputs, |o| o.name.clone()),
        }
    }
}

/// An entry of a table.
trait Entry {
    fn name(&self) -> &BStr;
    fn type_name(&self) -> &'static str;
}

impl Entry for Location<'_> {
    fn name(&self) -> &BStr {
        self.name
    }

    fn type_name(&self) -> &'static str {
        self.type_name()
    }
}

impl Entry for Output {
    fn name(&self) -> &BStr {
        BStr::new(&*self.name)
    }

    fn type_name(&self) -> &'static str {
        "Output"
    }
}

impl<T> EntryTable<T> {
    /// Returns the entries that differ, each with its first occurrence.
    fn rows(&self) -> impl Iterator<Item = (&T, &[Option<T>])> {
        let rows = self.varying.iter();
        rows.filter_map(|row| Some((row.iter().flatten().next()?, row.as_slice())))
    }
}

impl<T: Clone + PartialEq> EntryTable<T> {
    /// Compares the tables of the shaders with the indices `members`.
    fn compare<'b, K: Eq + Hash + Clone>(
        model: &Model<'b>,
        members: &[usize],
        table: impl for<'s> Fn(&'s Shader<'b>) -> &'s Vec<T>,
        key: impl Fn(&T) -> K,
    ) -> Self {
        let count = model.shaders.len();
        let mut order: Vec<Vec<Option<T>>> = Vec::new();
        let mut known: FxHashMap<(K, usize), usize> = FxHashMap::default();
        for &member in members {
            let Some(shader) = model.shaders.get(member) else {
                continue;
            };
            // A table can have several entries of one name.
            let mut uses: FxHashMap<K, usize> = FxHashMap::default();
            for entry in table(shader) {
                let again = uses.entry(key(entry)).or_default();
                let at = *known.entry((key(entry), *again)).or_insert_with(|| {
                    order.push(vec![None; count]);
                    order.len() - 1
                });
                *again += 1;
                let row = order.get_mut(at).and_then(|row| row.get_mut(member));
                if let Some(place) = row {
                    *place = Some(entry.clone());
                }
            }
        }
        let mut table = Self {
            same: Vec::new(),
            varying: Vec::new(),
        };
        for row in order {
            let mut entries = row.iter().flatten();
            let first = entries.next();
            match first {
                Some(first) if entries.all(|entry| entry == first) => {
                    table.same.push(first.clone());
                }
                _ => table.varying.push(row),
            }
        }
        table
    }
}

/// Returns an expression, valid in all languages of the C family, for the index of the value `name` among an axis's
/// values; -1 if it is none of them.
pub(crate) fn index_expression(axis: &Axis, name: &str) -> String {
    if let Some((first, last)) = consecutive_range(axis) {
        let place = match first {
            0 => format!("({name})"),
            i32::MIN..0 => format!("(({name}) + {})", i64::from(first).abs()),
            _ => format!("(({name}) - {first})"),
        };
        let first = literal(first);
        return format!("(({name}) >= {first} && ({name}) <= {} ? {place} : -1)", literal(last));
    }
    let mut text = String::from("(");
    for (place, value) in axis.values.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "({name}) == {} ? {place} : ", literal(*value));
    }
    text.push_str("-1)");
    text
}

/// Returns the first and the last value if the values are consecutive.
fn consecutive_range(axis: &Axis) -> Option<(i32, i32)> {
    let (first, last) = (*axis.values.first()?, *axis.values.last()?);
    // Then the difference of two values does not overflow.
    let is_small = first.checked_neg().is_some() && first.abs() < 1 << 30 && last < 1 << 30;
    let mut pairs = axis.values.windows(2);
    let is_run = pairs.all(|pair| matches!(pair, [a, b] if a.checked_add(1) == Some(*b)));
    (is_small && is_run).then_some((first, last))
}

/// Formats a value as a literal. The smallest value has no literal of its type, so it becomes an expression.
fn literal(value: i32) -> String {
    match value {
        i32::MIN => format!("({} - 1)", i32::MIN + 1),
        _ => value.to_string(),
    }
}

/// Formats an index, -1 for `None`.
fn index_literal(index: Option<usize>) -> String {
    index.map_or_else(|| "-1".to_owned(), |index| index.to_string())
}

/// Returns an expression for the index of a combination, like [`index_expression`]; -1 if a value is not listed for its
/// axis. `names` are the parameter names.
pub(crate) fn combination_expression(axes: &[Axis], names: &[String]) -> String {
    let places: Vec<_> = axes
        .iter()
        .zip(names)
        .map(|(axis, name)| index_expression(axis, name))
        .collect();
    let checks: Vec<_> = places.iter().map(|place| format!("{place} >= 0")).collect();
    let mut index = String::new();
    for (axis, place) in axes.iter().zip(&places) {
        index = if index.is_empty() {
            place.clone()
        } else {
            format!("({index} * {} + {place})", axis.values.len())
        };
    }
    format!("({} ? {index} : -1)", checks.join(" && "))
}
