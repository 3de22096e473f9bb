import { LinkifyIt } from 'linkify-it';
import type { ReactNode } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import type { RootData } from '../../platform/root-data.ts';

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true });
const SAFE = /^(https?:|mailto:)/i;
const LARGE_MAX = 3;
const EMOJI =
  /(?:\p{Regional_Indicator}{2}|[\p{Emoji_Presentation}\u2600-\u27bf\u{1f000}-\u{1faff}](?:\ufe0f|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*)/gu;

/** Returns the number of emoji, or 0 when the text contains anything else or too many. */
export function largeEmoji(text: string): number {
  const words = text.trim();
  // One emoji may consist of a dozen code points, so longer texts are skipped.
  if (words === '' || words.length > 60) return 0;
  const count = words.match(EMOJI)?.length ?? 0;
  return count > 0 && count <= LARGE_MAX && words.replace(EMOJI, '').trim() === '' ? count : 0;
}

/** Links within this site open directly; other links lead through the warning page, unless a friend sent them. */
function addressOf(url: string, site: string, isTrusted: boolean): { to: string } | { href: string } {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // A path that begins with `//` would lead to another site.
  if (parsed !== null && URL.canParse(site) && parsed.origin === new URL(site).origin)
    return { to: parsed.pathname.replace(/^\/+/, '/') + parsed.search + parsed.hash };
  if (isTrusted || parsed?.protocol === 'mailto:') return { href: url };
  return { href: `/away?to=${encodeURIComponent(url)}` };
}

interface RichLinkProps {
  url: string;
  isTrusted: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function RichLink({ url, isTrusted, className = 'link', children }: RichLinkProps) {
  // The server and the browser have to agree which site this is.
  const site = useRouteLoaderData<RootData>('root')?.publicUrl ?? window.location.origin;
  const address = addressOf(url, site, isTrusted);
  if ('to' in address) {
    return (
      <Link to={address.to} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a href={address.href} className={className} target="_blank" rel="nofollow noopener noreferrer">
      {children}
    </a>
  );
}

export function RichText({ text, isTrusted }: { text: string; isTrusted: boolean }): ReactNode {
  const matches = linkify.match(text)?.filter(({ url }) => SAFE.test(url)) ?? [];
  if (matches.length === 0) return text;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { index, lastIndex, url, text: words } of matches) {
    if (index > from) parts.push(text.slice(from, index));
    parts.push(
      <RichLink key={index} url={url} isTrusted={isTrusted}>
        {words}
      </RichLink>,
    );
    from = lastIndex;
  }
  parts.push(text.slice(from));
  return parts;
}
