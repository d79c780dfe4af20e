//! What each shader's code can reach, and what it must not.

use pica200_objfmt::bits::BitSet;
use pica200_objfmt::flow::{Flow, Trace};
use pica200_objfmt::limits;
use pica200_objfmt::opcode::Opcode;
use rustc_hash::FxHashSet;

use crate::Compat;
use crate::objects::{ObjectId, Objects, Spot};
use crate::placement::Placement;
use crate::problem::{Problem, Severity};
use crate::report::Report;
use crate::shaders::{ShaderId, Shaders};
use crate::symbols::{EntryPoint, LabelId, Symbols};

/// The words that each shader can execute.
pub(crate) struct Reach {
    words: Vec<BitSet>,
}

impl Reach {
    /// The words that a shader can execute.
    pub(crate) fn words(&self, shader: ShaderId) -> &BitSet {
        &self.words[shader.0]
    }

    /// Whether a shader can execute a word.
    pub(crate) fn contains(&self, shader: ShaderId, word: u32) -> bool {
        self.words[shader.0].contains(word as usize)
    }
}

/// Follows every shader from its entry. Where a name has no definition, or the code has no room, there is nothing to
/// follow: then no shader reaches anything.
pub(crate) fn trace<'a>(
    objects: Objects<'a>,
    shaders: &Shaders,
    symbols: &Symbols,
    placement: &Placement<'_>,
    compat: Compat,
    report: &mut Report<'a>,
) -> Reach {
    let mut words = vec![BitSet::default(); shaders.len()];
    if !placement.fits() || !symbols.complete {
        return Reach { words };
    }
    let mut flow = Flow::new(&placement.code);
    let mut checks = Checks {
        objects,
        placement,
        // What the incumbent assembles must still assemble.
        severity: match compat {
            Compat::None => Severity::Error,
            Compat::Picasso => Severity::Warning,
        },
        report,
        seen: FxHashSet::default(),
    };
    for (shader, object) in shaders.iter() {
        let Some(entry) = symbols.entry(shader) else {
            continue;
        };
        let trace = flow.trace(entry.span(objects, placement));
        checks.end(entry, &trace);
        if !objects[object].kind.is_geometry() {
            checks.vertex_shader(object, entry.label, &trace);
        }
        words[shader.0] = trace.words;
    }
    Reach { words }
}

struct Checks<'c, 'a, 'r> {
    objects: Objects<'a>,
    placement: &'c Placement<'c>,
    severity: Severity,
    report: &'r mut Report<'a>,
    /// Where `end` was found missing: several shaders may run into one place.
    seen: FxHashSet<Spot>,
}

impl Checks<'_, '_, '_> {
    /// Execution must come to `end`.
    fn end(&mut self, entry: EntryPoint, trace: &Trace) {
        let entry = entry.label;
        let label = entry.label(self.objects);
        // A shader without words has no last word, and a call may lead to where there are no words either.
        let from = |word: u32| match trace.words.contains(word as usize) {
            true => self.placement.spot(word),
            false => entry.spot(self.objects),
        };
        let (spot, past_entry) = if let Some(word) = trace.passes_end {
            let end = label
                .procedure
                .map(|procedure| entry.object.at(procedure.end));
            (end.unwrap_or_else(|| from(word)), true)
        } else if let Some(word) = trace.leaves_code {
            (from(word), false)
        } else {
            return;
        };
        if !self.seen.insert(spot) {
            return;
        }
        let problem = Problem::MissingEnd {
            entry: label.name.clone(),
            past_entry,
        };
        let why = if past_entry {
            "execution goes on here"
        } else {
            "there is nothing behind this"
        };
        let places = [
            (spot, why),
            (entry.spot(self.objects), "a shader starts here"),
        ];
        self.report.add(self.severity, problem, places);
    }

    /// Vertex shaders see less of the code, and emit nothing.
    fn vertex_shader(&mut self, object: ObjectId, entry: LabelId, trace: &Trace) {
        let name = &entry.label(self.objects).name;
        let start = (entry.spot(self.objects), "the shader starts here");
        let far = trace.words.iter().find(|&w| w >= limits::VERTEX_CODE_WORDS);
        if let Some(word) = far {
            let problem = Problem::VertexCodeTooFar {
                entry: name.clone(),
                word,
            };
            let (at, position) = self.placement.lines[word];
            let spot = at.at(position);
            self.report
                .error(problem, [(spot, "vertex shaders do not see this"), start]);
        }
        let emit = trace.words.iter().find_map(|word| {
            let opcode = Opcode::of_word(self.placement.code[word])?;
            matches!(opcode, Opcode::Emit | Opcode::Setemit).then_some((word, opcode))
        });
        if let Some((word, opcode)) = emit {
            let problem = Problem::EmitInVertexShader {
                mnemonic: opcode.info().mnemonic,
                entry: name.clone(),
            };
            let (at, position) = self.placement.lines[word];
            let places = [
                (at.at(position), "reached by a vertex shader"),
                start,
                (object.whole(), "makes the shader"),
            ];
            self.report.add(self.severity, problem, places);
        }
    }
}
