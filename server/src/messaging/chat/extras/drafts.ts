import { sql } from 'kysely';
import { requireKnownUser } from '../../../people/users/accounts.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { lockChat, lockOrCreateChat } from '../lock-chat.ts';
import { publishChatEvent } from '../publish-chat-event.ts';

export async function saveDraft(
  services: Services,
  { userId }: SignedInViewer,
  otherId: number,
  text: string,
): Promise<{ text: string }> {
  const { db } = services;
  if (otherId === userId) throw new Failure('not_found');
  await requireKnownUser(db, otherId);
  await db.transaction().execute(async (tx) => {
    const chat = text === '' ? await lockChat(tx, userId, otherId) : await lockOrCreateChat(tx, userId, otherId);
    if (chat === undefined) return;
    const changed = await tx
      .updateTable('chat_members')
      .set({ draft: text, draft_at: text === '' ? null : services.clock() })
      .where('chat_id', '=', chat.id)
      .where('user_id', '=', userId)
      .where('draft', '<>', text)
      .executeTakeFirst();
    if (changed.numUpdatedRows > 0n)
      await publishChatEvent(services, tx, userId, { type: 'chat_line', user_id: otherId });
  });
  return { text };
}

/**
 * Clears the sent draft, or an earlier state of it; text typed since stays. The caller has locked the chat; pages
 * receive the change with the message.
 */
export async function clearSentDraft(tx: Tx, chatId: number, senderId: number, content: string): Promise<void> {
  await sql`
    update chat_members set draft = '', draft_at = null
    where chat_id = ${chatId} and user_id = ${senderId} and draft <> '' and starts_with(${content}::text, draft)`.execute(
    tx,
  );
}
