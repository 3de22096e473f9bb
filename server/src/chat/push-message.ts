import type { Tx } from '../database.ts';
import type { Services } from '../services.ts';

interface SentMessage {
  chatId: number;
  /** Its number in the dialog. */
  seq: number;
  receiverId: number;
  senderId: number;
  /** Where the receiver finds it. */
  folder: 'main' | 'requests' | 'declined';
  isSilent: boolean;
}

/** Push a message to the receiver's devices a moment later, unless an open page takes it until then. Within the sender's transaction. */
export async function pushMessage(
  _services: Pick<Services, 'queue' | 'clock'>,
  _tx: Tx,
  _message: SentMessage,
): Promise<void> {}
