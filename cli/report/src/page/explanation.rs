//! Explanation of a diagnostic.

use maud::{Markup, PreEscaped, html};
use pica200_diagnostics::Code;
use pulldown_cmark::{Event, Parser, Tag, TagEnd, html::push_html};

/// Renders the meaning and remedy of a diagnostic, and its page if it has one.
pub(super) fn explanation(code: Code) -> Markup {
    html! {
        div.prose {
            @match code.page() {
                Some(page) => (markdown(page)),
                None => p { (code.remedy()) },
            }
        }
    }
}

/// Renders Markdown without links, whose targets are not on the page, and without HTML.
fn markdown(text: &str) -> Markup {
    let events = Parser::new(text).filter(|event| {
        let is_link = matches!(event, Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link));
        let is_markup = matches!(event, Event::Html(_) | Event::InlineHtml(_));
        !is_link && !is_markup
    });
    let mut out = String::new();
    push_html(&mut out, events);
    PreEscaped(out)
}
