import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { adMapApi } from '@app/contract/market/ad-map';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writePmtiles } from '../../../../test/formats/write-pmtiles.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { ConfigError } from '../../../platform/config.ts';
import { openMapTiles } from './map-tiles.public.ts';

const KAZAN = { z: 5, x: 20, y: 10, bytes: Buffer.from('streets of Kazan') };
const WHOLE = { z: 4, x: 10, y: 5, bytes: Buffer.from('the Volga') };
const CREDIT = '<a href="https://example.org">&copy; Makers &amp; friends</a>';

let folder: string;
let world: World;

const write = async (name: string, bytes: Buffer): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-map-'));
  const file = await write('streets.pmtiles', writePmtiles([KAZAN, WHOLE], { attribution: CREDIT }));
  world = await createWorld({ environment: { MAP_FILE: file } });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const groundOf = async (of: World) => (await of.call(null, adMapApi.ground)).body.ground;

test('an operator’s own map is told with its zooms, and its makers are named without markup', async () => {
  expect(await groundOf(world)).toEqual({
    version: expect.stringMatching(/^[0-9a-f]{16}$/),
    min_zoom: 4,
    max_zoom: 5,
    attribution: '© Makers & friends',
  });
});

test('each tile comes as a picture that browsers keep, and nothing else is there', async () => {
  const version = (await groundOf(world))?.version ?? '';
  for (const { z, x, y, bytes } of [KAZAN, WHOLE]) {
    const answer = await world.app.inject(`/map/tiles/${version}/${z}/${x}/${y}`);
    expect(answer.rawPayload).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  const missing = ['5/20/11', '3/1/1', '6/40/20', '5/32/0', '5/20/1e1', '5/-1/0', '5/20/%2e%2e', '99999999/0/0'];
  for (const place of [...missing.map((tile) => `${version}/${tile}`), 'another/5/20/10'])
    expect({ place, status: (await world.app.inject(`/map/tiles/${place}`)).statusCode }).toEqual({
      place,
      status: 404,
    });
});

test('without a file there is no ground and no tile', async () => {
  const plain = await createWorld();
  try {
    expect(await groundOf(plain)).toBeNull();
    expect((await plain.app.inject('/map/tiles/0/5/20/10')).statusCode).toBe(404);
  } finally {
    await plain.close();
  }
});

test('a file that cannot serve is refused with the reason', async () => {
  const refusal = (file: string) =>
    openMapTiles(file).then(
      () => '',
      (error: unknown) => (error instanceof ConfigError ? error.message : `not explained: ${error}`),
    );
  expect(await refusal(path.join(folder, 'none'))).toMatch(/^MAP_FILE cannot be read: ENOENT/);
  expect(await refusal(folder)).toMatch(/^MAP_FILE/);
  const noMap = 'MAP_FILE is not a map in the PMTiles format, version 3';
  expect(await refusal(await write('empty', Buffer.alloc(0)))).toBe(noMap);
  expect(await refusal(await write('text', Buffer.from('no map'.repeat(100))))).toBe(noMap);
  expect(await refusal(await write('vectors', writePmtiles([KAZAN], {}, 1)))).toMatch(/^MAP_FILE must hold pictures/);
  const whole = writePmtiles([KAZAN], {});
  expect(await refusal(await write('cut', whole.subarray(0, 130)))).toMatch(/^MAP_FILE/);
});
