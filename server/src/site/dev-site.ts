import path from 'node:path';
import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';
import type { SiteSource } from './site.ts';

const WEB = path.resolve(import.meta.dirname, '../../../web');

const DEPENDENCIES = [
  '@lingui/core',
  '@mantine/core',
  '@mantine/notifications',
  'react',
  'react-dom',
  'react-dom/client',
  'react-router',
  'react-router/dom',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'yet-another-react-lightbox',
  'yet-another-react-lightbox/plugins/counter',
  'zod',
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
        // A dependency that Vite discovers during a page load forces a reload, so all are listed in advance.
        optimizeDeps: { include: DEPENDENCIES, exclude: ['@tabler/icons-react'] },
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      await app.register(middie);
      app.use(vite.middlewares);
      app.addHook('onClose', () => vite.close());
    },
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>,
  };
}
