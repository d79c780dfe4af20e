//! Tables of class types, instances and interface slots.

use std::fmt::{Formatter, Result};

use super::text;
use crate::interfaces::{Interfaces, SlotRun};

const BAR: &str = "// +----------+---------+---------------------------------------";

pub(super) fn write(f: &mut Formatter<'_>, interfaces: &Interfaces<'_>) -> Result {
    f.write_str(
        "//
// Available Class Types:
//
// Name                             ID CB Stride Texture Sampler
// ------------------------------ ---- --------- ------- -------
",
    )?;
    for (id, class) in interfaces.types.iter().enumerate() {
        let (name, stride) = (text(class.name), class.cb_stride);
        let (texture, sampler) = (class.texture, class.sampler);
        writeln!(f, "// {name:30} {id:4} {stride:9} {texture:7} {sampler:7}")?;
    }
    writeln!(f, "//")?;
    write_instances(f, interfaces)?;
    writeln!(
        f,
        "// Interface slots, {} total:\n//\n//             Slots\n{BAR}",
        interfaces.slot_count
    )?;
    for run in &interfaces.slots {
        write_run(f, run)?;
    }
    Ok(())
}

fn write_instances(f: &mut Formatter<'_>, interfaces: &Interfaces<'_>) -> Result {
    if interfaces.instances.is_empty() {
        return Ok(());
    }
    f.write_str(
        "// Available Class Instances:
//
// Name                        Type CB CB Offset Texture Sampler
// --------------------------- ---- -- --------- ------- -------
",
    )?;
    for instance in &interfaces.instances {
        let (name, class) = (text(instance.name), instance.class);
        let [cb, start, texture, sampler] = [instance.cb, instance.cb_offset, instance.texture, instance.sampler]
            .map(|number| number.map_or("-".to_owned(), |number| number.to_string()));
        writeln!(f, "// {name:27} {class:4} {cb:>2} {start:>9} {texture:>7} {sampler:>7}")?;
    }
    writeln!(f, "//")
}

fn write_run(f: &mut Formatter<'_>, run: &SlotRun) -> Result {
    let slots = match run.span {
        0 | 1 => run.start.to_string(),
        span => format!("{}-{}", run.start, run.start.saturating_add(span - 1)),
    };
    write!(f, "// | Type ID  |   {slots:6}|")?;
    for class in &run.types {
        write!(f, "{class:<5}")?;
    }
    write!(f, "\n// | Table ID |         |")?;
    for table in &run.tables {
        write!(f, "{table:<5}")?;
    }
    writeln!(f, "\n{BAR}")
}
