/* The other file of the program. It shares the array if the first file defines it for all. */

#ifdef PARTICLES_SHBIN_DEFINE
#undef PARTICLES_SHBIN_DEFINE
#define PARTICLES_SHBIN_EXTERN
#endif
#include "particles.h"

const uint32_t *bytes_of_other_file(void);

const uint32_t *bytes_of_other_file(void) {
    return particles_shbin;
}
