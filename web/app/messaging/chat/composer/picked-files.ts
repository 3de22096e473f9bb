import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import { MESSAGE_FILES_MAX } from '#contract/messaging/chat';
import { CHAT_FILE_MAX_BYTES } from '#contract/messaging/chat-files';

export interface RejectedFile {
  reason: 'full' | 'tooLarge' | 'empty';
  name: string;
  max: number;
}

const HEIC = /\.(heic|heif)$/i;

/** Returns the kind by the declared type. The server checks the content again. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): ChatFileKind {
  // SVG may contain scripts, so it is sent as a plain file.
  if (type === 'image/svg+xml') return 'file';
  if (type.startsWith('image/') || HEIC.test(name)) return 'image';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') ? 'audio' : 'file';
}

/**
 * Splits chosen files into accepted and rejected ones before any upload. Images are downscaled first, so their original
 * size does not count.
 */
export function pickFiles(files: readonly File[], maxCount: number): { accepted: File[]; rejected: RejectedFile[] } {
  const accepted: File[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of files) {
    const kind = kindOf(file);
    const max = kind === 'image' ? CHAT_FILE_MAX_BYTES.file : CHAT_FILE_MAX_BYTES[kind];
    if (file.size === 0) rejected.push({ reason: 'empty', name: file.name, max });
    else if (file.size > max) rejected.push({ reason: 'tooLarge', name: file.name, max });
    else if (accepted.length < maxCount) accepted.push(file);
    else if (!rejected.some(({ reason }) => reason === 'full'))
      rejected.push({ reason: 'full', name: file.name, max: MESSAGE_FILES_MAX });
  }
  return { accepted, rejected };
}
