// Writes the shader binary that it was built with to standard output.
#include <cstdio>

#include "scene.hpp"
#include "spark.h"

int main() {
    const auto& bytes = scene::shbin;
    return std::fwrite(bytes, 1, sizeof bytes, stdout) != sizeof bytes;
}
