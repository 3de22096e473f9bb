import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_MAX_BYTES } from '@app/contract/files/media';
import { sql } from 'kysely';
import { claimImages } from '../../../files/media/media.public.ts';
import { parseExternalPhone } from '../../../people/users/users.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { appendPhotos } from '../ads.queries.ts';
import { kindRow } from '../kinds/kind-columns.ts';
import { AD_SNAPSHOT_COLUMNS, type AdSnapshot, emitAdChanges } from '../lifecycle/emit-ad-change.ts';
import { explain, FeedAd } from './feed-ad.ts';
import { EncodingDetector, type FeedEncoding } from './feed-encoding.ts';
import { loadPlaces, type Places } from './places.ts';
import { type FeedEntry, readFeed } from './read-feed.ts';

/** Ads per transaction: large enough to be fast, small enough that an interruption repeats little. */
const BATCH = 500;

export interface ImportOptions {
  file: string;
  /** Name of the source; external ids are unique within it. */
  source: string;
  ownerId: number;
  onProgress?(bytes: number, counts: Readonly<ImportCounts>): void;
  onProblem?(line: number, problem: string): void;
}

export interface ImportCounts {
  created: number;
  changed: number;
  same: number;
  skipped: number;
}

interface ReadyAd {
  line: number;
  ad: FeedAd;
  categoryId: number | null;
  countryId: number | null;
  cityId: number | null;
  imageIds: readonly number[];
}

/**
 * Imports the ads of a feed. Each batch and its progress are one transaction, so that an interrupted import resumes
 * after the last batch. Ads are matched by external id, and a second run changes only what differs.
 */
export async function importAds(services: Services, options: ImportOptions): Promise<ImportCounts> {
  const { db } = services;
  const { file, source } = options;
  const { feed, encoding } = await inspectFile(file);
  const places = await loadPlaces(db);
  const known = await db
    .selectFrom('ad_imports')
    .selectAll()
    .where('source', '=', source)
    .where('feed_sha256', '=', feed)
    .executeTakeFirst();
  const isUnfinished = known !== undefined && known.finished_at === null;
  const counts: ImportCounts = isUnfinished
    ? { created: known.created_count, changed: known.changed_count, same: 0, skipped: known.skipped_count }
    : { created: 0, changed: 0, same: 0, skipped: 0 };
  const start = isUnfinished ? known.lines_done : 0;

  let batch: ReadyAd[] = [];
  let last: FeedEntry | undefined;
  const flush = async (isEnd: boolean): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      const result = await writeBatch(services, tx, options, batch);
      counts.created += result.created;
      counts.changed += result.changed;
      counts.same += batch.length - result.created - result.changed;
      await saveProgress(tx, { source, feed, lines: last?.line ?? start, counts, isEnd, now: services.clock() });
    });
    batch = [];
    services.publicCache.invalidate();
    options.onProgress?.(last?.bytes ?? 0, counts);
  };

  for await (const entry of readFeed(file, encoding)) {
    last = entry;
    if (entry.line <= start) continue;
    const ready = 'problem' in entry ? entry.problem : await prepare(services, options, places, entry);
    if (typeof ready === 'string') {
      counts.skipped += 1;
      options.onProblem?.(entry.line, ready);
    } else {
      batch.push(ready);
    }
    if (batch.length === BATCH) await flush(false);
  }
  await flush(true);
  return counts;
}

async function prepare(
  services: Services,
  { file, ownerId }: ImportOptions,
  places: Places,
  { line, value }: Extract<FeedEntry, { value: unknown }>,
): Promise<ReadyAd | string> {
  const parsed = FeedAd.safeParse(value);
  if (!parsed.success) return explain(parsed.error);
  const ad = parsed.data;
  if (ad.published !== undefined && ad.published > services.clock()) return 'published: in the future';
  const categoryId = places.category(ad.category);
  if (categoryId === undefined) return `category: nothing is called "${ad.category}"`;
  const place = places.place(ad.country, ad.city);
  if (place === undefined) return `city: "${ad.city}" is not known in "${ad.country}"`;
  const imageIds: number[] = [];
  try {
    for (const name of ad.photos) imageIds.push(await createPhoto(services, path.dirname(file), name, ownerId));
  } catch (error) {
    if (error instanceof Failure || error instanceof PhotoError) return `photos: ${error.message}`;
    throw error;
  }
  return { line, ad, categoryId, ...place, imageIds };
}

