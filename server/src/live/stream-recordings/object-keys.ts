import { randomBytes } from 'node:crypto';
import { describeStoredObjects, fileKey } from '../../files/media/stored-objects.public.ts';

const PREFIX = 'private/streams/';

/** Rows hold whole keys: a segment is one object, as received or as packaged for browsers. */
export const SEGMENT_OBJECTS = describeStoredObjects({
  prefix: PREFIX,
  pattern: /^(private\/streams\/[0-9a-f]{2}\/[0-9a-f]{64}\.bin)$/,
  table: 'stream_segments',
  keyColumns: ['storage_key', 'live_key'],
});

export function newSegmentKey(): string {
  const name = randomBytes(32).toString('hex');
  return fileKey(`${PREFIX}${name.slice(0, 2)}/${name}`);
}
