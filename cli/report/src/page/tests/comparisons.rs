//! Pages of comparisons.

use super::*;

#[test]
fn comparisons_have_both_sides() {
    let changed = SMALL
        .replace("\tmov place, r2\n", "\tadd place, r2, r2\n")
        .replace("grow", "shrink");
    let comparison = Comparison {
        sides: [report(SMALL, None), report(&changed, None)],
        differences: vec!["a difference".to_owned()],
    };
    let page = diff_to_html(&comparison);
    check(&page);
    for text in [
        "Not on this side.",
        "class=\"removed\"",
        "class=\"added\"",
        "id=\"a0-w0\"",
        "id=\"b0-w0\"",
        // A descriptor, a lifetime and a uniform of each side, with links to their words.
        "Used in the second",
        "<svg class=\"lives\"",
        "href=\"#a0-w0\"",
        "href=\"#b0-w0\"",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(page.matches("<svg class=\"lives\"").count(), 4, "{page}");
    let same = Comparison {
        sides: [report(SMALL, None), report(SMALL, None)],
        differences: Vec::new(),
    };
    let page = diff_to_html(&same);
    check(&page);
    assert!(page.contains("Both mean the same.") && !page.contains("class=\"added\""));
}

#[test]
fn comparisons_have_the_warnings_of_both_sides_in_place() {
    let faulty = SMALL.replace("\tmov r0, v0\n", "\tmov r0, v1\n\tmov r0, v0\n");
    let comparison = Comparison {
        sides: [report(SMALL, None), report(&faulty, None)],
        differences: vec!["a difference".to_owned()],
    };
    let page = diff_to_html(&comparison);
    check(&page);
    let in_place = "tabindex=\"-1\"><td class=\"empty\" colspan=\"2\"></td><td colspan=\"2\">";
    for text in [
        in_place,
        "Warnings (1)",
        "No warnings on this side.",
        "href=\"#b0-page-unused-value0\"",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn comparisons_of_archives_have_their_members() {
    let archive = |names: [&str; 2], source: &str| {
        let parts = names.map(|name| {
            let mut parts = report(source, None).parts;
            parts[0].name = Some(name.to_owned());
            parts.remove(0)
        });
        Report {
            name: "all.a".to_owned(),
            parts: parts.into(),
            remarks: vec!["a remark".to_owned()],
            ..Report::default()
        }
    };
    let changed = SMALL.replace("mul r1", "add r1");
    let comparison = Comparison {
        sides: [archive(["one", "two"], SMALL), archive(["two", "three"], &changed)],
        differences: vec!["a difference".to_owned()],
    };
    let page = diff_to_html(&comparison);
    check(&page);
    for text in [
        "<p class=\"note\">a remark</p>",
        ">one: Code<",
        ">two: Code<",
        ">three: Code<",
        "id=\"a1-w0\"",
        "id=\"b2-w0\"",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("id=\"b0-w0\"") && !page.contains("id=\"a2-w0\""));
}
