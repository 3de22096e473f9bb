import { describeStoredObjects, fileKey } from '../../../files/media/stored-objects.public.ts';

/** Rows hold whole keys: a recording is one object. */
export const RECORDING_OBJECTS = describeStoredObjects({
  prefix: 'private/audio/',
  pattern: /^(private\/audio\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.bin)$/,
  table: 'recordings',
  keyColumns: ['storage_key'],
  lock: 'music',
});

export const audioKey = (sha256: string): string => fileKey(RECORDING_OBJECTS.baseKeyOf(sha256));
