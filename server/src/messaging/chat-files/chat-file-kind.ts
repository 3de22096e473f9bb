import { CHAT_FILE_MAX_BYTES, type ChatFileKind, VOICE_MAX_MS } from '@app/contract/messaging/chat-files';

const PLAYED: ReadonlyMap<string, { kind: 'video' | 'audio'; extension: string }> = new Map([
  ['video/mp4', { kind: 'video', extension: 'mp4' }],
  ['video/quicktime', { kind: 'video', extension: 'mov' }],
  ['video/webm', { kind: 'video', extension: 'webm' }],
  ['video/ogg', { kind: 'video', extension: 'ogv' }],
  ['audio/mpeg', { kind: 'audio', extension: 'mp3' }],
  ['audio/mp4', { kind: 'audio', extension: 'm4a' }],
  ['audio/aac', { kind: 'audio', extension: 'aac' }],
  ['audio/ogg', { kind: 'audio', extension: 'ogg' }],
  ['audio/wav', { kind: 'audio', extension: 'wav' }],
  ['audio/flac', { kind: 'audio', extension: 'flac' }],
  ['audio/webm', { kind: 'audio', extension: 'webm' }],
]);

/** Voice notes are recorded into containers that may also hold video. */
const RECORDED: ReadonlyMap<string, string> = new Map([
  ['video/webm', 'audio/webm'],
  ['video/mp4', 'audio/mp4'],
]);

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['text/plain', 'txt'],
]);

export interface ReceivedFile {
  mime: string;
  bytes: number;
}

export function kindOf(
  { mime, bytes }: ReceivedFile,
  { voice = 0, duration_ms = 0 }: { voice?: 0 | 1; duration_ms?: number },
): { kind: Exclude<ChatFileKind, 'image'>; mime: string } {
  const sound = RECORDED.get(mime) ?? mime;
  const fits = bytes <= CHAT_FILE_MAX_BYTES.voice && duration_ms <= VOICE_MAX_MS;
  if (voice === 1 && fits && PLAYED.get(sound)?.kind === 'audio') return { kind: 'voice', mime: sound };
  return { kind: PLAYED.get(mime)?.kind ?? 'file', mime };
}

export const extensionFor = (mime: string): string => PLAYED.get(mime)?.extension ?? EXTENSIONS.get(mime) ?? 'bin';
