import {
  MENTION_PATTERN,
  PUBLISH_MENTIONS_MAX,
  PUBLISH_TAGS_MAX,
  TAG_PATTERN,
} from '@app/contract/publishing/publications';

/** A tag as it is kept and compared: lower case, ё as е. */
export const normalizeTag = (tag: string): string => tag.normalize('NFC').toLowerCase().replaceAll('ё', 'е');

/** The tags of a text, each once, in their order. A number alone is none. */
export function parseTags(text: string): string[] {
  const tags = [...text.normalize('NFC').matchAll(TAG_PATTERN)].map(([, tag = '']) => normalizeTag(tag));
  return [...new Set(tags.filter((tag) => /\p{L}/u.test(tag)))].slice(0, PUBLISH_TAGS_MAX);
}

/** What may be logins in a text, as they are written: a full stop after one belongs to the sentence, unless it does not. */
export function parseMentions(text: string): string[] {
  const logins = [...text.matchAll(MENTION_PATTERN)].flatMap(([, login = '']) => {
    const plain = login.replace(/[.-]+$/, '');
    return plain === login || plain.length < 3 ? [login] : [plain, login];
  });
  return [...new Set(logins)].slice(0, PUBLISH_MENTIONS_MAX);
}
