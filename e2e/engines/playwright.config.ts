import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { productUrl } from '../support/product.ts';
import { ENGINES, missingEngines } from './find-engines.ts';

const json = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;
const missing = missingEngines();

/** Journeys in engines other than Chromium: each project is an engine, a missing one is left out and named by `npm run engines`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.engine.ts',
  outputDir: path.join(import.meta.dirname, '../test-results/engines'),
  globalSetup: './engine-setup.ts',
  // The relay collects the complaints of one journey at a time.
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Nobody waits for these: a slow machine may take its time.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./skipped-reporter.ts'], ...(json ? [['json', { outputFile: json }] as const] : [])],
  use: { baseURL: await productUrl() },
  projects: ENGINES.filter((engine) => !missing.includes(engine)).map((name) => ({ name })),
});
