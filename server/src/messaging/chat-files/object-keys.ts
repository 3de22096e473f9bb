/** `/media` never serves this folder. */
export const CHAT_FILES_PREFIX = 'private/chat/';

export const POSTER_WIDTH = 800;

export const baseKeyOf = (sha256: string): string =>
  `${CHAT_FILES_PREFIX}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

export const widthKey = (baseKey: string, width: number): string => `${baseKey}-${width}.webp`;

/** The content type is stored in the row, so all objects share one extension. */
export const fileKey = (baseKey: string): string => `${baseKey}.bin`;

export const baseKeyFrom = (key: string): string | undefined =>
  /^(private\/chat\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})(?:-\d+\.webp|\.bin)$/.exec(key)?.[1];
