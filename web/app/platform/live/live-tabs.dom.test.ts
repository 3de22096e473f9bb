import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpeningSocket } from '../../../test/fake-socket.ts';
import { openSocketTabs, type PathSubscription, type SocketTabs } from './live-tabs.ts';

class FakeSocket extends OpeningSocket {
  readonly address: string;

  constructor(url: string) {
    super(url);
    this.address = url.replace(/^ws:\/\/[^/]+/, '');
    sockets.push(this);
  }

  override close(): void {
    this.readyState = 3;
  }

  override accept(seq?: number): void {
    super.accept();
    if (seq !== undefined) this.tell({ type: 'hello', seq });
  }
}

type LockBody = () => unknown;
interface LockOptions {
  signal?: AbortSignal;
  steal?: boolean;
}

class FakeLocks {
  readonly #lines = new Map<string, { body: LockBody; done: (error?: Error) => void; isHeld: boolean }[]>();

  request(name: string, ...rest: [LockBody] | [LockOptions, LockBody]): Promise<void> {
    const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
    const line = this.#lines.get(name) ?? [];
    this.#lines.set(name, line);
    return new Promise((resolve, reject) => {
      const entry = { body, isHeld: false, done: (error?: Error) => (error ? reject(error) : resolve()) };
      if (options.steal) {
        for (const held of line.splice(0, line[0]?.isHeld ? 1 : 0)) held.done(new Error('stolen'));
        line.unshift(entry);
      } else line.push(entry);
      options.signal?.addEventListener('abort', () => {
        if (entry.isHeld) return;
        line.splice(line.indexOf(entry), 1);
        reject(new Error('aborted'));
      });
      this.#grant(name);
    });
  }

  #grant(name: string): void {
    const [first] = this.#lines.get(name) ?? [];
    if (first === undefined || first.isHeld) return;
    first.isHeld = true;
    void Promise.resolve()
      .then(first.body)
      .finally(() => {
        const line = this.#lines.get(name) ?? [];
        if (!line.includes(first)) return;
        line.splice(line.indexOf(first), 1);
        first.done();
        this.#grant(name);
      });
  }
}

/** Delivers synchronously, as if the instances were other tabs. */
class FakeChannel {
  static all = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | undefined;
  isAsleep = false;

  constructor() {
    FakeChannel.all.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.all)
      if (other !== this && !other.isAsleep) queueMicrotask(() => other.onmessage?.({ data: structuredClone(data) }));
  }

  close(): void {
    FakeChannel.all.delete(this);
  }
}

const PATH = '/ws/notifications/7/';
let sockets: FakeSocket[] = [];
let opened: Tab[] = [];

beforeEach(() => {
  sockets = [];
  opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  Object.defineProperty(navigator, 'locks', { value: new FakeLocks(), configurable: true, writable: true });
});

afterEach(async () => {
  for (const tab of opened) tab.tabs.close();
  await settle();
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true, writable: true });
  FakeChannel.all.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(100);

interface Tab {
  tabs: SocketTabs;
  channel: FakeChannel;
  heard: object[];
  missed: number;
  want: PathSubscription;
}

async function openTab(path = PATH): Promise<Tab> {
  const want: PathSubscription = { path, seq: undefined, hasBeenOpen: false, wish: undefined };
  const heard: object[] = [];
  const tab = { heard, missed: 0, want } as unknown as Tab;
  tab.tabs = openSocketTabs({
    listSubscriptions: () => [want],
    onOpen(_path, seq) {
      want.hasBeenOpen = true;
      want.seq ??= seq;
    },
    onMissed(_path, seq) {
      want.seq = seq ?? want.seq;
      tab.missed += 1;
    },
    onEvent(_path, event) {
      const seq = 'seq' in event ? Number(event.seq) : undefined;
      if (seq !== undefined && want.seq !== undefined && seq <= want.seq) return;
      want.seq = seq ?? want.seq;
      heard.push(event);
    },
  });
  tab.channel = [...FakeChannel.all].at(-1) as FakeChannel;
  tab.tabs.want(want);
  opened.push(tab);
  await settle();
  return tab;
}

const last = (): FakeSocket => {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket was opened');
  return socket;
};

test('tabs of one browser hear over one socket', async () => {
  const one = await openTab();
  last().accept(0);
  const two = await openTab();
  const three = await openTab();
  last().tell({ type: 'a', seq: 1 });
  last().tell({ type: 'unread', count: 2 });
  await settle();
  expect(sockets).toHaveLength(1);
  for (const tab of [one, two, three])
    expect(tab.heard).toEqual([
      { type: 'a', seq: 1 },
      { type: 'unread', count: 2 },
    ]);
  two.tabs.send(PATH, { type: 'x' });
  await settle();
  expect(last().said).toEqual(['{"type":"x"}']);
});

