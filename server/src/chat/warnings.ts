import type { Message } from '@app/contract/chat';
import type { ChatFileKind } from '@app/contract/chat-files';

export type Warning = Message['warnings'][number];
/** What a message carries besides words: `messages.carries`. */
export type Carried = 'photo' | 'video' | 'audio' | 'voice' | 'file' | 'link' | 'card';

/** Why a text from a stranger wants care. `ownHost`: links there lead nowhere else. */
export function findWarnings(_content: string, _ownHost: string): Warning[] {
  return [];
}

/** What a message carries besides words. */
export function carriesOf(
  _content: string,
  _files: readonly { kind: ChatFileKind }[],
  _card: string | null,
): Carried[] {
  return [];
}
