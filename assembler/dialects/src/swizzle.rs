//! Selectors of sources and masks of destinations.

/// The letters of the components, in order.
pub(crate) const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Returns the number of a component by its letter.
pub(crate) fn component(letter: char) -> Option<u8> {
    let found = LETTERS.iter().position(|known| *known == letter)?;
    u8::try_from(found).ok()
}

/// Returns the letter of a component.
pub(crate) fn letter(component: u8) -> char {
    LETTERS.get(usize::from(component)).copied().unwrap_or('x')
}

/// Returns the letters of components.
pub(crate) fn letters(components: &[u8]) -> String {
    components.iter().copied().map(letter).collect()
}

/// For each component of a destination, the component of the source that it reads; `None` if it is unused.
pub(crate) type Selectors = [Option<u8>; 4];

/// Returns the selectors of all four components.
pub(crate) fn all(components: [u8; 4]) -> Selectors {
    components.map(Some)
}

/// Returns the shortest swizzle with these selectors, with its period; empty if each component reads itself. An unused
/// position gets the next letter that is used, and trailing repeated letters are written once.
pub(crate) fn shortest(selectors: &Selectors) -> String {
    let own = (0u8..).zip(selectors);
    if own.clone().all(|(n, of)| of.is_none_or(|of| of == n)) {
        return String::new();
    }
    let mut next = None;
    let mut filled = selectors.map(|_| None);
    for (place, selector) in filled.iter_mut().zip(selectors).rev() {
        next = selector.or(next);
        *place = next;
    }
    let mut text: Vec<u8> = filled.into_iter().flatten().collect();
    while let [.., before, last] = text.as_slice()
        && before == last
    {
        text.pop();
    }
    format!(".{}", letters(&text))
}

/// Returns the mask of components in ascending order, with its period; empty for all four.
pub(crate) fn mask(components: &[u8]) -> String {
    match components {
        [0, 1, 2, 3] => String::new(),
        _ => format!(".{}", letters(components)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles_are_shortest() {
        let cases = [
            ([Some(0), Some(1), Some(2), Some(3)], ""),
            ([None, None, Some(2), Some(3)], ""),
            ([None, None, Some(0), Some(1)], ".xxxy"),
            ([Some(0), None, Some(3), None], ".xw"),
            ([None, Some(1), None, Some(2)], ".yyz"),
            ([Some(1), Some(1), Some(1), Some(1)], ".y"),
            ([Some(2), Some(3), None, None], ".zw"),
            ([Some(2), Some(2), Some(2), Some(1)], ".zzzy"),
            ([None, None, None, None], ""),
        ];
        for (selectors, text) in cases {
            assert_eq!(shortest(&selectors), text);
        }
    }

    #[test]
    fn whole_masks_are_empty() {
        assert_eq!(mask(&[0, 1, 2, 3]), "");
        assert_eq!(mask(&[1, 3]), ".yw");
    }
}
