// A stand-in for the part of citro3d that the examples use. It prints what a program sets and draws.
#pragma once
#include <3ds.h>

enum { C3D_DEFAULT_CMDBUF_SIZE = 0x40000, C3D_FRAME_SYNCDRAW = 1, C3D_CLEAR_ALL = 3, C3D_Both = 3 };
typedef struct { float m[16]; } C3D_Mtx;
typedef struct { int unused; } C3D_RenderTarget, C3D_TexEnv;
typedef struct { int count; } C3D_AttrInfo, C3D_BufInfo;

static inline bool C3D_Init(size_t size) { return size > 0; }
static inline void C3D_Fini(void) {}
static inline C3D_RenderTarget *C3D_RenderTargetCreate(int width, int height, int color, int depth) {
    static C3D_RenderTarget target;
    (void)color, (void)depth;
    printf("target %dx%d\n", width, height);
    return &target;
}
static inline void C3D_RenderTargetSetOutput(C3D_RenderTarget *target, int screen, int side, u32 flags) {
    (void)target, (void)screen, (void)side, (void)flags;
}
static inline void C3D_RenderTargetClear(C3D_RenderTarget *target, int what, u32 color, u32 depth) {
    (void)target, (void)what, (void)color, (void)depth;
}
static inline void C3D_BindProgram(shaderProgram_s *program) { puts(program->vertex ? "program" : "no program"); }
static inline C3D_AttrInfo *C3D_GetAttrInfo(void) { static C3D_AttrInfo info; return &info; }
static inline void AttrInfo_Init(C3D_AttrInfo *info) { info->count = 0; }
static inline int AttrInfo_AddLoader(C3D_AttrInfo *info, int input, int format, int count) {
    (void)format;
    printf("attribute %d: v%d, %d components\n", info->count, input, count);
    return info->count++;
}
static inline C3D_BufInfo *C3D_GetBufInfo(void) { static C3D_BufInfo info; return &info; }
static inline void BufInfo_Init(C3D_BufInfo *info) { info->count = 0; }
static inline int BufInfo_Add(C3D_BufInfo *info, const void *data, ptrdiff_t stride, int attributes, u64 permutation) {
    (void)data;
    printf("buffer: stride %d, %d attributes, permutation %x\n", (int)stride, attributes, (unsigned)permutation);
    return info->count++;
}
static inline C3D_TexEnv *C3D_GetTexEnv(int stage) { static C3D_TexEnv stages[6]; return &stages[stage]; }
static inline void C3D_TexEnvInit(C3D_TexEnv *stage) { (void)stage; }
static inline void C3D_TexEnvSrc(C3D_TexEnv *stage, int mode, int first, int second, int third) {
    (void)stage, (void)mode, (void)first, (void)second, (void)third;
}
static inline void C3D_TexEnvFunc(C3D_TexEnv *stage, int mode, int function) { (void)stage, (void)mode, (void)function; }
static inline void Mtx_OrthoTilt(C3D_Mtx *matrix, float left, float right, float bottom, float top, float near,
                                 float far, bool is_left_handed) {
    (void)left, (void)right, (void)bottom, (void)top, (void)near, (void)far, (void)is_left_handed;
    matrix->m[0] = 1.0f;
}
static inline bool C3D_FrameBegin(u8 flags) { return flags != 0; }
static inline bool C3D_FrameDrawOn(C3D_RenderTarget *target) { return target != NULL; }
static inline void C3D_FrameEnd(u8 flags) { (void)flags; }
static inline void C3D_FVUnifMtx4x4(int stage, int location, const C3D_Mtx *matrix) {
    (void)stage, (void)matrix;
    printf("matrix at c%d\n", location);
}
static inline void C3D_DrawArrays(int primitive, int first, int count) {
    (void)primitive;
    printf("draw vertices %d to %d\n", first, first + count - 1);
}
