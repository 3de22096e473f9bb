import { createReadStream } from 'node:fs';
import { CHAT_FILE_LIMITS, CHAT_FILE_MAX_BYTES } from '@app/contract/messaging/chat-files';
import type { Services } from '../../platform/domain/services.ts';
import { type FileHints, storeChatFile } from './store-chat-file.ts';

export interface DemoChatFile extends Omit<FileHints, 'name'> {
  path: string;
  name: string;
  ownerId: number;
  posterPath?: string;
}

export async function insertDemoChatFiles(services: Services, files: readonly DemoChatFile[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { path, posterPath, ownerId, ...hints } of files) {
    const file = await receive(services, path);
    const poster = posterPath === undefined ? undefined : await receive(services, posterPath);
    try {
      ids.push((await storeChatFile(services, ownerId, { file, poster, hints })).id);
    } finally {
      await services.media.quarantine.discard(file);
      if (poster) await services.media.quarantine.discard(poster);
    }
  }
  return ids;
}

const receive = ({ media }: Services, path: string) =>
  media.quarantine.receive(createReadStream(path), {
    kinds: ['any'],
    maxBytes: CHAT_FILE_MAX_BYTES.video,
    maxBytesOf: CHAT_FILE_LIMITS,
  });
