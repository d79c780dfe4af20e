/// What runs a shader.
enum class Stage : std::uint8_t {
    Vertex = 0,
    Geometry = 1,
};

/// How a geometry shader is fed.
struct GeometryMode {
    enum class Kind : std::uint8_t {
        /// With primitives of one size, in the inputs.
        Point = 0,
        /// With primitives of differing size, in float uniforms.
        Variable = 1,
        /// With primitives of one size, in an array of float uniforms.
        Fixed = 2,
    };

    Kind kind;
    /// Fixed: the array's first register.
    std::uint8_t first;
    /// Variable: how many vertices are fully defined. Fixed: how many vertices a primitive has.
    std::uint8_t vertices;
};

/// A float uniform: one register `c`, or an array of them.
struct FloatUniform {
    /// Its name in the shader binary.
    const char* name;
    /// The first register, 0 to 95.
    std::uint8_t first;
    /// How many registers.
    std::uint8_t len;

    /// The first register in the numbering that libctru and citro3d have for all uniforms: floats from 0x00 on.
    constexpr int location() const noexcept { return first; }
};

/// An integer uniform: one register `i`, or an array of them.
struct IntegerUniform {
    /// Its name in the shader binary.
    const char* name;
    /// The first register, 0 to 3.
    std::uint8_t first;
    /// How many registers.
    std::uint8_t len;

    /// The first register in the numbering that libctru and citro3d have for all uniforms: integers from 0x60 on.
    constexpr int location() const noexcept { return 0x60 + first; }
};

/// A boolean uniform: one register `b`, or an array of them.
struct BooleanUniform {
    /// Its name in the shader binary.
    const char* name;
    /// The first register, 0 to 15.
    std::uint8_t first;
    /// How many registers.
    std::uint8_t len;

    /// The first register in the numbering that libctru and citro3d have for all uniforms: booleans from 0x68 on.
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
    /// How many registers.
    std::uint8_t len;
};

/// An output register.
struct Output {
    /// What it is for, by name: `position`, `color` and so on.
    const char* name;
    /// The same by its number.
    std::uint8_t property;
    /// The register's number, 0 to 15.
    std::uint8_t number;
    /// The components that it has, `x` at bit 0.
    std::uint8_t mask;
};
