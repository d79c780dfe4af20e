//! Tests that the program finds the shaders.

use cargo_game::loader::{Binary, Shader};
use cargo_game::{FLAT, PROJECTION, model_shader, models, particles};

/// Checks that the loader finds a uniform at the location in its constant.
#[track_caller]
fn assert_found(shader: Shader<'_>, name: &str, location: u8) {
    assert_eq!(shader.uniform_location(name), location.cast_signed(), "{name}");
}

#[test]
fn particles_have_both_shaders_with_all_uniforms() {
    use particles::{grow, main};
    let binary = Binary::new(particles::SHBIN);
    assert_eq!(binary.len(), 2);

    let vertex = binary.shader(main::INDEX);
    assert!(!vertex.is_geometry());
    for uniform in [main::uniforms::PROJECTION, main::uniforms::MODEL_VIEW] {
        assert_found(vertex, uniform.name, uniform.location());
    }
    assert_eq!(vertex.uniform_location("size"), -1);
    assert_eq!(vertex.uniforms().count(), 2 + 2);

    let geometry = binary.shader(grow::INDEX);
    assert!(geometry.is_geometry());
    let uniforms = [
        grow::uniforms::PROJECTION,
        grow::uniforms::MODEL_VIEW,
        grow::uniforms::SIZE,
    ];
    for uniform in uniforms {
        assert_found(geometry, uniform.name, uniform.location());
    }
    assert_eq!(geometry.uniforms().count(), 3 + 2);
}

#[test]
fn each_variant_of_models_has_its_own_uniforms() {
    for variant in &models::VARIANTS {
        let [lights, fog] = variant.values;
        assert_eq!(model_shader(lights, fog == 1), Some(variant.shbin));
        let shader = Binary::new(variant.shbin).shader(0);
        assert_found(shader, "projection", PROJECTION);
        assert_eq!(shader.uniform_location("lightColor") >= 0, lights > 0);
        assert_eq!(shader.uniform_location("fogColor") >= 0, fog == 1);
    }
    assert_eq!(model_shader(3, false), None);
    assert_eq!(models::VARIANTS.len(), 8);
}

#[test]
fn constants_of_a_variant_are_those_of_its_binary() {
    use models::variant_5::main::uniforms::{
        AMBIENT, FOG_COLOR, FOG_DENSITY, LIGHT_COLOR, LIGHT_DIRECTION, MODEL_VIEW, PROJECTION,
    };
    const INDEX: Option<usize> = models::index_of(2, 1);
    assert_eq!(INDEX, Some(5));
    let shader = Binary::new(models::variant_5::SHBIN).shader(0);
    assert_eq!((LIGHT_COLOR.len, LIGHT_DIRECTION.len), (2, 2));
    let uniforms = [
        AMBIENT,
        FOG_COLOR,
        FOG_DENSITY,
        LIGHT_COLOR,
        LIGHT_DIRECTION,
        MODEL_VIEW,
        PROJECTION,
    ];
    for uniform in uniforms {
        assert_found(shader, uniform.name, uniform.location());
    }
    assert_eq!(shader.uniforms().count(), uniforms.len() + 2);
}

#[test]
fn the_macro_gives_the_bytes_of_a_binary() {
    let binary = Binary::new(FLAT);
    assert_eq!((binary.len(), binary.code_len()), (1, 7));
    assert_found(binary.shader(0), "projection", PROJECTION);
}
