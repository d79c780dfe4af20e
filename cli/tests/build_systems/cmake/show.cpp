// Writes the shader binary that it was built with to standard output.
#include <cstdio>

#include "scene.hpp"
#include "scene_shbin.h"
#include "spark.h"

static_assert(scene_shbin_size == scene::shbin_size);

int main() {
    const auto& bytes = scene::shbin;
    return std::fwrite(bytes, 1, sizeof bytes, stdout) != sizeof bytes;
}
