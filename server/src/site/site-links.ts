import type { Site, SiteLink } from '@app/contract/platform/page-host';
import type { Config } from '../platform/config.ts';

export function siteLinks({ site }: Config): Site {
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
  };
}
