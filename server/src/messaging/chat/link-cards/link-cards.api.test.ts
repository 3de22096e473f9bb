import { type ChatEvent, chatApi } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatsOf, succeeded } from '../../../../test/chats.ts';
import { listen } from '../../../../test/nodes.ts';
import { startPageServer } from '../../../../test/page-server.ts';
import { openSocket, type SocketClient } from '../../../../test/socket-client.ts';
import { phonePhoto } from '../../../../test/uploads/corpus.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { sendScheduled } from '../extras/send-scheduled.job.ts';
import { fetchLinkCardJob } from './fetch-link-card.job.ts';
import { fetchLinkCard } from './fetch-link-card.ts';
import { FETCHES_PER_HOUR } from './link-cards.queries.ts';
import { purgeLinkCards } from './purge-link-cards.job.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PAGE = `<title>Лодка</title><meta name="description" content="Почти новая"><meta property="og:site_name" content="Верфь">`;

let now = Date.now();
let world: World;
let people: ReturnType<typeof chatsOf>;
let site: Awaited<ReturnType<typeof startPageServer>>;
let origin: string;
let anna: Actor;
let boris: Actor;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now), environment: { PUBLIC_URL: 'https://okolo.example' } });
  people = chatsOf(world);
  origin = await listen(world.app);
});
afterAll(() => world.close());
beforeEach(async () => {
  site = await startPageServer();
  [anna, boris] = await people.pair();
});
afterEach(async () => {
  await site.close();
  await sql`truncate link_cards, link_fetches`.execute(world.services.db);
});

/** The queued fetches, taken from the queue. */
async function takeFetches(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with taken as (
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'fetch-link-card' returning (j.payload ->> 'message_id')::bigint as id)
    select id from taken order by id`.execute(world.services.db);
  return rows.map(({ id }) => id);
}
async function runFetches(): Promise<string[]> {
  const outcomes: string[] = [];
  for (const id of await takeFetches()) outcomes.push(await fetchLinkCard(world.services, id, site.network));
  return outcomes;
}
const newest = async (reader: Actor, other: Actor) => (await people.read(reader, other)).list[0];
const cardOf = async (reader: Actor, other: Actor) => (await newest(reader, other))?.link_card;
const countCards = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from link_cards`.execute(world.services.db);
  return rows[0]?.count ?? 0;
};
async function follow(actor: Actor): Promise<SocketClient> {
  const socket = await openSocket(origin, `/ws/notifications/${actor.id}/?after=now`, { actor });
  await expect.poll(() => socket.received.some(({ type }) => type === 'unread')).toBe(true);
  return socket;
}
const eventsOf = ({ received }: SocketClient) => received as unknown as ChatEvent[];

