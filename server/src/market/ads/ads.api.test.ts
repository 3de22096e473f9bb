import { AD_ARCHIVE_DAYS, AD_PHOTOS_MAX, adsApi } from '@app/contract/market/ads';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rounds } from '../../../test/rounds.ts';
import { type Actor, createWorld, type TestFile, type World } from '../../../test/world.ts';
import { countUserAds, eraseUserAds, insertDemoAds, listPublicAdIds, setUserAdsHidden } from './ads.public.ts';
import { purgeArchivedAds } from './lifecycle/purge-archived-ads.job.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = rounds(16, 50);

let world: World;
let now = Date.now();
let anna: Actor;
let igor: Actor;
let unpaid: Actor;
let staff: Actor;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [anna, igor, unpaid, staff] = await Promise.all([
    world.user({ paid: true, firstname: 'Анна', lastname: 'Шевченко', phone: '+79171234567' }),
    world.user({ paid: true }),
    world.user(),
    world.user({ groups: ['manager'] }),
  ]);
});

afterAll(() => world.close());

let shade = 0;

async function photo(width = 900): Promise<TestFile> {
  shade += 1;
  const background = { r: shade % 256, g: (shade * 7) % 256, b: (shade * 31) % 256 };
  const bytes = await sharp({ create: { width, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { field: 'board_photo[]', name: `photo${shade}.jpg`, type: 'image/jpeg', bytes };
}

const photos = (count: number) => Promise.all(Array.from({ length: count }, () => photo()));

const draft = { board_title: 'Велосипед', board_description: 'Почти новый', board_price: '15000' };

async function publish(owner: Actor, change: object = {}, files?: TestFile[]) {
  const { statusCode, body } = await world.call(owner, adsApi.create, { body: { ...draft, ...change }, files });
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
  return body;
}

const read = (viewer: Actor | null, id: number) => world.call(viewer, adsApi.get, { params: { id } });

async function place() {
  const { db } = world.services;
  const kazan = await db.selectFrom('cities').selectAll().where('name_native', '=', 'Казань').executeTakeFirstOrThrow();
  const elsewhere = await db
    .selectFrom('countries')
    .select('id')
    .where('id', '<>', kazan.country_id)
    .executeTakeFirstOrThrow();
  const category = await db
    .selectFrom('categories')
    .select(['id', 'name_native'])
    .orderBy('position')
    .executeTakeFirstOrThrow();
  return { city: kazan.id, country: kazan.country_id, elsewhere: elsewhere.id, category };
}

const imageStates = async (ids: readonly number[]) => {
  const rows = await world.services.db
    .selectFrom('media_images')
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.state);
};

const imagesOf = async (adId: number) =>
  (
    await world.services.db
      .selectFrom('ad_photos')
      .select('image_id')
      .where('ad_id', '=', adId)
      .orderBy('position')
      .execute()
  ).map((row) => row.image_id);

describe('publishing', () => {
  test('a subscriber publishes an ad with photos, and everybody sees it at once', async () => {
    const { city, country, category } = await place();
    const body = await publish(anna, { board_title: ' Горный  велосипед ', category: category.id, country, city }, [
      await photo(1700),
      await photo(500),
    ]);
    expect(body).toMatchObject({
      board_user_id: anna.id,
      board_title: 'Горный велосипед',
      board_price: 15000,
      board_enabled: 1,
      board_archived: 0,
      category: { id: category.id, name_native: category.name_native },
      city: { id: city, name_native: 'Казань', name: 'Казань' },
      country: { id: country, name_native: 'Россия' },
      owner_firstname: 'Анна',
      owner_lastname: 'Шевченко',
      owner_phone: '+79171234567',
      subscription_on_board: 0,
      comments: 0,
      board_external: 0,
    });
    const [first, second] = body.board_photos;
    expect(first?.src_1600).toMatch(/-1600\.webp$/);
    expect(second?.src_1600).toBe(second?.src);
    for (const address of [first?.src, first?.src_400, first?.src_1600, second?.src, second?.src_400]) {
      expect((await world.app.inject(address ?? '')).statusCode).toBe(200);
    }
    expect(await imageStates(await imagesOf(body.board_id))).toEqual(['claimed', 'claimed']);

    const list = await world.call(null, adsApi.listEnabled);
    expect(list.body.boards[0]).toMatchObject({ board_id: body.board_id, board_title: 'Горный велосипед' });
  });

  test('names of places and categories come in the reader’s language', async () => {
    const { city, country } = await place();
    const { board_id } = await publish(anna, { country, city });
    const { body } = await world.call(null, adsApi.get, {
      params: { id: board_id },
      headers: { 'accept-language': 'de' },
    });
    expect(body.country).toMatchObject({ name_native: 'Россия', name: 'Russland' });
    const english = await world.call(null, adsApi.get, {
      params: { id: board_id },
      headers: { 'accept-language': 'en' },
    });
    expect(english.body.city).toMatchObject({ name: 'Kazan' });
  });

  test('a city alone brings its country', async () => {
    const { city, country } = await place();
    expect(await publish(anna, { city })).toMatchObject({ city: { id: city }, country: { id: country } });
  });

  test.each([
    [
      'a city of another country',
      async () => ({ city: (await place()).city, country: (await place()).elsewhere }),
      'city',
    ],
    ['a city that is not there', async () => ({ city: 99_999_999 }), 'city'],
    ['a country that is not there', async () => ({ country: 99_999_999 }), 'country'],
    ['a category that is not there', async () => ({ category: 99_999_999 }), 'category'],
    ['a price that is no number', async () => ({ board_price: '12 000' }), 'board_price'],
    ['a title of more than 255 letters', async () => ({ board_title: 'я'.repeat(256) }), 'board_title'],
  ])('%s is refused beside its field', async (_name, change, field) => {
    const { statusCode, body } = await world.call(anna, adsApi.create, { body: { ...draft, ...(await change()) } });
    expect({ statusCode, code: body.code, fields: Object.keys(body.fields ?? {}) }).toEqual({
      statusCode: 400,
      code: 'invalid_input',
      fields: [field],
    });
    expect(body.message).not.toBe('Пожалуйста, заполните название и описание объявления');
  });

  test.each([
    [{ board_price: '12.5' }, 'Проверьте цену: целое число рублей, только цифры'],
    [{ board_title: 'я'.repeat(256) }, 'Название не длиннее 255 символов'],
    [{ board_comments_by: 'cats' }, 'Проверьте поле board_comments_by'],
    [{ board_price: '12.5', board_description: null }, 'Пожалуйста, заполните название и описание объявления'],
  ])('the message names what is wrong: %o', async (change, message) => {
    const { statusCode, body } = await world.call(anna, adsApi.create, { body: { ...draft, ...change } as never });
    expect({ statusCode, message: body.message }).toEqual({ statusCode: 400, message });
    const { board_id } = await publish(anna);
    const edited = await world.call(anna, adsApi.edit, { body: { board_id, ...change } as never });
    expect(edited.statusCode).toBe(400);
  });

  test('an ad without title or description is refused in the specification’s words', async () => {
    for (const change of [
      { board_title: '' },
      { board_description: '  ' },
      { board_title: undefined as unknown as string },
    ]) {
      const { statusCode, body } = await world.call(anna, adsApi.create, { body: { ...draft, ...change } });
      expect(statusCode).toBe(400);
      expect(body.message).toBe('Пожалуйста, заполните название и описание объявления');
    }
  });

  test('who has no subscription is asked to subscribe, who is not signed in to sign in', async () => {
    const withoutSubscription = await world.call(unpaid, adsApi.create, { body: draft, files: [await photo()] });
    expect(withoutSubscription).toMatchObject({ statusCode: 402, body: { code: 'subscription_required' } });
    expect((await world.call(null, adsApi.create, { body: draft })).statusCode).toBe(401);
  });

  test('PUT always creates, whatever id comes along', async () => {
    const first = await publish(anna);
    const second = await publish(igor, { board_id: first.board_id });
    expect(second.board_id).not.toBe(first.board_id);
    expect(second.board_user_id).toBe(igor.id);
  });

  test('a request that is sent again by its key publishes once', async () => {
    const headers = { 'idempotency-key': 'bicycle-1' };
    const send = async () => world.call(igor, adsApi.create, { body: { ...draft, board_title: 'Однажды' }, headers });
    const [first, ...others] = await Promise.all([send(), send(), send()]);
    for (const other of others) expect(other.body.board_id).toBe(first?.body.board_id);
    const { body } = await world.call(igor, adsApi.list, { query: { search: 'однажды' } });
    expect(body.total).toBe(1);
  });

  test('only staff name an author from elsewhere', async () => {
    const elsewhere = { board_external: 1, user_firstname: 'Олег', user_phone: '+79990001122', user_photo: '' };
    expect(await publish(anna, elsewhere)).not.toHaveProperty('user_firstname');
    const body = await publish(staff, elsewhere);
    expect(body).toMatchObject({ board_external: 1, user_firstname: 'Олег', user_phone: '+79990001122' });
    expect((await read(null, body.board_id)).body.user_phone).not.toContain('0001122');
  });

  test('the picture of an external author goes to its own field and counts as no photo', async () => {
    const elsewhere = { board_external: 1, user_firstname: 'Олег', user_phone: '8 (900) 123-45-67' };
    const files = [...(await photos(3)), { ...(await photo()), field: 'user_photo' }];
    const made = await world.call(staff, adsApi.create, { body: { ...draft, ...elsewhere } as never, files });
    expect(made).toMatchObject({ statusCode: 200, body: { user_phone: '+79001234567' } });
    expect(made.body.board_photos).toHaveLength(3);
    expect(made.body.user_photo).toMatch(/^\/media\/.+\.webp$/);
    expect((await read(null, made.body.board_id)).body.user_phone).toBe('+7 900 •••-••-••');
    const fromAnna = await world.call(anna, adsApi.create, { body: draft, files: files.slice(2) });
    expect(fromAnna.body.board_photos).toHaveLength(1);
    expect(fromAnna.body).not.toHaveProperty('user_photo');
    const wrong = { ...elsewhere, user_phone: 'по почте' };
    const refused = await world.call(staff, adsApi.create, { body: { ...draft, ...wrong } as never });
    expect(refused).toMatchObject({ statusCode: 400, body: { fields: { user_phone: expect.any(String) } } });
  });

  test('a file in an unknown field is refused by its name, and the right fields are told', async () => {
    const files = [{ ...(await photo()), field: 'board_photo_1' }];
    const { statusCode, body } = await world.call(anna, adsApi.create, { body: draft, files });
    const message = 'Файл в поле «board_photo_1» не ожидается. Поля для файлов: board_photo[], user_photo';
    expect({ statusCode, body }).toMatchObject({
      statusCode: 400,
      body: { message, fields: { board_photo_1: message } },
    });
  });

  test('four photos at once are too many, and a file that is no picture is refused: nothing is published', async () => {
    const before = (await world.call(anna, adsApi.list)).body.total;
    const many = await world.call(anna, adsApi.create, { body: draft, files: await photos(4) });
    expect(many).toMatchObject({ statusCode: 400, body: { code: 'too_many_files' } });
    const text = { ...(await photo()), bytes: Buffer.from('hello there') };
    const broken = await world.call(anna, adsApi.create, { body: draft, files: [text] });
    expect(broken.statusCode).toBe(415);
    expect((await world.call(anna, adsApi.list)).body.total).toBe(before);
  });
});

describe('who sees what', () => {
  test('passers-by see a masked phone and no favourite flag, people who signed in the number', async () => {
    const { board_id } = await publish(anna);
    const passerBy = (await read(null, board_id)).body;
    expect(passerBy.owner_phone).toBe('+7 917 •••-••-••');
    expect(passerBy).not.toHaveProperty('subscription_on_board');
    expect((await read(unpaid, board_id)).body).toMatchObject({
      owner_phone: '+79171234567',
      subscription_on_board: 0,
    });
    const list = await world.call(null, adsApi.listEnabled);
    expect(JSON.stringify(list.body)).not.toContain('1234567');
  });

  test('a hidden phone is shown to nobody but its owner and staff', async () => {
    const shy = await world.user({ paid: true });
    await world.services.db.updateTable('users').set({ see_phone: 'nobody' }).where('id', '=', shy.id).execute();
    const { board_id } = await publish(shy);
    const seen = await Promise.all(
      [null, anna, shy, staff].map(async (viewer) => (await read(viewer, board_id)).body.owner_phone !== ''),
    );
    expect(seen).toEqual([false, false, true, true]);
  });

  test('a switched-off ad exists for its owner and staff only', async () => {
    const { board_id } = await publish(anna, { board_enabled: 0 });
    const codes = await Promise.all(
      [null, igor, anna, staff].map(async (viewer) => (await read(viewer, board_id)).statusCode),
    );
    expect(codes).toEqual([404, 404, 200, 200]);
    const listed = await world.call(null, adsApi.listEnabled, { query: { size: 100 } });
    expect(listed.body.boards.map((board) => board.board_id)).not.toContain(board_id);
  });

  test('an archived ad is gone for others, who are told its category', async () => {
    const { category } = await place();
    const { board_id } = await publish(anna, { category: category.id });
    await world.call(anna, adsApi.archive, { query: { board_id } });
    const { statusCode, body } = await read(igor, board_id);
    expect({ statusCode, body }).toMatchObject({
      statusCode: 410,
      body: { code: 'gone', category: { id: category.id }, message: 'Объявление снято с публикации' },
    });
    expect((await read(null, board_id)).statusCode).toBe(410);
    expect((await read(anna, board_id)).body.board_archived).toBe(1);
  });

  test('a blocked ad is gone for others, and its owner reads why', async () => {
    const { board_id } = await publish(anna);
    await world.services.db
      .updateTable('ads')
      .set({ blocked_at: new Date(), blocked_reason: 'Запрещённый товар' })
      .where('id', '=', board_id)
      .execute();
    expect((await read(igor, board_id)).statusCode).toBe(410);
    expect((await read(anna, board_id)).body).toMatchObject({
      board_blocked: 1,
      board_blocked_reason: 'Запрещённый товар',
    });
  });

  test('an ad that never was is not found', async () => {
    expect((await read(null, 99_999_999)).statusCode).toBe(404);
  });

  test('the ads of a person who left disappear and come back with them', async () => {
    const leaving = await world.user({ paid: true });
    const { board_id } = await publish(leaving);
    const { db } = world.services;
    const hide = (isHidden: boolean) =>
      db.transaction().execute((tx) => setUserAdsHidden(world.services, tx, leaving.id, isHidden));
    await hide(true);
    expect(await countUserAds(db, leaving.id)).toBe(0);
    expect((await world.call(igor, adsApi.get, { params: { id: board_id } })).statusCode).toBe(404);
    await hide(false);
    expect((await world.call(igor, adsApi.get, { params: { id: board_id } })).statusCode).toBe(200);
  });
});

describe('lists', () => {
  test('the public list filters by category, country and city, and pages with a true total', async () => {
    const { city, country, category } = await place();
    const { db } = world.services;
    const rows = Array.from({ length: 30 }, (_, i) => ({
      owner_id: igor.id,
      title: `Лодка ${i}`,
      description: 'Вёсла в подарок',
      price_roubles: i,
      category_id: i % 2 ? category.id : null,
      country_id: i % 3 ? country : null,
      city_id: i % 3 === 2 ? city : null,
      created_at: new Date('2020-01-01'),
      image_ids: [],
    }));
    await db.transaction().execute((tx) => insertDemoAds(tx, rows));
    world.services.publicCache.invalidate();

    const seen: number[] = [];
    const filter = { category_id: category.id, country_id: country };
    const { total } = (await world.call(null, adsApi.listEnabled, { query: filter })).body;
    for (let page = 1; page <= Math.ceil(total / 7); page += 1) {
      const { body } = await world.call(null, adsApi.listEnabled, { query: { ...filter, size: 7, page } });
      expect(body.total).toBe(total);
      for (const board of body.boards) {
        expect(board).toMatchObject({ category: { id: category.id }, country: { id: country } });
        seen.push(board.board_id);
      }
    }
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);

    const pageTotal = async (query: object) => (await world.call(null, adsApi.listEnabled, { query })).body.total;
    const count = (table: { category_id: number | null; city_id: number | null }[]) => table.length;
    const stored = await db
      .selectFrom('ads')
      .select(['category_id', 'country_id', 'city_id'])
      .where('is_public', '=', true)
      .execute();
    expect(await pageTotal({})).toBe(count(stored));
    expect(await pageTotal({ city_id: city })).toBe(count(stored.filter((ad) => ad.city_id === city)));
    expect(await pageTotal({ category_id: category.id, city_id: city })).toBe(
      count(stored.filter((ad) => ad.city_id === city && ad.category_id === category.id)),
    );
    expect(await pageTotal({ category_id: 99_999_999 })).toBe(0);
    expect((await world.call(null, adsApi.listEnabled, { query: { page: 0, size: 1 } })).body.boards).toHaveLength(1);
    expect((await world.call(null, adsApi.listEnabled, { query: { page: 1_000_000 } })).body).toMatchObject({
      boards: [],
      total: stored.length,
    });
    expect(
      (await world.call(null, adsApi.listEnabled, { query: { size: 1_000_000 } })).body.boards.length,
    ).toBeLessThanOrEqual(100);
  });

  test('one’s own list holds disabled ads and no archived ones; others see the public ones', async () => {
    const dina = await world.user({ paid: true });
    const shown = await publish(dina, { board_title: 'Видно' });
    const hidden = await publish(dina, { board_title: 'Скрыто', board_enabled: 0 });
    const archived = await publish(dina, { board_title: 'В архиве' });
    await world.call(dina, adsApi.archive, { query: { board_id: archived.board_id } });

    const ids = (answer: { body: { boards: { board_id: number }[] } }) =>
      answer.body.boards.map((board) => board.board_id);
    expect(ids(await world.call(dina, adsApi.list))).toEqual([hidden.board_id, shown.board_id]);
    expect(ids(await world.call(dina, adsApi.listOfUser))).toEqual([hidden.board_id, shown.board_id]);
    expect(ids(await world.call(dina, adsApi.listArchive))).toEqual([archived.board_id]);
    expect(ids(await world.call(dina, adsApi.list, { query: { search: 'скрыт' } }))).toEqual([hidden.board_id]);
    for (const viewer of [null, igor]) {
      expect(ids(await world.call(viewer, adsApi.listOfUser, { query: { user_id: dina.id } }))).toEqual([
        shown.board_id,
      ]);
      expect(ids(await world.call(viewer, adsApi.listOfFriend, { query: { friend_id: dina.id } }))).toEqual([
        shown.board_id,
      ]);
    }
    expect((await world.call(null, adsApi.listOfUser)).statusCode).toBe(401);
    expect(ids(await world.call(dina, adsApi.list, { query: { size: 1, offset: 1 } }))).toEqual([shown.board_id]);
    expect((await world.call(dina, adsApi.list, { query: { offset: 50 } })).body).toMatchObject({
      boards: [],
      total: 2,
    });
  });

  test('staff list everybody’s ads and search among them', async () => {
    const { board_id } = await publish(anna, { board_title: 'Редкостная астролябия', board_enabled: 0 });
    const { body } = await world.call(staff, adsApi.list);
    expect(body.boards[0]?.board_id).toBe(board_id);
    const found = await world.call(staff, adsApi.list, { query: { search: 'астролябии' } });
    expect(found.body).toMatchObject({ total: 1, boards: [{ board_id, board_enabled: 0 }] });
  });

  test('the sitemap’s list walks over public ads by id', async () => {
    const { db } = world.services;
    const whole = await listPublicAdIds(db, { afterId: 0, limit: 100_000 });
    const { parts } = await listPublicAdIds(db, { afterId: 0, limit: 1, countParts: 20 });
    const walked: number[] = [];
    for (let part = 0; part < parts; part += 1) {
      const { ads } = await listPublicAdIds(db, { afterId: part * 20, upToId: (part + 1) * 20, limit: 20 });
      walked.push(...ads.map((ad) => ad.id));
    }
    expect(walked).toEqual(whole.ads.map((ad) => ad.id));
  });
});

describe('editing', () => {
  test('an edit changes what it names and leaves the rest', async () => {
    const { city, country, category } = await place();
    const { board_id } = await publish(anna, { category: category.id, city }, await photos(1));
    const { body } = await world.call(anna, adsApi.edit, {
      body: { board_id, board_price: '', board_title: 'Самокат' },
    });
    expect(body).toMatchObject({
      board_title: 'Самокат',
      board_description: draft.board_description,
      board_price: 0,
      category: { id: category.id },
      city: { id: city },
      country: { id: country },
    });
    expect(body.board_photos).toHaveLength(1);
    const cleared = await world.call(anna, adsApi.edit, {
      body: { board_id, category: '', city: '', board_enabled: '0' },
    });
    expect(cleared.body).toMatchObject({ category: null, city: null, country: { id: country }, board_enabled: 0 });
  });

  test('another country drops the city, the same one keeps it', async () => {
    const { city, country, elsewhere } = await place();
    const { board_id } = await publish(anna, { city });
    const same = await world.call(anna, adsApi.edit, { body: { board_id, country } });
    expect(same.body.city?.id).toBe(city);
    const other = await world.call(anna, adsApi.edit, { body: { board_id, country: elsewhere } });
    expect(other.body).toMatchObject({ city: null, country: { id: elsewhere } });
    const wrong = await world.call(anna, adsApi.edit, { body: { board_id, country: elsewhere, city } });
    expect(wrong.statusCode).toBe(400);
  });

  test('an edit needs an id, and the ad must be one’s own or the editor staff', async () => {
    const { board_id } = await publish(anna);
    const board_title = 'Чужое';
    expect(await world.call(anna, adsApi.edit, { body: { board_title } })).toMatchObject({
      statusCode: 400,
      body: { code: 'id_required' },
    });
    expect((await world.call(igor, adsApi.edit, { body: { board_id, board_title } })).statusCode).toBe(403);
    expect((await world.call(igor, adsApi.edit, { body: { board_id: 99_999_999, board_title } })).statusCode).toBe(404);
    expect(
      (await world.call(staff, adsApi.edit, { body: { board_id, board_title: 'Проверено' } })).body.board_title,
    ).toBe('Проверено');
  });

  test('an edit is seen by passers-by at once', async () => {
    const { board_id } = await publish(anna);
    expect((await read(null, board_id)).body.board_title).toBe(draft.board_title);
    await world.call(anna, adsApi.edit, { body: { board_id, board_title: 'Новое имя' } });
    expect((await read(null, board_id)).body.board_title).toBe('Новое имя');
  });
});

describe('photos', () => {
  test('photos are added, replaced and removed, and keep their order', async () => {
    const { board_id, board_photos } = await publish(anna, {}, await photos(2));
    const [first, second] = board_photos;
    const [firstImage] = await imagesOf(board_id);

    const added = await world.call(anna, adsApi.replacePhoto, { params: { id: board_id }, files: [await photo()] });
    expect(added.body.board_photos.map(({ id }) => id).slice(0, 2)).toEqual([first?.id, second?.id]);
    expect(added.body.board_photos).toHaveLength(3);

    const replaced = await world.call(anna, adsApi.replacePhoto, {
      params: { id: first?.id ?? 0 },
      files: [await photo()],
    });
    expect(replaced.body.board_photos[0]?.id).toBe(first?.id);
    expect(replaced.body.board_photos[0]?.src).not.toBe(first?.src);
    expect(await imageStates([firstImage ?? 0])).toEqual(['garbage']);

    const removed = await world.call(anna, adsApi.removePhoto, { params: { id: first?.id ?? 0 } });
    expect(removed.body.board_photos.map(({ src }) => src)).toEqual([second?.src, added.body.board_photos[2]?.src]);

    const appended = await world.call(anna, adsApi.edit, { body: { board_id }, files: [await photo()] });
    expect(appended.body.board_photos).toHaveLength(3);
    expect(appended.body.board_photos[0]?.src).toBe(second?.src);
  });

  test('a full ad takes no further photo, by either way', async () => {
    const { board_id } = await publish(anna, {}, await photos(AD_PHOTOS_MAX));
    const put = await world.call(anna, adsApi.replacePhoto, { params: { id: board_id }, files: [await photo()] });
    const edit = await world.call(anna, adsApi.edit, {
      body: { board_id, board_title: 'Ещё' },
      files: [await photo()],
    });
    for (const answer of [put, edit]) {
      expect(answer).toMatchObject({ statusCode: 409, body: { code: 'photos_full' } });
      expect(answer.body.message).toContain('3');
    }
    expect((await read(anna, board_id)).body.board_title).toBe(draft.board_title);
  });

  test('of many photos added at once exactly three stay', async () => {
    const { board_id } = await publish(anna);
    const file = await photo();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) =>
        i % 2
          ? world.call(anna, adsApi.replacePhoto, { params: { id: board_id }, files: [file] })
          : world.call(anna, adsApi.edit, { body: { board_id }, files: [file] }),
      ),
    );
    const codes = answers.map((answer) => answer.statusCode).sort();
    expect(codes).toEqual([...Array(3).fill(200), ...Array(AT_ONCE - 3).fill(409)]);
    const images = await imagesOf(board_id);
    expect(images).toHaveLength(3);
    expect(await imageStates(images)).toEqual(['claimed', 'claimed', 'claimed']);
    const claimed = await world.services.db
      .selectFrom('media_images')
      .select('id')
      .where('owner_id', '=', anna.id)
      .where('state', '=', 'claimed')
      .where('id', 'not in', world.services.db.selectFrom('ad_photos').select('image_id'))
      .execute();
    expect(claimed).toEqual([]);
  });

  test('the database itself has no place for a fourth photo', async () => {
    const { board_id } = await publish(anna, {}, await photos(3));
    const [image_id = 0] = await imagesOf(board_id);
    for (const position of [0, 3, 4]) {
      const insert = world.services.db
        .insertInto('ad_photos')
        .values({ ad_id: board_id, image_id, position })
        .execute();
      await expect(insert).rejects.toThrow();
    }
  });

  test('strangers cannot touch photos, staff can', async () => {
    const { board_id, board_photos } = await publish(anna, {}, await photos(1));
    const id = board_photos[0]?.id ?? 0;
    expect((await world.call(igor, adsApi.removePhoto, { params: { id } })).statusCode).toBe(403);
    for (const target of [id, board_id]) {
      const answer = await world.call(igor, adsApi.replacePhoto, { params: { id: target }, files: [await photo()] });
      expect(answer.statusCode).toBe(403);
    }
    expect((await world.call(igor, adsApi.removePhoto, { params: { id: 99_999_999 } })).statusCode).toBe(404);
    expect((await world.call(staff, adsApi.removePhoto, { params: { id } })).body.board_photos).toEqual([]);
  });

  test('adding a photo without a file is refused', async () => {
    const { board_id } = await publish(anna);
    const answer = await world.call(anna, adsApi.replacePhoto, { params: { id: board_id }, files: [] });
    expect(answer).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
  });

  test('a photo and an ad never have the same number', async () => {
    const { db } = world.services;
    const same = await db.selectFrom('ads').innerJoin('ad_photos', 'ad_photos.id', 'ads.id').select('ads.id').execute();
    expect(same).toEqual([]);
  });
});

