import { LinkifyIt } from 'linkify-it';
import { useState } from 'react';

/** The same links that the server makes cards of: those with a scheme. */
const links = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false });

interface TypedLink {
  url: string;
  /** As typed, without the scheme. */
  words: string;
}

function findLink(text: string): TypedLink | null {
  if (!text.includes('://')) return null;
  const first = links.match(text)?.find(({ schema }) => schema === 'http:' || schema === 'https:');
  if (first === undefined || !URL.canParse(first.url)) return null;
  // Our own pages have cards of another kind.
  if (new URL(first.url).origin === window.location.origin) return null;
  return { url: first.url, words: first.text.replace(/^https?:\/\//i, '') };
}

/** The link of the typed text whose page will be shown under the message, unless the writer leaves that out. */
export function useLinkCard(text: string) {
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const link = findLink(text);
  const isLeftOut = link !== null && link.url === leftOut;
  return {
    link: isLeftOut ? null : link,
    isLeftOut,
    leaveOut: (): void => setLeftOut(link?.url ?? null),
    reset: (): void => setLeftOut(null),
  };
}
