import { describeStoredObjects } from '../../files/media/stored-objects.public.ts';

export const CHAT_FILE_OBJECTS = describeStoredObjects({
  prefix: 'private/chat/',
  pattern: /^(private\/chat\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})(?:-\d+\.webp|\.bin)$/,
  table: 'chat_files',
  keyColumns: ['storage_key', 'poster_key'],
  lock: 'chat-files',
});

export const POSTER_WIDTH = 800;
