import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { IMAGE_MAX_BYTES } from '@app/contract/files/media';
import { AD_PHOTOS_MAX } from '@app/contract/market/ads';
import { ERRORS, type ErrorCode } from '@app/contract/platform/errors';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertDemoAds } from '../../src/market/ads/ads.public.ts';
import {
  bombs,
  POLYGLOT_TRACES,
  phonePhoto,
  polyglots,
  type Sample,
  truncated,
  wrongTypes,
} from '../uploads/corpus.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../world.ts';

const PATIENCE_MS = 180_000;

let world: World;
let anna: Actor;
let origin: string;
let people = 0;

beforeAll(async () => {
  world = await createWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  anna = await world.user({ paid: true });
});

afterAll(() => world.close());

interface Door {
  name: string;
  max: number;
  open(): Promise<OpenDoor>;
}

/** Target and fields of the next form; `picture` returns the stored image. */
interface OpenDoor {
  method: string;
  path: string;
  field: string;
  values: Record<string, string>;
  picture(): Promise<string | undefined>;
}

const baseKey = async (query: ReturnType<typeof sql<{ base_key: string }>>) =>
  (await query.execute(world.services.db)).rows[0]?.base_key;

const DOORS: readonly Door[] = [
  {
    name: 'a new ad',
    max: AD_PHOTOS_MAX,
    open: async () => {
      const title = `Лодка ${++people}`;
      return {
        method: 'PUT',
        path: '/api/boards',
        field: 'board_photo[]',
        values: { board_title: title, board_description: 'Надувная', board_price: '100' },
        picture: () =>
          baseKey(sql`select i.base_key from ads a join ad_photos p on p.ad_id = a.id
            join media_images i on i.id = p.image_id where a.title = ${title}`),
      };
    },
  },
  {
    name: 'a photo of an ad',
    max: 1,
    open: async () => {
      const adId = await makeAd();
      return {
        method: 'PUT',
        path: `/api/boards/image/${adId}`,
        field: 'board_photo',
        values: {},
        picture: () =>
          baseKey(sql`select i.base_key from ad_photos p join media_images i on i.id = p.image_id
            where p.ad_id = ${adId}`),
      };
    },
  },
  {
    name: 'a registration',
    max: 1,
    open: async () => {
      const login = `upload${++people}`;
      return {
        method: 'POST',
        path: '/api/signup',
        field: 'photo',
        values: {
          user_firstname: 'Анна',
          user_lastname: 'Лодочкина',
          user_phone: `9161${String(people).padStart(6, '0')}`,
          user_country_code: '7',
          user_login: login,
          user_email: `${login}@example.com`,
          user_password: PASSWORD,
        },
        picture: () =>
          baseKey(sql`select i.base_key from users u join media_images i on i.id = u.photo_image_id
            where u.login = ${login}`),
      };
    },
  },
  {
    name: 'a profile',
    max: 1,
    open: async () => {
      await sql`update users set photo_image_id = null where id = ${anna.id}`.execute(world.services.db);
      return {
        method: 'PUT',
        path: `/api/users/${anna.id}`,
        field: 'photo',
        values: { position: `Лодочник ${++people}` },
        picture: () =>
          baseKey(sql`select i.base_key from users u join media_images i on i.id = u.photo_image_id
            where u.id = ${anna.id}`),
      };
    },
  },
];

async function makeAd(): Promise<number> {
  const ad = {
    owner_id: anna.id,
    title: 'Лодка',
    description: 'Надувная',
    price_roubles: 100,
    category_id: null,
    country_id: null,
    city_id: null,
    created_at: new Date(),
    image_ids: [],
  };
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoAds(tx, [ad]));
  return id;
}

type Outcome = 'clean' | ErrorCode;
type File = Pick<Sample, 'bytes' | 'contentType' | 'fileName'>;

/** Uploads files over a real connection and checks the invariants. */
async function knock(door: Door, files: readonly File[]): Promise<Outcome> {
  const { method, path, field, values, picture } = await door.open();
  const before = await rows();
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  for (const { bytes, contentType, fileName } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type: contentType }), fileName);
  }
  const headers = { authorization: `Bearer ${anna.token}` };
  const response = await fetch(`${origin}${path}`, { method, body: form, headers });
  const body = (await response.json()) as { code?: ErrorCode; message?: string };
  if (response.status === 200) {
    await expectClean(await picture());
    return 'clean';
  }
  expect.soft(await rows(), `${door.name} kept something of a refused form`).toEqual(before);
  const { code = 'internal', message } = body;
  expect
    .soft({ status: response.status, message })
    .toEqual({ status: ERRORS[code], message: expect.stringMatching(/\S/) });
  return code;
}

async function rows() {
  const { rows: counted } = await sql`
    select (select count(*) from ads) as ads, (select count(*) from ad_photos) as photos, (select count(*) from users) as people,
      (select count(*) from media_images) as pictures, (select count(*) from codes) as codes,
      (select string_agg(position, '') from users) as positions`.execute(world.services.db);
  return counted[0];
}

