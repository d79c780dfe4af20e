//! Archives that were searched without success.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

/// The number of names for which similar ones are searched. Each search visits all procedures.
pub(crate) const MOST_GUESSES: usize = 100;

/// The archives in which the link searched for names that its objects do not define.
#[derive(Clone, Default, Debug)]
pub(crate) struct Searched {
    /// The paths of the archives.
    pub(crate) libraries: Arc<[String]>,
    /// For symbols without a definition, similar names in archives.
    pub(crate) similar: FxHashMap<String, String>,
    /// The symbols without a definition of uniforms that archives define as constants, and of constants that archives
    /// define as uniforms.
    pub(crate) exchanged: FxHashSet<String>,
}

impl Searched {
    /// The name in an archive that is most similar to a symbol without a definition.
    pub(crate) fn similar(&self, symbol: &str) -> Option<&str> {
        self.similar.get(symbol).map(String::as_str)
    }
}
