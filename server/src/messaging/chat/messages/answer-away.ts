import { sql } from 'kysely';
import { findAwayAnswer } from '../../../market/seller-settings/seller-settings.public.ts';
import { mayContact } from '../../../people/relationships/relationships.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { MemberFolder } from '../chat.tables.ts';
import type { Member } from '../members.queries.ts';
import { publishChatEventToBoth } from '../publish-chat-event.ts';
import { pushMessage } from '../push/push-message.ts';
import { findContentKinds } from '../warnings.ts';
import { storeMessages } from './store-messages.ts';

interface AnsweredMessage {
  chatId: number;
  /** The number that the answer gets. */
  seq: number;
  buyer: Member;
  seller: Member;
  /** Where the seller has the message. */
  folder: MemberFolder;
}

/**
 * Sends the away answer of the seller whose ad the chat is about, once a day. Called for messages that people send, never
 * for an answer itself. The chat is locked, so that of two messages at once one is answered.
 */
export async function answerAway(
  services: Services,
  tx: Tx,
  { chatId, seq, buyer, seller, folder }: AnsweredMessage,
): Promise<void> {
  if (folder !== 'main') return;
  const now = services.clock();
  const answer = await findAwayAnswer(tx, seller.user_id, now);
  if (answer === undefined || !(await mayContact(tx, seller.user_id, buyer.user_id, 'write'))) return;
  if (!(await claimDay(tx, chatId, seller.user_id, answer.day))) return;
  const [id = 0] = await storeMessages(
    tx,
    {
      chat: { id: chatId, lastSeq: seq - 1, aboutAdId: null },
      members: { mine: seller, theirs: buyer },
      folder: 'main',
      now,
    },
    [
      {
        content: answer.text,
        contentKinds: findContentKinds(answer.text, [], null),
        warnings: [],
        isSilent: false,
        isAutomatic: true,
      },
    ],
  );
  await publishChatEventToBoth(services, tx, [buyer.user_id, seller.user_id], { type: 'chat_message', id });
  const push = { chatId, seq, receiverId: buyer.user_id, senderId: seller.user_id, isSilent: false };
  await pushMessage(services, tx, { ...push, folder: 'main' });
}

/** Returns whether the chat is about an ad of the seller and nothing was answered on this day. */
async function claimDay(tx: Tx, chatId: number, sellerId: number, day: string): Promise<boolean> {
  const { rows } = await sql`
    update chat_members me set away_answered_on = ${day} from chats c join ads a on a.id = c.about_ad_id
    where me.chat_id = ${chatId} and me.user_id = ${sellerId} and c.id = me.chat_id and a.owner_id = me.user_id
      and not a.is_external and a.archived_at is null and me.away_answered_on is distinct from ${day}::date
    returning me.user_id`.execute(tx);
  return rows.length > 0;
}
