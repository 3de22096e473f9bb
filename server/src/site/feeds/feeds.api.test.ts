import { adsApi } from '@app/contract/market/ads';
import { ownAdsApi } from '@app/contract/market/own-ads';
import { searchesApi } from '@app/contract/market/searches';
import { circleApi } from '@app/contract/people/circle';
import { usersApi } from '@app/contract/people/users';
import { publicationsApi } from '@app/contract/publishing/publications';
import { referenceApi } from '@app/contract/reference/reference';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readFeed } from '../../../test/formats/read-feed.ts';
import { type Actor, createWorld, type TestFile, type World } from '../../../test/world.ts';
import { expireAds } from '../../market/ads/lifecycle/expire-ads.job.ts';
import { matchSearches } from '../../market/saved-searches/match-searches.job.ts';
import { insertDemoCircle } from '../../people/circle/demo-circle.public.ts';
import { type DemoPublication, insertDemoPublications } from '../../publishing/publications/publications.public.ts';
import { FEED_ENTRIES_MAX } from './load-feeds.ts';

const ORIGIN = 'https://okolo.example';
const DAY_MS = 86_400_000;

let world: World;
let now = Date.now();
let author: Actor;
let friend: Actor;
let kazan: { country: number; city: number };
let picture: Buffer;
let word = '';
let words = 0;
let log = '';

beforeAll(async () => {
  world = await createWorld({
    clock: () => new Date(now),
    environment: { PUBLIC_URL: ORIGIN, LOG_LEVEL: 'trace' },
    logTo: {
      write(line) {
        log += line;
      },
    },
  });
  const { countries } = (await world.call(null, referenceApi.listCountries)).body;
  const country = countries.find(({ name_native }) => name_native === 'Россия')?.id ?? 0;
  const found = await world.call(null, referenceApi.listCities, { query: { country, search: 'Казань' } });
  kazan = { country, city: found.body.cities[0]?.id ?? 0 };
  picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#37a' } })
    .png()
    .toBuffer();
});
afterAll(() => world.close());

/** Each test has people of its own, and ads by a word that no other ad contains. */
beforeEach(async () => {
  words += 1;
  word = `кмтп${'абвгдежзик'[words % 10]}${'лмнопрстуф'[Math.floor(words / 10)]}`;
  [author, friend] = await Promise.all([
    world.user({ paid: true, firstname: 'Анна', lastname: 'Лодочкина' }),
    world.user({ paid: true }),
  ]);
  await world.services.db
    .transaction()
    .execute((tx) => insertDemoCircle(tx, { friendships: [{ between: [author.id, friend.id], since: new Date() }] }));
});

const photo = (field: string): TestFile => ({ field, name: 'a.png', type: 'image/png', bytes: picture });

async function offer(change: object = {}, files: TestFile[] = []): Promise<number> {
  const body = { board_title: `Лодка ${word}`, board_description: 'Надувная', board_price: 9000, ...change };
  const { statusCode, body: board } = await world.call(author, adsApi.create, { body, files });
  expect({ statusCode, code: board.code }).toEqual({ statusCode: 200, code: undefined });
  return board.board_id;
}

async function publish(change: Partial<DemoPublication> = {}): Promise<number> {
  const row = {
    user_id: author.id,
    description: `Причал ${word}`,
    file_ids: [],
    published_at: new Date(now),
    ...change,
  };
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, [row]));
  world.services.publicCache.invalidate();
  return id;
}

const get = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url: url.replace(ORIGIN, ''), headers });
const cookieOf = ({ token }: Actor) => ({ cookie: `token=${token}` });

async function read(url: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await get(url, headers);
  expect(statusCode).toBe(200);
  return readFeed(body);
}
const titles = async (url: string, headers?: Record<string, string>) =>
  (await read(url, headers)).entries.map(({ title }) => title);
const pages = async (url: string, headers?: Record<string, string>) =>
  (await read(url, headers)).entries.map(({ page }) => page);

const ofPerson = ({ id }: Actor) => `/feeds/user/${id}.atom`;
const ofWord = () => `/feeds/ads.atom?search=${encodeURIComponent(word)}&exact=1`;
const adPage = (id: number) => `${ORIGIN}/ad/${id}`;

