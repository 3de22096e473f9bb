import { randomBytes } from 'node:crypto';
import { readdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { chatApi } from '@app/contract/messaging/chat';
import { chatFilesApi, UNSENT_BYTES_MAX, UNSENT_FILES_MAX } from '@app/contract/messaging/chat-files';
import { sql } from 'kysely';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { phonePhoto } from '../../../test/uploads/corpus.ts';
import { mp4, VOICE_WEBM } from '../../../test/uploads/kinds.ts';
import { type Actor, createWorld, type TestFile, type World } from '../../../test/world.ts';
import {
  claimChatFiles,
  copyChatFiles,
  eraseChatFiles,
  listScheduledFiles,
  messageFilesSql,
  moveScheduledFiles,
  releaseChatFiles,
  releaseScheduledFiles,
  removeReader,
  removeReaderOfChat,
  setReaders,
} from './chat-files.public.ts';
import { exportChatFilesOf, listChatFilesOf } from './export-chat-files.public.ts';
import { type ChatFileJson, presentChatFile } from './present-chat-file.public.ts';
import { sweepChatFiles } from './sweep-chat-files.job.ts';

const HOUR_MS = 3_600_000;

let now = Date.now();
let world: World;
let anna: Actor;
let boris: Actor;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [anna, boris] = [await world.user(), await world.user()];
});
afterAll(() => world.close());

let holders = 1_000_000;
const holder = () => ++holders;

const text = (bytes: Uint8Array = randomBytes(5000), name = 'a.bin'): TestFile => ({
  field: 'file',
  name,
  type: 'application/octet-stream',
  bytes: Buffer.concat([Buffer.from('%PDF-'), bytes]),
});

async function uploaded(by = anna, file = text(), headers: Record<string, string> = {}) {
  const { statusCode, body } = await world.call(by, chatFilesApi.upload, { body: {}, files: [file], headers });
  expect({ statusCode, code: body.code }).toEqual({ statusCode: 200 });
  return body;
}

const within = <T>(run: (tx: Parameters<typeof claimChatFiles>[0]) => Promise<T>) =>
  world.services.db.transaction().execute(run);
const claim = (ids: readonly number[], messageId = holder(), owner = anna, readers = [anna.id, boris.id]) =>
  within((tx) => claimChatFiles(tx, owner.id, ids, { messageId }, readers));
const filesOf = async (messageId: number) => {
  const text = `select ${messageFilesSql('$1::bigint')} as files`;
  const { rows } = await world.services.pool.query<{ files: ChatFileJson[] | null }>(text, [messageId]);
  return (rows[0]?.files ?? []).map(presentChatFile);
};
const status = async (url: string, by: Actor) =>
  (await world.app.inject({ url, headers: { cookie: `token=${by.token}` } })).statusCode;
const row = (id: number) =>
  world.services.db.selectFrom('chat_files').selectAll().where('id', '=', id).executeTakeFirst();
const objects = async (name: string) => {
  const all = await readdir(path.join(world.services.config.dataDir, 'files'), { recursive: true });
  return all.filter((file) => file.includes(name) && file.includes('.'));
};
const sweep = () => sweepChatFiles.run(world.services, {});
const later = (hours: number) => {
  now += hours * HOUR_MS;
};

test('of fifty messages that want the same files at once, one gets them all, in its order', async () => {
  const ids = [(await uploaded()).id, (await uploaded()).id, (await uploaded()).id];
  const orders = Array.from({ length: 50 }, (_, i) => (i % 2 ? ids : ids.toReversed()));
  const wanted = orders.map((order) => ({ order, messageId: holder() }));
  const outcomes = await Promise.allSettled(wanted.map(({ order, messageId }) => claim(order, messageId)));
  const won = outcomes.flatMap((outcome, i) => (outcome.status === 'fulfilled' ? [i] : []));
  expect(won).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' });
  const { order, messageId } = wanted[won[0] ?? 0] ?? { order: [], messageId: 0 };
  expect((await filesOf(messageId)).map(({ id }) => id)).toEqual(order);
  expect(outcomes[won[0] ?? 0]).toMatchObject({ value: order.map((id) => ({ id, kind: 'file' })) });
});