class PhotoError extends Error {}

/** Images must be in the feed's folder or below, so that a feed cannot read other files. */
async function createPhoto({ media }: Services, folder: string, name: string, ownerId: number): Promise<number> {
  const file = path.resolve(folder, name);
  if (!file.startsWith(path.resolve(folder) + path.sep)) throw new PhotoError(`${name} lies outside the feed's folder`);
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new PhotoError(`${name} is not there`);
  const received = await media.quarantine.receive(createReadStream(file), {
    maxBytes: IMAGE_MAX_BYTES,
    kinds: ['image'],
  });
  return (await media.createImage(received, 'photo', ownerId)).id;
}

interface WrittenAd {
  id: number;
  external_id: string;
  created: boolean;
}

async function writeBatch(
  services: Services,
  tx: Tx,
  { source, ownerId }: ImportOptions,
  batch: readonly ReadyAd[],
): Promise<{ created: number; changed: number }> {
  const byId = new Map(batch.map((ready) => [ready.ad.external_id, ready]));
  if (byId.size === 0) return { created: 0, changed: 0 };
  const known = await lockKnownAds(tx, source, [...byId.keys()]);
  const written = await upsertAds(services, tx, source, ownerId, [...byId.values()]);
  const renewed = await renewListed(services, tx, known);
  for (const { id, external_id, created } of written) {
    const imageIds = byId.get(external_id)?.imageIds ?? [];
    // Photos arranged later by staff or the owner are not touched.
    if (!created || imageIds.length === 0) continue;
    await claimImages(tx, ownerId, imageIds);
    await appendPhotos(tx, id, imageIds);
  }
  await withholdAdsWithBlocklistWords(services, tx, written);
  const touched = new Set([...written.map(({ id }) => id), ...renewed]);
  await emitAdChanges(services, tx, known, [...touched]);
  const created = written.filter((ad) => ad.created).length;
  return { created, changed: written.length - created };
}

