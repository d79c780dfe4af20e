use serde_json::{Value, json};

use super::Document;
use crate::dump::samples::{self, SOURCE, subject, subject_with};
use crate::dump::schema;
use pica200_objfmt::formats::inspect::Content;

const SCHEMA: &str = "cli/picadump.schema.json";

fn document(subject: &crate::dump::contents::InspectedFile<'_>) -> Value {
    schema::document(&super::json(subject))
}

fn text(subject: &crate::dump::contents::InspectedFile<'_>) -> String {
    String::from_utf8(super::json(subject)).expect("JSON is UTF-8")
}

#[test]
fn the_schema_is_that_of_the_types() {
    schema::check_types::<Document<'_>>(SCHEMA);
}

#[test]
fn all_documents_match_the_schema() {
    let validator = schema::validator(SCHEMA);
    let mut files = samples::golden();
    files.extend(samples::objects());
    files.extend(samples::damaged());
    files.push(("a source".to_owned(), SOURCE.into()));
    files.push(("an object".to_owned(), samples::assemble(SOURCE.as_bytes())));
    for (name, bytes) in files {
        schema::check(&validator, &name, &document(&subject(&name, &bytes)));
    }
    for subject in [
        samples::strange_shbin(),
        samples::foreign(),
        subject_with(Content::Unknown),
    ] {
        schema::check(&validator, subject.name, &document(&subject));
    }
}

/// Returns a copy of a document in which `change` has modified the value at a JSON pointer.
fn changed(document: &Value, pointer: &str, change: impl Fn(&mut Value)) -> Value {
    let mut document = document.clone();
    let part = document.pointer_mut(pointer);
    change(part.expect("the document has the part"));
    document
}

#[test]
fn other_documents_are_rejected() {
    let validator = schema::validator(SCHEMA);
    let object = document(&subject("a", &samples::assemble(SOURCE.as_bytes())));
    let shbin = document(&samples::strange_shbin());
    let foreign = document(&samples::foreign());
    let parts = [
        (&object, ""),
        (&object, "/content"),
        (&object, "/content/code/0"),
        (&object, "/content/code/0/operands"),
        (&object, "/content/code/0/operands/sources/0"),
        (&object, "/content/relocations/0/target"),
        (&object, "/content/relocations/0/register"),
        (&object, "/content/values/0/value"),
        (&object, "/content/values/0/value/lanes/0"),
        (&object, "/content/labels/0"),
        (&object, "/regions/0"),
        (&shbin, "/content/shaders/0"),
        (&shbin, "/content/shaders/0/uniforms/0"),
        (&shbin, "/content/shaders/0/inputs/0"),
        (&shbin, "/content/shaders/0/labels/0"),
        (&shbin, "/content/shaders/0/geometry"),
        (&shbin, "/content/program"),
        (&foreign, "/content"),
        (&foreign, "/content/shader"),
    ];
    for (document, pointer) in parts {
        let more = changed(document, pointer, |part| part["unheard-of"] = json!(1));
        assert!(!validator.is_valid(&more), "one field more at {pointer}");
        let less = changed(document, pointer, |part| {
            let fields = part.as_object_mut().expect("the part is an object");
            let first = fields.keys().next().cloned().expect("it has fields");
            fields.remove(&first);
        });
        assert!(!validator.is_valid(&less), "one field less at {pointer}");
    }
    let other = changed(&object, "/content/kind", |kind| *kind = json!("shbin"));
    assert!(!validator.is_valid(&other));
    let text = changed(&object, "/size", |size| *size = json!("12"));
    assert!(!validator.is_valid(&text));
    assert!(!validator.is_valid(&json!({})));
}

#[test]
fn an_object() {
    let bytes = samples::assemble(SOURCE.as_bytes());
    insta::assert_snapshot!(text(&subject("sample.dvoj", &bytes)));
}

#[test]
fn a_shader_binary() {
    let (_, bytes) = samples::golden()
        .into_iter()
        .min_by_key(|(_, bytes)| bytes.len())
        .expect("there are golden files");
    insta::assert_snapshot!(text(&subject("golden.shbin", &bytes)));
}

#[test]
fn strange_tables() {
    insta::assert_snapshot!(text(&samples::strange_shbin()));
}

#[test]
fn an_object_of_another_version() {
    insta::assert_snapshot!(text(&samples::foreign()));
}

#[test]
fn what_cannot_be_read_is_said() {
    let (_, bytes) = samples::golden().remove(0);
    let cut = &bytes[..16];
    let document = document(&subject("cut.shbin", cut));
    let fault = &document["faults"][0];
    assert_eq!(fault["structure"], "dvlp", "{fault}");
    assert!(fault["message"].as_str().is_some_and(|m| !m.is_empty()));
    assert_eq!(document["content"]["kind"], "shbin");
}
