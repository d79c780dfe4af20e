//! aemstro's language.
//!
//! [`line`](self::line) divides each line into a label, a directive or an instruction. [`declare`] reads the directives
//! of the whole source first, because descriptors may follow their uses, and [`version`] detects the targeted aemstro
//! version. [`instruction`] and [`flow`] make steps of the instructions, [`bodies`] finds the blocks that labels
//! delimit, and [`shaders`], with [`reach`], divides the steps between a vertex and a geometry shader. [`items`] makes
//! programs of them. [`convert`](self::convert) runs these steps.

mod bodies;
mod convert;
mod declare;
mod descriptor;
mod flow;
mod instruction;
mod items;
mod line;
mod mnemonic;
mod operand;
mod reach;
mod shaders;
mod step;
mod value;
mod version;

pub(crate) use convert::convert;
