import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import { MESSAGE_FILES_MAX } from '#contract/messaging/chat';
import { CHAT_FILE_MAX_BYTES } from '#contract/messaging/chat-files';

/** Why a file was left out; the names are those of the texts. */
export interface RejectedFile {
  reason: 'full' | 'tooLarge' | 'empty';
  name: string;
  max: number;
}

const HEIC = /\.(heic|heif)$/i;

/** What a file says it is. The server looks at its bytes again. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): ChatFileKind {
  // A drawing is a document with code in it, not a picture.
  if (type === 'image/svg+xml') return 'file';
  if (type.startsWith('image/') || HEIC.test(name)) return 'image';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') ? 'audio' : 'file';
}

/**
 * Sort chosen files into those that a message may take and those it may not, before a byte is sent. Pictures are made smaller first, so
 * theirs is not the size that counts.
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
