import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { chatApi } from '@app/contract/messaging/chat';
import { CHAT_FILE_MAX_BYTES, type ChatFile, chatFilesApi } from '@app/contract/messaging/chat-files';
import { authApi } from '@app/contract/people/auth';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, startAnotherNode } from '../../../test/nodes.ts';
import { bombs, POLYGLOT_TRACES, phonePhoto, polyglots, truncated } from '../../../test/uploads/corpus.ts';
import { KIND_SAMPLES, mp4, VOICE_WEBM } from '../../../test/uploads/kinds.ts';
import { type Actor, createWorld, type TestFile, type World } from '../../../test/world.ts';

const PATIENCE_MS = 120_000;

let log = '';
let world: World;
let origin: string;
let anna: Actor;
let boris: Actor;
let eva: Actor;
beforeAll(async () => {
  world = await createWorld({
    environment: { LOG_LEVEL: 'debug' },
    logTo: {
      write(line) {
        log += line;
      },
    },
  });
  origin = await listen(world.app);
  [anna, boris, eva] = [await world.user(), await world.user(), await world.user()];
});
afterAll(() => world.close());

type Sent = { fileName: string; contentType: string; bytes: Buffer };

const asFile = ({ fileName, contentType, bytes }: Sent, field = 'file'): TestFile => ({
  field,
  name: fileName,
  type: contentType,
  bytes,
});

async function upload(file: Sent, body: object = {}, { by = anna, poster }: { by?: Actor; poster?: Sent } = {}) {
  const files = [asFile(file), ...(poster ? [asFile(poster, 'poster')] : [])];
  return world.call(by, chatFilesApi.upload, { body, files });
}

async function uploaded(...args: Parameters<typeof upload>): Promise<ChatFile> {
  const { statusCode, body } = await upload(...args);
  expect({ statusCode, code: body.code }).toEqual({ statusCode: 200 });
  return body;
}

async function sent(file: Sent, body: object = {}): Promise<ChatFile & { messageId: number }> {
  const { id } = await uploaded(file, body);
  const message = await world.call(anna, chatApi.send, { params: { id: boris.id }, body: { file_ids: [id] } });
  expect(message.statusCode).toBe(200);
  const [attachment] = message.body.attachments;
  if (attachment === undefined) throw new Error('the message has no file');
  return { ...attachment, messageId: message.body.id };
}

function get(url: string, by: Actor | null, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return world.app.inject({ method, url, headers: { ...(by && { cookie: `token=${by.token}` }), ...headers } });
}

const leftovers = () => readdir(world.services.media.quarantine.folder);
const rowsOf = async (owner: Actor) =>
  world.services.db.selectFrom('chat_files').selectAll().where('owner_id', '=', owner.id).orderBy('id').execute();

async function photo(motif = 0): Promise<Sent> {
  return { fileName: 'IMG.jpg', contentType: 'image/jpeg', bytes: await phonePhoto({ megapixels: 4, motif }) };
}

