//! The program. On the console it would draw; elsewhere it prints the shaders that the console would load.

#[cfg(target_os = "horizon")]
mod console;

#[cfg(target_os = "horizon")]
fn main() {
    console::run();
}

#[cfg(not(target_os = "horizon"))]
#[expect(clippy::print_stdout, reason = "a program for people")]
fn main() {
    use cargo_game::loader::Binary;

    for (name, bytes) in [("flat", cargo_game::FLAT), ("particles", cargo_game::particles::SHBIN)] {
        let binary = Binary::new(bytes);
        println!("{name}: shaders: {}, words: {}", binary.len(), binary.code_len());
    }
    for variant in &cargo_game::models::VARIANTS {
        let [lights, fog] = variant.values;
        let words = Binary::new(variant.shbin).code_len();
        println!("models, {lights} lights, fog {fog}: {words} words");
    }
}
