import { LinkifyIt } from 'linkify-it';
import type { ReactNode } from 'react';
import { RichLink } from './rich-link.tsx';

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true });
const SAFE = /^(https?:|mailto:)/i;

export function LinkedText({ text, isTrusted }: { text: string; isTrusted: boolean }): ReactNode {
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
