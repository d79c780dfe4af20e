// A program over the bindings of two binaries.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "odd.hpp"
#include "particles.hpp"
#include "particles.hpp"

using namespace particles;

static_assert(sizeof shbin == shbin_size);
static_assert(main::index == 0 && main::stage == Stage::Vertex);
static_assert(drawSquare::index == 1 && drawSquare::stage == Stage::Geometry);
static_assert(drawSquare::geometry_mode.kind == GeometryMode::Kind::Point);
static_assert(drawSquare::uniforms::size.location() == 4);
static_assert(drawSquare::uniforms::projection.len == 4);
static_assert(main::inputs::inColor.first == 1);
static_assert(main::outputs::dummy_2.number == 1);
static_assert(drawSquare::outputs::texcoord0.mask == 0x3);
static_assert(odd::shader_0::uniforms::last_integer.location() == 0x63);
static_assert(odd::shader_0::uniforms::bits.location() == 0x69);
static_assert(odd::shader_0::uniforms::bits.mask() == 0x6);
static_assert(odd::shader_0::uniforms::all_bits.location() == 0x68);
static_assert(odd::shader_0::uniforms::all_bits.mask() == 0xFFFF);

static void check(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::exit(1);
    }
}

int main() {
    check(reinterpret_cast<std::uintptr_t>(shbin) % 4 == 0, "alignment");
    check(std::strcmp(drawSquare::uniforms::projection.name, "projection") == 0, "a name");
    check(std::strcmp(odd::shader_0::uniforms::unnamed.name, "\xE2\x80\xAE\n\\\"{}") == 0, "an odd name");
    std::vector<unsigned char> bytes(shbin_size + 1);
    std::FILE* file = std::fopen("particles.shbin", "rb");
    check(file != nullptr, "the binary is there");
    std::size_t size = std::fread(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
    check(size == shbin_size && std::memcmp(bytes.data(), shbin, size) == 0, "bytes");
}
