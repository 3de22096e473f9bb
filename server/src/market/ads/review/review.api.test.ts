import { adOwnerApi } from '@app/contract/market/ad-owner';
import { moderationApi } from '@app/contract/market/ad-review';
import { adsApi } from '@app/contract/market/ads';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { casesApi } from '@app/contract/trust/cases';
import { sanctionsApi } from '@app/contract/trust/sanctions';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailsTo } from '../../../../test/emails.ts';
import { type Actor, createWorld, type TestFile, type World } from '../../../../test/world.ts';
import { seedBlocklistWords } from './blocklist-words.public.ts';

let world: World;
let anna: Actor;
let igor: Actor;
let staff: Actor;

beforeAll(async () => {
  world = await createWorld();
  [anna, igor, staff] = await Promise.all([
    world.user({ paid: true }),
    world.user({ paid: true }),
    world.user({ groups: ['admin'] }),
  ]);
});
afterAll(() => world.close());

const draft = {
  board_title: 'Кресло из велюра',
  board_description: 'Зелёное, дубовые ножки, почти новое, самовывоз',
  board_price: 0,
};

async function publish(owner: Actor, change: object = {}, files: TestFile[] = []) {
  const { statusCode, body } = await world.call(owner, adsApi.create, { body: { ...draft, ...change }, files });
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
  return body;
}

const read = async (viewer: Actor | null, id: number) =>
  (await world.call(viewer, adsApi.get, { params: { id } })).body;
const isListed = async (id: number): Promise<boolean> => {
  const { body } = await world.call(igor, adsApi.listEnabled, { query: { size: 100 } });
  return body.boards.some(({ board_id }) => board_id === id);
};
const told = async (person: Actor): Promise<string[]> =>
  (await world.call(person, notificationsApi.list, { query: {} })).body.list.map(({ kind }) => kind);
const measuresOf = async (person: Actor) =>
  (await world.call(person, sanctionsApi.listOwn, { query: {} })).body.measures;

