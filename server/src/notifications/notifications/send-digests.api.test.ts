import { searchesApi } from '@app/contract/market/searches';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { type DemoChat, type DemoMember, insertDemoChats } from '../../messaging/chat/chat.public.ts';
import { renderEmail } from '../../platform/mail/render-email.ts';
import { texts } from '../../platform/texts.ts';
import { type Notice, notify } from './notifications.public.ts';
import { sendDigests } from './send-digests.job.ts';

const MORNING = new Date('2026-11-21T06:00:00Z');
const HOUR_MS = 3_600_000;

let world: World;
let now = MORNING;

beforeAll(async () => {
  world = await createWorld({ clock: () => now });
});
afterAll(() => world.close());

const mailOf = ({ login }: Actor) => `${login}@example.com`;
const digestsTo = async (actor: Actor) =>
  (await emailsTo(world, mailOf(actor))).filter(({ template }) => template === 'digest');
const send = () => sendDigests.run(world.services, { after: 0 });

async function toldAt(hoursAgo: number, actor: Actor, more: Partial<Notice> = {}): Promise<void> {
  const real = now;
  now = new Date(real.getTime() - hoursAgo * HOUR_MS);
  await world.services.db.transaction().execute((tx) =>
    notify(tx, world.services, {
      userId: actor.id,
      kind: 'back_on_sale',
      link: '/ad/7',
      values: { title: 'Лодка' },
      ...more,
    } as Notice),
  );
  now = real;
}

test('what nobody read for a day comes in the morning, once, with a way to stop it', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  await toldAt(30, anna);
  await toldAt(25, anna, { kind: 'subscriber', link: '/user/3', values: {} } as Partial<Notice>);
  await toldAt(23, maria);
  await Promise.all([send(), send(), send()]);

  const [letter, ...others] = await digestsTo(anna);
  expect(others).toEqual([]);
  expect(await digestsTo(maria)).toEqual([]);
  const { subject, text } = renderEmail(texts, letter as never);
  expect(subject).toBe('2 непрочитанных уведомления в «Около»');
  expect(text).toContain('Снова в продаже, Снова в продаже: «Лодка»\nhttp://localhost:3000/ad/7');
  expect(text).toContain('Новый подписчик, Подписка на ваши объявления и публикации\nhttp://localhost:3000/user/3');

  const token = new URL((letter as { unsubscribe?: string }).unsubscribe ?? '').searchParams.get('token') ?? '';
  expect((await world.call(null, searchesApi.unsubscribe, { query: { token } })).body).toEqual({
    kind: 'digest',
    name: '',
  });
  expect((await world.call(anna, notificationsApi.settings)).body.digest).toBe(0);
  now = new Date(MORNING.getTime() + 48 * HOUR_MS);
  await toldAt(30, anna);
  await send();
  now = MORNING;
  expect(await digestsTo(anna)).toHaveLength(1);
});

test('the email says how many messages wait, as the badge counts them', async () => {
  const [anna, igor, olga] = [await world.user(), await world.user(), await world.user()];
  const talk = (from: Actor, members: readonly [DemoMember, DemoMember]): DemoChat => ({
    between: [anna.id, from.id],
    messages: [0, 1, 2].map(() => ({ from: 1, content: 'Ау', at: MORNING })),
    members,
  });
  await world.services.db
    .transaction()
    .execute((tx) =>
      insertDemoChats(tx, [talk(igor, [{ unread: 2 }, {}]), talk(olga, [{ unread: 3, mutedUntil: 'infinity' }, {}])]),
    );
  await toldAt(30, anna);
  await send();
  const [letter] = await digestsTo(anna);
  expect(letter?.values.messages).toBe(2);
  if (letter === undefined) throw new Error('no letter');
  expect(renderEmail(texts, letter).text).toContain('Ещё вас ждут 2 непрочитанных сообщения.');
});

test('the next morning tells only what came since, and nothing when nothing did', async () => {
  const anna = await world.user();
  await toldAt(30, anna);
  await send();
  now = new Date(MORNING.getTime() + 24 * HOUR_MS);
  await send();
  expect(await digestsTo(anna)).toHaveLength(1);
  await toldAt(25, anna, { link: '/ad/8' });
  await send();
  await send();
  const letters = await digestsTo(anna);
  expect(letters.map(({ values }) => values.count)).toEqual([1, 1]);
  now = MORNING;
});

test('nothing is written before nine, in quiet hours, or in the evening of the person’s zone', async () => {
  const [early, quiet, far] = [await world.user(), await world.user(), await world.user()];
  for (const who of [early, quiet, far]) await toldAt(30, who);
  const change = (who: Actor, body: object) =>
    world.call(who, notificationsApi.changeSettings, { body: body as never });
  await change(quiet, { quiet: { from: '23:00', to: '11:00' } });
  await change(far, { time_zone: 'America/Los_Angeles' });

  now = new Date(MORNING.getTime() - 60_000);
  await send();
  for (const who of [early, quiet, far]) expect(await digestsTo(who)).toEqual([]);
  now = MORNING;
  await send();
  expect(await digestsTo(early)).toHaveLength(1);
  expect(await digestsTo(quiet)).toEqual([]);
  now = new Date(MORNING.getTime() + 2 * HOUR_MS);
  await send();
  expect(await digestsTo(quiet)).toHaveLength(1);
  expect(await digestsTo(far)).toEqual([]);
  now = MORNING;
});

test('only a confirmed address of somebody who is here gets it', async () => {
  const [unproved, left, reader] = [await world.user(), await world.user(), await world.user()];
  for (const who of [unproved, left, reader]) await toldAt(30, who);
  await sql`update users set email_verified_at = null where id = ${unproved.id}`.execute(world.services.db);
  await sql`update users set deleted_at = now() where id = ${left.id}`.execute(world.services.db);
  await world.call(reader, notificationsApi.markAllRead, { body: {} });
  await send();
  for (const who of [unproved, left, reader]) expect(await digestsTo(who)).toEqual([]);
});

test('more people than one run takes are told by the runs that follow', async () => {
  const people: Actor[] = [];
  for (let i = 0; i < 103; i++) {
    const person = await world.user();
    await toldAt(30, person);
    people.push(person);
  }
  await send();
  const { rows } = await sql<{ payload: { after: number } }>`
    select j.payload from graphile_worker._private_jobs j
    where j.key = 'send-digests:next'`.execute(world.services.db);
  expect(rows).toHaveLength(1);
  await sendDigests.run(world.services, { after: rows[0]?.payload.after ?? 0 });
  for (const person of people) expect(await digestsTo(person)).toHaveLength(1);
});

test('nothing is written about people whom the reader blocked or muted since, or who blocked the reader', async () => {
  const anna = await world.user();
  const others = [await world.user(), await world.user(), await world.user(), await world.user()];
  const [blocked, muted, blocking, olga] = others;
  for (const other of others) {
    const about = { kind: 'friend_accept', link: `/user/${other.id}`, actorId: other.id, values: {} } as const;
    await toldAt(30, anna, about);
  }
  await world.call(anna, circleApi.block, { params: { id: blocked?.id ?? 0 } });
  await world.call(anna, circleApi.mute, { params: { id: muted?.id ?? 0 }, body: {} });
  await world.call(blocking ?? null, circleApi.block, { params: { id: anna.id } });
  await send();
  const [letter, ...more] = await digestsTo(anna);
  expect(more).toEqual([]);
  const { text } = renderEmail(texts, letter as never);
  expect(text.match(/\/user\/\d+/g)).toEqual([`/user/${olga?.id}`]);
});
