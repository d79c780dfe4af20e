//! The shaders of a source: their entry points, and the words that each has.

use std::collections::HashMap;

use pica200_diagnostics::Code as Name;

use super::bodies::missing;
use super::convert::Source;
use super::declare::Shader;
use super::reach::split_between_shaders;
use super::step::{LabelPosition, Step};
use crate::Options;
use crate::diagnostic::{Diagnostic, Place, diagnose, no_entry};

/// A shader to write.
pub(super) struct ShaderOutput {
    /// The part of the file name before its suffix, with its period; empty for a single shader.
    pub(super) part: &'static str,
    /// The label at which it starts; `None` for the first word.
    pub(super) entry: Option<String>,
    pub(super) is_geometry: bool,
    /// For each word, true if the shader has it; `None` if it has all.
    pub(super) has: Option<Vec<bool>>,
    /// The output names of labels that differ from the source.
    pub(super) renamed: HashMap<String, String>,
}

impl ShaderOutput {
    /// Returns the name of a label in the program.
    pub(super) fn output_name(&self, label: &str) -> String {
        let key = self.renamed.get(label).cloned();
        key.unwrap_or_else(|| label.to_owned())
    }
}

impl Source<'_> {
    /// Returns the shaders to write.
    pub(super) fn shaders(&mut self, options: &Options, diagnostics: &mut Vec<Diagnostic>) -> Vec<ShaderOutput> {
        let wanted = options.entry.as_deref().map(str::to_ascii_lowercase);
        if let Some(wanted) = wanted.as_ref().filter(|of| !self.labels.contains_key(*of)) {
            let mut labels: Vec<&str> = self.labels.keys().map(String::as_str).collect();
            labels.sort_unstable();
            let mut all = self.lines.iter().zip(&self.steps);
            let first = all.find(|(_, step)| step.is_word() || matches!(step, Step::Label));
            let place = first.map(|(line, _)| Place::line(line.number));
            diagnostics.push(no_entry(wanted, place, labels.into_iter()));
        }
        let declarations = [&self.tables.vertex, &self.tables.geometry];
        for shader in declarations.into_iter().flatten() {
            let labels = [&shader.first, &shader.end].into_iter();
            let lost = labels.filter(|label| !self.labels.contains_key(*label));
            diagnostics.extend(lost.map(|label| missing(shader.line, label)));
            let start = self.labels.get(&shader.first);
            if start.is_some_and(|at| self.bodies.is_inside(at.word)) {
                let message = format!("`{}` is within a block, where no shader can start", shader.first);
                let place = Place::line(shader.line);
                diagnostics.push(diagnose(Name::CrossingBodies, place, message));
            }
        }
        let made = |part, shader: &Shader| ShaderOutput {
            part,
            entry: Some(wanted.clone().unwrap_or_else(|| shader.first.clone())),
            is_geometry: shader.is_geometry || options.is_geometry,
            has: None,
            renamed: self.renamed.clone(),
        };
        match declarations {
            [Some(vertex), Some(geometry)] => {
                let words = split_between_shaders(&self.steps, &self.bodies, &self.labels, [vertex, geometry]);
                let renamed = self.renamed_in_both(&words);
                let [of_vertex, of_geometry] = words.map(Some);
                if options.is_geometry {
                    let has = of_geometry;
                    return vec![ShaderOutput {
                        has,
                        ..made("", geometry)
                    }];
                }
                if wanted.is_some() {
                    let message = "an entry applies to one shader, but the source has two";
                    let place = Place::line(vertex.line);
                    let diagnostic = diagnose(Name::TwoShaders, place, message);
                    let help = "use `--geometry` to convert only the geometry shader";
                    diagnostics.push(diagnostic.with_help(help));
                }
                let first = ShaderOutput {
                    has: of_vertex,
                    ..made("v.", vertex)
                };
                let second = ShaderOutput {
                    has: of_geometry,
                    renamed,
                    ..made("g.", geometry)
                };
                vec![first, second]
            }
            [None, Some(geometry)] => {
                let message = "in aemstro's file, this shader is the second, after a vertex shader at word 0; here, it is the first";
                let place = Place::line(geometry.line);
                diagnostics.push(diagnose(Name::ShaderNumber, place, message));
                let note = "the geometry shader is shader 0 of the file, where aemstro made it shader 1";
                self.notes.push(note.to_owned());
                vec![made("", geometry)]
            }
            [Some(vertex), None] => vec![made("", vertex)],
            [None, None] => {
                let is_main = self.version.is_2014 && self.labels.contains_key("main");
                vec![ShaderOutput {
                    part: "",
                    entry: wanted.or_else(|| is_main.then(|| "main".to_owned())),
                    is_geometry: self.is_geometry || options.is_geometry,
                    has: None,
                    renamed: self.renamed.clone(),
                }]
            }
        }
    }

    /// Returns the names of labels in the second of two shaders. Labels that the first also has are renamed, because a
    /// link can contain both.
    fn renamed_in_both(&self, words: &[Vec<bool>; 2]) -> HashMap<String, String> {
        let in_both = |at: &LabelPosition| words.iter().all(|has| has.get(at.word) == Some(&true));
        let shared = self.labels.iter().filter(|(_, at)| in_both(at));
        let mut shared: Vec<&str> = shared.map(|(name, _)| name.as_str()).collect();
        shared.sort_unstable();
        let mut names = self.names.clone();
        let mut renamed = self.renamed.clone();
        for label in shared {
            let own = renamed.get(label).map_or(label, String::as_str);
            let own = names.printed(own);
            renamed.insert(label.to_owned(), names.unique(&format!("{own}_g")));
        }
        renamed
    }
}
