// @module-tag long
import { Kysely } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPage } from '../../server/src/market/ads/ad-page.ts';
import { countFacets } from '../../server/src/market/ads/search/ad-facets.ts';
import { parseFilters } from '../../server/src/market/ads/search/ad-filters.ts';
import { suggestSearches } from '../../server/src/market/ads/search/ad-suggest.ts';
import { listPublicAds } from '../../server/src/market/ads/search/list-public-ads.ts';
import { newestSpans } from '../../server/src/market/ads/search/newest-matches.ts';
import { newestAds } from '../../server/src/market/ads/search/recent-ads.ts';
import { foundBy } from '../../server/src/market/ads/search/search-ads.ts';
import { findSimilarAds } from '../../server/src/market/ads/search/similar-ads.ts';
import { searchMessages } from '../../server/src/messaging/chat/messages/search-messages.ts';
import { suggestPeople } from '../../server/src/people/circle/suggest-people.ts';
import { findPeople } from '../../server/src/people/users/search/find-people.ts';
import { CommitDialect } from '../../server/src/platform/database/commit-work.ts';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import type { Services } from '../../server/src/platform/domain/services.ts';
import type { SignedInViewer, Viewer } from '../../server/src/platform/http/viewer.ts';
import { parseSearch } from '../../server/src/platform/search/parse-search.ts';
import { searchMusic } from '../../server/src/publishing/music/search-music.ts';
import { searchPublications } from '../../server/src/publishing/publications/list-publications.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts';
import { recordStatements, type Statement } from '../one-reader.ts';
import { insertWholeSite, READERS, SMALL_SITE } from './whole-site.ts';

/** More ads than the newest ones whose dates are known, and more people than are looked through first. */
const SITE = { ...SMALL_SITE, ads: 30_000, people: 20_000 };

let database: TestDatabase;
let connection: OpenDatabase<Database>;
const sent: Statement[] = [];
let services: Services;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertWholeSite(database.pool, SITE);
  await database.pool.query('vacuum analyze');
  connection = openDatabase<Database>(database.connection, { max: 2, log: pino({ level: 'error' }) });
  const pool = recordStatements(connection.pool, sent);
  services = {
    pool,
    db: new Kysely<Database>({ dialect: new CommitDialect({ pool }) }),
    clock: () => new Date(),
  } as Services;
}, 600_000);

afterAll(async () => {
  await connection.close();
  await database.drop();
});

const guest = { lang: 'ru', userId: null } as Viewer;
const readers = Array.from({ length: 5 }, (_, i) => SITE.people - i * Math.floor(READERS / 5));

/** Pages of the database that the last statements read. */
async function pagesOf(statements: readonly Statement[]): Promise<number> {
  let pages = 0;
  for (const statement of statements) {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: [] } : statement;
    if (!/^\s*\(?(with|select)/i.test(text)) continue;
    const { rows } = await connection.pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values as unknown[],
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
    pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  }
  return pages;
}

async function pagesFor(ask: () => Promise<unknown>): Promise<number> {
  // What is remembered afterwards is no part of it.
  await ask();
  sent.length = 0;
  await ask();
  return pagesOf([...sent]);
}

/** Read by date, or all that have them, these cost 1,800 to 4,400 pages, and 1,250 of the newest more than a thousand. */
const COMMON = ['кресло', 'коляска', 'квартира', 'фотограф'];

