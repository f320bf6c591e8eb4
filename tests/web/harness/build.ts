import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { wasmBeside, wasmFolders } from '../../../web/tools/vite-wasm.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the page that gives the tests the engine without its picture. The pages themselves are tested as built. */
export default async function buildHarness(): Promise<void> {
  if (!existsSync(here('../../../dist/index.html'))) throw new Error('dist/ is missing: npm run build makes it.');
  await build({
    configFile: false,
    root: here('.'),
    base: './',
    logLevel: 'warn',
    worker: { format: 'es' },
    plugins: [wasmBeside(wasmFolders)],
    build: {
      outDir: here('../../../build/harness'),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: here('engine.html') },
    },
  });
}
