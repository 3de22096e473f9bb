import { STREAMS_ANNOUNCED_MAX, type Stream, streamsApi } from '@app/contract/live/streams';
import { followsApi } from '@app/contract/market/follows';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { insertDemoAds } from '../../market/ads/ads.public.ts';
import { emit } from '../../platform/domain/events.ts';
import { foldIcsLine } from '../../platform/formats/calendar-file.ts';
import { formatCalendar } from './calendar.ts';
import { changeStream } from './change-stream.ts';
import { expireStreams } from './expire-streams.job.ts';
import { notifyFollowersOfStream } from './notify-followers-of-stream.job.ts';
import { endStreamOf, findStreamRoom, openStreamByKey } from './streams.public.ts';
import { sweepStreams } from './sweep-streams.job.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

afterAll(() => world.close());

type Added = Parameters<typeof add>[1];

async function add(actor: Actor, body: Partial<Record<string, unknown>> = {}): Promise<Stream> {
  const answer = await world.call(actor, streamsApi.add, { body: { theme: 'Чиним велосипед', ...body } as object });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

async function goLive(actor: Actor, body: Added = {}): Promise<Stream> {
  const stream = await add(actor, body);
  await changeStream(world.services, stream.stream_id, { type: 'connected' });
  return show(actor, stream.stream_id);
}

async function show(actor: Actor | null, id: number): Promise<Stream> {
  const { body } = await world.call(actor, streamsApi.get, { body: { stream_id: id } });
  if (body.stream === null) throw new Error(`no stream ${id}`);
  return body.stream;
}

const listed = async (actor: Actor | null, user_id?: number): Promise<number[]> =>
  (await world.call(actor, streamsApi.list, { query: { user_id, size: 48 } })).body.streams.map((one) => one.stream_id);
const statusOf = async (actor: Actor | null, id: number): Promise<number> =>
  (await world.call(actor, streamsApi.get, { body: { stream_id: id } })).statusCode;
const say = (actor: Actor, id: number, message = 'Привет') =>
  world.call(actor, streamsApi.sendMessage, { params: { id }, body: { message } });
const end = (actor: Actor, id: number) => world.call(actor, streamsApi.edit, { body: { stream_id: id } });
const soon = (minutes = 60) => new Date(Date.now() + minutes * 60_000).toISOString();

async function befriend(one: Actor, other: Actor): Promise<void> {
  await sql`insert into friends (user_id, friend_id, since) values (${one.id}, ${other.id}, now()), (${other.id}, ${one.id}, now())`.execute(
    world.services.db,
  );
}

test('a person opens a stream under their own name, whatever the call says, and everybody finds it', async () => {
  const anna = await world.user({ firstname: 'Анна', lastname: 'Лебедева' });
  const stream = await add(anna, { user_name: 'Мария', photo: '/media/other.webp', user_id: 7 });
  expect(stream).toMatchObject({
    user_id: anna.id,
    user_name: 'Анна Лебедева',
    photo: null,
    theme: 'Чиним велосипед',
    is_active: 1,
    state: 'waiting',
    own: 1,
    link: `/user/${anna.id}/streams/${stream.stream_id}`,
  });
  expect(await listed(null)).toContain(stream.stream_id);
  expect((await world.call(anna, streamsApi.get, { body: {} })).body).toMatchObject({ stream: null });
  const nameless = await add(anna, { theme: ' ' });
  expect(nameless.theme).toBe('Эфир Анна Лебедева');
});

test('an edit with the id alone ends it, however often, and nothing joins it any more', async () => {
  const anna = await world.user();
  const { stream_id } = await goLive(anna);
  expect((await end(anna, stream_id)).body).toMatchObject({ is_active: 0, state: 'ended' });
  expect((await end(anna, stream_id)).statusCode).toBe(200);
  expect(await listed(null)).not.toContain(stream_id);
  const seat = await world.call(anna, streamsApi.createJoinToken, { params: { id: stream_id } });
  expect(seat.body.code).toBe('stream_over');
  expect((await say(anna, stream_id)).body.code).toBe('stream_over');
  const reaction = { params: { id: stream_id }, body: { kind: 'heart' as const } };
  expect((await world.call(anna, streamsApi.react, reaction)).body.code).toBe('stream_over');
});

test('a stranger changes and ends nothing; staff may end', async () => {
  const [anna, maria, staff] = [await world.user(), await world.user(), await world.user({ groups: ['admin'] })];
  const { stream_id } = await goLive(anna);
  expect((await end(maria, stream_id)).body.code).toBe('forbidden');
  const rename = { body: { stream_id, theme: 'Другое' } };
  expect((await world.call(staff, streamsApi.edit, rename)).body.code).toBe('forbidden');
  expect((await end(staff, stream_id)).body.state).toBe('ended');
});

test('one stream at a time: one that waits gives way, one that is live is named', async () => {
  const anna = await world.user();
  const first = await add(anna);
  const second = await add(anna);
  expect((await show(anna, first.stream_id)).state).toBe('ended');
  await changeStream(world.services, second.stream_id, { type: 'connected' });
  const third = await world.call(anna, streamsApi.add, { body: {} });
  expect(third.body).toMatchObject({ code: 'stream_running', stream_id: second.stream_id });
});

test('fifty opened at once leave one that runs', async () => {
  const anna = await world.user();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => world.call(anna, streamsApi.add, { body: { theme: 'Разом' } })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
  expect(await listed(anna, anna.id)).toHaveLength(1);
});

test('the same key opens one stream', async () => {
  const anna = await world.user();
  const call = () =>
    world.call(anna, streamsApi.add, { body: { theme: 'Раз' }, headers: { 'idempotency-key': 'stream-once-1' } });
  const [one, other] = await Promise.all([call(), call()]);
  expect(one.body.stream_id).toBe(other.body.stream_id);
});

test('each audience sees its streams; those with a link are in no list', async () => {
  const [anna, friend, stranger] = [await world.user(), await world.user(), await world.user()];
  await befriend(anna, friend);
  const seenBy = async (audience: string) => {
    const { stream_id } = await add(anna, { audience });
    const who = [anna, friend, stranger, null];
    const sees = await Promise.all(who.map(async (actor) => (await statusOf(actor, stream_id)) === 200));
    const finds = await Promise.all(who.map(async (actor) => (await listed(actor)).includes(stream_id)));
    return { sees, finds };
  };
  expect(await seenBy('all')).toEqual({ sees: [true, true, true, true], finds: [true, true, true, true] });
  expect(await seenBy('friends')).toEqual({ sees: [true, true, false, false], finds: [true, true, false, false] });
  expect(await seenBy('fams')).toEqual({ sees: [true, false, false, false], finds: [true, false, false, false] });
  expect(await seenBy('me')).toEqual({ sees: [true, false, false, false], finds: [true, false, false, false] });
  expect(await seenBy('link')).toEqual({ sees: [true, true, true, true], finds: [true, false, false, false] });
});

test('whoever blocked, or was blocked, sees nothing of it', async () => {
  const [anna, timur] = [await world.user(), await world.user()];
  const { stream_id } = await goLive(anna);
  expect(await statusOf(timur, stream_id)).toBe(200);
  const blocked = await world.call(anna, circleApi.block, { params: { id: timur.id } });
  expect(blocked.statusCode).toBe(200);
  expect(await statusOf(timur, stream_id)).toBe(404);
  expect(await listed(timur)).not.toContain(stream_id);
  expect((await say(timur, stream_id)).body.code).toBe('not_found');
});

test('who is suspended is seen no more, and their stream is over', async () => {
  const anna = await world.user();
  const { stream_id } = await goLive(anna);
  await world.services.db
    .transaction()
    .execute((tx) => emit(world.services, tx, { type: 'user.visibilityChanged', userId: anna.id, isHidden: true }));
  expect((await show(anna, stream_id)).state).toBe('ended');
});

test('time ends what nobody ends: the one that waits, the one that is lost, the one that is overdue', async () => {
  const { db, services } = { db: world.services.db, services: world.services };
  const [anna, maria, timur] = [await world.user(), await world.user(), await world.user()];
  const waits = await add(anna);
  const lost = await goLive(maria);
  await changeStream(services, lost.stream_id, { type: 'lost' });
  expect(await show(maria, lost.stream_id)).toMatchObject({ state: 'lost', is_active: 1 });
  const overdue = await add(timur, { planned_for: soon() });
  const ids = [waits, lost, overdue].map(({ stream_id }) => stream_id);
  await sql`
    update streams set opened_at = opened_at - interval '2 days', lost_at = lost_at - interval '2 days',
      planned_for = planned_for - interval '2 days', due_at = due_at - interval '2 days'
    where id = any(${ids}::bigint[])`.execute(db);
  await expireStreams.run(services, {});
  for (const id of ids) {
    const { rows } = await sql<{ state: string }>`select state from streams where id = ${id}`.execute(db);
    expect(rows).toEqual([{ state: 'ended' }]);
  }
});

test('a live stream of which no node sees a sign is lost, then over; never for ever live', async () => {
  const anna = await world.user();
  const { stream_id } = await goLive(anna);
  const pass = (seconds: number) =>
    sql`update streams set seen_at = seen_at - make_interval(secs => ${seconds}),
      lost_at = lost_at - make_interval(secs => ${seconds}), due_at = due_at - make_interval(secs => ${seconds})
      where id = ${stream_id}`.execute(world.services.db);
  await pass(31);
  await expireStreams.run(world.services, {});
  expect((await show(anna, stream_id)).state).toBe('lost');
  await pass(61);
  await expireStreams.run(world.services, {});
  expect((await show(anna, stream_id)).state).toBe('ended');
});

test('an announced stream has a date ahead, is started by its owner, and of too many one is refused', async () => {
  const anna = await world.user();
  for (const planned_for of [new Date(Date.now() - 60_000).toISOString(), soon(60 * 24 * 100), 'завтра']) {
    const refused = await world.call(anna, streamsApi.add, { body: { planned_for } });
    expect(refused.body.code).toBe('stream_date_wrong');
  }
  const stream = await add(anna, { planned_for: soon() });
  expect(stream).toMatchObject({ state: 'announced', is_active: 0 });
  const { body } = await world.call(null, streamsApi.list, { query: { user_id: anna.id } });
  expect(body.announced.map((one) => one.stream_id)).toEqual([stream.stream_id]);
  const start = await world.call(anna, streamsApi.edit, { body: { stream_id: stream.stream_id, start: 1 } });
  expect(start.body).toMatchObject({ state: 'waiting', is_active: 1 });
  for (let i = 0; i < STREAMS_ANNOUNCED_MAX; i += 1) await add(anna, { planned_for: soon() });
  const more = await world.call(anna, streamsApi.add, { body: { planned_for: soon() } });
  expect(more.body.code).toBe('streams_full');
});

test('the calendar file of an announced stream is valid, and only for who sees the stream', async () => {
  const [anna, stranger] = [await world.user(), await world.user()];
  const { stream_id } = await add(anna, { planned_for: soon(), audience: 'me', theme: 'Хлеб, соль; и вода' });
  const ask = (actor: Actor) =>
    world.app.inject({ url: `/api/streams/${stream_id}/calendar.ics`, headers: { cookie: `token=${actor.token}` } });
  const file = await ask(anna);
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(file.body).toContain('SUMMARY:Хлеб\\, соль\\; и вода\r\n');
  expect(file.body).toMatch(/\r\nDTSTART:\d{8}T\d{6}Z\r\n/);
  expect((await ask(stranger)).statusCode).toBe(404);
  const long = formatCalendar(
    { id: 1, userId: 1, theme: 'Очень '.repeat(20) },
    new Date(),
    new Date(),
    'https://okolo.example',
  );
  for (const line of long.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(foldIcsLine('a'.repeat(100)).replace('\r\n ', '')).toBe('a'.repeat(100));
});

test('followers, friends and the reminded are told once that it began; nobody else, and nobody twice', async () => {
  const { services } = world;
  const [anna, follower, friend, reminded, stranger, muter] = (await Promise.all(
    Array.from({ length: 6 }, () => world.user()),
  )) as [Actor, Actor, Actor, Actor, Actor, Actor];
  for (const one of [follower, muter])
    await world.call(one, followsApi.set, { body: { to_id: anna.id, subscribe: 1 } });
  await befriend(anna, friend);
  await sql`insert into blocks (user_id, blocked_id, created_at) values (${muter.id}, ${anna.id}, now())`.execute(
    services.db,
  );
  const { stream_id } = await add(anna, { planned_for: soon() });
  const remind = (on: 0 | 1) => world.call(reminded, streamsApi.remind, { params: { id: stream_id }, body: { on } });
  expect((await remind(1)).body).toEqual({ reminded: 1, reminders: 1 });
  expect((await remind(1)).body).toEqual({ reminded: 1, reminders: 1 });
  expect((await remind(0)).body).toEqual({ reminded: 0, reminders: 0 });
  await remind(1);
  expect((await show(reminded, stream_id)).reminded).toBe(1);
  await world.call(anna, streamsApi.edit, { body: { stream_id, start: 1 } });
  await changeStream(services, stream_id, { type: 'connected' });
  await notifyFollowersOfStream.run(services, { stream_id });
  await notifyFollowersOfStream.run(services, { stream_id });
  const told = async (actor: Actor) =>
    (await world.call(actor, notificationsApi.list)).body.list.filter(({ kind }) => kind === 'stream_start').length;
  expect(await Promise.all([follower, friend, reminded, stranger, muter, anna].map(told))).toEqual([1, 1, 1, 0, 0, 0]);
});

test('of a stream for friends a follower who is none is not told', async () => {
  const [anna, follower] = [await world.user(), await world.user()];
  await world.call(follower, followsApi.set, { body: { to_id: anna.id, subscribe: 1 } });
  const { stream_id } = await goLive(anna, { audience: 'friends' });
  await notifyFollowersOfStream.run(world.services, { stream_id });
  expect((await world.call(follower, notificationsApi.list)).body.list.map(({ kind }) => kind)).not.toContain(
    'stream_start',
  );
});

test('people write under their own names, page by page, and delete what is theirs', async () => {
  const [anna, maria, timur] = [await world.user(), await world.user({ firstname: 'Мария' }), await world.user()];
  const { stream_id: id } = await goLive(anna);
  const first = await say(maria, id, 'Раз');
  expect(first.body).toMatchObject({ message: 'Раз', firstname: 'Мария', host: 0, mine: 1 });
  for (const text of ['Два', 'Три']) await say(maria, id, text);
  expect((await say(anna, id, 'Добро пожаловать')).body.host).toBe(1);
  const page = await world.call(timur, streamsApi.chat, { params: { id }, query: { size: 2 } });
  expect(page.body).toMatchObject({ total: 4, list: [{ message: 'Добро пожаловать' }, { message: 'Три', mine: 0 }] });
  const older = await world.call(null, streamsApi.chat, {
    params: { id },
    query: { before_id: page.body.list[1]?.id ?? 0 },
  });
  expect(older.body.list.map(({ message }) => message)).toEqual(['Два', 'Раз']);
  const drop = (actor: Actor, message_id: number) =>
    world.call(actor, streamsApi.deleteMessage, { params: { id, message_id } });
  expect((await drop(timur, first.body.id)).body.code).toBe('forbidden');
  expect((await drop(maria, first.body.id)).statusCode).toBe(200);
  expect((await drop(anna, page.body.list[1]?.id ?? 0)).statusCode).toBe(200);
  const replay = await world.call(maria, streamsApi.replay, { params: { id } });
  expect(replay.body.list.map(({ message }) => message)).toEqual(['Два', 'Добро пожаловать']);
  const empty = await world.call(maria, streamsApi.sendMessage, { params: { id }, body: { message: ' ' } });
  expect(empty.statusCode).toBe(400);
});

test('nobody reads in the chat what somebody says with whom there is a block', async () => {
  const [anna, maria, timur] = [await world.user(), await world.user(), await world.user()];
  const { stream_id: id } = await goLive(anna);
  await say(maria, id, 'Слышно?');
  await sql`insert into blocks (user_id, blocked_id, created_at) values (${maria.id}, ${timur.id}, now())`.execute(
    world.services.db,
  );
  expect((await world.call(timur, streamsApi.chat, { params: { id } })).body.list).toEqual([]);
  expect((await world.call(anna, streamsApi.chat, { params: { id } })).body.list).toHaveLength(1);
});

test('in slow mode one of fifty messages at once gets through, and the owner is not slowed', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const { stream_id: id } = await goLive(anna, { slow_seconds: 60 });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => say(maria, id, `Сообщение ${i}`)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const refused = answers.find(({ statusCode }) => statusCode !== 200);
  expect(refused?.body.code).toBe('stream_slow');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(50);
  expect((await say(anna, id)).statusCode).toBe(200);
  expect((await say(anna, id)).statusCode).toBe(200);
  const quick = await world.call(anna, streamsApi.edit, { body: { stream_id: id, slow_seconds: 0 } });
  expect(quick.body).toMatchObject({ slow_seconds: 0, state: 'live' });
  expect((await say(maria, id)).statusCode).toBe(200);
});

test('whoever is muted writes no more until it is undone; only whoever streams may mute', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const { stream_id: id } = await goLive(anna);
  const mute = (actor: Actor, user_id: number, muted: 0 | 1) =>
    world.call(actor, streamsApi.mute, { params: { id }, body: { user_id, muted } });
  expect((await mute(maria, anna.id, 1)).body.code).toBe('forbidden');
  expect((await mute(anna, anna.id, 1)).body.code).toBe('not_found');
  expect((await mute(anna, maria.id, 1)).body).toEqual({ user_id: maria.id, muted: 1 });
  expect((await show(maria, id)).muted).toBe(1);
  expect((await say(maria, id)).body.code).toBe('stream_muted');
  await mute(anna, maria.id, 0);
  expect((await say(maria, id)).statusCode).toBe(200);
});