test('common words are found among the newest ads, which are the same as among all', async () => {
  const pool = services.pool as pg.Pool;
  expect((await newestAds(pool)).marks).toHaveLength(6);
  let foundAmongNewest = 0;
  let countedByVocabulary = 0;
  for (const search of [
    ...COMMON,
    'диван',
    'п',
    'гантели',
    'машина',
    'мото',
    'Самоделкин',
    'диван угловой',
    'новый телефон',
    'продам',
    'кол',
    'продам диван',
    'котята',
  ]) {
    for (const page of [1, 3]) {
      const filters = { page, size: 12, search };
      sent.length = 0;
      const { boards, total } = await listPublicAds({ pool }, guest, filters);
      const among = sent.filter((one) => typeof one !== 'string' && one.text.includes('ads_search_spans'));
      foundAmongNewest += among.length;
      countedByVocabulary += among.filter((one) => typeof one !== 'string' && one.text.includes(') best')).length;
      const all = foundBy(await parseFilters(pool, filters), 'relevance', 12, (page - 1) * 12, undefined);
      const expected = await loadPage(pool, guest, all);
      expect([search, boards.map(({ board_id }) => board_id)]).toEqual([
        search,
        expected.boards.map(({ board_id }) => board_id),
      ]);
      expect([search, total]).toEqual([search, Math.min(expected.total, 1000)]);
    }
  }
  expect(countedByVocabulary).toBeGreaterThan(5);
  expect(foundAmongNewest).toBeGreaterThan(countedByVocabulary);
});

test.each([
  { search: 'велосипед', price_from: 1000 },
  { search: 'велосипед', photo: 1 },
  { search: 'велосипед', price_from: 500, price_to: 700 },
  { search: 'продам велосипед', price_to: 40_000 },
  { price_from: 500, price_to: 9000 },
  { price_from: 500, price_to: 600 },
  { photo: 1, kind: 'sell' },
] as const)('a sample tells how many match %o, and the pages are those of all', async (filters) => {
  const pool = services.pool as pg.Pool;
  for (const sort of ['search' in filters ? 'relevance' : 'date', 'date', 'price_asc', 'price_desc'] as const) {
    for (const page of [1, 3, 30]) {
      const asked = { ...filters, sort, page, size: 12 };
      sent.length = 0;
      const { boards, total } = await listPublicAds({ pool }, guest, asked);
      const isSampled = sent.some((one) => typeof one !== 'string' && one.text.includes('found_told'));
      expect(isSampled).toBe(page < 30);
      const all = foundBy(await parseFilters(pool, asked), sort, 12, (page - 1) * 12, undefined);
      const expected = await loadPage(pool, guest, all);
      expect([sort, page, boards.map(({ board_id }) => board_id)]).toEqual([
        sort,
        page,
        expected.boards.map(({ board_id }) => board_id),
      ]);
      expect([sort, page, total]).toEqual([sort, page, Math.min(expected.total, 1000)]);
    }
  }
});

test('a sample alone is read where it tells that more than are counted match', async () => {
  const read = async (sort: 'date' | 'price_asc'): Promise<number> =>
    pagesFor(() => listPublicAds(services, guest, { page: 1, size: 12, search: 'велосипед', photo: 1, sort }));
  // Some 3,000 for a thousand of them by date, and 6,000 by price.
  expect(await read('date')).toBeLessThan(1500);
  expect(await read('price_asc')).toBeLessThan(1500);
});

