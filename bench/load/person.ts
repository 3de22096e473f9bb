import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chat, ChatCounts, Message } from '@app/contract/messaging/chat';
import type { Random } from '../../server/src/demo/random.ts';
import { type Caller, type CallResponse, createCaller } from './call.ts';
import { type Arrival, type Belief, contentOf, type PersonLog, parseNumber, type SentMessage } from './logs.ts';
import { backoff, type ConnectionEvent, openConnection, type UserConnection } from './user-connection.ts';

export interface SimulatedUser {
  id: number;
  token: string;
  others: readonly number[];
}

/** Ways of corrupting received events, to test the checks. */
export type Sabotage = 'deaf' | 'echo' | 'swap';

interface SimulatedPersonOptions {
  origin: string;
  random: Random;
  rate: number;
  /** HTTP connections that people share, as behind a proxy. Default: each has their own. */
  agent?: Agent | undefined;
  sabotage?: Sabotage | undefined;
}

export interface SimulatedPerson {
  ready: Promise<void>;
  start(): void;
  hush(): void;
  isQuiet(): boolean;
  connection: UserConnection;
  log(): PersonLog;
  close(): void;
}

interface SimulatedChat {
  other: number;
  arrivals: Arrival[];
  seen: Set<number>;
  receivedIds: Set<number>;
  last: number;
  newest: number;
  delivered: number;
  read: number;
  belief: Belief | null;
  lastEventAt: number;
  sentCount: number;
  outbox: SentMessage[];
  isSending: boolean;
  isReading: boolean;
  gap: NodeJS.Timeout | undefined;
}

const CALL_MS = 6000;
const PAGE = 100;
/** Milliseconds that messages after a gap wait for the missing ones. */
const GAP_MS = 1000;
/**
 * An acknowledged message must return over the user's own connection within this time, otherwise the connection is
 * probed.
 */
const ECHO_MS = 2000;
const DELIVERED_MS = 2000;
const QUIET_MS = 3000;
/** Milliseconds between reads of a chat: frequent, rare, or never. */
const LOOKS_MS = [3000, 3000, 3000, 12_000, Number.POSITIVE_INFINITY];

export const now = (): number => performance.timeOrigin + performance.now();

/**
 * Simulates a user with a correct client: an ordered outbox, retries with one idempotency key, a resuming connection.
 */
