import { randomUUID } from 'node:crypto';
import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { dealsApi } from '@app/contract/market/deals';
import { type MeetingProposal, meetingsApi } from '@app/contract/market/meetings';
import { chatApi } from '@app/contract/messaging/chat';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { safePlacesApi } from '@app/contract/reference/safe-places';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { eraseUserData, listUserDataExporters } from '../../../platform/domain/user-data.ts';
import { insertDemoAds } from '../../ads/ads.public.ts';
import { advanceMeetings } from './advance-meetings.job.ts';
import { sweepMeetings } from './sweep-meetings.job.ts';

const MINUTE_MS = 60_000;
const CITY = 1;
const START = Date.parse('2026-11-27T09:00:00Z');

let now = START;
let world: World;
let seller: Actor;
let placeId: number;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  seller = await world.user({ paid: true, firstname: 'Анна', lastname: 'Лебедева' });
  const manager = await world.user({ groups: ['manager'] });
  const body = { city: CITY, kind: 'mall' as const, name: 'ТЦ «Кольцо»', address: 'ул. Петербургская, 1' };
  placeId = (await world.call(manager, safePlacesApi.create, { body })).body.id;
});
beforeEach(() => {
  now = START;
});
afterAll(() => world.close());

/** Minutes from the start of the test, as the meeting’s time on the wire. */
const inMinutes = (minutes: number): string => new Date(START + minutes * MINUTE_MS).toISOString();
const passTo = async (minutes: number): Promise<void> => {
  now = START + minutes * MINUTE_MS;
  await advanceMeetings.run(world.services, {});
};

async function newAd(change: object = {}): Promise<number> {
  const ad = {
    owner_id: seller.id,
    title: 'Велосипед',
    description: 'На ходу',
    price_roubles: 15_000,
    category_id: null,
    country_id: 1,
    city_id: CITY,
    created_at: new Date(),
    image_ids: [],
  };
  const { db } = world.services;
  const [id = 0] = await db.transaction().execute((tx) => insertDemoAds(tx, [{ ...ad, ...change }]));
  return id;
}

/** A buyer with whom the seller has agreed on a price. */
async function agreedDeal(change: object = {}) {
  const buyer = await world.user();
  const adId = await newAd(change);
  const { body } = await world.call(buyer, dealsApi.offer, { body: { board_id: adId, price: 12_000 } });
  await world.call(seller, dealsApi.accept, { params: { id: body.id } });
  return { buyer, adId, dealId: body.deal_id };
}

const proposal = (change: Partial<MeetingProposal> = {}) => ({ place_id: placeId, at: inMinutes(120), ...change });
const propose = (by: Actor, to: Actor, board_id: number, change: Partial<MeetingProposal> = {}) =>
  world.call(by, meetingsApi.propose, { body: { board_id, user_id: to.id, ...proposal(change) } });
const change = (by: Actor, id: number, more: Partial<MeetingProposal> = {}) =>
  world.call(by, meetingsApi.change, { params: { id }, body: proposal(more) });
const act = (by: Actor, id: number, what: 'accept' | 'decline' | 'arrive' | 'confirm' | 'one') =>
  world.call(by, meetingsApi[what], { params: { id } });
const cancel = (by: Actor, id: number, reason = '') =>
  world.call(by, meetingsApi.cancel, { params: { id }, body: { reason } });
const choose = (by: Actor, id: number, user_id: number | null) =>
  world.call(by, meetingsApi.setRelative, { params: { id }, body: { user_id } });

/** A meeting that both agreed on, two hours from the start. */
async function agreedMeeting() {
  const deal = await agreedDeal();
  const { body } = await propose(deal.buyer, seller, deal.adId);
  expect((await act(seller, body.id, 'accept')).body.state).toBe('agreed');
  return { ...deal, id: body.id };
}

async function relativeOf(person: Actor): Promise<Actor> {
  const relative = await world.user({ firstname: 'Мария', lastname: 'Родина' });
  const { db } = world.services;
  await sql`insert into friends (user_id, friend_id, since, is_relative) values
    (${person.id}, ${relative.id}, now(), true), (${relative.id}, ${person.id}, now(), false)`.execute(db);
  return relative;
}

async function notified(actor: Actor, kind: string): Promise<string[]> {
  const { body } = await world.call(actor, notificationsApi.list, { query: { mark: 0, size: 50 } });
  return body.list.filter((one) => one.kind === kind).map((one) => one.body);
}

