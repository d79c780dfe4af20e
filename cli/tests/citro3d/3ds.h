/* A stand-in for what programs in the pages use of libctru. It parses a shader binary as libctru does. */

#ifndef STAND_IN_3DS_H
#define STAND_IN_3DS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

enum { GFX_TOP, GFX_LEFT = 0, KEY_START = 8 };
enum { GX_TRANSFER_FMT_RGBA8, GX_TRANSFER_FMT_RGB8, GX_TRANSFER_SCALE_NO = 0 };
#define GX_TRANSFER_FLIP_VERT(x) ((x) << 0)
#define GX_TRANSFER_OUT_TILED(x) ((x) << 1)
#define GX_TRANSFER_RAW_COPY(x) ((x) << 3)
#define GX_TRANSFER_IN_FORMAT(x) ((x) << 8)
#define GX_TRANSFER_OUT_FORMAT(x) ((x) << 12)
#define GX_TRANSFER_SCALING(x) ((x) << 24)

typedef enum { GPU_VERTEX_SHADER, GPU_GEOMETRY_SHADER } GPU_SHADER_TYPE;
typedef enum { GPU_BYTE, GPU_UNSIGNED_BYTE, GPU_SHORT, GPU_FLOAT } GPU_FORMATS;
typedef enum { GPU_PRIMARY_COLOR, GPU_TEXTURE0 = 3 } GPU_TEVSRC;
typedef enum { GPU_REPLACE, GPU_MODULATE } GPU_COMBINEFUNC;
typedef enum { GPU_CULL_NONE } GPU_CULLMODE;
typedef enum { GPU_TRIANGLES } GPU_Primitive_t;
enum { GPU_RB_RGBA8 = 0, GPU_RB_DEPTH24_STENCIL8 = 3 };

typedef struct {
    const u32 *words;
} DVLE_s;

typedef struct {
    u32 numDVLE;
    DVLE_s *DVLE;
} DVLB_s;

typedef struct {
    DVLE_s *dvle;
} shaderInstance_s;

typedef struct {
    shaderInstance_s *vertexShader;
} shaderProgram_s;

static inline void check(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "does not hold: %s\n", what);
        exit(1);
    }
}

static inline void gfxInitDefault(void) {}
static inline void gfxExit(void) {}
static inline void hidScanInput(void) {}
static inline u32 hidKeysDown(void) { return 0; }

/* A program that runs for one frame. */
static inline bool aptMainLoop(void)
{
    static int frames = 0;
    return frames++ == 0;
}

static inline void *linearAlloc(size_t size) { return malloc(size); }
static inline void linearFree(void *block) { free(block); }

static inline DVLB_s *DVLB_ParseFile(u32 *words, u32 size)
{
    static DVLE_s entries[8];
    static DVLB_s binary;
    check(size % 4 == 0 && memcmp(words, "DVLB", 4) == 0, "the bytes of a shader binary");
    binary.numDVLE = words[1];
    binary.DVLE = entries;
    check(binary.numDVLE <= 8, "the number of shaders");
    for (u32 i = 0; i < binary.numDVLE; i++)
        entries[i].words = words + words[2 + i] / 4;
    return &binary;
}

static inline void DVLB_Free(DVLB_s *binary) { binary->numDVLE = 0; }

static inline int shaderProgramInit(shaderProgram_s *program)
{
    program->vertexShader = NULL;
    return 0;
}

static inline int shaderProgramSetVsh(shaderProgram_s *program, DVLE_s *shader)
{
    static shaderInstance_s instance;
    instance.dvle = shader;
    program->vertexShader = &instance;
    return 0;
}

static inline int shaderProgramFree(shaderProgram_s *program) { return shaderProgramInit(program); }

static inline int8_t shaderInstanceGetUniformLocation(shaderInstance_s *instance, const char *name)
{
    const u32 *words = instance->dvle->words;
    const u32 *entry = words + words[12] / 4;
    const char *names = (const char *)(words + words[14] / 4);
    for (u32 i = 0; i < words[13]; i++, entry += 2)
        if (strcmp(names + entry[0], name) == 0)
            return (int8_t)((entry[1] & 0xFF) - 0x10);
    return -1;
}

#endif
