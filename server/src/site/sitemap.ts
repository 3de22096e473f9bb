import type { FastifyInstance } from 'fastify';
import { listPublicAdIds } from '../ads/ads.public.ts';
import { Failure } from '../platform/failure.ts';
import type { Services } from '../services.ts';

/** The protocol of sitemaps.org allows 50,000 addresses a file. */
const ADDRESSES_PER_FILE = 50_000;
const STATIC_PAGES = ['/', '/agreement', '/policy', '/consent', '/requisites', '/contacts'];

/** `robots.txt`, `sitemap.xml` (an index) and its parts: the static pages and every public ad. */
export function registerSitemap(app: FastifyInstance, services: Services): void {
  const { publicUrl } = services.config;
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          'Disallow: /api/',
          'Disallow: /auth',
          'Disallow: /recovery',
          'Disallow: /activation/',
          'Disallow: /subscribe/',
          'Disallow: /dev/',
          'Allow: /',
          `Sitemap: ${publicUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const parts = await listPublicAdIds(services.db, { afterId: 0, limit: 1, countParts: ADDRESSES_PER_FILE });
    const files = ['pages', ...Array.from({ length: parts.parts }, (_, i) => `ads-${i + 1}`)];
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files
          .map((file) => `<sitemap><loc>${publicUrl}/sitemap-${file}.xml</loc></sitemap>`)
          .join('')}</sitemapindex>`,
      );
  });
}
