/* Runs vertex shaders in GLSL on an installed OpenGL, and prints their outputs.

   cc -O1 gl.c -o gl -ldl
   ./gl < commands

   The program needs no headers of OpenGL: it loads libEGL.so.1 and asks it for functions. It makes a context without a
   window, of OpenGL 4.5 with the names of older versions, or else of the core profile, and prints a line
   `renderer NAME`, or `none WHY` and ends. Then it answers these commands, one a line:

     shader BYTES             the text of a vertex shader follows, with so many bytes. The answer is a line for each line
                              of the log, `refused TEXT`, or the interface: `attribute NAME TYPE SIZE LOCATION`,
                              `uniform NAME TYPE SIZE`, `output NAME TYPE`, and then `end`
     attribute NAME NUMBERS   numbers for all vertices, one vertex after another
     uniform NAME NUMBERS     numbers for all elements, matrices by columns
     draw VERTICES            the answer is a line for each output, `output NAME NUMBERS`, with the numbers of the first
                              vertex first, and then `end`

   TYPE is a letter (f: float, i: int, u: uint, b: bool, x: another type), the number of columns and that of rows: f14
   is vec4, f43 is mat4x3. SIZE is the number of elements of an array. Attributes and uniforms that are not set are 0.
   A command that takes longer than ten seconds ends the program. */

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Numbers of EGL and OpenGL, as their specifications have them. */
enum {
    EGL_NONE = 0x3038, EGL_RENDERABLE_TYPE = 0x3040, EGL_OPENGL_BIT = 8, EGL_OPENGL_API = 0x30A2,
    EGL_PLATFORM_SURFACELESS = 0x31DD, EGL_CONTEXT_MAJOR = 0x3098, EGL_CONTEXT_MINOR = 0x30FB,
    EGL_CONTEXT_PROFILE = 0x30FD, EGL_CORE = 1, EGL_COMPATIBILITY = 2,
    POINTS = 0, STATIC_DRAW = 0x88E4, ARRAY_BUFFER = 0x8892, UNIFORM_BUFFER = 0x8A11, FEEDBACK_BUFFER = 0x8C8E,
    RASTERIZER_DISCARD = 0x8C89, RENDERER = 0x1F01, VERTEX_SHADER = 0x8B31, COMPILE_STATUS = 0x8B81,
    LINK_STATUS = 0x8B82, SEPARABLE = 0x8258, INTERLEAVED = 0x8C8C, PROGRAM_UNIFORM = 0x92E1, PROGRAM_INPUT = 0x92E3,
    PROGRAM_OUTPUT = 0x92E4, ACTIVE_RESOURCES = 0x92F5, R_TYPE = 0x92FA, R_SIZE = 0x92FB, R_OFFSET = 0x92FC,
    R_BLOCK = 0x92FD, R_ARRAY_STRIDE = 0x92FE, R_MATRIX_STRIDE = 0x92FF, R_ROW_MAJOR = 0x9300, R_LOCATION = 0x930E,
    ACTIVE_BLOCKS = 0x8A36, BLOCK_SIZE = 0x8A40, FLOAT = 0x1406, INT = 0x1404, UNSIGNED = 0x1405,
    CLAMP_VERTEX_COLOR = 0x891A, MODELVIEW = 0x1700, PROJECTION = 0x1701, TEXTURE = 0x1702, TEXTURE0 = 0x84C0,
    VERTEX_ARRAY = 0x8074, NORMAL_ARRAY = 0x8075, COLOR_ARRAY = 0x8076, COORDINATE_ARRAY = 0x8078,
    FOG_ARRAY = 0x8457, SECONDARY_ARRAY = 0x845E, LIGHT0 = 0x4000, FRONT = 0x0404, BACK = 0x0405,
    LIGHT_MODEL_AMBIENT = 0x0B53, FRAMEBUFFER = 0x8D40, DEFAULT_WIDTH = 0x9310, DEFAULT_HEIGHT = 0x9311
};

typedef int32_t i32;
typedef uint32_t u32;