test('nobody sends the file of somebody else, what was sent, or what is not there, and then sends none', async () => {
  const [mine, theirs, sent] = [await uploaded(), await uploaded(boris), await uploaded()];
  await claim([sent.id]);
  for (const other of [theirs.id, sent.id, 999_999_999])
    await expect(claim([mine.id, other])).rejects.toMatchObject({ code: 'not_found' });
  expect(await row(mine.id)).toMatchObject({ state: 'unsent', message_id: null });
  for (const { id } of [theirs, sent])
    expect(await world.call(anna, chatFilesApi.remove, { params: { id } })).toMatchObject({ statusCode: 404 });
  expect((await world.call(anna, chatFilesApi.remove, { params: { id: mine.id } })).statusCode).toBe(200);
  await expect(claim([mine.id])).rejects.toMatchObject({ code: 'not_found' });
  expect(await status(mine.url, anna)).toBe(404);
});

test('files of a message that waits for its time are for its writer alone until then', async () => {
  const files = [await uploaded(), await uploaded()];
  const ids = files.map(({ id }) => id);
  const [scheduledId, messageId] = [holder(), holder()];
  const { db } = world.services;
  await within((tx) => claimChatFiles(tx, anna.id, ids, { scheduledId }, [anna.id, boris.id]));
  expect((await listScheduledFiles(db, [scheduledId])).get(scheduledId)?.map(({ id }) => id)).toEqual(ids);
  for (const { url } of files) expect([await status(url, anna), await status(url, boris)]).toEqual([200, 404]);
  later(25);
  await sweep();
  const moved = await within((tx) => moveScheduledFiles(tx, scheduledId, messageId, [anna.id, boris.id]));
  expect(moved.map(({ id }) => id)).toEqual(ids);
  for (const { url } of files) expect([await status(url, anna), await status(url, boris)]).toEqual([200, 200]);
  expect(await listScheduledFiles(db, [scheduledId])).toEqual(new Map());

  const cancelled = await uploaded();
  const otherId = holder();
  await within((tx) => claimChatFiles(tx, anna.id, [cancelled.id], { scheduledId: otherId }, []));
  await within((tx) => releaseScheduledFiles(tx, [otherId]));
  expect(await status(cancelled.url, anna)).toBe(404);
});

test('who deletes a message for themselves reads its files no more, and when both did, nothing is left of it', async () => {
  const [file, messageId] = [await uploaded(), holder()];
  await claim([file.id], messageId);
  await within((tx) => removeReader(tx, [messageId], anna.id));
  expect([await status(file.url, anna), await status(file.url, boris)]).toEqual([404, 200]);
  await within((tx) => removeReader(tx, [messageId], boris.id));
  expect(await status(file.url, boris)).toBe(404);
  expect(await row(file.id)).toMatchObject({ state: 'garbage', name: '', owner_id: null, message_id: null });
});

test('readers can be set anew, as a chat of more people needs', async () => {
  const [file, messageId, eva] = [await uploaded(), holder(), await world.user()];
  await claim([file.id], messageId);
  await within((tx) => setReaders(tx, [messageId], [anna.id, eva.id]));
  expect([await status(file.url, boris), await status(file.url, eva)]).toEqual([404, 200]);
});

test('deleting a chat for oneself takes its files along, those before that moment only', async () => {
  const send = async () => {
    const { id } = await uploaded();
    const { body } = await world.call(anna, chatApi.send, { params: { id: boris.id }, body: { file_ids: [id] } });
    return body;
  };
  const [old, newer] = [await send(), await send()];
  const { chat_id } = await world.services.db
    .selectFrom('messages')
    .select('chat_id')
    .where('id', '=', old.id)
    .executeTakeFirstOrThrow();
  await within((tx) => removeReaderOfChat(tx, chat_id, old.seq, boris.id));
  expect(await status(old.files[0] ?? '', boris)).toBe(404);
  expect(await status(old.files[0] ?? '', anna)).toBe(200);
  expect(await status(newer.files[0] ?? '', boris)).toBe(200);
});

test('a forwarded file shares its bytes and lives on when the first message is deleted', async () => {
  const [file, first, second, eva] = [await uploaded(), holder(), holder(), await world.user()];
  await claim([file.id], first);
  const readers = [boris.id, eva.id];
  const copies = await within((tx) => copyChatFiles(tx, [[first, second]], boris.id, readers));
  expect(copies.get(second)).toMatchObject([{ kind: 'file' }]);
  const stolen = await within((tx) => copyChatFiles(tx, [[first, holder()]], eva.id, readers));
  expect(stolen).toEqual(new Map());

  const { storage_key = '' } = (await row(file.id)) ?? {};
  const name = path.basename(storage_key);
  expect(await objects(name)).toHaveLength(1);
  await within((tx) => releaseChatFiles(tx, [first]));
  later(50);
  await sweep();
  const [copy] = await filesOf(second);
  expect(await row(file.id)).toBeUndefined();
  expect([await status(file.url, boris), await status(copy?.url ?? '', eva)]).toEqual([404, 200]);
  await within((tx) => releaseChatFiles(tx, [second]));
  expect(await status(copy?.url ?? '', eva)).toBe(404);
  later(50);
  await sweep();
  expect(await objects(name)).toEqual([]);
});

