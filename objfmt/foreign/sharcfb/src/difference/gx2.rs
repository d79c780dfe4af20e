//! Comparison of two shaders of a stage.

use bstr::BStr;
use pica200_objfmt::difference::{Report, compare_texts, table};

use crate::gx2::{Code, Shader, UniformVariable};

/// Compares two shaders of a stage.
pub(super) fn compare(report: &mut Report, location: &str, shaders: [&Shader<'_>; 2]) {
    let [a, b] = shaders;
    report.compare(format_args!("{location}, mode"), [a.mode, b.mode]);
    for (of_a, of_b) in a.registers.iter().zip(&b.registers) {
        let (name, is_row) = (of_a.name, of_a.is_row);
        for (index, (a, b)) in of_a.values.iter().zip(&of_b.values).enumerate() {
            let index = if is_row { format!("[{index}]") } else { String::new() };
            let values = [a, b].map(|value| format!("{value:#x}"));
            report.compare(format_args!("{location}, register `{name}`{index}"), values);
        }
    }
    let streams = shaders.map(|shader| match &shader.stream_out {
        Some(stream) => format!(
            "ring item size {}, output {}, strides {:?}",
            stream.ring_item_size, stream.has_stream_out, stream.strides
        ),
        None => "nothing".to_owned(),
    });
    report.compare(format_args!("{location}, streams"), streams);
    let buffers = shaders.map(|shader| format!("{:x?}", shader.buffers));
    report.compare(format_args!("{location}, buffer resources"), buffers);
    compare_tables(report, location, shaders);
    report.compare_bytes(format_args!("{location}, code"), [a.code.bytes, b.code.bytes]);
    let copies = shaders.map(|shader| shader.copy_code.map_or(&[][..], |Code { bytes, .. }| bytes));
    report.compare_bytes(format_args!("{location}, copy code"), copies);
}

fn compare_tables(report: &mut Report, location: &str, shaders: [&Shader<'_>; 2]) {
    let [a, b] = shaders.map(|shader| {
        let blocks = shader.uniform_blocks.iter();
        table(blocks.map(|block| (block.name, block)))
    });
    let name = |name| format!("{location}, uniform block `{name}`");
    compare_texts(report, [&a, &b], name, |block| {
        format!("binding {}, {} bytes", block.offset, block.size)
    });
    let [a, b] = shaders.map(|shader| {
        let variables = shader.uniform_variables.iter();
        table(variables.map(|variable| {
            let block = block_name(shader, variable);
            (variable.name, (variable, block))
        }))
    });
    let name = |name| format!("{location}, uniform variable `{name}`");
    compare_texts(
        report,
        [&a, &b],
        name,
        |(variable, block): (&UniformVariable<'_>, _)| {
            let UniformVariable {
                kind, count, offset, ..
            } = variable;
            let block = match block {
                Some(name) => format!(" of block `{name}`"),
                None if variable.block == -1 => String::new(),
                None => format!(" of block {}", variable.block),
            };
            format!("{kind}, count {count}, offset {offset}{block}")
        },
    );
    let [a, b] = shaders.map(|shader| {
        let values = shader.initial_values.iter();
        table(values.map(|initial| (initial.offset, initial.value.map(f32::to_bits))))
    });
    let name = |offset| format!("{location}, initial value at {offset}");
    compare_texts(report, [&a, &b], name, |value| value.map(number).join(", "));
    let [a, b] = shaders.map(|shader| {
        let loops = shader.loop_variables.iter();
        table(loops.map(|variable| (variable.offset, variable.value)))
    });
    let name = |offset| format!("{location}, loop variable at {offset}");
    compare_texts(report, [&a, &b], name, |value| format!("{value:#x}"));
    let [a, b] = shaders.map(|shader| {
        let samplers = shader.sampler_variables.iter();
        table(samplers.map(|sampler| (sampler.name, sampler)))
    });
    let name = |name| format!("{location}, sampler `{name}`");
    compare_texts(report, [&a, &b], name, |sampler| {
        format!("{}, location {}", sampler.kind, sampler.location)
    });
    let [a, b] = shaders.map(|shader| {
        let attributes = shader.attributes.iter();
        table(attributes.map(|attribute| (attribute.name, attribute)))
    });
    let name = |name| format!("{location}, attribute `{name}`");
    compare_texts(report, [&a, &b], name, |attribute| {
        let (kind, count, location) = (attribute.kind, attribute.count, attribute.location);
        format!("{kind}, count {count}, location {location}")
    });
}

/// Returns the name of a variable's block.
fn block_name<'a>(shader: &Shader<'a>, variable: &UniformVariable<'_>) -> Option<&'a BStr> {
    let index = usize::try_from(variable.block).ok()?;
    shader.uniform_blocks.get(index).map(|block| block.name)
}

/// Formats a number by its bits. The bits of a NaN are shown, because they may differ.
fn number(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        format!("NaN ({bits:#x})")
    } else {
        format!("{value:?}")
    }
}
