import { domainToUnicode } from 'node:url';
import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { LinkCard } from '@app/contract/messaging/link-cards';

type LinkCardRow = Omit<LinkCard, 'host'>;

/** `photo` of the row is the key of the stored picture. */
export const presentLinkCard = ({ url, title, description, site_name, photo }: LinkCardRow): LinkCard => ({
  url,
  host: hostOf(url),
  title,
  description,
  site_name,
  photo: photo === null ? null : imageUrl(photo, IMAGE_SRC_WIDTH.avatar),
});

/**
 * Names below «.рф» and the like are shown in their letters. Below other endings foreign letters may imitate a name and
 * stay encoded, as in browsers.
 */
function hostOf(url: string): string {
  const host = new URL(url).hostname.replace(/^www\.|\.$/g, '');
  return /\.xn--[^.]+$/.test(host) ? domainToUnicode(host) || host : host;
}
