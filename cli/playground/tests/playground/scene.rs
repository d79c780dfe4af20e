//! Scene rendering.

use crate::requests::{SHADER, built, error, example, file, parse};
use pica200_playground::Playground;
use pica200_render::png;
use serde_json::{Value, json};

/// Returns the request for the scene of an example.
fn request(example: &Value) -> Value {
    let name = &example["scene"];
    let files = example["files"].as_array().unwrap();
    let scene = files.iter().find(|file| file["name"] == *name).unwrap();
    json!({ "name": name, "scene": scene["text"], "files": files })
}

/// Returns a session with the open scene of an example, and the answer about it.
fn open(name: &str) -> (Playground, Value) {
    let mut playground = Playground::new();
    let (example, _) = example(&mut playground, name);
    let answer = parse(&playground.scene(&request(&example).to_string()));
    assert_eq!(answer["ok"], true, "{answer}");
    (playground, answer)
}

/// Compares the frames of an example with its reference picture.
fn compare(name: &str) {
    let (playground, answer) = open(name);
    let expected = png::read(&file(&format!("examples/{name}/{name}.png"))).unwrap();
    assert_eq!(answer["frames"], expected.len(), "{name}");
    for (frame, expected) in (0..).zip(&expected) {
        assert_eq!(answer["size"]["width"], expected.size().width());
        assert_eq!(answer["size"]["height"], expected.size().height());
        let drawn = playground.draw("", frame).unwrap();
        assert!(drawn == expected.pixels().concat(), "{name}: frame {frame} differs");
    }
}

#[test]
fn the_triangle_is_that_of_picarun() {
    compare("triangle");
}

#[test]
fn lights_are_those_of_picarun() {
    compare("lights");
}

#[test]
fn skinning_is_that_of_picarun() {
    compare("skinning");
}

#[test]
fn the_textured_ring_is_that_of_picarun() {
    compare("textured");
}

#[test]
fn particles_are_those_of_picarun() {
    compare("particles");
}

#[test]
fn uniforms_have_values_of_the_scene() {
    let (_, answer) = open("lights");
    let uniforms = answer["uniforms"].as_array().unwrap();
    let of = |name: &str| uniforms.iter().find(|uniform| uniform["name"] == name).unwrap();
    let material = of("material");
    assert_eq!(material["kind"], "float");
    assert_eq!(material["stage"], "vertex");
    let row = material["values"][0].as_array().unwrap();
    assert!((row[0].as_f64().unwrap() - 0.9).abs() < 1e-6);
    assert_eq!(of("someLights")["kind"], "integer");
    assert_eq!(of("someLights")["values"], json!([[1, 0, 2, 0]]));
    assert_eq!(of("projection")["values"].as_array().unwrap().len(), 4);
    let (_, answer) = open("particles");
    let uniforms = answer["uniforms"].as_array().unwrap().iter();
    let stages: Vec<_> = uniforms.map(|uniform| (&uniform["name"], &uniform["stage"])).collect();
    assert!(stages.contains(&(&json!("modelView"), &json!("vertex"))), "{stages:?}");
    assert!(stages.contains(&(&json!("size"), &json!("geometry"))), "{stages:?}");
}

#[test]
fn overrides_replace_the_values_of_the_scene() {
    let (playground, answer) = open("particles");
    let of = |name: &str| {
        let mut all = answer["uniforms"].as_array().unwrap().iter();
        all.find(|uniform| uniform["name"] == name).unwrap()["values"].clone()
    };
    let plain = playground.draw("", 0).unwrap();
    let same = json!({ "modelView": of("modelView"), "size": of("size") });
    assert!(playground.draw(&same.to_string(), 0).unwrap() == plain);
    let larger = json!({ "size": [0.4, 0.4] });
    assert!(playground.draw(&larger.to_string(), 0).unwrap() != plain);
    let moved = json!({ "modelView[0]": [1, 0, 0, 0.5] });
    assert!(playground.draw(&moved.to_string(), 0).unwrap() != plain);
    assert!(playground.draw("{}", 0).unwrap() == plain);
}

#[test]
fn wrong_overrides_are_answered() {
    let (playground, _) = open("triangle");
    let cases = [
        ("{", 0, "the request cannot be read"),
        (r#"{"projecton": 1}"#, 0, "did you mean `projection`?"),
        (
            r#"{"projection": [[1], [1], [1], [1], [1]]}"#,
            0,
            "there are 5 values, but only 4 registers",
        ),
        (r#"{"projection": null}"#, 0, "`null` is not a number"),
        ("", 1, "there is no frame 1: the scene has 1, from 0 on"),
        ("", u16::MAX, "there is no frame 65535"),
    ];
    for (overrides, frame, expected) in cases {
        let error = playground.draw(overrides, frame).unwrap_err();
        assert!(error.contains(expected), "{overrides}: {error}");
    }
    assert_eq!(Playground::new().draw("", 0).unwrap_err(), "no scene is open");
}

#[test]
fn mistakes_in_scenes_have_places() {
    let (mut playground, _) = open("triangle");
    let plain = playground.draw("", 0).unwrap();
    let mut answer = |scene: &str| parse(&playground.scene(&json!({ "scene": scene }).to_string()));
    let wrong = answer("size = [320, 240]\n[uniforms]\nprojecton = 1\n[[draw]]\nmodel = \"no.obj\"\n");
    assert_eq!(wrong["ok"], false);
    assert_eq!(wrong.get("size"), None);
    let errors = wrong["errors"].as_array().unwrap();
    assert_eq!(
        (&errors[0]["file"], &errors[0]["line"]),
        (&json!("scene.toml"), &json!(3))
    );
    assert!(wrong["report"].as_str().unwrap().contains("no.obj"), "{wrong}");
    for scene in [
        "",
        "size",
        "size = [99999999999999999999, 1]",
        "entry = \"no\"\n[[draw]]\n",
    ] {
        assert_eq!(answer(scene)["ok"], false, "{scene}");
    }
    // The previous scene stays open.
    assert!(playground.draw("", 0).unwrap() == plain);
    assert!(error(&parse(&playground.scene("[]"))).contains("cannot be read"));
    assert_eq!(error(&parse(&Playground::new().scene("{}"))), "nothing is built yet");
}

#[test]
fn shaders_that_fail_have_a_report() {
    let source = SHADER.replace("\tmul", "\tfor turns\n\t\tnop\n\t.end\n\tmul");
    let mut playground = built("a.pica", &source);
    let scene =
        "budget = 20\n[uniforms]\nturns = [255, 0, 0]\n[[draw]]\nvertices.inPosition = [[0, 0], [1, 0], [0, 1]]\n";
    let answer = parse(&playground.scene(&json!({ "scene": scene }).to_string()));
    assert_eq!(answer["ok"], true, "{answer}");
    let error = playground.draw("", 0).unwrap_err();
    assert!(error.contains("raise the limit with `budget`"), "{error}");
}
