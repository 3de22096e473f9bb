import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { StreamState } from '@app/contract/live/stream-states';
import {
  STREAM_LOST_SECONDS,
  STREAM_REACTIONS,
  STREAMS_PAGE_SIZE,
  type Stream,
  type StreamAudience,
  type StreamReactions,
  type StreamSource,
} from '@app/contract/live/streams';
import { type RawBuilder, sql } from 'kysely';
import { bit } from '../../platform/bit.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { isSignedIn, type Viewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { findRecordings, hlsUrl, type RecordingState } from '../stream-recordings/stream-recordings.public.ts';
import { linkOf } from './link-of.ts';
import { posterUrl } from './poster.ts';
import { isRunning } from './stream-state.ts';
import { streamVisibleTo } from './streams.queries.ts';
import { themeFor } from './theme.ts';

const PAST_MAX = 24;

interface StreamDetailsRow {
  id: number;
  user_id: number;
  name: string;
  avatar: string | null;
  theme: string | null;
  audience: StreamAudience;
  source: StreamSource;
  state: StreamState;
  keeps_recording: boolean;
  slow_seconds: number;
  planned_for: Date | null;
  created_at: Date;
  started_at: Date | null;
  lost_at: Date | null;
  ended_at: Date | null;
  viewers_max: number;
  poster: string | null;
  viewers: number;
  reactions: Partial<StreamReactions> | null;
  board_ids: number[] | null;
  reminders: number;
  reminded: boolean;
  subscribe: boolean;
  muted: boolean;
}

const VIEWERS = sql<number>`(select coalesce(sum(w.count), 0)::int from stream_watchers w
  where w.stream_id = s.id and w.expires_at > now())`;

const IS_RUNNING = sql`s.state in ('waiting', 'live', 'lost')`;

function columns({ userId }: Viewer): RawBuilder<unknown> {
  const mine = sql`${userId}::bigint`;
  return sql`s.id, s.user_id, trim(u.firstname || ' ' || u.lastname) as name, avatar.base_key as avatar, s.theme, s.audience,
    s.source, s.state, s.keeps_recording, s.slow_seconds, s.planned_for, s.created_at, s.started_at, s.lost_at, s.ended_at,
    s.viewers_max, s.poster, ${VIEWERS} as viewers,
    (select json_object_agg(r.kind, r.count) from stream_reactions r where r.stream_id = s.id) as reactions,
    (select json_agg(p.board_id order by p.position) from stream_pins p where p.stream_id = s.id) as board_ids,
    (select count(*) from stream_reminders r where r.stream_id = s.id) as reminders,
    exists (select from stream_reminders r where r.stream_id = s.id and r.user_id = ${mine}) as reminded,
    exists (select from followers f where f.follower_id = ${mine} and f.person_id = s.user_id) as subscribe,
    exists (select from stream_writers w where w.stream_id = s.id and w.user_id = ${mine} and w.is_muted) as muted`;
}

const FROM = sql`from streams s join users u on u.id = s.user_id left join media_images avatar on avatar.id = u.photo_image_id`;

interface StreamListQuery {
  user_id?: number | null | undefined;
  size: number;
  page: number;
}

interface ListedStreams {
  streams: Stream[];
  total: number;
  announced: Stream[];
  past: Stream[];
}

