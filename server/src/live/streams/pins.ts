import { STREAM_PINS_MAX } from '@app/contract/live/streams';
import type { Board } from '@app/contract/market/ads';
import { sql } from 'kysely';
import { loadSavedAds } from '../../market/ads/saved-ads.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { publishWatcherEvent } from './change-stream.ts';
import { lockStream } from './streams.queries.ts';

export async function pinNewest(tx: Tx, userId: number, streamId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from ads where owner_id = ${userId} and is_public
    order by created_at desc, id desc limit ${STREAM_PINS_MAX}`.execute(tx);
  await writePins(
    tx,
    streamId,
    rows.map(({ id }) => id),
  );
}

async function writePins(tx: Tx, streamId: number, boardIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('stream_pins').where('stream_id', '=', streamId).execute();
  if (boardIds.length === 0) return;
  await tx
    .insertInto('stream_pins')
    .values(boardIds.map((board_id, position) => ({ stream_id: streamId, position, board_id })))
    .execute();
}

export async function pinAds(services: Services, streamId: number, boardIds: readonly number[]): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const stream = requireFound(await lockStream(tx, streamId));
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ads
      where id = any(${[...boardIds]}::bigint[]) and owner_id = ${stream.userId} and is_public`.execute(tx);
    if (rows[0]?.count !== boardIds.length) throw new Failure('not_found');
    await writePins(tx, streamId, boardIds);
    await publishWatcherEvent(services, tx, streamId, { type: 'pins', board_ids: [...boardIds] });
  });
}

export async function listPinnedAds({ db, pool }: Services, viewer: Viewer, streamId: number): Promise<Board[]> {
  const ids = await listPinIds(db, streamId);
  const ads = await loadSavedAds(pool, viewer, ids);
  return ids.flatMap((id) => {
    const board = ads.get(id);
    return board?.board_state === 'active' || board?.board_state === 'reserved' ? [board] : [];
  });
}

async function listPinIds(db: Db, streamId: number): Promise<number[]> {
  const { rows } = await sql<{ board_id: number }>`
    select board_id from stream_pins where stream_id = ${streamId} order by position`.execute(db);
  return rows.map(({ board_id }) => board_id);
}
