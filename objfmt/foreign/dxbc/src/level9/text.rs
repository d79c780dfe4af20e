//! Disassembly of the code, in the format of Direct3D's disassembler.

use std::fmt::{self, Write};

use super::Level9;
use super::opcode::{Form, Info, info};
use crate::program::{Mask, Swizzle};

/// The maximum number of indentation levels.
const MAX_INDENT: usize = 24;

/// Formats the code: a line for the model, then one for each instruction, each preceded by a line feed and four spaces,
/// then an empty line and the number of instruction slots used.
///
/// Comments in the code are skipped. An unknown instruction is printed as numbers.
#[derive(Clone, Copy, Debug)]
pub struct Assembly<'a>(pub &'a Level9);

impl fmt::Display for Assembly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((&version, mut rest)) = self.0.tokens.split_first() else {
            return Ok(());
        };
        let model = Model::new(version);
        writeln!(f, "    {model}")?;
        let (mut textures, mut arithmetic, mut level) = (0_u32, 0_u32, 0_usize);
        while let Some((&token, tail)) = rest.split_first() {
            let token = Token(token);
            if token.is_end() {
                break;
            }
            let length = token.length();
            let (operands, tail) = tail.split_at_checked(length).unwrap_or((tail, &[]));
            rest = tail;
            if token.is_comment() {
                continue;
            }
            let known = info(token.opcode());
            let name = known.map_or("", |known| known.name);
            if matches!(name, "else" | "endif" | "endloop" | "endrep") {
                level = level.saturating_sub(1);
            }
            write!(f, "    {:1$}", "", 2 * level.min(MAX_INDENT))?;
            if matches!(name, "if" | "else" | "loop" | "rep") {
                level += 1;
            }
            match known {
                Some(known) => {
                    let is_texture = known.form == Form::Samples || name.starts_with("texld");
                    if is_texture {
                        textures = textures.saturating_add(known.slots)
                    } else {
                        arithmetic = arithmetic.saturating_add(known.slots)
                    }
                    instruction(f, model, token, known, operands)?;
                }
                None => {
                    write!(f, "op{}", token.opcode())?;
                    for operand in operands {
                        write!(f, " {operand:#010x}")?;
                    }
                }
            }
            writeln!(f)?;
        }
        let all = textures.saturating_add(arithmetic);
        let noun = if all == 1 { "slot" } else { "slots" };
        write!(f, "\n// approximately {all} instruction {noun} used")?;
        match textures {
            0 => writeln!(f),
            _ => writeln!(f, " ({textures} texture, {arithmetic} arithmetic)"),
        }
    }
}

/// A shader model, from the first token of the code.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Model {
    is_pixel: bool,
    major: u8,
    minor: u8,
}

impl Model {
    fn new(token: u32) -> Self {
        let [minor, major, kind, _] = token.to_le_bytes();
        Self {
            is_pixel: kind == 0xFF,
            major,
            minor,
        }
    }
}

/// Formats it as `ps_2_0`. The 2.1 models are `ps_2_x` and `vs_2_x`.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = if self.is_pixel { "ps" } else { "vs" };
        match (self.major, self.minor) {
            (2, 1) => write!(f, "{stage}_2_x"),
            (major, minor) => write!(f, "{stage}_{major}_{minor}"),
        }
    }
}

/// The first token of an instruction.
#[derive(Clone, Copy)]
struct Token(u32);

impl Token {
    fn opcode(self) -> u16 {
        let [a, b, ..] = self.0.to_le_bytes();
        u16::from_le_bytes([a, b])
    }

    fn is_end(self) -> bool {
        self.0 == 0xFFFF
    }

    fn is_comment(self) -> bool {
        self.opcode() == 0xFFFE
    }

    /// Returns the comparison or the sample mode.
    fn control(self) -> u32 {
        self.0 >> 16 & 7
    }

    /// Returns the number of tokens after this one that belong to the instruction.
    fn length(self) -> usize {
        let stated = if self.is_comment() {
            self.0 >> 16 & 0x7FFF
        } else {
            self.0 >> 24 & 15
        };
        usize::try_from(stated).unwrap_or(usize::MAX)
    }
}

