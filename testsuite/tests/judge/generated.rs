//! Random GLSL shaders.

use std::collections::BTreeMap;
use std::env;
use std::ops::Range;

use pica200_compile::Language;

use crate::compare::{TestShader, Verdict, compare};
use crate::generator::{Shader, shader};
use crate::gl::Judge;
use crate::tools::{optimized, spirv_of_glsl};

/// The number of shaders in each test run.
const SHORT_RUN: u64 = 60;

/// The number of shaders in a long run.
const LONG_RUN: u64 = 5_000;

/// The number of uniform sets for each shader.
const SETS: usize = 3;

/// At least one of this many modules must be compared: glslang rejects some sources.
const MODULES: u64 = 2;

/// Statistics of many shaders.
#[derive(Debug, Default)]
struct Counts {
    agree: u64,
    numbers: usize,
    /// Rejected by the compiler: seeds by first error.
    refused: BTreeMap<String, Vec<u64>>,
    too_large: u64,
    /// Rejected by OpenGL, which is a generator bug.
    invalid: Vec<u64>,
    /// Rejected by other compilers.
    without_module: u64,
    differences: Vec<String>,
}

/// The input language of the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InputLanguage {
    /// The source.
    Glsl,
    /// A module compiled from it by another compiler.
    SpirV,
}

fn judged(judge: &mut Judge, seed: u64, shader: &Shader, way: InputLanguage) -> Verdict {
    let module;
    let (language, bytes) = match way {
        InputLanguage::Glsl => (Language::Glsl, shader.text.as_bytes()),
        InputLanguage::SpirV => match spirv_of_glsl(&without_locations(&shader.text), false) {
            Ok(found) => {
                // Some are optimized, if the optimizer supports them. It removes unused attributes, whose registers the
                // vertex indices would get.
                let has_numbers = shader.text.contains("gl_VertexID");
                module = if seed % 2 == 1 && !has_numbers && !shader.text.contains("gl_InstanceID") {
                    optimized(&found).unwrap_or(found)
                } else {
                    found
                };
                (Language::SpirV, module.as_slice())
            }
            Err(why) => return Verdict::NotJudged(why),
        },
    };
    let subject = TestShader {
        language,
        bytes,
        glsl: &shader.text,
        aliases: shader.aliases.clone(),
        is_old: shader.is_old,
        sets: SETS,
        seed,
    };
    compare(judge, &subject)
}

/// Removes the locations of attributes. If only some attributes have locations, glslang can assign the location of one
/// attribute to another one.
fn without_locations(text: &str) -> String {
    let parts = text.split_inclusive(['\n', ';']).map(|part| {
        let location = part.find("layout(location = ");
        let behind = location.and_then(|start| Some(start..start + part[start..].find(')')? + 1));
        match behind {
            Some(place) if part[place.end..].trim_start().starts_with("in ") => {
                format!("{}{}", &part[..place.start], &part[place.end..])
            }
            _ => part.to_owned(),
        }
    });
    parts.collect()
}

fn judge_all(judge: &mut Judge, way: InputLanguage, seeds: impl Iterator<Item = u64>) -> Counts {
    let mut counts = Counts::default();
    for seed in seeds {
        match judged(judge, seed, &shader(seed), way) {
            Verdict::Agrees(numbers) => {
                counts.agree += 1;
                counts.numbers += numbers;
            }
            Verdict::NotJudged(why) if why.starts_with("`glslang") => counts.without_module += 1,
            Verdict::NotJudged(_) => counts.invalid.push(seed),
            Verdict::Refused(errors) => {
                let first = errors.first().cloned().unwrap_or_default();
                counts.refused.entry(without_names(&first)).or_default().push(seed);
            }
            Verdict::TooLarge => counts.too_large += 1,
            Verdict::Differs(what) => {
                let first = what.first().cloned().unwrap_or_default();
                counts.differences.push(format!("seed {seed}: {first}"));
            }
        }
    }
    counts
}

