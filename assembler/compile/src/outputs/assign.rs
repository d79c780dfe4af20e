//! Properties for outputs by their names.

use pica200_objfmt::isa::property::{Property, by_name};

use super::words::{Meaning, Use, meaning};

/// An output whose name may say its use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnassignedOutput<'c> {
    pub(crate) name: &'c str,
    /// The number of its components.
    pub(crate) components: usize,
}

/// The source of an output's property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PropertySource {
    Name,
    /// Its name, which has no number, and its order among outputs with such names.
    Order,
}

/// The texture coordinates that names without numbers can get, in order.
const TEX_COORDS: [&str; 3] = ["texcoord0", "texcoord1", "texcoord2"];

/// Returns properties to outputs by their names. `taken` are those that other outputs have. Returns for each claimant
/// its property; `None` if its name says nothing, or if a better or earlier name has the property already.
pub(crate) fn by_names(
    claimants: &[UnassignedOutput<'_>],
    taken: &[&'static Property],
) -> Vec<Option<(&'static Property, PropertySource)>> {
    let mut taken = taken.to_vec();
    let mut found = vec![None; claimants.len()];
    let claims = claimants.iter().enumerate();
    let mut claims: Vec<(usize, Meaning)> = claims
        .filter_map(|(index, claimant)| Some((index, meaning(claimant.name, claimant.components)?)))
        .collect();
    // Names with a number go first. The sort keeps the order of the source.
    claims.sort_by_key(|(_, meaning)| (meaning.usage == Use::TexCoord, meaning.rank));
    for (index, meaning) in claims {
        let (names, by) = match meaning.usage {
            Use::Property(ref name) => (std::slice::from_ref(name), PropertySource::Name),
            Use::TexCoord => (TEX_COORDS.as_slice(), PropertySource::Order),
        };
        let mut wanted = names.iter().filter_map(|name| by_name(name));
        let free = wanted.find(|property| !taken.contains(property));
        if let (Some(property), Some(slot)) = (free, found.get_mut(index)) {
            taken.push(property);
            *slot = Some((property, by));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use pica200_objfmt::isa::property::by_name;

    use super::{UnassignedOutput, by_names};

    /// Returns the properties of outputs, each a name with the number of its components.
    fn assigned(outputs: &[(&str, usize)], taken: &[&str]) -> String {
        let claimants: Vec<_> = outputs
            .iter()
            .map(|&(name, components)| UnassignedOutput { name, components })
            .collect();
        let taken: Vec<_> = taken.iter().filter_map(|name| by_name(name)).collect();
        let found = by_names(&claimants, &taken);
        let names = found.iter().map(|found| match found {
            Some((property, _)) => property.name,
            None => "-",
        });
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn texture_coordinates_without_numbers_are_numbered_in_order() {
        assert_eq!(assigned(&[("uv", 2), ("texCoord", 2)], &[]), "texcoord0 texcoord1");
        assert_eq!(
            assigned(&[("uv", 2), ("texCoord0", 2), ("uv2", 2)], &[]),
            "texcoord1 texcoord0 texcoord2"
        );
        assert_eq!(
            assigned(&[("a_uv", 2), ("b.uv", 2), ("c.uv", 2), ("d.uv", 2)], &[]),
            "texcoord0 texcoord1 texcoord2 -"
        );
        assert_eq!(assigned(&[("uv", 2)], &["texcoord0"]), "texcoord1");
    }

    #[test]
    fn clear_names_go_before_others() {
        assert_eq!(
            assigned(&[("lightmapUV", 2), ("coord", 2), ("uv", 2)], &[]),
            "texcoord2 texcoord1 texcoord0"
        );
        assert_eq!(assigned(&[("diffuse", 4), ("color", 4)], &[]), "- color");
        assert_eq!(assigned(&[("vColor", 4), ("fragColor", 4)], &[]), "color -");
        assert_eq!(assigned(&[("uv1", 2), ("texCoord1", 2)], &[]), "texcoord1 -");
        assert_eq!(assigned(&[("color", 4)], &["color"]), "-");
    }
}
