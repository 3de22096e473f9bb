import { sql } from 'kysely';
import { countMessage } from '../../market/ads/ads.public.ts';
import { moscowDay } from '../../people/users/phone-reveals.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';

interface ChatAd {
  chatId: number;
  senderId: number;
  receiverId: number;
  boardId: number;
}

/**
 * A message came from an ad: the dialog is about it from now on, and its owner's graph counts the dialog once a day. An ad of nobody
 * here, or one that is not to be seen, changes nothing. Call it while the dialog is held.
 */
export async function recordChatAd({ clock }: Pick<Services, 'clock'>, tx: Tx, about: ChatAd): Promise<void> {
  const { chatId, senderId, receiverId, boardId } = about;
  const { rows } = await sql<{ owner_id: number }>`
    select owner_id from ads
    where id = ${boardId} and owner_id in (${senderId}, ${receiverId}) and is_public`.execute(tx);
  const [ad] = rows;
  if (ad === undefined) return;
  await tx
    .updateTable('chats')
    .set({ about_ad_id: boardId })
    .where('id', '=', chatId)
    .where('about_ad_id', 'is distinct from', boardId)
    .execute();
  if (ad.owner_id === senderId) return;
  const now = clock();
  const counted = await tx
    .insertInto('chat_ad_days')
    .values({ chat_id: chatId, ad_id: boardId, day: moscowDay(now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (counted.numInsertedOrUpdatedRows === 1n) await countMessage(tx, boardId, now);
}
