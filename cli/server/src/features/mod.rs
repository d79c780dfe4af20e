//! The features of the server: one file each, with a row in [`FEATURES`].
//!
//! A feature has a constant `FEATURE`: a function that adds what it offers to the capabilities of the server, as far as
//! the client can use it, and a function that names the requests which it answers. An answer is computed on another
//! thread from a [`Snapshot`](crate::snapshot::Snapshot) and the parameters alone.

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
    /// Adds what the feature offers to a client.
    pub(crate) announce: fn(&Client, &mut ServerCapabilities),
    /// Adds the requests that the feature answers.
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

/// The routes of all features.
pub(crate) fn routes() -> Routes {
    let mut routes = Routes::default();
    for feature in FEATURES {
        (feature.routes)(&mut routes);
    }
    routes
}
