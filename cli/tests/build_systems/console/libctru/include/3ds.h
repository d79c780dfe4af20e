// A stand-in for the part of libctru that the examples use. The main loop runs once.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

enum { KEY_START = 8 };
enum { GFX_TOP, GFX_LEFT = 0 };
enum { GPU_VERTEX_SHADER };
enum { GPU_FLOAT = 3 };
enum { GPU_TRIANGLES };
enum { GPU_RB_RGBA8, GPU_RB_DEPTH24_STENCIL8 };
enum { GPU_PRIMARY_COLOR, GPU_REPLACE };
enum { GX_TRANSFER_FMT_RGBA8, GX_TRANSFER_FMT_RGB8 };
#define GX_TRANSFER_IN_FORMAT(format) ((format) << 8)
#define GX_TRANSFER_OUT_FORMAT(format) ((format) << 12)

typedef struct { int entry; } DVLE_s;
typedef struct { int shaders; DVLE_s *DVLE; } DVLB_s;
typedef struct { DVLE_s *vertex; } shaderProgram_s;

static inline void gfxInitDefault(void) {}
static inline void gfxExit(void) { puts("exit"); }
static inline bool aptMainLoop(void) { static int frames; return frames++ < 1; }
static inline void hidScanInput(void) {}
static inline u32 hidKeysDown(void) { return 0; }
static inline void *linearAlloc(size_t size) { return malloc(size); }
static inline void linearFree(void *memory) { free(memory); }

// The header of a shader binary: its magic, the number of shaders.
static inline DVLB_s *DVLB_ParseFile(u32 *words, u32 size) {
    static DVLE_s shaders[8];
    static DVLB_s binary = {0, shaders};
    binary.shaders = (int)words[1];
    printf("binary %.4s, %u bytes, %d shaders\n", (char *)words, size, binary.shaders);
    return &binary;
}
static inline void DVLB_Free(DVLB_s *binary) { (void)binary; }
static inline int shaderProgramInit(shaderProgram_s *program) { program->vertex = NULL; return 0; }
static inline int shaderProgramSetVsh(shaderProgram_s *program, DVLE_s *shader) { program->vertex = shader; return 0; }
static inline int shaderProgramFree(shaderProgram_s *program) { program->vertex = NULL; return 0; }
