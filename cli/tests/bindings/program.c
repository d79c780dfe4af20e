/* A program over the C bindings of two binaries, which is also one in C++. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "odd.h"
#include "particles.h"
#include "particles.h"

/* Of the other file. */
const uint32_t *bytes_of_other_file(void);

/* The constants are constants for the compiler. */
static const int projection_len[particles_drawSquare_uniform_len_projection] = {0, 1, 2, 3};

static void check(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "does not hold: %s\n", what);
        exit(1);
    }
}

int main(void) {
    static unsigned char bytes[particles_shbin_size + 1];
    FILE *file = fopen("particles.shbin", "rb");
    size_t size;
    check(file != NULL, "the binary is there");
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    check(size == particles_shbin_size && memcmp(bytes, particles_shbin, size) == 0, "bytes");
    check(sizeof particles_shbin - particles_shbin_size < 4, "the size of the array");
#ifdef PARTICLES_SHBIN_DEFINE
    check(bytes_of_other_file() == particles_shbin, "one copy");
#else
    check(bytes_of_other_file() != particles_shbin, "two copies");
#endif
    check(particles_main_index == 0 && particles_main_stage == 0, "a vertex shader");
    check(particles_drawSquare_index == 1 && particles_drawSquare_stage == 1, "a geometry shader");
    check(particles_drawSquare_geometry_mode == 0, "the mode");
    check(particles_drawSquare_uniform_size == 4, "a uniform");
    check(projection_len[3] == 3, "an array");
    check(particles_main_input_inColor == 1, "an input");
    check(particles_main_output_dummy_2 == 1, "an output");
    check(particles_drawSquare_output_mask_texcoord0 == 0x3, "a mask");
    check(odd_shader_0_uniform_last_integer == 0x63, "an integer");
    check(odd_shader_0_uniform_bits == 0x69 && odd_shader_0_uniform_len_bits == 2, "booleans");
    return 0;
}
