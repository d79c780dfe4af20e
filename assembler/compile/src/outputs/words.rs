//! The uses that users mean by the names of outputs.
//!
//! A name is split into words at underscores and capitals. Words for the stage or direction (`v_`, `fragment`, `Out`)
//! are ignored. The rest must be a word of the tables below, with a number if outputs of the kind are numbered:
//! `fragTexCoord1` is texture coordinate 1. The tables hold output names of public vertex shaders.

/// The use of an output that its name says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// The property of this name.
    Property(&'static str),
    /// A texture coordinate without a number.
    TexCoord,
}

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Meaning {
    pub(crate) usage: Use,
    /// The confidence. Of several outputs that claim a property, the lowest rank wins: `uv` precedes `coord`, which
    /// precedes `lightmapUV`.
    pub(crate) rank: u8,
}

/// Words before a name.
const PREFIXES: &str = "\
    a f frag fragment fs g gs i in input interp interpolated io my o our out output pass passed ps pv the v \
    var vary varying vert vertex vout vs vsout vtx xlv";

/// Words after a name.
const SUFFIXES: &str = "f frag fs in interp o out output ps v var vary varying vert vertex vs";

/// Texture coordinates of two, three or four components.
const TEX_COORDS: &str = "\
    uv uvs uvw texcoord texcoords texcoordinate texcoordinates texturecoord texturecoords texturecoordinate \
    texturecoordinates tcoord tcoords texuv textureuv uvcoord uvcoords";

/// Words that mean texture coordinates if the output has two components, or a number.
const WEAK_TEX_COORDS: &str = "tex texture text texc tc st coord coords coordinate coordinates";

/// Words before a word of [`TEX_COORDS`] that name the texture whose coordinates come first.
const FIRST_TEXTURES: &str = "\
    albedo albedomap base basecolor color colour diffuse diffusemap diffusetexture main map";

/// Colours.
const COLORS: &str = "\
    color colors colour colours col rgb rgba frontcolor primarycolor vcolor vertcolor vertexcolor";

/// Words that mean the colour if no output has a name of [`COLORS`].
const WEAK_COLORS: &str = "albedo diffuse tint tintcolor";

/// Words before `color` that leave it the colour of the surface.
const SURFACES: &str = "\
    albedo base diffuse final geometry instance interpolated line lighting lit main material mesh model \
    object particle point shaded shape sprite surface";

/// Vectors from the surface to the eye.
const VIEWS: &str = "\
    view viewdir viewdirection viewvec viewvector eye eyedir eyedirection eyevec eyevector tocamera toeye";

/// Quaternions of normals.
const QUATERNIONS: &str = "normalquat normalquaternion normquat nquat quat quaternion normalq";

/// Words that say that an output is neither a colour nor a texture coordinate.
const OTHERS: &str = "\
    alpha ambient angle attenuation b back bg bias binormal bitangent bone border camera clip cull depth dir \
    direction dist distance draw emissive emission eye factor flag flags fog force height id idx index \
    instance intensity layer length life lifetime light lighting local lod material matrix metallic mode n \
    nor norm normal normals nrm outline pos position radius ray reflect reflection refract rotation roughness \
    scale shadow size specular tangent tbn time vec world";

/// A position on the screen, not in a texture.
const PIXEL: &str = "fragcoord";

/// Prefixes and suffixes that are also understood without a boundary, as in `vtexcoord` and `colorout`.
const GLUED_PREFIXES: &str = "a f frag g i in o out pass v var vary vert vertex vs";
const GLUED_SUFFIXES: &str = "frag in out vs";

