import { randomBytes } from 'node:crypto';

/** Under the folder that `/media` never hands out. */
export const RECORDINGS_PREFIX = 'private/streams/';

/** Of one segment as it came, or as browsers play it. */
export function newSegmentKey(): string {
  const name = randomBytes(32).toString('hex');
  return `${RECORDINGS_PREFIX}${name.slice(0, 2)}/${name}.bin`;
}

/** A key names one object; undefined for what is none of ours. */
export const segmentKeyFrom = (key: string): string | undefined =>
  /^private\/streams\/[0-9a-f]{2}\/[0-9a-f]{64}\.bin$/.test(key) ? key : undefined;
