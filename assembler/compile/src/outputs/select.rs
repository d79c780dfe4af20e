//! The outputs that an option names.

use super::array;

/// How options name an output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identity<'i> {
    /// Its name in the source, with the path to it (`block.member`, `rows[2]`). Empty if it has none.
    pub(crate) name: &'i str,
    pub(crate) location: Option<u32>,
    /// The names of the built-in value that it is.
    pub(crate) built_in: &'i [&'static str],
}

/// The outputs that a name in an option means, by their indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Selection {
    None,
    /// One output, or all elements of one array or matrix.
    These(Vec<usize>),
    /// Several outputs with this name.
    Ambiguous(Vec<usize>),
}

/// Finds the outputs that a name in an option means: a whole name, `@location(N)`, a name without the index after it,
/// which means all elements, or the end of a path.
pub(crate) fn select(wanted: &str, outputs: &[Identity<'_>]) -> Selection {
    let all = |matches: &dyn Fn(&Identity<'_>) -> bool| -> Vec<usize> {
        let outputs = outputs.iter().enumerate();
        let found = outputs.filter(|(_, output)| matches(output));
        found.map(|(index, _)| index).collect()
    };
    let named = all(&|output| !wanted.is_empty() && output.name == wanted);
    match named.len() {
        0 => {}
        1 => return Selection::These(named),
        _ => return Selection::Ambiguous(named),
    }
    let bound = all(&|output| {
        let by_location = |location| wanted == format!("@location({location})");
        output.location.is_some_and(by_location) || output.built_in.contains(&wanted)
    });
    if !bound.is_empty() {
        return Selection::These(bound);
    }
    let mut found = all(&|output| array(output.name) == Some(wanted));
    if found.is_empty() {
        let is_end = |name: &str| ends_path(name, wanted);
        found = all(&|output| is_end(output.name) || array(output.name).is_some_and(is_end));
    }
    let mut names = found.iter().filter_map(|index| {
        let name = outputs.get(*index)?.name;
        Some(if name.ends_with(wanted) { name } else { array(name)? })
    });
    match names.next() {
        None => Selection::None,
        // Elements of one array have one name before their indices.
        Some(first) if names.all(|name| name == first) => Selection::These(found),
        Some(_) => Selection::Ambiguous(found),
    }
}

/// Returns whether a path has an end, which begins after a point.
fn ends_path(path: &str, end: &str) -> bool {
    let before = path.strip_suffix(end);
    !end.is_empty() && before.is_some_and(|before| before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::{Identity, Selection, select};

    fn selected(wanted: &str, names: &[&str]) -> Selection {
        let outputs: Vec<_> = (0_u32..)
            .zip(names)
            .map(|(location, name)| Identity {
                name,
                location: Some(location),
                built_in: &[],
            })
            .collect();
        select(wanted, &outputs)
    }

    #[test]
    fn whole_names_go_before_ends_of_paths() {
        let names = ["TexCoords", "o.TexCoords", "o.view"];
        let these = |index| Selection::These(vec![index]);
        assert_eq!(selected("TexCoords", &names), these(0));
        assert_eq!(selected("o.TexCoords", &names), these(1));
        assert_eq!(selected("view", &names), these(2));
        assert_eq!(selected("@location(1)", &names), these(1));
        for unknown in ["", "Coords", "w", ".view", "o", "@location(7)", "O.view"] {
            assert_eq!(selected(unknown, &names), Selection::None, "{unknown}");
        }
    }

    #[test]
    fn names_go_before_those_of_built_in_values() {
        let outputs = ["clip", "position"].map(|name| Identity {
            name,
            location: None,
            built_in: if name == "clip" {
                &["position", "gl_Position"]
            } else {
                &[]
            },
        });
        assert_eq!(select("position", &outputs), Selection::These(vec![1]));
        assert_eq!(select("gl_Position", &outputs), Selection::These(vec![0]));
    }

    #[test]
    fn an_array_is_all_its_elements() {
        let names = ["TBN[0]", "TBN[1]", "o.uv[0]", "o.uv[1]", "m[0][0]", "m[0][1]"];
        let these = |indices: &[usize]| Selection::These(indices.to_vec());
        assert_eq!(selected("TBN", &names), these(&[0, 1]));
        assert_eq!(selected("TBN[1]", &names), these(&[1]));
        assert_eq!(selected("uv", &names), these(&[2, 3]));
        assert_eq!(selected("o.uv", &names), these(&[2, 3]));
        assert_eq!(selected("uv[1]", &names), these(&[3]));
        assert_eq!(selected("m", &names), these(&[4, 5]));
    }

    #[test]
    fn several_outputs_of_one_name_are_ambiguous() {
        let ambiguous = |indices: &[usize]| Selection::Ambiguous(indices.to_vec());
        assert_eq!(selected("uv", &["a.uv", "b.uv"]), ambiguous(&[0, 1]));
        assert_eq!(selected("uv", &["uv", "uv"]), ambiguous(&[0, 1]));
        assert_eq!(selected("uv", &["a.uv[0]", "b.uv[0]"]), ambiguous(&[0, 1]));
    }
}
