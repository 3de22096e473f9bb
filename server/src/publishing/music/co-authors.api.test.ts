import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { CO_AUTHORS_MAX, musicApi, type Playlist, type Track } from '@app/contract/publishing/music';
import { complaintsApi } from '@app/contract/trust/complaints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../../../test/rounds.ts';
import { wav } from '../../../test/uploads/sounds.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { exportMusicOf } from './export-music.public.ts';
import { eraseMusic } from './music.public.ts';

let world: World;
let anna: Actor;
beforeAll(async () => {
  world = await createWorld();
  anna = await world.user({ firstname: 'Анна', lastname: 'Лебедева' });
});
afterAll(() => world.close());

let tones = 900;

async function befriend(one: Actor, other: Actor): Promise<void> {
  await world.call(one, circleApi.request, { params: { id: other.id } });
  await world.call(other, circleApi.accept, { params: { id: one.id } });
}

async function friend(firstname = 'Тимур'): Promise<Actor> {
  const person = await world.user({ firstname, lastname: 'Рощин' });
  await befriend(anna, person);
  return person;
}

async function playlist(by: Actor, audience: Playlist['audience'] = 'me'): Promise<number> {
  return (await world.call(by, musicApi.addPlaylist, { body: { name: 'Дорога', audience } })).body.id;
}

const invite = (by: Actor, id: number, user: Actor) =>
  world.call(by, musicApi.addCoAuthor, { params: { id }, body: { user_id: user.id } });
const remove = (by: Actor, id: number, user: Actor) =>
  world.call(by, musicApi.removeCoAuthor, { params: { id, user_id: user.id } });
const send = (by: Actor, playlist_id: number, name = 'Песня.wav') =>
  world.call(by, musicApi.add, {
    body: { playlist_id },
    files: [{ field: 'audio', name, type: 'audio/wav', bytes: wav({ hertz: ++tones, seconds: 1 }) }],
  });
const drop = (by: Actor, track: Track) => world.call(by, musicApi.remove, { body: { audio_id: track.id } });
const list = async (by: Actor, playlist_id: number) =>
  (await world.call(by, musicApi.list, { body: { playlist_id } })).body;
const bells = async (by: Actor) =>
  (await world.call(by, notificationsApi.list, { query: { mark: 0 } })).body.list.filter(
    ({ kind }) => kind === 'co_author',
  );

async function track(by: Actor, playlistId: number, name?: string): Promise<Track> {
  const { body, statusCode } = await send(by, playlistId, name);
  expect({ statusCode, code: body.code }).toEqual({ statusCode: 200 });
  const [made] = body.music;
  if (made === undefined) throw new Error('no track');
  return made;
}

async function collect(from: unknown): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const row of from as AsyncIterable<Record<string, unknown>>) rows.push(row);
  return rows;
}

async function expectTrueCounters(id: number): Promise<void> {
  const { rows } = await sql<{ kept: string; real: string }>`
    select p.track_count || ':' || p.duration_ms as kept, count(t.id) || ':' || coalesce(sum(r.duration_ms), 0) as real
    from playlists p left join tracks t on t.playlist_id = p.id and not t.is_down
    left join recordings r on r.id = t.recording_id where p.id = ${id} group by p.id`.execute(world.services.db);
  expect(rows[0]?.kept).toBe(rows[0]?.real);
}