async function setAd(id: number, change: object): Promise<void> {
  await world.services.db.updateTable('ads').set(change).where('id', '=', id).execute();
  world.services.publicCache.invalidate();
}

/** A search of the friend for the word, and the address of its feed. */
async function follow(change: object = {}): Promise<{ id: number; feed: string }> {
  const saved = await world.call(friend, searchesApi.save, { body: { search: word, ...change } });
  expect(saved.body.feed).toBeNull();
  const { body } = await world.call(friend, searchesApi.renewFeed, { params: { id: saved.body.id } });
  return { id: body.id, feed: body.feed ?? '' };
}
const match = (ad_id: number) => matchSearches.run(world.services, { ad_id });

describe('the feed of a person', () => {
  test('a feed reader reads publications and ads in it, the newest first', async () => {
    const ad = await offer({ board_description: 'Надувная,\n«как новая» & <b>лёгкая</b>' }, [photo('board_photo[]')]);
    now += 1000;
    const { body } = await world.call(author, publicationsApi.add, {
      body: { publish_description: `Закат над <рекой>\n\nИ причал ${word}`, publish_type: 0 },
      files: [photo('publish_content[]')],
    });
    const feed = await read(ofPerson(author));
    const page = `${ORIGIN}/user/${author.id}`;
    expect(feed).toMatchObject({
      title: 'Анна Лодочкина · Около',
      lang: 'ru',
      page,
      self: `${ORIGIN}${ofPerson(author)}?lang=ru`,
      author: { name: 'Анна Лодочкина', uri: page },
    });
    const [publication, board, ...others] = feed.entries;
    expect(others).toEqual([]);
    expect(publication).toMatchObject({
      id: `${page}/social/${body.publish_id}`,
      page: `${page}/social/${body.publish_id}`,
      author: { name: 'Анна Лодочкина', uri: page },
      title: `Закат над <рекой> И причал ${word}`,
      published: body.timestamp,
      updated: body.timestamp,
      content: expect.stringContaining(`<p>Закат над &lt;рекой&gt;</p><p>И причал ${word}</p>`),
    });
    expect(board).toMatchObject({
      id: adPage(ad),
      title: expect.stringMatching(new RegExp(`^Лодка ${word}, 9\\s000\\s₽$`)),
      content: expect.stringContaining('<p>Надувная,<br>«как новая» &amp; &lt;b&gt;лёгкая&lt;/b&gt;</p>'),
    });
    for (const entry of [publication, board]) {
      const { href = '', type } = entry?.enclosure ?? {};
      expect(entry?.content).toContain(`<img src="${href}"`);
      const file = await get(href);
      expect([file.statusCode, file.headers['content-type'], type]).toEqual([200, 'image/webp', 'image/webp']);
    }
  });

  test('holds what guests see, also where somebody else signed in asks for it', async () => {
    const shown = [await publish(), await offer()];
    for (const audience of ['friends', 'fams', 'me'] as const) await publish({ audience });
    for (const board_audience of ['friends', 'fams']) await offer({ board_audience });
    await offer({ board_circle_first: 1 });
    const expected = [`${ORIGIN}/user/${author.id}/social/${shown[0]}`, adPage(shown[1] ?? 0)].sort();
    for (const reader of [undefined, cookieOf(friend), cookieOf(author)])
      expect((await pages(ofPerson(author), reader)).sort()).toEqual(expected);
  });

  test('holds no draft, nor what is held, blocked, deleted or edited out of sight', async () => {
    const id = await publish();
    await world.services.db
      .insertInto('publications')
      .values({ user_id: author.id, description: 'Черновик' })
      .execute();
    const none = { held_at: null, blocked_at: null, author_hidden: false, deleted_at: null };
    const at = new Date();
    for (const change of [{ held_at: at }, { blocked_at: at }, { author_hidden: true }, { deleted_at: at }, none]) {
      const row = { ...none, ...change };
      await world.services.db.updateTable('publications').set(row).where('id', '=', id).execute();
      world.services.publicCache.invalidate();
      expect(await titles(ofPerson(author))).toEqual(change === none ? [`Причал ${word}`] : []);
    }
    await world.call(author, publicationsApi.edit, { body: { publish_id: id, audience: 'friends' } });
    expect(await titles(ofPerson(author))).toEqual([]);
  });

  test('ends with the page of the person: suspended, left, never there', async () => {
    const admin = await world.user({ groups: ['admin'] });
    const left = await world.user();
    for (const person of [author, left]) expect((await get(ofPerson(person))).statusCode).toBe(200);
    await world.call(admin, usersApi.remove, { params: { id: author.id } });
    await world.services.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', left.id).execute();
    world.services.publicCache.invalidate();
    for (const person of [author, left]) expect((await get(ofPerson(person))).statusCode).toBe(410);
    for (const id of ['999999999', '0', 'x', '1e3']) expect((await get(`/feeds/user/${id}.atom`)).statusCode).toBe(404);
  });

  test('who blocked whom changes nothing for guests', async () => {
    await publish();
    await world.call(author, circleApi.block, { params: { id: friend.id } });
    expect(await titles(ofPerson(author), cookieOf(friend))).toEqual([`Причал ${word}`]);
  });

  test(`has ${FEED_ENTRIES_MAX} entries at most, the newest of both kinds`, async () => {
    for (let at = 0; at < FEED_ENTRIES_MAX; at += 1)
      await publish({ description: `Запись ${at}`, published_at: new Date(now - (at + 1) * DAY_MS) });
    await offer();
    const { entries } = await read(ofPerson(author));
    expect(entries).toHaveLength(FEED_ENTRIES_MAX);
    expect(entries[0]?.title).toContain('Лодка');
    expect(entries.at(-1)?.title).toBe(`Запись ${FEED_ENTRIES_MAX - 2}`);
  });
});

