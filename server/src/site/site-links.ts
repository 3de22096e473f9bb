import { brandStyle } from '@app/contract/platform/brand-colors';
import { HOST_PREFIX } from '@app/contract/platform/cookie-prefix';
import type { Lang } from '@app/contract/platform/languages';
import type { Site, SiteBrand, SiteLink } from '@app/contract/platform/page-host';
import { type SiteSettings, siteNameIn } from '@app/contract/platform/site-settings';
import type { Config } from '../platform/config.ts';

/** Computing the colors of a style takes a millisecond, and every page needs it. */
let latest = { color: '', style: '' };

function styleOf(color: string): string {
  if (latest.color !== color) latest = { color, style: color === '' ? '' : brandStyle(color) };
  return latest.style;
}

function brandOf({ logo, color, ...names }: SiteSettings, lang: Lang): { brand?: SiteBrand } {
  const name = siteNameIn(lang, names);
  if (logo === null && color === '' && name === '') return {};
  return { brand: { name, color, style: styleOf(color), logo } };
}

export function siteOf(
  { site, cookieNames, keepsInBrowsers }: Pick<Config, 'site' | 'cookieNames' | 'keepsInBrowsers'>,
  settings: SiteSettings,
  lang: Lang,
): Site {
  const present = (links: [string, string | undefined][]): SiteLink[] =>
    links.flatMap(([name, url]) => (url === undefined ? [] : [{ name, url }]));
  return {
    copyrightYears: site.copyrightYears,
    storeLinks: present([
      ['App Store', site.appStoreUrl],
      ['Google Play', site.googlePlayUrl],
    ]),
    socialLinks: present([
      ['Telegram', site.telegramUrl],
      ['ВКонтакте', site.vkUrl],
      ['YouTube', site.youtubeUrl],
    ]),
    ...(cookieNames !== 'plain' && { cookiePrefix: HOST_PREFIX }),
    ...(!keepsInBrowsers && { keepsNothing: true as const }),
    ...brandOf(settings, lang),
    ...(settings.city_id !== null &&
      settings.country_id !== null && { home: { city_id: settings.city_id, country_id: settings.country_id } }),
    ...(settings.registration !== 'open' && { registration: settings.registration }),
  };
}
