//! The formats of this crate for tests: fuzz targets, seeds, pages and records. The test suite includes this module.

#[path = "src/bnsh/fuzz.rs"]
mod bnsh;
#[path = "src/dxbc/fuzz.rs"]
pub(crate) mod dxbc;
#[path = "src/sharcfb/fuzz.rs"]
mod sharcfb;

use pica200::input::InputFile;
use pica200::levels::Levels;
use pica200::session::Session;
use pica200::text::Colors;
use pica200_report::view::{Request, Section, View, Viewer};

use crate::formats::Format;

/// The formats, in the order of their kinds.
pub(super) const FORMATS: &[&Format] = &[&dxbc::FORMAT, &sharcfb::FORMAT, &bnsh::FORMAT];

/// Shows all views of a file, however damaged it is.
fn check_views(viewer: &dyn Viewer, bytes: &[u8]) {
    let file = InputFile::new("file".into(), bytes.to_vec());
    let levels = Levels::default();
    let section = |view: &View| match view {
        View::Section(section) => Some(*section),
        _ => None,
    };
    let sections: Vec<Section> = viewer.views().iter().filter_map(section).collect();
    let one_by_one = viewer.views().iter().map(|view| match view {
        // This view requires the other.
        View::Listing => vec![View::Disassemble, View::Listing],
        view => vec![*view],
    });
    for views in one_by_one.chain([Vec::new()]) {
        let request = Request {
            views,
            sections: sections.clone(),
            colors: Colors::None,
            words: &[],
            compiler: None,
            program: None,
            settings: Vec::new(),
            levels: &levels,
        };
        let mut session = Session::default();
        let shown = viewer.show(&request, &file, &mut session);
        assert!(
            shown.is_some() || request.wants(View::Verify) || session.has_errors(),
            "{:?} shows nothing",
            request.views
        );
    }
}