test('a friend is invited by a bell, sees the private playlist among own ones, and adds to it', async () => {
  const timur = await friend();
  const id = await playlist(anna);
  expect((await world.call(timur, musicApi.playlist, { params: { id } })).statusCode).toBe(404);
  const invited = await invite(anna, id, timur);
  expect(invited.body.list).toMatchObject([{ id: timur.id, firstname: 'Тимур', lastname: 'Рощин', photo: null }]);
  expect(await bells(timur)).toMatchObject([
    {
      text: 'Анна Лебедева · Зовёт вас в соавторы плейлиста «Дорога»',
      link: `/user/${anna.id}/audio/${id}`,
      meta: { user: { id: anna.id } },
    },
  ]);
  // A second invitation changes nothing and rings nobody.
  expect((await invite(anna, id, timur)).body.list).toHaveLength(1);
  expect(await bells(timur)).toHaveLength(1);

  const own = await playlist(timur, 'all');
  const { body } = await world.call(timur, musicApi.playlists, { body: {} });
  expect(body).toMatchObject({
    total: 2,
    playlists: [
      { id: own, own: 1, co_author: 0, co_authors: 0 },
      { id, own: 0, co_author: 1, co_authors: 1, user_id: anna.id },
    ],
  });
  const stranger = await world.user();
  const theirs = await world.call(stranger, musicApi.playlists, { body: { user_id: timur.id } });
  expect(theirs.body.playlists.map((one) => one.id)).toEqual([own]);

  const sent = await track(timur, id, 'Мост.wav');
  const copied = await world.call(timur, musicApi.addToPlaylist, {
    body: { audio_id: (await track(timur, own)).id, playlist_id: id },
  });
  const hers = await track(anna, id, 'Берег.wav');
  const by = (person: Actor, firstname: string) => ({ id: person.id, firstname });
  const timurs = { user_id: anna.id, added_by: by(timur, 'Тимур') };
  expect(await list(timur, id)).toMatchObject({
    total: 3,
    music: [
      { id: sent.id, ...timurs, own: 1 },
      { id: copied.body.id, ...timurs, own: 1 },
      { id: hers.id, added_by: by(anna, 'Анна'), own: 0 },
    ],
  });
  expect((await list(anna, id)).music.map((one) => one.own)).toEqual([1, 1, 1]);
  const audio = { url: sent.src, headers: { cookie: `token=${timur.token}` } };
  expect((await world.app.inject(audio)).statusCode).toBe(200);
  await expectTrueCounters(id);
});

test('only the owner invites, only friends, and no more than the limit', async () => {
  const [timur, stranger, outsider] = [await friend(), await world.user(), await world.user()];
  const id = await playlist(anna, 'all');
  await invite(anna, id, timur);
  expect((await invite(timur, id, stranger)).body.code).toBe('forbidden');
  expect((await invite(stranger, id, stranger)).body.code).toBe('forbidden');
  expect((await invite(anna, id, stranger)).body.code).toBe('co_author_not_friend');
  expect((await invite(anna, id, anna)).body.code).toBe('co_author_not_friend');
  expect((await send(stranger, id)).body.code).toBe('forbidden');
  expect((await remove(stranger, id, timur)).body.code).toBe('forbidden');
  expect((await invite(stranger, await playlist(anna), outsider)).body.code).toBe('not_found');

  const friends = await Promise.all(Array.from({ length: CO_AUTHORS_MAX + 3 }, () => world.user()));
  const ids = friends.map((one) => one.id);
  await sql`
    insert into friends (user_id, friend_id, since) select ${anna.id}, unnest(${ids}::bigint[]), now()
    union all select unnest(${ids}::bigint[]), ${anna.id}, now()`.execute(world.services.db);
  const answers = await Promise.all(friends.map((one) => invite(anna, id, one)));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('co_authors_full'));
  expect((await world.call(anna, musicApi.coAuthors, { params: { id } })).body.list).toHaveLength(CO_AUTHORS_MAX);
});

test('a co-author takes out what they added, the owner anything, and the playlist stays the owner’s', async () => {
  const [timur, zoya] = [await friend(), await friend('Зоя')];
  const id = await playlist(anna, 'friends');
  await Promise.all([invite(anna, id, timur), invite(anna, id, zoya)]);
  const [hers, his, third] = [await track(anna, id), await track(timur, id), await track(zoya, id)];
  expect((await drop(timur, hers)).body.code).toBe('forbidden');
  expect((await drop(timur, third)).body.code).toBe('forbidden');
  const rename = (by: Actor, one: Track) =>
    world.call(by, musicApi.edit, { body: { audio_id: one.id, title: 'Иначе' } });
  expect((await rename(timur, third)).body.code).toBe('forbidden');
  expect((await rename(timur, his)).body).toMatchObject({ title: 'Иначе', added_by: { id: timur.id } });
  for (const refused of [
    await world.call(timur, musicApi.editPlaylist, { body: { id, audience: 'all' } }),
    await world.call(timur, musicApi.editPlaylist, { body: { id, order: [third.id, his.id, hers.id] } }),
    await world.call(timur, musicApi.removePlaylist, { body: { id } }),
    await remove(timur, id, zoya),
  ])
    expect(refused.body.code).toBe('forbidden');
  expect((await remove(zoya, id, zoya)).body.playlist).toMatchObject({ id, co_author: 0, co_authors: 1 });
  expect((await drop(timur, his)).statusCode).toBe(200);
  expect((await drop(anna, third)).statusCode).toBe(200);
  expect((await list(anna, id)).music.map((one) => one.id)).toEqual([hers.id]);
  await expectTrueCounters(id);
});

