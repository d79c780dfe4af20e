/* A stand-in for what programs in the pages use of citro3d. Matrices have the layout of citro3d. A draw prints the
 * arguments with which picarun computes each vertex, and the position that the matrices give. */

#ifndef STAND_IN_CITRO3D_H
#define STAND_IN_CITRO3D_H

#include <math.h>

#include "3ds.h"

#define C3D_DEFAULT_CMDBUF_SIZE 0x40000
#define C3D_AngleFromDegrees(angle) ((angle) * (3.14159265f / 180.0f))
#define C3D_AspectRatioTop (400.0f / 240.0f)
enum { C3D_FRAME_SYNCDRAW = 1, C3D_CLEAR_ALL = 3 };
typedef enum { C3D_RGB = 1, C3D_Alpha = 2, C3D_Both = 3 } C3D_TexEnvMode;

typedef union {
    struct {
        float w, z, y, x;
    };
    float c[4];
} C3D_FVec;

typedef union {
    C3D_FVec r[4];
    float m[16];
} C3D_Mtx;

typedef struct {
    int count;
    int registers[12], formats[12], components[12];
} C3D_AttrInfo;

typedef struct {
    const void *data;
    ptrdiff_t stride;
    int count;
    u64 permutation;
} C3D_BufInfo;

typedef struct {
    int source, function;
} C3D_TexEnv;

typedef struct {
    int width, height;
} C3D_RenderTarget;

static C3D_AttrInfo stand_in_attributes;
static C3D_BufInfo stand_in_buffers;
static C3D_FVec stand_in_registers[96];
static u32 stand_in_are_set[96];
static bool stand_in_booleans[16];
static C3D_Mtx stand_in_matrices[2];
static int stand_in_matrix_count;

static inline bool C3D_Init(size_t size) { return size != 0; }
static inline void C3D_Fini(void) {}
static inline void C3D_BindProgram(shaderProgram_s *program) { check(program->vertexShader != NULL, "a shader"); }
static inline bool C3D_FrameBegin(u8 flags) { return flags != 0; }
static inline void C3D_FrameEnd(u8 flags) { (void)flags; }
static inline bool C3D_FrameDrawOn(C3D_RenderTarget *target) { return target != NULL; }
static inline void C3D_CullFace(GPU_CULLMODE mode) { (void)mode; }

static inline C3D_RenderTarget *C3D_RenderTargetCreate(int width, int height, int colors, int depths)
{
    static C3D_RenderTarget target;
    (void)colors, (void)depths;
    target.width = width, target.height = height;
    return &target;
}

static inline void C3D_RenderTargetSetOutput(C3D_RenderTarget *target, int screen, int side, u32 flags)
{
    (void)target, (void)screen, (void)side, (void)flags;
}

static inline void C3D_RenderTargetClear(C3D_RenderTarget *target, int bits, u32 color, u32 depth)
{
    (void)target, (void)bits, (void)color, (void)depth;
}

static inline C3D_AttrInfo *C3D_GetAttrInfo(void) { return &stand_in_attributes; }
static inline void AttrInfo_Init(C3D_AttrInfo *info) { info->count = 0; }

static inline int AttrInfo_AddLoader(C3D_AttrInfo *info, int reg, GPU_FORMATS format, int components)
{
    check(info->count < 12 && reg >= 0 && reg < 16 && components >= 1 && components <= 4, "a loader");
    info->registers[info->count] = reg;
    info->formats[info->count] = format;
    info->components[info->count] = components;
    return info->count++;
}

static inline C3D_BufInfo *C3D_GetBufInfo(void) { return &stand_in_buffers; }
static inline void BufInfo_Init(C3D_BufInfo *info) { info->data = NULL; }

static inline int BufInfo_Add(C3D_BufInfo *info, const void *data, ptrdiff_t stride, int count, u64 permutation)
{
    info->data = data, info->stride = stride, info->count = count, info->permutation = permutation;
    return 0;
}

static inline C3D_TexEnv *C3D_GetTexEnv(int id)
{
    static C3D_TexEnv stages[6];
    return &stages[id];
}

static inline void C3D_TexEnvInit(C3D_TexEnv *env) { env->source = -1; }

static inline void C3D_TexEnvSrc(C3D_TexEnv *env, C3D_TexEnvMode mode, GPU_TEVSRC a, GPU_TEVSRC b, GPU_TEVSRC c)
{
    (void)mode, (void)b, (void)c;
    env->source = a;
}

static inline void C3D_TexEnvFunc(C3D_TexEnv *env, C3D_TexEnvMode mode, GPU_COMBINEFUNC function)
{
    (void)mode;
    env->function = function;
}

static inline void Mtx_Identity(C3D_Mtx *m)
{
    memset(m, 0, sizeof *m);
    m->r[0].x = m->r[1].y = m->r[2].z = m->r[3].w = 1.0f;
}

static inline C3D_FVec Mtx_MultiplyFVec4(const C3D_Mtx *m, C3D_FVec v)
{
    C3D_FVec product;
    for (int row = 0; row < 4; row++) {
        const C3D_FVec *r = &m->r[row];
        product.c[3 - row] = r->x * v.x + r->y * v.y + r->z * v.z + r->w * v.w;
    }
    return product;
}

