import type { Chat, ChatCard, ChatPerson } from '@app/contract/messaging/chat';
import { isWithinAudience, NO_RELATIONSHIP } from '../../../people/relationships/relationship.public.ts';
import { bit } from '../../../platform/bit.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { texts } from '../../../platform/texts.ts';
import { presentChatFile } from '../../chat-files/present-chat-file.public.ts';
import { cardOf, findCards, kindOf, presentPerson, type Reader } from '../messages/present-messages.ts';
import { previewOf } from '../preview.ts';
import { type ChatRow, findChats } from './chats.queries.ts';

/**
 * Presents these chats as rows of the list, by the id of the other user. A chat that has not begun gives an empty row;
 * nonexistent users give none.
 */
export async function presentChats(
  services: Services,
  reader: Reader,
  otherIds: readonly number[],
): Promise<Map<number, Chat>> {
  return presentFoundChats(services, reader, await findChats(services.pool, reader.userId, otherIds));
}

export async function presentFoundChats(
  services: Services,
  reader: Reader,
  rows: readonly ChatRow[],
): Promise<Map<number, Chat>> {
  const cards = await findCards(services, reader, rows);
  return new Map(rows.map((row) => [row.other_id, presentChatRow(reader, row, cards)]));
}

function presentChatRow(reader: Reader, row: ChatRow, cards: ReadonlyMap<string, ChatCard>): Chat {
  const { muted_until } = row;
  return {
    user: presentOtherUser(reader, row),
    last_message: presentLastMessage(reader, row, cardOf(row, cards)),
    blocked: bit(row.is_blocked),
    may_write: bit(!row.is_gone && row.may_write !== null && isWithinAudience(row.may_write, relationshipOf(row))),
    folder: folderOf(row),
    unread: row.unread ?? 0,
    marked: bit(row.is_marked === true),
    pinned: bit(row.pinned_at !== null),
    muted: bit(muted_until !== null),
    muted_until: muted_until instanceof Date ? muted_until.toISOString() : null,
    draft: row.draft ?? '',
    delivered_seq: Math.max(row.delivered_seq ?? 0, row.read_seq ?? 0),
    read_seq: row.read_seq ?? 0,
    my_read_seq: row.my_read_seq ?? 0,
  };
}

const relationshipOf = (row: ChatRow) => ({
  ...NO_RELATIONSHIP,
  friendship: row.is_friend ? ('friend' as const) : ('' as const),
  isBlocked: row.is_blocked,
  hasBlocked: row.has_blocked,
});

/** A declined chat is not listed; when opened directly it is shown as a message request. */
function folderOf({ folder, is_archived }: ChatRow): Chat['folder'] {
  if (is_archived) return 'archive';
  return folder === 'requests' || folder === 'declined' ? 'requests' : 'main';
}

function presentOtherUser(reader: Reader, row: ChatRow): ChatPerson {
  const person = presentPerson(reader, { ...row, id: row.other_id });
  if (row.is_gone || row.see_online === null || !isWithinAudience(row.see_online, relationshipOf(row))) return person;
  return { ...person, online: bit(row.online), last_seen: row.last_seen?.toISOString() ?? null };
}

function presentLastMessage(reader: Reader, row: ChatRow, card: ChatCard | null): Chat['last_message'] {
  const { last_id, last_seq, last_kind, last_at } = row;
  if (last_id === null || last_seq === null || last_kind === null || last_at === null) return null;
  const files = (row.last_files ?? []).map(presentChatFile);
  const kind = kindOf(last_kind, row.last_content_kinds ?? []);
  const content = row.last_content ?? '';
  const isMine = row.last_sender_id === reader.userId;
  const shown = { kind, content, files, title: card?.title ?? '', cardKind: row.card_kind, isMine };
  return {
    id: last_id,
    seq: last_seq,
    mine: bit(isMine),
    ...(row.last_is_automatic === true && { automatic: 1 as const }),
    content,
    preview: previewOf(shown, texts, reader.lang),
    files: files.map(({ url }) => url),
    kind,
    timestamp: last_at.toISOString(),
  };
}