test('who is removed or leaves neither adds nor sees a private playlist, and the entries stay', async () => {
  const [timur, zoya] = [await friend(), await friend('Зоя')];
  const id = await playlist(anna);
  await Promise.all([invite(anna, id, timur), invite(anna, id, zoya)]);
  const his = await track(timur, id);
  expect((await remove(timur, id, timur)).body).toMatchObject({ id, user_id: timur.id, playlist: null });
  expect((await remove(anna, id, zoya)).statusCode).toBe(200);
  for (const person of [timur, zoya]) {
    expect((await world.call(person, musicApi.playlist, { params: { id } })).statusCode).toBe(404);
    expect((await world.call(person, musicApi.coAuthors, { params: { id } })).statusCode).toBe(404);
    expect((await send(person, id)).body.code).toBe('not_found');
    expect((await world.call(person, musicApi.playlists, { body: {} })).body.total).toBe(0);
  }
  expect((await drop(timur, his)).body.code).toBe('not_found');
  expect((await list(anna, id)).music).toMatchObject([{ id: his.id, added_by: { id: timur.id } }]);
});

test('the end of a friendship and a block end what either let the other do', async () => {
  const [timur, zoya] = [await friend(), await friend('Зоя')];
  const id = await playlist(anna);
  const timurs = await playlist(timur);
  await Promise.all([invite(anna, id, timur), invite(anna, id, zoya), invite(timur, timurs, anna)]);
  const [his, hers] = [await track(timur, id), await track(zoya, id)];
  await world.call(timur, circleApi.remove, { params: { id: anna.id } });
  expect((await world.call(timur, musicApi.playlist, { params: { id } })).statusCode).toBe(404);
  expect((await world.call(anna, musicApi.playlist, { params: { id: timurs } })).statusCode).toBe(404);
  expect([await bells(timur), (await bells(anna)).filter(({ meta }) => meta.user?.id === timur.id)]).toEqual([[], []]);

  await world.call(zoya, circleApi.block, { params: { id: anna.id } });
  expect((await world.call(zoya, musicApi.playlist, { params: { id } })).statusCode).toBe(404);
  expect((await world.call(anna, musicApi.coAuthors, { params: { id } })).body.list).toEqual([]);
  // Names are not shown across a block; the entries are the owner's to keep.
  expect((await list(anna, id)).music).toMatchObject([
    { id: his.id, added_by: { id: timur.id } },
    { id: hers.id, added_by: null },
  ]);
  await befriend(anna, timur);
  expect((await world.call(timur, musicApi.playlist, { params: { id } })).statusCode).toBe(404);
});

test('two who add the same recording at once have one entry, and counters stay true', async () => {
  const [timur, zoya] = [await friend(), await friend('Зоя')];
  const id = await playlist(anna);
  await Promise.all([invite(anna, id, timur), invite(anna, id, zoya)]);
  const source = await track(anna, await playlist(anna, 'all'));
  const add = (by: Actor) => world.call(by, musicApi.addToPlaylist, { body: { audio_id: source.id, playlist_id: id } });
  const answers = await Promise.all([anna, timur, zoya, timur, zoya].map(add));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409]);
  await Promise.all([send(timur, id), send(zoya, id), send(anna, id)]);
  expect((await list(anna, id)).total).toBe(4);
  await expectTrueCounters(id);
});