static inline void Mtx_Multiply(C3D_Mtx *out, const C3D_Mtx *a, const C3D_Mtx *b)
{
    for (int column = 0; column < 4; column++) {
        C3D_FVec v;
        for (int row = 0; row < 4; row++)
            v.c[3 - row] = b->r[row].c[3 - column];
        v = Mtx_MultiplyFVec4(a, v);
        for (int row = 0; row < 4; row++)
            out->r[row].c[3 - column] = v.c[3 - row];
    }
}

static inline void stand_in_transform(C3D_Mtx *m, const C3D_Mtx *by, bool right)
{
    C3D_Mtx old = *m;
    if (right)
        Mtx_Multiply(m, &old, by);
    else
        Mtx_Multiply(m, by, &old);
}

static inline void Mtx_Translate(C3D_Mtx *m, float x, float y, float z, bool right)
{
    C3D_Mtx by;
    Mtx_Identity(&by);
    by.r[0].w = x, by.r[1].w = y, by.r[2].w = z;
    stand_in_transform(m, &by, right);
}

static inline void Mtx_RotateY(C3D_Mtx *m, float angle, bool right)
{
    C3D_Mtx by;
    Mtx_Identity(&by);
    by.r[0].x = by.r[2].z = cosf(angle);
    by.r[0].z = sinf(angle), by.r[2].x = -sinf(angle);
    stand_in_transform(m, &by, right);
}

/* Depths from -w to 0, and the picture turned by 90 degrees. */
static inline void Mtx_PerspTilt(C3D_Mtx *m, float fovy, float aspect, float near, float far, bool left)
{
    float scale = 1.0f / tanf(fovy / 2.0f);
    (void)left;
    memset(m, 0, sizeof *m);
    m->r[0].y = scale, m->r[1].x = -scale / aspect;
    m->r[2].z = near / (near - far), m->r[2].w = far * near / (near - far);
    m->r[3].z = -1.0f;
}

static inline void stand_in_set(int id, C3D_FVec value)
{
    check(id >= 0 && id < 96, "the location of a float uniform");
    stand_in_registers[id] = value;
    stand_in_are_set[id] = 1;
}

static inline void C3D_FVUnifSet(GPU_SHADER_TYPE type, int id, float x, float y, float z, float w)
{
    C3D_FVec value;
    value.x = x, value.y = y, value.z = z, value.w = w;
    check(type == GPU_VERTEX_SHADER, "a uniform of a vertex shader");
    stand_in_set(id, value);
}

static inline void C3D_FVUnifMtx4x4(GPU_SHADER_TYPE type, int id, const C3D_Mtx *m)
{
    check(type == GPU_VERTEX_SHADER && stand_in_matrix_count < 2, "a matrix of a vertex shader");
    stand_in_matrices[stand_in_matrix_count++] = *m;
    for (int row = 0; row < 4; row++)
        stand_in_set(id + row, m->r[row]);
}

static inline void C3D_BoolUnifSet(GPU_SHADER_TYPE type, int id, bool value)
{
    check(type == GPU_VERTEX_SHADER && id >= 0x68 && id < 0x78, "the location of a boolean uniform");
    stand_in_booleans[id - 0x68] = value;
}

static inline void C3D_DrawArrays(GPU_Primitive_t primitive, int first, int count)
{
    const C3D_AttrInfo *info = &stand_in_attributes;
    check(primitive == GPU_TRIANGLES && stand_in_buffers.data != NULL, "a buffer of triangles");
    for (int vertex = first; vertex < first + count; vertex++) {
        const char *data = (const char *)stand_in_buffers.data + vertex * stand_in_buffers.stride;
        C3D_FVec position = {{1.0f, 0.0f, 0.0f, 0.0f}};
        for (int i = 0; i < stand_in_buffers.count; i++) {
            int loader = (int)(stand_in_buffers.permutation >> (4 * i) & 0xF);
            check(loader < info->count && info->formats[loader] == GPU_FLOAT, "a loader of floats");
            printf("--in v%d=", info->registers[loader]);
            for (int lane = 0; lane < info->components[loader]; lane++, data += sizeof(float)) {
                float number;
                memcpy(&number, data, sizeof number);
                printf("%s%.9g", lane ? "," : "", number);
                if (info->registers[loader] == 0)
                    position.c[3 - lane] = number;
            }
            printf(" ");
        }
        for (int i = 0; i < 96; i++)
            if (stand_in_are_set[i]) {
                const C3D_FVec *r = &stand_in_registers[i];
                printf("--uniform c%d=%.9g,%.9g,%.9g,%.9g ", i, r->x, r->y, r->z, r->w);
            }
        for (int i = 0; i < 16; i++)
            if (stand_in_booleans[i])
                printf("--bool b%d=true ", i);
        position = Mtx_MultiplyFVec4(&stand_in_matrices[1], position);
        position = Mtx_MultiplyFVec4(&stand_in_matrices[0], position);
        printf("; %.9g %.9g %.9g %.9g\n", position.x, position.y, position.z, position.w);
    }
}

#endif
