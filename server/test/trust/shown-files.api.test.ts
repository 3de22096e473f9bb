import { adsApi } from '@app/contract/market/ads';
import { usersApi } from '@app/contract/people/users';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { musicApi } from '@app/contract/publishing/music';
import { publicationsApi } from '@app/contract/publishing/publications';
import { staffApi } from '@app/contract/staff/staff';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wav } from '../uploads/sounds.ts';
import { type Actor, createWorld, PASSWORD, type TestCall, type World } from '../world.ts';

/** Time within which a file must disappear, beside the seconds that caches keep it. */
const WITHIN_MS = 8000;

let world: World;
let staff: Actor;
let reader: Actor;
let colors = 0;
beforeAll(async () => {
  world = await createWorld();
  [staff, reader] = [await world.user({ is_superuser: true }), await world.user()];
});
afterAll(() => world.close());

async function does<E extends AnyEndpoint>(actor: Actor | null, endpoint: E, input: TestCall<E> = {}) {
  const { statusCode, body } = await world.call(actor, endpoint, input);
  expect({ path: endpoint.path, statusCode, code: body.code }).toEqual({ path: endpoint.path, statusCode: 200 });
  return body;
}

/** No two are the same: a content that something else shows stays public. */
async function picture(field: string) {
  colors += 1;
  const background = `#${(colors * 0x010305).toString(16).padStart(6, '0')}`;
  const image = sharp({ create: { width: 900, height: 900, channels: 3, background } });
  return { field, name: 'a.png', type: 'image/png', bytes: await image.png().toBuffer() };
}

type Kind = 'ad' | 'avatar' | 'publication' | 'playlist' | 'track';
type Shown = Record<Kind, { id: number; photoId?: number; addresses: string[] }>;

