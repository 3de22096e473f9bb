import { notificationsApi } from '@app/contract/notifications/notifications';
import { musicApi } from '@app/contract/publishing/music';
import { complaintsApi } from '@app/contract/trust/complaints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { wav } from '../../../test/uploads/sounds.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { findFfmpeg } from '../../files/media/ffmpeg.public.ts';
import { measureLoudness } from './audio/measure-loudness.job.ts';
import { sweepRecordings } from './audio/sweep-recordings.job.ts';

const HOUR_MS = 3_600_000;

let now = Date.now();
let world: World;
let anna: Actor;
let boris: Actor;
let eva: Actor;
let moderator: Actor;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [anna, boris, eva] = [await world.user(), await world.user(), await world.user()];
  moderator = await world.user({ groups: ['manager'] });
});
afterAll(() => world.close());

const song = (hertz: number, level = 0.5, seconds = 1) => ({
  field: 'audio',
  name: 'Чужая песня.wav',
  type: 'audio/wav',
  bytes: wav({ hertz, level, seconds }),
});

async function playlist(by: Actor): Promise<number> {
  return (await world.call(by, musicApi.addPlaylist, { body: { name: 'Всякое' } })).body.id;
}

const add = (by: Actor, playlist_id: number, file = song(610)) =>
  world.call(by, musicApi.add, { body: { playlist_id }, files: [file] });
const status = async (by: Actor, url: string) =>
  (await world.app.inject({ url, headers: { cookie: `token=${by.token}` } })).statusCode;

test('a recording of somebody else goes for everybody, is refused from then on, and comes back when staff say so', async () => {
  const [mine, theirs] = [await playlist(anna), await playlist(boris)];
  const { body } = await add(anna, mine);
  const [track] = body.music;
  if (track === undefined) throw new Error('no track');
  const copied = await world.call(boris, musicApi.addToPlaylist, { body: { audio_id: track.id, playlist_id: theirs } });
  const complain = (holder?: string) =>
    world.call(eva, complaintsApi.add, {
      body: { audio_id: track.id, reason: 'copyright', message: 'Это наша запись', ...(holder && { holder }) },
    });
  expect((await complain()).body.code).toBe('invalid_input');
  const { body: complaint } = await complain('Студия «Рассвет»');
  expect(complaint).toMatchObject({ audio_id: track.id, holder: 'Студия «Рассвет»', status: 'open' });
  const verdicts = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.call(moderator, complaintsApi.decide, { params: { id: complaint.id }, body: { status: 'upheld' } }),
    ),
  );
  expect(verdicts.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);

  expect([await status(anna, track.src), await status(boris, copied.body.src)]).toEqual([404, 404]);
  expect((await world.call(anna, musicApi.list, { body: { playlist_id: mine } })).body).toMatchObject({
    music: [],
    total: 0,
    playlist: { tracks: 0, duration_ms: 0 },
  });
  expect((await world.call(anna, musicApi.search, { body: { search: 'чужая' } })).body.music_total).toBe(0);
  const again = await add(eva, await playlist(eva));
  expect([again.statusCode, again.body.code]).toEqual([451, 'taken_down']);
  for (const person of [anna, boris]) {
    const bell = await world.call(person, notificationsApi.list, { query: {} });
    expect(bell.body.list.filter(({ kind }) => kind === 'music_taken_down').map(({ text }) => text)).toEqual([
      expect.stringContaining('удалена по обращению правообладателя'),
    ]);
  }

  const log = await world.call(null, musicApi.takedowns, { query: {} });
  expect(log.body).toMatchObject({
    total: 1,
    list: [{ title: 'Чужая песня', holder: 'Студия «Рассвет»', restored: null }],
  });
  now += 72 * HOUR_MS;
  await sql`update recordings set seen_at = now() - interval '9 days'`.execute(world.services.db);
  await sweepRecordings.run(world.services, {});

  const id = log.body.list[0]?.id ?? 0;
  expect((await world.call(anna, musicApi.restore, { params: { id } })).body.code).toBe('forbidden');
  const restored = await Promise.all(
    Array.from({ length: 10 }, () => world.call(moderator, musicApi.restore, { params: { id } })),
  );
  expect(restored.map(({ statusCode, body }) => `${statusCode} ${body.code ?? ''}`).sort()).toEqual([
    '200 ',
    ...Array(9).fill('409 conflict'),
  ]);
  expect([await status(anna, track.src), await status(boris, copied.body.src)]).toEqual([200, 200]);
  expect((await world.call(anna, musicApi.list, { body: { playlist_id: mine } })).body).toMatchObject({
    total: 1,
    playlist: { tracks: 1, duration_ms: 1000 },
  });
  expect((await world.call(null, musicApi.takedowns, { query: {} })).body.list[0]?.restored).not.toBeNull();
  expect((await add(eva, await playlist(eva))).statusCode).toBe(200);
});

