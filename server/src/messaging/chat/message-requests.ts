import { type MessageRequestSender, NEW_CONTACTS_PER_DAY } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { isInAdAudience, isOpenToMessages } from '../../market/ads/audience/ad-audience.public.ts';
import { findRelationships, isFriend } from '../../people/relationships/relationships.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { isSignedIn, type Viewer } from '../../platform/http/viewer.ts';

const DAY_MS = 86_400_000;

export interface FirstMessage {
  senderId: number;
  receiverId: number;
  hasWritten: boolean;
  /** The receiver has written here or accepted the sender's message request. */
  isAccepted: boolean;
  folder: Folder;
  boardId: number | null;
}

type Folder = 'main' | 'requests' | 'declined';

export interface MessageRequestResult {
  folder: Folder;
  /** The receiver does not know the sender, so the message is checked for warnings. */
  isUnknownSender: boolean;
}

/**
 * Determines the receiver's folder of a message. The first message to an unknown user counts against the sender's daily
 * limit and fails when the limit is reached. The caller has locked the chat.
 */
export async function checkMessageRequestLimit(
  { clock }: Services,
  tx: Tx,
  message: FirstMessage,
): Promise<MessageRequestResult> {
  const { senderId, receiverId, hasWritten, isAccepted, folder, boardId } = message;
  if (isAccepted || (await areFriends(tx, senderId, receiverId))) return { folder: 'main', isUnknownSender: false };
  if (!hasWritten) await countNewContact(tx, senderId, receiverId, clock());
  if (folder === 'declined') return { folder, isUnknownSender: true };
  const isExpected =
    (hasWritten && folder === 'main') || (boardId !== null && (await hasOpenAd(tx, receiverId, senderId, boardId)));
  return { folder: isExpected ? 'main' : 'requests', isUnknownSender: true };
}

export async function areFriends(tx: Tx, oneId: number, otherId: number): Promise<boolean> {
  const { rows } = await sql<{ is_friend: boolean }>`
    select ${isFriend(sql`${oneId}::bigint`, sql`${otherId}::bigint`)} as is_friend`.execute(tx);
  return rows[0]?.is_friend === true;
}

/** Sellers expect messages from unknown users about their active ads, and answer those of a vacation later. */
async function hasOpenAd(tx: Tx, ownerId: number, readerId: number, adId: number): Promise<boolean> {
  const { rows } = await sql`
    select from ads a where a.id = ${adId} and a.owner_id = ${ownerId} and ${isOpenToMessages}
      and ${isInAdAudience(sql`${readerId}::bigint`)}`.execute(tx);
  return rows.length > 0;
}

/** Serialized per sender, so that simultaneous messages count each other. */
async function countNewContact(tx: Tx, senderId: number, recipientId: number, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('strangers', ${senderId}))`.execute(tx);
  const since = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<{ used: number; oldest: Date | null; is_known: boolean }>`
    select count(*) as used, min(at) as oldest, coalesce(bool_or(recipient_id = ${recipientId}), false) as is_known
    from first_contacts where sender_id = ${senderId} and at > ${since}`.execute(tx);
  const [day] = rows;
  if (day?.is_known) return;
  if (day !== undefined && day.used >= NEW_CONTACTS_PER_DAY) {
    const free = (day.oldest ?? now).getTime() + DAY_MS;
    throw new Failure('strangers_limit', {
      values: { max: NEW_CONTACTS_PER_DAY },
      retryAfter: Math.max(1, Math.ceil((free - now.getTime()) / 1000)),
    });
  }
  await sql`
    insert into first_contacts (sender_id, recipient_id, at) values (${senderId}, ${recipientId}, ${now})
    on conflict (sender_id, recipient_id) do update set at = excluded.at`.execute(tx);
}

export async function countNewContactsLeft(db: Db, userId: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<{ used: number }>`
    select count(*) as used from first_contacts where sender_id = ${userId} and at > ${since}`.execute(db);
  return Math.max(0, NEW_CONTACTS_PER_DAY - (rows[0]?.used ?? 0));
}

interface UnknownSenderRow {
  registered_at: Date;
  ads_count: number;
  rating_sum: number;
  rating_count: number;
  phone_country_iso: string;
  has_email: boolean;
  has_phone: boolean;
}

export async function findUnknownSenderCard(
  { db }: Services,
  viewer: Viewer,
  otherId: number,
): Promise<MessageRequestSender | undefined> {
  if (!isSignedIn(viewer)) return undefined;
  const [{ rows }, relationships] = await Promise.all([
    sql<UnknownSenderRow>`
      select registered_at, rating_sum, rating_count, phone_country_iso, email_verified_at is not null as has_email,
        phone_verified_at is not null as has_phone,
        (select count(*) from ads where owner_id = users.id and is_public) as ads_count
      from users where id = ${otherId} and status = 'active' and deleted_at is null`.execute(db),
    findRelationships(db, viewer, [otherId]),
  ]);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    registered: row.registered_at.toISOString(),
    mutual: relationships.get(otherId)?.mutual ?? 0,
    ads_count: row.ads_count,
    rating: row.rating_count === 0 ? null : row.rating_sum / row.rating_count,
    rating_count: row.rating_count,
    phone_country: row.phone_country_iso,
    verified: { email: row.has_email ? 1 : 0, phone: row.has_phone ? 1 : 0 },
  };
}
