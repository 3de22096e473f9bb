import 'fake-indexeddb/auto';
import { Blob as NodeBlob } from 'node:buffer';
import type { Message } from '@app/contract/messaging/chat';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { messageOf } from '../../../../../test/sample-message.ts';
import { clientKey } from '../../../../platform/client-key.ts';
import { Flusher, type FlusherOptions } from './outbox-flusher.ts';
import { databaseOf, type OutboxStore, openDatabaseStore, openMemoryStore, type StoredFile } from './outbox-store.ts';
import { SendError } from './send-failure.ts';

const WAIT = { kind: 'wait', afterMs: null } as const;
const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
let viewerId = 0;

beforeEach(() => {
  viewerId += 1;
});

const fileOf = (change: Partial<StoredFile> = {}): StoredFile => ({
  key: clientKey(),
  uploadKey: clientKey(),
  name: 'Лодка.jpg',
  kind: 'image',
  bytes: 5,
  width: 0,
  height: 0,
  durationMs: 0,
  waveform: [],
  isMeasured: true,
  state: 'waiting',
  id: null,
  failure: '',
  ...change,
});

async function write(store: OutboxStore, userId: number, content: string, files: StoredFile[] = []): Promise<string> {
  const key = clientKey();
  const bytes = files.map((file) => ({ key: file.key, file: new NodeBlob(['лодка']) as Blob, poster: null }));
  await store.add(
    {
      key,
      userId,
      content,
      files,
      replyTo: null,
      silent: false,
      createdAt: 0,
      state: 'waiting',
      failure: '',
      isSecondUpload: false,
    },
    bytes,
  );
  return key;
}

function openServer() {
  const byKey = new Map<string, Message>();
  const received = new Map<number, string[]>();
  const uploads = new Map<string, number>();
  const sends: string[] = [];
  let last = 0;
  return {
    received,
    uploads,
    sends,
    take(key: string, userId: number, content: string, fileIds: readonly (number | null)[]): Message {
      sends.push(key);
      const known = byKey.get(key);
      if (known !== undefined) return known;
      for (const id of fileIds) if (![...uploads.values()].includes(id ?? 0)) throw new Error('unknown file');
      last += 1;
      const message = messageOf(last, { mine: 1, content, client_key: key });
      byKey.set(key, message);
      received.set(userId, [...(received.get(userId) ?? []), content]);
      return message;
    },
    upload(key: string): number {
      const id = uploads.get(key) ?? uploads.size + 1;
      uploads.set(key, id);
      return id;
    },
  };
}

type Server = ReturnType<typeof openServer>;

function flusherOf(store: OutboxStore, server: Server, change: Partial<FlusherOptions> = {}): Flusher {
  return new Flusher({
    store,
    upload: async (file) => server.upload(file.uploadKey),
    send: async ({ key, userId, content, files }) =>
      server.take(
        key,
        userId,
        content,
        files.map(({ id }) => id),
      ),
    onChange: () => undefined,
    onSending: () => undefined,
    onSent: () => undefined,
    now: () => performance.now(),
    ...change,
  });
}

async function flush(store: OutboxStore, flusher: Flusher): Promise<void> {
  while ((await store.list()).some(({ state }) => state === 'waiting')) {
    flusher.poke();
    await pause(1);
  }
}

/** A store of a tab that closes after some steps: from then on nothing is done, or the result is lost. */
function mortal(store: OutboxStore, steps: number, isLastDone: boolean): OutboxStore {
  let left = steps;
  const never = new Promise<never>(() => undefined);
  return new Proxy(store, {
    get(target, name: keyof OutboxStore) {
      const member = target[name];
      if (typeof member !== 'function') return member;
      return async (...values: unknown[]) => {
        left -= 1;
        if (left < 0) return never;
        const answer = await (member as (...given: unknown[]) => unknown)(...values);
        return left === 0 && isLastDone ? never : answer;
      };
    },
  });
}

const chance = (share: number): fc.Arbitrary<boolean> => fc.integer({ min: 0, max: 99 }).map((n) => n < share);
const fates = fc.infiniteStream(
  fc.record({ isLost: chance(25), isAnswerLost: chance(25), isRefused: chance(10), delay: fc.nat(2) }),
);

