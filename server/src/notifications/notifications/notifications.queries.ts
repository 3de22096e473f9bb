import type { NotificationKind } from '@app/contract/notifications/notifications';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { NotificationDetails } from './notifications.tables.ts';

export interface NotificationRow {
  id: number;
  kind: NotificationKind;
  link: string;
  details: NotificationDetails;
  event_count: number;
  people: number;
  board_id: number | null;
  created_at: Date;
  read_at: Date | null;
  actor_id: number | null;
  firstname: string | null;
  lastname: string | null;
  photo: string | null;
  is_actor_gone: boolean | null;
  can_answer: boolean;
  /** Zone of the reader. */
  time_zone: string | null;
}

interface ListOptions {
  size: number;
  offset: number;
  beforeId?: number | undefined;
}

function selectNotifications(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('notifications as n')
    .leftJoin('users as u', 'u.id', 'n.actor_id')
    .leftJoin('notification_settings as s', 's.user_id', 'n.user_id')
    .leftJoin('media_images as i', 'i.id', 'u.photo_image_id')
    .select([
      'n.id',
      'n.kind',
      'n.link',
      'n.details',
      'n.event_count',
      sql<number>`cardinality(n.actor_ids)`.as('people'),
      'n.board_id',
      'n.created_at',
      'n.read_at',
      'n.actor_id',
      's.time_zone',
      'u.firstname',
      'u.lastname',
      // The picture of an actor who blocked the reader is hidden.
      sql<
        string | null
      >`case when not exists (select from blocks b where b.user_id = n.actor_id and b.blocked_id = n.user_id)
        then i.base_key end`.as('photo'),
      sql<boolean | null>`u.deleted_at is not null or u.status = 'suspended'`.as('is_actor_gone'),
      sql<boolean>`n.kind = 'friend_request' and cardinality(n.actor_ids) = 1 and exists (
        select from friend_requests r where r.from_id = n.actor_id and r.to_id = n.user_id and r.hidden_at is null
      )`.as('can_answer'),
    ])
    .where('n.user_id', 'in', userIds)
    .orderBy('n.id', 'desc');
}

export function listNotifications(
  db: Db,
  userId: number,
  { size, offset, beforeId }: ListOptions,
): Promise<NotificationRow[]> {
  return selectNotifications(db, [userId])
    .$if(beforeId !== undefined, (query) => query.where('n.id', '<', beforeId ?? 0))
    .limit(size)
    .offset(offset)
    .execute();
}

/** Returns only notifications of these users, whatever ids are requested. */
export function listNotificationsById(
  db: Db,
  userIds: readonly number[],
  ids: readonly number[],
): Promise<NotificationRow[]> {
  return selectNotifications(db, userIds).where('n.id', 'in', ids).execute();
}