/* Functions that are looked up when the context is made. */
#define FUNCTIONS \
    F(u32, CreateShader, (u32)) F(void, ShaderSource, (u32, i32, const char *const *, const i32 *)) \
    F(void, CompileShader, (u32)) F(void, GetShaderiv, (u32, u32, i32 *)) F(void, DeleteShader, (u32)) \
    F(void, GetShaderInfoLog, (u32, i32, i32 *, char *)) F(u32, CreateProgram, (void)) F(void, DeleteProgram, (u32)) \
    F(void, ProgramParameteri, (u32, u32, i32)) F(void, AttachShader, (u32, u32)) F(void, LinkProgram, (u32)) \
    F(void, GetProgramiv, (u32, u32, i32 *)) F(void, GetProgramInfoLog, (u32, i32, i32 *, char *)) \
    F(void, TransformFeedbackVaryings, (u32, i32, const char *const *, u32)) F(void, UseProgram, (u32)) \
    F(void, GetProgramInterfaceiv, (u32, u32, u32, i32 *)) \
    F(void, GetProgramResourceName, (u32, u32, u32, i32, i32 *, char *)) \
    F(void, GetProgramResourceiv, (u32, u32, u32, i32, const u32 *, i32, i32 *, i32 *)) \
    F(void, GetActiveUniformBlockiv, (u32, u32, u32, i32 *)) F(void, UniformBlockBinding, (u32, u32, u32)) \
    F(void, GenBuffers, (i32, u32 *)) F(void, BindBuffer, (u32, u32)) F(void, DeleteBuffers, (i32, const u32 *)) \
    F(void, BufferData, (u32, ptrdiff_t, const void *, u32)) F(void, BindBufferBase, (u32, u32, u32)) \
    F(void, GetBufferSubData, (u32, ptrdiff_t, ptrdiff_t, void *)) F(void, GenVertexArrays, (i32, u32 *)) \
    F(void, BindVertexArray, (u32)) F(void, DeleteVertexArrays, (i32, const u32 *)) \
    F(void, VertexAttribPointer, (u32, i32, u32, unsigned char, i32, const void *)) \
    F(void, VertexAttribIPointer, (u32, i32, u32, i32, const void *)) F(void, EnableVertexAttribArray, (u32)) \
    F(void, Enable, (u32)) F(void, BeginTransformFeedback, (u32)) F(void, EndTransformFeedback, (void)) \
    F(void, GenFramebuffers, (i32, u32 *)) F(void, BindFramebuffer, (u32, u32)) \
    F(void, FramebufferParameteri, (u32, u32, i32)) F(void, DrawArrays, (u32, i32, i32)) F(const char *, GetString, (u32)) F(u32, GetError, (void)) \
    F(void, Uniform1fv, (i32, i32, const float *)) F(void, Uniform2fv, (i32, i32, const float *)) \
    F(void, Uniform3fv, (i32, i32, const float *)) F(void, Uniform4fv, (i32, i32, const float *)) \
    F(void, Uniform1iv, (i32, i32, const i32 *)) F(void, Uniform2iv, (i32, i32, const i32 *)) \
    F(void, Uniform3iv, (i32, i32, const i32 *)) F(void, Uniform4iv, (i32, i32, const i32 *)) \
    F(void, Uniform1uiv, (i32, i32, const u32 *)) F(void, Uniform2uiv, (i32, i32, const u32 *)) \
    F(void, Uniform3uiv, (i32, i32, const u32 *)) F(void, Uniform4uiv, (i32, i32, const u32 *)) \
    F(void, UniformMatrix2fv, (i32, i32, unsigned char, const float *)) \
    F(void, UniformMatrix3fv, (i32, i32, unsigned char, const float *)) \
    F(void, UniformMatrix4fv, (i32, i32, unsigned char, const float *)) \
    F(void, UniformMatrix2x3fv, (i32, i32, unsigned char, const float *)) \
    F(void, UniformMatrix3x2fv, (i32, i32, unsigned char, const float *)) \
    F(void, UniformMatrix2x4fv, (i32, i32, unsigned char, const float *)) \
    F(void, UniformMatrix4x2fv, (i32, i32, unsigned char, const float *)) \
    F(void, UniformMatrix3x4fv, (i32, i32, unsigned char, const float *)) \
    F(void, UniformMatrix4x3fv, (i32, i32, unsigned char, const float *))

