import {
  MENTION_PATTERN,
  PUBLISH_MENTIONS_MAX,
  PUBLISH_TAGS_MAX,
  TAG_PATTERN,
} from '@app/contract/publishing/publications';

export const normalizeTag = (tag: string): string => tag.normalize('NFC').toLowerCase().replaceAll('ё', 'е');

/** Returns each tag once, in order. A number alone is no tag. */
export function parseTags(text: string): string[] {
  const tags = [...text.normalize('NFC').matchAll(TAG_PATTERN)].map(([, tag = '']) => normalizeTag(tag));
  return [...new Set(tags.filter((tag) => /\p{L}/u.test(tag)))].slice(0, PUBLISH_TAGS_MAX);
}

/** Possible logins as written; a trailing full stop may end the sentence or belong to the login: both are returned. */
export function parseMentions(text: string): string[] {
  const logins = [...text.matchAll(MENTION_PATTERN)].flatMap(([, login = '']) => {
    const plain = login.replace(/[.-]+$/, '');
    return plain === login || plain.length < 3 ? [login] : [plain, login];
  });
  return [...new Set(logins)].slice(0, PUBLISH_MENTIONS_MAX);
}