test('whoever is removed while adding has added before, or is refused', { tags: ['long'] }, async () => {
  const timur = await friend();
  for (let round = 0; round < rounds(2, 25); round++) {
    const id = await playlist(anna);
    await invite(anna, id, timur);
    const adding = [send(timur, id), send(timur, id), send(timur, id)];
    const ending =
      round % 2 === 0 ? remove(anna, id, timur) : world.call(anna, circleApi.remove, { params: { id: timur.id } });
    const answers = await Promise.all(adding);
    expect((await ending).statusCode).toBe(200);
    const added = answers.filter(({ statusCode }) => statusCode === 200).length;
    expect(answers.every(({ statusCode, body }) => statusCode === 200 || body.code === 'not_found')).toBe(true);
    expect((await list(anna, id)).total).toBe(added);
    expect((await send(timur, id)).body.code).toBe('not_found');
    await expectTrueCounters(id);
    if (round % 2 === 1) await befriend(anna, timur);
  }
});

test('inviting and the end of the friendship at once leave no stranger among the co-authors', async () => {
  const timur = await friend();
  const id = await playlist(anna);
  for (let round = 0; round < rounds(2, 25); round++) {
    const [invited] = await Promise.all([
      invite(anna, id, timur),
      world.call(timur, circleApi.remove, { params: { id: anna.id } }),
    ]);
    expect([200, 409]).toContain(invited.statusCode);
    expect((await world.call(anna, musicApi.coAuthors, { params: { id } })).body.list).toEqual([]);
    await befriend(anna, timur);
  }
});

test('what a co-author uploads counts for the co-author, and complaints and take-downs find them', async () => {
  const [timur, reporter] = [await friend(), await world.user()];
  const id = await playlist(anna, 'all');
  await invite(anna, id, timur);
  const before = (await world.call(anna, musicApi.space)).body.used;
  const his = await track(timur, id);
  expect((await world.call(timur, musicApi.space)).body.used).toBeGreaterThan(0);
  expect((await world.call(anna, musicApi.space)).body.used).toBe(before);
  const { body } = await world.call(reporter, complaintsApi.add, {
    body: { audio_id: his.id, reason: 'copyright', message: 'Наша', holder: 'Студия' },
  });
  const { rows } = await sql<{ about: number }>`
    select about_user_id as about from complaints where id = ${body.id}`.execute(world.services.db);
  expect(rows[0]?.about).toBe(timur.id);
  const moderator = await world.user({ groups: ['manager'] });
  await world.call(moderator, complaintsApi.decide, { params: { id: body.id }, body: { status: 'upheld' } });
  for (const person of [anna, timur]) {
    const { list: told } = (await world.call(person, notificationsApi.list, { query: { mark: 0 } })).body;
    expect(told.filter(({ kind }) => kind === 'music_taken_down')).toMatchObject([
      { link: `/user/${anna.id}/audio/${id}` },
    ]);
  }
});

test('the archive has what a person added and where, and erasing takes it out of the playlists of others', async () => {
  const { db } = world.services;
  const timur = await friend();
  const id = await playlist(anna);
  const timurs = await playlist(timur);
  await Promise.all([invite(anna, id, timur), invite(timur, timurs, anna)]);
  const [hers, his] = [await track(anna, id), await track(timur, id)];
  await track(anna, timurs);
  const archive = async (userId: number) => {
    const { tracks, co_authored_playlists } = await exportMusicOf(db, userId);
    return { tracks: await collect(tracks), playlists: await collect(co_authored_playlists) };
  };
  const timursArchive = await archive(timur.id);
  expect(timursArchive.playlists).toMatchObject([{ id, name: 'Дорога', owner_id: anna.id }]);
  expect(timursArchive.tracks).toMatchObject([{ id: his.id, playlist_id: id, file: expect.any(String) }]);
  expect((await archive(anna.id)).tracks.map((one) => one.id)).not.toContain(his.id);

  await db.transaction().execute((tx) => eraseMusic(tx, timur.id));
  expect((await list(anna, id)).music.map((one) => one.id)).toEqual([hers.id]);
  expect((await world.call(anna, musicApi.coAuthors, { params: { id } })).body.list).toEqual([]);
  expect((await world.call(anna, musicApi.playlists, { body: {} })).body.playlists.map((one) => one.id)).not.toContain(
    timurs,
  );
  await expectTrueCounters(id);
});