fn instruction(f: &mut fmt::Formatter<'_>, model: Model, token: Token, known: &Info, tokens: &[u32]) -> fmt::Result {
    let mut operands = tokens.iter().copied();
    let is_predicated = token.0 >> 28 & 1 == 1;
    f.write_str(known.name)?;
    match known.form {
        Form::Compares => f.write_str(comparison(token.control()))?,
        Form::Samples => f.write_str(match token.control() {
            1 => "p",
            2 => "b",
            _ => "",
        })?,
        Form::Declares => {
            let usage = operands.next().unwrap_or_default();
            let target = operands.next().map(Parameter);
            return declaration(f, model, usage, target);
        }
        Form::Floats | Form::Integers | Form::Boolean => {
            let target = Parameter(operands.next().unwrap_or_default());
            write!(f, " {}", Name(model, target))?;
            for value in operands {
                match known.form {
                    Form::Floats => write!(f, ", {}", Number(f32::from_bits(value)))?,
                    Form::Boolean => write!(f, ", {}", value != 0)?,
                    _ => write!(f, ", {}", value.cast_signed())?,
                }
            }
            return Ok(());
        }
        Form::Operands => {}
    }
    let mut separator = " ";
    if known.writes {
        let target = Parameter(operands.next().unwrap_or_default());
        let by = target.relative(&mut operands);
        f.write_str(target.modifiers())?;
        if is_predicated {
            let predicate = operands.next().map(Parameter);
            predicate.map_or(Ok(()), |one| write!(f, " ({})", Source(model, one, None)))?;
        }
        write!(f, " {}", Register(model, target, by))?;
        let mask = target.mask();
        if mask != Mask::ALL {
            write!(f, ".{mask}")?;
        }
        separator = ", ";
    }
    while let Some(source) = operands.next().map(Parameter) {
        let by = source.relative(&mut operands);
        write!(f, "{separator}{}", Source(model, source, by))?;
        separator = ", ";
    }
    Ok(())
}

const fn comparison(control: u32) -> &'static str {
    match control {
        1 => "_gt",
        2 => "_eq",
        3 => "_ge",
        4 => "_lt",
        5 => "_ne",
        6 => "_le",
        _ => "",
    }
}

/// Formats the usage of a register: a vertex semantic, or a texture dimension.
fn declaration(f: &mut fmt::Formatter<'_>, model: Model, usage: u32, target: Option<Parameter>) -> fmt::Result {
    let Some(target) = target else {
        return Ok(());
    };
    if target.kind() == SAMPLER {
        let shape = match usage >> 27 & 15 {
            2 => "_2d",
            3 => "_cube",
            4 => "_volume",
            _ => "",
        };
        f.write_str(shape)?;
    } else if !model.is_pixel || model.major >= 3 {
        const NAMES: [&str; 14] = [
            "position",
            "blendweight",
            "blendindices",
            "normal",
            "psize",
            "texcoord",
            "tangent",
            "binormal",
            "tessfactor",
            "positiont",
            "color",
            "fog",
            "depth",
            "sample",
        ];
        let number = usize::try_from(usage & 31).unwrap_or(usize::MAX);
        let index = usage >> 16 & 15;
        match NAMES.get(number) {
            Some(name) => write!(f, "_{name}")?,
            None => write!(f, "_usage{number}_")?,
        }
        if index > 0 {
            write!(f, "{index}")?;
        }
    }
    write!(f, "{} {}", target.modifiers(), Name(model, target))?;
    let mask = target.mask();
    if mask != Mask::ALL && target.kind() != SAMPLER {
        write!(f, ".{mask}")?;
    }
    Ok(())
}

/// The register kind of samplers.
const SAMPLER: u32 = 10;

/// The token of an operand.
#[derive(Clone, Copy)]
struct Parameter(u32);

impl Parameter {
    fn kind(self) -> u32 {
        self.0 >> 28 & 7 | self.0 >> 8 & 0x18
    }

    fn number(self) -> u32 {
        self.0 & 0x7FF
    }

    fn mask(self) -> Mask {
        Mask::from_bits(self.0 >> 16)
    }

