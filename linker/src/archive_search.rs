//! Results of an archive search.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum number of names for which similar ones are searched. Each search visits all procedures.
pub(crate) const MAX_SUGGESTIONS: usize = 100;

/// The archives that were searched for names that the objects do not define.
#[derive(Clone, Default, Debug)]
pub(crate) struct ArchiveSearch {
    /// The paths of the archives.
    pub(crate) libraries: Arc<[String]>,
    /// For undefined symbols, similar names in archives.
    pub(crate) similar: FxHashMap<String, String>,
    /// The undefined symbols that archives define in the other role: uniforms as constants, and constants as uniforms.
    pub(crate) exchanged: FxHashSet<String>,
}

impl ArchiveSearch {
    /// Returns the name in an archive that is most similar to an undefined symbol.
    pub(crate) fn similar(&self, symbol: &str) -> Option<&str> {
        self.similar.get(symbol).map(String::as_str)
    }
}