describe('a link in a message', () => {
  test('gets a card under the text, live for both people and after a reload', async () => {
    site.html('www.boats.example/oka', PAGE);
    const sockets = [await follow(anna), await follow(boris)];
    const sent = await people.say(anna, boris, 'Смотри: http://www.boats.example/oka#photos и всё');
    expect(sent.link_card).toBeUndefined();
    expect(await runFetches()).toEqual(['claimed']);
    const card = {
      url: 'http://www.boats.example/oka',
      host: 'boats.example',
      title: 'Лодка',
      description: 'Почти новая',
      site_name: 'Верфь',
      photo: null,
    };
    for (const socket of sockets)
      await expect
        .poll(() => eventsOf(socket).findLast(({ type }) => type === 'chat_changed'))
        .toMatchObject({
          message: { id: sent.id, link_card: card, edited: null },
          chat: { my_read_seq: expect.any(Number) },
        });
    for (const socket of sockets) socket.close();
    expect(await cardOf(anna, boris)).toEqual(card);
    expect(await cardOf(boris, anna)).toEqual(card);
    expect(site.requests).toHaveLength(1);
    expect(site.requests[0]?.headers['user-agent']).toContain('OkoloLinkCards/1.0; +https://okolo.example');
  });

  test('shares its card with everybody who sends the same address, at once and without a second fetch', async () => {
    site.html('boats.example/shared', PAGE);
    await people.say(anna, boris, 'http://boats.example/shared');
    await runFetches();
    const [olga, pavel] = await people.pair();
    const sent = await people.say(olga, pavel, 'И мне: http://boats.example/shared.');
    expect(sent.link_card).toMatchObject({ title: 'Лодка' });
    expect(await takeFetches()).toEqual([]);
    expect(site.requests).toHaveLength(1);
  });

  test('has a picture that our own image path made, for the readers of the card alone', async () => {
    const photo = await phonePhoto({ megapixels: 1 });
    site.html('boats.example/photo', `${PAGE}<meta property="og:image" content="/oka.jpg">`);
    site.serve('boats.example/oka.jpg', (_, response) =>
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo),
    );
    await people.say(anna, boris, 'http://boats.example/photo');
    await runFetches();
    const src = (await cardOf(boris, anna))?.photo ?? '';
    expect(src).toMatch(/^\/media\/.+-256\.webp$/);
    const get = (actor: Actor | null) =>
      world.app.inject({ url: src, ...(actor && { headers: { cookie: `token=${actor.token}` } }) });
    expect((await get(boris)).headers['content-type']).toBe('image/webp');
    expect((await get(await world.user())).statusCode).toBe(404);
    expect((await get(null)).statusCode).toBe(404);
  });

  test('has a card without a picture where the picture is none, too large, too small or somewhere inside', async () => {
    site.addresses.set('inside.example', ['10.0.0.5']);
    site.serve('pics.example/large', (_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(3 * 1024 * 1024, 1)),
    );
    site.html('pics.example/svg', '<svg onload="alert(1)"/>', 'image/svg+xml');
    site.serve('pics.example/lie', (_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<html>'),
    );
    const images = ['http://pics.example/large', 'http://pics.example/svg', 'http://pics.example/lie'];
    for (const image of [
      ...images,
      'http://inside.example/a.png',
      'http://127.0.0.1/a.png',
      'data:image/png,x',
      '//[',
    ]) {
      site.html('boats.example/page', `${PAGE}<meta property="og:image" content="${image}">`);
      await sql`truncate link_cards`.execute(world.services.db);
      await people.say(anna, boris, 'http://boats.example/page');
      expect(await runFetches(), image).toEqual(['claimed']);
      expect(await cardOf(boris, anna), image).toMatchObject({ title: 'Лодка', photo: null });
    }
    expect(site.asked()).not.toContain('inside.example/a.png');
  });

  test('is read in the charset of its page', async () => {
    const title = Buffer.from([0xcb, 0xee, 0xe4, 0xea, 0xe0]);
    const page = Buffer.concat([Buffer.from('<meta charset=windows-1251><title>'), title, Buffer.from('</title>')]);
    site.html('old.example/', page, 'text/html');
    await people.say(anna, boris, 'http://old.example');
    await runFetches();
    expect(await cardOf(boris, anna)).toMatchObject({ title: 'Лодка', host: 'old.example' });
  });

  test('shows names below «.рф» in their letters, imitations below other endings never', async () => {
    site.html('xn--80ak6aa92e.com/', PAGE);
    site.html('xn--80aswg.xn--p1ai/', PAGE);
    for (const [link, host] of [
      ['http://сайт.рф', 'сайт.рф'],
      ['http://аррӏе.com', 'xn--80ak6aa92e.com'],
    ] as const) {
      await people.say(anna, boris, link);
      await runFetches();
      expect((await cardOf(boris, anna))?.host, link).toBe(host);
    }
  });
});

