// Makes dist/index.html: the page, its scripts, its styles and the module, in one file without requests.
//
//   node cli/playground/build.mjs [--module=FOLDER]
//
// FOLDER has a module that is built already: playground.js and playground_bg.wasm.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const workspace = join(here, '../..');
export const target = process.env.CARGO_TARGET_DIR ?? join(workspace, 'target');

/** Runs a program, whose output is shown. */
function run(program, args, folder = workspace) {
  // npm is a script of the shell on Windows.
  const shell = process.platform === 'win32' && program === 'npm';
  execFileSync(program, args, { cwd: folder, stdio: 'inherit', shell });
}

/** Installs the libraries of a folder that its lock file names, if they are missing. */
export function install(folder) {
  if (!existsSync(join(folder, 'node_modules'))) run('npm', ['ci', '--no-audit', '--no-fund'], folder);
}

/** Builds the module and the script that loads it. Returns their folder. */
export function buildModule() {
  const triple = 'wasm32-unknown-unknown';
  const installed = execFileSync('rustc', ['--print', 'target-libdir', '--target', triple], { encoding: 'utf8' });
  if (!existsSync(installed.trim())) run('rustup', ['target', 'add', triple]);
  run('cargo', ['build', '--locked', '--profile', 'playground', '-p', 'pica200-playground', '--target', triple]);
  const out = join(target, 'playground');
  const built = join(target, triple, 'playground', 'pica200_playground.wasm');
  const pack = ['--manifest-path', join(here, 'pack/Cargo.toml'), '--target-dir', join(target, 'pack')];
  run('cargo', ['run', '--locked', ...pack, '--', built, out]);
  return out;
}

/** The scripts as one classic script: pages from files cannot load modules. */
async function script(folder) {
  const esbuild = await import('esbuild');
  // As a function: a module that failed is replaced by another one, with functions of its own.
  const glue = `function bindings() {\n${readFileSync(join(folder, 'playground.js'), 'utf8')}\nreturn wasm_bindgen;\n}`;
  const minified = await esbuild.transform(glue, { minify: true, target: 'es2022', charset: 'utf8' });
  const bundle = await esbuild.build({
    entryPoints: [join(here, 'web/main.js')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
  });
  return `${minified.code}${bundle.outputFiles[0].text}`;
}

async function style() {
  const esbuild = await import('esbuild');
  const options = { entryPoints: [join(here, 'web/style.css')], bundle: true, minify: true, write: false };
  const bundle = await esbuild.build({ ...options, charset: 'utf8' });
  return bundle.outputFiles[0].text;
}

const digest = (text) => createHash('sha256').update(text).digest('base64');

/** The page with everything in it. */
function page(parts) {
  // The editor makes style elements, for which no hash can be known before: they carry this word. It follows from the
  // styles, so that the same sources give the same page.
  const nonce = digest(parts.style).replace(/[^A-Za-z0-9]/g, '');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${digest(parts.script)}' 'wasm-unsafe-eval'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const values = { ...parts, nonce, policy };
  const template = readFileSync(join(here, 'index.html'), 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

async function main() {
  const given = process.argv.slice(2).find((word) => word.startsWith('--module='));
  install(here);
  const folder = given ? given.slice('--module='.length) : buildModule();
  const wasm = readFileSync(join(folder, 'playground_bg.wasm'));
  const html = page({
    script: await script(folder),
    style: await style(),
    module: gzipSync(wasm, { level: 9 }).toString('base64'),
  });
  const path = join(here, 'dist/index.html');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, html);
  const compressed = gzipSync(html, { level: 9 }).length;
  console.log(`${relative(process.cwd(), path)}: ${html.length} bytes, ${compressed} compressed`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