test('the same bytes of two people lie in the store once and go with the last of them', async () => {
  const file = text();
  const [mine, theirs] = [await uploaded(anna, file), await uploaded(boris, file)];
  const { storage_key = '' } = (await row(mine.id)) ?? {};
  const name = path.basename(storage_key);
  expect(await objects(name)).toHaveLength(1);
  await claim([theirs.id], holder(), boris);
  later(25);
  await sweep();
  expect(await row(mine.id)).toBeUndefined();
  expect(await status(theirs.url, boris)).toBe(200);
});

test('what was not sent for a day goes, and so does what died before it had a row', async () => {
  const photo = { field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes: await phonePhoto({ megapixels: 4 }) };
  const poster = { ...photo, field: 'poster', bytes: await phonePhoto({ megapixels: 1, motif: 9 }) };
  const picture = await uploaded(anna, photo);
  const clip = await world.call(anna, chatFilesApi.upload, {
    body: {},
    files: [{ field: 'file', name: 'a.mp4', type: 'video/mp4', bytes: mp4('isom', 'vide') }, poster],
  });
  const keys = [picture.id, clip.body.id].map(async (id) => {
    const { storage_key = '', poster_key } = (await row(id)) ?? {};
    return [storage_key, poster_key ?? storage_key];
  });
  const names = (await Promise.all(keys)).flat().map((key) => path.basename(key));
  for (const name of names) expect((await objects(name)).length).toBeGreaterThan(0);
  now = Date.now() + 23 * HOUR_MS;
  await sweep();
  expect(await row(picture.id)).toBeDefined();
  later(2);
  await sweep();
  expect([await row(picture.id), await row(clip.body.id)]).toEqual([undefined, undefined]);
  for (const name of names) expect(await objects(name)).toEqual([]);
});

test('an upload beside the sweep of the same content is there in the end', async () => {
  now = Date.now();
  const longAgo = new Date(now - 72 * HOUR_MS);
  for (let round = 0; round < 10; round += 1) {
    const file = text();
    const first = await uploaded(anna, file);
    const { storage_key = '' } = (await row(first.id)) ?? {};
    await world.call(anna, chatFilesApi.remove, { params: { id: first.id } });
    await sql`update chat_files set created_at = ${longAgo}, released_at = ${longAgo} where id = ${first.id}`.execute(
      world.services.db,
    );
    await utimes(path.join(world.services.config.dataDir, 'files', `${storage_key}.bin`), longAgo, longAgo);
    const [second] = await Promise.all([uploaded(boris, file), sweep()]);
    expect(await status(second.url, boris)).toBe(200);
    await claim([second.id], holder(), boris);
  }
});

test('of fifty uploads at once only as many are kept as one person may have unsent', async () => {
  const many = await world.user();
  const free = 7;
  await sql`
    insert into chat_files (owner_id, kind, name, mime, bytes, sha256, storage_key)
    select ${many.id}, 'file', 'a', 'x', 1, '', 'private/chat/none' from generate_series(1, ${UNSENT_FILES_MAX - free})
  `.execute(world.services.db);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => world.call(many, chatFilesApi.upload, { body: {}, files: [text()] })),
  );
  const codes = answers.map(({ statusCode, body }) => `${statusCode} ${body.code ?? ''}`).sort();
  expect(codes).toEqual([...Array(free).fill('200 '), ...Array(50 - free).fill('409 unsent_full')]);

  const large = await world.user();
  await sql`
    insert into chat_files (owner_id, kind, name, mime, bytes, sha256, storage_key)
    values (${large.id}, 'file', 'a', 'x', ${UNSENT_BYTES_MAX - 5000}, '', 'private/chat/none')`.execute(
    world.services.db,
  );
  const tooMuch = await world.call(large, chatFilesApi.upload, { body: {}, files: [text()] });
  expect(tooMuch.body.code).toBe('unsent_full');
  const left = await readdir(world.services.media.quarantine.folder);
  expect(left).toEqual([]);
});

