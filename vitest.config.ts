import { defineConfig } from 'vitest/config';
import { siteModules } from './web/vite-modules.ts';

// Generous, because a test that waits for a condition ends as soon as it holds, however busy the machine.
const PATIENCE = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } };

// The site's own Vite configuration stays out of this: React Router's plugin works for a whole site, not for one component.
export default defineConfig({
  test: {
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
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test/setup.ts'],
        },
      },
    ],
  },
});
