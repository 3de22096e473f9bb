import { readdir } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { ERRORS } from '@app/contract/platform/errors';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../rounds.ts';
import { type Actor, createWorld, type World } from '../world.ts';

const CONNECTIONS = rounds(120, 400);
const LANES = 16;
const SEED = Number(process.env.FUZZ_SEED ?? 20_191_121);
/** How long a connection may be silent that perhaps gets no answer; the server waits longer. */
const SILENCE_MS = 400;
/** The same where an answer is sure to come. */
const PATIENCE_MS = 30_000;

let world: World;
let port: number;
let templates: Buffer[];

beforeAll(async () => {
  world = await createWorld({ environment: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' } });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = world.app.server.address() as AddressInfo);
  templates = await wellFormed(await world.user({ paid: true }));
});

afterAll(() => world.close());

async function wellFormed(actor: Actor): Promise<Buffer[]> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#37a' } })
    .png()
    .toBuffer();
  const head = (first: string, type: string) =>
    `${first} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer ${actor.token}\r\nContent-Type: ${type}\r\n`;
  const json = Buffer.from(JSON.stringify({ board_title: 'Лодка', board_description: 'Надувная' }));
  const part = (disposition: string, bytes: Buffer) => [
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ];
  const form = Buffer.concat([
    ...part('name="board_title"', Buffer.from('Лодка')),
    ...part('name="board_description"', Buffer.from('Надувная')),
    ...part('name="board_photo[]"; filename="a.png"', picture),
    Buffer.from('--b--\r\n'),
  ]);
  const whole = (first: string, type: string, body: Buffer) =>
    Buffer.concat([Buffer.from(`${head(first, type)}Content-Length: ${body.length}\r\n\r\n`), body]);
  const chunked = (first: string, type: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(`${head(first, type)}Transfer-Encoding: chunked\r\n\r\n`),
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
  return [
    whole('GET /api/boards/enabled?search=boat', 'text/plain', Buffer.alloc(0)),
    whole('PUT /api/boards', 'application/json', json),
    chunked('PUT /api/boards', 'application/json', json),
    whole('PUT /api/boards', 'multipart/form-data; boundary=b', form),
    chunked('PUT /api/boards', 'multipart/form-data; boundary=b', form),
    whole('POST /api/signup', 'multipart/form-data; boundary=b', form),
  ];
}

type Damage = (bytes: Buffer) => Buffer;

const at = fc.double({ min: 0, max: 1, noNaN: true });
const damage: fc.Arbitrary<Damage> = fc.oneof(
  at.map(
    (where): Damage =>
      (bytes) =>
        bytes.subarray(0, Math.floor(bytes.length * where)),
  ),
  fc.tuple(at, fc.uint8Array({ minLength: 1, maxLength: 12 })).map(
    ([where, junk]): Damage =>
      (bytes) =>
        splice(bytes, where, 0, Buffer.from(junk)),
  ),
  fc.tuple(at, fc.integer({ min: 1, max: 30 })).map(
    ([where, length]): Damage =>
      (bytes) =>
        splice(bytes, where, length),
  ),
  fc
    .tuple(
      at,
      fc.constantFrom(
        '\r\n',
        '\r\n\r\n',
        '--b\r\n',
        '--b--\r\n',
        '\0',
        'ffffffffffffffff\r\n',
        ';x="',
        '%00',
        ' HTTP/9.9',
      ),
    )
    .map(
      ([where, text]): Damage =>
        (bytes) =>
          splice(bytes, where, 0, Buffer.from(text)),
    ),
  fc
    .constantFrom<[string, string]>(
      ['Content-Length: ', 'Content-Length: -'],
      ['Content-Length: ', 'Content-Length: 9'],
      ['Content-Length: ', 'Transfer-Encoding: chunked\r\nContent-Length: '],
      ['boundary=b', 'boundary="'],
      ['boundary=b', ''],
      ['filename="a.png"', `filename="${'a'.repeat(20_000)}"`],
      ['form-data', '\xff\xfe'],
      ['Host: 127.0.0.1', `Host: 127.0.0.1\r\nX: ${'a'.repeat(70_000)}`],
      ['Host: 127.0.0.1', 'Host: a\r\nHost: b'],
      ['/api/', '/api/board/%ff?'],
      ['/api/', `/api/board/${'7'.repeat(300)}?`],
      ['/api/', 'http://elsewhere.example/api/'],
      ['/api/', '//../\\api/'],
      ['Лодка', '\xed\xa0\x80\xff'],
    )
    .map(
      ([from, to]): Damage =>
        (bytes) =>
          Buffer.from(bytes.toString('latin1').replace(Buffer.from(from).toString('latin1'), to), 'latin1'),
    ),
);

function splice(bytes: Buffer, where: number, remove: number, insert: Buffer = Buffer.alloc(0)): Buffer {
  const start = Math.floor(bytes.length * where);
  return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + remove)]);
}

