import type { ChatFile } from '@app/contract/messaging/chat-files';
import { extensionOf } from '../../platform/formats/file-name.ts';
import { extensionFor } from './chat-file-kind.ts';
import type { ChatFileRow } from './chat-files.queries.ts';

/** A row as JSON, where times are texts. */
export type ChatFileJson = Omit<ChatFileRow, 'heard_at'> & { heard_at: string | null };

export const POSTER_NAME = 'poster.webp';

export function presentChatFile({ uid, widths, poster_key, heard_at, ...file }: ChatFileRow | ChatFileJson): ChatFile {
  const at = (last: string): string => `/media/chat/${uid}/${last}`;
  const base = { ...file, heard: heard_at === null ? 0 : 1 } as const;
  return file.kind === 'image'
    ? { ...base, url: at(`${widths.at(-1)}.webp`), preview: at(`${widths[0]}.webp`) }
    : { ...base, url: at(plainName(file)), preview: poster_key === null ? null : at(POSTER_NAME) };
}

/** A name of kind and extension for places where the user's file name must not appear, such as logged addresses. */
export function plainName({ kind, name, mime }: Pick<ChatFileRow, 'kind' | 'name' | 'mime'>): string {
  const own = /^\.([a-z0-9]{1,8})$/.exec(extensionOf(name).toLowerCase())?.[1];
  return `${kind}.${(kind === 'image' ? undefined : own) ?? extensionFor(mime)}`;
}
