import { authApi } from '@app/contract/people/auth';
import { type UserChange, usersApi } from '@app/contract/people/users';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignInHelpers, many } from '../../../test/newcomers.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const get = (viewer: Actor | null, id: number) => world.call(viewer, usersApi.get, { params: { id } });
const change = (viewer: Actor, id: number, body: UserChange) =>
  world.call(viewer, usersApi.change, { params: { id }, body });

describe('bank details', () => {
  const BANK = {
    bank_name: 'ПАО Сбербанк',
    bank_account: '40702810638000010045',
    bank_cor: '30101810400000000225',
    bank_inn: '7707083893',
    bank_kpp: '773601001',
    bank_bik: '044525225',
  };

  async function company(): Promise<Actor> {
    const who = await world.user();
    const { statusCode } = await change(who, who.id, { legal_status: 1, ...BANK });
    expect(statusCode).toBe(200);
    return who;
  }

  test('a legal entity keeps them, with the spaces of a printed form or without', async () => {
    const who = await world.user();
    const { body } = await change(who, who.id, {
      legal_status: 1,
      ...BANK,
      bank_account: '4070 2810 6380 0001 0045',
    });
    expect(body).toMatchObject({ legal_status: 1, bank: BANK });
    expect((await change(who, who.id, { legal_status: 1, ...BANK, position: 'Лавка' })).statusCode).toBe(200);
  });

  test.each([
    [{ bank_inn: '7707083894' }, { bank_inn: 'Проверьте ИНН: 10 или 12 цифр с верной контрольной' }],
    [{ bank_kpp: '77360100' }, { bank_kpp: 'КПП состоит из 9 цифр' }],
    [
      { bank_account: '40702810738000010045' },
      { bank_account: 'Проверьте счёт: 20 цифр, контрольный ключ сверяется с БИК' },
    ],
    [{ bank_cor: '' }, { bank_cor: 'Заполните это поле' }],
  ])('%j is refused beside its field, and nothing of the form is saved', async (wrong, fields) => {
    const who = await world.user();
    const { statusCode, body } = await change(who, who.id, { legal_status: 1, ...BANK, ...wrong, position: 'Лавка' });
    expect([statusCode, body.fields]).toEqual([400, fields]);
    expect((await get(who, who.id)).body).toMatchObject({ legal_status: 0, position: '' });
  });

  test('only the entity itself and staff see them, whichever way others ask', async () => {
    const who = await company();
    const stranger = await world.user({ paid: true });
    const manager = await world.user({ groups: ['manager'] });
    for (const viewer of [who, manager]) expect((await get(viewer, who.id)).body.bank).toEqual(BANK);
    const seen = [
      await get(null, who.id),
      await get(stranger, who.id),
      await world.call(stranger, usersApi.list, { query: { search: 'Пробин' } }),
    ];
    for (const { statusCode, body } of seen) {
      expect(statusCode).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/bank|7707083893|Сбербанк/);
    }
  });

  test('whoever is no legal entity any more keeps none, and bank fields alone make nobody one', async () => {
    const who = await company();
    const { body } = await change(who, who.id, { legal_status: 0 });
    expect(body).toMatchObject({ legal_status: 0 });
    expect(body).not.toHaveProperty('bank');
    const kept = await world.services.db
      .selectFrom('users')
      .select(['bank_inn', 'bank_account'])
      .where('id', '=', who.id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ bank_inn: '', bank_account: '' });
    expect((await change(who, who.id, BANK)).body.legal_status).toBe(0);
  });

  test('an INN counts as verified when staff say so about somebody else, until it changes', async () => {
    const who = await company();
    const manager = await world.user({ groups: ['manager'] });
    expect((await change(who, who.id, { inn_verified: 1 })).body.verified?.inn).toBeNull();
    const marked = await change(manager, who.id, { inn_verified: 1 });
    expect(marked.body.verified?.inn).not.toBeNull();
    expect((await get(null, who.id)).body.verified?.inn).toBe(marked.body.verified?.inn);
    const moved = await change(who, who.id, { bank_inn: '7736050003' });
    expect([moved.statusCode, moved.body.verified?.inn]).toEqual([200, null]);
  });
});