export function createPerson({ id, token, others }: SimulatedUser, options: SimulatedPersonOptions): SimulatedPerson {
  const { origin, random, rate, agent } = options;
  const caller: Caller = createCaller(origin, token, CALL_MS, () => connection.probe(), agent);
  const dialogs = new Map(others.map((other) => [other, createSimulatedChat(other)]));
  const sent: SentMessage[] = [];
  const refused: string[] = [];
  const calls: Record<string, number> = {};
  const timers = new Set<NodeJS.Timeout>();
  let unread: number | null = null;
  let badgeAt = 0;
  let lastEventAt = now();
  let isHushed = true;
  let isClosed = false;
  let rereads = 0;
  let deliverDelayed: (() => void) | undefined;
  let sabotage = options.sabotage;
  const started = Promise.withResolvers<void>();

  const connection = openConnection(
    origin,
    { id, token },
    {
      onOpen: () => {
        if (unread === null) void reread();
      },
      onMissed() {
        for (const dialog of dialogs.values()) recordArrival(dialog, { by: 'anew' });
        void reread();
      },
      onDead: () => caller.hangUp(),
      onEvent: receiveEvent,
    },
  );

  /** Repeats a call until it succeeds; undefined when it is rejected permanently. */
  async function insist(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, onTry?: () => void) {
    for (let failures = 0; !isClosed; failures++) {
      onTry?.();
      const answer = await attempt(method, path, body);
      if (answer !== undefined && answer.status < 300) return answer.body;
      if (answer !== undefined && answer.status < 500 && answer.status !== 429 && answer.status !== 408) {
        refused.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return undefined;
      }
      await sleep(backoff(failures));
    }
    return undefined;
  }

  async function attempt(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ): Promise<CallResponse | undefined> {
    try {
      const answer = await caller.call(method, path, body);
      calls[answer.status] = (calls[answer.status] ?? 0) + 1;
      return answer;
    } catch {
      calls.broken = (calls.broken ?? 0) + 1;
      // A failed call may mean a dead connection, too.
      connection.probe();
      return undefined;
    }
  }

  function receiveEvent(event: ConnectionEvent, isOld: boolean): void {
    const isSpoiled = sabotage !== undefined && event.type === 'chat_message';
    if (!isSpoiled) {
      handleEvent(event, isOld);
    } else if (sabotage === 'swap' && deliverDelayed === undefined) {
      deliverDelayed = () => handleEvent(event, isOld);
    } else {
      for (let i = sabotage === 'echo' ? 2 : sabotage === 'swap' ? 1 : 0; i > 0; i--) handleEvent(event, isOld);
      deliverDelayed?.();
      sabotage = undefined;
    }
  }

  function handleEvent(event: ConnectionEvent, isOld: boolean): void {
    lastEventAt = now();
    if (event.type === 'chat_message') {
      const { message, user_id } = event as unknown as { message: Message; user_id: number };
      const dialog = dialogs.get(user_id);
      if (dialog !== undefined) {
        recordMessage(dialog, message, 'line');
        if (dialog.last < message.seq) dialog.gap ??= setTimeout(() => void fetchMissed(dialog), GAP_MS);
      }
    }
    if (isOld || typeof event.type !== 'string' || !event.type.startsWith('chat_')) return;
    const { chat, counts, user_id } = event as unknown as { chat?: Chat | null; counts?: ChatCounts; user_id: number };
    const dialog = dialogs.get(user_id);
    if (dialog !== undefined && chat) {
      dialog.lastEventAt = lastEventAt;
      dialog.belief = beliefOf(chat);
    }
    if (counts !== undefined) {
      badgeAt = lastEventAt;
      unread = counts.unread;
    }
  }

  function recordMessage(dialog: SimulatedChat, message: Message, by: 'line' | 'page'): void {
    const from = message.mine === 1 ? id : dialog.other;
    recordArrival(dialog, { by, seq: message.seq, id: message.id, from, n: parseNumber(message.content, from) });
    if (by === 'line') dialog.receivedIds.add(message.id);
    dialog.seen.add(message.seq);
    while (dialog.seen.has(dialog.last + 1)) dialog.last += 1;
    if (from === dialog.other && message.seq > dialog.newest) dialog.newest = message.seq;
  }

  function recordArrival(dialog: SimulatedChat, arrival: Pick<Arrival, 'by'> & Partial<Arrival>): void {
    dialog.arrivals.push({ at: now(), seq: 0, id: 0, from: 0, n: 0, ...arrival });
  }

  /** Reloads everything over REST: at the start, and after events were missed. */
  async function reread(): Promise<void> {
    rereads += 1;
    const began = now();
    for (let page = 1; ; page++) {
      const body = await insist('GET', `/api/chat?size=${PAGE}&page=${page}`);
      if (body === undefined) break;
      const { list, counts } = body as { list: Chat[]; counts: ChatCounts };
      if (badgeAt < began) unread = counts.unread;
      for (const chat of list) {
        const dialog = dialogs.get(chat.user.id);
        if (dialog === undefined) continue;
        if (dialog.lastEventAt < began) dialog.belief = beliefOf(chat);
        if ((chat.last_message?.seq ?? 0) > dialog.last) await fetchMissed(dialog);
      }
      if (list.length < PAGE) break;
    }
    for (const dialog of dialogs.values()) recordArrival(dialog, { by: 'whole' });
    rereads -= 1;
    started.resolve();
  }

  async function fetchMissed(dialog: SimulatedChat): Promise<void> {
    dialog.gap = undefined;
    if (dialog.isReading) return;
    dialog.isReading = true;
    for (;;) {
      const path = `/api/chat/${dialog.other}?after_seq=${dialog.last}&size=${PAGE}&mark=0`;
      const body = await insist('GET', path);
      if (body === undefined) break;
      const { list } = body as { list: Message[] };
      for (const message of list) recordMessage(dialog, message, 'page');
      if (list.length < PAGE) break;
    }
    dialog.isReading = false;
  }

  function enqueueMessage(dialog: SimulatedChat): void {
    dialog.sentCount += 1;
    const { other: to, sentCount: n } = dialog;
    const message: SentMessage = { key: randomUUID(), to, n, at: now(), ackedAt: null, id: 0, seq: 0, tries: 0 };
    sent.push(message);
    dialog.outbox.push(message);
    if (!dialog.isSending) void empty(dialog);
  }

  /** Sends sequentially: the next message waits for the acknowledgement of the previous one. */
  async function empty(dialog: SimulatedChat): Promise<void> {
    dialog.isSending = true;
    for (let message = dialog.outbox[0]; message !== undefined && !isClosed; message = dialog.outbox[0]) {
      const current = message;
      const content = contentOf(id, current.to, current.n);
      const body = await insist('PUT', `/api/chat/${current.to}`, { content, client_key: current.key }, () => {
        current.tries += 1;
      });
      if (isClosed) break;
      if (body !== undefined) {
        const { id: messageId, seq } = body as Message;
        Object.assign(current, { ackedAt: now(), id: messageId, seq });
        later(ECHO_MS, () => {
          if (!dialog.receivedIds.has(messageId)) connection.probe();
        });
      }
      dialog.outbox.shift();
    }
    dialog.isSending = false;
  }

  async function sendDeliveryReceipts(): Promise<void> {
    const list = [...dialogs.values()].filter(({ newest, delivered }) => newest > delivered);
    if (list.length === 0) return;
    const receipts = list.map(({ other, newest }) => ({ user_id: other, seq: newest }));
    if ((await insist('POST', '/api/chat/delivered', { list: receipts })) === undefined) return;
    for (const [i, dialog] of list.entries()) dialog.delivered = Math.max(dialog.delivered, receipts[i]?.seq ?? 0);
  }

  async function markDialogsRead(): Promise<void> {
    for (const dialog of dialogs.values()) {
      const { newest: seq, other } = dialog;
      if (seq <= dialog.read || isClosed) continue;
      if ((await insist('POST', `/api/chat/${other}/read`, { seq })) !== undefined) dialog.read = seq;
    }
  }

  function later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  }

  let running = 0;

  /** Repeats at randomized intervals, so that users are not synchronized. */
  function every(ms: () => number, run: () => Promise<void>, first = ms()): void {
    later(first, async () => {
      running += 1;
      await run();
      running -= 1;
      if (!isClosed) every(ms, run);
    });
  }

  const looksEvery = random.pick(LOOKS_MS);
  const jitter = (ms: number): number => ms * (0.7 + random.next() * 0.6);
  const list = [...dialogs.values()];

  return {
    ready: started.promise,
    connection,
    start() {
      isHushed = false;
      every(
        () => jitter(1000 / rate),
        async () => {
          if (!isHushed) enqueueMessage(random.pick(list));
        },
        // Anywhere in the first interval, so that all together write as often from the beginning.
        (random.next() * 1000) / rate,
      );
      every(() => jitter(DELIVERED_MS), sendDeliveryReceipts);
      if (Number.isFinite(looksEvery)) every(() => jitter(looksEvery), markDialogsRead);
    },
    hush() {
      isHushed = true;
    },
    isQuiet: () =>
      running === 0 &&
      rereads === 0 &&
      now() - lastEventAt > QUIET_MS &&
      list.every(
        ({ outbox, isReading, gap, newest, delivered, read }) =>
          outbox.length === 0 &&
          !isReading &&
          gap === undefined &&
          newest <= delivered &&
          (newest <= read || !Number.isFinite(looksEvery)),
      ),
    log: () => ({
      id,
      sent,
      dialogs: list.map(({ other, arrivals, belief }) => ({ other, arrivals, belief })),
      unread,
      refused,
      waiting: list.reduce((sum, { outbox }) => sum + outbox.length, 0),
      connection: connection.stats,
      calls,
    }),
    close() {
      isClosed = true;
      connection.close();
      caller.close();
      for (const timer of timers) clearTimeout(timer);
      for (const { gap } of list) clearTimeout(gap);
    },
  };
}

function createSimulatedChat(other: number): SimulatedChat {
  return {
    other,
    arrivals: [],
    seen: new Set(),
    receivedIds: new Set(),
    last: 0,
    newest: 0,
    delivered: 0,
    read: 0,
    belief: null,
    lastEventAt: 0,
    sentCount: 0,
    outbox: [],
    isSending: false,
    isReading: false,
    gap: undefined,
  };
}

const beliefOf = ({ unread, my_read_seq, delivered_seq, read_seq }: Chat): Belief => ({
  unread,
  my_read_seq,
  delivered_seq,
  read_seq,
});