test('a tab that joins later hears the state of now, and nothing of what was before', async () => {
  await openTab();
  last().accept(3);
  last().tell({ type: 'a', seq: 4 });
  last().tell({ type: 'unread', count: 5 });
  const late = await openTab();
  expect(late.heard).toEqual([{ type: 'unread', count: 5 }]);
  expect(late.want.seq).toBe(4);
  last().tell({ type: 'b', seq: 5 });
  await settle();
  expect(late.heard.at(-1)).toEqual({ type: 'b', seq: 5 });
});

test('when the tab with the socket is closed another one goes on where the last of all stood', async () => {
  const one = await openTab();
  last().accept(0);
  const [two, three] = [await openTab(), await openTab()];
  last().tell({ type: 'a', seq: 1 });
  await settle();
  three.channel.isAsleep = true;
  last().tell({ type: 'b', seq: 2 });
  await settle();
  three.channel.isAsleep = false;
  one.tabs.close();
  await settle();
  expect(sockets).toHaveLength(2);
  expect(last().address).toBe(`${PATH}?after=1`);
  last().accept(2);
  last().tell({ type: 'b', seq: 2 });
  last().tell({ type: 'c', seq: 3 });
  await settle();
  const all = [
    { type: 'a', seq: 1 },
    { type: 'b', seq: 2 },
    { type: 'c', seq: 3 },
  ];
  for (const tab of [two, three]) {
    expect(tab.heard).toEqual(all);
    expect(tab.missed).toBe(0);
  }
});

test('a path without numbers is read anew by those who heard it, when another tab takes it over', async () => {
  const one = await openTab('/ws/ads/1/');
  last().accept();
  const two = await openTab('/ws/ads/1/');
  one.tabs.close();
  await settle();
  last().accept();
  await settle();
  expect(two.missed).toBe(1);
});

test('the socket closes with the last tab that wants it', async () => {
  const one = await openTab();
  last().accept(0);
  const two = await openTab();
  one.tabs.unsubscribe(PATH);
  await settle();
  expect(last().readyState).toBe(FakeSocket.OPEN);
  two.tabs.unsubscribe(PATH);
  await settle();
  expect(last().readyState).toBe(3);
});

test('a tab that is gone without a word wants nothing any more', async () => {
  await openTab('/ws/ads/1/');
  last().accept();
  const gone = await openTab('/ws/ads/2/');
  last().accept();
  expect(sockets).toHaveLength(2);
  // A tab that crashed sends no goodbye, but its lock is released.
  gone.channel.close();
  gone.channel.postMessage = () => {};
  gone.tabs.close();
  await settle();
  expect(sockets.map(({ readyState }) => readyState)).toEqual([FakeSocket.OPEN, 3]);
});

test('a tab with the socket that the browser put to sleep is replaced once somebody looks at another', async () => {
  const one = await openTab();
  last().accept(0);
  const two = await openTab();
  one.channel.isAsleep = true;
  two.tabs.resume();
  await vi.advanceTimersByTimeAsync(3200);
  expect(sockets).toHaveLength(2);
  expect(last().address).toBe(`${PATH}?after=0`);
  last().accept(1);
  last().tell({ type: 'a', seq: 1 });
  await settle();
  expect(two.heard).toEqual([{ type: 'a', seq: 1 }]);
  // After resuming, the tab finds another leader, closes its sockets and follows.
  one.channel.isAsleep = false;
  last().tell({ type: 'b', seq: 2 });
  await settle();
  expect(sockets[0]?.readyState).toBe(3);
  expect(one.heard.at(-1)).toEqual({ type: 'b', seq: 2 });
});

test('whom several tabs watch is asked for together', async () => {
  const one = await openTab('/ws/callnotification/7/');
  last().accept();
  const two = await openTab('/ws/callnotification/7/');
  one.tabs.wish('/ws/callnotification/7/', { type: 'watch', user_ids: [1, 2] });
  two.tabs.wish('/ws/callnotification/7/', { type: 'watch', user_ids: [2, 3] });
  await settle();
  expect(last().said).toEqual(['{"type":"watch","user_ids":[1,2]}', '{"type":"watch","user_ids":[1,2,3]}']);
});