describe('nothing is fetched', () => {
  test('for a message request, before it was accepted', async () => {
    site.html('boats.example/stranger', PAGE);
    const [stranger, me] = [await world.user(), await world.user()];
    const link = 'http://boats.example/stranger';
    await people.say(stranger, me, link);
    await people.say(stranger, me, `И ещё ${link}`);
    expect(await takeFetches()).toEqual([]);
    expect(site.requests).toEqual([]);
    // Not even a card that others have is shown.
    await people.say(anna, boris, link);
    await runFetches();
    expect(await cardOf(me, stranger)).toBeUndefined();
    succeeded(await world.call(me, chatApi.answerRequest, { ...people.to(stranger), body: { answer: 'accept' } }));
    await people.say(stranger, me, link);
    expect(await cardOf(me, stranger)).toMatchObject({ title: 'Лодка' });
    expect((await people.read(me, stranger)).list.filter(({ link_card }) => link_card !== undefined)).toHaveLength(1);
  });

  test('for links of our own pages, and for closed addresses, whatever leads there', async () => {
    await people.say(anna, boris, 'https://okolo.example/ad/5 http://boats.example/');
    await people.say(anna, boris, 'http://user:secret@boats.example/ http://boats.example:8080/');
    expect(await takeFetches()).toEqual([]);
    site.redirect('door.example/', 'http://169.254.169.254/latest/meta-data/');
    site.addresses.set('inside.example', ['127.0.0.1']);
    for (const link of ['http://169.254.169.254/latest/', 'http://inside.example/', 'http://door.example/']) {
      await people.say(anna, boris, link);
      expect(await runFetches()).toEqual(['claimed']);
      expect(await cardOf(boris, anna), link).toBeUndefined();
    }
    expect(site.asked()).toEqual(['door.example/']);
  });

  test('when the sender leaves the card out, at once or in a planned message', async () => {
    site.html('boats.example/out', PAGE);
    await people.say(anna, boris, 'http://boats.example/out', { link_card: 0 });
    const send_at = new Date(now + HOUR_MS).toISOString();
    for (const link_card of [0, 1] as const) {
      const body = { content: `http://boats.example/out ${link_card}`, send_at, link_card };
      const { id } = succeeded(await world.call(anna, chatApi.schedule, { ...people.to(boris), body }));
      now += HOUR_MS;
      await sendScheduled.run(world.services, { id });
      now -= HOUR_MS;
      const message = await newest(boris, anna);
      expect(message?.content).toBe(body.content);
      expect(await takeFetches()).toEqual(link_card === 1 ? [message?.id] : []);
    }
  });

  test('again for an hour after a page could not be read, and not at all for a message that is gone', async () => {
    await people.say(anna, boris, 'http://dead.example/');
    await runFetches();
    await people.say(anna, boris, 'http://dead.example/');
    expect(await takeFetches()).toEqual([]);
    now += HOUR_MS + 1000;
    site.html('dead.example/', PAGE);
    const { id } = await people.say(anna, boris, 'http://dead.example/');
    succeeded(await world.call(anna, chatApi.removeMessages, { body: { ids: [id], both: 1 } }));
    expect(await runFetches()).toEqual(['gone']);
    await people.say(anna, boris, 'http://dead.example/');
    expect(await runFetches()).toEqual(['claimed']);
    expect(await cardOf(boris, anna)).toMatchObject({ title: 'Лодка' });
  });

  test('beyond the limit of a sender’s hour; cards that are kept do not count', async () => {
    site.html('boats.example/kept', PAGE);
    const [olga, pavel] = await people.pair();
    await people.say(olga, pavel, 'http://boats.example/kept');
    await runFetches();
    for (let i = 0; i < FETCHES_PER_HOUR; i++) {
      site.html(`boats.example/${i}`, PAGE);
      await people.say(anna, boris, `http://boats.example/${i}`);
    }
    expect(await runFetches()).toEqual(Array(FETCHES_PER_HOUR).fill('claimed'));
    site.html('boats.example/last', PAGE);
    await people.say(anna, boris, 'http://boats.example/last');
    expect(await runFetches()).toEqual(['limited']);
    expect(await cardOf(boris, anna)).toBeUndefined();
    expect((await people.say(anna, boris, 'http://boats.example/kept')).link_card).toMatchObject({ title: 'Лодка' });
    // The other person's limit is their own, and the page is not remembered as dead.
    await people.say(boris, anna, 'http://boats.example/last');
    expect(await runFetches()).toEqual(['claimed']);
    now += HOUR_MS + 1000;
    site.html('boats.example/later', PAGE);
    await people.say(anna, boris, 'http://boats.example/later');
    expect(await runFetches()).toEqual(['claimed']);
  });
});

test('a page is fetched once when many messages link to it at the same time', async () => {
  site.serve('boats.example/slow', (_, response) =>
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE), 300),
  );
  for (let i = 0; i < 4; i++) await people.say(anna, boris, `http://boats.example/slow ${i}`);
  const ids = await takeFetches();
  const outcomes = await Promise.all(ids.map((id) => fetchLinkCard(world.services, id, site.network)));
  expect(outcomes.toSorted()).toEqual(['busy', 'busy', 'busy', 'claimed']);
  for (const id of ids) expect(await fetchLinkCard(world.services, id, site.network)).toBe('settled');
  expect(site.requests).toHaveLength(1);
});

test('a job that died loses its claim, and another one fetches the page', async () => {
  site.html('boats.example/dead', PAGE);
  const { id } = await people.say(anna, boris, 'http://boats.example/dead');
  await sql`
    insert into link_cards (key, url, claimed_at)
    select link_key, content, ${new Date(now)} from messages where id = ${id}`.execute(world.services.db);
  expect(await runFetches()).toEqual(['busy']);
  await fetchLinkCardJob.run(world.services, { message_id: id });
  expect(await takeFetches()).toEqual([id]);
  now += 61_000;
  expect(await fetchLinkCard(world.services, id, site.network)).toBe('claimed');
  expect(await cardOf(boris, anna)).toMatchObject({ title: 'Лодка' });
});

