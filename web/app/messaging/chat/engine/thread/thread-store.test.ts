import type { ChatEvent, Message } from '@app/contract/messaging/chat';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatOf, messageOf, NO_COUNTS } from '../../../../../test/sample-message.ts';
import type { Outgoing } from '../chat-types.ts';
import type { OutgoingSource } from './thread-rows.ts';
import { GAP_MS } from './thread-state.ts';
import { type ThreadPage, type ThreadQuery, ThreadStore } from './thread-store.ts';
import { WINDOW_MAX } from './thread-window.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function openServer(count: number) {
  const messages = new Map(Array.from({ length: count }, (_, at) => [at + 1, messageOf(at + 1)]));
  let last = count;
  let readSeq = count;
  const shown = (): Message[] => [...messages.values()].filter(({ deleted }) => deleted === 0);
  const chat = () => chatOf(last, { unread: last - readSeq, my_read_seq: readSeq });
  return {
    shown,
    chat,
    setRead(seq: number) {
      readSeq = seq;
    },
    last: () => last,
    add(change: Partial<Message> = {}): ChatEvent {
      last += 1;
      const message = messageOf(last, change);
      messages.set(last, message);
      return { type: 'chat_message', user_id: 2, message, chat: chat(), counts: NO_COUNTS };
    },
    change(seq: number, change: Partial<Message>): ChatEvent | undefined {
      const known = messages.get(seq);
      if (known === undefined || known.deleted === 1) return undefined;
      const message = { ...known, ...change };
      messages.set(seq, message);
      return { type: 'chat_changed', user_id: 2, message, chat: chat(), counts: NO_COUNTS };
    },
    read({ size = 25, before_seq, after_seq, around_seq }: ThreadQuery): ThreadPage | null {
      const all = shown();
      if (all.length === 0) return null;
      const limit = Number(size);
      const before = Number(before_seq ?? Number.MAX_SAFE_INTEGER);
      let list = all
        .filter(({ seq }) => seq < before)
        .slice(-limit)
        .toReversed();
      if (after_seq !== undefined) list = all.filter(({ seq }) => seq > Number(after_seq)).slice(0, limit);
      if (around_seq !== undefined) {
        const above = all.filter(({ seq }) => seq > Number(around_seq)).slice(0, limit / 2);
        const below = all.filter(({ seq }) => seq <= Number(around_seq)).slice(-limit / 2);
        list = [...above.toReversed(), ...below.toReversed()];
      }
      return { list, total: all.length, chat: chat() };
    },
  };
}

type Server = ReturnType<typeof openServer>;

const NOTHING_OUT: OutgoingSource = { of: () => [], knows: () => false, markShown: () => undefined };

function threadOf(server: Server, outgoing = NOTHING_OUT, delay = () => 5): ThreadStore {
  return new ThreadStore({
    userId: 2,
    outgoing,
    read: async (query) => {
      await new Promise((resolve) => setTimeout(resolve, delay()));
      const page = server.read(query);
      await new Promise((resolve) => setTimeout(resolve, delay()));
      return page;
    },
  });
}

async function opened(server: Server, outgoing = NOTHING_OUT): Promise<ThreadStore> {
  const thread = threadOf(server, outgoing);
  thread.open();
  await vi.advanceTimersByTimeAsync(50);
  return thread;
}

const seqs = (thread: ThreadStore): number[] =>
  thread.snapshot().rows.flatMap((row) => ('message' in row ? [row.message.seq] : []));
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2000);

test('an empty chat is ready without a word', async () => {
  const thread = await opened(openServer(0));
  expect(thread.snapshot()).toMatchObject({ state: 'ready', rows: [], hasOlder: false, hasNewer: false });
});

test('with little unread a chat opens at its end, with a lot where one stopped reading', async () => {
  const server = openServer(500);
  server.setRead(495);
  const few = await opened(server);
  expect(seqs(few).at(-1)).toBe(500);
  expect(few.snapshot()).toMatchObject({ firstUnreadSeq: 496, hasNewer: false });
  server.setRead(200);
  const many = await opened(server);
  expect(many.snapshot()).toMatchObject({ firstUnreadSeq: 201, hasNewer: true, hasOlder: true });
  expect(seqs(many)).toContain(201);
});

test('a thread begins with a page that was read before, and lists its rows anew only when they change', async () => {
  const server = openServer(50);
  const thread = threadOf(server);
  const page = server.read({ size: 40 });
  if (page === null) throw new Error('The chat has messages');
  thread.seed(page);
  const { rows, ...rest } = thread.snapshot();
  expect(rest).toMatchObject({ state: 'ready', hasOlder: true, hasNewer: false, isLoading: false });
  expect(seqs(thread)).toEqual(page.list.map(({ seq }) => seq).toReversed());
  thread.open();
  thread.markUnreadFrom();
  expect(thread.snapshot().rows).toBe(rows);
  thread.onEvent(server.add());
  expect(seqs(thread).at(-1)).toBe(51);
});

