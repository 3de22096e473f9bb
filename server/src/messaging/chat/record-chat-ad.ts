import { moscowDay } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { countMessage } from '../../market/ads/ads.public.ts';
import { isInAdAudience, isOpenToMessages } from '../../market/ads/audience/ad-audience.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { LockedChat } from './lock-chat.ts';

interface ChatAd {
  chat: LockedChat;
  senderId: number;
  receiverId: number;
  boardId: number;
}

/**
 * Makes the ad that a message came from the subject of the chat, and counts the chat for the ad once a day. Returns the
 * id of the ad when the message has to carry its card: the subject changed, or both people see no message with the
 * card. Ads of other users, hidden ads and ads that one of the two is not shown are ignored. The caller has locked the chat.
 */
export async function recordChatAd({ clock }: Services, tx: Tx, about: ChatAd): Promise<number | null> {
  const { chat, senderId, receiverId, boardId } = about;
  const { rows } = await sql<{ owner_id: number }>`
    select a.owner_id from ads a
    where a.id = ${boardId} and a.owner_id in (${senderId}, ${receiverId}) and ${isOpenToMessages}
      and ${isInAdAudience(sql`${senderId}::bigint`)} and ${isInAdAudience(sql`${receiverId}::bigint`)}`.execute(tx);
  const [ad] = rows;
  if (ad === undefined) return null;
  const isNewSubject = chat.aboutAdId !== boardId;
  if (isNewSubject) await tx.updateTable('chats').set({ about_ad_id: boardId }).where('id', '=', chat.id).execute();
  if (ad.owner_id !== senderId) await countForAd(tx, chat.id, boardId, clock());
  return isNewSubject || !(await hasCard(tx, chat.id, boardId)) ? boardId : null;
}

async function countForAd(tx: Tx, chatId: number, adId: number, now: Date): Promise<void> {
  const counted = await tx
    .insertInto('chat_ad_days')
    .values({ chat_id: chatId, ad_id: adId, day: moscowDay(now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (counted.numInsertedOrUpdatedRows === 1n) await countMessage(tx, adId, now);
}

/** Served by messages_ad_cards. */
async function hasCard(tx: Tx, chatId: number, adId: number): Promise<boolean> {
  const { rows } = await sql`
    select from messages
    where chat_id = ${chatId} and card_kind = 'ad' and card_id = ${adId}
      and seq > (select max(cleared_seq) from chat_members where chat_id = ${chatId}) limit 1`.execute(tx);
  return rows.length > 0;
}