test('fifty people react at once and every tap counts', async () => {
  const anna = await world.user();
  const { stream_id: id } = await goLive(anna);
  const react = (kind: 'heart' | 'fire', count: number) =>
    world.call(anna, streamsApi.react, { params: { id }, body: { kind, count } });
  await Promise.all(Array.from({ length: 50 }, (_, i) => react(i % 2 === 0 ? 'heart' : 'fire', 2)));
  await expect.poll(async () => (await show(anna, id)).reactions).toMatchObject({ heart: 50, fire: 50, wow: 0 });
  expect((await react('heart', 1)).body.counts.heart).toBe(51);
  const many = { params: { id }, body: { kind: 'heart' as const, count: 11 } };
  expect((await world.call(anna, streamsApi.react, many)).statusCode).toBe(400);
});

test('only own public ads are pinned, and those that left are not shown', async () => {
  const { db } = world.services;
  const [anna, maria] = [await world.user({ paid: true }), await world.user({ paid: true })];
  const adOf = async ({ id }: Actor, title: string): Promise<number> => {
    const row = { owner_id: id, title, description: title, price_roubles: 5000, category_id: null, country_id: null };
    const rows = [{ ...row, city_id: null, created_at: new Date(), image_ids: [] }];
    return (await db.transaction().execute((tx) => insertDemoAds(tx, rows)))[0] ?? 0;
  };
  const [boat, oar, foreign] = [await adOf(anna, 'Лодка'), await adOf(anna, 'Весло'), await adOf(maria, 'Чужое')];
  const { stream_id: id, board_ids } = await goLive(anna, { show_ads: 1 });
  expect([...board_ids].sort()).toEqual([boat, oar].sort());
  const pin = (ids: number[]) => world.call(anna, streamsApi.pin, { params: { id }, body: { board_ids: ids } });
  expect((await pin([boat, foreign])).body.code).toBe('not_found');
  expect((await pin([oar, boat])).body.board_ids).toEqual([oar, boat]);
  const shown = async () =>
    (await world.call(maria, streamsApi.pins, { params: { id } })).body.list.map(({ board_title }) => board_title);
  expect(await shown()).toEqual(['Весло', 'Лодка']);
  await db.updateTable('ads').set({ archived_at: new Date() }).where('id', '=', oar).execute();
  expect(await shown()).toEqual(['Лодка']);
});