/// Returns the meaning of the name of an output. An element of an array has its index as number.
pub(crate) fn meaning(name: &str, components: usize) -> Option<Meaning> {
    let (base, index) = last_component(name);
    if let Some(fixed) = base.strip_prefix("gl_") {
        return fixed_function(fixed, index);
    }
    let words = words(base);
    if words.concat() == PIXEL {
        return None;
    }
    let core = core(&words);
    if let Some(property) = property(&core.concat()).filter(|_| index.is_none()) {
        return Some(Meaning {
            usage: Use::Property(property),
            rank: 0,
        });
    }
    let (word, number) = numbered(core.concat());
    let number = match (number.as_str(), index) {
        ("", index) => index,
        (number, None) => Some(number),
        _ => return None,
    };
    let of_words = |word: &str, core: &[String]| {
        let name = Name {
            word,
            core,
            number,
            components,
        };
        name.tex_coord().or_else(|| name.color()).or_else(|| name.vector())
    };
    of_words(&word, core).or_else(|| of_words(without_glue(&word)?, &[]))
}

/// Returns whether a word of a name says that the output is neither a colour nor a texture coordinate.
pub(crate) fn is_something_else(name: &str) -> bool {
    let (base, _) = last_component(name);
    let is_other = |word: &String| is_in(OTHERS, &numbered(word.clone()).0);
    base.starts_with("gl_") || words(base).iter().any(is_other)
}

/// Splits the name after the last `.` from the index after it.
fn last_component(name: &str) -> (&str, Option<&str>) {
    let last = name.rsplit('.').next().unwrap_or(name);
    match last.split_once('[') {
        Some((base, index)) => (base, index.strip_suffix(']')),
        None => (last, None),
    }
}

/// Returns the meaning of a built-in output of GLSL 1.x, by its name after `gl_`.
fn fixed_function(name: &str, index: Option<&str>) -> Option<Meaning> {
    let property = match (name, index) {
        ("FrontColor", None) => "color",
        ("TexCoord", Some(index)) => tex_coord_of(index)?,
        _ => return None,
    };
    Some(Meaning {
        usage: Use::Property(property),
        rank: 0,
    })
}

fn tex_coord_of(number: &str) -> Option<&'static str> {
    match number {
        "0" => Some("texcoord0"),
        "1" => Some("texcoord1"),
        "2" => Some("texcoord2"),
        _ => None,
    }
}

/// Returns the property with a name. The position is a built-in value in all languages.
fn property(name: &str) -> Option<&'static str> {
    let mut all = super::properties().filter(|property| property.name != "position");
    let found = all.find(|property| name == property.name || name == property.short);
    found.map(|property| property.name)
}

/// Returns whether a list of words has a word.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// Splits a name into its words, in lower case.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| letters.get(before));
        let next = letters.get(index + 1);
        let starts_word = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                // The `s` of `UVs` does not begin a word with the `V`.
                let is_plural =
                    next == Some(&'s') && letters.get(index + 2).is_none_or(|letter| !letter.is_ascii_lowercase());
                !before.is_ascii_uppercase() || !is_plural && next.is_some_and(char::is_ascii_lowercase)
            });
        if starts_word || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the words between prefixes and suffixes, at least one if there is any.
fn core(words: &[String]) -> &[String] {
    let mut core = words;
    while let [first, rest @ ..] = core
        && !rest.is_empty()
        && is_in(PREFIXES, first)
    {
        core = rest;
    }
    while let [rest @ .., last] = core
        && !rest.is_empty()
        && is_in(SUFFIXES, last)
    {
        core = rest;
    }
    core
}

/// Splits a word from the number at its end.
fn numbered(mut word: String) -> (String, String) {
    let number = word.split_off(word.trim_end_matches(|letter: char| letter.is_ascii_digit()).len());
    (word, number)
}

/// Returns the colour or the texture coordinate in a word without the prefix or suffix at its end.
fn without_glue(word: &str) -> Option<&str> {
    let is_known = |rest: &&str| is_in(TEX_COORDS, rest) || is_in(COLORS, rest);
    let mut prefixes = GLUED_PREFIXES.split(' ');
    let mut suffixes = GLUED_SUFFIXES.split(' ');
    prefixes
        .find_map(|prefix| word.strip_prefix(prefix).filter(is_known))
        .or_else(|| suffixes.find_map(|suffix| word.strip_suffix(suffix).filter(is_known)))
}

/// A name without prefixes and suffixes.
struct Name<'n> {
    /// All its words in one, without a number.
    word: &'n str,
    core: &'n [String],
    number: Option<&'n str>,
    components: usize,
}

