import { type Chat, type chatApi, PINNED_CHATS_MAX } from '@app/contract/messaging/chat';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { presentChats } from './list/present-chats.ts';
import { lockChat } from './lock-chat.ts';
import { publishChatEvent } from './publish-chat-event.ts';

type Change = BodyOf<typeof chatApi.change>;

export async function changeChat(
  services: Services,
  viewer: SignedInViewer,
  otherId: number,
  change: Change,
): Promise<Chat> {
  const { db } = services;
  await db.transaction().execute(async (tx) => {
    const chat = requireFound(await lockChat(tx, viewer.userId, otherId));
    if (change.pinned === 1) await requirePinRoom(tx, viewer.userId, chat.id);
    const values = toMemberColumns(change, services.clock());
    if (Object.keys(values).length === 0) return;
    await tx
      .updateTable('chat_members')
      .set(values)
      .where('chat_id', '=', chat.id)
      .where('user_id', '=', viewer.userId)
      .execute();
    await publishChatEvent(services, tx, viewer.userId, { type: 'chat_line', user_id: otherId });
  });
  return requireFound((await presentChats(services, viewer, [otherId])).get(otherId));
}

/** Archiving a chat removes its pin. */
function toMemberColumns({ pinned, archived, mute }: Change, now: Date) {
  return {
    ...(archived !== undefined && { is_archived: archived === 1 }),
    ...(pinned !== undefined && { pinned_at: pinned === 1 ? now : null }),
    ...(archived === 1 && { pinned_at: null }),
    ...(mute !== undefined && { muted_until: muteEnd(mute, now) }),
  };
}

function muteEnd(seconds: number | null, now: Date): Date | 'infinity' | null {
  if (seconds === null) return null;
  return seconds === 0 ? 'infinity' : new Date(now.getTime() + seconds * 1000);
}

/** Locks, so that simultaneous pins count each other. */
async function requirePinRoom(tx: Tx, userId: number, chatId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('pinned-chats', ${userId}))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from chat_members
    where user_id = ${userId} and chat_id <> ${chatId} and pinned_at is not null and shown_at is not null`.execute(tx);
  if ((rows[0]?.count ?? 0) >= PINNED_CHATS_MAX) throw new Failure('pins_full', { values: { max: PINNED_CHATS_MAX } });
}