const addressesIn = (body: unknown): string[] => [
  ...new Set([...JSON.stringify(body).matchAll(/"(\/media\/[^"]+)"/g)].map(([, address = '']) => address)),
];

/** Lets a new person show one file of every kind, and collects the addresses that others get to see. */
async function showEverything(): Promise<{ owner: Actor; shown: Shown }> {
  const owner = await world.user({ paid: true });
  const { id: userId } = owner;
  await does(owner, usersApi.change, { params: { id: userId }, body: {}, files: [await picture('photo')] });
  const avatar = addressesIn((await does(reader, usersApi.get, { params: { id: userId } })).photo);
  const ad = await does(owner, adsApi.create, {
    body: { board_title: 'Лодка', board_description: 'Надувная', board_price: 5000, board_enabled: 1 },
    files: [await picture('board_photo[]')],
  });
  const { publish_id } = await does(owner, publicationsApi.add, {
    body: { publish_description: 'Причал' },
    files: [await picture('publish_content[]')],
  });
  const list = await does(owner, musicApi.addPlaylist, { body: { name: 'Утро' }, files: [await picture('image')] });
  const { music } = await does(owner, musicApi.add, {
    body: { playlist_id: list.id },
    files: [{ field: 'audio', name: 'a.wav', type: 'audio/wav', bytes: wav({ hertz: 200 + colors }) }],
  });
  const audio_id = music[0]?.id ?? 0;
  await does(owner, musicApi.edit, { body: { audio_id }, files: [await picture('cover')] });

  const { board_id: id } = ad;
  const page = await does(reader, adsApi.get, { params: { id } });
  const post = await does(reader, publicationsApi.one, { params: { id: publish_id } });
  const own = (addresses: string[]) => addresses.filter((address) => !avatar.includes(address));
  return {
    owner,
    shown: {
      avatar: { id: userId, addresses: avatar },
      ad: { id, photoId: page.board_photos[0]?.id, addresses: own(addressesIn(page)) },
      publication: { id: publish_id, addresses: own(addressesIn(post)) },
      playlist: { id: list.id, addresses: own(addressesIn(list)) },
      track: {
        id: audio_id,
        addresses: own(addressesIn(await does(reader, musicApi.one, { params: { id: audio_id } }))),
      },
    },
  };
}

const status = async (url: string, actor: Actor | null): Promise<number> =>
  (await world.app.inject({ url, headers: actor === null ? {} : { cookie: `token=${actor.token}` } })).statusCode;

const statuses = (addresses: readonly string[], actor: Actor | null) =>
  Promise.all(addresses.map((address) => status(address, actor)));

const FOR_MEMBERS: readonly Kind[] = ['track'];

async function expectShown(shown: Shown): Promise<void> {
  for (const [kind, { addresses }] of Object.entries(shown)) {
    expect({ kind, count: addresses.length > 0 }).toEqual({ kind, count: true });
    expect({ kind, statuses: new Set(await statuses(addresses, reader)) }).toEqual({ kind, statuses: new Set([200]) });
    const guests = FOR_MEMBERS.includes(kind as Kind) ? 404 : 200;
    expect({ kind, statuses: new Set(await statuses(addresses, null)) }).toEqual({ kind, statuses: new Set([guests]) });
  }
}

interface Way {
  name: string;
  hides: readonly Kind[];
  hide(owner: Actor, shown: Shown): Promise<unknown>;
  /** Whether only `npm run test:all` tries it. Default: no. */
  isLong?: boolean;
  /** Whether the owner still sees the files. Default: no. */
  stays?: boolean;
}

const EVERYTHING: readonly Kind[] = ['ad', 'avatar', 'publication', 'playlist', 'track'];

const WAYS: readonly Way[] = [
  {
    name: 'the ad is disabled',
    isLong: true,
    hides: ['ad'],
    stays: true,
    hide: (owner, { ad }) =>
      does(owner, adsApi.edit, { body: { board_id: ad.id, board_title: 'Лодка', board_enabled: 0 } }),
  },
  {
    name: 'the ad becomes one for friends',
    isLong: true,
    hides: ['ad'],
    stays: true,
    hide: (owner, { ad }) => does(owner, adsApi.edit, { body: { board_id: ad.id, board_audience: 'friends' } }),
  },
  {
    name: 'the ad is archived',
    isLong: true,
    hides: ['ad'],
    stays: true,
    hide: (owner, { ad }) => does(owner, adsApi.archive, { query: { board_id: ad.id } }),
  },
  {
    name: 'the photo is deleted',
    isLong: true,
    hides: ['ad'],
    hide: (owner, { ad }) => does(owner, adsApi.removePhoto, { params: { id: ad.photoId ?? 0 } }),
  },
  {
    name: 'moderation takes the ad down',
    hides: ['ad'],
    stays: true,
    hide: (_, { ad }) =>
      sql`update ads set blocked_at = now(), blocked_reason = 'спам' where id = ${ad.id}`.execute(world.services.db),
  },
  {
    name: 'the avatar is removed',
    isLong: true,
    hides: ['avatar'],
    hide: (owner) => does(owner, usersApi.change, { params: { id: owner.id }, body: { photo_removed: 1 } }),
  },
  {
    name: 'the publication is deleted',
    isLong: true,
    hides: ['publication'],
    hide: (owner, { publication }) => does(owner, publicationsApi.remove, { body: { publish_id: publication.id } }),
  },
  {
    name: 'the publication becomes private',
    hides: ['publication'],
    stays: true,
    hide: (owner, { publication }) =>
      does(owner, publicationsApi.edit, { body: { publish_id: publication.id, audience: 'me' } }),
  },
  {
    name: 'the track is deleted',
    isLong: true,
    hides: ['track'],
    hide: (owner, { track }) => does(owner, musicApi.remove, { body: { audio_id: track.id } }),
  },
  {
    name: 'the playlist becomes private',
    isLong: true,
    hides: ['playlist', 'track'],
    stays: true,
    hide: (owner, { playlist }) => does(owner, musicApi.editPlaylist, { body: { id: playlist.id, audience: 'me' } }),
  },
  {
    name: 'the playlist is deleted',
    isLong: true,
    hides: ['playlist', 'track'],
    hide: (owner, { playlist }) => does(owner, musicApi.removePlaylist, { body: { id: playlist.id } }),
  },
  {
    name: 'the person is suspended',
    isLong: true,
    hides: EVERYTHING,
    hide: (owner) => does(staff, staffApi.suspend, { body: { ids: [owner.id] } }),
  },
  {
    name: 'the person leaves',
    hides: EVERYTHING,
    isLong: true,
    hide: (owner) => does(owner, usersApi.remove, { params: { id: owner.id }, body: { current_password: PASSWORD } }),
  },
];

const title = 'when $name, its files are gone for others within seconds';
test.each(WAYS.filter(({ isLong }) => !isLong))(title, expectFilesGone);
test.each(WAYS.filter(({ isLong }) => isLong))(title, { tags: ['long'] }, expectFilesGone);

async function expectFilesGone({ hides, hide, stays = false }: Way): Promise<void> {
  const { owner, shown } = await showEverything();
  await expectShown(shown);
  await hide(owner, shown);
  const hidden = hides.flatMap((kind) => shown[kind].addresses);
  for (const actor of [null, reader])
    await expect
      .poll(async () => new Set(await statuses(hidden, actor)), { timeout: WITHIN_MS })
      .toEqual(new Set([404]));
  await expect
    .poll(async () => new Set(await statuses(hidden, owner)), { timeout: WITHIN_MS })
    .toEqual(new Set([stays ? 200 : 404]));
  const others = EVERYTHING.filter((kind) => !hides.includes(kind) && !FOR_MEMBERS.includes(kind));
  for (const kind of others) expect(new Set(await statuses(shown[kind].addresses, null))).toEqual(new Set([200]));
}

test('caches ask again after seconds and hear that nothing changed', async () => {
  const { shown } = await showEverything();
  for (const [kind, { addresses }] of Object.entries(shown)) {
    const headers = { cookie: `token=${reader.token}` };
    const { headers: sent } = await world.app.inject({ url: addresses[0] ?? '', headers });
    expect({ kind, cache: sent['cache-control'] }).toEqual({
      kind,
      cache: expect.stringMatching(/^(public|private), max-age=10, must-revalidate$/),
    });
    const again = { ...headers, 'if-none-match': String(sent.etag) };
    expect((await world.app.inject({ url: addresses[0] ?? '', headers: again })).statusCode).toBe(304);
  }
});
