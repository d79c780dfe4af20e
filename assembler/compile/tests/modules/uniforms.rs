//! Values of attributes and uniforms, and the registers that hold uniforms.

use std::collections::BTreeMap;

use naga::{AddressSpace, Binding, GlobalVariable, Handle, Module, ScalarKind, ShaderStage, Type, TypeInner};

use crate::evaluator::Environment;
use crate::evaluator::real::Real;
use crate::evaluator::value::{Scalar, Value};
use crate::random::Random;

/// The rows of uniforms by name.
pub(crate) type Rows = BTreeMap<String, Vec<[f32; 4]>>;

/// Returns the uniforms of a module.
pub(crate) fn uniforms(module: &Module) -> impl Iterator<Item = (Handle<GlobalVariable>, &GlobalVariable)> {
    let globals = module.global_variables.iter();
    globals.filter(|(_, global)| global.space == AddressSpace::Uniform)
}

/// Returns the attributes of the vertex shader of a module: location and type.
pub(crate) fn attributes(module: &Module) -> Vec<(u32, Handle<Type>)> {
    let mut entries = module.entry_points.iter();
    let entry = entries.find(|entry| entry.stage == ShaderStage::Vertex);
    let mut found = Vec::new();
    let mut add = |binding: Option<&Binding>, ty| {
        if let Some(Binding::Location { location, .. }) = binding {
            found.push((*location, ty));
        }
    };
    for argument in &entry.unwrap().function.arguments {
        add(argument.binding.as_ref(), argument.ty);
        if let TypeInner::Struct { members, .. } = &module.types[argument.ty].inner {
            for member in members {
                add(member.binding.as_ref(), member.ty);
            }
        }
    }
    found
}

/// Random values of all attributes and uniforms. Floats are multiples of 1/16, so that equal numbers and ties occur;
/// integers are mostly small, those without a sign from 0 to 3.
pub(crate) fn random(module: &Module, random: &mut Random) -> Environment {
    let mut scalar = |kind: ScalarKind| match kind {
        ScalarKind::Sint | ScalarKind::Uint if random.byte().is_multiple_of(6) => {
            let number = i64::from(random.byte()) * 3;
            match kind {
                ScalarKind::Sint => Scalar::Signed(number - 300),
                _ => Scalar::Unsigned(number),
            }
        }
        ScalarKind::Sint => Scalar::Signed(i64::from(random.byte() % 13) - 6),
        ScalarKind::Uint => Scalar::Unsigned(i64::from(random.byte() % 4)),
        _ => {
            let steps = f64::from(random.byte()) - 128.0;
            Scalar::Real(Real::exact(steps / 64.0))
        }
    };
    let attributes = attributes(module).into_iter();
    Environment {
        attributes: attributes
            .map(|(location, ty)| (location, Value::of_type(module, ty, &mut scalar)))
            .collect(),
        uniforms: uniforms(module)
            .map(|(handle, global)| (handle, Value::of_type(module, global.ty, &mut scalar)))
            .collect(),
    }
}

/// Returns the rows of registers that hold the uniforms, as `WGSL.md` describes them. Names must not occur twice.
pub(crate) fn rows(module: &Module, environment: &Environment) -> Rows {
    let mut rows = Rows::new();
    for (handle, global) in uniforms(module) {
        let Some(value) = environment.uniforms.get(&handle) else {
            continue;
        };
        let is_struct = matches!(module.types[global.ty].inner, TypeInner::Struct { .. });
        let name = if is_struct { None } else { global.name.as_deref() };
        add(module, global.ty, value, name.unwrap_or_default(), 0, &mut rows);
    }
    rows
}

/// Adds the rows of a value, which is the element `index` of all that have the name.
fn add(module: &Module, ty: Handle<Type>, value: &Value, name: &str, index: usize, rows: &mut Rows) {
    let parts = || value.parts().unwrap();
    match &module.types[ty].inner {
        TypeInner::Struct { members, .. } => {
            for (member, part) in members.iter().zip(parts()) {
                let own = member.name.as_deref().unwrap_or_default();
                let name = match name {
                    "" => own.to_owned(),
                    front => format!("{front}_{own}"),
                };
                add(module, member.ty, part, &name, index, rows);
            }
        }
        TypeInner::Array { base, .. } => {
            let length = parts().len();
            for (element, part) in parts().iter().enumerate() {
                add(module, *base, part, name, index * length + element, rows);
            }
        }
        TypeInner::Matrix { rows: count, .. } => {
            let count = *count as usize;
            for (column, part) in parts().iter().enumerate() {
                for (row, component) in part.scalars().into_iter().enumerate() {
                    set(rows, name, index * count + row, column, component);
                }
            }
        }
        _ => {
            for (component, scalar) in value.scalars().into_iter().enumerate() {
                set(rows, name, index, component, scalar);
            }
        }
    }
}

fn set(rows: &mut Rows, name: &str, row: usize, component: usize, scalar: Scalar) {
    let all = rows.entry(name.to_owned()).or_default();
    if all.len() <= row {
        all.resize(row + 1, [0.0; 4]);
    }
    all[row][component] = single(scalar);
}

/// Returns the number as the GPU represents it.
#[expect(clippy::cast_possible_truncation, reason = "the values of these tests are floats")]
pub(crate) fn single(scalar: Scalar) -> f32 {
    scalar.real().value as f32
}