test('a hole is read after a moment, unless what was missing comes by itself', async () => {
  const server = openServer(10);
  const thread = await opened(server);
  const [first, second, third] = [server.add(), server.add(), server.add()];
  thread.onEvent(third);
  thread.onEvent(second);
  expect(seqs(thread).at(-1)).toBe(10);
  thread.onEvent(first);
  expect(seqs(thread)).toEqual(server.shown().map(({ seq }) => seq));

  server.add();
  thread.onEvent(server.add());
  expect(seqs(thread).at(-1)).toBe(13);
  await vi.advanceTimersByTimeAsync(GAP_MS + 50);
  expect(seqs(thread).at(-1)).toBe(15);
});

test('what was missed is read where one is, without a jump and with what has changed', async () => {
  const server = openServer(120);
  const thread = await opened(server);
  thread.loadOlder();
  await settle();
  const before = seqs(thread);
  server.change(90, { content: 'Иначе' });
  server.change(95, { deleted: 1 });
  for (let i = 0; i < 30; i += 1) server.add();
  thread.onMissed();
  await settle();
  expect(seqs(thread)[0]).toBe(before[0]);
  expect(seqs(thread).at(-1)).toBe(150);
  expect(seqs(thread)).not.toContain(95);
  expect(thread.has(1090)?.content).toBe('Иначе');
});

test('without a network the chat says so, and is there once it is back', async () => {
  const server = openServer(10);
  let isDown = true;
  const thread = new ThreadStore({
    userId: 2,
    outgoing: NOTHING_OUT,
    read: async (query) => {
      if (isDown) throw new Error('no network');
      return server.read(query);
    },
  });
  thread.open();
  await vi.advanceTimersByTimeAsync(10);
  expect(thread.snapshot().state).toBe('failed');
  isDown = false;
  thread.onMissed();
  await vi.advanceTimersByTimeAsync(10);
  expect(thread.snapshot()).toMatchObject({ state: 'ready' });
  expect(seqs(thread)).toHaveLength(10);
});

test('an answer shows what it quotes as it is now', async () => {
  const server = openServer(2);
  const quote = { id: 1001, user_id: 2, name: 'Анна', content: 'Слово 1', kind: 'text' as const };
  const thread = await opened(server);
  thread.onEvent(server.add({ reply: quote }));
  const edit = server.change(1, { content: 'Иначе' });
  if (edit) thread.onEvent(edit);
  expect(thread.has(1003)?.reply).toMatchObject({ content: 'Иначе' });
  const gone = server.change(1, { deleted: 1, content: '' });
  if (gone) thread.onEvent(gone);
  expect(thread.has(1003)?.reply).toMatchObject({ content: '', kind: 'gone' });
});

test('a message on its way keeps its row when it arrives, and stands once', async () => {
  const server = openServer(3);
  const key = '6d0f5a4e-0000-4000-8000-000000000001';
  const going = { key, userId: 2, content: 'Привет' } as Outgoing;
  let list: readonly Outgoing[] = [going];
  const settled: string[] = [];
  const outgoing: OutgoingSource = {
    of: () => list,
    knows: (one) => one === key,
    markShown: (one) => {
      settled.push(one);
      list = [];
    },
  };
  const thread = await opened(server, outgoing);
  expect(thread.snapshot().rows.map((row) => row.key)).toEqual(['m1001', 'm1002', 'm1003', key]);
  server.add();
  thread.onEvent(server.add({ mine: 1, client_key: key }));
  expect(thread.snapshot().rows.map((row) => row.key)).toEqual(['m1001', 'm1002', 'm1003', key]);
  await settle();
  expect(thread.snapshot().rows.map((row) => row.key)).toEqual(['m1001', 'm1002', 'm1003', 'm1004', key]);
  expect(settled).toEqual([key]);
});

test('a message that the page brought along stands once, though the outbox opens later and still holds it', async () => {
  const server = openServer(3);
  const key = '6d0f5a4e-0000-4000-8000-000000000002';
  server.add({ mine: 1, client_key: key });
  let list: readonly Outgoing[] = [];
  const settled: string[] = [];
  const outgoing: OutgoingSource = {
    of: () => list,
    knows: () => list.length > 0,
    markShown: (one) => settled.push(one),
  };
  const thread = await opened(server, outgoing);
  expect(thread.snapshot().rows.map((row) => row.key)).toEqual(['m1001', 'm1002', 'm1003', 'm1004']);
  list = [{ key, userId: 2, content: 'Привет' } as Outgoing];
  thread.onOutgoing();
  expect(thread.snapshot().rows.map((row) => row.key)).toEqual(['m1001', 'm1002', 'm1003', 'm1004']);
  expect(settled).toEqual([key]);
});