    /// Returns the token of the register that is added to the number.
    fn relative(self, rest: &mut impl Iterator<Item = u32>) -> Option<Self> {
        match self.0 >> 13 & 1 {
            1 => rest.next().map(Self),
            _ => None,
        }
    }

    /// Returns the result modifiers, which follow the instruction name.
    fn modifiers(self) -> &'static str {
        match self.0 >> 20 & 7 {
            1 => "_sat",
            2 => "_pp",
            3 => "_sat_pp",
            4 => "_centroid",
            6 => "_pp_centroid",
            _ => "",
        }
    }
}

/// A register without components and relative index.
struct Name(Model, Parameter);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(model, parameter) = *self;
        let number = parameter.number();
        let letters = match parameter.kind() {
            0 => "r",
            1 => "v",
            2 => "c",
            3 if model.is_pixel => "t",
            3 => "a",
            4 => {
                return match number {
                    0 => f.write_str("oPos"),
                    1 => f.write_str("oFog"),
                    2 => f.write_str("oPts"),
                    number => write!(f, "oRast{number}"),
                };
            }
            5 => "oD",
            6 if model.major >= 3 => "o",
            6 => "oT",
            7 => "i",
            8 => "oC",
            9 => return f.write_str("oDepth"),
            SAMPLER => "s",
            11 => return write!(f, "c{}", number + 2048),
            12 => return write!(f, "c{}", number + 4096),
            13 => return write!(f, "c{}", number + 6144),
            14 => "b",
            15 => return f.write_str("aL"),
            17 => return f.write_str(if number == 0 { "vPos" } else { "vFace" }),
            18 => "l",
            19 => "p",
            kind => return write!(f, "kind{kind}_{number}"),
        };
        write!(f, "{letters}{number}")
    }
}

/// A register without components.
struct Register(Model, Parameter, Option<Parameter>);

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(model, parameter, by) = *self;
        write!(f, "{}", Name(model, parameter))?;
        match by {
            Some(by) => write!(f, "[{}]", Source(model, by, None)),
            None => Ok(()),
        }
    }
}

/// A source operand.
struct Source(Model, Parameter, Option<Parameter>);

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(model, parameter, by) = *self;
        let (before, after) = match parameter.0 >> 24 & 15 {
            1 => ("-", ""),
            2 => ("", "_bias"),
            3 => ("-", "_bias"),
            4 => ("", "_bx2"),
            5 => ("-", "_bx2"),
            6 => ("1-", ""),
            7 => ("", "_x2"),
            8 => ("-", "_x2"),
            9 => ("", "_dz"),
            10 => ("", "_dw"),
            11 => ("", "_abs"),
            12 => ("-", "_abs"),
            13 => ("!", ""),
            _ => ("", ""),
        };
        write!(f, "{before}{}{after}", Register(model, parameter, by))?;
        let swizzle = Swizzle::from_bits(parameter.0 >> 16 & 0xFF);
        let [x, y, z, w] = swizzle.0;
        match swizzle {
            Swizzle::IDENTITY => Ok(()),
            _ if [y, z, w] == [x; 3] => write!(f, ".{x}"),
            _ => write!(f, ".{swizzle}"),
        }
    }
}

/// A float with nine digits, as the disassembler's C library prints it: `%.9g` with three-digit exponents.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: i32 = 9;
        let value = f64::from(self.0);
        if value == 0.0 {
            return f.write_str(if value.is_sign_negative() { "-0" } else { "0" });
        }
        if !value.is_finite() {
            return write!(f, "{value}");
        }
        let text = format!("{value:.8e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if (-4..DIGITS).contains(&exponent) {
            let places = usize::try_from(DIGITS - 1 - exponent).unwrap_or(0);
            return f.write_str(trimmed(&format!("{value:.places$}")));
        }
        let sign = if exponent < 0 { '-' } else { '+' };
        f.write_str(trimmed(digits))?;
        f.write_char('e')?;
        write!(f, "{sign}{:03}", exponent.unsigned_abs())
    }
}

/// Trims trailing zeros of a number's fraction.
fn trimmed(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}