test.each(KIND_SAMPLES)('$fileName, sent as $contentType, is kept as $kind of $mime', async (file) => {
  const { kind, mime, bytes, fileName } = file;
  const kept = await uploaded(file);
  expect(kept).toMatchObject({ kind, mime, name: fileName, bytes: bytes.length, preview: null, heard: 0 });
  expect(kept.url).toMatch(/^\/media\/chat\/[0-9a-f-]{36}\/(video|audio|file)\.[a-z0-9]+$/);

  const answer = await get(kept.url, anna);
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.equals(bytes)).toBe(true);
  const isPlayed = kind !== 'file';
  expect(answer.headers).toMatchObject({
    'content-type': isPlayed ? mime : 'application/octet-stream',
    'content-disposition': expect.stringMatching(isPlayed ? /^inline; / : /^attachment; /),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=3600',
    vary: 'Cookie, Authorization',
  });
  expect(answer.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent(fileName)}`);
});

test('a photo becomes pictures of three widths that keep nothing of where it was taken', async () => {
  const kept = await uploaded(await photo());
  expect(kept).toMatchObject({ kind: 'image', mime: 'image/webp', name: 'IMG.jpg', width: 1600 });
  expect(kept.thumbhash).not.toBe('');
  expect(kept.url).toMatch(/\/1600\.webp$/);
  expect(kept.preview).toBe(kept.url.replace('1600', '400'));
  for (const width of [400, 800, 1600]) {
    const answer = await get(kept.url.replace('1600', String(width)), anna);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `inline; filename="IMG.webp"; filename*=UTF-8''IMG.webp`,
    });
    const { format, exif, icc, xmp, width: real } = await sharp(answer.rawPayload).metadata();
    expect({ format, exif, icc, xmp, real }).toEqual({ format: 'webp', real: width });
  }
  const names = await readdir(path.join(world.services.config.dataDir, 'files'), { recursive: true });
  const keys = names.filter((name) => name.endsWith('.webp'));
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.every((key) => key.startsWith('private/chat/'))).toBe(true);
  for (const key of keys) expect((await get(`/media/${key}`, anna)).statusCode).toBe(404);
});

async function moving(frames: number, width = 120, height = 90): Promise<Sent> {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame += 1)
    pixels.fill((frame * 53) % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
  const bytes = await sharp(pixels, { raw })
    .gif({ loop: 0, delay: Array(frames).fill(80) })
    .toBuffer();
  return { fileName: 'танец.gif', contentType: 'image/gif', bytes };
}

test('a short moving picture goes on moving, one that is too long stands still', {
  tags: ['long'],
  timeout: PATIENCE_MS,
}, async () => {
  const short = await uploaded(await moving(8));
  expect(short).toMatchObject({ kind: 'image', width: 120, height: 90 });
  for (const url of [short.url, short.preview ?? '']) {
    const { pages, delay, loop } = await sharp((await get(url, anna)).rawPayload).metadata();
    expect({ pages, delay: delay?.[0], loop }).toEqual({ pages: 8, delay: 80, loop: 0 });
  }
  const long = await uploaded(await moving(90, 640, 480));
  expect(long.kind).toBe('image');
  expect((await sharp((await get(long.url, anna)).rawPayload).metadata()).pages ?? 1).toBe(1);
});

test('whatever else a picture is, it is shown as a picture and nothing else, or by no browser at all', {
  tags: ['long'],
  timeout: PATIENCE_MS,
}, async () => {
  const samples = [...(await polyglots()), ...(await truncated()), ...(await bombs())];
  for (const file of samples.filter(({ bytes }) => bytes.length > 0)) {
    const kept = await uploaded(file);
    const kind = file.outcome === 'clean' ? 'image' : 'file';
    expect({ name: file.name, kind: kept.kind }).toEqual({ name: file.name, kind });
    const answer = await get(kept.url, anna);
    if (kind === 'image') {
      const text = answer.rawPayload.toString('latin1');
      expect(POLYGLOT_TRACES.filter((trace) => text.includes(trace))).toEqual([]);
      continue;
    }
    expect(answer.rawPayload.equals(file.bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
    });
  }
  for (const { id } of await rowsOf(anna)) await world.call(anna, chatFilesApi.remove, { params: { id } });
});

test('a picture whose sender asks for it is kept byte for byte, as a file', async () => {
  const file = await photo();
  const kept = await uploaded(file, { as_file: 1 });
  expect(kept).toMatchObject({ kind: 'file', name: 'IMG.jpg', bytes: file.bytes.length, preview: null });
  const answer = await get(kept.url, anna);
  expect(answer.rawPayload.equals(file.bytes)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment; /),
  });
});

test('a video has the picture that its sender made for it, encoded anew', async () => {
  const poster = { fileName: 'poster.jpg', contentType: 'image/jpeg', bytes: await phonePhoto({ megapixels: 1 }) };
  const video = { fileName: 'клип.mp4', contentType: 'video/mp4', bytes: mp4('isom', 'vide') };
  const kept = await uploaded(video, { width: 720, height: 960, duration_ms: 12_345 }, { poster });
  expect(kept).toMatchObject({ kind: 'video', width: 720, height: 960, duration_ms: 12_345 });
  expect(kept.preview).toBe(kept.url.replace('video.mp4', 'poster.webp'));
  expect(kept.thumbhash).not.toBe('');
  const answer = await get(kept.preview ?? '', anna);
  expect(answer.headers['content-type']).toBe('image/webp');
  expect(answer.rawPayload.toString('latin1')).not.toContain('Okolophone');
  expect((await get(kept.url, anna)).rawPayload.equals(video.bytes)).toBe(true);

  const broken = { ...poster, bytes: poster.bytes.subarray(0, 2000) };
  expect(await uploaded(video, {}, { poster: broken })).toMatchObject({ kind: 'video', preview: null, thumbhash: '' });
});

test('the word of its sender makes a voice note of a sound, and of nothing else', async () => {
  const voice = { fileName: 'voice.webm', contentType: 'audio/webm', bytes: VOICE_WEBM };
  const hints = { voice: 1 as const, duration_ms: 4200, waveform: '0,50,100,999' };
  const kept = await uploaded(voice, hints);
  expect(kept).toMatchObject({ kind: 'voice', mime: 'audio/webm', duration_ms: 4200, waveform: [0, 50, 100, 100] });
  expect((await get(kept.url, anna)).headers['content-type']).toBe('audio/webm');
  const recorded = { ...voice, bytes: mp4('isom', 'vide', 'soun') };
  expect(await uploaded(recorded, hints)).toMatchObject({ kind: 'voice', mime: 'audio/mp4' });
  for (const other of KIND_SAMPLES.filter(({ kind }) => kind === 'file'))
    expect(await uploaded(other, hints)).toMatchObject({ kind: 'file', waveform: [], duration_ms: 0 });
  expect(await uploaded(await photo(), hints)).toMatchObject({ kind: 'image', waveform: [], duration_ms: 0 });
  expect(await uploaded(voice, { ...hints, duration_ms: 3_600_000 })).toMatchObject({ kind: 'audio', waveform: [] });
  for (const waveform of ['1,2,x', '1'.repeat(300), Array(65).fill(1).join(',')])
    expect((await upload(voice, { voice: 1, waveform })).statusCode).toBe(400);
});

test('a file is called what its sender says, as far as that is a name', async () => {
  const [text] = KIND_SAMPLES.filter(({ mime }) => mime === 'text/plain');
  if (text === undefined) throw new Error('no text');
  expect(await uploaded({ ...text, fileName: '../../etc/cron.d/x.txt' })).toMatchObject({ name: 'x.txt' });
  expect(await uploaded(text, { name: 'a\u202etxt.exe' })).toMatchObject({ name: 'atxt.exe' });
  expect(await uploaded(text, { name: '...' })).toMatchObject({ name: text.fileName });
  expect(await uploaded({ ...text, fileName: ' ' }, { name: '' })).toMatchObject({ name: 'file.txt' });
  const long = await uploaded(text, { name: `${'я'.repeat(900)}.tar.gz` });
  expect(long.name).toHaveLength(200);
  expect((await get(long.url, anna)).headers['content-disposition']).toMatch(/\.gz"; filename\*=/);
});

test('no file, an empty one, and two at once are refused', async () => {
  const before = (await rowsOf(anna)).length;
  const [file] = KIND_SAMPLES;
  if (file === undefined) throw new Error('no file');
  expect(await world.call(anna, chatFilesApi.upload, { body: {} })).toMatchObject({
    statusCode: 400,
    body: { code: 'invalid_input' },
  });
  expect(await upload({ ...file, bytes: Buffer.alloc(0) })).toMatchObject({
    statusCode: 400,
    body: { code: 'file_empty', message: 'Файл пустой' },
  });
  const two = await world.call(anna, chatFilesApi.upload, { body: {}, files: [asFile(file), asFile(file)] });
  expect(two.body.code).toBe('too_many_files');
  expect(await rowsOf(anna)).toHaveLength(before);
  await expect.poll(leftovers).toEqual([]);
});

function pour(head: Buffer, { limit, hangUpAt }: { limit: number; hangUpAt?: number }) {
  const total = limit + 64 * 2 ** 20;
  const request = http.request(`${origin}/api/chat/files`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${anna.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': total,
    },
  });
  const outcome = Promise.withResolvers<{ status: number; sent: number; body: string }>();
  let poured = 0;
  let isOver = false;
  request.on('response', async (response) => {
    isOver = true;
    const at = poured;
    let body = '';
    for await (const chunk of response) body += chunk;
    request.destroy();
    outcome.resolve({ status: response.statusCode ?? 0, sent: at, body });
  });
  request.on('error', () => outcome.resolve({ status: 0, sent: poured, body: '' }));
  request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="тайна.txt"\r\n\r\n');
  request.write(head);
  const piece = Buffer.alloc(256 * 1024, 1);
  const more = () => {
    if (isOver || poured + piece.length > total) return;
    if (hangUpAt !== undefined && poured >= hangUpAt) return void request.destroy();
    poured += piece.length;
    request.write(piece, () => setImmediate(more));
  };
  more();
  return outcome.promise;
}

test('whatever it is called, a file over the limit of what it is fails alone, at the limit', {
  timeout: PATIENCE_MS,
}, async () => {
  const limit = CHAT_FILE_MAX_BYTES.image;
  const { status, sent: poured, body } = await pour(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), { limit });
  expect(status).toBe(413);
  expect(JSON.parse(body)).toMatchObject({
    code: 'file_too_large',
    message: 'Файл слишком большой: не больше 20 МБ',
  });
  expect(poured).toBeLessThan(limit + 48 * 2 ** 20);
  await expect.poll(leftovers).toEqual([]);
});

test('an upload that is given up leaves nothing', async () => {
  const before = (await rowsOf(anna)).length;
  const outcome = await pour(mp4('isom', 'vide'), { limit: 2 ** 24, hangUpAt: 2 ** 22 });
  expect(outcome.status).toBe(0);
  await expect.poll(leftovers).toEqual([]);
  expect(await rowsOf(anna)).toHaveLength(before);
});

test('a file is for its owner alone until it is sent, then for the two of the chat, and for nobody else ever', async () => {
  const { bytes } = await photo();
  const unsent = await uploaded({ fileName: 'a.jpg', contentType: 'image/jpeg', bytes });
  const missing = await get('/media/chat/00000000-0000-4000-8000-000000000000/1600.webp', anna);
  expect(missing.statusCode).toBe(404);
  const isMissing = async (url: string, by: Actor | null) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await get(url, by, { 'if-none-match': '*', range: 'bytes=0-1' }, method);
      expect({ status: answer.statusCode, headers: Object.keys(answer.headers).sort() }).toEqual({
        status: 404,
        headers: Object.keys(missing.headers).sort(),
      });
      if (method === 'GET') expect(answer.json()).toEqual(missing.json());
    }
  };
  for (const by of [null, boris, eva]) await isMissing(unsent.url, by);
  expect((await get(unsent.url, anna)).statusCode).toBe(200);

  const message = await world.call(anna, chatApi.send, { params: { id: boris.id }, body: { file_ids: [unsent.id] } });
  expect(message.body).toMatchObject({ files: [unsent.url], attachments: [{ id: unsent.id, url: unsent.url }] });
  for (const by of [anna, boris]) {
    expect((await get(unsent.url, by)).statusCode).toBe(200);
    const bearer = await get(unsent.url, null, { authorization: `Bearer ${by.token}` });
    expect(bearer.statusCode).toBe(200);
  }
  for (const by of [null, eva, await world.user({ is_superuser: true })]) await isMissing(unsent.url, by);
  for (const strange of ['x', '..%2f..%2fa', unsent.url.split('/')[3]?.toUpperCase() ?? ''])
    await isMissing(`/media/chat/${strange}/1600.webp`, anna);

  await world.call(anna, chatApi.removeMessages, { body: { ids: [message.body.id], both: 1 } });
  for (const by of [null, anna, boris]) await isMissing(unsent.url, by);
});

test('whoever signed out reads nothing any more', async () => {
  const leaving = await world.user();
  const kept = await uploaded(await photo(), {}, { by: leaving });
  expect((await get(kept.url, leaving)).statusCode).toBe(200);
  expect((await world.call(leaving, authApi.logout)).statusCode).toBe(200);
  expect((await get(kept.url, leaving)).statusCode).toBe(404);
});

test('parts of a file can be asked for, and what is known is not sent again', async () => {
  const bytes = mp4('isom', 'vide');
  const { url } = await sent({ fileName: 'a.mp4', contentType: 'video/mp4', bytes });
  const part = await get(url, boris, { range: 'bytes=4-11' });
  expect(part).toMatchObject({ statusCode: 206, headers: { 'content-range': `bytes 4-11/${bytes.length}` } });
  expect(part.rawPayload.equals(bytes.subarray(4, 12))).toBe(true);
  const beyond = await get(url, boris, { range: `bytes=${bytes.length}-` });
  expect(beyond).toMatchObject({ statusCode: 416, headers: { 'content-range': `bytes */${bytes.length}` } });
  const head = await get(url, boris, {}, 'HEAD');
  expect(head).toMatchObject({ statusCode: 200, headers: { 'content-length': String(bytes.length) }, body: '' });
  const etag = String(head.headers.etag);
  expect(await get(url, boris, { 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' });
  expect((await get(url, boris, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);
});

test('a voice note is heard once, by whoever received it, and both are told', async () => {
  expect((await world.call(boris, chatApi.send, { params: { id: anna.id }, body: { content: 'Да' } })).statusCode).toBe(
    200,
  );
  const voice = { fileName: 'voice.webm', contentType: 'audio/webm', bytes: VOICE_WEBM };
  const { id, messageId } = await sent(voice, { voice: 1, duration_ms: 900 });
  const heard = (by: Actor, fileId = id) => world.call(by, chatFilesApi.markListened, { params: { id: fileId } });
  for (const by of [anna, eva]) expect((await heard(by)).statusCode).toBe(404);
  const song = await sent({ ...voice, fileName: 'song.webm' });
  expect((await heard(boris, song.id)).statusCode).toBe(404);
  const told = async () =>
    world.services.db
      .selectFrom('user_events')
      .select(['user_id', 'event'])
      .where('user_id', 'in', [anna.id, boris.id])
      .execute()
      .then((events) => events.filter(({ event }) => JSON.stringify(event).includes('"chat_changed"')).length);
  const before = await told();
  const answers = await Promise.all(Array.from({ length: 10 }, () => heard(boris)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  expect((await told()) - before).toBe(2);
  const message = await world.call(anna, chatApi.one, { params: { id: messageId } });
  expect(message.body.attachments).toMatchObject([{ kind: 'voice', heard: 1 }]);
});

test('whoever hides what they read, or lets nobody in yet, does not show what they heard', async () => {
  const [sender, stranger, secret] = [await world.user(), await world.user(), await world.user()];
  const write = (by: Actor, to: Actor, body: object) => world.call(by, chatApi.send, { params: { id: to.id }, body });
  await write(secret, sender, { content: 'Здравствуйте' });
  await world.call(secret, chatApi.changeSettings, { body: { shows_reads: 0 } });
  for (const listener of [stranger, secret]) {
    const voice = { fileName: 'voice.webm', contentType: 'audio/webm', bytes: VOICE_WEBM };
    const { id } = await uploaded(voice, { voice: 1, duration_ms: 900 }, { by: sender });
    const { body: message } = await write(sender, listener, { file_ids: [id] });
    const told = async (to: Actor) =>
      (await world.services.db.selectFrom('user_events').select('event').where('user_id', '=', to.id).execute()).filter(
        ({ event }) => JSON.stringify(event).includes(`"chat_changed"`),
      ).length;
    expect((await world.call(listener, chatFilesApi.markListened, { params: { id } })).statusCode).toBe(200);
    expect([await told(sender), await told(listener)]).toEqual([0, 1]);
    const seen = (by: Actor) => world.call(by, chatApi.one, { params: { id: message.id } });
    expect((await seen(listener)).body.attachments).toMatchObject([{ heard: 1 }]);
    expect((await seen(sender)).body.attachments).toMatchObject([{ heard: 0 }]);
  }
  await write(stranger, sender, { content: 'Послушал' });
  const { body: answered } = await world.call(sender, chatApi.messages, {
    params: { id: stranger.id },
    query: { mark: 0 },
  });
  expect(answered.list.find(({ mine }) => mine === 1)?.attachments).toMatchObject([{ heard: 1 }]);
});

test('files that come with the message itself are kept in their order, under either name of the field', async () => {
  const files = [await photo(3), ...KIND_SAMPLES.slice(0, 3)];
  for (const field of ['files', 'files[]']) {
    const { statusCode, body } = await world.call(anna, chatApi.send, {
      params: { id: boris.id },
      body: { content: 'Вот' },
      files: files.map((file) => asFile(file, field)),
    });
    expect(statusCode).toBe(200);
    expect(body.attachments.map(({ name }) => name)).toEqual(files.map(({ fileName }) => fileName));
    expect(body.files).toEqual(body.attachments.map(({ url }) => url));
  }
  const before = await rowsOf(anna);
  const refused = await world.call(anna, chatApi.send, {
    params: { id: boris.id },
    body: {},
    files: [
      asFile(files[0] ?? (await photo()), 'files'),
      { field: 'files', name: 'a', type: 'x/y', bytes: Buffer.alloc(0) },
    ],
  });
  expect(refused.body.code).toBe('file_empty');
  expect(await rowsOf(anna)).toEqual(before);
  await expect.poll(leftovers).toEqual([]);
});

test('what is uploaded at one node is handed out by another', async () => {
  const node = await startAnotherNode(world);
  const kept = await sent(await photo(4));
  const headers = { cookie: `token=${boris.token}` };
  const answer = await fetch(`${node.origin}${kept.url}`, { headers });
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer()).equals((await get(kept.url, boris)).rawPayload)).toBe(true);
  await world.call(anna, chatApi.removeMessages, { body: { ids: [kept.messageId], both: 1 } });
  expect((await fetch(`${node.origin}${kept.url}`, { headers })).status).toBe(404);
  await node.close();
});

test('what files are called stands in no line of the log', () => {
  expect(log).toContain('/media/chat/');
  const names = ['IMG', 'танец', 'тайна', ...KIND_SAMPLES.map(({ fileName }) => fileName)];
  expect(names.filter((name) => log.includes(name) || log.includes(encodeURIComponent(name)))).toEqual([]);
});
