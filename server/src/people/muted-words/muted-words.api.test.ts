import { adsApi } from '@app/contract/market/ads';
import { MUTED_WORDS_MAX, mutedWordsApi } from '@app/contract/people/muted-words';
import { commentsApi } from '@app/contract/publishing/comments';
import { publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { insertDemoAds } from '../../market/ads/ads.public.ts';
import { insertDemoPublications } from '../../publishing/publications/publications.public.ts';

let world: World;
let author: Actor;
let reader: Actor;
beforeAll(async () => {
  world = await createWorld();
  [author, reader] = await Promise.all([world.user({ paid: true }), world.user()]);
});
afterAll(() => world.close());

const hide = (who: Actor, word: string, more: object = {}) =>
  world.call(who, mutedWordsApi.add, { body: { word, ...more } });
const list = async (who: Actor) => (await world.call(who, mutedWordsApi.list)).body.list;
const show = (who: Actor, id: number) => world.call(who, mutedWordsApi.remove, { params: { id } });

async function publish(description: string): Promise<number> {
  const row = { user_id: author.id, description, file_ids: [], published_at: new Date() };
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, [row]));
  return id;
}
const mutedBy = async (who: Actor | null, id: number) =>
  (await world.call(who, publicationsApi.one, { params: { id } })).body.muted_by;

test('a word is hidden in any of its forms, a phrase as a phrase, a sign as it is', async () => {
  const spider = await publish('Сегодня видели огромных пауков!');
  const phrase = await publish('Опять рекламная акция магазина');
  const apart = await publish('Акция закончилась, рекламный щит убрали');
  const sign = await publish('Всё отлично 🙈');
  for (const word of ['Паук', 'рекламная акция', '🙈']) expect((await hide(reader, word)).statusCode).toBe(200);
  expect(await mutedBy(reader, spider)).toBe('Паук');
  expect(await mutedBy(reader, phrase)).toBe('рекламная акция');
  expect(await mutedBy(reader, apart)).toBe('');
  expect(await mutedBy(reader, sign)).toBe('🙈');
  expect(await mutedBy(author, spider)).toBe('');
  expect(await mutedBy(null, spider)).toBe('');
});

test('what a person writes themselves is never folded for them', async () => {
  const id = await publish('Мой паук');
  await hide(author, 'паук');
  expect(await mutedBy(author, id)).toBe('');
});

test('words fold comments and ads too, each where it was asked for', async () => {
  const person = await world.user();
  await hide(person, 'лодка', { places: ['ads'] });
  await hide(person, 'торг', { places: ['comments'] });
  const row = { owner_id: author.id, title: 'Надувные лодки', description: 'Торг', price_roubles: 5000, image_ids: [] };
  const place = { category_id: null, country_id: null, city_id: null, created_at: new Date() };
  const [ad = 0] = await world.services.db.transaction().execute((tx) => insertDemoAds(tx, [{ ...row, ...place }]));
  const said = await world.call(author, commentsApi.add, { body: { board_id: ad, message: 'Возможен торг на лодку' } });
  await world.call(author, commentsApi.add, {
    body: { board_id: ad, message: 'О торге пишите', reply_to: said.body.id },
  });
  const board = async (who: Actor | null) =>
    (await world.call(who, adsApi.listEnabled)).body.boards.find(({ board_id }) => board_id === ad);
  expect(await board(person)).toMatchObject({ muted_by: 'лодка' });
  expect(await board(author)).not.toHaveProperty('muted_by');
  expect(await board(null)).not.toHaveProperty('muted_by');
  const { comments } = (await world.call(person, commentsApi.list, { params: { id: ad } })).body;
  expect(comments).toMatchObject([{ muted_by: 'торг', replies: [{ muted_by: 'торг' }] }]);
  const post = await publish('Лодка и торг');
  expect(await mutedBy(person, post)).toBe('');
  const body = { publish_id: post, message: 'Торг!' };
  await world.call(author, publicationsApi.addComment, { body });
  const talk = await world.call(person, publicationsApi.comments, { params: { id: post } });
  expect(talk.body.list).toMatchObject([{ muted_by: 'торг' }]);
});

test('a word returns by itself when its time is over, or when it is taken back', async () => {
  const person = await world.user();
  const post = await publish('Жёлтый кран');
  const { id } = (await hide(person, 'кран', { seconds: 3600 })).body;
  expect(await list(person)).toMatchObject([{ id, word: 'кран', until: expect.any(String) }]);
  expect(await mutedBy(person, post)).toBe('кран');
  await sql`update muted_words set until = now() where id = ${id}`.execute(world.services.db);
  expect(await mutedBy(person, post)).toBe('');
  expect(await list(person)).toEqual([]);
  const again = (await hide(person, 'желтый')).body;
  expect(again.until).toBeNull();
  expect(await mutedBy(person, post)).toBe('желтый');
  expect((await show(reader, again.id)).statusCode).toBe(404);
  expect((await show(person, again.id)).statusCode).toBe(200);
  expect(await mutedBy(person, post)).toBe('');
});

test('the same word is changed, not added', async () => {
  const person = await world.user();
  await Promise.all(Array.from({ length: 10 }, () => hide(person, 'Ёлка', { places: ['feed'] })));
  await hide(person, 'елка', { places: ['ads'] });
  expect(await list(person)).toMatchObject([{ word: 'елка', places: ['ads'] }]);
});

test('there is an end to them, also for many calls at once', async () => {
  const person = await world.user();
  await sql`
    insert into muted_words (user_id, word, places, until)
    select ${person.id}, 'слово' || n, '{feed}', 'infinity' from generate_series(1, ${MUTED_WORDS_MAX - 1}) n`.execute(
    world.services.db,
  );
  const answers = await Promise.all(['один', 'два', 'три'].map((word) => hide(person, word)));
  expect(answers.map(({ statusCode, body }) => body.code ?? statusCode).sort()).toEqual([
    200,
    'words_full',
    'words_full',
  ]);
  expect(await list(person)).toHaveLength(MUTED_WORDS_MAX);
});