test('what is added while it is taken down is down, or is refused', async () => {
  const id = await playlist(anna);
  const { body } = await add(anna, id, song(640));
  const [track] = body.music;
  if (track === undefined) throw new Error('no track');
  const lists = await Promise.all(Array.from({ length: 20 }, () => playlist(boris)));
  const complaint = await world.call(eva, complaintsApi.add, {
    body: { audio_id: track.id, reason: 'copyright', holder: 'Студия' },
  });
  await Promise.all([
    ...lists.map((playlist_id) =>
      world.call(boris, musicApi.addToPlaylist, { body: { audio_id: track.id, playlist_id } }),
    ),
    world.call(moderator, complaintsApi.decide, { params: { id: complaint.body.id }, body: { status: 'upheld' } }),
  ]);
  const { rows } = await sql<{ shown: number; drifted: number }>`
    select (select count(*) from tracks t join recordings r on r.id = t.recording_id
        where r.state = 'taken_down' and not t.is_down) as shown,
      (select count(*) from playlists p where track_count <>
        (select count(*) from tracks t where t.playlist_id = p.id and not t.is_down)) as drifted`.execute(
    world.services.db,
  );
  expect(rows[0]).toEqual({ shown: 0, drifted: 0 });
});

test('whoever deletes their entry before staff decide does not bring the recording back', async () => {
  const id = await playlist(anna);
  const { body } = await add(anna, id, song(660));
  const [track] = body.music;
  if (track === undefined) throw new Error('no track');
  const complaint = await world.call(eva, complaintsApi.add, {
    body: { audio_id: track.id, reason: 'copyright', holder: 'Студия' },
  });
  await world.call(anna, musicApi.remove, { body: { audio_id: track.id } });
  await sql`update recordings set seen_at = now() - interval '9 days'`.execute(world.services.db);
  await sweepRecordings.run(world.services, {});
  await world.call(moderator, complaintsApi.decide, { params: { id: complaint.body.id }, body: { status: 'upheld' } });
  expect((await add(anna, id, song(660))).body.code).toBe('taken_down');
});

test('loudness is measured once, and a quiet recording is lifted only as far as its peaks allow', async () => {
  const id = await playlist(anna);
  const { body } = await add(anna, id, song(997, 0.03, 3));
  const [track] = body.music;
  expect(track?.gain_db).toBe(0);
  await runQueuedJobs(world);
  const find = () =>
    world.services.db.selectFrom('recordings').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const measured = await find();
  const shown = (await world.call(anna, musicApi.one, { params: { id: track?.id ?? 0 } })).body;
  if (findFfmpeg() === null) {
    expect([measured.measured_at, shown.gain_db]).toEqual([null, 0]);
    return;
  }
  expect(measured.lufs).toBeLessThan(-25);
  expect(measured.peak_db).toBeCloseTo(-30.5, 0);
  expect(shown.gain_db).toBe(12);
  await measureLoudness.run(world.services, { recording_id: measured.id });
  expect(await find()).toEqual(measured);
});