/** Lists live and announced streams of everybody or of one user. Unlisted streams are in their owner's lists only. */
export async function listStreams(services: Services, viewer: Viewer, query: StreamListQuery): Promise<ListedStreams> {
  const { db } = services;
  const ofId = query.user_id ?? null;
  const { userId } = viewer;
  const own = userId === null ? sql`false` : sql`s.user_id = ${userId}::bigint`;
  const isListed = sql`(s.audience <> 'link' or ${own}) and ${streamVisibleTo(viewer)}
    and (${ofId}::bigint is null or s.user_id = ${ofId}::bigint)`;
  const select = (more: RawBuilder<unknown>) =>
    sql<StreamDetailsRow>`select ${columns(viewer)} ${FROM} where ${isListed} and ${more}`.execute(db);
  const running = await select(sql`${IS_RUNNING}
    order by s.state = 'waiting', viewers desc, s.started_at desc nulls last, s.id
    limit ${query.size} offset ${(query.page - 1) * query.size}`);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from streams s where ${isListed} and ${IS_RUNNING}`.execute(db);
  const announced = await select(sql`s.state = 'announced' order by s.planned_for, s.id limit ${STREAMS_PAGE_SIZE}`);
  const isOwnList = userId !== null && ofId === userId;
  const past = isOwnList
    ? await select(sql`s.state = 'ended' and s.started_at is not null
        and exists (select from stream_recordings r where r.stream_id = s.id and r.is_retained)
        order by s.ended_at desc limit ${PAST_MAX}`)
    : { rows: [] };
  const all = [running.rows, announced.rows, past.rows];
  const recordings = await findRecordings(
    db,
    all.flatMap((rows) => rows.map(({ id }) => id)),
  );
  const [streams = [], announcedShown = [], pastShown = []] = all.map((rows) =>
    rows.map((row) => presentRow(row, viewer, recordings.get(row.id))),
  );
  return { streams, total: counted[0]?.total ?? 0, announced: announcedShown, past: pastShown };
}

export const presentStream = (services: Services, viewer: Viewer, id: number): Promise<Stream> =>
  presentStreamWhere(services, viewer, id, streamVisibleTo(viewer));

/** Presents a stream that staff ended and may otherwise not be able to see. */
export const presentEndedStream = (services: Services, viewer: Viewer, id: number): Promise<Stream> =>
  presentStreamWhere(services, viewer, id, sql<boolean>`true`);

async function presentStreamWhere(
  services: Services,
  viewer: Viewer,
  id: number,
  condition: RawBuilder<boolean>,
): Promise<Stream> {
  const { db } = services;
  const { rows } = await sql<StreamDetailsRow>`
    select ${columns(viewer)} ${FROM} where s.id = ${id} and ${condition}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Failure('not_found');
  return presentRow(row, viewer, (await findRecordings(db, [id])).get(id));
}

function fillReactions(counts: Partial<StreamReactions> | null): StreamReactions {
  const read = { heart: 0, fire: 0, clap: 0, laugh: 0, wow: 0 };
  for (const kind of STREAM_REACTIONS) read[kind] = counts?.[kind] ?? 0;
  return read;
}

export async function findReactions(db: Db, streamId: number): Promise<StreamReactions> {
  const { rows } = await sql<{ counts: Partial<StreamReactions> | null }>`
    select json_object_agg(kind, count) as counts from stream_reactions where stream_id = ${streamId}`.execute(db);
  return fillReactions(rows[0]?.counts ?? null);
}

export const lostUntil = (state: StreamState, lostAt: Date | null): string | null =>
  state === 'lost' && lostAt !== null ? new Date(lostAt.getTime() + STREAM_LOST_SECONDS * 1000).toISOString() : null;

export const findHlsUrl = (id: number, state: StreamState, recording: RecordingState | undefined): string | null =>
  recording?.isPlayable === true ? hlsUrl(id, state !== 'ended') : null;

function presentRow(row: StreamDetailsRow, viewer: Viewer, recording: RecordingState | undefined): Stream {
  const isOwn = row.user_id === viewer.userId;
  const isRecorded = row.keeps_recording;
  return {
    stream_id: row.id,
    user_id: row.user_id,
    theme: themeFor(texts, viewer.lang, row),
    user_name: row.name,
    photo: row.avatar === null ? null : imageUrl(row.avatar, IMAGE_SRC_WIDTH.avatar),
    is_active: bit(isRunning(row.state)),
    state: row.state,
    source: row.source,
    audience: row.audience,
    viewers: row.state === 'ended' ? row.viewers_max : row.viewers,
    viewers_max: row.viewers_max,
    created: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    planned_for: row.planned_for?.toISOString() ?? null,
    lost_until: lostUntil(row.state, row.lost_at),
    poster: row.poster === null ? null : posterUrl(row.id, row.poster),
    record: bit(isRecorded),
    recording: isRecorded && recording !== undefined ? recording.state : 'none',
    slow_seconds: row.slow_seconds,
    hls: findHlsUrl(row.id, row.state, recording),
    reactions: fillReactions(row.reactions),
    board_ids: row.board_ids ?? [],
    publish_id: recording?.publishId ?? null,
    link: linkOf({ id: row.id, userId: row.user_id }),
    own: bit(isOwn),
    reminded: bit(isSignedIn(viewer) && row.reminded),
    reminders: row.reminders,
    subscribe: bit(row.subscribe),
    muted: bit(row.muted),
  };
}
