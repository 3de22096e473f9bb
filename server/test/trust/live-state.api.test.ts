// @module-tag long
import { isDeepStrictEqual } from 'node:util';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { presenceApi } from '@app/contract/people/presence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notify } from '../../src/notifications/notifications/notifications.public.ts';
import { listen, startAnotherNode, type TestNode } from '../nodes.ts';
import { type RedisPeer, startRedisPeer } from '../redis-peer.ts';
import { openSocket, type SocketClient } from '../socket-client.ts';
import { type Actor, createWorld, type World } from '../world.ts';

/** The same ones each time. Another seed comes with LIVE_SEED. */
const OPERATIONS = 10_000;
/** So often what passes between nodes breaks; for a while it stays broken. */
const BREAK = OPERATIONS / 4;
const SEED = Number(process.env.LIVE_SEED ?? 20_261_121);
const PEOPLE = 6;
const LANES = 4;
const PATIENCE_MS = 600_000;
const POLL = { timeout: 30_000, interval: 100 };

let world: World;
let nodes: TestNode[];
let redis: RedisPeer;
let people: Actor[];

beforeAll(async () => {
  world = await createWorld();
  redis = await startRedisPeer();
  const origin = await listen(world.app);
  const node = { origin, services: world.services, close: async () => {} };
  nodes = [node, await startAnotherNode(world, { config: { redisUrl: redis.url } }), await startAnotherNode(world)];
  people = [];
  for (let i = 0; i < PEOPLE; i++) people.push(await world.user());
});

afterAll(async () => {
  for (const node of nodes) await node.close();
  await world.close();
  await redis.kill();
});

function randomly(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomly(SEED);
const below = (count: number): number => Math.floor(random() * count);
const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;

/** A client that builds its state from events alone and reconnects with the last received number. */
class Page {
  readonly actor: Actor;
  unread: unknown;
  requests: unknown = 0;
  readonly online = new Map<unknown, unknown>();
  #seq: number | undefined;
  #bell: SocketClient | undefined;
  #calls: SocketClient | undefined;
  #opening: Promise<void> = Promise.resolve();

  constructor(actor: Actor) {
    this.actor = actor;
  }

  async open(): Promise<void> {
    const { origin } = one(nodes);
    this.#bell = await openSocket(origin, `/ws/notifications/${this.actor.id}/?after=${this.#seq ?? ''}`, {
      actor: this.actor,
    });
    this.#calls = await openSocket(one(nodes).origin, `/ws/callnotification/${this.actor.id}/`, { actor: this.actor });
    this.#calls.send({ type: 'watch', user_ids: people.map(({ id }) => id) });
  }

  take(): void {
    for (const event of this.#bell?.received.splice(0) ?? []) {
      if (event.type === 'limited' && 'seq' in event) throw new Error('so much was not told');
      if (event.type === 'unread') this.unread = event.count;
      if (event.type === 'circle') this.requests = event.requests;
      const seq = typeof event.seq === 'number' ? event.seq : this.#seq;
      if (event.type !== 'hello' || this.#seq === undefined) this.#seq = seq;
    }
    for (const event of this.#calls?.received.splice(0) ?? [])
      if (event.type === 'presence') this.online.set(event.user_id, event.online);
  }

  reopen(): Promise<void> {
    this.#opening = this.#opening.then(async () => {
      this.close();
      this.take();
      await this.open();
    });
    return this.#opening;
  }

  async stay(): Promise<void> {
    if (!this.#bell?.isOpen() || !this.#calls?.isOpen()) await this.reopen();
  }

  close(): void {
    this.#bell?.close();
    this.#calls?.close();
  }
}

const ring = (userId: number, n: number) => {
  const { db } = world.services;
  const { services } = one(nodes);
  return db
    .transaction()
    .execute((tx) =>
      notify(tx, services, { userId, kind: 'ad_published', link: `/ad/${n}`, values: { title: 'Лодка' } }),
    );
};

async function operate(pages: readonly Page[], n: number): Promise<void> {
  const [actor, other] = [one(people), one(people)];
  const params = { id: other.id };
  const chance = random();
  if (chance < 0.5) await ring(actor.id, n);
  else if (chance < 0.6) await world.call(actor, notificationsApi.markAllRead, { body: {} });
  else if (chance < 0.65) await world.call(actor, notificationsApi.list, { query: { size: 3 } });
  else if (chance < 0.77) await world.call(actor, circleApi.request, { params });
  else if (chance < 0.85) await world.call(actor, circleApi.accept, { params });
  else if (chance < 0.9) await world.call(actor, circleApi.remove, { params });
  else if (chance < 0.93) await world.call(actor, circleApi.hideByPost, { params });
  else if (chance < 0.94) await world.call(actor, circleApi.block, { params });
  else if (chance < 0.98) await world.call(actor, circleApi.unblock, { params });
  else await one(pages).reopen();
  for (const page of pages) page.take();
}

test(
  `after ${OPERATIONS} operations what pages know from events is what they would read anew`,
  async () => {
    const pages = people.map((actor) => new Page(actor));
    for (const page of pages) await page.open();
    let n = 0;
    const lane = async (): Promise<void> => {
      while (n < OPERATIONS) {
        n += 1;
        const mine = n;
        // What passes between nodes may break at any moment. Each break belongs to one lane, so nothing is revived twice.
        if (mine % BREAK === 0) await redis.kill();
        if (mine % BREAK === BREAK * 0.12 && mine > BREAK) await redis.revive();
        await operate(pages, mine);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const [gone, ...here] = pages;
    gone?.close();

    for (const page of here) {
      const unread = async () => (await world.call(page.actor, notificationsApi.unread)).body.count;
      const requests = async () => (await world.call(page.actor, circleApi.counts)).body.requests;
      const online = async () => {
        const query = { ids: people.map(({ id }) => id).join(',') };
        const { list } = (await world.call(page.actor, presenceApi.online, { query })).body;
        return new Map(list.map((person) => [person.user_id, person.online]));
      };
      const fresh = async () => ({ unread: await unread(), requests: await requests(), online: await online() });
      await expect
        .poll(async () => {
          await page.stay();
          page.take();
          const known = { unread: page.unread, requests: page.requests, online: page.online };
          return { known, fresh: await fresh() };
        }, POLL)
        .toSatisfy(
          ({ known, fresh: read }) => isDeepStrictEqual(known, read) && read.online.get(gone?.actor.id ?? 0) === 0,
        );
      page.close();
    }
  },
  PATIENCE_MS,
);
