import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { CardKind, ChatCard, ChatPerson, Message } from '@app/contract/messaging/chat';
import type { Lang } from '@app/contract/platform/languages';
import { bit } from '../../../platform/bit.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { texts } from '../../../platform/texts.ts';
import { presentChatFile } from '../../chat-files/present-chat-file.public.ts';
import { cardKey, presentCards } from '../cards/cards.ts';
import type { ContentKind } from '../chat.tables.ts';
import { presentLinkCard } from '../link-cards/present-link-card.ts';
import { findMessages, type MessageRow } from './messages.queries.ts';
import type { StoredText } from './send-plain.ts';

export interface Reader {
  userId: number;
  lang: Lang;
}

/**
 * Presents messages as this user sees them now, by id. Messages deleted for the user are missing; messages deleted for
 * both are marked.
 */
export async function presentMessages(
  services: Services,
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, Message>> {
  return presentFoundMessages(services, reader, await findMessages(services.pool, reader.userId, ids));
}

/** Presents one message; the caller has checked that the user can see the message. */
export async function presentMessage(services: Services, reader: Reader, id: number): Promise<Message> {
  const message = (await presentMessages(services, reader, [id])).get(id);
  if (message === undefined) throw new Error('A message disappeared inside a transaction');
  return message;
}

export async function getMessage(services: Services, reader: Reader, id: number): Promise<Message> {
  const message = (await presentMessages(services, reader, [id])).get(id);
  if (message === undefined || message.deleted === 1) throw new Failure('not_found');
  return message;
}

export async function presentFoundMessages(
  services: Services,
  reader: Reader,
  rows: readonly MessageRow[],
): Promise<Map<number, Message>> {
  const cards = await findCards(services, reader, rows);
  return new Map(rows.map((row) => [row.id, presentMessageRow(reader, row, cards)]));
}

interface Carrier {
  card_kind: CardKind | null;
  card_id: number | null;
}

export async function findCards(
  services: Services,
  reader: Reader,
  rows: readonly Carrier[],
): Promise<ReadonlyMap<string, ChatCard>> {
  const refs = rows.flatMap(({ card_kind: kind, card_id: id }) => (kind === null || id === null ? [] : [{ kind, id }]));
  return refs.length === 0 ? new Map() : presentCards(services, asViewer(reader), refs);
}

export function cardOf({ card_kind, card_id }: Carrier, cards: ReadonlyMap<string, ChatCard>): ChatCard | null {
  if (card_kind === null || card_id === null) return null;
  return cards.get(cardKey({ kind: card_kind, id: card_id })) ?? null;
}

function asViewer({ userId, lang }: Reader): SignedInViewer {
  return { userId, sessionId: 0, isStaff: false, isSuperuser: false, isPaid: false, lang, ip: '' };
}

interface PersonRow {
  id: number;
  firstname: string | null;
  lastname: string | null;
  photo: string | null;
  is_gone: boolean;
}

export function presentPerson({ lang }: Reader, row: PersonRow): ChatPerson {
  const { id, firstname, lastname, photo, is_gone } = row;
  if (is_gone) return { id, firstname: texts.t(lang, 'notifications.gone'), lastname: '', photo: null, deleted: 1 };
  return {
    id,
    firstname: firstname ?? '',
    lastname: lastname ?? '',
    photo: photo === null ? null : imageUrl(photo, IMAGE_SRC_WIDTH.avatar),
  };
}

/** Presents a plain text for its sender from the stored values, without a query. */
export function presentPlainText(
  reader: Reader,
  { content, key, hasLink, isSilent }: { content: string; key: string | null; hasLink: boolean; isSilent: boolean },
  { at, ...stored }: StoredText,
): Message {
  const row: Omit<MessageRow, 'reader_id' | 'chat_id' | 'other_id'> = {
    ...stored,
    kind: 'message',
    call_seconds: null,
    sender_id: reader.userId,
    is_gone: false,
    client_key: key,
    content,
    card_kind: null,
    card_id: null,
    link_card: null,
    content_kinds: hasLink ? ['link'] : [],
    files: null,
    warnings: [],
    is_silent: isSilent,
    is_automatic: false,
    pinned_at: null,
    created_at: at,
    edited_at: null,
    deleted_at: null,
    reply_to: null,
    reply: null,
    forwarded_from: null,
    forwarded_name: null,
    reactions: null,
    shows_heard: true,
  };
  return presentMessageRow(reader, row, new Map());
}

type Quoted = NonNullable<Message['reply']>['kind'];

export function kindOf(
  kind: MessageRow['kind'],
  contentKinds: readonly ContentKind[],
): Exclude<Quoted, 'gone'> | 'missed_call' | 'call' {
  if (kind !== 'message') return kind;
  const order = ['voice', 'photo', 'video', 'audio', 'file', 'card'] as const;
  return order.find((what) => contentKinds.includes(what)) ?? 'text';
}

const callOf = (user_id: number, seconds: number | null): NonNullable<Message['call']> => ({
  user_id,
  declined: bit(seconds === null),
  duration_s: seconds ?? 0,
});

function presentMessageRow(
  reader: Reader,
  row: Omit<MessageRow, 'reader_id' | 'chat_id' | 'other_id'> & Partial<Pick<MessageRow, 'other_id'>>,
  cards: ReadonlyMap<string, ChatCard>,
): Message {
  const attachments = (row.files ?? []).map(presentChatFile);
  const gone = texts.t(reader.lang, 'notifications.gone');
  return {
    id: row.id,
    seq: row.seq,
    kind: row.kind,
    user: presentPerson(reader, { ...row, id: row.sender_id }),
    mine: bit(row.sender_id === reader.userId),
    content: row.content,
    files: attachments.map(({ url }) => url),
    attachments: row.shows_heard ? attachments : attachments.map((file) => ({ ...file, heard: 0 })),
    timestamp: row.created_at.toISOString(),
    edited: row.edited_at?.toISOString() ?? null,
    deleted: bit(row.deleted_at !== null),
    pinned: bit(row.pinned_at !== null),
    silent: bit(row.is_silent),
    ...(row.is_automatic && { automatic: 1 as const }),
    reply: presentReply(row, gone),
    forwarded: row.forwarded_from === null ? null : { user_id: row.forwarded_from, name: row.forwarded_name ?? gone },
    card: cardOf(row, cards),
    ...(row.link_card !== null && { link_card: presentLinkCard(row.link_card) }),
    ...(row.kind === 'call' && row.other_id !== undefined && { call: callOf(row.other_id, row.call_seconds) }),
    reactions: (row.reactions ?? []).map(({ reaction, count, mine }) => ({
      reaction: reaction as Message['reactions'][number]['reaction'],
      count,
      mine: bit(mine),
    })),
    warnings: row.warnings as Message['warnings'],
    client_key: row.client_key,
  };
}

function presentReply({ reply_to, reply }: Pick<MessageRow, 'reply_to' | 'reply'>, gone: string): Message['reply'] {
  if (reply_to === null) return null;
  if (reply === null) return { id: reply_to, user_id: 0, name: '', content: '', kind: 'gone' };
  const kind = kindOf(reply.kind, reply.content_kinds);
  return {
    id: reply_to,
    user_id: reply.user_id,
    name: reply.name ?? gone,
    content: reply.content,
    kind: kind === 'missed_call' || kind === 'call' ? 'text' : kind,
  };
}
