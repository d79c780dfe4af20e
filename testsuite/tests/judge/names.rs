//! Mapping of OpenGL values to hardware registers.

use std::collections::{BTreeMap, HashMap};

use pica200_machine::{Machine, NamedRegisters, Program, Value};
use pica200_objfmt::isa::register::{Bank, Register};

use crate::gl::{Interface, Values, Variable};

/// OpenGL names that differ from the names in the source, such as the name of a block with an instance name, with the
/// latter.
pub(crate) type Aliases = BTreeMap<String, String>;

/// The source of each register's values.
#[derive(Debug, Default)]
pub(crate) struct RegisterMapping {
    inputs: Vec<Row>,
    uniforms: Vec<Row>,
}

/// A register, and the values of its components.
#[derive(Debug)]
struct Row {
    register: Register,
    source: ValueSource,
}

#[derive(Debug)]
enum ValueSource {
    /// Components of a variable. Indices of an attribute are relative to its vertex.
    Numbers {
        variable: String,
        /// The number of components of an attribute per vertex.
        stride: usize,
        indices: Vec<usize>,
    },
    /// The vertex index.
    VertexNumber,
    /// An arbitrary number without effect: OpenGL drops the variable.
    Any,
}

impl RegisterMapping {
    /// Finds the variables of all inputs and uniforms of a program. The error lists those that have none.
    pub(crate) fn new(program: &Program, interface: &Interface, aliases: &Aliases) -> Result<Self, String> {
        let mut plan = Self::default();
        let (inputs, uniforms): (Vec<&NamedRegisters>, Vec<_>) = program
            .names()
            .iter()
            .partition(|named| named.first.bank == Bank::Input);
        plan.attributes(&inputs, interface)?;
        plan.uniforms(&uniforms, interface, aliases)?;
        Ok(plan)
    }

    fn attributes(&mut self, inputs: &[&NamedRegisters], interface: &Interface) -> Result<(), String> {
        let mut unknown = Vec::new();
        let mut used = Vec::new();
        for named in inputs {
            for element in 0..named.count {
                let Some(register) = named.element(element) else {
                    continue;
                };
                let found = attribute(&named.name, usize::from(element), register, interface);
                let source = match found {
                    Some((variable, column)) => {
                        used.push(&variable.name);
                        let rows = variable.shape.rows;
                        ValueSource::Numbers {
                            variable: variable.name.clone(),
                            stride: variable.shape.components() * variable.size,
                            indices: (column * rows..(column + 1) * rows).collect(),
                        }
                    }
                    None if is_vertex_number(&named.name) => ValueSource::VertexNumber,
                    None => {
                        unknown.push(named.name.clone());
                        ValueSource::Any
                    }
                };
                self.inputs.push(Row { register, source });
            }
        }
        // OpenGL lists only attributes that have an effect, and may detect more unused ones than the compiler.
        let names = interface.attributes.iter().map(|variable| &variable.name);
        let left: Vec<_> = names.filter(|name| !used.contains(name)).collect();
        unknown.retain(|name| left.iter().any(|left| name.contains(left.as_str())));
        if unknown.is_empty() {
            Ok(())
        } else {
            Err(format!("no attribute for {unknown:?}; {left:?} are left"))
        }
    }

