/// The processor that runs a shader.
enum class Stage : std::uint8_t {
    Vertex = 0,
    Geometry = 1,
};

/// The form of the primitives of a geometry shader.
struct GeometryMode {
    enum class Kind : std::uint8_t {
        /// Primitives of one size, in the inputs.
        Point = 0,
        /// Primitives of different sizes, in float uniforms.
        Variable = 1,
        /// Primitives of one size, in an array of float uniforms.
        Fixed = 2,
    };

    Kind kind;
    /// Fixed: the first register of the array.
    std::uint8_t first;
    /// Variable: the number of fully defined vertices of a primitive. Fixed: the number of vertices of a primitive.
    std::uint8_t vertices;
};

/// A float uniform: one register `c`, or an array of them.
struct FloatUniform {
    /// Its name in the shader binary.
    const char* name;
    /// The first register, 0 to 95.
    std::uint8_t first;
    /// The number of registers.
    std::uint8_t len;

    /// The first register in the numbering of libctru and citro3d, which covers all uniforms: floats from 0x00 on.
    constexpr int location() const noexcept { return first; }
};

/// An integer uniform: one register `i`, or an array of them.
struct IntegerUniform {
    /// Its name in the shader binary.
    const char* name;
    /// The first register, 0 to 3.
    std::uint8_t first;
    /// The number of registers.
    std::uint8_t len;

    /// The first register in the numbering of libctru and citro3d, which covers all uniforms: integers from 0x60 on.
    constexpr int location() const noexcept { return 0x60 + first; }
};

/// A boolean uniform: one register `b`, or an array of them.
struct BooleanUniform {
    /// Its name in the shader binary.
    const char* name;
    /// The first register, 0 to 15.
    std::uint8_t first;
    /// The number of registers.
    std::uint8_t len;

    /// The first register in the numbering of libctru and citro3d, which covers all uniforms: booleans from 0x68 on.
    constexpr int location() const noexcept { return 0x68 + first; }

    /// All its registers, `b0` at bit 0.
    constexpr std::uint16_t mask() const noexcept {
        return static_cast<std::uint16_t>(((1u << len) - 1u) << first);
    }
};

/// An input: one register `v`, or an array of them.
struct Input {
    /// Its name in the shader binary.
    const char* name;
    /// The first register, 0 to 15.
    std::uint8_t first;
    /// The number of registers.
    std::uint8_t len;
};

/// An output register.
struct Output {
    /// The name of its property: `position`, `color` and so on.
    const char* name;
    /// The number of its property.
    std::uint8_t property;
    /// The number of the register, 0 to 15.
    std::uint8_t number;
    /// The components that it has, `x` at bit 0.
    std::uint8_t mask;
};