impl Name<'_> {
    fn tex_coord(&self) -> Option<Meaning> {
        let rank = if is_in(TEX_COORDS, self.word) {
            0
        } else if is_in(WEAK_TEX_COORDS, self.word) {
            if self.components != 2 && self.number.is_none() {
                return None;
            }
            1
        } else {
            let texture = self.texture().filter(|_| self.components == 2)?;
            if is_in(FIRST_TEXTURES, &texture) { 1 } else { 2 }
        };
        let usage = match self.number {
            Some(number) => Use::Property(tex_coord_of(number)?),
            None => Use::TexCoord,
        };
        (self.components >= 2).then_some(Meaning { usage, rank })
    }

    /// Returns the name of the texture before a word for texture coordinates.
    fn texture(&self) -> Option<String> {
        (1..self.core.len()).find_map(|start| {
            let (texture, rest) = self.core.split_at(start);
            let (word, _) = numbered(rest.concat());
            TEX_COORDS.contains(&word).then(|| texture.concat())
        })
    }

    fn color(&self) -> Option<Meaning> {
        let is_of_surface = || match self.core {
            [surface @ .., last] => {
                let (last, _) = numbered(last.clone());
                is_in(COLORS, &last) && is_in(SURFACES, &surface.concat())
            }
            [] => false,
        };
        let rank = if is_in(COLORS, self.word) {
            0
        } else if is_in(WEAK_COLORS, self.word) || is_of_surface() {
            1
        } else {
            return None;
        };
        let fits = self.components >= 3 && self.number.is_none_or(|number| number == "0");
        fits.then_some(Meaning {
            usage: Use::Property("color"),
            rank,
        })
    }

    fn vector(&self) -> Option<Meaning> {
        let property = if is_in(VIEWS, self.word) && self.components >= 3 {
            "view"
        } else if is_in(QUATERNIONS, self.word) && self.components == 4 {
            "normalquat"
        } else {
            return None;
        };
        self.number.is_none().then_some(Meaning {
            usage: Use::Property(property),
            rank: 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Use, is_something_else, meaning, words};

    /// Returns the property that a name gets, with `?` for a texture coordinate without a number.
    fn usage(name: &str, components: usize) -> Option<&'static str> {
        meaning(name, components).map(|meaning| match meaning.usage {
            Use::Property(property) => property,
            Use::TexCoord => "?",
        })
    }

    #[test]
    fn names_are_words() {
        let split = |name| words(name).join(" ");
        assert_eq!(split("vTexCoord0"), "v tex coord0");
        assert_eq!(split("VSOutUV"), "vs out uv");
        assert_eq!(split("__frag_Color__"), "frag color");
        assert_eq!(split("vUVs_IDs"), "v uvs ids");
        assert_eq!(split("_"), "");
    }

    #[test]
    fn each_word_has_each_prefix_and_suffix() {
        let kinds = [("uv", 2), ("TexCoord", 2), ("Color", 4), ("colour", 3)];
        let prefixes = [
            "frag", "vert", "v", "var", "varying", "vs", "out", "o", "in", "a", "g", "f", "ps", "interp", "pass",
        ];
        for (word, components) in kinds {
            let expected = usage(word, components);
            assert!(expected.is_some(), "{word}");
            let (first, rest) = word.split_at(1);
            let capital = format!("{}{rest}", first.to_uppercase());
            for prefix in prefixes {
                let names = [
                    format!("{prefix}_{word}"),
                    format!("{prefix}{capital}"),
                    format!("{}_{}", prefix.to_uppercase(), word.to_uppercase()),
                    format!("o.{prefix}_{word}"),
                ];
                for name in names {
                    assert_eq!(usage(&name, components), expected, "{name}");
                }
            }
            for suffix in ["Out", "VS", "_out", "Varying", "_varying", "_vs", "Frag"] {
                let name = format!("{word}{suffix}");
                assert_eq!(usage(&name, components), expected, "{name}");
            }
        }
    }

    #[test]
    fn texture_coordinates() {
        for name in "\
            uv uvs vUVs TexCoords v_tex_coords texture_coordinate textureCoordinates vTextureCoord tcoord \
            tcoords tc st outST tex v_text coord coords frag_tex_coord fragTexCoord vtexcoord vuv \
            texcoordout diffuseMapUV lightmap_uv xlv_TEXCOORD vs_out.TexCoords"
            .split(' ')
        {
            assert_eq!(usage(name, 2), Some("?"), "{name}");
        }
        assert_eq!(usage("uv", 3), Some("?"));
        assert_eq!(usage("vertTexCoord", 4), Some("?"));
        for (name, number) in [
            ("uv0", "texcoord0"),
            ("vUv1", "texcoord1"),
            ("texCoord2", "texcoord2"),
            ("TEX0", "texcoord0"),
            ("texcoords_1", "texcoord1"),
            ("coords[2]", "texcoord2"),
            ("o.uv[0]", "texcoord0"),
            ("gl_TexCoord[1]", "texcoord1"),
            ("tcoord0", "texcoord0"),
            ("xlv_TEXCOORD0", "texcoord0"),
            ("texcoord0", "texcoord0"),
        ] {
            assert_eq!(usage(name, 2), Some(number), "{name}");
        }
        assert_eq!(usage("texcoord0w", 1), Some("texcoord0w"));
        for name in "\
            uv3 texcoord7 uv01 gl_TexCoord[3] coords[3] uv1[1]"
            .split(' ')
        {
            assert_eq!(usage(name, 2), None, "{name}");
        }
        for (name, components) in [("uv", 1), ("tex", 3), ("coord", 4), ("lightmapUV", 3)] {
            assert_eq!(usage(name, components), None, "{name}");
        }
    }

    #[test]
    fn colours() {
        for name in "\
            color vColor fragColor outColor Frag_Color frag_colour v_col rgba vVertexColor vertex_color \
            vcolor colorOut color0 gl_FrontColor diffuse tint finalColor ourColor ParticleColor \
            v_diffuse_color"
            .split(' ')
        {
            assert_eq!(usage(name, 4), Some("color"), "{name}");
        }
        assert_eq!(usage("rgb", 3), Some("color"));
        assert_eq!(usage("color", 1), Some("color"));
        for name in "\
            color1 color2 specularColor lightColor fogColor backVertColor bg_color outline_color \
            gl_BackColor gl_FrontSecondaryColor ambient colors[1] protocol"
            .split(' ')
        {
            assert_eq!(usage(name, 4), None, "{name}");
        }
        for (name, components) in [("tint", 1), ("rgb", 2), ("diffuse", 2)] {
            assert_eq!(usage(name, components), None, "{name}");
        }
    }

    #[test]
    fn vectors_of_lighting() {
        for name in "\
            view v_view viewDir outViewVec eye EyeVec eye_vector"
            .split(' ')
        {
            assert_eq!(usage(name, 3), Some("view"), "{name}");
        }
        for name in ["normalquat", "normal_quat", "nquat", "quat", "vQuaternion"] {
            assert_eq!(usage(name, 4), Some("normalquat"), "{name}");
        }
        assert_eq!(usage("quat", 3), None);
        assert_eq!(usage("viewDir", 2), None);
        assert_eq!(usage("view[0]", 4), None);
    }

    #[test]
    fn other_names_say_nothing() {
        for name in "\
            normal Normal vNormal worldPos FragPos fogFactor position out_position tangent depth \
            instanceIndex TBN[0] light gl_PointSize v o x texture_index fragCoordinateSystem viewPos eyePos \
            fragCoord frag_coord"
            .split(' ')
        {
            for components in 1..=4 {
                assert_eq!(usage(name, components), None, "{name}, {components}");
            }
        }
    }

    #[test]
    fn words_for_other_things_are_known() {
        for name in "\
            vNormal o.world_pos fogFactor TBN[2] gl_ClipDistance[0] n0"
            .split(' ')
        {
            assert!(is_something_else(name), "{name}");
        }
        for name in ["value", "lookup", "v_foo", "a", ""] {
            assert!(!is_something_else(name), "{name}");
        }
    }
}