async function expectClean(key: string | undefined): Promise<void> {
  const widths = await readdir(`${world.services.config.dataDir}/files`, { recursive: true });
  const names = widths.filter((name) => key !== undefined && name.includes(key));
  expect(names.length).toBeGreaterThan(0);
  // Avatars of people who are not activated are for staff only.
  const { token } = await world.user({ is_superuser: true });
  for (const name of names) {
    const response = await fetch(`${origin}/media/${name}`, { headers: { authorization: `Bearer ${token}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect
      .soft({
        status: response.status,
        type: response.headers.get('content-type'),
        sniff: response.headers.get('x-content-type-options'),
      })
      .toEqual({ status: 200, type: 'image/webp', sniff: 'nosniff' });
    const { format, exif, icc, xmp } = await sharp(bytes).metadata();
    expect.soft({ format, exif, icc, xmp }).toEqual({ format: 'webp' });
    const text = bytes.toString('latin1');
    expect.soft(POLYGLOT_TRACES.filter((trace) => text.includes(trace))).toEqual([]);
  }
}

/** The server reads the rest of a form after it has already responded. */
const leftovers = () => readdir(world.services.media.quarantine.folder);

async function run(samples: readonly Sample[], doors: readonly Door[]): Promise<void> {
  const outcomes: Record<string, Outcome> = {};
  for (const [i, sample] of samples.entries())
    outcomes[sample.name] = await knock(doors[i % doors.length] ?? firstDoor, [sample]);
  expect(outcomes).toEqual(Object.fromEntries(samples.map(({ name, outcome }) => [name, outcome])));
  await expect.poll(leftovers).toEqual([]);
}

const [firstDoor] = DOORS as [Door];

// Spread over the doors, which all lead to the same reader of pictures.
test(
  'files that are a picture and something else become a picture and nothing else',
  {
    timeout: PATIENCE_MS,
  },
  async () => run(await polyglots(), DOORS),
);

test('files that are no picture are refused by what they are', { timeout: PATIENCE_MS }, async () =>
  run(await wrongTypes(), DOORS),
);

test('pictures that break off are refused', { timeout: PATIENCE_MS }, async () => run(await truncated(), DOORS));

describe.each(DOORS)('$name', (door) => {
  test.each([
    { kind: 'polyglots', samples: polyglots },
    { kind: 'files of wrong types', samples: wrongTypes },
    { kind: 'broken files', samples: truncated },
  ])('$kind are refused or become a picture', { tags: ['long'], timeout: PATIENCE_MS }, async ({ samples }) =>
    run(await samples(), [door]),
  );

  test('one file too many is refused and keeps none of the others', async () => {
    const file = { bytes: await phonePhoto({ megapixels: 0.1 }), contentType: 'image/jpeg', fileName: 'a.jpg' };
    expect(
      await knock(
        door,
        Array.from({ length: door.max + 1 }, () => file),
      ),
    ).toBe('too_many_files');
    await expect.poll(leftovers).toEqual([]);
  });

  test('a file over the limit is refused, and its sender hears why', async () => {
    const bytes = Buffer.concat([await phonePhoto({ megapixels: 0.1 }), Buffer.alloc(IMAGE_MAX_BYTES + 2 ** 20)]);
    expect(await knock(door, [{ bytes, contentType: 'image/jpeg', fileName: 'big.jpg' }])).toBe('file_too_large');
    await expect.poll(leftovers).toEqual([]);
  });

  test('an upload that is given up at any point leaves nothing', async () => {
    const photo = await phonePhoto({ megapixels: 1 });
    for (const share of [0, 0.01, 0.5, 0.99]) {
      const form = await door.open();
      const before = await rows();
      await giveUp(form, photo, share);
      await expect.poll(leftovers).toEqual([]);
      expect.soft({ share, rows: await rows() }).toEqual({ share, rows: before });
    }
  });
});

async function giveUp({ method, path, field, values }: OpenDoor, photo: Buffer, share: number): Promise<void> {
  const fields = Object.entries(values).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = Buffer.from(
    `${fields.join('')}--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
  );
  const tail = Buffer.from('\r\n--b--\r\n');
  const request = http.request(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${anna.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + photo.length + tail.length,
    },
  });
  const closed = new Promise((resolve) => request.once('close', resolve));
  request.on('error', () => {});
  request.write(Buffer.concat([head, photo.subarray(0, Math.floor(photo.length * share))]));
  await (share === 0 ? sleep(20) : expect.poll(leftovers).not.toEqual([]));
  request.destroy();
  await closed;
}

test('small files that ask for gigabytes are refused or become a picture', {
  tags: ['long'],
  timeout: PATIENCE_MS,
}, async () => {
  await run(await bombs(), DOORS);
});

test('after all of it every stored picture is shown by something', async () => {
  const { rows: states } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from media_images group by state`.execute(world.services.db);
  expect(states.find(({ state }) => state === 'unclaimed')).toBeUndefined();
});