async function lockKnownAds(
  tx: Tx,
  source: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<number, AdSnapshot>> {
  const ads = await tx
    .selectFrom('ads')
    .select(['id', ...AD_SNAPSHOT_COLUMNS])
    .where('external_source', '=', source)
    .where('external_id', 'in', externalIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(ads.map((ad) => [ad.id, ad]));
}

/** Renews ads that the feed still lists and restores expired ones, but not on every run. */
async function renewListed({ clock }: Services, tx: Tx, known: ReadonlyMap<number, AdSnapshot>): Promise<number[]> {
  if (known.size === 0) return [];
  const now = clock();
  const { rows } = await sql<{ id: number }>`
    update ads set expires_at = ${now}::timestamptz + interval '60 days', reminded_at = null, expired = false,
      archived_at = case when expired then null else archived_at end
    where id = any(${[...known.keys()]}::bigint[])
      and (expired or (archived_at is null and expires_at < ${now}::timestamptz + interval '30 days'))
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function upsertAds(
  { clock }: Services,
  tx: Tx,
  source: string,
  ownerId: number,
  ready: readonly ReadyAd[],
): Promise<WrittenAd[]> {
  const now = clock();
  const rows = ready.map(({ ad, categoryId, countryId, cityId }) => ({
    external_id: ad.external_id,
    title: ad.board_title,
    description: ad.board_description,
    ...kindRow(ad),
    enabled: ad.board_enabled === 1,
    category_id: categoryId,
    country_id: countryId,
    city_id: cityId,
    district: ad.board_district,
    external_name: ad.user_firstname,
    external_phone: parseExternalPhone(ad.user_phone) ?? ad.user_phone,
    external_photo: ad.user_photo,
    created_at: (ad.published ?? now).toISOString(),
  }));
  const { rows: written } = await sql<WrittenAd>`
    insert into ads as a (
      owner_id, external_source, external_id, is_external, title, description, price_roubles, kind, price_period,
      swap_for, return_on, enabled, category_id, country_id, city_id, district, external_name, external_phone, external_photo, created_at, changed_at, expires_at
    )
    select ${ownerId}, ${source}, f.external_id, true, f.title, f.description, f.price_roubles, f.kind, f.price_period,
           f.swap_for, f.return_on, f.enabled, f.category_id,
           f.country_id, f.city_id, f.district, f.external_name, f.external_phone, f.external_photo, f.created_at, ${now},
           ${now}::timestamptz + interval '60 days'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (
      external_id text, title text, description text, price_roubles bigint, kind text, price_period text,
      swap_for text, return_on date, enabled boolean, category_id bigint,
      country_id bigint, city_id bigint, district text, external_name text, external_phone text, external_photo text,
      created_at timestamptz
    )
    on conflict (external_source, external_id) where external_id is not null do update set
      title = excluded.title, description = excluded.description, price_roubles = excluded.price_roubles,
      kind = excluded.kind, price_period = excluded.price_period, swap_for = excluded.swap_for, return_on = excluded.return_on,
      enabled = excluded.enabled, category_id = excluded.category_id, country_id = excluded.country_id,
      city_id = excluded.city_id, district = excluded.district, external_name = excluded.external_name,
      external_phone = excluded.external_phone, external_photo = excluded.external_photo,
      changed_at = excluded.changed_at, revision = a.revision + 1
    where (a.title, a.description, a.price_roubles, a.kind, a.price_period, a.swap_for, a.return_on, a.enabled, a.category_id, a.country_id, a.city_id, a.district,
           a.external_name, a.external_phone, a.external_photo)
      is distinct from
          (excluded.title, excluded.description, excluded.price_roubles, excluded.kind, excluded.price_period,
           excluded.swap_for, excluded.return_on, excluded.enabled, excluded.category_id,
           excluded.country_id, excluded.city_id, excluded.district, excluded.external_name, excluded.external_phone,
           excluded.external_photo)
    returning a.id, a.external_id, (a.revision = 0) as created`.execute(tx);
  return written;
}

/** Imported ads are held for review by the same words. */
async function withholdAdsWithBlocklistWords(
  { clock }: Services,
  tx: Tx,
  written: readonly WrittenAd[],
): Promise<void> {
  if (written.length === 0) return;
  await sql`
    update ads a set held_at = ${clock()}, held_reason = found.reason, matched_word = found.word
    from (
      select distinct on (a.id) a.id, w.reason, w.word
      from ads a join blocklist_words w
        on (a.search || to_tsvector('russian'::regconfig, search_normalize(a.swap_for))) @@ w.query
      where a.id = any(${written.map(({ id }) => id)}::bigint[]) and not w.word = any(a.accepted_words)
      order by a.id, w.id
    ) found
    where a.id = found.id and a.held_at is null`.execute(tx);
}

interface Progress {
  source: string;
  feed: string;
  lines: number;
  counts: ImportCounts;
  isEnd: boolean;
  now: Date;
}

async function saveProgress(tx: Tx, { source, feed, lines, counts, isEnd, now }: Progress): Promise<void> {
  const state = {
    lines_done: lines,
    created_count: counts.created,
    changed_count: counts.changed,
    skipped_count: counts.skipped,
    finished_at: isEnd ? now : null,
  };
  await tx
    .insertInto('ad_imports')
    .values({ source, feed_sha256: feed, ...state })
    .onConflict((conflict) => conflict.columns(['source', 'feed_sha256']).doUpdateSet(state))
    .execute();
}

/** Returns the SHA-256 of the bytes, and their encoding. */
async function inspectFile(file: string): Promise<{ feed: string; encoding: FeedEncoding }> {
  const hash = createHash('sha256');
  const detector = new EncodingDetector();
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    detector.add(chunk);
  }
  return { feed: hash.digest('hex'), encoding: detector.finish() };
}