    fn uniforms(
        &mut self,
        uniforms: &[&NamedRegisters],
        interface: &Interface,
        aliases: &Aliases,
    ) -> Result<(), String> {
        let paths = interface.uniforms.iter().map(|variable| Path::new(variable, aliases));
        let paths: Vec<_> = paths.collect();
        let mut lengths: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for path in &paths {
            let known = lengths.entry(path.parts.join(".")).or_default();
            known.resize(path.indices.len(), 0);
            for (length, index) in known.iter_mut().zip(&path.indices) {
                *length = (*length).max(index + 1);
            }
        }
        let mut found: Vec<_> = paths.iter().map(|path| path.find(uniforms)).collect();
        for (path, found) in paths.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            // The name of a block without an instance name may be a prefix.
            let end = format!("_{}", path.parts.join("_"));
            let mut ending = uniforms.iter().filter(|named| named.name.ends_with(&end));
            *found = ending.next().copied();
        }
        forget_others(&paths, &interface.uniforms, &mut found);
        let mut known: HashMap<Register, ValueSource> = HashMap::new();
        let mut left = Vec::new();
        for ((path, variable), named) in paths.iter().zip(&interface.uniforms).zip(found) {
            let Some(named) = named else {
                left.push(path.parts.join("_"));
                continue;
            };
            let lengths = lengths.get(&path.parts.join(".")).into_iter().flatten();
            let element = lengths
                .zip(&path.indices)
                .fold(0, |sum, (length, index)| sum * length + index);
            for (number, indices) in rows(variable).into_iter().enumerate() {
                let at = element * rows(variable).len() + number;
                let Some(register) = u8::try_from(at).ok().and_then(|at| named.element(at)) else {
                    continue;
                };
                let source = ValueSource::Numbers {
                    variable: variable.name.clone(),
                    stride: 0,
                    indices,
                };
                if let Some(other) = known.insert(register, source) {
                    return Err(format!(
                        "`{}` has numbers of {other:?} and `{}`",
                        named.name, variable.name
                    ));
                }
            }
        }
        let mut unknown = Vec::new();
        for named in uniforms {
            for register in (0..named.count).filter_map(|element| named.element(element)) {
                let source = known.remove(&register).unwrap_or_else(|| {
                    unknown.push(named.name.clone());
                    ValueSource::Any
                });
                self.uniforms.push(Row { register, source });
            }
        }
        unknown.dedup();
        // OpenGL may drop elements of an array.
        unknown.retain(|name| !self.has_numbers(name, uniforms));
        // OpenGL drops uniforms without an effect, and detects more of them than the compiler.
        let last = |path: &String| path.rsplit('_').next().map(str::to_owned).unwrap_or_default();
        unknown.retain(|name| {
            let is_built_in = name.starts_with("gl_");
            left.iter().any(|path| !is_built_in && name.contains(&last(path)))
        });
        if unknown.is_empty() {
            Ok(())
        } else {
            Err(format!("no uniform for {unknown:?}; {left:?} are left"))
        }
    }

    fn has_numbers(&self, name: &str, uniforms: &[&NamedRegisters]) -> bool {
        let mut named = uniforms.iter().filter(|named| named.name == name);
        named.any(|named| {
            let mut registers = (0..named.count).filter_map(|element| named.element(element));
            registers.any(|register| {
                let mut rows = self.uniforms.iter().filter(|row| row.register == register);
                rows.any(|row| matches!(row.source, ValueSource::Numbers { .. }))
            })
        })
    }

    /// Sets all inputs and uniforms of a machine for a vertex.
    pub(crate) fn set(&self, machine: &mut Machine, values: &Values, vertex: usize) {
        for (rows, table) in [(&self.inputs, &values.attributes), (&self.uniforms, &values.uniforms)] {
            for row in rows {
                let numbers = row.source.numbers(table, vertex);
                let value = match row.register.bank {
                    Bank::Boolean => Value::Boolean(numbers[0].abs() > 0.0),
                    _ => Value::Vector(numbers),
                };
                machine.set(row.register, value).expect("the register exists");
            }
        }
    }
}

impl ValueSource {
    #[expect(clippy::cast_precision_loss, reason = "there are few vertices")]
    fn numbers(&self, table: &BTreeMap<String, Vec<f32>>, vertex: usize) -> [f32; 4] {
        match self {
            Self::Any => [0.25, 0.5, 0.75, 1.0],
            Self::VertexNumber => [vertex as f32, 0.0, 0.0, 1.0],
            Self::Numbers {
                variable,
                stride,
                indices,
            } => {
                let mut row = [0.0, 0.0, 0.0, 1.0];
                for (component, index) in row.iter_mut().zip(indices) {
                    *component = table[variable][vertex * stride + index];
                }
                row
            }
        }
    }
}

/// Of several variables that may be one uniform, keeps those with as many registers. The compiled shader does not read
/// the others, or they would have another name.
fn forget_others(paths: &[Path], variables: &[Variable], found: &mut [Option<&NamedRegisters>]) {
    let takes: Vec<_> = variables.iter().map(|variable| rows(variable).len()).collect();
    let all = found.to_vec();
    let fits = |at: usize| all[at].is_some_and(|named| usize::from(named.count) == takes[at]);
    for at in 0..found.len() {
        let rivals = (0..all.len()).filter(|other| {
            let is_same = all[*other].map(|named| &named.name) == all[at].map(|named| &named.name);
            is_same && paths[*other].parts != paths[at].parts
        });
        let mut rivals = rivals;
        if !fits(at) && rivals.any(fits) {
            found[at] = None;
        }
    }
}

