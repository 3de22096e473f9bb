import { randomBytes } from 'node:crypto';

/** `/media` never serves this folder. */
export const RECORDINGS_PREFIX = 'private/streams/';

/** The key of one segment, as received or as packaged for browsers. */
export function newSegmentKey(): string {
  const name = randomBytes(32).toString('hex');
  return `${RECORDINGS_PREFIX}${name.slice(0, 2)}/${name}.bin`;
}

/** Returns undefined for keys that are not segment keys. */
export const segmentKeyFrom = (key: string): string | undefined =>
  /^private\/streams\/[0-9a-f]{2}\/[0-9a-f]{64}\.bin$/.test(key) ? key : undefined;