describe('the feed of ads', () => {
  test('a feed reader reads the newest ads of a city by the filters of the list', async () => {
    const place = { country: kazan.country, city: kazan.city };
    const [first, second] = [await offer(place), await offer({ ...place, board_kind: 'give', board_price: 0 })];
    await offer();
    await offer({ ...place, board_price: 90_000 });
    const url = `/feeds/ads.atom?city_id=${kazan.city}&price_to=10000&search=${encodeURIComponent(word)}`;
    const feed = await read(url);
    expect(feed.title?.replaceAll(/\s/g, ' ')).toBe(
      `${word.slice(0, 1).toUpperCase()}${word.slice(1)}, Казань, до 10 000 ₽ · Около`,
    );
    expect(feed.page).toContain(`${ORIGIN}/?city=${kazan.city}&search=`);
    expect(feed.entries.map(({ page }) => page)).toEqual([adPage(first)]);
    expect(feed.entries[0]?.content?.replaceAll(/\s/g, ' ')).toContain('Продаю · 9 000 ₽ · Казань');
    const free = await read(`/feeds/ads.atom?kind=give&city_id=${kazan.city}&lang=en`);
    expect(free.entries.map(({ page }) => page)).toContain(adPage(second));
    expect([free.lang, free.title, free.entries[0]?.content]).toEqual([
      'en',
      expect.stringMatching(/^Giving away, Kazan · /),
      expect.stringContaining('<p>Giving away · Kazan</p>'),
    ]);
    expect(await read(feed.self ?? '')).toEqual(feed);
  });

  test('holds no ad that guests are not shown', async () => {
    const id = await offer();
    for (const board_audience of ['friends', 'fams']) await offer({ board_audience });
    await offer({ board_circle_first: 1 });
    for (const reader of [undefined, cookieOf(friend)]) expect(await pages(ofWord(), reader)).toEqual([adPage(id)]);
    const none = { held_at: null, blocked_at: null, archived_at: null, enabled: true, deal: 'open' as const };
    const at = new Date();
    for (const change of [
      { held_at: at },
      { blocked_at: at },
      { archived_at: at },
      { enabled: false },
      { deal: 'sold' as const },
    ]) {
      await setAd(id, { ...none, ...change });
      expect(await pages(ofWord())).toEqual([]);
    }
    await setAd(id, none);
    expect(await pages(ofWord())).toEqual([adPage(id)]);
    await world.call(author, ownAdsApi.setVacation, { body: { on: 1 } });
    expect(await pages(ofWord())).toEqual([]);
    await world.call(author, ownAdsApi.setVacation, { body: { on: 0 } });
    now += 61 * DAY_MS;
    await expireAds.run(world.services, {});
    expect(await pages(ofWord())).toEqual([]);
  });

  test('knows no circle, and no order or page of another reader', async () => {
    const id = await offer();
    const asked = await read(
      `${ofWord()}&circle=1&friends_of_friends=1&page=7&sort=price_asc&size=1`,
      cookieOf(friend),
    );
    expect(asked.entries.map(({ page }) => page)).toEqual([adPage(id)]);
    expect((await get('/feeds/ads.atom?price_from=much')).statusCode).toBe(400);
  });
});

