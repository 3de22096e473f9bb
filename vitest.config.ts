import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { siteModules } from './web/vite-modules.ts';

// Generous, because a test that waits for a condition ends as soon as it holds, however busy the machine.
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
  // A shared machine may stand still for a minute: there a test has a second try, and `npm test` names who needed it.
  retry: process.env.CI === undefined ? 0 : 1,
};

// The site's own Vite configuration stays out of this: React Router's plugin works for a whole site, not for one component.
export default defineConfig({
  test: {
    // One more than the two cores of a small machine: tests wait for PostgreSQL, for processes and for time.
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    projects: [
      {
        test: {
          ...PATIENCE,
          name: 'unit+api',
          environment: 'node',
          include: ['{contract,server,scripts}/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        plugins: siteModules(),
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          ...PATIENCE,
          name: 'web',
          environment: 'happy-dom',
          // A new window for each file, and not a new process: that costs more than the tests in it.
          pool: 'vmThreads',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test/node-globals.ts', 'web/test/setup.ts'],
        },
      },
    ],
  },
});
