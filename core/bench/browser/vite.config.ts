import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { enginePage } from '../../../web/tools/vite-wasm.ts';

export default defineConfig(enginePage(fileURLToPath(new URL('.', import.meta.url)), 'bench-page'));
