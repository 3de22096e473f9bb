import { randomBytes } from 'node:crypto';
import { describeStoredObjects } from '../../files/media/stored-objects.public.ts';

export const PUBLICATION_FILE_OBJECTS = describeStoredObjects({
  prefix: 'private/posts/',
  pattern: /^(private\/posts\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})(?:-\d+\.webp|(?:-[a-z0-9-]+)?\.bin)$/,
  table: 'post_files',
  keyColumns: ['storage_key', 'rendition_key', 'poster_key'],
  lock: 'post-files',
});

/** A new random key per transcoding attempt. */
export const newRenditionKey = (): string => PUBLICATION_FILE_OBJECTS.baseKeyOf(randomBytes(32).toString('hex'));

/** Parts of a video: `video`, `360`, `360-list` and so on. */
export const renditionKey = (baseKey: string, part: string): string => `${baseKey}-${part}.bin`;

export const MOTION_PART = 'motion';
