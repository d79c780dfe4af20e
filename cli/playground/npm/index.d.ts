/** A place in a source. Lines and columns count from 1. */
export interface Place {
  file?: string;
  line?: number;
  column?: number;
  end_line?: number;
  end_column?: number;
}

/** A diagnostic, as the programs write it with `--error-format=json`. */
export interface Diagnostic extends Place {
  severity: 'error' | 'warning' | 'note';
  /** The name, such as `unknown-name`; a page with this name explains it. */
  name: string;
  message: string;
  help?: string | null;
  labels: (Place & { text: string })[];
}

/** A value that a shader takes or gives, and its register: `v0`, `o0`, `c4`. */
export interface Binding {
  name: string;
  register: string;
}

/** A uniform. `size` is the number of registers. */
export interface Uniform extends Binding {
  size: number;
  kind: 'float' | 'integer' | 'boolean';
}

/** A shader of a binary. */
export interface Shader {
  /** The number of its DVLE in the binary. */
  index: number;
  entry: string;
  kind: 'vertex' | 'geometry';
  inputs: Binding[];
  outputs: Binding[];
  uniforms: Uniform[];
}

export type Language = 'assembly' | 'glsl' | 'wgsl' | 'spirv' | 'dxbc';

export interface Options {
  /** The language. Without it, the suffix of `name` says it: `.pica`, `.vsh`, `.gsh`, `.vert`, `.glsl`, `.wgsl`, `.spv`, `.dxbc`. */
  language?: Language;
  /** The name of the source in diagnostics. */
  name?: string;
  /** Files that the source includes, by their names. */
  files?: Record<string, string | Uint8Array>;
}

export interface Result {
  /** Whether there is a binary. */
  ok: boolean;
  /** The shader binary (`.shbin`), which `DVLB_ParseFile` of libctru loads; `null` if there are errors. */
  binary: Uint8Array | null;
  /** What the compiler made of a shader in another language; `null` for assembly. */
  assembly: string | null;
  diagnostics: Diagnostic[];
  /** The diagnostics as text for people; empty if there are none. */
  report: string;
  shaders: Shader[];
}

/**
 * Compiles and links a shader.
 *
 * Mistakes in the source are in the result. The promise is rejected with a `TypeError` if an option is wrong, and with an
 * `Error` if the toolchain itself fails on the source; the next call works again.
 */
export function compile(source: string | Uint8Array, options: Options): Promise<Result>;
