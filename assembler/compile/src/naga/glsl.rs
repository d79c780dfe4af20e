//! GLSL.
use crate::finding::Finding;
use ::naga::front::glsl::ErrorKind;

pub(super) struct Rewrite {
    pub(super) text: String,
    pub(super) findings: Vec<Finding>,
    pub(super) notes: Vec<String>,
}

pub(super) fn rewrite(source: &str) -> Rewrite {
    Rewrite {
        text: source.to_owned(),
        findings: Vec::new(),
        notes: Vec::new(),
    }
}

pub(super) fn explain(kind: &ErrorKind) -> (String, Option<String>) {
    (super::parse::lower_case(&kind.to_string()), None)
}
