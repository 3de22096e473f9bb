import { AD_PHOTOS_MAX, adsApi, type Board } from '@app/contract/market/ads';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type TestFile, type World } from '../../../../test/world.ts';

let world: World;
let anna: Actor;
let igor: Actor;
let staff: Actor;

beforeAll(async () => {
  world = await createWorld();
  [anna, igor, staff] = await Promise.all([
    world.user({ paid: true }),
    world.user({ paid: true }),
    world.user({ groups: ['manager'] }),
  ]);
});
afterAll(() => world.close());

let shade = 0;
async function photo(): Promise<TestFile> {
  shade += 1;
  const background = { r: shade % 256, g: (shade * 7) % 256, b: (shade * 31) % 256 };
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { field: 'board_photo[]', name: `photo${shade}.jpg`, type: 'image/jpeg', bytes };
}
const photos = (count: number) => Promise.all(Array.from({ length: count }, photo));
const draft = { board_title: 'Лодка', board_description: 'Надувная', board_price: 5000 };

async function publish(files: TestFile[] = []): Promise<Board> {
  const { statusCode, body } = await world.call(anna, adsApi.create, { body: draft, files });
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
  return body;
}
const edit = (board_id: number, change: object, files?: TestFile[], who: Actor | null = anna) =>
  world.call(who, adsApi.edit, { body: { board_id, ...change }, files });
const photoIds = (board: Board) => board.board_photos.map(({ id }) => id);

describe('two editors of one ad', () => {
  test('who started from an older revision is refused and told how the ad stands now', async () => {
    const { board_id, board_revision } = await publish();
    const first = await edit(board_id, { board_title: 'С телефона', board_revision });
    expect(first.statusCode).toBe(200);
    const second = await edit(board_id, { board_title: 'С компьютера', board_revision });
    expect(second).toMatchObject({
      statusCode: 409,
      body: {
        code: 'conflict',
        board: { board_id, board_title: 'С телефона', board_revision: first.body.board_revision },
      },
    });
    const again = await edit(board_id, { board_title: 'С компьютера', board_revision: first.body.board_revision });
    expect(again.body.board_title).toBe('С компьютера');
  });

  test('of fifty edits from the same revision one is kept', async () => {
    const { board_id, board_revision } = await publish();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => edit(board_id, { board_title: `Лодка ${turn}`, board_revision })),
    );
    const kept = answers.filter(({ statusCode }) => statusCode === 200);
    expect(kept).toHaveLength(1);
    for (const { statusCode, body } of answers) if (statusCode !== 200) expect(body.code).toBe('conflict');
    const { body } = await world.call(anna, adsApi.get, { params: { id: board_id } });
    expect(body.board_title).toBe(kept[0]?.body.board_title);
  });

  test('every change of the ad is another revision, its photos included', async () => {
    const { board_id, board_photos, board_revision = 0 } = await publish(await photos(1));
    const revisions = [board_revision];
    const note = ({ body }: { body: Board }) => revisions.push(body.board_revision ?? 0);
    note(await world.call(anna, adsApi.replacePhoto, { params: { id: board_id }, files: [await photo()] }));
    note(
      await world.call(anna, adsApi.replacePhoto, { params: { id: board_photos[0]?.id ?? 0 }, files: [await photo()] }),
    );
    note(await world.call(anna, adsApi.removePhoto, { params: { id: board_photos[0]?.id ?? 0 } }));
    note(await edit(board_id, { board_price: 1 }));
    note(await edit(board_id, {}));
    expect([...new Set(revisions)].sort((a, b) => a - b)).toEqual(revisions);
  });

  test('strangers learn no revision, and an edit without one is not guarded', async () => {
    const { board_id } = await publish();
    for (const viewer of [null, igor]) {
      const { body } = await world.call(viewer, adsApi.get, { params: { id: board_id } });
      expect(body.board_revision).toBeUndefined();
      expect(body.board_views).toBeUndefined();
    }
    const { body } = await world.call(staff, adsApi.get, { params: { id: board_id } });
    expect(body.board_revision).toBe(0);
    expect((await edit(board_id, { board_title: 'Плот' })).statusCode).toBe(200);
  });

  test('a stranger’s guess at a revision is forbidden, not answered with the ad', async () => {
    const { board_id } = await publish();
    const { statusCode, body } = await edit(board_id, { board_revision: 99 }, undefined, igor);
    expect({ statusCode, board: body.board }).toEqual({ statusCode: 403, board: undefined });
  });
});

describe('the order of photos', () => {
  test('the first becomes the cover, and photos that come along stand behind', async () => {
    const board = await publish(await photos(2));
    const [first = 0, second = 0] = photoIds(board);
    const { body } = await edit(board.board_id, { board_photo_order: `${second},${first}` }, [await photo()]);
    expect(photoIds(body).slice(0, 2)).toEqual([second, first]);
    expect(body.board_photos).toHaveLength(3);
    expect(body.board_photos[0]?.src).toBe(board.board_photos[1]?.src);
  });

  test('anything but all photos of this ad, each once, is refused and changes nothing', async () => {
    const board = await publish(await photos(2));
    const other = await publish(await photos(1));
    const [first = 0, second = 0] = photoIds(board);
    const wrong = [[first], [first, first], [first, photoIds(other)[0]], [first, second, 99_999_999], []];
    for (const order of wrong) {
      const answer = await edit(board.board_id, { board_photo_order: order, board_title: 'Переставлено' });
      expect(answer).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
      expect(Object.keys(answer.body.fields ?? {})).toEqual(['board_photo_order']);
    }
    const { body } = await world.call(anna, adsApi.get, { params: { id: board.board_id } });
    expect({ title: body.board_title, photos: photoIds(body) }).toEqual({ title: 'Лодка', photos: [first, second] });
  });

  test('fifty orders at once leave every photo in one place', async () => {
    const board = await publish(await photos(AD_PHOTOS_MAX));
    const [a = 0, b = 0, c = 0] = photoIds(board);
    const orders = [
      [a, b, c],
      [c, b, a],
      [b, a, c],
      [b, c, a],
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => edit(board.board_id, { board_photo_order: orders[turn % 4] })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const { body } = await world.call(anna, adsApi.get, { params: { id: board.board_id } });
    expect(photoIds(body).sort()).toEqual([a, b, c].sort());
  });
});

test('district and commenters are said at creation and changed later', async () => {
  const { body } = await world.call(anna, adsApi.create, {
    body: { ...draft, board_district: ' метро  Чистые пруды ', board_comments_by: 'nobody' },
  });
  expect(body).toMatchObject({ board_district: 'метро Чистые пруды', board_comments_by: 'nobody' });
  const edited = await edit(body.board_id, { board_district: '', board_comments_by: 'all' });
  expect(edited.body).toMatchObject({ board_district: '', board_comments_by: 'all' });
  const tooLong = await edit(body.board_id, { board_district: 'я'.repeat(81) });
  expect(tooLong.statusCode).toBe(400);
});
