import type { Config } from '../platform/config.ts';

interface SiteLink {
  name: string;
  url: string;
}

export function siteLinks({ site }: Config): {
  copyrightYears: string;
  storeLinks: SiteLink[];
  socialLinks: SiteLink[];
} {
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
