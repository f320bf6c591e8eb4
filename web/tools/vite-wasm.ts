import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { minify, type Plugin, type UserConfig } from 'vite';

const built = (folder: string) => fileURLToPath(new URL(`../../build/${folder}`, import.meta.url));

/** Where CMake leaves the builds of the module, by their names beside the pages. */
export const wasmFolders = {
  threads: built('wasm'),
  single: built('wasm-single'),
  measure: built('wasm/measure'),
};

/**
 * Emscripten's files lie beside the pages as they are: a pthread's worker script finds its module by URL,
 * so a bundler must neither rename nor inline them. Only the longest is made shorter.
 */
export function wasmBeside(builds: Record<string, string>): Plugin {
  const wanted = ['ringlet.js', 'ringlet.wasm', 'ringlet.worker.js'];
  let outDir = '';
  return {
    name: 'ringlet-wasm-beside',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    configureServer: (server) => {
      for (const [name, folder] of Object.entries(builds))
        server.middlewares.use(`/wasm/${name}`, sirv(folder, { dev: true }));
    },
    async closeBundle() {
      for (const [name, folder] of Object.entries(builds)) {
        if (!existsSync(resolve(folder, 'ringlet.js')))
          this.error(`${folder}/ringlet.js is missing: build the WebAssembly presets first (npm run build does both).`);
        rmSync(resolve(outDir, 'wasm', name), { recursive: true, force: true });
        const target = resolve(outDir, 'wasm', name);
        mkdirSync(target, { recursive: true });
        for (const file of wanted)
          if (existsSync(resolve(folder, file))) cpSync(resolve(folder, file), resolve(target, file));
        const script = readFileSync(resolve(folder, 'ringlet.js'), 'utf8');
        const { code, errors } = await minify('ringlet.js', script, { module: true });
        if (errors[0]) this.error(errors[0].message);
        writeFileSync(resolve(target, 'ringlet.js'), code);
      }
    },
  };
}

/** A page below `build/` with the engine and without the playground's picture: for the tests, and to measure. */
export function enginePage(root: string, outDir: string, input = 'index.html'): UserConfig {
  return {
    root,
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    plugins: [wasmBeside(wasmFolders)],
    build: {
      outDir: built(outDir),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: resolve(root, input) },
    },
  };
}
