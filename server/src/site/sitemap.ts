import type { FastifyInstance, FastifyReply } from 'fastify';
import { listPublicAdIds } from '../market/ads/ads.public.ts';
import { readNearby } from '../platform/database/standby/standby.ts';
import type { Services } from '../platform/domain/services.ts';
import { Failure } from '../platform/failure.ts';

/** Limit of the sitemaps.org protocol: 50,000 addresses per file. */
const IDS_PER_FILE = 50_000;
const STATIC_PAGES = [
  '/',
  '/agreement',
  '/policy',
  '/policy-business',
  '/consent',
  '/requisites',
  '/contacts',
  '/recommendations-rules',
  '/large-pages',
];
const CLOSED = ['/api/', '/auth', '/recovery', '/activation/', '/subscribe/', '/profile', '/sandbox/', '/dev/'];

/** Serves `robots.txt`, `sitemap.xml` (an index) and its parts: the static pages and all public ads. */
export function registerSitemap(app: FastifyInstance, { db, config }: Services): void {
  const { publicUrl } = config;

  app.get('/robots.txt', async (_request, reply) => {
    const lines = [
      'User-agent: *',
      ...CLOSED.map((path) => `Disallow: ${path}`),
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'));
  });

  app.get('/sitemap.xml', async (_request, reply) => {
    const { parts } = await readNearby(app.standby, () =>
      listPublicAdIds(db, { afterId: 0, limit: 1, countParts: IDS_PER_FILE }),
    );
    const files = ['pages', ...Array.from({ length: parts }, (_, i) => `ads-${i + 1}`)];
    const entries = files.map((file) => `<sitemap><loc>${publicUrl}/sitemap/${file}.xml</loc></sitemap>`);
    return sendXml(reply, 'sitemapindex', entries);
  });

  app.get('/sitemap/pages.xml', async (_request, reply) =>
    sendXml(
      reply,
      'urlset',
      STATIC_PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
    ),
  );

  // A part is a range of ids, so that it stays stable while ads come and go.
  app.get<{ Params: { part: string } }>('/sitemap/ads-:part.xml', async ({ params }, reply) => {
    const part = Number(params.part);
    if (!Number.isSafeInteger(part) || part < 1) throw new Failure('not_found');
    const range = { afterId: (part - 1) * IDS_PER_FILE, upToId: part * IDS_PER_FILE, limit: IDS_PER_FILE };
    const { ads } = await readNearby(app.standby, () => listPublicAdIds(db, range));
    const entries = ads.map(
      ({ id, changed_at }) =>
        `<url><loc>${publicUrl}/ad/${id}</loc><lastmod>${changed_at.toISOString()}</lastmod></url>`,
    );
    return sendXml(reply, 'urlset', entries);
  });
}

function sendXml(reply: FastifyReply, root: string, entries: readonly string[]): FastifyReply {
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</${root}>`,
    );
}
