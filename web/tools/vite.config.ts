import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { contentSecurityPolicy, isolationHeaders } from './headers.mjs';
import { wasmBeside, wasmFolders } from './vite-wasm.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const cspMeta: Plugin = {
  name: 'ringlet-csp-meta',
  apply: 'build',
  transformIndexHtml: (): HtmlTagDescriptor[] => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
      injectTo: 'head-prepend',
    },
  ],
};

/** A page's script begins the engine and then imports the rest, which is fetched meanwhile. */
const preloadRest: Plugin = {
  name: 'ringlet-preload-rest',
  apply: 'build',
  transformIndexHtml: (_html, { bundle, chunk }): HtmlTagDescriptor[] => {
    const files = new Set(chunk?.dynamicImports);
    for (const file of files) {
      const part = bundle?.[file];
      if (part?.type === 'chunk') part.imports.forEach((imported) => files.add(imported));
    }
    chunk?.imports.forEach((file) => files.delete(file));
    return [...files].map((file) => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
      injectTo: 'head',
    }));
  },
};

const common = {
  base: './',
  server: { headers: isolationHeaders },
  worker: { format: 'es' as const },
};

const build = {
  outDir: here('../../dist'),
  target: 'es2022',
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
};

/** The pages, with hashed names. */
const pages = defineConfig({
  ...common,
  plugins: [cspMeta, preloadRest, wasmBeside(wasmFolders)],
  build: {
    ...build,
    emptyOutDir: true,
    rolldownOptions: { input: { index: here('../index.html'), embed: here('../embed.html') } },
  },
});

const elementTypes: Plugin = {
  name: 'ringlet-element-types',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'ringlet-playground.d.ts',
      source: readFileSync(here('../embed/playground.d.ts')),
    });
  },
};

/** Scripts that others name: each one file at the root of dist, importing nothing. */
const standalone = defineConfig({
  ...common,
  plugins: [elementTypes],
  build: {
    ...build,
    emptyOutDir: false,
    rolldownOptions: {
      input: { 'ringlet-playground': here('../embed/ringlet-playground.ts'), sw: here('../sw/sw.ts') },
      output: { entryFileNames: '[name].js' },
      preserveEntrySignatures: 'exports-only',
    },
  },
});

export default defineConfig(({ mode }) => (mode === 'standalone' ? standalone : pages));
