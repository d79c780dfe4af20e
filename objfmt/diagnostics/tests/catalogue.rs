//! Consistency of the catalogue: names, rules, texts and pages.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use pica200_diagnostics::{Code, Group, Level, Tool};

#[test]
fn names_are_unique_and_in_kebab_case() {
    let mut names = HashSet::new();
    for code in Code::all() {
        let name = code.name();
        assert!(names.insert(name), "{name} stands twice");
        assert_eq!(Code::from_name(name), Some(code));
        assert!(
            name.split('-')
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase()))
        );
        // The variant has the same name.
        let variant = format!("{code:?}");
        let same = name.replace('-', "");
        assert_eq!(variant.to_ascii_lowercase(), same);
    }
    assert_eq!(Code::from_name("unused"), None);
}

#[test]
fn groups_are_sound() {
    for group in Group::all() {
        assert_eq!(Group::from_name(group.name), Some(group));
        assert_eq!(Code::from_name(group.name), None, "{}", group.name);
        assert!(group.codes.is_sorted(), "{}", group.name);
        assert!(group.codes.iter().all(|code| code.is_settable()));
        let text = group.explanation();
        assert!(group.codes.iter().all(|code| text.contains(code.name())));
    }
    let unused = Code::all().filter(|code| code.name().starts_with("unused-"));
    let group = Group::from_name("unused").expect("the group");
    assert_eq!(group.codes, unused.collect::<Vec<_>>());
}

#[test]
fn rules_are_about_different_things() {
    for code in Code::all() {
        let about: HashSet<_> = code.rules().iter().map(|r| (r.tool, r.cases)).collect();
        assert_eq!(about.len(), code.rules().len(), "{code}");
        assert!(!about.is_empty(), "{code}");
        for rule in code.rules() {
            // All diagnostics of the checker are lints, and errors of other tools are not.
            assert!(rule.is_settable || rule.tool != Tool::Checker, "{code}");
            assert!(rule.is_settable || rule.level == Level::Deny, "{code}");
            let general = code.rule(rule.tool).expect("the rule itself");
            assert_eq!(general.cases, None, "{code}");
            assert!(rule.level(true) == rule.level || rule.tool == Tool::Checker);
        }
    }
}

/// A row is grouped with the rows of the tool in its first rule, in the order of the tools.
#[test]
fn rows_stand_with_their_tool() {
    let tools: Vec<_> = Code::all().map(|code| code.rules()[0].tool).collect();
    assert!(tools.is_sorted(), "{tools:?}");
}

#[test]
fn texts_have_one_form() {
    for code in Code::all() {
        for text in [code.meaning(), code.remedy()] {
            assert!(!text.ends_with('.') && !text.contains(". "), "{code}: {text}");
            let first = text.chars().next().expect("a text");
            assert!(first.is_lowercase() || first == '`', "{code}: {text}");
        }
        assert!(code.explanation().starts_with(code.name()));
    }
}

/// A page begins with text. Then it has, for each tool, a source that triggers the diagnostic and one that does not, or
/// a sentence on why there is none. The tests of the compiler run sources in WGSL, the tests of dialects run sources in
/// dialects.
#[test]
fn pages_are_complete() {
    for code in Code::all() {
        let Some(page) = code.page() else { continue };
        // These names are lower case.
        let is_name = ["aemstro", "nihstro"].iter().any(|name| page.starts_with(name));
        let is_word = page.starts_with(|c: char| c.is_ascii_uppercase() || c == '`');
        assert!(is_word || is_name, "{code}");
        let examples: Vec<_> = code.examples().collect();
        let has_source = !examples.is_empty() || page.contains("\n```wgsl\n");
        assert_ne!(has_source, page.contains("No source"), "{code}");
        for pair in examples.chunks(2) {
            let quality: Vec<_> = pair.iter().map(|example| example.is_bad).collect();
            assert_eq!(quality, [true, false], "{code}");
            let tool = if pair[0].is_linked {
                Tool::Checker
            } else {
                Tool::Assembler
            };
            assert_eq!(pair[0].is_linked, pair[1].is_linked, "{code}");
            assert_eq!(pair[0].language, pair[1].language, "{code}");
            // Sources in our language can look like sources in a dialect.
            let rule = match pair[0].language {
                "pica" => code.rule(tool).or_else(|| code.rule(Tool::Converter)),
                _ => code.rule(Tool::Converter),
            };
            assert!(rule.is_some(), "{code}: {tool}");
        }
    }
}

#[test]
fn each_page_belongs_to_a_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pages");
    for entry in fs::read_dir(folder).expect("the pages") {
        let path = entry.expect("a page").path();
        let name = path.file_stem().and_then(|name| name.to_str());
        let code = name.and_then(Code::from_name);
        assert!(code.is_some_and(|code| code.page().is_some()), "{path:?}");
    }
}