export async function countNotifications(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns how many rows this call marked; rows read by a concurrent call are not counted. */
export async function markRead(db: Db, userId: number, which: { ids: number[] } | { upTo: number }, now: Date) {
  // Locked in id order, so that two devices that mark the same rows cannot deadlock.
  const waiting = db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where((is) => ('ids' in which ? is('id', 'in', which.ids) : is('id', '<=', which.upTo)))
    .orderBy('id')
    .forUpdate();
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('id', 'in', waiting)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface NotificationKey {
  userId: number;
  key: string;
}

export async function claimKeys(tx: Tx | Db, keys: readonly NotificationKey[], now: Date): Promise<NotificationKey[]> {
  if (keys.length === 0) return [];
  const rows = await tx
    .insertInto('notification_keys')
    .values(keys.map(({ userId, key }) => ({ user_id: userId, key, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['user_id', 'key'])
    .execute();
  return rows.map((row) => ({ userId: row.user_id, key: row.key }));
}

export interface NewNotification {
  userId: number;
  kind: NotificationKind;
  actorId: number | null;
  actorIds: readonly number[];
  boardId: number | null;
  link: string;
  details: NotificationDetails;
  groupKey: string | null;
  events: number;
}

/** Inserts notifications; one whose group has an unread row is merged into that row, which moves to the top. */
export async function insertNotifications(
  tx: Tx | Db,
  notifications: readonly NewNotification[],
  now: Date,
): Promise<{ id: number; user_id: number; kind: NotificationKind }[]> {
  if (notifications.length === 0) return [];
  return tx
    .insertInto('notifications')
    .values(
      notifications.map((notification) => ({
        user_id: notification.userId,
        kind: notification.kind,
        actor_id: notification.actorId,
        actor_ids: [...notification.actorIds],
        board_id: notification.boardId,
        link: notification.link,
        details: JSON.stringify(notification.details),
        group_key: notification.groupKey,
        event_count: notification.events,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'group_key'])
        .where('read_at', 'is', null)
        .where('group_key', 'is not', null)
        .doUpdateSet({
          id: (is) => is.ref('excluded.id'),
          actor_id: (is) => is.ref('excluded.actor_id'),
          actor_ids: sql<number[]>`array(
            select distinct person from unnest(notifications.actor_ids || excluded.actor_ids) as person limit 1000
          )`,
          link: (is) => is.ref('excluded.link'),
          details: (is) => is.ref('excluded.details'),
          event_count: sql<number>`notifications.event_count + excluded.event_count`,
          created_at: (is) => is.ref('excluded.created_at'),
        }),
    )
    .returning(['id', 'user_id', 'kind'])
    .execute();
}

export async function deleteNotificationsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute();
  await tx.deleteFrom('notification_keys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('notification_digests').where('user_id', '=', userId).execute();
}

/**
 * Removes an actor from the notifications of all users, or of one: rows without another actor are deleted, the others
 * keep the rest. Returns the affected recipients.
 */
export async function removeActor(
  tx: Tx | Db,
  actorId: number,
  within?: { userId: number; kind: NotificationKind },
): Promise<number[]> {
  const which = within === undefined ? sql`true` : sql`user_id = ${within.userId} and kind = ${within.kind}`;
  const { rows: deleted } = await sql<{ user_id: number }>`
    delete from notifications where ${which} and actor_id = ${actorId} and cardinality(actor_ids) <= 1
    returning user_id`.execute(tx);
  const { rows: changed } = await sql<{ user_id: number }>`
    update notifications set
      actor_ids = array_remove(actor_ids, ${actorId}::bigint),
      actor_id = case when actor_id = ${actorId} then (array_remove(actor_ids, ${actorId}::bigint))[1] else actor_id end,
      event_count = greatest(1, event_count - 1)
    where ${which} and cardinality(actor_ids) > 1 and actor_ids @> array[${actorId}::bigint]
    returning user_id`.execute(tx);
  return [...new Set([...deleted, ...changed].map(({ user_id }) => user_id))];
}

export interface DeletedRow {
  user_id: number;
  was_unread: boolean;
}

const RETURNING_DELETED = sql`returning n.user_id, n.read_at is null as was_unread`;

/** Deletes at most `limit` rows by age. */
export async function deleteOldNotifications(tx: Tx, before: Date, limit: number): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    delete from notifications n where id in (
      select id from notifications where created_at < ${before} limit ${limit} for update skip locked)
    ${RETURNING_DELETED}`.execute(tx);
  return rows;
}

/** Deletes at most `limit` rows beyond the newest `max` of the users who were notified since a moment. */
export async function trimNotifications(
  tx: Tx,
  { max, since, limit }: { max: number; since: Date; limit: number },
): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    delete from notifications n where id in (
      select surplus.id from (select distinct user_id from notifications where created_at >= ${since}) grown
      cross join lateral (
        select id from notifications where user_id = grown.user_id order by id desc offset ${max} limit ${limit}
      ) surplus
      limit ${limit})
    ${RETURNING_DELETED}`.execute(tx);
  return rows;
}

export async function deleteOldKeys(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'notification_keys', sql`created_at < ${before}`);
}
