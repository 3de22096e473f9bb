import { randomBytes } from 'node:crypto';

/** Objects under this prefix are never served by `/media`. */
export const PUBLICATION_FILES_PREFIX = 'private/posts/';

export const baseKeyOf = (sha256: string): string =>
  `${PUBLICATION_FILES_PREFIX}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

/** A new random key per transcoding attempt. */
export const newRenditionKey = (): string => baseKeyOf(randomBytes(32).toString('hex'));

export const widthKey = (baseKey: string, width: number): string => `${baseKey}-${width}.webp`;

export const fileKey = (baseKey: string): string => `${baseKey}.bin`;

/** Parts of a video: `video`, `360`, `360-list` and so on. */
export const renditionKey = (baseKey: string, part: string): string => `${baseKey}-${part}.bin`;

export const MOTION_PART = 'motion';

export const baseKeyFrom = (key: string): string | undefined =>
  /^(private\/posts\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})(?:-\d+\.webp|(?:-[a-z0-9-]+)?\.bin)$/.exec(key)?.[1];