test('whatever is lost, comes late or is answered twice, every message arrives once and in its order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fates,
      fc.array(fc.record({ userId: fc.integer({ min: 2, max: 5 }), withFile: chance(30) }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.array(fc.record({ steps: fc.integer({ min: 1, max: 25 }), isLastDone: fc.boolean() }), { maxLength: 6 }),
      async (fate, messages, deaths) => {
        viewerId += 1;
        const server = openServer();
        const store = await openDatabaseStore(viewerId, () => undefined);
        const wanted = new Map<number, string[]>();
        for (const [at, { userId, withFile }] of messages.entries()) {
          const content = `Слово ${at}`;
          await write(store, userId, content, withFile ? [fileOf(), fileOf()] : []);
          wanted.set(userId, [...(wanted.get(userId) ?? []), content]);
        }
        const roll = async (effect: () => unknown): Promise<never | unknown> => {
          const { isLost, isAnswerLost, isRefused, delay } = fate.next().value ?? {};
          if (delay) await pause(delay);
          if (isLost || isRefused) throw new SendError(WAIT);
          const answer = effect();
          if (isAnswerLost) throw new SendError(WAIT);
          return answer;
        };
        const net: Partial<FlusherOptions> = {
          upload: (file) => roll(() => server.upload(file.uploadKey)) as Promise<number>,
          send: ({ key, userId, content, files }) =>
            roll(() =>
              server.take(
                key,
                userId,
                content,
                files.map(({ id }) => id),
              ),
            ) as Promise<Message>,
        };
        for (const { steps, isLastDone } of deaths) {
          const doomed = flusherOf(mortal(store, steps, isLastDone), server, net);
          for (let i = 0; i < 6; i += 1) {
            doomed.poke();
            await pause(1);
          }
          doomed.close();
        }
        const flusher = flusherOf(store, server, net);
        await flush(store, flusher);
        flusher.close();
        expect(server.received).toEqual(wanted);
        expect(await store.list()).toEqual([]);
        store.close();
      },
    ),
    { numRuns: 40 },
  );
});

test('two that send at once do so without the other end seeing anything twice', async () => {
  const server = openServer();
  const store = await openDatabaseStore(viewerId, () => undefined);
  for (let at = 0; at < 20; at += 1) await write(store, 2 + (at % 3), `Слово ${at}`, at % 4 === 0 ? [fileOf()] : []);
  const slow = async <T>(effect: () => T): Promise<T> => {
    await pause(Math.random() * 3);
    return effect();
  };
  const net: Partial<FlusherOptions> = {
    send: ({ key, userId, content, files }) =>
      slow(() =>
        server.take(
          key,
          userId,
          content,
          files.map(({ id }) => id),
        ),
      ),
  };
  const both = [flusherOf(store, server, net), flusherOf(store, server, net)];
  await Promise.all(both.map((flusher) => flush(store, flusher)));
  for (const flusher of both) flusher.close();
  const all = (rest: number) => Array.from({ length: 20 }, (_, at) => at).filter((at) => at % 3 === rest);
  for (const rest of [0, 1, 2]) {
    expect(server.received.get(2 + rest)).toEqual(all(rest).map((at) => `Слово ${at}`));
  }
  store.close();
});

test('one message of a chat is on its way at a time, and four chats at most', async () => {
  const server = openServer();
  const store = openMemoryStore();
  for (let at = 0; at < 24; at += 1) await write(store, 1 + (at % 6), `Слово ${at}`);
  const going = new Map<number, number>();
  let most = 0;
  const flusher = flusherOf(store, server, {
    async send({ key, userId, content }) {
      going.set(userId, (going.get(userId) ?? 0) + 1);
      expect(going.get(userId)).toBe(1);
      most = Math.max(most, [...going.values()].filter((count) => count > 0).length);
      await pause(1);
      going.set(userId, 0);
      return server.take(key, userId, content, []);
    },
  });
  await flush(store, flusher);
  expect(most).toBe(4);
  flusher.close();
});

test('a refused message stays with the server’s words, and those after it go on', async () => {
  const server = openServer();
  const store = openMemoryStore();
  const refused = await write(store, 2, 'Нельзя');
  await write(store, 2, 'Можно');
  const flusher = flusherOf(store, server, {
    async send({ key, userId, content }) {
      if (content === 'Нельзя') throw new SendError({ kind: 'final', code: 'blocked', message: 'Человек недоступен' });
      return server.take(key, userId, content, []);
    },
  });
  await flush(store, flusher);
  expect(server.received.get(2)).toEqual(['Можно']);
  expect(await store.list()).toMatchObject([{ key: refused, state: 'failed', failure: 'Человек недоступен' }]);
  flusher.close();
});

