import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { ReplayedMessage, StreamMessage } from '@app/contract/live/streams';
import { type RawBuilder, sql } from 'kysely';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import { recordActionOnOthers } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { dateAtOffset, offsetAtDate } from '../stream-recordings/spans.public.ts';
import { findSpans } from '../stream-recordings/stream-recordings.public.ts';
import { publishWatcherEvent } from './change-stream.ts';
import { isRunning } from './stream-state.ts';
import { findStream, findVisibleStream, type StreamRow } from './streams.queries.ts';

interface MessageRow {
  id: number;
  stream_id: number;
  host_id: number;
  user_id: number;
  firstname: string;
  lastname: string;
  avatar: string | null;
  content: string;
  created_at: Date;
  offset_ms: number;
}

const OFFSET = sql<number>`greatest(0, coalesce(extract(epoch from m.created_at - s.started_at) * 1000, 0))::int`;

const SELECT = sql`
  select m.id, m.stream_id, s.user_id as host_id, m.user_id, u.firstname, u.lastname, avatar.base_key as avatar, m.content,
    m.created_at, ${OFFSET} as offset_ms
  from stream_messages m join streams s on s.id = m.stream_id join users u on u.id = m.user_id
  left join media_images avatar on avatar.id = u.photo_image_id`;

/** Excludes authors who are not active and those with a block between them and the reader. */
function visibleMessages({ userId }: Pick<Viewer, 'userId'>): RawBuilder<boolean> {
  const here = sql`u.status = 'active' and u.deleted_at is null`;
  if (userId === null) return sql<boolean>`(${here})`;
  return sql<boolean>`(${here} and not ${isBlockBetween(sql`m.user_id`, sql`${userId}::bigint`)})`;
}

const presentMessage = (row: MessageRow, readerId: number | null): StreamMessage => ({
  id: row.id,
  stream_id: row.stream_id,
  user_id: row.user_id,
  firstname: row.firstname,
  lastname: row.lastname,
  photo: row.avatar === null ? null : imageUrl(row.avatar, IMAGE_SRC_WIDTH.avatar),
  message: row.content,
  timestamp: row.created_at.toISOString(),
  offset_ms: row.offset_ms,
  host: row.user_id === row.host_id ? 1 : 0,
  mine: row.user_id === readerId ? 1 : 0,
});

