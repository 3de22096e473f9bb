import { MENTION_PATTERN, TAG_PATTERN } from '#contract/publishing/publications';

/** A piece of what an author wrote. */
export type PostWord =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; text: string; tag: string }
  | { kind: 'mention'; text: string; userId: number }
  | { kind: 'link'; text: string; url: string };

/** Addresses that are written out. What ends a sentence or closes a bracket is not theirs. */
const LINK = /(?<![\p{L}\p{N}_])(?:https?:\/\/|www\.)[^\s<>"«»]+/giu;
const TAIL = /[.,:;!?…'”’]+$/u;

interface Found {
  at: number;
  word: PostWord;
}

function trimmed(address: string): string {
  let text = address.replace(TAIL, '');
  while (text.endsWith(')') && !text.includes('(')) text = text.slice(0, -1).replace(TAIL, '');
  return text;
}

/** Links, `#tags` and `@logins` of people who are there; everything else is text. Read as the server reads them. */
export function postWords(text: string, mentions: Readonly<Record<string, number>>): PostWord[] {
  const found: Found[] = [];
  const isFree = (at: number, length: number): boolean =>
    found.every(({ at: other, word }) => at >= other + word.text.length || at + length <= other);
  for (const match of text.matchAll(LINK)) {
    const address = trimmed(match[0]);
    const url = /^www\./i.test(address) ? `https://${address}` : address;
    if (URL.canParse(url)) found.push({ at: match.index, word: { kind: 'link', text: address, url } });
  }
  for (const { 0: whole, 1: name = '', index } of text.matchAll(TAG_PATTERN)) {
    if (!/\p{L}/u.test(name) || !isFree(index, whole.length)) continue;
    found.push({ at: index, word: { kind: 'tag', text: whole, tag: tagOf(name) } });
  }
  const people = new Map(Object.entries(mentions).map(([login, id]) => [login.toLowerCase(), id]));
  for (const { 1: name = '', index } of text.matchAll(MENTION_PATTERN)) {
    // A full stop may belong to the login or to the sentence.
    const login = people.has(name.toLowerCase()) ? name : name.replace(/[.-]+$/, '');
    const userId = people.get(login.toLowerCase());
    if (userId === undefined || !isFree(index, login.length + 1)) continue;
    found.push({ at: index, word: { kind: 'mention', text: `@${login}`, userId } });
  }
  const words: PostWord[] = [];
  let from = 0;
  for (const { at, word } of found.toSorted((one, other) => one.at - other.at)) {
    if (at > from) words.push({ kind: 'text', text: text.slice(from, at) });
    words.push(word);
    from = at + word.text.length;
  }
  if (from < text.length) words.push({ kind: 'text', text: text.slice(from) });
  return words;
}

/** As the server keeps tags. */
const tagOf = (name: string): string => name.toLowerCase().replace(/ё/g, 'е');

export const searchAddress = (words: string): string => `/social/search?q=${encodeURIComponent(words)}`;
