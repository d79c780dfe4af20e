// Draws a triangle on the top screen. START returns to the Homebrew Launcher.

#include <3ds.h>
#include <citro3d.h>
#include <string.h>

// Written by picald: the shader's bytes, and the registers of its uniforms and inputs.
#include "triangle_shbin.h"

typedef struct {
    float position[3];
    float color[3];
} Vertex;

// In pixels, from the lower left corner of the screen.
static const Vertex vertices[] = {
    {{200.0f, 200.0f, 0.5f}, {1.0f, 0.0f, 0.0f}},
    {{100.0f, 40.0f, 0.5f}, {0.0f, 1.0f, 0.0f}},
    {{300.0f, 40.0f, 0.5f}, {0.0f, 0.0f, 1.0f}},
};

int main(void) {
    gfxInitDefault();
    C3D_Init(C3D_DEFAULT_CMDBUF_SIZE);

    // The screens are mounted on their side: 240 is the width of the top screen's buffer.
    C3D_RenderTarget *target = C3D_RenderTargetCreate(240, 400, GPU_RB_RGBA8, GPU_RB_DEPTH24_STENCIL8);
    C3D_RenderTargetSetOutput(target, GFX_TOP, GFX_LEFT,
                              GX_TRANSFER_IN_FORMAT(GX_TRANSFER_FMT_RGBA8) |
                                  GX_TRANSFER_OUT_FORMAT(GX_TRANSFER_FMT_RGB8));

    // The shader.
    DVLB_s *binary = DVLB_ParseFile((u32 *)triangle_shbin, triangle_shbin_size);
    shaderProgram_s program;
    shaderProgramInit(&program);
    shaderProgramSetVsh(&program, &binary->DVLE[triangle_main_index]);
    C3D_BindProgram(&program);

    // The vertices. The GPU reads them from linear memory.
    Vertex *buffer = linearAlloc(sizeof(vertices));
    memcpy(buffer, vertices, sizeof(vertices));
    C3D_AttrInfo *attributes = C3D_GetAttrInfo();
    AttrInfo_Init(attributes);
    AttrInfo_AddLoader(attributes, triangle_main_input_position, GPU_FLOAT, 3);
    AttrInfo_AddLoader(attributes, triangle_main_input_color, GPU_FLOAT, 3);
    C3D_BufInfo *buffers = C3D_GetBufInfo();
    BufInfo_Init(buffers);
    // Two attributes: the first is input 0, the second is input 1.
    BufInfo_Add(buffers, buffer, sizeof(Vertex), 2, 0x10);

    // Pixels get the colour that the vertex shader computes.
    C3D_TexEnv *stage = C3D_GetTexEnv(0);
    C3D_TexEnvInit(stage);
    C3D_TexEnvSrc(stage, C3D_Both, GPU_PRIMARY_COLOR, 0, 0);
    C3D_TexEnvFunc(stage, C3D_Both, GPU_REPLACE);

    C3D_Mtx projection;
    Mtx_OrthoTilt(&projection, 0.0f, 400.0f, 0.0f, 240.0f, 0.0f, 1.0f, true);

    while (aptMainLoop()) {
        hidScanInput();
        if (hidKeysDown() & KEY_START) {
            break;
        }
        C3D_FrameBegin(C3D_FRAME_SYNCDRAW);
        C3D_RenderTargetClear(target, C3D_CLEAR_ALL, 0x204060FF, 0);
        C3D_FrameDrawOn(target);
        C3D_FVUnifMtx4x4(GPU_VERTEX_SHADER, triangle_main_uniform_projection, &projection);
        C3D_DrawArrays(GPU_TRIANGLES, 0, sizeof(vertices) / sizeof(vertices[0]));
        C3D_FrameEnd(0);
    }

    linearFree(buffer);
    shaderProgramFree(&program);
    DVLB_Free(binary);
    C3D_Fini();
    gfxExit();
    return 0;
}
