import { randomBytes } from 'node:crypto';
import { callsApi } from '@app/contract/messaging/calls';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../nodes.ts';
import { rounds } from '../rounds.ts';
import { openSocket, requestUpgrade } from '../socket-client.ts';
import { type Actor, createWorld, type World } from '../world.ts';

/** Fixed seed; FUZZ_SEED overrides it. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const FRAMES = rounds(40, 600);
const PATIENCE_MS = 300_000;
/** Close codes of the protocol, without those for a server defect or a lost connection. */
const CODES = new Set([1000, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 4401, 4403]);

let world: World;
let origin: string;
let people: Actor[];
let rooms: string[];

beforeAll(async () => {
  world = await createWorld({ environment: { LOG_LEVEL: 'silent' } });
  origin = await listen(world.app);
  people = [];
  for (let i = 0; i < 20; i++) people.push(await world.user());
  const callees = people.slice(0, 5).map(({ id }) => id);
  rooms = [];
  for (const [i, user_id] of callees.entries())
    rooms.push((await world.call(people[i + 5] as Actor, callsApi.start, { body: { user_id } })).body.room_id);
});

afterAll(() => world.close());

const message = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      'ping',
      'ok',
      'watch',
      'pong',
      'beat',
      'init',
      'visitor',
      'hangup',
      'exit',
      'await',
      'add_user',
      'chat',
      'signal',
      'media',
      'record',
      'listen',
      'clock',
      'typing',
      'read',
      '__proto__',
      'constructor',
      '',
    ),
    what: fc.oneof(fc.constantFrom('text', 'voice'), fc.jsonValue()),
    seq: fc.oneof(fc.integer(), fc.jsonValue()),
    user_id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.constantFrom(1, 2, 3)),
    user_ids: fc.oneof(fc.array(fc.integer(), { maxLength: 300 }), fc.anything()),
    payload: fc.oneof(fc.record({ user_id: fc.integer({ min: 1, max: 25 }) }), fc.jsonValue()),
  }),
  fc.jsonValue(),
);
const text = fc.oneof(
  message.map((value) => JSON.stringify(value) ?? 'undefined'),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('[', '{"type":', '{"type":"ping","type":"watch"}', '['.repeat(15_000), 'x'.repeat(17_000), '\ud800'),
);

test(
  'whatever is said on a socket is answered by the right code or passed over, and the node serves on',
  async () => {
    const frames = fc.sample(text, { seed: SEED, numRuns: FRAMES });
    const paths = [
      (id: number) => `/ws/callnotification/${id}/`,
      (id: number) => `/ws/notifications/${id}/?after=${id - 3}`,
      (id: number) => `/ws/entercall/${rooms[id % rooms.length]}/${id}/`,
      (id: number) => `/ws/chat/${id}/${id === people[0]?.id ? people[1]?.id : people[0]?.id}/`,
    ];
    for (const [i, frame] of frames.entries()) {
      const actor = people[i % people.length] as Actor;
      const path = paths[i % paths.length] as (typeof paths)[number];
      const socket = await openSocket(origin, path(actor.id), { actor });
      socket.sendRaw(i % 7 === 0 ? new Uint8Array(Buffer.from(frame)) : frame);
      socket.sendRaw('{"type":"beat"}');
      const answered = expect
        .poll(() => socket.received.some(({ type }) => type === 'beat') || !socket.isOpen())
        .toBe(true);
      await answered;
      if (socket.isOpen()) socket.close();
      expect(CODES).toContain((await socket.closed).code);
    }
    await expect.poll(() => world.app.websocketServer.clients.size).toBe(0);
  },
  PATIENCE_MS,
);

test(
  'bytes that are no frames end the connection, and nothing of it stays',
  async () => {
    const actor = people[0] as Actor;
    // Reserved bits, missing masks, wrong lengths, endless fragments, long pings, and noise.
    const hostile = [
      Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
      Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
      Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
      Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
      Buffer.concat(
        Array.from({ length: 200 }, () => Buffer.concat([Buffer.from([0x01, 0xfe, 0x03, 0xe8]), Buffer.alloc(1004)])),
      ),
      Buffer.from([0x89, 0xfe, 0x00, 0x7e, 0, 0, 0, 0]),
      Buffer.from([0x80, 0x80, 0, 0, 0, 0]),
      Buffer.from([0x88, 0x81, 0, 0, 0, 0, 1]),
      ...Array.from({ length: 40 }, () => randomBytes(2000)),
    ];
    for (const bytes of hostile) {
      const { status, connection } = await requestUpgrade(origin, `/ws/notifications/${actor.id}/`, {
        cookie: `token=${actor.token}`,
      });
      expect(status).toBe(101);
      connection.on('error', () => {});
      connection.resume();
      const ended = new Promise((resolve) => connection.once('close', resolve));
      connection.write(bytes);
      // Random bytes may be the beginning of a frame, for which the server waits.
      setTimeout(() => connection.end(), 300);
      await ended;
    }
    await expect.poll(() => world.app.websocketServer.clients.size).toBe(0);
    const socket = await openSocket(origin, `/ws/notifications/${actor.id}/?after=`, { actor });
    await expect.poll(() => socket.received.length).toBeGreaterThan(1);
    socket.close();
  },
  PATIENCE_MS,
);
