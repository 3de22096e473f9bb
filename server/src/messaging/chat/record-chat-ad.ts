import { sql } from 'kysely';
import { countMessage } from '../../market/ads/ads.public.ts';
import { moscowDay } from '../../people/users/phone-reveals.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';

interface ChatAd {
  chatId: number;
  senderId: number;
  receiverId: number;
  boardId: number;
}

/**
 * Links the chat to the ad that a message came from, and counts the chat for the ad once a day. Ads of other users and
 * hidden ads are ignored. The caller has locked the chat.
 */
export async function recordChatAd({ clock }: Services, tx: Tx, about: ChatAd): Promise<void> {
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