test('a change that is shown before the server says so is taken back, unless the server has spoken', async () => {
  const server = openServer(3);
  const thread = await opened(server);
  const before = thread.has(1002);
  if (before === undefined) throw new Error('no message');
  const liked = { ...before, pinned: 1 as const };
  thread.onEvent({ type: 'local_swap', before, after: liked });
  expect(thread.has(1002)?.pinned).toBe(1);
  thread.onEvent({ type: 'local_swap', before: liked, after: before });
  expect(thread.has(1002)?.pinned).toBe(0);
  thread.onEvent({ type: 'local_swap', before, after: liked });
  const edit = server.change(2, { content: 'Сервер сказал' });
  if (edit) thread.onEvent(edit);
  thread.onEvent({ type: 'local_swap', before: liked, after: before });
  expect(thread.has(1002)?.content).toBe('Сервер сказал');
});

test('ten thousand messages read up and down stay few in memory, and come back as they were', async () => {
  const server = openServer(10_000);
  const thread = await opened(server);
  let most = 0;
  for (let i = 0; i < 210; i += 1) {
    thread.loadOlder();
    await vi.advanceTimersByTimeAsync(20);
    most = Math.max(most, thread.snapshot().rows.length);
  }
  expect(thread.snapshot()).toMatchObject({ hasOlder: false, hasNewer: true });
  expect(seqs(thread)[0]).toBe(1);
  expect(thread.snapshot().rows).toHaveLength(WINDOW_MAX);
  while (thread.snapshot().hasNewer) {
    thread.loadNewer();
    await vi.advanceTimersByTimeAsync(20);
    most = Math.max(most, thread.snapshot().rows.length);
  }
  expect(seqs(thread).at(-1)).toBe(10_000);
  expect(most).toBeLessThanOrEqual(WINDOW_MAX + 50);
});

test('however events are lost, doubled, late or mixed up with pages, everything ends up there once and in order', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ is: fc.constant('message' as const), fate: fc.nat(9) }) },
    fc.record({ is: fc.constant('edit' as const), seq: fc.integer({ min: 1, max: 130 }), fate: fc.nat(9) }),
    fc.record({ is: fc.constant('delete' as const), seq: fc.integer({ min: 1, max: 130 }), fate: fc.nat(9) }),
    fc.record({ is: fc.constant('older' as const) }),
    fc.record({ is: fc.constant('newer' as const) }),
    fc.record({ is: fc.constant('newest' as const) }),
    fc.record({ is: fc.constant('jump' as const), seq: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ is: fc.constant('missed' as const) }),
    fc.record({ is: fc.constant('time' as const), ms: fc.nat(400) }),
  );
  const streams = fc.infiniteStream(fc.nat(12));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), streams, fc.boolean(), async (steps, delays, isLossy) => {
      const server = openServer(100);
      const thread = threadOf(server, NOTHING_OUT, () => delays.next().value ?? 0);
      thread.open();
      let hasLost = false;
      const late: ChatEvent[] = [];
      const tell = (event: ChatEvent | undefined, fate: number): void => {
        if (event === undefined) return;
        if (fate === 0 && isLossy) hasLost = true;
        else if (fate === 1 && event.type === 'chat_message') late.push(event);
        else thread.onEvent(event);
        if (fate === 2) thread.onEvent(event);
      };
      const tellNow = ({ type, ...rest }: ChatEvent): void => {
        if (!('message' in rest)) return;
        const now = server.change(rest.message.seq, {});
        if (now && type === 'chat_message') thread.onEvent({ ...now, type } as ChatEvent);
      };
      for (const one of steps) {
        if (one.is === 'message') tell(server.add(), one.fate);
        else if (one.is === 'edit') tell(server.change(one.seq, { content: `Правка ${one.seq}` }), one.fate);
        else if (one.is === 'delete') tell(server.change(one.seq, { deleted: 1, content: '' }), one.fate);
        else if (one.is === 'older') thread.loadOlder();
        else if (one.is === 'newer') thread.loadNewer();
        else if (one.is === 'newest') thread.toNewest();
        else if (one.is === 'jump') void thread.jumpTo(one.seq);
        else if (one.is === 'time') await vi.advanceTimersByTimeAsync(one.ms);
        else {
          thread.onMissed();
          hasLost = false;
        }
        await vi.advanceTimersByTimeAsync(delays.next().value ?? 0);
        const there = seqs(thread);
        expect(there).toEqual([...new Set(there)].sort((a, b) => a - b));
      }
      for (const event of late) tellNow(event);
      if (hasLost) thread.onMissed();
      await settle();
      const there = seqs(thread);
      const { hasNewer } = thread.snapshot();
      const [from, to] = [there[0] ?? 1, hasNewer ? (there.at(-1) ?? 0) : server.last()];
      const wanted = server.shown().filter(({ seq }) => seq >= from && seq <= to);
      expect(there).toEqual(wanted.map(({ seq }) => seq));
      for (const { id, content } of wanted) expect(thread.has(id)?.content).toBe(content);
      thread.close();
    }),
    { numRuns: 200 },
  );
});
