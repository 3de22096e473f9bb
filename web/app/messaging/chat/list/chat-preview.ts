import type { Chat } from '@app/contract/messaging/chat';
import { withoutMarks } from '@app/contract/messaging/message-marks';
import type { Text } from '../../../platform/texts.ts';
import type { Outgoing } from '../engine/chat-types.ts';

export function previewOf({ last_message: last }: Pick<Chat, 'last_message'>, t: Text<'chats'>): string {
  if (last === null) return t('chats.kind.none');
  const text = last.preview || (last.kind === 'text' ? '' : t(`chats.kind.${last.kind}`));
  if (last.automatic === 1) return t('chats.automatic', { text });
  return last.mine === 1 ? t('chats.you', { text }) : text;
}

/** Describes a message that has not been sent yet. */
export function gistOf({ content, files, cardKind }: Outgoing, t: Text<'chats'>): string {
  if (content !== '') return withoutMarks(content);
  const kind = files[0]?.kind;
  if (kind === undefined) return cardKind === undefined ? '' : t('chats.kind.card');
  return t(`chats.kind.${kind === 'image' ? 'photo' : kind}`);
}

export type Tick = 'sent' | 'delivered' | 'read';

/** Delivery state of the own last message; null when the last message is not the viewer's. */
export function tickOf({ last_message: last, delivered_seq, read_seq }: Chat): Tick | null {
  if (last === null || last.mine === 0 || last.kind === 'missed_call' || last.kind === 'call') return null;
  if (read_seq >= last.seq) return 'read';
  return delivered_seq >= last.seq ? 'delivered' : 'sent';
}
