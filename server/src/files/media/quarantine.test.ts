import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { phonePhoto, truncated, wrongTypes } from '../../../test/uploads/corpus.ts';
import { createQuarantine, type Quarantine } from './quarantine.ts';

const LIMITS = { maxBytes: 2 ** 20, kinds: ['image'] } as const;

let folder: string;
let quarantine: Quarantine;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'okolo-quarantine-'));
  quarantine = await createQuarantine(path.join(folder, 'quarantine'));
});
afterAll(() => rm(folder, { recursive: true }));

const held = () => readdir(quarantine.folder);

/** Splits the bytes into small chunks, as a network does. */
function pieces(bytes: Buffer, size = 1000): Readable {
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)),
  );
}

test('a photo is received byte for byte, known by its content and its hash, and discarded without a trace', async () => {
  const photo = await phonePhoto({ megapixels: 1 });
  const file = await quarantine.receive(pieces(photo), LIMITS);
  expect(file).toMatchObject({ mime: 'image/jpeg', bytes: photo.length });
  expect(file.sha256).toBe(createHash('sha256').update(photo).digest('hex'));
  expect((await readFile(file.path)).equals(photo)).toBe(true);
  await quarantine.discard(file);
  await quarantine.discard(file);
  expect(await held()).toEqual([]);
});

test('another format under the name of a picture is refused by its real name', async () => {
  for (const { name, bytes, outcome, format } of await wrongTypes()) {
    const refusal = await quarantine.receive(pieces(bytes), LIMITS).catch((error: unknown) => error);
    expect(refusal, name).toMatchObject({ code: outcome, options: { values: { format } } });
  }
  expect(await held()).toEqual([]);
});

test('an empty file is refused', async () => {
  const empty = (await truncated()).find(({ bytes }) => bytes.length === 0);
  await expect(quarantine.receive(pieces(empty?.bytes ?? Buffer.from('x')), LIMITS)).rejects.toMatchObject({
    code: 'unprocessable_image',
  });
  expect(await held()).toEqual([]);
});

test('a file over the limit is stopped at the limit, not at its end', async () => {
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  let sent = 0;
  const endless = Readable.from(
    (function* () {
      yield head;
      for (;;) {
        sent += 64 * 1024;
        yield randomBytes(64 * 1024);
      }
    })(),
  );
  await expect(quarantine.receive(endless, LIMITS)).rejects.toMatchObject({
    code: 'file_too_large',
    options: { values: { max: 1 } },
  });
  expect(sent).toBeLessThan(4 * LIMITS.maxBytes);
  expect(await held()).toEqual([]);
});

test('a file exactly at the limit passes', async () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(LIMITS.maxBytes - 3)]);
  const file = await quarantine.receive(pieces(bytes, 64 * 1024), LIMITS);
  expect(file.bytes).toBe(LIMITS.maxBytes);
  await quarantine.discard(file);
});

test('a stream that its parser cut short counts as too large', async () => {
  const cut = Object.assign(pieces(await phonePhoto({ megapixels: 0.1 })), { truncated: true });
  await expect(quarantine.receive(cut, LIMITS)).rejects.toMatchObject({ code: 'file_too_large' });
  expect(await held()).toEqual([]);
});

test('a full disk is a defect, not a refusal', async () => {
  const lost = await createQuarantine(path.join(folder, 'lost'));
  await rm(lost.folder, { recursive: true });
  await expect(lost.receive(pieces(await phonePhoto({ megapixels: 0.1 })), LIMITS)).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

test('an upload over HTTP that breaks off in the middle of a file leaves nothing', async () => {
  const app = Fastify();
  await app.register(multipart, { limits: { fileSize: 10 * 2 ** 20 } });
  const outcome = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  app.post('/', async (request) => {
    const part = await request.file();
    if (!part) return 'nothing came';
    part.file.once('data', () => begun.resolve());
    outcome.resolve(await quarantine.receive(part.file, LIMITS).catch((error: unknown) => error));
    return 'done';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const photo = await phonePhoto({ megapixels: 1 });
  socket.write(
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: 900000\r\n\r\n' +
      '--edge\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  );
  socket.write(photo.subarray(0, 60_000));
  await begun.promise;
  socket.destroy();
  expect(await outcome.promise).toMatchObject({ code: 'upload_aborted' });
  expect(await held()).toEqual([]);
  await app.close();
});

test('a connection that is reset while a file comes in is an aborted upload', async () => {
  const photo = await phonePhoto({ megapixels: 1 });
  const server = createServer((socket) => {
    socket.write(photo.subarray(0, 50_000));
    setImmediate(() => socket.resetAndDestroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  await expect(quarantine.receive(socket, LIMITS)).rejects.toMatchObject({ code: 'upload_aborted' });
  expect(await held()).toEqual([]);
  server.close();
});