const cardsOf = async (reader: Actor, other: Actor) =>
  (await world.call(reader, chatApi.messages, { params: { id: other.id }, query: {} })).body.list.flatMap(
    ({ card }) => card?.meeting ?? [],
  );
const headOf = async (reader: Actor, other: Actor) =>
  (await world.call(reader, chatApi.header, { params: { id: other.id }, query: {} })).body;

test('a proposal is a message of the chat, which the other one accepts', async () => {
  const { buyer, adId } = await agreedDeal();
  expect((await headOf(buyer, seller)).may_meet).toBe(1);
  const { body } = await propose(buyer, seller, adId, { note: 'Буду в красной куртке' });
  expect(body).toMatchObject({
    state: 'proposed',
    mine: 1,
    at: inMinutes(120),
    actions: ['change', 'cancel', 'relative'],
  });
  expect((await cardsOf(seller, buyer))[0]).toMatchObject({
    id: body.id,
    mine: 0,
    place: { kind: 'mall', name: 'ТЦ «Кольцо»', address: 'ул. Петербургская, 1' },
    note: 'Буду в красной куртке',
    actions: ['accept', 'change', 'decline', 'relative'],
  });
  const { body: chats } = await world.call(seller, chatApi.list, { query: {} });
  expect(chats.list.find(({ user }) => user.id === buyer.id)?.last_message?.preview).toBe('Встреча: ТЦ «Кольцо»');
  expect((await headOf(buyer, seller)).may_meet).toBe(0);
  expect((await act(buyer, body.id, 'accept')).body.code).toBe('forbidden');
  expect((await act(seller, body.id, 'accept')).body).toMatchObject({ state: 'agreed' });
  expect((await act(seller, body.id, 'accept')).statusCode).toBe(200);
  expect((await headOf(buyer, seller)).pinned.map(({ card }) => card?.kind)).toContain('meeting');
  expect(await notified(buyer, 'meeting')).toEqual([
    'Встреча принята: 27 ноября 2026 г. в 14:00 МСК, ТЦ «Кольцо», ул. Петербургская, 1',
  ]);
  for (const each of [buyer, seller])
    expect((await world.call(each, meetingsApi.list)).body.list.map(({ id }) => id)).toContain(body.id);
});

test('another place or time replaces the meeting, which waits for an answer again', async () => {
  const { id, buyer } = await agreedMeeting();
  const { body } = await change(seller, id, { at: inMinutes(300) });
  expect(body).toMatchObject({ state: 'proposed', mine: 1, at: inMinutes(300) });
  expect((await act(buyer, id, 'one')).body).toMatchObject({ state: 'replaced', actions: [] });
  expect((await change(buyer, id)).body.code).toBe('meeting_closed');
  expect((await act(buyer, body.id, 'decline')).body.state).toBe('declined');
  expect((await act(buyer, body.id, 'decline')).statusCode).toBe(200);
  expect((await act(buyer, body.id, 'accept')).body.code).toBe('meeting_closed');
  expect((await headOf(buyer, seller)).pinned.map(({ card }) => card?.kind)).toEqual(['offer']);
});

test('either cancels with a reason before the time, and neither after it', async () => {
  const { id, buyer, adId } = await agreedMeeting();
  expect((await cancel(buyer, id, 'Заболел')).body).toMatchObject({
    state: 'cancelled',
    cancelled: { mine: 1, reason: 'Заболел' },
  });
  expect((await cancel(seller, id)).statusCode).toBe(200);
  expect((await act(seller, id, 'one')).body.cancelled).toEqual({ mine: 0, reason: 'Заболел' });
  const { body } = await propose(seller, buyer, adId);
  await act(buyer, body.id, 'accept');
  now = START + 121 * MINUTE_MS;
  expect((await cancel(seller, body.id)).body.code).toBe('meeting_closed');
  expect((await change(seller, body.id, { at: inMinutes(600) })).body.code).toBe('meeting_closed');
});

test('only the two people of the deal arrange a meeting, and nobody else sees it', async () => {
  const { buyer, adId } = await agreedDeal();
  const other = await world.user();
  expect((await propose(other, seller, adId)).body.code).toBe('meeting_unavailable');
  expect((await propose(seller, other, adId)).body.code).toBe('meeting_unavailable');
  expect((await propose(other, buyer, adId)).body.code).toBe('not_found');
  expect((await propose(buyer, buyer, adId)).body.code).toBe('not_found');
  const { body } = await propose(buyer, seller, adId);
  for (const what of ['one', 'accept', 'decline', 'arrive', 'confirm'] as const)
    expect((await act(other, body.id, what)).body.code).toBe('not_found');
  expect((await propose(seller, buyer, adId)).body.code).toBe('meeting_runs');
  const open = await newAd();
  await world.call(other, dealsApi.offer, { body: { board_id: open, price: 100 } });
  expect((await propose(other, seller, open)).body.code).toBe('meeting_unavailable');
  expect((await headOf(other, seller)).may_meet).toBe(0);
});

