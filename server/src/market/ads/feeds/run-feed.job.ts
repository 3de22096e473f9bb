import { IMAGE_MAX_BYTES } from '@app/contract/files/media';
import { sql } from 'kysely';
import { z } from 'zod';
import { fetchImage } from '../../../files/media/fetch-image.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import { findViolatedConstraint } from '../../../platform/database/violation.ts';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { INTERNET, type PublicNetwork, readerOf } from '../../../platform/public-fetch/fetch-public.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { lockAd, updateAd } from '../ads.queries.ts';
import { insertOwnAd } from '../create-ad.ts';
import { saveAdColumns } from '../edit-ad.ts';
import { emitAdChange } from '../lifecycle/emit-ad-change.ts';
import { vacationColumns } from '../own/vacation.ts';
import { feedSource, type PlannedRow } from './plan-feed.ts';

/** Entries of one run of the job; a long feed takes several, so that other jobs come in between. */
const ROWS_AT_ONCE = 20;

export const runFeed = defineJob({
  name: 'run-feed',
  payload: z.object({ feed_id: z.number().int() }),
  run: (services: Services, { feed_id }) => runFeedPart(services, feed_id),
});

interface WaitingRow {
  feed_id: number;
  user_id: number;
  position: number;
  row: PlannedRow;
}

/** Does what the next entries of a started feed say. Each entry and its result are one transaction. */
export async function runFeedPart(
  services: Services,
  feedId: number,
  network: PublicNetwork = INTERNET,
): Promise<void> {
  const { db, publicCache, queue } = services;
  const { rows } = await sql<WaitingRow>`
    select f.id as feed_id, f.user_id, r.position, r.row from seller_feeds f join seller_feed_rows r on r.feed_id = f.id
      join users u on u.id = f.user_id and u.status = 'active' and u.deleted_at is null
    where f.id = ${feedId} and f.state = 'running' and r.result is null and r.action in ('create', 'change', 'archive')
    order by r.position limit ${ROWS_AT_ONCE}`.execute(db);
  for (const waiting of rows) await runRow(services, waiting, network);
  publicCache.invalidate();
  await db.transaction().execute(async (tx) => {
    if (rows.length === ROWS_AT_ONCE) await queue.add(tx, runFeed, { feed_id: feedId });
    else
      await tx
        .updateTable('seller_feeds')
        .set({ state: 'done' })
        .where('id', '=', feedId)
        .where('state', '=', 'running')
        .execute();
  });
}

interface Outcome {
  boardId: number;
  reason: string | null;
  detail?: string;
}

async function runRow(services: Services, waiting: WaitingRow, network: PublicNetwork): Promise<void> {
  const { row, user_id: userId } = waiting;
  const imageIds: number[] = [];
  const reader = readerOf('OkoloFeeds', services.config);
  const request = { ...reader, maxBytes: IMAGE_MAX_BYTES, kind: 'photo', ownerId: userId } as const;
  for (const address of row.action === 'create' ? row.photos : []) {
    // A picture that cannot be read leaves the ad without it.
    const image = URL.canParse(address) && (await fetchImage(services, new URL(address), request, network));
    if (image) imageIds.push(image.id);
  }
  try {
    await services.db.transaction().execute(async (tx) => {
      if (!(await lockRow(tx, waiting))) return;
      await saveResult(tx, waiting, 'done', await apply(services, tx, waiting, imageIds));
    });
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === undefined) throw error;
    await services.db.transaction().execute((tx) => saveResult(tx, waiting, 'refused', { boardId: 0, reason }));
  }
}

/** Another run of the job may have taken the row, and the seller may have left. */
async function lockRow(tx: Tx, { feed_id, position }: WaitingRow): Promise<boolean> {
  const { rows } = await sql`
    select from seller_feed_rows r join seller_feeds f on f.id = r.feed_id join users u on u.id = f.user_id
    where r.feed_id = ${feed_id} and r.position = ${position} and r.result is null
      and u.status = 'active' and u.deleted_at is null
    for update of r`.execute(tx);
  return rows.length > 0;
}

/** The ad is no longer what it was when the feed was checked. */
class ChangedSinceError extends Error {}

function refusalOf(error: unknown): string | undefined {
  if (error instanceof ChangedSinceError) return 'changed_since';
  if (error instanceof Failure) return 'failed';
  return findViolatedConstraint('unique', error) === 'ads_external' ? 'duplicate' : undefined;
}

async function apply(
  services: Services,
  tx: Tx,
  { row: { action, columns, board_id, revision, external_id, photos }, user_id: userId }: WaitingRow,
  imageIds: readonly number[],
): Promise<Outcome> {
  const author = { userId, isStaff: false, ip: '' };
  if (action === 'create' && columns !== null) {
    const source = { external_source: feedSource(userId), external_id };
    const boardId = await insertOwnAd(
      services,
      tx,
      author,
      { ...columns, ...source, ...(await vacationColumns(tx, userId)) },
      imageIds,
    );
    const lost = photos.length - imageIds.length;
    return { boardId, ...(lost > 0 ? { reason: 'photos', detail: String(lost) } : { reason: null }) };
  }
  const ad = await lockAd(tx, board_id ?? 0);
  if (ad === undefined || ad.owner_id !== userId || ad.revision !== revision) throw new ChangedSinceError();
  if (action === 'archive') {
    await updateAd(tx, ad.id, { archived_at: services.clock() });
    await emitAdChange(services, tx, ad, ad.id);
    await emit(services, tx, { type: 'ads.archived', adIds: [ad.id] });
  } else if (columns !== null) await saveAdColumns(services, tx, author, ad, columns);
  return { boardId: ad.id, reason: null };
}

async function saveResult(
  tx: Tx,
  { feed_id, position, row }: WaitingRow,
  result: 'done' | 'refused',
  { boardId, reason, detail = row.detail }: Outcome,
): Promise<void> {
  const saved: PlannedRow = { ...row, board_id: boardId || row.board_id, detail };
  await tx
    .updateTable('seller_feed_rows')
    .set({ result, reason, row: JSON.stringify(saved) })
    .where('feed_id', '=', feed_id)
    .where('position', '=', position)
    .where('result', 'is', null)
    .execute();
}
