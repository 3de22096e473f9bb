/** Under the folder that `/media` never hands out. */
export const CHAT_FILES_PREFIX = 'private/chat/';

/** The width of a poster that is kept. */
export const POSTER_WIDTH = 800;

/** What the objects of one content have in common. */
export const baseKeyOf = (sha256: string): string =>
  `${CHAT_FILES_PREFIX}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

export const widthKey = (baseKey: string, width: number): string => `${baseKey}-${width}.webp`;

/** Whatever it is, the store knows bytes: its type stands in the row. */
export const fileKey = (baseKey: string): string => `${baseKey}.bin`;

/** The base key of an object; undefined for what is none of ours. */
export const baseKeyFrom = (key: string): string | undefined =>
  /^(private\/chat\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})(?:-\d+\.webp|\.bin)$/.exec(key)?.[1];
