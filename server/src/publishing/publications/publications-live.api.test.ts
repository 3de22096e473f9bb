import { circleApi } from '@app/contract/people/circle';
import { usersApi } from '@app/contract/people/users';
import { SOCKETS_PER_USER_MAX } from '@app/contract/platform/socket';
import { publicationsApi } from '@app/contract/publishing/publications';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTwoNodes, type TestNode } from '../../../test/nodes.ts';
import { openSocket, type SocketClient } from '../../../test/socket-client.ts';
import { type Actor, PASSWORD, type World } from '../../../test/world.ts';
import { type DemoPublication, insertDemoPublications } from './publications.public.ts';

let world: World;
let origin: string;
let second: TestNode;
let author: Actor;
let reader: Actor;
let id: number;

beforeAll(async () => {
  const nodes = await startTwoNodes();
  ({ world, origin, second } = nodes);
  return nodes.close;
});

beforeEach(async () => {
  [author, reader] = await Promise.all([world.user({ paid: true }), world.user()]);
  id = await publish();
});

async function publish(change: Partial<DemoPublication> = {}): Promise<number> {
  const row = { user_id: author.id, description: 'Причал', file_ids: [], published_at: new Date(), ...change };
  const [made = 0] = await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, [row]));
  return made;
}

const open = (actor: Actor | null, at = origin, publishId = id) =>
  openSocket(at, `/ws/publications/${publishId}/`, { actor });

/** The socket answers a heartbeat only after the topic is subscribed. */
async function follow(actor: Actor, at = origin, publishId = id) {
  const socket = await open(actor, at, publishId);
  socket.send({ type: 'beat' });
  await expect.poll(() => socket.received).toContainEqual({ type: 'beat' });
  return { ...socket, told: () => socket.received.filter(({ type }) => type !== 'beat') };
}

const say = async (who: Actor, message: string, reply_to: number | null = null) =>
  (await world.call(who, publicationsApi.addComment, { body: { publish_id: id, message, reply_to } })).body;
const like = (who: Actor, liked: 0 | 1) => world.call(who, publicationsApi.like, { body: { publish_id: id, liked } });
const befriend = async (one: Actor, other: Actor) => {
  await world.call(one, circleApi.request, { params: { id: other.id } });
  await world.call(other, circleApi.request, { params: { id: one.id } });
};
const block = (who: Actor, whom: Actor) => world.call(who, circleApi.block, { params: { id: whom.id } });

test('whoever reads a publication hears of comments and likes, on every node, and nothing of what they say', async () => {
  const readers = [await follow(author), await follow(reader, second.origin)];
  const { id: thread } = await say(reader, 'Ветер');
  const reply = await say(author, 'Попутный', thread);
  await world.call(reader, publicationsApi.editComment, { body: { comment_id: thread, message: 'Ветерок' } });
  await world.call(author, publicationsApi.hideComment, { body: { comment_id: thread, hidden: 1 } });
  await world.call(author, publicationsApi.hideComment, { body: { comment_id: thread, hidden: 1 } });
  await world.call(author, publicationsApi.hideComment, { body: { comment_id: thread, hidden: 0 } });
  await world.call(author, publicationsApi.likeComment, { body: { comment_id: thread, liked: 1 } });
  await world.call(author, publicationsApi.removeComment, { body: { comment_id: reply.id } });
  await like(reader, 1);
  await like(reader, 1);
  for (const socket of readers) {
    await expect.poll(() => socket.told().at(-1)).toEqual({ type: 'likes', count: 1 });
    const told = socket.told().map(({ count: _, ...rest }) => rest);
    const comment = { type: 'comment', id: thread, reply_to: null };
    expect(told).toEqual([
      { ...comment, action: 'added' },
      { type: 'comment', action: 'added', id: reply.id, reply_to: thread },
      { ...comment, action: 'changed' },
      { ...comment, action: 'hidden' },
      { ...comment, action: 'shown' },
      { type: 'comment_likes', id: thread, reply_to: null },
      { type: 'comment', action: 'removed', id: reply.id, reply_to: thread },
      { type: 'likes' },
    ]);
    expect(
      socket
        .told()
        .filter(({ type }) => type === 'comment')
        .at(-1),
    ).toMatchObject({ count: 1 });
    expect(JSON.stringify(socket.received)).not.toMatch(/Ветер|Попутный|"by"/);
    socket.close();
  }
});

test('a repeated call that adds nothing tells nothing', async () => {
  const socket = await follow(reader);
  const add = () =>
    world.call(author, publicationsApi.addComment, {
      body: { publish_id: id, message: 'Раз' },
      headers: { 'idempotency-key': `once-${id}` },
    });
  await add();
  await add();
  await like(author, 1);
  await expect.poll(() => socket.told().at(-1)).toMatchObject({ type: 'likes' });
  expect(socket.told()).toHaveLength(2);
  socket.close();
});

