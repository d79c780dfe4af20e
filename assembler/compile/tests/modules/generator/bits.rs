//! Operations on the bits of integers. Operands of which both are computed have few bits, as the compiler demands.

use super::Writer;
use super::types::{Kind, Type, UINT};

/// Masks of one run of bits, of several, and of the upper bits.
const SIGNED: &[&str] = &[
    "1i",
    "6i",
    "28i",
    "255i",
    "0x155i",
    "0x70fi",
    "-4i",
    "-23i",
    "2147483647i",
];
const UNSIGNED: &[&str] = &["1u", "4u", "30u", "255u", "0x1b3u", "0xfffffffeu", "0xffffff0fu"];

impl Writer {
    /// Returns an integer from operations on bits.
    pub(super) fn bits(&mut self, kind: Kind, size: usize, depth: u8) -> String {
        let ty = kind.of_size(size);
        let name = self.type_name(&ty);
        let [a, b] = [(); 2].map(|()| self.expression(&ty, depth));
        let (masks, suffix) = match kind {
            Kind::Int => (SIGNED, "i"),
            _ => (UNSIGNED, "u"),
        };
        let mask = *self.choose(masks);
        let op = *self.choose(&["&", "|", "^"]);
        match self.random.below(16) {
            0..=2 => format!("({a} & {name}({mask}))"),
            3 => {
                let changed = *self.choose(&["1", "6", "64", "257"]);
                format!("({a} {op} {name}({changed}{suffix}))")
            }
            4 if kind == Kind::Int => {
                let changed = *self.choose(&["-1", "-8", "-13"]);
                format!("({a} {op} {name}({changed}i))")
            }
            4 | 5 => format!("(~{a} & {name}(0x1b3{suffix}))"),
            6 if kind == Kind::Int => format!("(~{a})"),
            6 => format!("(~{a} ^ {name}(0xfffffff0u))"),
            7 => format!("(({a} & {name}(15{suffix})) {op} ({b} & {name}(5{suffix})))"),
            8 => format!("(({a} & {name}(3{suffix})) {op} {b})"),
            9 => {
                let count = self.type_name(&Kind::Uint.of_size(size));
                format!("((({a} & {name}(7{suffix})) << {count}(4u)) | ({b} & {name}(15{suffix})))")
            }
            10 | 11 => {
                let counts = Kind::Uint.of_size(size);
                let count = self.expression(&counts, depth);
                let limit = self.type_name(&counts);
                let op = *self.choose(&["<<", ">>"]);
                // naga refuses constants that are shifted out.
                match self.read(&ty) {
                    Some(read) => format!("({read} {op} ({count} & {limit}(3u)))"),
                    None => a,
                }
            }
            12 | 13 => {
                let condition = self.expression(&Kind::Bool.of_size(size), depth);
                let all = match kind {
                    Kind::Int => "-1i",
                    _ => "0xffffffffu",
                };
                let boolean = format!("select({name}(0{suffix}), {name}({all}), {condition})");
                match op {
                    // As a number, such an unsigned integer is beyond the GPU's range.
                    "|" => format!("(~{boolean} & {a})"),
                    op if kind == Kind::Int => format!("({boolean} {op} {a})"),
                    _ => format!("({boolean} & {a})"),
                }
            }
            14 => self.field(&ty, &name, [a, b], depth),
            _ => self.reinterpreted(kind, size, a),
        }
    }

    /// Functions of bits. naga does not compute all of them of constants.
    fn field(&mut self, ty: &Type, name: &str, [a, b]: [String; 2], depth: u8) -> String {
        let Some(read) = self.read(ty) else {
            return a;
        };
        let suffix = if name.contains("i32") { "i" } else { "u" };
        let offset = self.random.below(4);
        let count = self.random.below(5);
        match self.random.below(6) {
            0 => format!("extractBits({read}, {offset}u, {count}u)"),
            1 => format!("insertBits({read}, {b}, {offset}u, {count}u)"),
            2 => {
                let place = self.expression(&UINT, depth);
                format!("extractBits({read}, {place} & 3u, {count}u)")
            }
            3 => format!("countOneBits({read} & {name}(29{suffix}))"),
            4 => format!("firstTrailingBit({read} | {name}(8{suffix}))"),
            _ => format!("countLeadingZeros({read} & {name}(15{suffix}))"),
        }
    }

    /// Returns an integer of another kind.
    fn reinterpreted(&mut self, kind: Kind, size: usize, other: String) -> String {
        let from = match kind {
            Kind::Int => Kind::Uint,
            _ => Kind::Int,
        };
        let name = self.type_name(&kind.of_size(size));
        match (self.read(&from.of_size(size)), kind) {
            (Some(read), Kind::Int) => format!("bitcast<{name}>({read})"),
            (Some(read), _) => format!("(bitcast<{name}>({read}) & {name}(63u))"),
            (None, _) => other,
        }
    }

    /// Returns a float whose bits went through an integer.
    pub(super) fn moved_bits(&mut self, size: usize, depth: u8) -> String {
        let ty = Kind::Float.of_size(size);
        let floats = self.type_name(&ty);
        let integers = self.type_name(&Kind::Uint.of_size(size));
        let Some(read) = self.read(&ty) else {
            return self.expression(&ty, depth);
        };
        let condition = self.expression(&Kind::Bool.of_size(size), depth);
        format!(
            "bitcast<{floats}>(select({integers}(0u), {integers}(0xffffffffu), {condition}) & bitcast<{integers}>({read}))"
        )
    }
}
