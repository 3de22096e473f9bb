import { isLang } from '@app/contract/platform/languages';
import type { FastifyInstance } from 'fastify';
import { requestLanguage } from '../platform/http/request-key.ts';
import { texts } from '../platform/texts.ts';

const ICONS = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
  { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
];

/** Serves the web manifest in the language of the page, which names it: browsers ask for manifests without cookies. */
export function registerManifest(app: FastifyInstance): void {
  app.get<{ Querystring: { lang?: string } }>(
    '/manifest.webmanifest',
    { config: { isStatic: true } },
    async ({ query, raw }, reply) => {
      const lang = isLang(query.lang) ? query.lang : requestLanguage(raw);
      const name = texts.t(lang, 'frame.name');
      return reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .header('vary', 'Accept-Language, Cookie')
        .send({
          id: '/',
          name,
          short_name: name,
          description: texts.t(lang, 'frame.tagline'),
          lang,
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: '#146c50',
          icons: ICONS,
        });
    },
  );
}