test('guests, strangers to its audience, and whoever asks for a draft or for nothing are not let in', async () => {
  expect(await (await open(null)).closed).toMatchObject({ code: 4401 });
  const friendly = await publish({ audience: 'friends' });
  const own = await publish({ audience: 'me' });
  for (const at of [friendly, own, 999_999_999])
    expect(await (await open(reader, origin, at)).closed).toMatchObject({ code: 4403 });
  const staff = await world.user({ groups: ['manager'] });
  expect(await (await open(staff, origin, own)).closed).toMatchObject({ code: 4403 });
  await befriend(author, reader);
  (await follow(reader, origin, friendly)).close();
  const { body } = await world.call(author, publicationsApi.add, {
    body: { publish_description: 'Набросок', draft: 1 } as never,
  });
  expect(await (await open(author, origin, body.publish_id)).closed).toMatchObject({ code: 4403 });
});

test('whoever is shut out while reading hears nothing more: by the audience, by a block, by leaving, by deletion', async () => {
  const [friend, other, leaver] = [await world.user(), await world.user(), await world.user()];
  await befriend(author, friend);
  const [authors, friends, readers, others, leavers] = [
    await follow(author),
    await follow(friend, second.origin),
    await follow(reader),
    await follow(other, second.origin),
    await follow(leaver),
  ];
  await block(author, other);
  await like(friend, 1);
  expect(await others.closed).toMatchObject({ code: 4403 });
  await world.call(leaver, usersApi.remove, { params: { id: leaver.id }, body: { current_password: PASSWORD } });
  await leavers.closed;
  const before = readers.told().length;
  await world.call(author, publicationsApi.edit, { body: { publish_id: id, audience: 'friends' } });
  expect(await readers.closed).toMatchObject({ code: 4403 });
  await say(friend, 'Только своим');
  await expect.poll(() => friends.told().at(-1)).toMatchObject({ type: 'comment', action: 'added' });
  expect(readers.told()).toHaveLength(before);
  expect(others.told()).toEqual([]);
  await world.call(friend, circleApi.remove, { params: { id: author.id } });
  await say(author, 'Уже не друг');
  expect(await friends.closed).toMatchObject({ code: 4403 });
  await world.call(author, publicationsApi.remove, { body: { publish_id: id } });
  expect(await authors.closed).toMatchObject({ code: 4403 });
});

test('of a comment across a block only the number is heard; whoever answers for the page hears of it', async () => {
  const shut = await world.user();
  await block(reader, shut);
  const [authors, readers, shuts] = [await follow(author), await follow(reader), await follow(shut)];
  const { id: thread } = await say(shut, 'Из-за стены');
  await world.call(author, publicationsApi.likeComment, { body: { comment_id: thread, liked: 1 } });
  await like(shut, 1);
  for (const socket of [authors, readers, shuts])
    await expect.poll(() => socket.told().at(-1)).toMatchObject({ type: 'likes' });
  expect(readers.told()).toEqual([
    { type: 'comments', count: 1 },
    { type: 'likes', count: 1 },
  ]);
  for (const socket of [authors, shuts])
    expect(socket.told().map(({ type }) => type)).toEqual(['comment', 'comment_likes', 'likes']);
  for (const socket of [authors, readers, shuts]) socket.close();
});

test('after a storm of likes every reader has the right number, told in few words', async () => {
  const people = await Promise.all(Array.from({ length: 25 }, () => world.user()));
  const sockets = await Promise.all([follow(reader), follow(author, second.origin)]);
  await Promise.all(people.map((who) => like(who, 1)));
  await Promise.all(people.slice(0, 10).map((who) => like(who, 0)));
  for (const socket of sockets) {
    await expect.poll(() => socket.told().at(-1)).toEqual({ type: 'likes', count: 15 });
    expect(socket.told().length).toBeLessThanOrEqual(35);
    socket.close();
  }
});

test('twenty tabs of one reader cost no more sockets than a person may have, and each that is open is told', async () => {
  const tabs: SocketClient[] = [];
  for (let i = 0; i < 20; i++) tabs.push(await open(reader));
  await expect.poll(() => tabs.filter((tab) => tab.isOpen()).length).toBe(SOCKETS_PER_USER_MAX);
  const left = tabs.filter((tab) => tab.isOpen());
  for (const tab of left) tab.send({ type: 'beat' });
  for (const tab of left) await expect.poll(() => tab.received).toContainEqual({ type: 'beat' });
  await like(author, 1);
  for (const tab of left) await expect.poll(() => tab.received).toContainEqual({ type: 'likes', count: 1 });
  for (const tab of left) tab.close();
});
