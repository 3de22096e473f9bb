import { DEFAULT_COLOR } from '@app/contract/platform/brand-colors';
import { isLang } from '@app/contract/platform/languages';
import { type LogoFile, logoUrl } from '@app/contract/platform/site-logo';
import type { SiteLogo } from '@app/contract/platform/site-settings';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/domain/services.ts';
import { requestLanguage } from '../platform/http/request/request-key.ts';
import { siteSettingsOf } from '../platform/site-settings/site-settings.public.ts';
import { texts } from '../platform/texts.ts';

const ICONS = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
  { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
];

function iconsOf(logo: SiteLogo): object[] {
  const icon = (file: LogoFile, side: number) => ({
    src: logoUrl(logo, file),
    type: 'image/png',
    sizes: `${side}x${side}`,
  });
  return [icon('icon-192', 192), icon('icon-512', 512), { ...icon('maskable-512', 512), purpose: 'maskable' }];
}

/** Serves the web manifest in the language of the page, which names it: browsers ask for manifests without cookies. */
export function registerManifest(app: FastifyInstance, services: Services): void {
  const siteSettings = siteSettingsOf(services);
  app.get<{ Querystring: { lang?: string } }>(
    '/manifest.webmanifest',
    { config: { isStatic: true } },
    async ({ query, raw }, reply) => {
      const lang = isLang(query.lang) ? query.lang : requestLanguage(raw);
      const { version, settings } = siteSettings.get();
      const named = texts.named(settings);
      const name = named.t(lang, 'frame.name');
      return reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', version === 0 ? 'public, max-age=3600' : 'no-cache')
        .header('vary', 'Accept-Language, Cookie')
        .send({
          id: '/',
          name,
          short_name: settings.short_name || name,
          description: named.t(lang, 'frame.tagline'),
          lang,
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: settings.color || DEFAULT_COLOR,
          icons: settings.logo === null ? ICONS : iconsOf(settings.logo),
        });
    },
  );
}
