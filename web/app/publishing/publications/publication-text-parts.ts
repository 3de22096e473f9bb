import { MENTION_PATTERN, TAG_PATTERN } from '#contract/publishing/publications';

export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; text: string; tag: string }
  | { kind: 'mention'; text: string; userId: number }
  | { kind: 'link'; text: string; url: string };

/** Written-out addresses, without punctuation that ends a sentence or closes a bracket. */
const LINK = /(?<![\p{L}\p{N}_])(?:https?:\/\/|www\.)[^\s<>"«»]+/giu;
const TAIL = /[.,:;!?…'”’]+$/u;

interface PlacedPart {
  at: number;
  part: TextPart;
}

function trimmed(address: string): string {
  let text = address.replace(TAIL, '');
  while (text.endsWith(')') && !text.includes('(')) text = text.slice(0, -1).replace(TAIL, '');
  return text;
}

/** Splits a text into links, `#tags`, `@logins` of existing users and plain text, by the same rules as the server. */
export function parsePublicationText(text: string, mentions: Readonly<Record<string, number>>): TextPart[] {
  const found: PlacedPart[] = [];
  const isFree = (at: number, length: number): boolean =>
    found.every(({ at: other, part }) => at >= other + part.text.length || at + length <= other);
  for (const match of text.matchAll(LINK)) {
    const address = trimmed(match[0]);
    const url = /^www\./i.test(address) ? `https://${address}` : address;
    if (URL.canParse(url)) found.push({ at: match.index, part: { kind: 'link', text: address, url } });
  }
  for (const { 0: whole, 1: name = '', index } of text.matchAll(TAG_PATTERN)) {
    if (!/\p{L}/u.test(name) || !isFree(index, whole.length)) continue;
    found.push({ at: index, part: { kind: 'tag', text: whole, tag: tagOf(name) } });
  }
  const people = new Map(Object.entries(mentions).map(([login, id]) => [login.toLowerCase(), id]));
  for (const { 1: name = '', index } of text.matchAll(MENTION_PATTERN)) {
    // A final full stop may belong to the login or to the sentence.
    const login = people.has(name.toLowerCase()) ? name : name.replace(/[.-]+$/, '');
    const userId = people.get(login.toLowerCase());
    if (userId === undefined || !isFree(index, login.length + 1)) continue;
    found.push({ at: index, part: { kind: 'mention', text: `@${login}`, userId } });
  }
  const parts: TextPart[] = [];
  let from = 0;
  for (const { at, part: word } of found.toSorted((one, other) => one.at - other.at)) {
    if (at > from) parts.push({ kind: 'text', text: text.slice(from, at) });
    parts.push(word);
    from = at + word.text.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

const tagOf = (name: string): string => name.toLowerCase().replace(/ё/g, 'е');

export const searchAddress = (query: string): string => `/social/search?q=${encodeURIComponent(query)}`;