test('a file that is not taken fails alone: its message waits with the files that are there', async () => {
  const server = openServer();
  const store = openMemoryStore();
  const [good, bad] = [fileOf(), fileOf({ name: 'Большой' })];
  await write(store, 2, 'Фото', [bad, good]);
  const flusher = flusherOf(store, server, {
    async upload(file) {
      if (file.name === 'Большой')
        throw new SendError({ kind: 'final', code: 'file_too_large', message: 'Файл слишком большой' });
      return server.upload(file.uploadKey);
    },
  });
  await flush(store, flusher);
  const [item] = await store.list();
  expect(item).toMatchObject({ state: 'failed', failure: 'Файл слишком большой' });
  expect(item?.files.map(({ state }) => state)).toEqual(['failed', 'done']);
  expect(server.sends).toEqual([]);
  flusher.close();
});

test('files that the server has forgotten are uploaded once more, and once only', async () => {
  const server = openServer();
  const store = openMemoryStore();
  await write(store, 2, 'Старое', [fileOf({ state: 'done', id: 77 })]);
  await write(store, 3, 'Никому', [fileOf()]);
  const flusher = flusherOf(store, server, {
    async send({ key, userId, content, files }) {
      const isForgotten = files.some(({ id }) => id === 77) || userId === 3;
      if (isForgotten) throw new SendError({ kind: 'final', code: 'not_found', message: 'Не найдено' });
      return server.take(
        key,
        userId,
        content,
        files.map(({ id }) => id),
      );
    },
  });
  await flush(store, flusher);
  expect(server.received.get(2)).toEqual(['Старое']);
  expect(await store.list()).toMatchObject([{ userId: 3, state: 'failed' }]);
  expect(server.uploads.size).toBe(3);
  flusher.close();
});

test('when somebody else is signed in nothing more goes, until the owner is back', async () => {
  const server = openServer();
  const store = openMemoryStore();
  await write(store, 2, 'Моё');
  await write(store, 3, 'И моё');
  let isOwner = false;
  let tries = 0;
  const flusher = flusherOf(store, server, {
    async send({ key, userId, content }) {
      tries += 1;
      if (!isOwner) throw new SendError({ kind: 'stop' });
      return server.take(key, userId, content, []);
    },
  });
  flusher.poke();
  await pause(5);
  const before = tries;
  flusher.poke();
  flusher.tick();
  await pause(5);
  expect(tries).toBe(before);
  isOwner = true;
  flusher.resume();
  await flush(store, flusher);
  expect(server.received.size).toBe(2);
  flusher.close();
});

test('taken back in time, a message or a file of it is not sent', async () => {
  const server = openServer();
  const store = openMemoryStore();
  const [kept, dropped] = [fileOf({ name: 'Оставить' }), fileOf({ name: 'Убрать' })];
  const key = await write(store, 2, 'С файлами', [dropped, kept]);
  const gone = await write(store, 3, 'Передумали');
  const flusher = flusherOf(store, server, {
    upload: (file, signal) =>
      new Promise((resolve, reject) => {
        if (file.name === 'Оставить') resolve(server.upload(file.uploadKey));
        signal.addEventListener('abort', () => reject(new SendError({ kind: 'aborted' })));
      }),
    send: async ({ key, userId, content, files }, signal) => {
      if (userId === 3)
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new SendError({ kind: 'aborted' }))),
        );
      return server.take(
        key,
        userId,
        content,
        files.map(({ id }) => id),
      );
    },
  });
  flusher.poke();
  await pause(5);
  await store.update(key, (now) => ({ ...now, files: now.files.filter(({ name }) => name === 'Оставить') }));
  flusher.abort(key, dropped.key);
  await store.remove(gone);
  flusher.abort(gone);
  await flush(store, flusher);
  expect(server.received).toEqual(new Map([[2, ['С файлами']]]));
  expect(server.uploads.size).toBe(1);
  flusher.close();
});

test('a database of one person is none of another’s', async () => {
  const [mine, theirs] = [
    await openDatabaseStore(viewerId, () => undefined),
    await openDatabaseStore(viewerId + 1000, () => undefined),
  ];
  await write(mine, 2, 'Моё');
  expect(await theirs.list()).toEqual([]);
  expect(databaseOf(viewerId)).not.toBe(databaseOf(viewerId + 1000));
  mine.close();
  theirs.close();
});

test('the files of a message lie beside it and go with it', async () => {
  const store = await openDatabaseStore(viewerId, () => undefined);
  const file = fileOf();
  const key = await write(store, 2, '', [file]);
  const kept = await store.bytes(file.key);
  expect(await (kept?.file as Blob | undefined)?.text()).toBe('лодка');
  await store.remove(key);
  expect(await store.bytes(file.key)).toBeUndefined();
  store.close();
});
