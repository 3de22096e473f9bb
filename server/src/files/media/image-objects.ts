import { describeStoredObjects } from './stored-objects.public.ts';

export const IMAGE_OBJECTS = describeStoredObjects({
  prefix: '',
  pattern: /^([0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})-\d+\.webp$/,
  table: 'media_images',
  keyColumns: ['base_key'],
  lock: 'media',
});
