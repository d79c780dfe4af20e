// Writes the shader binary that is embedded in it to standard output.
#include <cstdio>

#include "scene.hpp"
#include "scene_shbin.h"

int main() {
    static_assert(scene::spark::uniforms::size.len == 1);
    const auto size = static_cast<std::size_t>(scene_shbin_end - scene_shbin);
    return std::fwrite(scene_shbin, 1, size, stdout) != size;
}