describe('the feed of a saved search', () => {
  test('a feed reader reads new matches by the address alone', async () => {
    const { id, feed } = await follow();
    expect(await read(feed)).toMatchObject({
      title: `${word.slice(0, 1).toUpperCase()}${word.slice(1)} · Около`,
      page: expect.stringContaining(`${ORIGIN}/?search=`),
      self: feed,
      entries: [],
    });
    const [first, second] = [await offer(), await offer()];
    for (const ad of [first, second]) await match(ad);
    expect(await pages(feed)).toEqual([adPage(second), adPage(first)]);
    const { searches } = (await world.call(friend, searchesApi.list)).body;
    expect(searches.find((search) => search.id === id)?.feed).toBe(feed);
  });

  test('a new address ends the one before, and none ends both', async () => {
    const { id, feed } = await follow();
    const renewed = (await world.call(friend, searchesApi.renewFeed, { params: { id } })).body.feed ?? '';
    expect(renewed).not.toBe(feed);
    expect((await get(feed)).statusCode).toBe(404);
    expect((await get(renewed)).statusCode).toBe(200);
    for (let time = 0; time < 2; time += 1)
      expect((await world.call(friend, searchesApi.removeFeed, { params: { id } })).body.feed).toBeNull();
    const again = (await world.call(friend, searchesApi.renewFeed, { params: { id } })).body.feed ?? '';
    for (const former of [feed, renewed]) expect((await get(former)).statusCode).toBe(404);
    await world.call(friend, searchesApi.remove, { params: { id } });
    expect((await get(again)).statusCode).toBe(404);
  });

  test('a key that is made up, of another search or of no search tells nothing', async () => {
    const [one, other] = [await follow(), await follow({ price_to: 100 })];
    const [, signature = ''] = one.feed.split('.atom?key=')[1]?.split('.') ?? [];
    const silent = (await world.call(friend, searchesApi.save, { body: { search: `${word} весло` } })).body.id;
    const keys = [
      `${other.id}.${signature}`,
      `${silent}.${signature}`,
      `999999999.${signature}`,
      `${one.id}.`,
      '',
      'x',
    ];
    const answers = await Promise.all(
      [...keys.map((key) => `?key=${key}`), ''].map((query) => get(`/feeds/search.atom${query}`)),
    );
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(404);
  });

  test('who is no owner neither makes, renews nor ends an address', async () => {
    const { id, feed } = await follow();
    for (const call of [searchesApi.renewFeed, searchesApi.removeFeed])
      expect((await world.call(author, call, { params: { id } })).statusCode).toBe(404);
    expect((await get(feed)).statusCode).toBe(200);
  });

  test('holds no match that guests are not shown, though the owner of the search is', async () => {
    const { id, feed } = await follow();
    const [shown, ofCircle] = [await offer(), await offer({ board_audience: 'friends' })];
    for (const ad of [shown, ofCircle]) await match(ad);
    const { searches } = (await world.call(friend, searchesApi.list)).body;
    expect(searches.find((search) => search.id === id)?.fresh).toBe(2);
    expect(await pages(feed, cookieOf(friend))).toEqual([adPage(shown)]);
    const none = { held_at: null, blocked_at: null, archived_at: null, enabled: true };
    const at = new Date();
    for (const change of [{ held_at: at }, { blocked_at: at }, { archived_at: at }, { enabled: false }]) {
      await setAd(shown, { ...none, ...change });
      expect(await pages(feed)).toEqual([]);
    }
  });

  test.each(['suspended', 'erased'])('ends when its owner is %s, like an unknown one', async (how) => {
    const { feed } = await follow();
    expect((await get(feed)).statusCode).toBe(200);
    const change = how === 'suspended' ? { status: 'suspended' as const } : { deleted_at: new Date() };
    await world.services.db.updateTable('users').set(change).where('id', '=', friend.id).execute();
    const [ended, unknown] = [await get(feed), await get('/feeds/search.atom?key=x')];
    expect([ended.statusCode, ended.body]).toEqual([404, unknown.body]);
  });

  test('the address is in no log', async () => {
    const { feed } = await follow();
    const [, signature = ''] = feed.split('.atom?key=')[1]?.split('.') ?? [];
    expect((await get(feed)).statusCode).toBe(200);
    await world.call(friend, searchesApi.list);
    expect(log).toContain('/feeds/search.atom');
    expect(log).not.toContain(signature);
  });
});