describe('two windows of one profile', () => {
  test('what was edited in an older state is refused with the present text, and nothing is overwritten', async () => {
    const who = await world.user({ description: 'Раньше' });
    const { revision } = (await get(who, who.id)).body;
    const first = await change(who, who.id, { description: 'Первое окно', revision });
    expect(first.body.revision).toBe(Number(revision) + 1);
    const second = await change(who, who.id, { description: 'Второе окно', revision });
    expect([second.statusCode, second.body.code]).toEqual([409, 'profile_changed']);
    expect(second.body.present).toMatchObject({ description: 'Первое окно', revision: first.body.revision });
    expect((await get(who, who.id)).body.description).toBe('Первое окно');
    expect((await change(who, who.id, { description: 'Третье' })).body.description).toBe('Третье');
  });

  test('of fifty windows that save the same state one wins', async () => {
    const who = await world.user();
    const { revision } = (await get(who, who.id)).body;
    const answers = await many(50, (n) => change(who, who.id, { description: `Окно ${n}`, revision }));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('a photo, a subscription and a form saved without a change make no new state', async () => {
    const who = await world.user({ position: 'Столяр' });
    const { revision } = (await get(who, who.id)).body;
    await change(who, who.id, { payed: 1 });
    await change(who, who.id, { position: 'Столяр', photo_removed: 1 });
    expect((await get(who, who.id)).body.revision).toBe(revision);
    expect((await get(await world.user(), who.id)).body).not.toHaveProperty('revision');
  });
});

test('friends only or nobody: the settings form does not open calls that the privacy page closed', async () => {
  const who = await world.user({ may_call: 'nobody' });
  await change(who, who.id, { allow_to_call: 0 });
  const { may_call } = await world.services.db
    .selectFrom('users')
    .select('may_call')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(may_call).toBe('nobody');
});

test('a portrait is kept in three sizes without a word about where it was taken, and can be removed', async () => {
  const who = await world.user();
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#a03070' } })
    .withExif({ IFD0: { Make: 'Тайная камера' }, IFD3: { GPSLatitude: '55/1 45/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const { body } = await world.call(who, usersApi.change, {
    params: { id: who.id },
    files: [{ field: 'photo', name: 'me.jpg', type: 'image/jpeg', bytes }],
  });
  for (const width of [96, 256, 512]) {
    const picture = await world.app.inject({ url: body.photo?.replace('-256.', `-${width}.`) ?? '' });
    const metadata = await sharp(picture.rawPayload).metadata();
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([width, width, undefined]);
  }
  expect((await change(who, who.id, { photo_removed: 1 })).body.photo).toBeNull();
  const states = await world.services.db
    .selectFrom('media_images')
    .select('state')
    .where('owner_id', '=', who.id)
    .execute();
  expect(states).toEqual([{ state: 'garbage' }]);
});

test('a mail is verified since the code of the registration was proved; nobody else’s word counts', async () => {
  const door = createSignInHelpers(() => world);
  const { id } = await door.registerActivated();
  const { verified } = (await get(null, id)).body;
  expect(verified).toEqual({ email: expect.any(String), phone: null, inn: null });
  const newcomer = await door.register();
  const manager = await world.user({ groups: ['manager'] });
  await world.call(manager, authApi.confirm, { body: { user_id: newcomer.id } });
  expect((await get(null, newcomer.id)).body.verified?.email).toBeNull();
});

test('a rating says how many of its votes are of the last twelve months', async () => {
  const who = await world.user();
  const voters = [await world.user(), await world.user(), await world.user()];
  const { db } = world.services;
  for (const [n, voter] of voters.entries()) {
    await sql`insert into seller_votes (seller_id, author_id, rating, voted_at)
      values (${who.id}, ${voter.id}, 5, now() - make_interval(months => ${n * 7}))`.execute(db);
  }
  await db.updateTable('users').set({ rating_sum: 15, rating_count: 3 }).where('id', '=', who.id).execute();
  expect((await get(null, who.id)).body).toMatchObject({ rating: 5, rating_count: 3, rating_year_count: 2 });
});
