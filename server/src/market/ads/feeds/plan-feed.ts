import type { FeedAction, FeedRow } from '@app/contract/market/seller-feeds';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { getCategoryNames } from '../../../reference/reference.public.ts';
import { mayCreateAd } from '../ads.policy.ts';
import type { AdsTable } from '../ads.tables.ts';
import { getCategoryProposals } from '../category-proposal/propose-categories.ts';
import { FeedAd } from '../import/feed-ad.ts';
import { loadPlaces, type Places } from '../import/places.ts';
import { kindColumns } from '../kinds/kind-columns.ts';
import type { ParsedEntry } from './parse-feed.ts';

/** Columns of an ad that feeds set, with the names of the fields that a seller knows them by. */
const FEED_COLUMNS = {
  title: 'board_title',
  description: 'board_description',
  price_roubles: 'board_price',
  kind: 'board_kind',
  price_period: 'board_price_period',
  swap_for: 'board_swap_for',
  return_on: 'board_return_on',
  enabled: 'board_enabled',
  category_id: 'category',
  country_id: 'country',
  city_id: 'city',
  district: 'board_district',
} as const;
type FeedColumn = keyof typeof FEED_COLUMNS;
type FeedColumns = Pick<Selectable<AdsTable>, FeedColumn>;

/** A row as it is stored: with what the real run needs. */
export interface PlannedRow extends Omit<FeedRow, 'photos' | 'result'> {
  photos: readonly string[];
  columns: FeedColumns | null;
  /** Of the known ad: it must still be this one when the feed runs. */
  revision: number | null;
}

type KnownAd = FeedColumns &
  Pick<Selectable<AdsTable>, 'id' | 'external_id' | 'revision' | 'archived_at' | 'blocked_at' | 'deal'>;

export const feedSource = (userId: number): string => `seller:${userId}`;

/** Tells what each entry would do, in the order of the feed; ads to archive come last. Writes nothing. */
export async function planFeed(
  services: Services,
  viewer: SignedInViewer,
  entries: readonly ParsedEntry[],
  archivesMissing: boolean,
): Promise<PlannedRow[]> {
  const { db, pool } = services;
  const [places, known, categories] = await Promise.all([
    loadPlaces(db),
    listKnownAds(db, viewer.userId),
    getCategoryNames(pool),
  ]);
  const categoryName = (id: number | null): string => categories.find((one) => one.id === id)?.name_native ?? '';
  const seen = new Set<string>();
  const rows: PlannedRow[] = [];
  for (const entry of entries) {
    const row = await planEntry(services, viewer, { places, known, seen }, entry);
    rows.push({ ...row, category: categoryName(row.columns?.category_id ?? null) });
  }
  if (!archivesMissing) return rows;
  const missing = [...known.values()].filter((ad) => ad.archived_at === null && !seen.has(ad.external_id ?? ''));
  return [
    ...rows,
    ...missing.map(
      (ad): PlannedRow => ({
        ...blankRow(0),
        external_id: ad.external_id ?? '',
        title: ad.title,
        action: 'archive',
        board_id: ad.id,
        revision: ad.revision,
      }),
    ),
  ];
}

async function listKnownAds(db: Db, userId: number): Promise<Map<string, KnownAd>> {
  const columns = Object.keys(FEED_COLUMNS) as FeedColumn[];
  const ads = await db
    .selectFrom('ads')
    .select(['id', 'external_id', 'revision', 'archived_at', 'blocked_at', 'deal', ...columns])
    .where('external_source', '=', feedSource(userId))
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute();
  return new Map(ads.map((ad) => [ad.external_id ?? '', ad]));
}

interface Knowledge {
  places: Places;
  known: ReadonlyMap<string, KnownAd>;
  /** Numbers that stood in the feed before. */
  seen: Set<string>;
}

const blankRow = (line: number): PlannedRow => ({
  ...{ line, external_id: '', title: '', action: 'refuse', reason: null, detail: '', board_id: null, category: '' },
  ...{ fields: [], photos: [], columns: null, revision: null },
});

async function planEntry(
  services: Services,
  viewer: SignedInViewer,
  { places, known, seen }: Knowledge,
  { line, value, photos, placeWords }: ParsedEntry,
): Promise<PlannedRow> {
  const shown = { external_id: shorten(value?.external_id), title: shorten(value?.board_title) };
  // Also of entries that are refused: their ads are not missing.
  const isDuplicate = seen.has(shown.external_id);
  seen.add(shown.external_id);
  const refuse = (reason: string, detail = '', id: number | null = null): PlannedRow => ({
    ...blankRow(line),
    ...shown,
    ...{ reason, detail, board_id: id },
  });
  if (value === null) return refuse('unreadable');
  const parsed = FeedAd.safeParse(value);
  if (!parsed.success) return refuse('field', String(parsed.error.issues[0]?.path[0] ?? ''));
  const ad = parsed.data;
  if (isDuplicate) return refuse('duplicate');
  const found = known.get(ad.external_id);
  const standing = found === undefined ? (mayCreateAd(viewer) ? null : 'subscription') : standingOf(found);
  if (standing !== null) return refuse(standing, '', found?.id ?? null);
  const place = findPlace(places, ad, placeWords);
  if (place === undefined) return refuse('place', ad.city || ad.country || (placeWords[0] ?? ''), found?.id ?? null);
  const kind = kindOrField(ad, services.clock());
  if (typeof kind === 'string') return refuse('field', kind, found?.id ?? null);
  const columns: FeedColumns = {
    title: ad.board_title,
    description: ad.board_description,
    price_roubles: ad.board_price,
    kind: 'sell',
    price_period: null,
    swap_for: '',
    return_on: null,
    ...kind,
    enabled: ad.board_enabled === 1,
    category_id:
      places.category(ad.category) ?? found?.category_id ?? (await propose(services, viewer, ad.board_title)),
    country_id: place.countryId,
    city_id: place.cityId,
    district: ad.board_district,
  };
  const planned = { ...blankRow(line), ...shown, columns, board_id: found?.id ?? null };
  if (found === undefined) return { ...planned, action: 'create', photos };
  const changed = (Object.keys(FEED_COLUMNS) as FeedColumn[]).filter((column) => found[column] !== columns[column]);
  const action: FeedAction = changed.length === 0 ? 'same' : 'change';
  return { ...planned, action, fields: changed.map((column) => FEED_COLUMNS[column]), revision: found.revision };
}

/** What an ad is that a feed leaves alone; null for any other. */
function standingOf({ archived_at, blocked_at, deal }: KnownAd): 'blocked' | 'archived' | 'sold' | null {
  if (blocked_at !== null) return 'blocked';
  if (archived_at !== null) return 'archived';
  return deal === 'sold' ? 'sold' : null;
}

function findPlace(places: Places, ad: FeedAd, words: readonly string[]): ReturnType<Places['place']> {
  if (words.length === 0) return places.place(ad.country, ad.city);
  return words.map((word) => places.place('', word)).find((place) => place !== undefined);
}

/** Returns the name of a wrong field instead. */
function kindOrField(ad: FeedAd, now: Date): ReturnType<typeof kindColumns> | string {
  try {
    return kindColumns(ad, undefined, now);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Object.keys(error.options.fields ?? {})[0] ?? '';
  }
}

/** Other sites have other categories: where ours has none of that name, the title tells. */
async function propose(services: Services, viewer: SignedInViewer, title: string): Promise<number | null> {
  const { proposals } = await getCategoryProposals(services, viewer, title);
  return proposals[0]?.category.id ?? null;
}

const SHOWN_MAX = 200;
const shorten = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .slice(0, SHOWN_MAX);
