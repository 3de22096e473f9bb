import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findMemoryFolder } from './scripts/memory-folder.ts';
import { siteModules } from './web/vite-modules.ts';

const memory = findMemoryFolder();
// Workers, and the servers that tests start, inherit it.
if (memory) process.env.TMPDIR = memory;

const common = {
  // Generous: a test that polls ends as soon as its condition is true, however busy the machine is.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
  // On CI a failed test is tried once more, and `npm test` names every test that needed it: each is a defect to find.
  retry: process.env.CI === undefined ? 0 : 1,
};

// The site's own Vite configuration stays out of this: React Router's plugin works for a whole site, not for one component.
export default defineConfig({
  test: {
    // Three more than the cores of a machine: tests wait for PostgreSQL, for processes and for time.
    maxWorkers: Math.min(availableParallelism() + 3, 6),
    tags: [{ name: 'long', description: 'Runs in `npm run test:all`, and not in `npm test`.' }],
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          environment: 'node',
          include: ['{bench,contract,media-node,server,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.api.test.ts'],
          // Files share the process of their worker: modules are loaded once per worker, not once per file.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'api',
          environment: 'node',
          include: ['{bench,media-node,server}/**/*.api.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          isolate: false,
        },
      },
      {
        plugins: siteModules(),
        test: {
          ...common,
          // What of the site needs no window. A file of it that needs one ends with `.dom.test.ts`.
          name: 'logic',
          environment: 'node',
          include: ['web/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.dom.test.ts'],
          setupFiles: ['web/test/logic-setup.ts'],
          isolate: false,
        },
      },
      {
        plugins: siteModules(),
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          ...common,
          name: 'web',
          environment: 'happy-dom',
          // A new window for each file, and not a new process: that costs more than the tests in it.
          pool: 'vmThreads',
          include: ['web/**/*.test.tsx', 'web/**/*.dom.test.ts'],
          setupFiles: ['web/test/node-globals.ts', 'web/test/logic-setup.ts', 'web/test/setup.ts'],
        },
      },
    ],
  },
});
