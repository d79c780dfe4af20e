use super::*;

#[test]
fn traces_are_counted() {
    let trace = "{\"kind\":\"instruction\",\"word\":7,\"next\":8}\n{\"kind\":\"profile\",\"runs\":1}\n{\"kind\":\"instruction\",\"word\":7}\n";
    let counts = Counts::from_trace(trace).expect("it is a trace");
    assert_eq!([counts.of(7), counts.of(8)], [2, 0]);
    assert_eq!(counts.last_word(), Some(7));
}

#[test]
fn what_is_not_a_trace_is_refused() {
    let error = |text: &str| Counts::from_trace(text).expect_err("it is not a trace");
    assert_eq!(error(""), ProfileError::NoInstructions);
    assert_eq!(error("\n{\"kind\":\"end\",\"word\":3}"), ProfileError::NoInstructions);
    for (text, line) in [
        ("profile", 1),
        ("{\"kind\":\"end\"}\n[1]", 2),
        ("{\"kind\":\"instruction\"}", 1),
        ("{\"kind\":\"instruction\",\"word\":-1}", 1),
        ("{\"kind\":\"instruction\",\"word\":4294967296}", 1),
    ] {
        assert!(matches!(error(text), ProfileError::Line(at, _) if at == line), "{text}");
    }
    let deep = "[".repeat(100_000);
    assert!(matches!(error(&deep), ProfileError::Line(1, _)));
}

#[test]
fn words_belong_to_the_innermost_range() {
    let ranges = [0..6, 1..3, 1..3, 4..4, 7..9, std::ops::Range { start: 5, end: 2 }];
    let owners = innermost(&ranges, 8);
    let expected = [Some(0), Some(1), Some(1), Some(0), Some(0), Some(0), None, Some(4)];
    assert_eq!(owners, expected);
}
