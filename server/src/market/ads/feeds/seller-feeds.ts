import { readFile } from 'node:fs/promises';
import { FEED_MAX_BYTES, type SellerFeed, type sellerFeedsApi } from '@app/contract/market/seller-feeds';
import type { BodyOf } from '@app/contract/platform/endpoint';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import type { QuarantinedFile } from '../../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import {
  fetchPublic,
  INTERNET,
  PublicFetchError,
  type PublicNetwork,
  readerOf,
} from '../../../platform/public-fetch/fetch-public.ts';
import { parseFeed, unreadable } from './parse-feed.ts';
import { type PlannedRow, planFeed } from './plan-feed.ts';
import { runFeed } from './run-feed.job.ts';

const DAY_MS = 86_400_000;
const TYPES = ['text/', 'application/xml', 'application/csv', 'application/octet-stream', 'application/rss+xml'];

/** Reads a feed and stores what it would do, in the place of the feed before. */
export async function checkFeed(
  services: Services,
  viewer: SignedInViewer,
  { url, archive_missing }: BodyOf<typeof sellerFeedsApi.check>,
  [file]: readonly QuarantinedFile[] = [],
  network: PublicNetwork = INTERNET,
): Promise<{ feed: SellerFeed }> {
  const { db, clock } = services;
  const bytes = file === undefined ? await fetchFeed(services, url, network) : await readFile(file.path);
  const rows = await planFeed(services, viewer, await parseFeed(bytes), archive_missing === 1);
  await db.transaction().execute(async (tx) => {
    await requireIdle(services, tx, viewer.userId);
    await tx.deleteFrom('seller_feeds').where('user_id', '=', viewer.userId).execute();
    const { id } = await tx
      .insertInto('seller_feeds')
      .values({ user_id: viewer.userId, state: 'checked', created_at: clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('seller_feed_rows')
      .values(rows.map((row, position) => ({ feed_id: id, position, action: row.action, row: JSON.stringify(row) })))
      .execute();
  });
  return { feed: requireFound(await findFeed(db, viewer.userId)) };
}

/** A run that got stuck, as when its job is dead, is not waited for longer than a day. */
async function requireIdle({ clock }: Services, tx: Tx, userId: number): Promise<void> {
  const feed = await tx
    .selectFrom('seller_feeds')
    .select(['state', 'created_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const isRecent = feed !== undefined && clock().getTime() - feed.created_at.getTime() < DAY_MS;
  if (isRecent && feed.state === 'running') throw new Failure('feed_running');
}

async function fetchFeed({ config, log }: Services, url: string, network: PublicNetwork): Promise<Buffer> {
  if (!URL.canParse(url)) throw new Failure('invalid_input', { fields: { url: 'errors.field.invalid' } });
  try {
    const request = { types: TYPES, maxBytes: FEED_MAX_BYTES, ...readerOf('OkoloFeeds', config) };
    const { body, isCut } = await fetchPublic(new URL(url), request, network);
    if (isCut) throw unreadable();
    return body;
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error;
    log.debug({ reason: error.message }, 'a feed could not be read');
    throw new Failure('feed_unreachable');
  }
}

export async function getFeed({ db }: Services, { userId }: SignedInViewer): Promise<{ feed: SellerFeed | null }> {
  return { feed: (await findFeed(db, userId)) ?? null };
}

export async function startFeed(
  services: Services,
  { userId }: SignedInViewer,
  id: number,
): Promise<{ feed: SellerFeed }> {
  await services.db.transaction().execute(async (tx) => {
    const started = await tx
      .updateTable('seller_feeds')
      .set({ state: 'running' })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('state', '=', 'checked')
      .returning('id')
      .executeTakeFirst();
    if (started !== undefined) await services.queue.add(tx, runFeed, { feed_id: id });
  });
  const feed = await findFeed(services.db, userId);
  if (feed?.id !== id) throw new Failure('not_found');
  return { feed };
}

async function findFeed(db: Db, userId: number): Promise<SellerFeed | undefined> {
  const feed = await db.selectFrom('seller_feeds').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (feed === undefined) return undefined;
  const stored = await db
    .selectFrom('seller_feed_rows')
    .select(['row', 'result', 'reason'])
    .where('feed_id', '=', feed.id)
    .orderBy('position')
    .execute();
  const rows = stored.map(({ row, result, reason }) => ({ ...presentRow(row), result, reason: reason ?? row.reason }));
  const count = (isCounted: (row: (typeof rows)[number]) => boolean): number => rows.filter(isCounted).length;
  const planned = (action: PlannedRow['action']): number => count((row) => row.action === action);
  return {
    id: feed.id,
    state: feed.state,
    created: feed.created_at.toISOString(),
    counts: {
      create: planned('create'),
      change: planned('change'),
      archive: planned('archive'),
      same: planned('same'),
      refuse: planned('refuse'),
      done: count(({ result }) => result === 'done'),
      failed: count(({ result }) => result === 'refused'),
    },
    rows,
  };
}

function presentRow({ columns: _, revision: __, photos, ...row }: PlannedRow) {
  return { ...row, photos: photos.length };
}