test('an ad that is reserved by hand lets arrange a meeting in the chat about it', async () => {
  const [buyer, silent] = [await world.user(), await world.user()];
  const adId = await newAd();
  await world.call(buyer, chatApi.send, { params: { id: seller.id }, body: { content: 'Ещё есть?', board_id: adId } });
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: adId, deal: 'reserved' } });
  expect((await propose(silent, seller, adId)).body.code).toBe('meeting_unavailable');
  const { body } = await propose(seller, buyer, adId);
  expect(body.state).toBe('proposed');
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: adId, deal: 'open' } });
  expect((await act(buyer, body.id, 'one')).body).toMatchObject({ state: 'cancelled', cancelled: null });
});

test('the place is one of the city, or written where the city has none', async () => {
  const { buyer, adId } = await agreedDeal();
  const { body: options } = await world.call(buyer, meetingsApi.options, { query: { board_id: adId } });
  expect(options.places.map(({ name }) => name)).toEqual(['ТЦ «Кольцо»']);
  expect((await propose(buyer, seller, adId, { place_id: null, place: 'У подъезда' })).body.fields).toHaveProperty(
    'place_id',
  );
  expect((await propose(buyer, seller, adId, { place_id: placeId + 1 })).body.fields).toHaveProperty('place_id');
  const far = await agreedDeal({ city_id: CITY + 1 });
  expect((await propose(far.buyer, seller, far.adId)).body.fields).toHaveProperty('place_id');
  expect((await propose(far.buyer, seller, far.adId, { place_id: null })).body.fields).toHaveProperty('place');
  const own = await propose(far.buyer, seller, far.adId, { place_id: null, place: 'Вход в почту' });
  expect(own.body.place).toEqual({ kind: null, name: 'Вход в почту', address: '' });
});

test('places to meet about an archived ad are gone', async () => {
  const adId = await newAd();
  await world.call(seller, adsApi.archive, { query: { board_id: adId } });
  const asked = await world.call(await world.user(), meetingsApi.options, { query: { board_id: adId } });
  expect(asked.body.code).toBe('gone');
});

test('the time is an instant in the future, thirty days ahead at most', async () => {
  const { buyer, adId } = await agreedDeal();
  for (const at of [inMinutes(0), inMinutes(-5), inMinutes(30 * 1440 + 1), '2026-11-28T12:00'])
    expect((await propose(buyer, seller, adId, { at })).body).toMatchObject({ code: 'invalid_input' });
  const { body } = await propose(buyer, seller, adId, { at: '2026-11-28T12:00:00+07:00' });
  expect(body.at).toBe('2026-11-28T05:00:00.000Z');
});