/* Functions of the compatibility profile alone. */
#define OLD_FUNCTIONS \
    F(void, ClampColor, (u32, u32)) F(void, MatrixMode, (u32)) F(void, LoadMatrixf, (const float *)) \
    F(void, LoadIdentity, (void)) F(void, ActiveTexture, (u32)) F(void, ClientActiveTexture, (u32)) \
    F(void, VertexPointer, (i32, u32, i32, const void *)) F(void, NormalPointer, (u32, i32, const void *)) \
    F(void, ColorPointer, (i32, u32, i32, const void *)) F(void, TexCoordPointer, (i32, u32, i32, const void *)) \
    F(void, SecondaryColorPointer, (i32, u32, i32, const void *)) F(void, FogCoordPointer, (u32, i32, const void *)) \
    F(void, EnableClientState, (u32)) F(void, Lightfv, (u32, u32, const float *)) \
    F(void, Materialfv, (u32, u32, const float *)) F(void, LightModelfv, (u32, const float *)) \
    F(void, Fogfv, (u32, const float *))

#define F(result, name, parameters) static result (*gl##name) parameters;
FUNCTIONS OLD_FUNCTIONS
#undef F

static int is_old; /* whether the context has the compatibility profile */

enum { MOST = 512, NAME = 256 };

struct resource {
    char name[NAME];
    i32 type, size, location, block, offset, array_stride, matrix_stride, is_row_major;
};

struct list {
    struct resource items[MOST];
    int count;
};

static struct list attributes, uniforms, outputs;
static u32 program;
static u32 vertex_array;
static u32 buffers[MOST * 4];
static int buffer_count;
static unsigned char *blocks[64];
static i32 block_sizes[64];
static int block_count;

static void *checked(void *memory)
{
    if (!memory)
        exit(3);
    return memory;
}

/* The letter, columns and rows of a type; 'x' for one that is not supported. */
static char shape(i32 type, int *columns, int *rows)
{
    static const struct { i32 type; char letter, columns, rows; } all[] = {
        {FLOAT, 'f', 1, 1}, {0x8B50, 'f', 1, 2}, {0x8B51, 'f', 1, 3}, {0x8B52, 'f', 1, 4},
        {INT, 'i', 1, 1}, {0x8B53, 'i', 1, 2}, {0x8B54, 'i', 1, 3}, {0x8B55, 'i', 1, 4},
        {UNSIGNED, 'u', 1, 1}, {0x8DC6, 'u', 1, 2}, {0x8DC7, 'u', 1, 3}, {0x8DC8, 'u', 1, 4},
        {0x8B56, 'b', 1, 1}, {0x8B57, 'b', 1, 2}, {0x8B58, 'b', 1, 3}, {0x8B59, 'b', 1, 4},
        {0x8B5A, 'f', 2, 2}, {0x8B5B, 'f', 3, 3}, {0x8B5C, 'f', 4, 4},
        {0x8B65, 'f', 2, 3}, {0x8B66, 'f', 2, 4}, {0x8B67, 'f', 3, 2}, {0x8B68, 'f', 3, 4},
        {0x8B69, 'f', 4, 2}, {0x8B6A, 'f', 4, 3},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].type == type) {
            *columns = all[i].columns, *rows = all[i].rows;
            return all[i].letter;
        }
    }
    *columns = *rows = 1;
    return 'x';
}

static struct resource *find(struct list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].name, name))
            return &list->items[i];
    return NULL;
}

