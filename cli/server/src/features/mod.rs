//! Features of the server: one module each, with an entry in [`FEATURES`].
//!
//! Each feature has a constant `FEATURE`: a function that adds its server capabilities as far as the client supports
//! them, and a function that registers its request handlers. Handlers run on another thread and depend only on a
//! [`Snapshot`](crate::snapshot::Snapshot) and the parameters.

mod actions;
mod calls;
mod compile;
mod completion;
mod definition;
mod diagnostics;
mod folding;
mod formatting;
mod hints;
mod hover;
mod lenses;
mod links;
mod refactor;
mod references;
mod rename;
mod selection;
mod signature;
mod symbols;
mod tokens;
mod workspace_symbols;

use gen_lsp_types::ServerCapabilities;

use crate::client::Client;
use crate::routes::Routes;

/// A feature of the server.
pub(crate) struct Feature {
    /// Adds the server capabilities of the feature for a client.
    pub(crate) announce: fn(&Client, &mut ServerCapabilities),
    /// Registers the request handlers of the feature.
    pub(crate) routes: fn(&mut Routes),
}

/// All features.
pub(crate) const FEATURES: &[Feature] = &[
    actions::FEATURE,
    calls::FEATURE,
    compile::FEATURE,
    completion::FEATURE,
    definition::FEATURE,
    diagnostics::FEATURE,
    folding::FEATURE,
    formatting::FEATURE,
    hints::FEATURE,
    hover::FEATURE,
    lenses::FEATURE,
    links::FEATURE,
    references::FEATURE,
    rename::FEATURE,
    selection::FEATURE,
    signature::FEATURE,
    symbols::FEATURE,
    tokens::FEATURE,
    workspace_symbols::FEATURE,
];

/// Returns the routes of all features.
pub(crate) fn routes() -> Routes {
    let mut routes = Routes::default();
    for feature in FEATURES {
        (feature.routes)(&mut routes);
    }
    routes
}
