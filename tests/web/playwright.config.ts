import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  testDir: here('.'),
  testMatch: '**/*.spec.ts',
  outputDir: here('../../build/test-results'),
  globalSetup: here('harness/build.ts'),
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  workers: 2,
  fullyParallel: true,
  projects: [
    { name: 'chromium', use: { browserName: 'chromium' } },
    { name: 'firefox', use: { browserName: 'firefox' } },
  ],
});
