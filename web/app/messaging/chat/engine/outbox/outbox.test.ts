import 'fake-indexeddb/auto';
import { Blob as NodeBlob } from 'node:buffer';
import type { Message } from '@app/contract/messaging/chat';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHAT_FILE_MAX_BYTES } from '#contract/messaging/chat-files';
import { messageOf } from '../../../../../test/sample-message.ts';
import { type Outbox, type OutboxOptions, openOutbox } from './outbox.ts';
import { databaseOf, openDatabaseStore, openLeftStore, openMemoryStore } from './outbox-store.ts';
import { SendError } from './send-failure.ts';

let viewerId = 500;
const tabs: Outbox[] = [];

beforeEach(() => {
  viewerId += 1;
});

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});

interface World {
  isUp: boolean;
  received: string[];
  sent: Message[];
  failed: number;
  fleeting: number;
}

const worldOf = (): World => ({ isUp: true, received: [], sent: [], failed: 0, fleeting: 0 });

async function openTab(world: World, change: Partial<OutboxOptions> = {}): Promise<Outbox> {
  const tab = await openOutbox({
    viewerId,
    openStore: (onGone) => openDatabaseStore(viewerId, onGone),
    upload: async (file, _bytes, _signal, onProgress) => {
      if (!world.isUp) throw new SendError({ kind: 'wait', afterMs: null });
      onProgress(file.bytes);
      return 7;
    },
    async send({ key, content, files }) {
      if (!world.isUp) throw new SendError({ kind: 'wait', afterMs: null });
      world.received.push([content, ...files.map(({ name }) => name)].join(' + '));
      return messageOf(world.received.length, { mine: 1, client_key: key });
    },
    measure: async () => ({ width: 10, height: 10, durationMs: 0, poster: null }),
    tooLarge: async (max) => `Больше ${max}`,
    onSent: (_userId, message) => world.sent.push(message),
    onFleeting: () => {
      world.fleeting += 1;
    },
    onFailed: () => {
      world.failed += 1;
    },
    now: () => performance.now(),
    ...change,
  });
  tabs.push(tab);
  return tab;
}

const file = (name = 'Лодка.png', size = 5) => ({
  name,
  file: new NodeBlob([Buffer.alloc(size)], { type: 'image/png' }) as unknown as Blob,
});
const text = (content: string) => ({ content, files: [] });
const flushed = (world: World, ...wanted: string[]) =>
  vi.waitFor(() => expect(world.received).toEqual(wanted), { timeout: 15_000 });

test('what one tab wrote is seen in another, and sent by the one that is left', async () => {
  const world = worldOf();
  world.isUp = false;
  const first = await openTab(world);
  await first.send(2, text('раз'));
  await first.send(2, { content: 'два', files: [file()] });
  const second = await openTab(world);
  expect(second.of(2).map(({ content }) => content)).toEqual(['раз', 'два']);
  expect(second.hasUnsent()).toBe(true);
  first.close();
  world.isUp = true;
  second.poke();
  await flushed(world, 'раз', 'два + Лодка.png');
  await expect.poll(() => second.hasUnsent()).toBe(false);
});

test('a message keeps standing until its place among the others is there', async () => {
  const world = worldOf();
  const tab = await openTab(world);
  const key = await tab.send(2, text('раз'));
  await flushed(world, 'раз');
  await expect.poll(() => tab.hasUnsent()).toBe(false);
  expect(tab.of(2).map((one) => one.key)).toEqual([key]);
  expect(tab.knows(key)).toBe(true);
  tab.markShown(key);
  await expect.poll(() => tab.of(2)).toEqual([]);
});

test('where the browser keeps nothing, the page does, and says so', async () => {
  const world = worldOf();
  world.isUp = false;
  const tab = await openTab(world, { openStore: async () => undefined });
  await tab.send(2, text('раз'));
  await tab.send(2, text('два'));
  expect(world.fleeting).toBeGreaterThan(0);
  expect(tab.isFleeting()).toBe(true);
  world.isUp = true;
  tab.poke();
  await flushed(world, 'раз', 'два');
  await expect.poll(() => tab.isFleeting()).toBe(false);
});

test('with the disk full a message waits in the page, after those that the browser keeps', async () => {
  const world = worldOf();
  world.isUp = false;
  let isFull = false;
  const tab = await openTab(world, {
    async openStore(onGone) {
      const store = await openDatabaseStore(viewerId, onGone);
      const { add } = store;
      return {
        ...store,
        add: (...given) => (isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : add(...given)),
      };
    },
  });
  await tab.send(2, text('раз'));
  isFull = true;
  await tab.send(2, text('два'));
  isFull = false;
  await tab.send(2, text('три'));
  expect(tab.of(2).map(({ content }) => content)).toEqual(['раз', 'два', 'три']);
  world.isUp = true;
  await vi.waitFor(
    () => {
      tab.poke();
      expect(world.received).toEqual(['раз', 'два', 'три']);
    },
    { timeout: 15_000 },
  );
});

test('a file over its limit fails at once and alone; without it the rest goes', async () => {
  const world = worldOf();
  const tab = await openTab(world);
  const huge = CHAT_FILE_MAX_BYTES.image + 1;
  const key = await tab.send(2, { content: 'с файлами', files: [file('Мал.png'), file('Велик.png', huge)] });
  const [waiting] = tab.of(2);
  expect(waiting).toMatchObject({ state: 'failed', files: [{ state: 'waiting' }, { state: 'failed' }] });
  expect(waiting?.files[1]?.failure).toMatch(/^Больше \d+$/);
  await tab.retry(key);
  expect(tab.of(2)[0]?.state).toBe('failed');
  expect(world.received).toEqual([]);
  await tab.cancelFile(key, waiting?.files[1]?.key ?? '');
  await flushed(world, 'с файлами + Мал.png');
});

test('what was taken back is not sent', async () => {
  const world = worldOf();
  world.isUp = false;
  const tab = await openTab(world);
  const key = await tab.send(2, text('раз'));
  await tab.send(2, text('два'));
  await tab.cancel(key);
  expect(tab.of(2).map(({ content }) => content)).toEqual(['два']);
  world.isUp = true;
  tab.poke();
  await flushed(world, 'два');
});

test('signing out in one tab leaves nothing in the others', async () => {
  const world = worldOf();
  world.isUp = false;
  const tab = await openTab(world);
  await tab.send(2, text('раз'));
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseOf(viewerId));
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
  await expect.poll(() => tab.of(2)).toEqual([]);
  expect(tab.hasUnsent()).toBe(false);
});

test('where nothing is to be kept, a browser sends what it kept before, takes nothing new, and is empty then', async () => {
  const world = worldOf();
  world.isUp = false;
  const before = await openTab(world);
  await before.send(2, text('раз'));
  const database = await openDatabaseStore(viewerId, () => {});
  await database.saveDraft({ userId: 3, text: 'черновик', synced: '' });
  database.close();
  before.close();

  const memory = openMemoryStore();
  const openStore: OutboxOptions['openStore'] = (onGone) => openLeftStore(viewerId, memory, onGone);
  const tab = await openTab(world, { openStore });
  expect((await memory.drafts()).map(({ text }) => text)).toEqual(['черновик']);
  await tab.send(2, text('два'));
  expect([world.fleeting, tab.isFleeting()]).toEqual([1, true]);
  world.isUp = true;
  tab.poke();
  await expect.poll(() => [...world.received].sort()).toEqual(['два', 'раз']);
  tab.close();

  await openTab(world, { openStore });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(databaseOf(viewerId));
});