test('an upload that is repeated under its key is kept once, and made whole where the first try died', async () => {
  const careful = await world.user();
  const [file, headers] = [text(), { 'idempotency-key': 'upload-1' }];
  const answers = await Promise.all(Array.from({ length: 20 }, () => uploaded(careful, file, headers)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  const [first] = answers;
  const { storage_key = '' } = (await row(first?.id ?? 0)) ?? {};
  await rm(path.join(world.services.config.dataDir, 'files', `${storage_key}.bin`));
  expect(await status(first?.url ?? '', careful)).toBe(404);
  await uploaded(careful, file, headers);
  expect(await status(first?.url ?? '', careful)).toBe(200);

  const other = await world.call(careful, chatFilesApi.upload, { body: {}, files: [text()], headers });
  expect(other.body.code).toBe('idempotency_mismatch');
  const messageId = holder();
  await claim([first?.id ?? 0], messageId, careful, [careful.id]);
  expect(await uploaded(careful, file, headers)).toMatchObject({ id: first?.id });
  await within((tx) => releaseChatFiles(tx, [messageId]));
  const gone = await world.call(careful, chatFilesApi.upload, { body: {}, files: [file], headers });
  expect(gone.body.code).toBe('not_found');
});

test('a person gets what they sent, and when they are erased it stays with who received it, under nobody’s name', async () => {
  const { db } = world.services;
  const [leaving, eva] = [await world.user(), await world.user()];
  const photo = { field: 'file', name: 'Лодка.JPG', type: 'image/jpeg', bytes: await phonePhoto({ megapixels: 1 }) };
  const [sent, waiting, unsent, alone] = [
    await uploaded(leaving, photo),
    await uploaded(leaving),
    await uploaded(leaving),
    await uploaded(leaving),
  ];
  const received = await uploaded(eva);
  const [messageId, theirId] = [holder(), holder()];
  await claim([sent.id], messageId, leaving, [leaving.id, eva.id]);
  await claim([alone.id], holder(), leaving, [leaving.id]);
  await claim([received.id], theirId, eva, [leaving.id, eva.id]);
  await within((tx) => claimChatFiles(tx, leaving.id, [waiting.id], { scheduledId: holder() }, []));

  const exported: { id: number; file: string; name: string }[] = [];
  for await (const file of (await exportChatFilesOf(db, leaving.id)).files as AsyncIterable<(typeof exported)[0]>)
    exported.push(file);
  expect(exported.map(({ id }) => id)).toEqual([sent, waiting, unsent, alone].map(({ id }) => id));
  expect(exported[0]).toMatchObject({ name: 'Лодка.JPG', file: `media/message-${sent.id}-image.webp` });
  expect(JSON.stringify(exported)).not.toContain('private/');
  const archived: string[] = [];
  for await (const file of listChatFilesOf(world.services, leaving.id)) {
    archived.push(file.name);
    (await file.open())?.destroy();
  }
  expect(archived).toEqual(exported.map(({ file }) => file));

  await within((tx) => eraseChatFiles(tx, leaving.id));
  expect(await filesOf(messageId)).toMatchObject([{ id: sent.id, name: 'Лодка.JPG' }]);
  expect([await status(sent.url, eva), await status(sent.url, leaving)]).toEqual([200, 404]);
  expect([await status(received.url, eva), await status(received.url, leaving)]).toEqual([200, 404]);
  for (const { id } of [waiting, unsent, alone]) expect(await row(id)).toMatchObject({ state: 'garbage', name: '' });
  const { rows } = await sql`
    select id from chat_files where owner_id = ${leaving.id} or ${leaving.id} = any (reader_ids)`.execute(db);
  expect(rows).toEqual([]);
});

test('files lie in an S3 store just the same', async () => {
  const folder = path.join(world.services.config.dataDir, 's3');
  const peer = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'okolo', configs: [] }],
  });
  const { port } = await peer.run();
  const remote = await createWorld({
    environment: {
      S3_URL: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'okolo',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
  });
  const person = await remote.user();
  for (const bytes of [VOICE_WEBM, Buffer.concat([mp4('isom', 'vide'), Buffer.alloc(9 * 2 ** 20)])]) {
    const { body } = await remote.call(person, chatFilesApi.upload, {
      body: {},
      files: [{ field: 'file', name: 'a', type: 'x/y', bytes }],
    });
    const headers = { cookie: `token=${person.token}` };
    const whole = await remote.app.inject({ url: body.url, headers });
    expect(whole).toMatchObject({ statusCode: 200, headers: { 'content-type': body.mime } });
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    const part = await remote.app.inject({ url: body.url, headers: { ...headers, range: 'bytes=-5' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(bytes.subarray(-5))).toBe(true);
    expect((await remote.app.inject({ url: body.url })).statusCode).toBe(404);
  }
  await remote.close();
  await peer.close();
});
