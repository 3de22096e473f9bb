import { countDevices } from '../../../notifications/push/push.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/services.ts';
import type { MemberFolder } from '../chat.tables.ts';
import { pushMessageJob } from './push-message.job.ts';

interface SentMessage {
  chatId: number;
  /** Its number in the dialog. */
  seq: number;
  receiverId: number;
  senderId: number;
  /** Where the receiver finds it. */
  folder: MemberFolder;
  isSilent: boolean;
}

export const SECOND_MS = 1000;
/** An open page has so long to take it first. */
export const PAGES_FIRST_MS = 2 * SECOND_MS;

/**
 * Push a message to the receiver's devices a moment later, unless an open page takes it until then. What one dialog brings within a
 * second is one push. Within the sender's transaction.
 */
export async function pushMessage(
  { queue, clock }: Pick<Services, 'queue' | 'clock'>,
  tx: Tx,
  { chatId, seq, receiverId, senderId, folder, isSilent }: SentMessage,
): Promise<void> {
  if (isSilent || folder === 'declined' || (await countDevices(tx, receiverId)) === 0) return;
  const second = Math.floor(clock().getTime() / SECOND_MS);
  await queue.add(
    tx,
    pushMessageJob,
    { user_id: receiverId, from: { user_id: senderId, chat_id: chatId, seq } },
    { key: `${chatId}:${receiverId}:${second}`, runAt: new Date((second + 1) * SECOND_MS + PAGES_FIRST_MS) },
  );
}