test('of answers given at once one counts, and of proposals as well', async () => {
  const { buyer, adId } = await agreedDeal();
  const proposals = await Promise.all([
    propose(buyer, seller, adId),
    propose(seller, buyer, adId),
    propose(buyer, seller, adId),
  ]);
  expect(proposals.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  const won = proposals.findIndex(({ statusCode }) => statusCode === 200);
  const id = proposals[won]?.body.id ?? 0;
  const [author, who] = won === 1 ? [seller, buyer] : [buyer, seller];
  const answers = await Promise.all([act(who, id, 'accept'), act(who, id, 'decline'), change(who, id)]);
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
  const { rows } = await sql<{ state: string }>`
    select state from meetings where ad_id = ${adId} and state in ('proposed', 'agreed')`.execute(world.services.db);
  expect(rows.length).toBeLessThanOrEqual(1);
  const cards = await cardsOf(who, author);
  expect(['agreed', 'declined', 'replaced']).toContain(cards.find((card) => card.id === id)?.state);
});

test('a repeated proposal under one key is one meeting', async () => {
  const { buyer, adId } = await agreedDeal();
  const headers = { 'idempotency-key': randomUUID() };
  const send = () =>
    world.call(buyer, meetingsApi.propose, { body: { board_id: adId, user_id: seller.id, ...proposal() }, headers });
  const [one, again] = [await send(), await send()];
  expect(again.body.id).toBe(one.body.id);
});

test('both are reminded, say that they are there, and confirm that all went well', async () => {
  const { id, buyer } = await agreedMeeting();
  expect((await act(buyer, id, 'arrive')).body.code).toBe('meeting_time');
  await passTo(59);
  expect(await notified(seller, 'meeting')).not.toContainEqual(expect.stringContaining('Скоро встреча'));
  await passTo(60);
  await passTo(61);
  expect((await notified(buyer, 'meeting')).filter((text) => text.startsWith('Скоро встреча'))).toHaveLength(1);
  expect(await notified(seller, 'meeting')).toContainEqual(expect.stringContaining('Скоро встреча'));
  await passTo(90);
  expect((await act(buyer, id, 'confirm')).body.code).toBe('meeting_time');
  expect((await act(buyer, id, 'arrive')).body.arrived).toEqual({ me: 1, other: 0 });
  expect((await act(buyer, id, 'arrive')).statusCode).toBe(200);
  expect((await act(seller, id, 'one')).body.arrived).toEqual({ me: 0, other: 1 });
  expect(await notified(seller, 'meeting')).toContain('Вторая сторона на месте: ТЦ «Кольцо», ул. Петербургская, 1');
  await passTo(120);
  expect((await act(buyer, id, 'confirm')).body).toMatchObject({ state: 'agreed', confirmed: { me: 1, other: 0 } });
  expect((await act(buyer, id, 'confirm')).statusCode).toBe(200);
  await passTo(130);
  expect(await notified(buyer, 'meeting')).not.toContainEqual(expect.stringContaining('Как всё прошло'));
  expect(await notified(seller, 'meeting')).toContainEqual(expect.stringContaining('Как всё прошло'));
  expect((await act(seller, id, 'confirm')).body.state).toBe('over');
  expect((await world.call(seller, meetingsApi.list)).body.list.map((one) => one.id)).not.toContain(id);
});

test('a meeting that cannot be advanced keeps nobody else from being reminded', async () => {
  const broken = await agreedMeeting();
  const { buyer } = await agreedMeeting();
  const { db } = world.services;
  await sql`
    create function refuse_meeting() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
    db,
  );
  await sql
    .raw(`create trigger refuse before update on meetings for each row when (old.id = ${broken.id})
      execute function refuse_meeting()`)
    .execute(db);
  onTestFinished(async () => void (await sql`drop function refuse_meeting cascade`.execute(db)));
  await expect(passTo(60)).rejects.toThrow(`meetings ${broken.id} failed`);
  expect(await notified(buyer, 'meeting')).toContainEqual(expect.stringContaining('Скоро встреча'));
  expect(await notified(broken.buyer, 'meeting')).not.toContainEqual(expect.stringContaining('Скоро встреча'));
});

test('the relative is told once when no confirmation comes, and again when it does', async () => {
  const { id, buyer } = await agreedMeeting();
  const relative = await relativeOf(buyer);
  expect((await choose(buyer, id, relative.id)).body.relative).toEqual({
    id: relative.id,
    name: 'Мария Родина',
    notified: 0,
  });
  // The choice is nobody else’s.
  expect(JSON.stringify((await act(seller, id, 'one')).body)).not.toContain('Родина');
  expect(JSON.stringify(await cardsOf(seller, buyer))).not.toContain('Родина');
  await passTo(149);
  expect(await notified(relative, 'meeting_relative')).toEqual([]);
  await passTo(150);
  await passTo(200);
  const silent =
    'Нет отклика после встречи: 27 ноября 2026 г. в 14:00 МСК, ТЦ «Кольцо», ул. Петербургская, 1. Напишите или позвоните';
  expect(await notified(relative, 'meeting_relative')).toEqual([silent]);
  const { body } = await world.call(relative, notificationsApi.list, { query: { mark: 0 } });
  expect(JSON.stringify(body.list)).not.toMatch(/Велосипед|12.?000|15.?000|Лебедева/);
  expect((await act(buyer, id, 'one')).body.relative?.notified).toBe(1);
  expect((await choose(buyer, id, null)).body.code).toBe('meeting_closed');
  await act(buyer, id, 'confirm');
  expect(await notified(relative, 'meeting_relative')).toEqual([
    'Всё хорошо после встречи: 27 ноября 2026 г. в 14:00 МСК, ТЦ «Кольцо», ул. Петербургская, 1',
    silent,
  ]);
});

test('who confirmed in time, chose nobody, or lost the relative has nobody told', async () => {
  const { id, buyer } = await agreedMeeting();
  const [mother, brother] = [await relativeOf(buyer), await relativeOf(seller)];
  await choose(buyer, id, mother.id);
  await choose(seller, id, brother.id);
  await world.call(seller, circleApi.remove, { params: { id: brother.id } });
  await passTo(125);
  await act(buyer, id, 'confirm');
  await passTo(180);
  for (const relative of [mother, brother]) expect(await notified(relative, 'meeting_relative')).toEqual([]);
});

test('a relative is chosen among the own ones, and never the other person', async () => {
  const { id, buyer } = await agreedMeeting();
  const notMine = await relativeOf(seller);
  expect((await choose(buyer, id, notMine.id)).body.code).toBe('not_found');
  const { db } = world.services;
  await sql`insert into friends (user_id, friend_id, since, is_relative) values
    (${buyer.id}, ${seller.id}, now(), true), (${seller.id}, ${buyer.id}, now(), false)`.execute(db);
  expect((await choose(buyer, id, seller.id)).body.code).toBe('not_found');
});

test('a cancelled deal and a block cancel the coming meeting, and leave one whose time has come', async () => {
  const [first, second, late] = [await agreedMeeting(), await agreedMeeting(), await agreedMeeting()];
  await world.call(seller, dealsApi.cancel, { params: { id: first.dealId } });
  expect((await act(first.buyer, first.id, 'one')).body.state).toBe('cancelled');
  await world.call(second.buyer, circleApi.block, { params: { id: seller.id } });
  expect((await act(second.buyer, second.id, 'one')).body.state).toBe('cancelled');
  expect((await propose(seller, second.buyer, second.adId)).body.code).toBe('blocked');
  const relative = await relativeOf(late.buyer);
  await choose(late.buyer, late.id, relative.id);
  now = START + 121 * MINUTE_MS;
  await world.call(seller, dealsApi.cancel, { params: { id: late.dealId } });
  await passTo(150);
  expect(await notified(relative, 'meeting_relative')).toHaveLength(1);
});

test('an unanswered proposal expires, and another meeting is arranged', async () => {
  const { buyer, adId } = await agreedDeal();
  const { body } = await propose(buyer, seller, adId);
  now = START + 120 * MINUTE_MS;
  expect((await act(seller, body.id, 'one')).body).toMatchObject({ state: 'expired', actions: [] });
  expect((await act(seller, body.id, 'accept')).body.code).toBe('meeting_closed');
  expect((await propose(seller, buyer, adId, { at: inMinutes(400) })).statusCode).toBe(200);
});

test('an agreed meeting is a calendar file for its two people', async () => {
  const { id, buyer } = await agreedMeeting();
  const load = (actor: Actor | null) =>
    world.app.inject({
      url: `/api/meetings/${id}/calendar.ics`,
      headers: actor === null ? {} : { cookie: `token=${actor.token}` },
    });
  const file = await load(buyer);
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(file.body).toContain('DTSTART:20261127T110000Z');
  expect(file.body).toContain('LOCATION:ТЦ «Кольцо»\\, ул. Петербургская\\, 1');
  for (const other of [await world.user(), null]) expect((await load(other)).statusCode).toBe(404);
});

test('the export has the own meetings without the other one’s relative; erasing a person removes them', async () => {
  const { id, buyer } = await agreedMeeting();
  const relative = await relativeOf(seller);
  await choose(seller, id, relative.id);
  const { db } = world.services;
  const archive = async (person: Actor) => {
    const { meetings } = (await listUserDataExporters().deals?.(db, person.id)) ?? {};
    const rows: { id: number; relative_id: number | null }[] = [];
    for await (const row of meetings as AsyncIterable<(typeof rows)[number]>) rows.push(row);
    return rows.find((row) => row.id === id);
  };
  expect((await archive(seller))?.relative_id).toBe(relative.id);
  expect((await archive(buyer))?.relative_id).toBeNull();
  const erase = (person: Actor) => db.transaction().execute((tx) => eraseUserData(world.services, tx, person.id));
  await erase(relative);
  expect((await act(seller, id, 'one')).body.relative).toBeNull();
  await erase(buyer);
  expect((await act(seller, id, 'one')).body.code).toBe('not_found');
});

test('meetings are deleted ninety days after their time', async () => {
  const { id, buyer } = await agreedMeeting();
  await passTo(120 + 1440);
  expect((await act(buyer, id, 'one')).body.state).toBe('over');
  now = START + (120 + 90 * 1440 + 1) * MINUTE_MS;
  await sweepMeetings.run(world.services, {});
  // The sessions of the test are over by then.
  now = START;
  expect((await act(buyer, id, 'one')).body.code).toBe('not_found');
});