/// Returns a message without its names and numbers.
fn without_names(message: &str) -> String {
    let mut quoted = false;
    let parts = message.split('`').map(|part| {
        quoted = !quoted;
        if quoted { part.to_owned() } else { "..".to_owned() }
    });
    let text = parts.collect::<Vec<_>>().join("`");
    let is_digit = |c: char| c.is_ascii_digit();
    let parts: Vec<_> = text.split(is_digit).filter(|part| !part.is_empty()).collect();
    parts.join("N")
}

impl Counts {
    fn report(&self) {
        println!(
            "{} agree in {} numbers; {} are refused, {} too large, {} invalid, {} without a module, {} differ",
            self.agree,
            self.numbers,
            self.refused.values().map(Vec::len).sum::<usize>(),
            self.too_large,
            self.invalid.len(),
            self.without_module,
            self.differences.len()
        );
        let mut refused: Vec<_> = self.refused.iter().collect();
        refused.sort_by_key(|(_, seeds)| std::cmp::Reverse(seeds.len()));
        for (message, seeds) in refused {
            let first = &seeds[..seeds.len().min(4)];
            println!("{:5} refused: {message} {first:?}", seeds.len());
        }
        if !self.invalid.is_empty() {
            println!("invalid: {:?}", self.invalid);
        }
        for difference in &self.differences {
            println!("{difference}");
        }
    }

    /// Checks that nothing differs, and that at least one in `of` shaders was compared.
    fn check(&self, count: u64, of: u64) {
        self.report();
        assert!(self.differences.is_empty(), "{} shaders differ", self.differences.len());
        let invalid = u64::try_from(self.invalid.len()).unwrap();
        assert!(invalid * 50 <= count, "OpenGL refuses {:?}", self.invalid);
        assert!(self.agree * of >= count, "only {} shaders were compared", self.agree);
    }
}

/// Returns the seeds of sources from which other compilers can generate modules.
fn for_modules(seeds: Range<u64>) -> impl Iterator<Item = u64> {
    seeds.filter(|seed| shader(*seed).has_module)
}

fn number(name: &str, default: u64) -> u64 {
    let number = env::var(name).ok().and_then(|number| number.parse().ok());
    number.unwrap_or(default)
}

#[test]
fn random_shaders_compute_what_opengl_computes() {
    match Judge::start() {
        Ok(mut judge) => judge_all(&mut judge, InputLanguage::Glsl, 0..SHORT_RUN).check(SHORT_RUN, 2),
        Err(why) => println!("left out: {why}"),
    }
}

#[test]
fn modules_of_random_shaders_compute_what_opengl_computes() {
    let mut judge = match Judge::start() {
        Ok(judge) => judge,
        Err(why) => return println!("left out: {why}"),
    };
    if let Err(why) = spirv_of_glsl("#version 330\nvoid main() {}", false) {
        return println!("left out: {why}");
    }
    let seeds: Vec<_> = for_modules(0..SHORT_RUN).collect();
    let count = u64::try_from(seeds.len()).unwrap();
    judge_all(&mut judge, InputLanguage::SpirV, seeds.into_iter()).check(count, MODULES);
}

/// Run with `SEED=7 COUNT=100 cargo test -p pica200-testsuite --test judge -- --ignored many` to try shaders from a
/// seed on.
#[test]
#[ignore = "takes minutes"]
fn many_random_shaders_compute_what_opengl_computes() {
    let (first, count) = (number("SEED", 1_000), number("COUNT", LONG_RUN));
    match Judge::start() {
        Ok(mut judge) => judge_all(&mut judge, InputLanguage::Glsl, first..first + count).check(count, 2),
        Err(why) => println!("left out: {why}"),
    }
}

