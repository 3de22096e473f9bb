import path from 'node:path';
import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';
import type { SiteSource } from './site.ts';

const WEB = path.resolve(import.meta.dirname, '../../../web');

/** `@lingui/core` reaches for it in development only, where Vite does not look ahead. */
const COMPILER_OF_TEXTS = [
  '@messageformat/parser',
  '@messageformat/date-skeleton',
  '@messageformat/date-skeleton/lib/options.js',
];

/** Serves the site from its sources with Vite, through the same server and port. */
export async function startDevSite(): Promise<SiteSource> {
  let vite: ViteDevServer;
  return {
    async attach(app: FastifyInstance) {
      vite = await createServer({
        root: WEB,
        configFile: path.join(WEB, 'vite.config.ts'),
        appType: 'custom',
        // A dependency that Vite discovers during a page load forces a reload, so it looks through all sources before.
        optimizeDeps: {
          entries: ['app/**/*.{ts,tsx}', '!**/*.test.*'],
          include: COMPILER_OF_TEXTS,
        },
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      await app.register(middie);
      app.use(vite.middlewares);
      app.addHook('onClose', () => vite.close());
    },
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>,
  };
}
