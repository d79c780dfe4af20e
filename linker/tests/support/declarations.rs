//! The declarations of a [`Source`].

use pica200_objfmt::formats::object::{
    Constant, Entry, Linkage, Output, Position, Reference, RegisterValue, ShaderKind, StatedValue, Uniform,
    UniformClass,
};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::register::UniformKind;

use super::{Source, Src};

impl Source {
    pub(super) fn next_line(&mut self) -> Position {
        self.line += 1;
        Position {
            file: 0,
            line: self.line,
        }
    }

    pub(super) fn declare(&mut self) -> Position {
        self.object.makes_shader = true;
        self.next_line()
    }

    pub(crate) fn kind(&mut self, kind: ShaderKind) {
        self.declare();
        self.object.kind = kind;
    }

    pub(crate) fn library(&mut self) {
        self.next_line();
        self.object.library = true;
    }

    pub(crate) fn no_padding(&mut self) {
        self.object.padding = false;
    }

    pub(crate) fn entry(&mut self, name: &str) {
        let position = self.declare();
        self.object.entry = Some(Entry {
            name: name.into(),
            length: None,
            position,
        });
    }

    /// Adds `.entry LABEL, COUNT`.
    pub(crate) fn entry_at(&mut self, label: &str, length: u32) {
        self.entry(label);
        if let Some(entry) = &mut self.object.entry {
            entry.length = Some(length);
        }
    }

    /// Adds `.private`.
    pub(crate) fn private(&mut self) {
        self.next_line();
        self.object.private = true;
    }

    /// Adds `.version` or `.descriptor`.
    pub(crate) fn state(&mut self, fields: impl IntoIterator<Item = StatedValue>) {
        self.object.stated.extend(fields);
    }

    /// Adds `.out - PROPERTY oN`.
    pub(crate) fn out(&mut self, property: u8, register: u8) {
        let position = self.declare();
        self.object.outputs.push(Output {
            name: None,
            property,
            register,
            mask: Mask::ALL,
            reserved: 0,
            position,
        });
    }

    pub(crate) fn input(&mut self, name: &str, register: u8) {
        self.add_uniform(name, UniformClass::Input, 1, None, register);
    }

    pub(crate) fn fvec(&mut self, name: &str, len: u8) {
        self.uniform(UniformKind::Float, name, len, None);
    }

    pub(crate) fn boolean(&mut self, name: &str, len: u8) {
        self.uniform(UniformKind::Boolean, name, len, None);
    }

    pub(crate) fn ivec(&mut self, name: &str, len: u8) {
        self.uniform(UniformKind::Integer, name, len, None);
    }

    /// Adds `.fvec NAME[LEN] cN`.
    pub(crate) fn fvec_at(&mut self, name: &str, len: u8, register: u8) {
        self.uniform(UniformKind::Float, name, len, Some(register));
    }

    pub(crate) fn uniform(&mut self, kind: UniformKind, name: &str, len: u8, pin: Option<u8>) {
        self.add_uniform(name, UniformClass::Uniform(kind), len, pin, 0);
    }

    fn add_uniform(&mut self, name: &str, class: UniformClass, len: u8, pin: Option<u8>, first: u8) {
        let position = self.declare();
        self.object.uniforms.push(Uniform {
            name: name.into(),
            class,
            first: pin.unwrap_or(first),
            len,
            pinned: pin.is_some(),
            linkage: Linkage::Own,
            position,
        });
    }

    /// Adds `.constf NAME(VALUE, ...)`.
    pub(crate) fn constf(&mut self, name: &str, value: f32) {
        self.constants(name, &[value], None);
    }

    /// Adds a constant or an array of constants, optionally at a chosen register.
    pub(crate) fn constants(&mut self, name: &str, values: &[f32], pin: Option<u8>) {
        let position = self.declare();
        let index = u16::try_from(self.object.constants.len()).expect("few constants");
        self.object.constants.push(Constant {
            name: name.into(),
            kind: UniformKind::Float,
            first: pin.unwrap_or(0),
            len: u8::try_from(values.len()).expect("few elements"),
            pinned: pin.is_some(),
            linkage: Linkage::Own,
            position,
        });
        for (element, &value) in (0..).zip(values) {
            self.object.values.push(RegisterValue {
                register: Reference::Constant { index, element },
                value: float(value),
                position,
            });
        }
    }

    /// Adds `.extern constf NAME`.
    pub(crate) fn extern_constf(&mut self, name: &str) {
        self.constf(name, 0.0);
        self.object.values.pop();
        if let Some(constant) = self.object.constants.last_mut() {
            constant.linkage = Linkage::Extern { exact: true };
        }
    }

    /// Adds `.extern fvec NAME`.
    pub(crate) fn extern_fvec(&mut self, name: &str) {
        self.fvec(name, 1);
        if let Some(uniform) = self.object.uniforms.last_mut() {
            uniform.linkage = Linkage::Extern { exact: true };
        }
    }

    pub(crate) fn consti(&mut self, name: &str, lanes: [u8; 4]) {
        let position = self.declare();
        let index = u16::try_from(self.object.constants.len()).expect("few constants");
        self.object.constants.push(Constant {
            name: name.into(),
            kind: UniformKind::Integer,
            first: 0,
            len: 1,
            pinned: false,
            linkage: Linkage::Own,
            position,
        });
        self.object.values.push(RegisterValue {
            register: Reference::Constant { index, element: 0 },
            value: ConstantValue::Integer(lanes),
            position,
        });
    }

    /// Adds `.setf PLACE(VALUE, ...)`.
    pub(crate) fn setf(&mut self, target: Src, value: f32) {
        let position = self.declare();
        let register = self.reference(target).expect("a register to set");
        self.object.values.push(RegisterValue {
            register,
            value: float(value),
            position,
        });
    }
}

fn float(value: f32) -> ConstantValue {
    ConstantValue::Float([Float24::from_f32(value); 4])
}
