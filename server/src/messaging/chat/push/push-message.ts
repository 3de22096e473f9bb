import { countDevices } from '../../../notifications/push/push.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { MemberFolder } from '../chat.tables.ts';
import { pushMessageJob } from './push-message.job.ts';

interface SentMessage {
  chatId: number;
  seq: number;
  receiverId: number;
  senderId: number;
  folder: MemberFolder;
  isSilent: boolean;
}

export const SECOND_MS = 1000;
/** Milliseconds that an open page has to mark the message as read before it is pushed. */
export const PAGES_FIRST_MS = 2 * SECOND_MS;

/** Queues a push of the message in the sender's transaction. Messages of one chat within a second become one push. */
export async function pushMessage(
  { queue, clock }: Services,
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
