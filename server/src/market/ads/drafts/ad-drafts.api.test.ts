import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const NOTHING = { draft: null, changed: null };
const get = async (who: Actor) => (await world.call(who, adOwnerApi.getDraft)).body;
const keep = (who: Actor, board_title: string, changed?: string | null) =>
  world.call(who, adOwnerApi.saveDraft, { body: { draft: { board_title }, changed } });

test('what is typed on one device is there on another, as it was typed', async () => {
  const anna = await world.user();
  expect(await get(anna)).toEqual(NOTHING);
  const draft = {
    board_title: 'Лод',
    board_description: '',
    board_price: '12 0',
    category: null,
    board_district: 'у реки',
    board_attributes: { '3': 'синяя', '4': 12 },
    board_comments_by: 'nobody' as const,
  };
  const { body } = await world.call(anna, adOwnerApi.saveDraft, { body: { draft } });
  expect(body.draft).toEqual(draft);
  expect(await get(anna)).toEqual(body);
  expect(await get(await world.user())).toEqual(NOTHING);
});

test('a device that started from an older version is told what is kept', async () => {
  const anna = await world.user();
  const first = (await keep(anna, 'Ло', null)).body.changed;
  const second = (await keep(anna, 'Лодка', first)).body.changed;
  const late = await keep(anna, 'Лопата', first);
  expect(late).toMatchObject({
    statusCode: 409,
    body: { code: 'conflict', draft: { board_title: 'Лодка' }, changed: second },
  });
  expect((await keep(anna, 'Лопата', null)).statusCode).toBe(409);
  expect((await keep(anna, 'Лодка с мотором', second)).statusCode).toBe(200);
  expect((await keep(anna, 'Без оглядки')).body.draft?.board_title).toBe('Без оглядки');
});

test('words that arrived already are no conflict: a page may be left before it hears of it', async () => {
  const anna = await world.user();
  const first = (await keep(anna, 'Лодка', null)).body;
  expect(await keep(anna, 'Лодка', null)).toMatchObject({ statusCode: 200, body: first });
  expect((await keep(anna, 'Лодка с вёслами', first.changed)).statusCode).toBe(200);
  expect((await keep(anna, 'Лодка', first.changed)).statusCode).toBe(409);
});

test('a version that is no moment is refused', async () => {
  const anna = await world.user();
  const answer = await keep(anna, 'Лодка', 'yesterday');
  expect(answer).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
});

test('of fifty devices that go on from the same version one is kept, and versions never repeat', async () => {
  const anna = await world.user();
  const { changed } = (await keep(anna, 'Начало', null)).body;
  const answers = await Promise.all(Array.from({ length: 50 }, (_, turn) => keep(anna, `Вариант ${turn}`, changed)));
  const kept = answers.filter(({ statusCode }) => statusCode === 200);
  expect(kept).toHaveLength(1);
  expect(await get(anna)).toEqual(kept[0]?.body);
  const free = await Promise.all(Array.from({ length: 50 }, (_, turn) => keep(anna, `Вариант ${turn}`)));
  expect(new Set(free.map(({ body }) => body.changed)).size).toBe(50);
  const firsts = await world.user();
  const started = await Promise.all(Array.from({ length: 50 }, (_, turn) => keep(firsts, `Первый ${turn}`, null)));
  expect(started.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('a draft goes when its person throws it away, and when the ad is published', async () => {
  const anna = await world.user({ paid: true });
  await keep(anna, 'Лодка');
  expect((await world.call(anna, adOwnerApi.discardDraft)).body).toEqual(NOTHING);
  expect(await get(anna)).toEqual(NOTHING);
  const { changed } = (await keep(anna, 'Лодка')).body;
  const body = { board_title: 'Лодка', board_description: 'Надувная', board_price: 1 };
  expect((await world.call(anna, adsApi.create, { body })).statusCode).toBe(200);
  expect(await get(anna)).toEqual(NOTHING);
  expect(await keep(anna, 'Лодка', changed)).toMatchObject({ statusCode: 409, body: { draft: null } });
});

test('drafts are for people who signed in, and keep their limits', async () => {
  for (const endpoint of [adOwnerApi.getDraft, adOwnerApi.discardDraft]) {
    expect((await world.call(null, endpoint)).statusCode).toBe(401);
  }
  const anna = await world.user();
  expect((await keep(anna, 'я'.repeat(256))).statusCode).toBe(400);
});

test('half a character and signs that no text has are kept as far as they can be', async () => {
  const person = await world.user({ paid: true });
  const draft = { board_title: 'Лодка \ud800', board_attributes: { 7: 'Волга\0', 8: '\udfff' } };
  const { statusCode, body } = await world.call(person, adOwnerApi.saveDraft, { body: { draft } });
  expect(statusCode).toBe(200);
  expect(body.draft).toEqual({ board_title: 'Лодка \ufffd', board_attributes: { 7: 'Волга\ufffd', 8: '\ufffd' } });
});
