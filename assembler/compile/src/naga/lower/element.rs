//! Elements that an index selects: of tables of constants, and of a few values.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::descriptor::Component;

use crate::ir::{Array, Binary, Comparison, Op, Operand, Table, TableId, Type, Unary};

use super::Lowering;
use super::access::{COMPONENTS, MAX_CHOICES, float};

/// Maximum number of rows of a table, as the GPU has registers.
const MAX_ROWS: usize = 96;

impl Lowering<'_> {
    /// Returns the components of the element of an array that an index selects. All elements have `count` components.
    pub(super) fn element(&mut self, components: &[Operand], count: usize, index: Operand, name: &str) -> Vec<Operand> {
        let elements: Vec<_> = components.chunks(count.max(1)).collect();
        if elements.len() > 1 && self.are_literals(components) {
            return self.element_of_table(&elements, index, name);
        }
        match elements.as_slice() {
            [] => Vec::new(),
            [only] => only.to_vec(),
            [first, ..] if elements.len() > MAX_CHOICES => first
                .iter()
                .map(|component| self.refuse_index(*component, name))
                .collect(),
            [first, ..] => (0..first.len())
                .map(|component| {
                    let choices = elements.iter().filter_map(|element| element.get(component));
                    let choices: Vec<_> = choices.copied().collect();
                    let kinds = choices.iter().map(|a| self.builder.program().kind(*a));
                    let mut kinds = kinds.collect::<Vec<_>>().into_iter();
                    if choices.len() > 4 && kinds.all(Type::is_number) {
                        return self.choice_of_many(&choices, index, first.len() == 1);
                    }
                    self.choice(&choices, index)
                })
                .collect(),
        }
    }

    /// Returns the one of more than four numbers that an index selects: the sum of all, each times 1 or 0. If they are
    /// `alone`, and not components of vectors, four of them may be in one register. Those that are not selected may be
    /// NaN.
    fn choice_of_many(&mut self, choices: &[Operand], index: Operand, alone: bool) -> Operand {
        let index = self.whole_index(index);
        let half = self.builder.literal(0.5);
        let (mut chosen, mut guarded) = (Vec::new(), Vec::new());
        for (number, choice) in choices.iter().enumerate() {
            let number = self.builder.integer(float(number));
            let difference = self.builder.subtract(index, number);
            let distance = crate::expand::absolute(&mut self.builder, difference);
            let factor = self.builder.binary(Binary::Slt, distance, half);
            let is_chosen = self.builder.compare(Comparison::Less, distance, half);
            chosen.push(factor);
            guarded.push(self.guarded(*choice, is_chosen));
        }
        let is_integer = |component: &Operand| self.builder.program().kind(*component) == Type::Int;
        let all_integers = choices.to_vec().iter().all(is_integer);
        let kind = if all_integers { Type::Int } else { Type::Float };
        let mut sum: Option<Operand> = None;
        let size = if alone { 4 } else { 1 };
        for (numbers, chosen) in guarded.chunks(size).zip(chosen.chunks(size)) {
            if let (&[a, b, c, d], &[x, y, z, w]) = (numbers, chosen) {
                let dot = self.builder.value(Op::Dot4([a, b, c, d], [x, y, z, w]), kind);
                sum = Some(sum.map_or(dot, |sum| self.builder.add(sum, dot)));
                continue;
            }
            for (number, factor) in numbers.iter().zip(chosen) {
                sum = Some(match sum {
                    Some(sum) => self.builder.multiply_add(*factor, *number, sum),
                    None => self.builder.multiply(*factor, *number),
                });
            }
        }
        sum.unwrap_or(half)
    }

    /// Returns the one of two to four components that an index selects.
    pub(super) fn choice(&mut self, choices: &[Operand], index: Operand) -> Operand {
        let kinds = choices.iter().map(|component| self.builder.program().kind(*component));
        let kinds: Vec<_> = kinds.collect();
        let is_number = kinds.iter().all(|kind| kind.is_number());
        let is_integer = kinds.iter().all(|kind| *kind == Type::Int);
        let kind = if is_integer { Type::Int } else { Type::Float };
        let (mut unit, mut guarded) = (Vec::new(), choices.to_vec());
        if is_number && matches!(choices.len(), 3 | 4) {
            unit = self.unit(choices.len(), index);
            for (choice, factor) in guarded.iter_mut().zip(&unit) {
                let is_chosen = crate::expand::is_not_zero(&mut self.builder, *factor);
                *choice = self.guarded(*choice, is_chosen);
            }
        }
        match (guarded.as_slice(), unit.as_slice()) {
            (&[a, b, c], &[x, y, z]) => self.builder.value(Op::Dot3([a, b, c], [x, y, z]), kind),
            (&[a, b, c, d], &[x, y, z, w]) => {
                let dot = Op::Dot4([a, b, c, d], [x, y, z, w]);
                self.builder.value(dot, kind)
            }
            ([first, rest @ ..], _) => {
                let mut chosen = *first;
                for (value, other) in (1..).zip(rest) {
                    let is = self.is_index(index, value, None);
                    chosen = self.choose(is, *other, chosen);
                }
                chosen
            }
            ([], _) => self.builder.literal(0.0),
        }
    }

    /// Returns a number where it is selected, otherwise 0, so that its product with 0 is not NaN. The pass `choices`
    /// removes the guard from numbers that cannot be NaN.
    fn guarded(&mut self, number: Operand, is_chosen: Operand) -> Operand {
        if self.builder.program().literal(number).is_some() {
            return number;
        }
        let zero = self.builder.integer(0.0);
        self.builder.select(is_chosen, number, zero)
    }

    /// Returns a vector with 1 in the component that an index selects, and 0 in the others.
    fn unit(&mut self, size: usize, index: Operand) -> Vec<Operand> {
        let rows = (0..size).map(|one| std::array::from_fn(|lane| float(usize::from(lane == one))));
        let table = self.table("identity", rows.collect());
        let lanes = COMPONENTS.into_iter().take(size);
        lanes
            .map(|component| self.element_component(Array::Table(table), 0, component, index, Type::Float))
            .collect()
    }

    fn element_of_table(&mut self, elements: &[&[Operand]], index: Operand, name: &str) -> Vec<Operand> {
        let lanes = elements.first().map_or(0, |first| first.len());
        let stride = lanes.div_ceil(4).max(1);
        let count = elements.len().saturating_mul(stride);
        let name = if name.is_empty() { "table" } else { name };
        if count > MAX_ROWS {
            let first = elements.first().copied().unwrap_or_default();
            let refuse = |lane: &Operand| {
                let kind = self.builder.program().kind(*lane);
                self.poison(
                    kind,
                    Code::TooManyUniforms,
                    format!("the table `{name}` takes {count} registers; the hardware has {MAX_ROWS}"),
                    "use a smaller table, or compute its values",
                )
            };
            return first.iter().map(refuse).collect();
        }
        let number = |lowering: &mut Self, lane: Operand| {
            let program = lowering.builder.program();
            let boolean = program.as_bool(lane).map(|holds| f32::from(u8::from(holds)));
            program.literal(lane).or(boolean).unwrap_or(0.0)
        };
        let mut rows = Vec::with_capacity(count);
        for element in elements {
            for chunk in element.chunks(4) {
                let mut row = [0.0; 4];
                for (component, lane) in row.iter_mut().zip(chunk) {
                    *component = number(self, *lane);
                }
                rows.push(row);
            }
        }
        let table = self.table(name, rows);
        let index = self.scaled(index, stride);
        let kinds: Vec<_> = elements
            .first()
            .into_iter()
            .flat_map(|element| element.iter())
            .map(|lane| self.builder.program().kind(*lane))
            .collect();
        let mut found = Vec::with_capacity(lanes);
        for (lane, kind) in kinds.into_iter().enumerate() {
            let row = i16::try_from(lane / 4).unwrap_or(i16::MAX);
            let component = COMPONENTS.get(lane % 4).copied().unwrap_or(Component::X);
            found.push(self.element_component(Array::Table(table), row, component, index, kind));
        }
        found
    }

    /// Returns a component of the row `row + index` of an array.
    pub(super) fn element_component(
        &mut self,
        array: Array,
        row: i16,
        component: Component,
        index: Operand,
        kind: Type,
    ) -> Operand {
        let number = if kind == Type::Bool { Type::Int } else { kind };
        let op = Op::Element {
            array,
            row,
            component,
            index,
        };
        let element = self.builder.value(op, number);
        if kind == Type::Bool {
            crate::expand::is_not_zero(&mut self.builder, element)
        } else {
            element
        }
    }

    /// Returns an index times the number of rows of an element.
    pub(super) fn scaled(&mut self, index: Operand, stride: usize) -> Operand {
        if stride == 1 {
            return index;
        }
        let index = self.whole_index(index);
        let stride = self.builder.integer(float(stride));
        self.builder.multiply(index, stride)
    }

    /// Returns an index that is an integer. Those of floats are not negative.
    pub(super) fn whole_index(&mut self, index: Operand) -> Operand {
        match self.builder.program().kind(index) {
            Type::Float => self.builder.unary(Unary::Floor, index),
            _ => index,
        }
    }

    fn table(&mut self, name: &str, rows: Vec<[f32; 4]>) -> TableId {
        let bits: Vec<_> = rows.iter().flatten().map(|number| number.to_bits()).collect();
        if let Some(known) = self.tables.get(&bits) {
            return *known;
        }
        let name = self.names.add(name);
        let program = self.builder.program();
        let id = TableId::from_index(program.tables.len());
        program.tables.push(Table { name, rows });
        self.tables.insert(bits, id);
        id
    }
}