describe('every feed', () => {
  const addresses = async (): Promise<string[]> => {
    const { feed } = await follow();
    await match(await offer());
    await publish();
    return [ofPerson(author), ofWord(), feed];
  };

  test('is sent as Atom that no browser runs or guesses at, and the secret one is kept by nobody', async () => {
    for (const [at, url] of (await addresses()).entries()) {
      const { headers } = await get(url);
      const isSecret = at === 2;
      expect(headers).toMatchObject({
        'content-type': 'application/atom+xml; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'cache-control': isSecret ? 'private, no-cache' : 'no-cache',
      });
      expect(headers['x-robots-tag']).toBe(isSecret ? 'noindex' : undefined);
    }
  });

  test('answers 304 to a reader that has it, and the whole once something changed', async () => {
    const urls = await addresses();
    for (const url of urls) {
      const { headers } = await get(url);
      const [etag, modified] = [String(headers.etag), String(headers['last-modified'])];
      const known: Record<string, string>[] = [
        { 'if-none-match': etag },
        { 'if-none-match': `"x", ${etag}` },
        { 'if-modified-since': modified },
      ];
      for (const header of known) {
        const answer = await get(url, header);
        expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
      }
      const unknown: Record<string, string>[] = [
        { 'if-none-match': '"x"', 'if-modified-since': modified },
        { 'if-modified-since': new Date(now + DAY_MS).toUTCString() },
      ];
      for (const header of unknown) expect((await get(url, header)).statusCode).toBe(200);
    }
    const before = await Promise.all(urls.map(async (url) => String((await get(url)).headers.etag)));
    now += 5000;
    await match(await offer());
    for (const [at, url] of urls.entries())
      expect((await get(url, { 'if-none-match': before[at] ?? '' })).statusCode).toBe(200);
  });

  test('answers the whole once the newest entry is taken down, which sets its date back', async () => {
    await offer();
    now += 60_000;
    const newest = await offer();
    const modified = String((await get(ofWord())).headers['last-modified']);
    await setAd(newest, { blocked_at: new Date() });
    const answer = await get(ofWord(), { 'if-modified-since': modified });
    expect(answer.statusCode).toBe(200);
    expect(Date.parse(String(answer.headers['last-modified']))).toBeLessThan(Date.parse(modified));
  });

  test('is compressed for readers that take it so, under the same tag', async () => {
    const url = ofPerson(author);
    await offer({ board_description: 'Надувная '.repeat(300) });
    const [plain, packed] = [await get(url), await get(url, { 'accept-encoding': 'gzip' })];
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag });
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  test('is in the description of the calls', async () => {
    const { paths } = (await get('/api/openapi.json')).json();
    for (const path of ['/feeds/user/{id}.atom', '/feeds/ads.atom', '/feeds/search.atom'])
      expect(paths[path].get.responses[200].content).toHaveProperty(['application/atom+xml']);
  });
});

test('guesses of secret addresses are limited', async () => {
  const limited = await createWorld({ environment: { RATE_LIMITS: 'on' } });
  try {
    const codes = new Set<number>();
    for (let at = 0; at < 130; at += 1)
      codes.add((await limited.app.inject('/feeds/search.atom?key=1.aaaaaaaaaaaaaaaaaaaaaa')).statusCode);
    expect([...codes]).toEqual([404, 429]);
  } finally {
    await limited.close();
  }
});