/** Sends raw bytes; returns what arrived before the connection ended or fell silent. */
function exchange(bytes: Buffer, silenceMs = SILENCE_MS): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1');
    const done = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', done);
    socket.on('close', done);
    socket.setTimeout(silenceMs, done);
    socket.write(bytes);
  });
}

function faultOf(answer: string): string | undefined {
  // An incomplete request needs no response.
  if (answer === '') return undefined;
  const [, status = '', head = '', body = ''] = /^HTTP\/1\.1 (\d{3})([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(answer) ?? [];
  const code = Number(status);
  if (!(code >= 200 && code < 500)) return 'not an answer, or a defect';
  if (code < 400) return undefined;
  if (!/content-type: application\/json/i.test(head)) return 'a refusal that is no JSON';
  const refusal = /\{[\s\S]*\}/.exec(body)?.[0] ?? '';
  const parsed = JSON.parse(refusal) as { message?: string; code?: keyof typeof ERRORS };
  return parsed.message && parsed.code && ERRORS[parsed.code] === code ? undefined : 'a refusal of an unknown shape';
}

test('an address with raw UTF-8 leads to the escaped one, on this site alone', async () => {
  const head = (address: string) =>
    Buffer.from(`GET ${address} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  const answer = await exchange(head('/?search=велосипед&page=2'), PATIENCE_MS);
  expect(answer).toMatch(/^HTTP\/1\.1 308 /);
  expect(answer).toContain(`location: /?search=${encodeURIComponent('велосипед')}&page=2\r\n`);
  for (const address of ['//example.com/диван', '/\\example.com/диван', 'http://example.com/диван'])
    expect(await exchange(head(address), PATIENCE_MS)).not.toMatch(/location/i);
});

test('the same bytes are taken while they are whole', async () => {
  const answers = [];
  for (const bytes of templates) answers.push((await exchange(bytes, PATIENCE_MS)).slice('HTTP/1.1 '.length, 12));
  // The last one is a registration without most of its fields.
  expect(answers).toEqual(['200', '200', '200', '200', '200', '400']);
});

test(`${CONNECTIONS} connections with broken bytes are refused in our words or dropped, and the server goes on`, async () => {
  console.log(`fuzz seed ${SEED}`);
  const cases = fc.sample(fc.tuple(fc.nat(), fc.array(damage, { minLength: 1, maxLength: 3 })), {
    seed: SEED,
    numRuns: CONNECTIONS,
  });
  const faults: unknown[] = [];
  const statuses = new Map<string, number>();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let next = cases.pop(); next !== undefined; next = cases.pop()) {
        const [which, damages] = next;
        const template = templates[which % templates.length] ?? Buffer.alloc(0);
        const bytes = damages.reduce((sofar, apply) => apply(sofar), template);
        const answer = await exchange(bytes);
        const fault = faultOf(answer);
        if (fault !== undefined)
          faults.push({ fault, sent: bytes.toString('latin1').slice(0, 600), answer: answer.slice(0, 600) });
        const status = answer.slice(9, 12) || 'none';
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  expect(faults).toEqual([]);
  expect(statuses.get('400')).toBeGreaterThan(CONNECTIONS / 10);
  const { folder } = world.services.media.quarantine;
  await expect.poll(() => readdir(folder)).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});
