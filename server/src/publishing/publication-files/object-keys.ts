import { randomBytes } from 'node:crypto';

/** Under the folder that `/media` never hands out. */
export const PUBLICATION_FILES_PREFIX = 'private/posts/';

/** What the objects of one content have in common. */
export const baseKeyOf = (sha256: string): string =>
  `${PUBLICATION_FILES_PREFIX}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

/** Of one try at making a video. */
export const newRenditionKey = (): string => baseKeyOf(randomBytes(32).toString('hex'));

export const widthKey = (baseKey: string, width: number): string => `${baseKey}-${width}.webp`;

/** Whatever it is, the store knows bytes: its type stands with its name. */
export const fileKey = (baseKey: string): string => `${baseKey}.bin`;

/** What was made of a video: `video`, `360`, `360-list` and so on. */
export const renditionKey = (baseKey: string, part: string): string => `${baseKey}-${part}.bin`;

/** The film of a photo that moves. */
export const MOTION_PART = 'motion';

/** The base key of an object; undefined for what is none of ours. */
export const baseKeyFrom = (key: string): string | undefined =>
  /^(private\/posts\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})(?:-\d+\.webp|(?:-[a-z0-9-]+)?\.bin)$/.exec(key)?.[1];
