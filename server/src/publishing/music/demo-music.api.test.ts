import { musicApi } from '@app/contract/publishing/music';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../test/world.ts';
import { DEMO_TUNES } from '../../demo/demo-tunes.ts';
import { seedMusic } from '../../demo/seed-music.ts';
import { probeAudio } from '../../files/media/audio.public.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the demo data brings three playlists that play', async () => {
  const anna = await world.user();
  const cast = { today: Date.now(), personId: () => anna.id, ads: [], ad: () => expect.fail('no ads') };
  const made = await world.services.db.transaction().execute((tx) => seedMusic(tx, world.services, cast));
  expect(made).toHaveLength(3);
  const { body } = await world.call(anna, musicApi.list, { body: {} });
  expect(body.total).toBe(DEMO_TUNES.length);
  for (const { src } of body.music) {
    const { statusCode, headers } = await world.app.inject({ url: src, headers: { cookie: `token=${anna.token}` } });
    expect([statusCode, headers['content-type']]).toEqual([200, 'audio/mp4']);
  }
  const [{ file, title, artist, seconds } = { file: '', title: '', artist: '', seconds: 0 }] = DEMO_TUNES;
  const probe = await probeAudio({ path: `${import.meta.dirname}/../../demo/tunes/${file}`, mime: 'audio/mp4' });
  expect(probe).toMatchObject({ mime: 'audio/mp4', title, artist });
  expect(Math.abs(probe.duration_ms - seconds * 1000)).toBeLessThan(200);
});
