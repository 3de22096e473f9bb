import { LinkifyIt } from 'linkify-it';

/** The same links that the server makes cards of: those with a scheme. */
const links = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false });

export interface TypedLink {
  url: string;
  /** As typed, without the scheme. */
  words: string;
}

export function findLink(text: string): TypedLink | null {
  const first = links.match(text)?.find(({ schema }) => schema === 'http:' || schema === 'https:');
  if (first === undefined || !URL.canParse(first.url)) return null;
  // Our own pages have cards of another kind.
  if (new URL(first.url).origin === window.location.origin) return null;
  return { url: first.url, words: first.text.replace(/^https?:\/\//i, '') };
}