/// Like [`many_random_shaders_compute_what_opengl_computes`], with modules.
#[test]
#[ignore = "takes minutes"]
fn modules_of_many_random_shaders_compute_what_opengl_computes() {
    let (first, count) = (number("SEED", 1_000), number("COUNT", LONG_RUN));
    let seeds: Vec<_> = for_modules(first..first + count).collect();
    let count = u64::try_from(seeds.len()).unwrap();
    match Judge::start() {
        Ok(mut judge) => judge_all(&mut judge, InputLanguage::SpirV, seeds.into_iter()).check(count, MODULES),
        Err(why) => println!("left out: {why}"),
    }
}

/// Returns the output named by the first difference, if it is a numeric one.
fn first_difference(verdict: &Verdict) -> Option<String> {
    let Verdict::Differs(what) = verdict else {
        return None;
    };
    let (output, rest) = what.first()?.split_once(" is ")?;
    rest.contains(", not ").then(|| output.to_owned())
}

/// The unit of code that a reduction removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Line,
    Word,
    Sign,
}

impl Part {
    /// Returns true if a character ends a part.
    fn ends(self, c: char) -> bool {
        match self {
            Self::Line => c == '\n',
            Self::Word => c.is_whitespace(),
            Self::Sign => !c.is_alphanumeric() && c != '_',
        }
    }
}

/// Reduces a shader with a difference: removes parts as long as the difference remains.
fn reduced(judge: &mut Judge, seed: u64, mut shader: Shader, way: InputLanguage) -> Shader {
    let output = first_difference(&judged(judge, seed, &shader, way));
    let mut differs = |text: String, shader: &Shader| {
        let smaller = Shader { text, ..shader.clone() };
        // Outputs without a value would also differ.
        let name = output.as_ref()?.split(['`', '.', '[']).find(|part| !part.is_empty())?;
        let has_value = smaller.text.contains(&format!("{name} = ")) || name == "gl_Position";
        if !has_value || !smaller.text.contains("gl_Position = ") {
            return None;
        }
        let found = first_difference(&judged(judge, seed, &smaller, way));
        (found == output).then_some(smaller)
    };
    loop {
        let before = shader.text.len();
        for part in [Part::Line, Part::Word, Part::Sign] {
            for length in [64, 16, 8, 4, 3, 2, 1] {
                let mut at = 0;
                loop {
                    let parts: Vec<_> = shader.text.split_inclusive(|c: char| part.ends(c)).collect();
                    if at >= parts.len() {
                        break;
                    }
                    let end = (at + length).min(parts.len());
                    let text = [parts[..at].concat(), parts[end..].concat()].concat();
                    match differs(text, &shader) {
                        Some(smaller) => shader = smaller,
                        None => at += 1,
                    }
                }
            }
        }
        if shader.text.len() == before {
            break;
        }
    }
    shader
}

/// Run with `SEED=7 cargo test -p pica200-testsuite --test judge -- --ignored reduced --nocapture` to reduce a shader
/// with a difference.
#[test]
#[ignore = "for people"]
fn reduced_random_shader() {
    let seed = number("SEED", 0);
    let mut judge = Judge::start().unwrap();
    for way in [InputLanguage::Glsl, InputLanguage::SpirV] {
        let shader = shader(seed);
        if first_difference(&judged(&mut judge, seed, &shader, way)).is_none() {
            continue;
        }
        let shader = reduced(&mut judge, seed, shader, way);
        println!("{way:?}:\n{}", shader.text);
        if let Verdict::Differs(what) = judged(&mut judge, seed, &shader, way) {
            println!("{}", what.join("\n"));
        }
    }
}

/// Run with `SEED=7 cargo test -p pica200-testsuite --test judge -- --ignored one --nocapture` to show a shader and its
/// differences.
#[test]
#[ignore = "for people"]
fn one_random_shader() {
    let seed = number("SEED", 0);
    let shader = shader(seed);
    println!("{}", shader.text);
    let mut judge = Judge::start().unwrap();
    for way in [InputLanguage::Glsl, InputLanguage::SpirV] {
        match judged(&mut judge, seed, &shader, way) {
            Verdict::Differs(what) => println!("{way:?} differs: {}", what.join("\n")),
            verdict => println!("{way:?}: {verdict:?}"),
        }
    }
}
