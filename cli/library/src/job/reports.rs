//! Reports of many builds: each once, with the first build that it is about.

use std::collections::HashSet;

use crate::render::{Colors, Format, render};
use crate::report::{Location, Place, Report};
use crate::session::Session;

/// The reports so far, in the order of the builds.
#[derive(Default, Debug)]
pub struct Reports {
    said: HashSet<Vec<u8>>,
}

impl Reports {
    /// Moves the reports of a session to another one, except for those that it has from earlier ones.
    pub fn add<'s>(&mut self, from: Session<'s>, to: &mut Session<'s>) {
        self.add_about(from, None, to);
    }

    /// The same for a variation. `about` is the file of variations, or the build, with the combination.
    pub(crate) fn add_about<'s>(
        &mut self,
        from: Session<'s>,
        about: Option<(&str, &str)>,
        to: &mut Session<'s>,
    ) {
        let first = to.sources.len();
        let mut moved = Vec::new();
        for report in from.reports {
            let text = render(
                std::slice::from_ref(&report),
                &from.sources,
                Format::Short,
                Colors::None,
            );
            if self.said.insert(text) {
                moved.push(with_sources_from(report, first));
            }
        }
        if moved.is_empty() {
            return;
        }
        if let Some((file, words)) = about {
            for report in &mut moved {
                report.places.push(Place {
                    location: Location::File(file.to_owned()),
                    text: format!("with {words}"),
                });
            }
        }
        to.sources.extend(from.sources);
        to.reports.extend(moved);
    }
}

/// A report of a session whose sources become those of another one from a number on.
fn with_sources_from(mut report: Report, first: usize) -> Report {
    for place in &mut report.places {
        if let Location::Span { source, .. } = &mut place.location {
            *source += first;
        }
    }
    for suggestion in &mut report.suggestions {
        suggestion.source += first;
    }
    report
}