test('a key is shown once, kept as a hash, and the one before is worth nothing', async () => {
  const { services } = world;
  const anna = await world.user();
  expect((await world.call(anna, streamsApi.key)).body).toMatchObject({ has_key: 0, hint: '' });
  const first = (await world.call(anna, streamsApi.createKey)).body;
  const second = (await world.call(anna, streamsApi.createKey)).body;
  const known = await world.call(anna, streamsApi.key);
  expect(known.body).toMatchObject({
    has_key: 1,
    hint: second.key.slice(-4),
    server: expect.stringMatching(/\/whip$/),
  });
  expect(JSON.stringify(known.body)).not.toContain(second.key);
  const { rows } = await sql`select * from stream_keys where user_id = ${anna.id}`.execute(services.db);
  expect(JSON.stringify(rows)).not.toContain(second.key);
  expect(await openStreamByKey(services, first.key)).toBeUndefined();
  const opened = await openStreamByKey(services, second.key);
  expect(opened).toMatchObject({ userId: anna.id, roomId: `stream_${opened?.streamId}` });
  expect(await show(anna, opened?.streamId ?? 0)).toMatchObject({ source: 'whip', state: 'waiting' });
  expect((await openStreamByKey(services, second.key))?.streamId).toBe(opened?.streamId);
  await endStreamOf(services, anna.id, opened?.streamId ?? 0);
  expect((await show(anna, opened?.streamId ?? 0)).state).toBe('ended');
});

