import type pg from 'pg';
import { pino } from 'pino';
import { countFacets } from '../../server/src/market/ads/search/ad-facets.ts';
import { suggestSearches } from '../../server/src/market/ads/search/ad-suggest.ts';
import { listPublicAds } from '../../server/src/market/ads/search/list-public-ads.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import type { Viewer } from '../../server/src/platform/http/viewer.ts';
import { startChild } from '../child-server.ts';
import type { BenchDatabases } from '../databases.ts';
import { compareReaders, formatWaits, p95, type ReaderRequest, ratioOf, type Waits } from '../one-reader.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';
import { askedFor, type Narrowing, SEARCHES, SUGGESTED } from '../searches.ts';

export const RATIO_MAX = 1.5;
const SUGGEST_P95_MAX_MS = 20;
/** Of people and of music, on a quiet machine. */
export const SEARCH_P95_MAX_MS = 60;
const ANYBODY = { lang: 'ru', userId: null } as Viewer;
const COUNTERPART = 'the same SQL through bare pg';

type Measure = (name: string, run: () => Promise<Row[]>) => Promise<void>;

export const SEARCH_GROUPS = ['search', 'filters', 'facets', 'suggestions'];

/**
 * Compares searches, filters, counts and suggestions over a million ads with the same statements through bare pg, for
 * one reader.
 */
export async function measureSearch(databases: BenchDatabases, folder: string, measure: Measure): Promise<void> {
  const connection = await databases.connect('large');
  const server = await startChild('our-server.ts', {
    connection,
    dataDir: `${folder}/search`,
    hasCache: false,
  } satisfies OurServerOptions);
  const { pool, close } = openDatabase<Database>(connection, { max: 4, log: pino({ level: 'warn' }) });
  const compare = (questions: readonly ReaderRequest[]): Promise<Waits> => compareReaders(server.url, pool, questions);
  try {
    await measure('search', async () => [
      ratioRow('Search over 1,000,000 ads', SEARCHES.length, await compare(SEARCHES.map((search) => list({ search })))),
    ]);
    const narrowings = await askedFor(pool);
    await measure('filters', async () => [
      ratioRow('Page of 1,000,000 ads, filtered and sorted', narrowings.length, await compare(narrowings.map(list))),
    ]);
    await measure('facets', async () => [
      ratioRow('Counts beside the filters, 1,000,000 ads', narrowings.length, await compare(narrowings.map(facets))),
    ]);
    await measure('suggestions', async () => [
      waitRow(
        `Suggestions over 1,000,000 ads, p95 of ${SUGGESTED.length} beginnings, typos and wrong keyboards among them`,
        await compare(SUGGESTED.map(suggestions)),
        SUGGEST_P95_MAX_MS,
      ),
    ]);
  } finally {
    await close();
    await server.stop();
  }
}

function list(narrowing: Narrowing): ReaderRequest {
  return {
    path: `/api/boards/enabled?${addressOf(narrowing)}`,
    run: (pool) => listPublicAds({ pool }, ANYBODY, { page: 1, size: 12, ...narrowing }),
  };
}

function facets({ sort: _, ...narrowing }: Narrowing): ReaderRequest {
  return {
    path: `/api/boards/facets?${addressOf(narrowing)}`,
    run: (pool: pg.Pool) => countFacets({ pool }, ANYBODY, narrowing),
  };
}

function suggestions(search: string): ReaderRequest {
  return {
    path: `/api/boards/suggest?${addressOf({ search })}`,
    run: (pool) => suggestSearches({ pool }, ANYBODY, { search }),
  };
}

function addressOf(narrowing: object): string {
  return new URLSearchParams(Object.entries(narrowing).map(([name, value]) => [name, String(value)])).toString();
}

export function ratioRow(what: string, count: number, waits: Waits): Row {
  const ratio = ratioOf(waits);
  return {
    what: `${what}, p95 of ${count} queries`,
    against: COUNTERPART,
    ours: formatWaits(waits.ours),
    theirs: formatWaits(waits.bare),
    figure: `${ratio.toFixed(2)} ×`,
    limit: `≤ ${RATIO_MAX} ×`,
    isMet: ratio <= RATIO_MAX,
  };
}

/** Held to milliseconds; what the same SQL takes stands beside it. */
export function waitRow(what: string, waits: Waits, maxMs: number): Row {
  const figure = p95(waits.ours);
  return {
    what,
    against: COUNTERPART,
    ours: formatWaits(waits.ours),
    theirs: formatWaits(waits.bare),
    figure: `${figure.toFixed(1)} ms`,
    limit: `≤ ${maxMs} ms`,
    isMet: figure <= maxMs,
  };
}