test('an edit changes the card with the link and keeps it with the same link', async () => {
  site.html('boats.example/a', PAGE);
  site.html('boats.example/b', '<title>Весло</title>');
  const { id } = await people.say(anna, boris, 'http://boats.example/a');
  await runFetches();
  const edit = async (content: string) => {
    succeeded(await world.call(anna, chatApi.edit, { params: { id }, body: { content } }));
    await runFetches();
    return (await cardOf(boris, anna))?.title;
  };
  expect(await edit('Вот: http://boats.example/a')).toBe('Лодка');
  expect(await edit('Вот: http://boats.example/b')).toBe('Весло');
  expect(await edit('Передумала')).toBeUndefined();
  expect(site.requests).toHaveLength(2);
  const { id: bare } = await people.say(anna, boris, 'http://boats.example/a', { link_card: 0 });
  succeeded(
    await world.call(anna, chatApi.edit, { params: { id: bare }, body: { content: 'http://boats.example/a !' } }),
  );
  expect(await cardOf(boris, anna)).toBeUndefined();
});

test('a forwarded message takes its card along, to a stranger never', async () => {
  site.html('boats.example/forward', PAGE);
  const { id } = await people.say(anna, boris, 'http://boats.example/forward');
  await runFetches();
  const [friend, stranger] = [await world.user(), await world.user()];
  await people.befriend(boris, friend);
  for (const to of [friend, stranger])
    succeeded(await world.call(boris, chatApi.forward, { ...people.to(to), body: { ids: [id] } }));
  expect(await cardOf(friend, boris)).toMatchObject({ title: 'Лодка' });
  expect(await cardOf(stranger, boris)).toBeUndefined();
  expect(await takeFetches()).toEqual([]);
});

test('a card is kept for seven days after it was read, and its picture with it', async () => {
  site.html('boats.example/week', `${PAGE}<meta property="og:image" content="/oka.jpg">`);
  const photo = await phonePhoto({ megapixels: 1, motif: 1 });
  site.serve('boats.example/oka.jpg', (_, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo),
  );
  await people.say(anna, boris, 'http://boats.example/week http://boats.example/other');
  await people.say(anna, boris, 'http://dead.example/week');
  await runFetches();
  expect(await countCards()).toBe(2);
  const states = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from media_images where owner_id is null and kind = 'avatar' order by id desc limit 1`.execute(
      world.services.db,
    );
    return rows[0]?.state;
  };
  now += 2 * HOUR_MS;
  await purgeLinkCards.run(world.services, {});
  expect(await countCards()).toBe(1);
  expect(await states()).toBe('claimed');
  now += 7 * DAY_MS - 3 * HOUR_MS;
  await purgeLinkCards.run(world.services, {});
  expect(await countCards()).toBe(1);
  now += 2 * HOUR_MS;
  await purgeLinkCards.run(world.services, {});
  expect(await countCards()).toBe(0);
  expect(await states()).toBe('garbage');
  const { list } = await people.read(boris, anna);
  expect(list.map(({ content, link_card }) => [content.slice(0, 12), link_card])).toEqual([
    ['http://dead.', undefined],
    ['http://boats', undefined],
  ]);
  const { rows } = await sql`select from link_fetches`.execute(world.services.db);
  expect(rows).toEqual([]);
});

test('a link sent again after a day is read anew; a failure leaves the card that was there', async () => {
  site.html('boats.example/again', PAGE);
  await people.say(anna, boris, 'http://boats.example/again');
  await runFetches();
  now += DAY_MS + 1000;
  site.html('boats.example/again', '<title>Лодка продана</title>');
  await people.say(anna, boris, 'http://boats.example/again');
  expect(await runFetches()).toEqual(['claimed']);
  expect(await cardOf(boris, anna)).toMatchObject({ title: 'Лодка продана', description: '' });
  now += DAY_MS + 1000;
  site.serve('boats.example/again', (request) => request.socket.destroy());
  await people.say(anna, boris, 'http://boats.example/again');
  expect(await runFetches()).toEqual(['claimed']);
  expect(await cardOf(boris, anna)).toMatchObject({ title: 'Лодка продана' });
});
