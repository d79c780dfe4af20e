//! JavaScript bindings: the class `Playground` and the function `examples`.

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// The JavaScript binding of [`crate::Playground`].
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Playground(crate::Playground);

#[wasm_bindgen]
impl Playground {
    /// Creates a session without a subject.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// [`crate::Playground::lsp`].
    pub fn lsp(&mut self, message: &str) -> Vec<String> {
        self.0.lsp(message)
    }

    /// [`crate::Playground::build`].
    pub fn build(&mut self, request: &str) -> String {
        self.0.build(request)
    }

    /// [`crate::Playground::inspect`].
    pub fn inspect(&mut self, name: &str, bytes: &[u8]) -> String {
        self.0.inspect(name, bytes)
    }

    /// [`crate::Playground::view`].
    pub fn view(&self, name: &str) -> String {
        self.0.view(name)
    }

    /// [`crate::Playground::trace`].
    pub fn trace(&self, request: &str) -> String {
        self.0.trace(request)
    }

    /// [`crate::Playground::scene`].
    pub fn scene(&mut self, request: &str) -> String {
        self.0.scene(request)
    }

    /// [`crate::Playground::draw`]; `frame` defaults to 0.
    ///
    /// # Errors
    ///
    /// Throws an `Error` with the message.
    pub fn draw(&self, overrides: &str, frame: Option<u16>) -> Result<Vec<u8>, JsError> {
        let drawn = self.0.draw(overrides, frame.unwrap_or(0));
        drawn.map_err(|message| JsError::new(&message))
    }
}

/// [`crate::examples`].
#[wasm_bindgen]
pub fn examples() -> String {
    crate::examples()
}
