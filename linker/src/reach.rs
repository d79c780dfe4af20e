//! The code that each shader can reach.

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::{Flow, WordSpan};

use crate::objects::Objects;
use crate::placement::Placement;
use crate::shaders::{ShaderId, Shaders};
use crate::symbols::Symbols;

/// The words that each shader can execute.
pub(crate) struct Reach {
    words: Vec<BitSet>,
}

impl Reach {
    /// Returns the words that a shader can execute.
    pub(crate) fn words(&self, shader: ShaderId) -> &BitSet {
        &self.words[shader.0]
    }

    /// Returns true if a shader can execute a word.
    pub(crate) fn contains(&self, shader: ShaderId, word: u32) -> bool {
        self.words[shader.0].contains(word as usize)
    }
}

/// Traces every shader from its entry. Consoles ignore the end of the entry procedure: execution may fall through into
/// the next procedure. If a name has no definition, or the code does not fit, no shader reaches any word.
pub(crate) fn trace(objects: Objects<'_>, shaders: &Shaders, symbols: &Symbols, placement: &Placement<'_>) -> Reach {
    let mut words = vec![BitSet::default(); shaders.len()];
    if !placement.fits() || !symbols.complete {
        return Reach { words };
    }
    let mut flow = Flow::new(&placement.code);
    for (shader, _) in shaders.iter() {
        if let Some(entry) = symbols.entry(shader) {
            let endless = WordSpan {
                size: u32::MAX,
                ..placement.entry_span(objects, entry)
            };
            words[shader.0] = flow.trace(endless);
        }
    }
    Reach { words }
}