test('counts beside the filters are of a sample where more than are counted match, and exact where fewer do', async () => {
  const pool = services.pool as pg.Pool;
  const many = await countFacets({ pool }, guest, { search: 'велосипед' });
  expect(many).toMatchObject({ total: 1000, bounded: 1 });
  expect(many.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  const few = await countFacets({ pool }, guest, { search: 'велосипед', price_from: 500, price_to: 600 });
  const { words, last, beginnings } = parseSearch('велосипед') ?? { words: '', last: '', beginnings: '' };
  const { rows } = await connection.pool.query<{ id: string; count: number }>(
    `select category_id as id, count(*)::int as count from ads
     where is_public and search @@ search_query($1, $2, $3) and price_roubles between 500 and 600 and category_id is not null
     group by 1 order by 2 desc, 1`,
    [words, last, beginnings],
  );
  expect(few.total).toBeGreaterThan(20);
  expect(few.total).toBeLessThan(1000);
  expect(few.categories.map(({ id, count }) => ({ id, count }))).toEqual(
    rows.map(({ id, count }) => ({ id: Number(id), count })),
  );
});

test.each(COMMON)('«%s» reads as many ads as are counted, not all that have it', async (search) => {
  const pages = await pagesFor(() => listPublicAds(services, guest, { page: 1, size: 12, search }));
  expect(pages).toBeLessThan(1600);
});

test.each(['кресло', 'коляска', 'диван', 'диван угловой'])(
  '«%s» reads little more than its page where it is known that there are more than are counted',
  async (search) => {
    const pages = await pagesFor(() => listPublicAds(services, guest, { page: 1, size: 12, search }));
    expect(pages).toBeLessThan(800);
  },
);

test.each([
  ['лодка мотор прицеп', 0],
  ['велосепед', 1],
  ['зюзюблик', 2],
])('of «%s» similar words are looked for %i times', async (search, times) => {
  await pagesFor(() => listPublicAds(services, guest, { page: 1, size: 12, search }));
  expect(sent.filter((one) => typeof one !== 'string' && one.name === 'search-near')).toHaveLength(times);
});

test.each(['велас', 'зюзюбл'])(
  'words near «%s», which begins no phrase, are looked for in indexes alone',
  async (search) => {
    await pagesFor(() => suggestSearches(services, guest, { search }));
    const neighbours = sent.filter((one) => typeof one !== 'string' && one.name?.includes('neighbours'));
    expect(neighbours.length).toBeGreaterThan(0);
    expect(await pagesOf(neighbours)).toBeLessThan(100);
  },
);

test('a search in messages is planned once for all words and readers', async () => {
  const [userId = 0] = readers;
  const reader = { lang: 'ru', userId } as SignedInViewer;
  sent.length = 0;
  const { total } = await searchMessages(services, reader, { search: 'лодка', page: 1, size: 20 });
  expect(total).toBeGreaterThan(20);
  const search = sent.find((one) => typeof one !== 'string' && one.name === 'chat-search-words') as pg.QueryConfig;
  const settings = sent.find((one) => typeof one === 'string' && one.startsWith('begin')) as string;
  const client = await connection.pool.connect();
  try {
    await client.query(settings);
    // PostgreSQL 15 has no `explain (generic_plan)`.
    await client.query(`set local plan_cache_mode = force_generic_plan; prepare asked as ${search.text}`);
    const given = (search.values ?? []).map((value) => client.escapeLiteral(String(value))).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute asked (${given})`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Bitmap Index Scan on messages_search');
    // Read for each message, the words would be parsed again each time.
    expect(plan).not.toMatch(/Filter: .*(search_query|to_tsquery)/);
  } finally {
    // Closed, because it knows a statement and a setting of its own.
    client.release(true);
  }
});

test('people one may know are not all looked at', async () => {
  for (const userId of readers) {
    const reader = { lang: 'ru', userId } as SignedInViewer;
    expect(await pagesFor(() => suggestPeople(services, reader, 5))).toBeLessThan(1500);
  }
});

test.each(['александр', 'мария', 'зоя', 'жук', 'ал', 'анна иваненко', 'льин', 'ъъъ'])(
  'everybody named «%s» is counted once, up to the limit',
  async (search) => {
    const [reader = 0] = readers;
    const { rows } = await connection.pool.query<{ id: string }>(
      `select id from users where search_text like all($1) and id <> $2 order by id desc`,
      [search.split(' ').map((word) => `%${word}%`), reader],
    );
    const { ids, total } = await findPeople(services, reader, { search, page: 1, size: 1000, exceptMe: true });
    expect(total).toBe(Math.min(rows.length, 1000));
    expect(new Set(ids).size).toBe(ids.length);
    if (rows.length <= 1000) expect(ids.toSorted((a, b) => b - a)).toEqual(rows.map(({ id }) => Number(id)));
  },
);

test.each(['александр', 'мария', 'иваненко', 'зоя', 'жук', 'ал', 'дмитрий см', 'анна иваненко', 'ъъъ'])(
  'the first page of «%s» and its total are those of the whole list',
  async (search) => {
    for (const reader of readers) {
      const whole = await findPeople(services, reader, { search, page: 1, size: 1000, exceptMe: true });
      const first = await findPeople(services, reader, { search, page: 1, size: 5, exceptMe: true });
      expect(first).toEqual({ ids: whole.ids.slice(0, 5), total: whole.total });
    }
  },
);

test.each(['александр', 'мария', 'зоя', 'жук', 'ал', 'анна иваненко', 'льин', 'н'])(
  'a search for «%s» reads no more of the circle than the page shows',
  async (search) => {
    const page = { search, page: 1, size: 5, exceptMe: true };
    const [reader = 0] = readers;
    expect(await pagesFor(() => findPeople(services, reader, page))).toBeLessThan(1500);
  },
);

test.each([
  ['любовь', 1],
  ['люб', 1],
  ['ночи', 1],
  ['лето', 0],
  ['журавли', 0],
  ['любовь весна', 0],
  ['журавли ковыль', 0],
])('tracks of «%s» are those of all, and %i times a sample tells their number', async (search, sampled) => {
  const { words, last, beginnings } = parseSearch(search) ?? {};
  for (const userId of readers) {
    const reader = { lang: 'ru', userId } as SignedInViewer;
    const { rows } = await connection.pool.query<{ id: string }>(
      `select id from tracks where search @@ search_query($1, $2, $3)
         and (audience = 'all' or user_id = $4 or user_id in (select user_id from friends where friend_id = $4))
       order by id desc limit 1000`,
      [words, last, beginnings, userId],
    );
    for (const page of [1, 2, 50]) {
      sent.length = 0;
      const { music, music_total } = await searchMusic(services, reader, { search, page, size: 20 });
      const counted = sent.filter((one) => typeof one !== 'string' && /from tracks t where .* limit/s.test(one.text));
      const few = counted.filter((one) => typeof one !== 'string' && one.name?.startsWith('music-few'));
      expect([page, music.map(({ id }) => id)]).toEqual([
        page,
        rows.slice((page - 1) * 20, page * 20).map(({ id }) => Number(id)),
      ]);
      expect(music_total).toBe(rows.length);
      if (page === 1) expect([counted.length, few.length > 0]).toEqual([2 - sampled, sampled === 0]);
    }
  }
});

test('of few tracks those that only friends, relatives or co-authors may see are found by these alone', async () => {
  const [stranger = 0, friend = 0, relative = 0, author = 0, owner = 0] = readers;
  const { pool } = connection;
  await pool.query('delete from friends where $1 in (user_id, friend_id)', [owner]);
  await pool.query(
    `insert into friends (user_id, friend_id, since, is_relative)
     values ($1, $2, now(), false), ($2, $1, now(), false), ($1, $3, now(), true), ($3, $1, now(), false)`,
    [owner, friend, relative],
  );
  const { rows } = await pool.query<{ id: string; playlist: string; audience: string }>(
    `with made as (
       insert into playlists (user_id, name, audience)
       select $1, 'Журавли ковыль', unnest(array['all', 'friends', 'fams', 'me']) returning id, audience
     )
     insert into tracks (playlist_id, user_id, recording_id, title, artist, position, audience)
     select id, $1, (select min(id) from recordings), 'Журавли ковыль', 'Проба', 1, audience from made
     returning id, playlist_id as playlist, audience`,
    [owner],
  );
  await pool.query('insert into playlist_co_authors (playlist_id, user_id) select unnest($1::bigint[]), $2', [
    rows.map(({ playlist }) => playlist),
    author,
  ]);
  const seen: Record<string, string[]> = {};
  for (const [who, userId] of Object.entries({ stranger, friend, relative, author, owner })) {
    const search = { search: 'журавли ковыль', page: 1, size: 100 };
    const { playlists, music } = await searchMusic(services, { lang: 'ru', userId } as SignedInViewer, search);
    const found = new Set(music.map(({ id }) => id));
    const listed = new Set(playlists.map(({ id }) => id));
    seen[who] = rows.filter((row) => found.has(Number(row.id))).map(({ audience }) => audience);
    expect(rows.filter((row) => listed.has(Number(row.playlist))).map(({ audience }) => audience)).toEqual(seen[who]);
  }
  expect(seen).toEqual({
    stranger: ['all'],
    friend: ['all', 'friends'],
    relative: ['all', 'friends', 'fams'],
    author: ['all', 'friends', 'fams', 'me'],
    owner: ['all', 'friends', 'fams', 'me'],
  });
});

test('a word of many tracks reads little more than its page', async () => {
  const [userId = 0] = readers;
  const reader = { lang: 'ru', userId } as SignedInViewer;
  const page = { search: 'любовь', page: 1, size: 20 };
  // 7,900 pages where a thousand are counted.
  expect(await pagesFor(() => searchMusic(services, reader, page))).toBeLessThan(3000);
});

test('of publications whose numbers lie together no more are looked at than are counted', async () => {
  const [userId = 0] = readers;
  const query = { search: 'Публикация 1', page: 1, size: 20 };
  // Where a publication has the number itself, its beginnings are not looked for.
  const { words, last } = parseSearch(query.search) ?? { words: '', last: '' };
  await connection.pool.query('update publications set deleted_at = now() where search @@ search_query($1, $2, $2)', [
    words,
    last,
  ]);
  expect(await pagesFor(() => searchPublications(services, { lang: 'ru', userId } as Viewer, query))).toBeLessThan(
    2000,
  );
});

/**
 * What is similar to an ad, by going through its category whole: ads with both words in the title of the city and among the newest 150
 * of the category, those of the city with one, then newer ones elsewhere, and older ones last. Of the city the newest 250 count.
 */
const SIMILAR = `
  with ad as (
    select id, category_id, city_id, kind, owner_id,
      (array(select lexeme from unnest(ts_filter(search, '{a}')) where lexeme !~ '^[0-9]+$' order by positions[1], lexeme))[1:4] as words
    from ads where id = $1
  ), asked as (
    select *, (words[1] || ':A' || coalesce(' & ' || words[2] || ':A', ''))::tsquery as pair,
      (words[1] || coalesce(' & ' || words[2], ''))::tsquery as together, (array_to_string(words, ':A | ') || ':A')::tsquery as single from ad
  ), of_category as (
    select a.id, a.created_at, a.search @@ pair as is_pair, a.search @@ single and a.kind = asked.kind and a.owner_id <> asked.owner_id as is_other,
      coalesce(a.city_id = asked.city_id, false) as is_near, ads_search_spans(a.created_at) && $2::bigint[] as is_newest,
      row_number() over (order by a.created_at desc, a.id desc) as place,
      row_number() over (partition by a.city_id order by a.created_at desc, a.id desc) as place_in_city
    from ads a, asked where a.is_public and a.category_id = asked.category_id
  ), ranked as (
    select id, created_at, case
      when is_near then case when place_in_city > 250 then null when is_pair then 1 else 3 end
      when is_pair then case when place <= 150 then 2 when is_newest then 4 else 6 end
      else case when place <= 1000 then 5 else 7 end end as step
    from of_category where is_other and id <> $1
  )
  select id, (select count(*) from ads, asked where is_public and search @@ together and ads_search_spans(created_at) && $2::bigint[]) as together
  from ranked where step is not null order by step, created_at desc, id desc limit 8`;

test('ads are similar to what they are similar to in their whole category', async () => {
  const pool = services.pool as pg.Pool;
  const spans = newestSpans(await newestAds(pool), 20_000);
  const { rows: asked } = await connection.pool.query<{ id: string }>(
    'select id from ads where is_public and id % 200 = 7 order by id',
  );
  let compared = 0;
  for (const id of asked.map((row) => Number(row.id))) {
    const { rows } = await connection.pool.query<{ id: string; together: string }>(SIMILAR, [id, spans]);
    sent.length = 0;
    const { similar } = await findSimilarAds({ pool }, guest, id);
    expect(sent.some((one) => typeof one !== 'string' && one.text.includes('ads_search_spans'))).toBe(true);
    // Of very many with both words some are looked through.
    if (rows.length === 0 || Number(rows[0]?.together) > 400) continue;
    compared += 1;
    expect([id, similar.map(({ board_id }) => Number(board_id)).sort()]).toEqual([
      id,
      rows.map((row) => Number(row.id)).sort(),
    ]);
  }
  expect(compared).toBeGreaterThan(20);
});