/** Presents messages for all watchers; `mine` has to be set per reader. */
export async function findMessages(db: Db, ids: readonly number[]): Promise<Map<number, StreamMessage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MessageRow>`${SELECT} where m.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, presentMessage(row, null)]));
}

interface ChatQuery {
  size: number;
  before_id?: number | undefined;
  after_id?: number | undefined;
}

/** Newest first. The caller has checked that the viewer may see the stream. */
export async function listChat(
  db: Db,
  viewer: Viewer,
  streamId: number,
  { size, before_id, after_id }: ChatQuery,
): Promise<{ list: StreamMessage[]; total: number }> {
  const { rows } = await sql<MessageRow>`
    ${SELECT} where m.stream_id = ${streamId} and ${visibleMessages(viewer)}
      and (${before_id ?? null}::bigint is null or m.id < ${before_id ?? null}::bigint)
      and (${after_id ?? null}::bigint is null or m.id > ${after_id ?? null}::bigint)
    order by m.id desc limit ${size}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from stream_messages where stream_id = ${streamId}`.execute(db);
  return { list: rows.map((row) => presentMessage(row, viewer.userId)), total: counted[0]?.total ?? 0 };
}

interface ReplayQuery {
  from_ms: number;
  after_id?: number | undefined;
  before_id?: number | undefined;
  until_ms?: number | undefined;
  size: number;
}

export async function listReplay(
  db: Db,
  viewer: Viewer,
  streamId: number,
  { from_ms, after_id, before_id, until_ms, size }: ReplayQuery,
): Promise<ReplayedMessage[]> {
  const spans = await findSpans(db, streamId);
  const isBackward = before_id !== undefined || until_ms !== undefined;
  const until = until_ms === undefined || spans === undefined ? null : dateAtOffset(spans, until_ms);
  // Without spans, offsets count from the beginning of the stream.
  const untilOffset = spans === undefined ? (until_ms ?? null) : null;
  const { rows } = await sql<MessageRow>`
    ${SELECT} where m.stream_id = ${streamId} and ${visibleMessages(viewer)} and m.id > ${after_id ?? 0}
      and (${before_id ?? null}::bigint is null or m.id < ${before_id ?? null}::bigint)
      and ${OFFSET} >= ${from_ms} and (${until}::timestamptz is null or m.created_at <= ${until}::timestamptz)
      and (${untilOffset}::bigint is null or ${OFFSET} <= ${untilOffset}::bigint)
    order by m.id ${isBackward ? sql`desc` : sql`asc`} limit ${size}`.execute(db);
  const inOrder = isBackward ? rows.toReversed() : rows;
  return inOrder.map((row) => ({
    ...presentMessage(row, viewer.userId),
    place_ms: spans === undefined ? row.offset_ms : offsetAtDate(spans, row.created_at),
  }));
}

export async function sendStreamMessage(
  services: Services,
  viewer: SignedInViewer,
  streamId: number,
  message: string,
  idempotency: IdempotencyKey | undefined,
): Promise<StreamMessage> {
  const { db } = services;
  const stream = requireFound(await findVisibleStream(db, viewer, streamId));
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      await requireOnAir(tx, streamId);
      if (stream.userId !== viewer.userId) await applySlowMode(tx, streamId, viewer.userId);
      const row = await tx
        .insertInto('stream_messages')
        .values({ stream_id: streamId, user_id: viewer.userId, content: message })
        .returning('id')
        .executeTakeFirstOrThrow();
      await publishWatcherEvent(services, tx, streamId, { type: 'chat', messageId: row.id, by: viewer.userId });
      return row.id;
    }),
  );
  const sent = requireFound((await findMessages(db, [id])).get(id));
  return { ...sent, mine: 1 };
}

/** Locks the stream, so that a concurrent end of the stream waits for the message. */
async function requireOnAir(tx: Tx, streamId: number): Promise<void> {
  await sql`select from streams where id = ${streamId} for share`.execute(tx);
  const stream = await findStream(tx, streamId);
  if (stream === undefined || !isRunning(stream.state)) throw new Failure('stream_over');
}

/** Enforces the minimum interval between messages of a user, also for concurrent requests. */
async function applySlowMode(tx: Tx, streamId: number, userId: number): Promise<void> {
  const { rows } = await sql`
    insert into stream_writers as w (stream_id, user_id, last_message_at)
    values (${streamId}, ${userId}, clock_timestamp())
    on conflict (stream_id, user_id) do update set last_message_at = clock_timestamp()
      where not w.is_muted and (w.last_message_at is null or w.last_message_at <= clock_timestamp() - make_interval(
        secs => (select slow_seconds from streams where id = ${streamId})))
    returning 1`.execute(tx);
  if (rows.length > 0) return;
  const { rows: known } = await sql<{ is_muted: boolean; wait_s: number }>`
    select w.is_muted,
      ceil(greatest(1, s.slow_seconds - extract(epoch from clock_timestamp() - w.last_message_at)))::int as wait_s
    from stream_writers w join streams s on s.id = w.stream_id
    where w.stream_id = ${streamId} and w.user_id = ${userId}`.execute(tx);
  const [writer] = known;
  if (writer?.is_muted) throw new Failure('stream_muted');
  const seconds = writer?.wait_s ?? 1;
  throw new Failure('stream_slow', { values: { seconds }, retryAfter: seconds });
}

/** Deletes a message; allowed to its author, the streamer and staff. */
export async function deleteStreamMessage(
  services: Services & Services,
  viewer: SignedInViewer,
  streamId: number,
  messageId: number,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const stream = await findVisibleStream(tx, viewer, streamId);
    const row = await tx
      .selectFrom('stream_messages')
      .select('user_id')
      .where('id', '=', messageId)
      .where('stream_id', '=', streamId)
      .executeTakeFirst();
    // Authors may delete their messages and staff any message, even where a publication's audience hides the stream
    // from them.
    const isAllowedUnseen = viewer.isStaff || row?.user_id === viewer.userId;
    if (row === undefined || (stream === undefined && !isAllowedUnseen)) throw new Failure('not_found');
    if (![row.user_id, stream?.userId].includes(viewer.userId) && !viewer.isStaff) throw new Failure('forbidden');
    await tx.deleteFrom('stream_messages').where('id', '=', messageId).execute();
    if (stream?.userId !== viewer.userId)
      await recordActionOnOthers(tx, viewer, services.clock(), {
        action: 'streams.unsay',
        object: `stream:${streamId}`,
        aboutUserId: row.user_id,
      });
    await publishWatcherEvent(services, tx, streamId, { type: 'chat_deleted', id: messageId });
  });
}

export async function muteInStream(
  services: Services,
  stream: StreamRow,
  userId: number,
  isMuted: boolean,
): Promise<void> {
  if (userId === stream.userId) throw new Failure('not_found');
  await services.db.transaction().execute(async (tx) => {
    await requireOnAir(tx, stream.id);
    const { rows } = await sql`
      insert into stream_writers (stream_id, user_id, is_muted)
      select ${stream.id}, id, ${isMuted} from users where id = ${userId} and status = 'active' and deleted_at is null
      on conflict (stream_id, user_id) do update set is_muted = excluded.is_muted returning 1`.execute(tx);
    if (rows.length === 0) throw new Failure('not_found');
    await publishWatcherEvent(services, tx, stream.id, { type: 'muted', user_id: userId, muted: isMuted ? 1 : 0 });
  });
}
