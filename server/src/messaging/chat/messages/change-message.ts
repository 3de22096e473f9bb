import { EDIT_HOURS, type Message, PINNED_MESSAGES_MAX, type REACTIONS } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { isFriend } from '../../../people/relationships/relationships.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import type { ContentKind } from '../chat.tables.ts';
import { findCardLink } from '../link-cards/find-card-link.ts';
import { queueLinkCard } from '../link-cards/queue-link-card.ts';
import { type Members, receivesChatEvents } from '../members.queries.ts';
import { publishChatEvent } from '../publish-chat-event.ts';
import { findContentKinds, findWarnings } from '../warnings.ts';
import { type LockedMessage, lockMessage } from './lock-message.ts';
import { carriesFiles } from './messages.queries.ts';
import { presentMessage } from './present-messages.ts';
import { hostOf } from './send-message.ts';

const HOUR_MS = 3_600_000;

type Change = (tx: Tx, held: Awaited<ReturnType<typeof lockMessage>>) => Promise<boolean>;

/** Changes one message for both users and publishes the change, unless `change` reports that nothing changed. */
async function changeMessage(services: Services, viewer: SignedInViewer, id: number, change: Change): Promise<Message> {
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockMessage(tx, viewer.userId, id);
    if (await change(tx, locked)) await publishMessageChangedEvent(services, tx, locked.members, id);
  });
  return presentMessage(services, viewer, id);
}

async function publishMessageChangedEvent(
  services: Services,
  tx: Tx,
  { mine, theirs }: Members,
  id: number,
): Promise<void> {
  await publishChatEvent(services, tx, mine.user_id, { type: 'chat_changed', user_id: theirs.user_id, id });
  if (receivesChatEvents(theirs))
    await publishChatEvent(services, tx, theirs.user_id, { type: 'chat_changed', user_id: mine.user_id, id });
}

/** Edits the user's own message; forwarded text cannot be edited. */
export function editMessage(services: Services, viewer: SignedInViewer, id: number, content: string): Promise<Message> {
  return changeMessage(services, viewer, id, async (tx, { message, members }) => {
    if (!isEditable(message, viewer.userId)) throw new Failure('not_found');
    if (content === message.content) return false;
    const now = services.clock();
    if (now.getTime() - message.created_at.getTime() > EDIT_HOURS * HOUR_MS) throw new Failure('edit_too_late');
    if (content === '' && !carriesFiles(message.content_kinds)) throw new Failure('message_empty');
    const kept = message.content_kinds.filter((what) => what !== 'link');
    const content_kinds = [...new Set<ContentKind>([...kept, ...findContentKinds(content, [], null)])];
    // An edit is checked again, so that a link added later does not avoid the warning.
    const isKnown = await isKnownSender(tx, members);
    const warnings = isKnown ? [] : findWarnings(content, hostOf(services));
    const link = isKnown ? findCardLink(services, content) : undefined;
    // The same link keeps its card, or stays without one where the sender left it out.
    const isSameLink = link !== undefined && link.key === findCardLink(services, message.content)?.key;
    await tx
      .updateTable('messages')
      .set({ content, content_kinds, warnings, edited_at: now, ...(!isSameLink && { link_key: link?.key ?? null }) })
      .where('id', '=', id)
      .execute();
    if (!isSameLink) await queueLinkCard(services, tx, { messageId: id, senderId: viewer.userId, linkKey: link?.key });
    return true;
  });
}

async function isKnownSender(tx: Tx, { mine, theirs }: Members): Promise<boolean> {
  if (theirs.is_accepted) return true;
  const { rows } = await sql<{ is_friend: boolean }>`
    select ${isFriend(sql`${mine.user_id}::bigint`, sql`${theirs.user_id}::bigint`)} as is_friend`.execute(tx);
  return rows[0]?.is_friend === true;
}

/** Messages with only a card and missed calls have no text to edit. */
function isEditable({ sender_id, kind, forwarded_from, card_kind, content }: LockedMessage, userId: number): boolean {
  const isCardAlone = card_kind !== null && content === '';
  return sender_id === userId && kind === 'message' && forwarded_from === null && !isCardAlone;
}

export function setReaction(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  reaction: (typeof REACTIONS)[number] | null,
): Promise<Message> {
  return changeMessage(services, viewer, id, async (tx) => {
    const mine = await tx
      .selectFrom('message_reactions')
      .select('reaction')
      .where('message_id', '=', id)
      .where('user_id', '=', viewer.userId)
      .executeTakeFirst();
    if ((mine?.reaction ?? null) === reaction) return false;
    await tx
      .deleteFrom('message_reactions')
      .where('message_id', '=', id)
      .where('user_id', '=', viewer.userId)
      .execute();
    if (reaction !== null) {
      const at = services.clock();
      await tx
        .insertInto('message_reactions')
        .values({ message_id: id, user_id: viewer.userId, reaction, at })
        .execute();
    }
    return true;
  });
}

export function pinMessage(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  isPinned: boolean,
): Promise<Message> {
  return changeMessage(services, viewer, id, async (tx, { chat, message }) => {
    if ((message.pinned_at !== null) === isPinned) return false;
    if (isPinned) {
      const { count } = await tx
        .selectFrom('messages')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('chat_id', '=', chat.id)
        .where('pinned_at', 'is not', null)
        .executeTakeFirstOrThrow();
      if (count >= PINNED_MESSAGES_MAX) throw new Failure('pins_full');
    }
    const pinned_at = isPinned ? services.clock() : null;
    await tx.updateTable('messages').set({ pinned_at }).where('id', '=', id).execute();
    return true;
  });
}