test('a program takes the stream that waits for it, and does not interrupt what a page sends', async () => {
  const anna = await world.user();
  const { key } = (await world.call(anna, streamsApi.createKey)).body;
  const { stream_id } = await add(anna, { source: 'whip', audience: 'friends' });
  expect((await openStreamByKey(world.services, key))?.streamId).toBe(stream_id);
  await end(anna, stream_id);
  await goLive(anna);
  await expect(openStreamByKey(world.services, key)).rejects.toMatchObject({ code: 'stream_running' });
});

test('whoever sends has a place to publish, who watches one to view, and guests the recording', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const { stream_id: id } = await goLive(anna);
  const seat = async (actor: Actor | null) =>
    (await world.call(actor, streamsApi.createJoinToken, { params: { id } })).body;
  expect(await seat(anna)).toMatchObject({ mode: 'room', may: 'publish', seat: { engine: 'sfu' } });
  expect(await seat(maria)).toMatchObject({ mode: 'room', may: 'view' });
  expect(await seat(null)).toEqual({ mode: 'hls', ice: [], hls: null });
  expect(await findStreamRoom(world.services.db, { userId: maria.id }, id)).toBe(`stream_${id}`);
});

test('a picture of the stream is made anew, shown to who sees it, and not replaced within a minute', async () => {
  const [anna, stranger] = [await world.user(), await world.user()];
  const { stream_id: id } = await goLive(anna, { audience: 'me' });
  const jpeg = async (background: string) =>
    sharp({ create: { width: 320, height: 180, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const send = async (background: string) => {
    const files = [{ field: 'poster', name: 'p.jpg', type: 'image/jpeg', bytes: await jpeg(background) }];
    return world.call(anna, streamsApi.poster, { params: { id }, files });
  };
  const words = [{ field: 'poster', name: 'p.jpg', type: 'image/jpeg', bytes: Buffer.from('words '.repeat(100)) }];
  const refused = await world.call(anna, streamsApi.poster, { params: { id }, files: words });
  expect(refused.body.code).toBe('unsupported_media');
  const first = await send('#204080');
  expect(first.body.poster).toMatch(new RegExp(`^/media/streams/${id}/poster/[0-9a-f-]{36}\\.webp$`));
  expect((await send('#802040')).body.poster).toBe(first.body.poster);
  const get = (actor: Actor | null, url = first.body.poster ?? '') =>
    world.app.inject({ url, headers: actor === null ? {} : { cookie: `token=${actor.token}` } });
  const picture = await get(anna);
  expect(picture.statusCode).toBe(200);
  expect(picture.headers['content-type']).toBe('image/webp');
  expect((await get(stranger)).statusCode).toBe(404);
  expect((await get(null)).statusCode).toBe(404);
  await sql`update streams set poster_at = poster_at - interval '2 minutes' where id = ${id}`.execute(
    world.services.db,
  );
  const second = await send('#208040');
  expect(second.body.poster).not.toBe(first.body.poster);
  const newest = await get(anna);
  expect(newest.statusCode).toBe(200);
  expect(newest.headers.etag).toBe((await get(anna, second.body.poster ?? '')).headers.etag);
  expect(newest.headers.etag).not.toBe(picture.headers.etag);
  expect((await get(stranger)).statusCode).toBe(404);
});

test('nothing becomes a publication while it is on the air', async () => {
  const anna = await world.user({ paid: true });
  const { stream_id: id } = await goLive(anna, { record: 1 });
  expect((await world.call(anna, streamsApi.publish, { params: { id } })).body.code).toBe('stream_on_air');
});

test('the end leaves no trace of who wrote, watched or waited, and an old stream goes with what was written', async () => {
  const { db } = world.services;
  const [anna, maria] = [await world.user(), await world.user()];
  const { stream_id: id } = await goLive(anna);
  await say(maria, id);
  await end(anna, id);
  const { rows } = await sql`select from stream_writers where stream_id = ${id}`.execute(db);
  expect(rows).toEqual([]);
  await sql`update streams set ended_at = ended_at - interval '31 days' where id = ${id}`.execute(db);
  await sweepStreams.run(world.services, {});
  expect(await statusOf(anna, id)).toBe(404);
  expect((await sql`select from stream_messages where stream_id = ${id}`.execute(db)).rows).toEqual([]);
});

test('a stream without a theme is named after its maker in the language of whoever reads', async () => {
  const [anna, maria] = [await world.user({ firstname: 'Анна', lastname: 'Ким' }), await world.user()];
  const { stream_id, theme } = await add(anna, { theme: '' });
  expect(theme).toBe('Эфир Анна Ким');
  const asked = (lang: string) =>
    world.call(maria, streamsApi.get, { body: { stream_id }, headers: { 'accept-language': lang } });
  expect((await asked('de')).body.stream?.theme).toBe('Live mit Анна Ким');
  const edit = (said: string, slow_seconds: number) =>
    world.call(anna, streamsApi.edit, { body: { stream_id, theme: said, slow_seconds } });
  expect((await edit('Эфир Анна Ким', 5)).body).toMatchObject({ theme: 'Эфир Анна Ким', slow_seconds: 5 });
  expect((await asked('ko')).body.stream?.theme).toBe('Анна Ким 님의 라이브');
  await edit('Чиним велосипед', 0);
  expect((await asked('ko')).body.stream?.theme).toBe('Чиним велосипед');
});
