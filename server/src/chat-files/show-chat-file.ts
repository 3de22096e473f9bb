import type { ChatFile } from '@app/contract/chat-files';
import type { ShownRow } from './chat-files.queries.ts';
import { cutName } from './file-name.ts';

/** The name in an address is for people only: any other leads to the same file. */
const NAME_IN_ADDRESS_MAX = 60;
export const POSTER_NAME = 'poster.webp';

/** A file as its readers see it. */
export function showChatFile({ uid, widths, poster_key, heard_at, ...file }: ShownRow): ChatFile {
  const at = (last: string): string => `/media/chat/${uid}/${encodeURIComponent(last)}`;
  const shown = { ...file, heard: heard_at === null ? 0 : 1 } as const;
  if (file.kind === 'image') {
    return { ...shown, url: at(`${widths.at(-1)}.webp`), preview: at(`${widths[0]}.webp`) };
  }
  const last = file.name === POSTER_NAME ? 'file' : cutName(file.name, NAME_IN_ADDRESS_MAX);
  return { ...shown, url: at(last), preview: poster_key === null ? null : at(POSTER_NAME) };
}
