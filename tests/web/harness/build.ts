import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { enginePage } from '../../../web/tools/vite-wasm.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the page that gives the tests the engine. The pages themselves are tested as built. */
export default async function buildHarness(): Promise<void> {
  if (!existsSync(here('../../../dist/index.html'))) throw new Error('dist/ is missing: npm run build makes it.');
  await build({ configFile: false, ...enginePage(here('.'), 'harness', 'engine.html') });
}