describe('stop words', () => {
  beforeAll(async () => {
    const reason = 'Яды у нас не продают.';
    const { statusCode } = await world.call(staff, moderationApi.addBlocklistWord, {
      body: { word: 'мышьяк', reason },
    });
    expect(statusCode).toBe(200);
  });

  test('an ad with a stop word in any form waits for staff, and its owner reads why', async () => {
    const ad = await publish(anna, { board_title: 'Банка с мышьяком' });
    expect(ad.board_state).toBe('review');
    expect(ad.board_review_reason).toBe('Найдено «мышьяк». Яды у нас не продают.');
    expect(await isListed(ad.board_id)).toBe(false);
    expect(await read(igor, ad.board_id)).toMatchObject({ code: 'not_found' });
    const { body } = await world.call(staff, moderationApi.listHeld, { query: {} });
    expect(body.boards.map(({ board_id }) => board_id)).toContain(ad.board_id);
    expect(await told(anna)).toContain('ad_held');
  });

  test('what staff let through stays through, also when its owner changes the price', async () => {
    const ad = await publish(anna, { board_title: 'Книга «Мышьяк и старые кружева»' });
    const decided = await world.call(staff, moderationApi.decide, {
      body: { board_id: ad.board_id, decision: 'publish' },
    });
    expect(decided.body.board_state).toBe('active');
    const edited = await world.call(anna, adsApi.edit, { body: { board_id: ad.board_id, board_price: 300 } });
    expect(edited.body.board_state).toBe('active');
    expect(await isListed(ad.board_id)).toBe(true);
    expect(await told(anna)).toContain('ad_published');
  });

  test('an ad that loses the word goes on by itself, and one that gains it stops', async () => {
    const ad = await publish(anna, { board_title: 'Мышьяк от мышей' });
    const mended = await world.call(anna, adsApi.edit, { body: { board_id: ad.board_id, board_title: 'Мышеловка' } });
    expect(mended.body.board_state).toBe('active');
    const broken = await world.call(anna, adsApi.edit, {
      body: { board_id: ad.board_id, board_description: 'Вместо мышьяка' },
    });
    expect(broken.body.board_state).toBe('review');
    expect(await isListed(ad.board_id)).toBe(false);
  });

  test('what staff block stays blocked with a reason, whatever its owner does', async () => {
    const ad = await publish(anna, { board_title: 'Мышьяк оптом' });
    const bare = await world.call(staff, moderationApi.decide, { body: { board_id: ad.board_id, decision: 'block' } });
    expect(bare).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
    const body = { board_id: ad.board_id, decision: 'block', reason: 'Яд' } as const;
    expect((await world.call(staff, moderationApi.decide, { body })).body.board_state).toBe('blocked');
    await world.call(anna, adsApi.edit, {
      body: { board_id: ad.board_id, board_title: 'Просто банка', board_enabled: 1 },
    });
    expect(await read(anna, ad.board_id)).toMatchObject({ board_state: 'blocked', board_blocked_reason: 'Яд' });
    expect(await read(null, ad.board_id)).toMatchObject({ code: 'gone' });
    expect(await told(anna)).toContain('measure');
    const entry = await world.services.db
      .selectFrom('audit_entries')
      .select(['about_user_id', 'details'])
      .where('object', '=', `ad:${ad.board_id}`)
      .where('action', '=', 'ads.block')
      .executeTakeFirst();
    expect(entry).toEqual({ about_user_id: anna.id, details: { rule: 'other' } });
  });

  test('a block is a sanction with its rule: its owner appeals once, somebody else decides, and a granted appeal brings the ad back', async () => {
    const [owner, judge] = await Promise.all([world.user({ paid: true }), world.user({ groups: ['manager'] })]);
    const { board_id } = await publish(owner, { board_title: 'Лодка' });
    const block = (who: Actor, reason: string) =>
      world.call(who, moderationApi.decide, { body: { board_id, decision: 'block', reason, rule: 'stolen_photos' } });
    const answers = await Promise.all([block(staff, 'Чужие фотографии'), block(staff, 'Чужие фотографии')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const measures = await measuresOf(owner);
    expect(measures).toMatchObject([
      { kind: 'hide', title: 'Лодка', link: `/ad/${board_id}`, rule: 'stolen_photos', reason: 'Чужие фотографии' },
    ]);
    expect(await told(owner)).toEqual(['measure']);
    expect((await emailsTo(world, `${owner.login}@example.com`)).at(-1)).toMatchObject({ template: 'measure' });

    const id = measures[0]?.id ?? 0;
    const appeal = () => world.call(owner, sanctionsApi.appeal, { params: { id }, body: { appeal: 'Фото мои' } });
    expect([(await appeal()).statusCode, (await appeal()).statusCode]).toEqual([200, 409]);
    const queue = await world.call(judge, casesApi.list, { query: { kind: 'appeal', size: 100 } });
    const params = { id: queue.body.cases.find(({ object }) => object === `measure:${id}`)?.id ?? 0 };
    expect(await world.call(staff, casesApi.claim, { params })).toMatchObject({ body: { code: 'appeal_own' } });
    expect((await world.call(judge, casesApi.claim, { params })).statusCode).toBe(200);
    const lifted = await world.call(judge, casesApi.resolve, { params, body: { action: 'lift', reason: 'Верно' } });
    expect(lifted.statusCode).toBe(200);
    expect(await read(null, board_id)).toMatchObject({ board_state: 'active' });
    expect(await measuresOf(owner)).toMatchObject([{ running: 0, appeal_state: 'lifted' }]);
  });

  test('publishing what staff blocked takes the sanction back and answers the appeal that waits', async () => {
    const owner = await world.user({ paid: true });
    const { board_id } = await publish(owner, { board_title: 'Вёсла' });
    const decide = (body: { decision: 'publish' | 'block'; reason?: string }) =>
      world.call(staff, moderationApi.decide, { body: { board_id, ...body } });
    await decide({ decision: 'block', reason: 'Похоже на обман' });
    const [blocked] = await measuresOf(owner);
    expect(blocked).toMatchObject({ rule: 'other', running: 1 });
    await world.call(owner, sanctionsApi.appeal, { params: { id: blocked?.id ?? 0 }, body: { appeal: 'Нет' } });
    expect((await decide({ decision: 'publish' })).body.board_state).toBe('active');
    expect(await isListed(board_id)).toBe(true);
    expect(await measuresOf(owner)).toMatchObject([{ running: 0, appeal_state: 'lifted' }]);
    expect((await told(owner)).sort()).toEqual(['measure', 'measure_end']);
    const { body } = await world.call(staff, casesApi.list, { query: { kind: 'appeal', size: 100 } });
    expect(body.cases.map(({ object }) => object)).not.toContain(`measure:${blocked?.id}`);
  });

  test('publishing and a granted appeal at the same moment bring the ad back once', async () => {
    const [owner, judge] = await Promise.all([world.user({ paid: true }), world.user({ groups: ['manager'] })]);
    for (const title of ['Якорь', 'Парус', 'Канат', 'Компас']) {
      const { board_id } = await publish(owner, { board_title: title });
      const body = { board_id, reason: 'Похоже на обман' };
      await world.call(staff, moderationApi.decide, { body: { ...body, decision: 'block' } });
      const id = (await measuresOf(owner))[0]?.id ?? 0;
      await world.call(owner, sanctionsApi.appeal, { params: { id }, body: { appeal: 'Нет' } });
      const queue = await world.call(judge, casesApi.list, { query: { kind: 'appeal', size: 100 } });
      const params = { id: queue.body.cases.find(({ object }) => object === `measure:${id}`)?.id ?? 0 };
      await world.call(judge, casesApi.claim, { params });
      const [published, resolved] = await Promise.all([
        world.call(staff, moderationApi.decide, { body: { board_id, decision: 'publish' } }),
        world.call(judge, casesApi.resolve, { params, body: { action: 'lift', reason: 'Верно' } }),
      ]);
      expect(published.statusCode).toBe(200);
      expect([200, 409]).toContain(resolved.statusCode);
      expect(await read(null, board_id)).toMatchObject({ board_state: 'active' });
    }
    const ends = (await told(owner)).filter((kind) => kind === 'measure_end');
    expect(ends).toHaveLength(4);
  });

  test('staff who block an ad of their own are told so, and sanction nobody', async () => {
    const { board_id } = await publish(staff, { board_title: 'Стол' });
    const body = { board_id, decision: 'block', reason: 'Продано мимо' } as const;
    expect((await world.call(staff, moderationApi.decide, { body })).body.board_state).toBe('blocked');
    expect(await measuresOf(staff)).toEqual([]);
    expect(await told(staff)).toContain('ad_blocked');
  });

  test('a word is added once, and one that search does not see is refused', async () => {
    const add = (word: string) =>
      world.call(staff, moderationApi.addBlocklistWord, { body: { word, reason: 'Нельзя' } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => add('Ртуть')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await add('для')).toMatchObject({ statusCode: 400, body: { fields: { word: expect.any(String) } } });
    const [added] = answers.filter(({ statusCode }) => statusCode === 200);
    const removed = await world.call(staff, moderationApi.removeBlocklistWord, { query: { id: added?.body.id ?? 0 } });
    expect(removed.statusCode).toBe(200);
  });

  test('the product comes with a list, and does not bring back what staff removed', async () => {
    const { db } = world.services;
    await db.deleteFrom('blocklist_words').execute();
    await Promise.all([seedBlocklistWords(db), seedBlocklistWords(db)]);
    const { body } = await world.call(staff, moderationApi.listBlocklistWords, { query: { size: 1000 } });
    expect(body.total).toBe(body.words.length);
    expect(body.words.find(({ word }) => word === 'кокаин')?.reason).toBe('Наркотики и их замены у нас не продают.');
    await world.call(staff, moderationApi.removeBlocklistWord, { query: { id: body.words[0]?.id ?? 0 } });
    await seedBlocklistWords(db);
    const after = await world.call(staff, moderationApi.listBlocklistWords, { query: {} });
    expect(after.body.total).toBe(body.total - 1);
  });
});

async function picture(name: string, seed: number, width = 900, quality = 90): Promise<TestFile> {
  const cells = Array.from({ length: 64 }, (_, at) => ((at * 37 + seed * 101 + ((at * seed) % 7) * 53) % 200) + 20);
  const bytes = await sharp(Buffer.from(cells), { raw: { width: 8, height: 8, channels: 1 } })
    .resize(width, Math.round(width * 0.7), { kernel: 'cubic', fit: 'fill' })
    .jpeg({ quality })
    .toBuffer();
  return { field: 'board_photo[]', name, type: 'image/jpeg', bytes };
}

describe('ads that look alike', () => {
  const twins = async (writer: Actor, change: object = {}, files: TestFile[] = []) => {
    const { statusCode, body } = await world.call(writer, adOwnerApi.duplicates, {
      body: { ...draft, ...change },
      files,
    });
    expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
    return body.twins;
  };

  test('nearly the same words are found, the writer’s own first, the ad being edited not at all', async () => {
    const [own, other] = [await publish(anna), await publish(igor)];
    const found = await twins(anna, {
      board_title: 'Кресло из велюра!',
      board_description: `${draft.board_description} `,
    });
    expect(found.map(({ board_id, own: isOwn, by }) => [board_id, isOwn, by])).toEqual([
      [own.board_id, 1, 'text'],
      [other.board_id, 0, 'text'],
    ]);
    const editing = await twins(anna, { board_id: own.board_id });
    expect(editing.map(({ board_id }) => board_id)).toEqual([other.board_id]);
  });

  test('another thing of the same kind is no duplicate', async () => {
    await publish(igor, { board_title: 'Диван угловой серый', board_description: 'Раскладывается, ящик для белья' });
    const found = await twins(anna, {
      board_title: 'Диван прямой синий',
      board_description: 'Пружинный, на ножках, без ящика',
    });
    expect(found).toEqual([]);
  });

  test('a photo is known again after shrinking and compressing, and other photos are not taken for it', async () => {
    const original = await picture('a.jpg', 3, 1400);
    const ad = await publish(igor, { board_title: 'Фотоаппарат', board_description: 'Плёночный' }, [original]);
    await publish(igor, { board_title: 'Чайник', board_description: 'Со свистком' }, [await picture('b.jpg', 11)]);
    const words = { board_title: 'Камера старая', board_description: 'С объективом' };
    const found = await twins(anna, words, [await picture('small.jpg', 3, 500, 60)]);
    expect(found.map(({ board_id, by }) => [board_id, by])).toEqual([[ad.board_id, 'photo']]);
    expect(found[0]?.photo).toMatch(/^\/media\/.+-400\.webp$/);
  });

  test('a picture of one colour says nothing', async () => {
    const plain = sharp({ create: { width: 700, height: 500, channels: 3, background: '#888' } });
    const file = {
      field: 'board_photo[]',
      name: 'plain.jpg',
      type: 'image/jpeg',
      bytes: await plain.jpeg().toBuffer(),
    };
    await publish(igor, { board_title: 'Краска', board_description: 'Серая' }, [file]);
    expect(await twins(anna, { board_title: 'Штора', board_description: 'Плотная' }, [file])).toEqual([]);
  });

  test('looking for duplicates keeps nothing of the photos', async () => {
    const count = () =>
      world.services.db
        .selectFrom('media_images')
        .select((is) => is.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
    const before = await count();
    await twins(anna, {}, [await picture('c.jpg', 5)]);
    expect(await count()).toEqual(before);
  });
});
