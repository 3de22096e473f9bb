import { randomBytes } from 'node:crypto';

/** Objects under this prefix are never served by `/media`. */
export const PUBLICATION_FILES_PREFIX = 'private/posts/';

/** Common key prefix of all objects of one content. */
export const baseKeyOf = (sha256: string): string =>
  `${PUBLICATION_FILES_PREFIX}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

/** A new random key per transcoding attempt. */
export const newRenditionKey = (): string => baseKeyOf(randomBytes(32).toString('hex'));

export const widthKey = (baseKey: string, width: number): string => `${baseKey}-${width}.webp`;

/** The store keeps bytes only; the content type is in the row. */
export const fileKey = (baseKey: string): string => `${baseKey}.bin`;

/** Parts of a video: `video`, `360`, `360-list` and so on. */
export const renditionKey = (baseKey: string, part: string): string => `${baseKey}-${part}.bin`;

/** The video made from an animated image. */
export const MOTION_PART = 'motion';

/** Undefined for a key outside this domain. */
export const baseKeyFrom = (key: string): string | undefined =>
  /^(private\/posts\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})(?:-\d+\.webp|(?:-[a-z0-9-]+)?\.bin)$/.exec(key)?.[1];
