//! Comparison of Direct3D 9 code.

use std::fmt::Display;

use pica200_objfmt::difference::Report;

use crate::level9::{Assembly, Mappings};
use crate::shader::Shader;

pub(super) fn compare(report: &mut Report, shaders: [&Shader<'_>; 2]) {
    let location = "code of Direct3D 9";
    match shaders.map(|shader| shader.level9.as_ref()) {
        [Some(a), Some(b)] => {
            compare_lines(report, "tables of Direct3D 9", [Mappings(a), Mappings(b)]);
            compare_lines(report, location, [Assembly(a), Assembly(b)]);
        }
        [None, None] => {}
        both => report.add_sides(location, both.map(|one| one.map(|_| "a program"))),
    }
}

/// Reports the first lines in which two texts differ.
fn compare_lines<T: Display>(report: &mut Report, location: &str, texts: [T; 2]) {
    let [a, b] = texts.map(|text| text.to_string());
    let (mut a, mut b) = (a.lines(), b.lines());
    for number in 1_usize.. {
        let both = [a.next(), b.next()];
        let [of_a, of_b] = both;
        if of_a.is_none() && of_b.is_none() {
            return;
        }
        if of_a != of_b {
            let both = both.map(|line| line.map(|line| format!("`{}`", line.trim())));
            report.add_sides(format_args!("{location}, line {number}"), both);
            return;
        }
    }
}
