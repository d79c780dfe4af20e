/* Writes the shader binary of its argument to standard output: the bytes that it was linked with. */
#include <stdio.h>
#include <string.h>

#include "flat_shbin.h"
#include "scene_shbin.h"
#include "spark_shbin.h"

#define BIT(n) (1U << (n))
#include "flat_uniforms.h"

static int show(const unsigned char *first, const unsigned char *end) {
    size_t len = (size_t)(end - first);
    return fwrite(first, 1, len, stdout) != len;
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "flat")) return show(flat_shbin, flat_shbin_end);
    if (!strcmp(name, "spark")) return show(spark_shbin, spark_shbin_end);
    if (!strcmp(name, "scene")) return show(scene_shbin, scene_shbin_end);
    if (!strcmp(name, "uniforms")) {
        printf("projection %d %d\n", VSH_FVEC_projection, VSH_ULEN_projection);
        printf("tints %d %d\n", VSH_FVEC_tints, VSH_ULEN_tints);
        printf("lit %u fog %u\n", VSH_FLAG_lit, VSH_FLAG_fog(1));
        return 0;
    }
    return 2;
}