/// Returns the indices of the values of each register of a uniform: a matrix has a register for each row.
fn rows(variable: &Variable) -> Vec<Vec<usize>> {
    let shape = variable.shape;
    let mut rows = Vec::new();
    for element in 0..variable.size {
        let first = element * shape.components();
        if shape.columns == 1 {
            rows.push((first..first + shape.rows).collect());
            continue;
        }
        for row in 0..shape.rows {
            let columns = (0..shape.columns).map(|column| first + column * shape.rows + row);
            rows.push(columns.collect());
        }
    }
    rows
}

/// Returns the attribute of an input, and its column or element.
fn attribute<'i>(
    name: &str,
    element: usize,
    register: Register,
    interface: &'i Interface,
) -> Option<(&'i Variable, usize)> {
    let columns = |variable: &Variable| variable.shape.columns * variable.size;
    let bare = |variable: &'i Variable| variable.name.trim_end_matches("[0]");
    let mut by_name = interface.attributes.iter().filter_map(|variable| {
        // An attribute that shares its name with a uniform has a prefix.
        let own = name.strip_prefix("in_").filter(|own| own.starts_with(bare(variable)));
        let rest = own.unwrap_or(name).strip_prefix(bare(variable))?;
        let digits = rest.trim_start_matches(['_', '[']).trim_end_matches(']');
        let column = match rest {
            "" => element,
            // The number may distinguish the name from a reserved word.
            _ if columns(variable) == 1 && rest.starts_with('_') && digits.parse::<usize>().is_ok() => element,
            _ if rest.starts_with(['_', '[']) => digits.parse().ok()?,
            _ => return None,
        };
        (column < columns(variable)).then_some((variable, column))
    });
    let by_location = || {
        let number = usize::from(register.number);
        interface.attributes.iter().find_map(|variable| {
            let column = number.checked_sub(variable.location?)?;
            (column < columns(variable) && !variable.name.starts_with("gl_")).then_some((variable, column))
        })
    };
    by_name.next().or_else(by_location)
}

/// Returns true if an input is the vertex index, not the instance index, which is 0.
fn is_vertex_number(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.contains("vertex") && (name.contains("index") || name.contains("id"))
}

/// The path to a uniform: its names, and the array indices between them.
struct Path {
    parts: Vec<String>,
    indices: Vec<usize>,
    /// The instance name of the block, if it has one.
    instance: Option<String>,
}

impl Path {
    /// Parses `lights[1].color[0]`. The last index of an array refers to its first element.
    fn new(variable: &Variable, aliases: &Aliases) -> Self {
        let name = variable.name.strip_suffix("[0]").unwrap_or(&variable.name);
        let (mut parts, mut indices) = (Vec::new(), Vec::new());
        for part in name.split('.') {
            let mut words = part.split('[');
            parts.push(words.next().unwrap_or_default().to_owned());
            indices.extend(words.filter_map(|index| index.trim_end_matches(']').parse::<usize>().ok()));
        }
        let instance = parts.first().and_then(|first| aliases.get(first)).cloned();
        Self {
            parts,
            indices,
            instance,
        }
    }

    /// Returns the names of the path and its suffixes, longest first, with the block name and the instance name.
    fn ends(&self) -> Vec<String> {
        let mut ends = Vec::new();
        // Built-in names of OpenGL are never truncated.
        let is_built_in = self.parts.iter().any(|part| part.starts_with("gl_"));
        for from in 0..if is_built_in { 1 } else { self.parts.len() } {
            let end = self.parts[from..].join("_");
            if let Some(instance) = self.instance.as_ref().filter(|_| from == 0) {
                let rest = self.parts[1..].join("_");
                ends.push(format!("{instance}_{rest}"));
            }
            ends.push(end);
        }
        ends
    }

    /// Returns the hardware uniform: its name is the path or a suffix of it, optionally with a disambiguating number.
    fn find<'n>(&self, uniforms: &[&'n NamedRegisters]) -> Option<&'n NamedRegisters> {
        let ends = self.ends();
        let exact = ends
            .iter()
            .find_map(|end| uniforms.iter().find(|named| named.name == *end));
        let numbered = || {
            ends.iter().find_map(|end| {
                let is_numbered = |named: &&&NamedRegisters| {
                    let rest = named.name.strip_prefix(end.as_str());
                    let digits = rest.and_then(|rest| rest.strip_prefix('_'));
                    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
                };
                uniforms.iter().find(is_numbered)
            })
        };
        exact.or_else(numbered).copied()
    }
}
