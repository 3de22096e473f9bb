import type { Message } from '@app/contract/messaging/chat';
import { nameOf } from '../name-of.ts';

type Quote = NonNullable<Message['reply']>;

export function quoteOf(message: Message): Quote {
  const { id, user, content } = message;
  return { id, user_id: user.id, name: nameOf(user), content, kind: quoteKindOf(message) };
}

export function quoteKindOf({ content, attachments, card }: Message): Quote['kind'] {
  const kind = attachments[0]?.kind;
  if (content !== '' || (kind === undefined && card === null)) return 'text';
  if (kind === undefined) return 'card';
  return kind === 'image' ? 'photo' : kind;
}