/* Makes the context, or says why there is none. */
static const char *start(void)
{
    /* A renderer in software gives the same numbers everywhere. */
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    setenv("LP_NUM_THREADS", "1", 0);
    void *egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (!egl)
        return "there is no libEGL.so.1";
    void *(*address)(const char *) = dlsym(egl, "eglGetProcAddress");
    int (*initialize)(void *, i32 *, i32 *) = dlsym(egl, "eglInitialize");
    int (*bind)(u32) = dlsym(egl, "eglBindAPI");
    int (*choose)(void *, const i32 *, void **, i32, i32 *) = dlsym(egl, "eglChooseConfig");
    void *(*create)(void *, void *, void *, const i32 *) = dlsym(egl, "eglCreateContext");
    int (*make_current)(void *, void *, void *, void *) = dlsym(egl, "eglMakeCurrent");
    if (!address || !initialize || !bind || !choose || !create || !make_current)
        return "libEGL.so.1 lacks functions";
    void *(*platform)(u32, void *, const i32 *) = address("eglGetPlatformDisplayEXT");
    void *display = platform ? platform(EGL_PLATFORM_SURFACELESS, NULL, NULL) : NULL;
    if (!display || !initialize(display, NULL, NULL))
        return "EGL has no display without a window";
    if (!bind(EGL_OPENGL_API))
        return "EGL has no desktop OpenGL";
    void *config = NULL;
    i32 count = 0;
    i32 wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    choose(display, wanted, &config, 1, &count);
    void *context = NULL;
    for (int profile = EGL_COMPATIBILITY; !context && profile >= EGL_CORE; profile--) {
        i32 attributes[] = {EGL_CONTEXT_MAJOR, 4, EGL_CONTEXT_MINOR, 5, EGL_CONTEXT_PROFILE, profile, EGL_NONE};
        context = create(display, count ? config : NULL, NULL, attributes);
        is_old = profile == EGL_COMPATIBILITY;
    }
    if (!context || !make_current(display, NULL, NULL, context))
        return "there is no context of OpenGL 4.5";
#define F(result, name, parameters) \
    if (!(gl##name = (result (*) parameters)address("gl" #name))) \
        return "OpenGL lacks gl" #name;
    FUNCTIONS
    if (is_old) {
        OLD_FUNCTIONS
    }
#undef F
    /* OpenGL draws nothing without a framebuffer, though nothing is written to it. */
    u32 framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(FRAMEBUFFER, framebuffer);
    glFramebufferParameteri(FRAMEBUFFER, DEFAULT_WIDTH, 1);
    glFramebufferParameteri(FRAMEBUFFER, DEFAULT_HEIGHT, 1);
    glEnable(RASTERIZER_DISCARD);
    if (is_old)
        glClampColor(CLAMP_VERTEX_COLOR, 0);
    return NULL;
}

static void resources(u32 interface, struct list *list)
{
    i32 count = 0;
    list->count = 0;
    glGetProgramInterfaceiv(program, interface, ACTIVE_RESOURCES, &count);
    for (i32 i = 0; i < count && list->count < MOST; i++) {
        struct resource *item = &list->items[list->count++];
        memset(item, 0, sizeof *item);
        glGetProgramResourceName(program, interface, i, NAME, NULL, item->name);
        u32 wanted[] = {R_TYPE, R_SIZE, R_LOCATION, R_BLOCK, R_OFFSET, R_ARRAY_STRIDE, R_MATRIX_STRIDE, R_ROW_MAJOR};
        i32 values[8] = {0, 0, 0, -1};
        glGetProgramResourceiv(program, interface, i, interface == PROGRAM_UNIFORM ? 8 : 3, wanted, 8, NULL, values);
        item->type = values[0], item->size = values[1] > 1 ? values[1] : 1, item->location = values[2];
        item->block = values[3], item->offset = values[4], item->array_stride = values[5];
        item->matrix_stride = values[6], item->is_row_major = values[7];
    }
}

/* The outputs as they are captured: each element of an array, and the names of old built-in arrays. */
static void split_outputs(void)
{
    static struct list all;
    resources(PROGRAM_OUTPUT, &all);
    outputs.count = 0;
    for (int i = 0; i < all.count; i++) {
        struct resource item = all.items[i];
        int number;
        if (sscanf(item.name, "gl_out_TexCoord%d", &number) == 1)
            snprintf(item.name, NAME, "gl_TexCoord[%d]", number);
        char *bracket = strstr(item.name, "[0]");
        for (int element = 0; element < item.size && outputs.count < MOST; element++) {
            struct resource *output = &outputs.items[outputs.count++];
            *output = item;
            output->size = 1;
            if (item.size > 1) {
                if (bracket && !bracket[3])
                    *bracket = 0;
                snprintf(output->name, NAME, "%.*s[%d]", NAME - 16, item.name, element);
            }
        }
    }
}

static void print_refusal(const char *log)
{
    char text[4096];
    snprintf(text, sizeof text, "%s", log);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        printf("refused %s\n", line);
    if (!*log)
        printf("refused without a reason\n");
    printf("end\n");
}

static int linked(void)
{
    i32 ok = 0;
    char log[4096] = "";
    glLinkProgram(program);
    glGetProgramiv(program, LINK_STATUS, &ok);
    if (!ok) {
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        print_refusal(log);
    }
    return ok;
}

static int compiled(const char *text)
{
    i32 ok = 0;
    char log[4096] = "";
    u32 shader = glCreateShader(VERTEX_SHADER);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, COMPILE_STATUS, &ok);
    if (ok) {
        program = glCreateProgram();
        /* No other stage reads the outputs. */
        glProgramParameteri(program, SEPARABLE, 1);
        glAttachShader(program, shader);
    } else {
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        print_refusal(log);
    }
    glDeleteShader(shader);
    return ok && linked();
}

/* Frees what belongs to the last shader. */
static void forget(void)
{
    glUseProgram(0);
    glDeleteProgram(program);
    glBindVertexArray(0);
    glDeleteVertexArrays(1, &vertex_array);
    glDeleteBuffers(buffer_count, buffers);
    for (int i = 0; i < block_count; i++)
        free(blocks[i]);
    program = vertex_array = 0;
    buffer_count = block_count = attributes.count = uniforms.count = outputs.count = 0;
}

static void print_interface(void)
{
    int columns, rows;
    for (int i = 0; i < attributes.count; i++) {
        struct resource *item = &attributes.items[i];
        char letter = shape(item->type, &columns, &rows);
        printf("attribute %s %c%d%d %d %d\n", item->name, letter, columns, rows, item->size, item->location);
    }
    for (int i = 0; i < uniforms.count; i++) {
        struct resource *item = &uniforms.items[i];
        char letter = shape(item->type, &columns, &rows);
        printf("uniform %s %c%d%d %d\n", item->name, letter, columns, rows, item->size);
    }
    for (int i = 0; i < outputs.count; i++) {
        char letter = shape(outputs.items[i].type, &columns, &rows);
        printf("output %s %c%d%d\n", outputs.items[i].name, letter, columns, rows);
    }
    printf("end\n");
}

static void shader(size_t bytes)
{
    char *text = checked(calloc(1, bytes + 1));
    size_t read = fread(text, 1, bytes, stdin);
    forget();
    if (read == bytes && compiled(text)) {
        split_outputs();
        const char *names[MOST];
        for (int i = 0; i < outputs.count; i++)
            names[i] = outputs.items[i].name;
        glTransformFeedbackVaryings(program, outputs.count, names, INTERLEAVED);
        if (linked()) {
            resources(PROGRAM_INPUT, &attributes);
            resources(PROGRAM_UNIFORM, &uniforms);
            glGetProgramiv(program, ACTIVE_BLOCKS, &block_count);
            block_count = block_count < 64 ? block_count : 64;
            for (int i = 0; i < block_count; i++) {
                glGetActiveUniformBlockiv(program, i, BLOCK_SIZE, &block_sizes[i]);
                glUniformBlockBinding(program, i, i);
                blocks[i] = checked(calloc(1, block_sizes[i] + 16));
            }
            glUseProgram(program);
            glGenVertexArrays(1, &vertex_array);
            glBindVertexArray(vertex_array);
            print_interface();
        }
    }
    free(text);
}

/* The numbers of the rest of a line. */
static float *numbers(char *rest, size_t *count)
{
    size_t capacity = strlen(rest) / 2 + 2;
    float *values = checked(calloc(capacity, sizeof *values));
    char *end;
    for (*count = 0; *count < capacity; ++*count) {
        values[*count] = strtof(rest, &end);
        if (end == rest)
            break;
        rest = end;
    }
    return values;
}

/* A float as an integer; numbers of 24 bits come as they are. */
static u32 word(char letter, float number)
{
    u32 bits;
    if (letter != 'f')
        return letter == 'u' ? (u32)number : (u32)(i32)number;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void in_block(const struct resource *item, const float *values, char letter, int columns, int rows)
{
    unsigned char *block = blocks[item->block];
    for (int element = 0; element < item->size; element++) {
        for (int column = 0; column < columns; column++) {
            for (int row = 0; row < rows; row++) {
                size_t at = item->offset + (size_t)element * (item->array_stride > 0 ? item->array_stride : 0);
                if (columns == 1)
                    at += 4 * row;
                else if (item->is_row_major)
                    at += row * item->matrix_stride + 4 * column;
                else
                    at += column * item->matrix_stride + 4 * row;
                u32 bits = word(letter, values[(element * columns + column) * rows + row]);
                if (at + 4 <= (size_t)block_sizes[item->block] + 16)
                    memcpy(block + at, &bits, 4);
            }
        }
    }
}

static void loose(const struct resource *item, const float *values, char letter, int columns, int rows)
{
    i32 at = item->location, n = item->size;
    size_t count = (size_t)n * columns * rows;
    u32 *words = checked(calloc(count, sizeof *words));
    for (size_t i = 0; i < count; i++)
        words[i] = word(letter, values[i]);
    const i32 *i = (const i32 *)words;
    switch (letter == 'f' ? columns * 10 + rows : letter == 'u' ? 200 + rows : 100 + rows) {
    case 11: glUniform1fv(at, n, values); break;
    case 12: glUniform2fv(at, n, values); break;
    case 13: glUniform3fv(at, n, values); break;
    case 14: glUniform4fv(at, n, values); break;
    case 22: glUniformMatrix2fv(at, n, 0, values); break;
    case 33: glUniformMatrix3fv(at, n, 0, values); break;
    case 44: glUniformMatrix4fv(at, n, 0, values); break;
    case 23: glUniformMatrix2x3fv(at, n, 0, values); break;
    case 32: glUniformMatrix3x2fv(at, n, 0, values); break;
    case 24: glUniformMatrix2x4fv(at, n, 0, values); break;
    case 42: glUniformMatrix4x2fv(at, n, 0, values); break;
    case 34: glUniformMatrix3x4fv(at, n, 0, values); break;
    case 43: glUniformMatrix4x3fv(at, n, 0, values); break;
    case 101: glUniform1iv(at, n, i); break;
    case 102: glUniform2iv(at, n, i); break;
    case 103: glUniform3iv(at, n, i); break;
    case 104: glUniform4iv(at, n, i); break;
    case 201: glUniform1uiv(at, n, words); break;
    case 202: glUniform2uiv(at, n, words); break;
    case 203: glUniform3uiv(at, n, words); break;
    case 204: glUniform4uiv(at, n, words); break;
    }
    free(words);
}

/* Sets what GLSL before 1.40 declares by itself. Names of state that is computed from other state are passed over. */
static void fixed_uniform(const char *name, const float *values)
{
    static const struct { const char *name; u32 parameter; } lights[] = {
        {"ambient", 0x1200}, {"diffuse", 0x1201}, {"specular", 0x1202}, {"position", 0x1203},
        {"spotDirection", 0x1204}, {"spotExponent", 0x1205}, {"spotCutoff", 0x1206}, {"constantAttenuation", 0x1207},
        {"linearAttenuation", 0x1208}, {"quadraticAttenuation", 0x1209},
    }, materials[] = {
        {"emission", 0x1600}, {"ambient", 0x1200}, {"diffuse", 0x1201}, {"specular", 0x1202}, {"shininess", 0x1601},
    }, fogs[] = {
        {"color", 0x0B66}, {"density", 0x0B62}, {"start", 0x0B63}, {"end", 0x0B64},
    };
    int number;
    char member[64] = "";
    if (!strcmp(name, "gl_ModelViewMatrix")) {
        glMatrixMode(MODELVIEW);
        glLoadMatrixf(values);
    } else if (!strcmp(name, "gl_ProjectionMatrix")) {
        glMatrixMode(PROJECTION);
        glLoadMatrixf(values);
    } else if (sscanf(name, "gl_TextureMatrix[%d]", &number) == 1) {
        glActiveTexture(TEXTURE0 + number);
        glMatrixMode(TEXTURE);
        glLoadMatrixf(values);
        glActiveTexture(TEXTURE0);
    } else if (sscanf(name, "gl_LightSource[%d].%63s", &number, member) == 2) {
        /* The machine transforms positions by the matrix of this moment. */
        glMatrixMode(MODELVIEW);
        glLoadIdentity();
        for (size_t i = 0; i < sizeof lights / sizeof *lights; i++)
            if (!strcmp(member, lights[i].name))
                glLightfv(LIGHT0 + number, lights[i].parameter, values);
    } else if (sscanf(name, "gl_FrontMaterial.%63s", member) == 1 || sscanf(name, "gl_BackMaterial.%63s", member) == 1) {
        for (size_t i = 0; i < sizeof materials / sizeof *materials; i++)
            if (!strcmp(member, materials[i].name))
                glMaterialfv(name[3] == 'F' ? FRONT : BACK, materials[i].parameter, values);
    } else if (!strcmp(name, "gl_LightModel.ambient")) {
        glLightModelfv(LIGHT_MODEL_AMBIENT, values);
    } else if (sscanf(name, "gl_Fog.%63s", member) == 1) {
        for (size_t i = 0; i < sizeof fogs / sizeof *fogs; i++)
            if (!strcmp(member, fogs[i].name))
                glFogfv(fogs[i].parameter, values);
    }
}

static void uniform(const char *name, char *rest)
{
    int columns, rows;
    size_t count;
    float *values = numbers(rest, &count);
    struct resource *item = find(&uniforms, name);
    if (!strncmp(name, "gl_", 3) && is_old) {
        if (count < 16)
            values = checked(realloc(values, 16 * sizeof *values));
        fixed_uniform(name, values);
    } else if (item) {
        char letter = shape(item->type, &columns, &rows);
        if (letter != 'x' && count >= (size_t)item->size * columns * rows) {
            if (item->block >= 0 && item->block < block_count)
                in_block(item, values, letter, columns, rows);
            else
                loose(item, values, letter, columns, rows);
        }
    }
    free(values);
}

/* A buffer with one row of four numbers for each vertex: column `column` of `columns`. */
static void column_buffer(const float *values, size_t vertices, char letter, int column, int columns, int rows)
{
    u32 *data = checked(calloc(vertices * 4 + 1, sizeof *data));
    for (size_t vertex = 0; vertex < vertices; vertex++) {
        data[vertex * 4 + 3] = word(letter, 1);
        for (int row = 0; row < rows; row++)
            data[vertex * 4 + row] = word(letter, values[(vertex * columns + column) * rows + row]);
    }
    u32 *buffer = &buffers[buffer_count++];
    glGenBuffers(1, buffer);
    glBindBuffer(ARRAY_BUFFER, *buffer);
    glBufferData(ARRAY_BUFFER, vertices * 16, data, STATIC_DRAW);
    free(data);
}

static void fixed_attribute(const char *name)
{
    int number;
    if (!strcmp(name, "gl_Vertex")) {
        glVertexPointer(4, FLOAT, 16, NULL);
        glEnableClientState(VERTEX_ARRAY);
    } else if (!strcmp(name, "gl_Normal")) {
        glNormalPointer(FLOAT, 16, NULL);
        glEnableClientState(NORMAL_ARRAY);
    } else if (!strcmp(name, "gl_Color")) {
        glColorPointer(4, FLOAT, 16, NULL);
        glEnableClientState(COLOR_ARRAY);
    } else if (!strcmp(name, "gl_SecondaryColor")) {
        /* Its fourth component is 1. */
        glSecondaryColorPointer(3, FLOAT, 16, NULL);
        glEnableClientState(SECONDARY_ARRAY);
    } else if (!strcmp(name, "gl_FogCoord")) {
        glFogCoordPointer(FLOAT, 16, NULL);
        glEnableClientState(FOG_ARRAY);
    } else if (sscanf(name, "gl_MultiTexCoord%d", &number) == 1) {
        glClientActiveTexture(TEXTURE0 + number);
        glTexCoordPointer(4, FLOAT, 16, NULL);
        glEnableClientState(COORDINATE_ARRAY);
        glClientActiveTexture(TEXTURE0);
    }
}

static void attribute(const char *name, char *rest)
{
    int columns, rows;
    size_t count;
    struct resource *item = find(&attributes, name);
    float *values = numbers(rest, &count);
    char letter = item ? shape(item->type, &columns, &rows) : 'x';
    if (letter != 'x' && !strncmp(name, "gl_", 3)) {
        if (is_old && buffer_count < MOST * 4) {
            column_buffer(values, count / rows, letter, 0, 1, rows);
            fixed_attribute(name);
        }
    } else if (letter != 'x') {
        /* An array takes a location for each element, a matrix for each column. */
        columns *= item->size;
        size_t vertices = count / ((size_t)columns * rows);
        for (int column = 0; column < columns && buffer_count < MOST * 4; column++) {
            column_buffer(values, vertices, letter, column, columns, rows);
            u32 at = item->location + column;
            if (letter == 'f')
                glVertexAttribPointer(at, 4, FLOAT, 0, 16, NULL);
            else
                glVertexAttribIPointer(at, 4, letter == 'i' ? INT : UNSIGNED, 16, NULL);
            glEnableVertexAttribArray(at);
        }
    }
    free(values);
}

static void print_outputs(const u32 *data, int vertices, int words)
{
    int columns, rows, at = 0;
    for (int i = 0; i < outputs.count; i++) {
        char letter = shape(outputs.items[i].type, &columns, &rows);
        printf("output %s", outputs.items[i].name);
        for (int vertex = 0; vertex < vertices; vertex++) {
            for (int k = 0; k < columns * rows; k++) {
                u32 bits = data[vertex * words + at + k];
                float number;
                memcpy(&number, &bits, sizeof number);
                if (letter == 'f')
                    printf(" %.9g", number);
                else if (letter == 'i')
                    printf(" %d", (i32)bits);
                else
                    printf(" %u", bits);
            }
        }
        printf("\n");
        at += columns * rows;
    }
    printf("end\n");
}

static void draw(int vertices)
{
    u32 own[65];
    int words = 0, columns, rows;
    for (int i = 0; i < outputs.count; i++) {
        shape(outputs.items[i].type, &columns, &rows);
        words += columns * rows;
    }
    glGenBuffers(block_count + 1, own);
    for (int i = 0; i < block_count; i++) {
        glBindBuffer(UNIFORM_BUFFER, own[i]);
        glBufferData(UNIFORM_BUFFER, block_sizes[i], blocks[i], STATIC_DRAW);
        glBindBufferBase(UNIFORM_BUFFER, i, own[i]);
    }
    size_t size = (size_t)vertices * words * 4 + 4;
    u32 *data = checked(calloc(1, size));
    glBindBuffer(FEEDBACK_BUFFER, own[block_count]);
    glBufferData(FEEDBACK_BUFFER, size, data, STATIC_DRAW);
    glBindBufferBase(FEEDBACK_BUFFER, 0, own[block_count]);
    glBeginTransformFeedback(POINTS);
    glDrawArrays(POINTS, 0, vertices);
    glEndTransformFeedback();
    glGetBufferSubData(FEEDBACK_BUFFER, 0, size, data);
    print_outputs(data, vertices, words);
    glDeleteBuffers(block_count + 1, own);
    free(data);
}

int main(void)
{
    const char *why = start();
    if (why) {
        printf("none %s\n", why);
        return 0;
    }
    printf("renderer %s\n", glGetString(RENDERER));
    fflush(stdout);
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) > 0) {
        char command[16] = "", name[NAME] = "";
        int end = 0;
        /* What takes longer does not end. */
        alarm(10);
        sscanf(line, "%15s %255s%n", command, name, &end);
        char *rest = line + end;
        if (!strcmp(command, "shader"))
            shader(strtoul(name, NULL, 10));
        else if (!strcmp(command, "attribute"))
            attribute(name, rest);
        else if (!strcmp(command, "uniform"))
            uniform(name, rest);
        else if (!strcmp(command, "draw"))
            draw(atoi(name));
        fflush(stdout);
        alarm(0);
    }
    free(line);
    return 0;
}
