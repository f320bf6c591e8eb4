import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { wasmBeside, wasmFolders } from '../../../web/tools/vite-wasm.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page in which the benchmark runs, without the playground's picture. */
export default defineConfig({
  root: here('.'),
  base: './',
  logLevel: 'warn',
  worker: { format: 'es' },
  plugins: [wasmBeside(wasmFolders)],
  build: {
    outDir: here('../../../build/bench-page'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
});
