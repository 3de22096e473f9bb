import { defineConfig } from 'vitest/config';

// The site's own Vite configuration stays out of this: React Router's plugin works for a whole site, not for one component.
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit+api',
          environment: 'node',
          include: ['{contract,server,scripts}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