describe('the archive', () => {
  test('an ad goes to the archive and comes back as it was', async () => {
    const { board_id } = await publish(anna, { board_enabled: 0 });
    for (const _ of ['once', 'again']) {
      expect(await world.call(anna, adsApi.archive, { query: { board_id } })).toMatchObject({
        statusCode: 200,
        body: { board_id },
      });
    }
    const { body } = await world.call(anna, adsApi.restore, { query: { board_id } });
    expect(body).toMatchObject({ board_id, board_archived: 0, board_enabled: 0 });
  });

  test('only the owner and staff archive and restore', async () => {
    const { board_id } = await publish(anna);
    for (const endpoint of [adsApi.archive, adsApi.restore]) {
      expect((await world.call(igor, endpoint, { query: { board_id } })).statusCode).toBe(403);
      expect((await world.call(null, endpoint, { query: { board_id } })).statusCode).toBe(401);
      expect((await world.call(anna, endpoint, { query: { board_id: 99_999_999 } })).statusCode).toBe(404);
      expect((await world.call(staff, endpoint, { query: { board_id } })).statusCode).toBe(200);
    }
  });

  test('archived ads are erased after thirty days and let go of pictures that no other ad shows', async () => {
    const { db } = world.services;
    const own = await publish(anna, {}, await photos(1));
    const sharing = await publish(anna, {}, await photos(1));
    const [ownImage = 0] = await imagesOf(own.board_id);
    const [sharedImage = 0] = await imagesOf(sharing.board_id);
    await db.insertInto('ad_photos').values({ ad_id: own.board_id, image_id: sharedImage, position: 2 }).execute();
    await world.call(anna, adsApi.archive, { query: { board_id: own.board_id } });

    now += (AD_ARCHIVE_DAYS - 1) * DAY_MS;
    await world.call(staff, adsApi.archive, { query: { board_id: own.board_id } });
    await purgeArchivedAds.run(world.services, {});
    expect(await imageStates([ownImage])).toEqual(['claimed']);

    now += 2 * DAY_MS;
    await purgeArchivedAds.run(world.services, {});
    await purgeArchivedAds.run(world.services, {});
    expect(await imageStates([ownImage, sharedImage])).toEqual(['garbage', 'claimed']);
    expect(await imagesOf(own.board_id)).toEqual([]);
    expect(await imagesOf(sharing.board_id)).toEqual([sharedImage]);
  });

  test('erasing a person’s ads lets go of their pictures', async () => {
    const leaving = await world.user({ paid: true });
    const { board_id } = await publish(leaving, {}, await photos(2));
    const images = await imagesOf(board_id);
    await world.services.db.transaction().execute((tx) => eraseUserAds(world.services, tx, leaving.id));
    expect(await imageStates(images)).toEqual(['garbage', 'garbage']);
    expect((await read(staff, board_id)).statusCode).toBe(404);
  });
});
