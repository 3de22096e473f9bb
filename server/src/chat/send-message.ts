import type { MessageDraft } from '@app/contract/chat';
import type { Tx } from '../database.ts';
import type { Services } from '../services.ts';

export interface Sent {
  id: number;
  /** It was sent before under this key; nothing was done now. */
  isRepeated: boolean;
}

/** Send a message as part of a transaction that has held nothing of a dialog yet. Throws what `chatApi.send` may refuse. */
export async function sendWithin(
  _services: Services,
  _tx: Tx,
  _senderId: number,
  _receiverId: number,
  _draft: MessageDraft,
): Promise<Sent> {
  throw new Error('not there yet');
}
