import type { Chat, chatApi, Message } from '@app/contract/messaging/chat';
import type { CallInput, ResponseOf } from '@app/contract/platform/endpoint';
import type { AnyChatEvent, ThreadEvent } from './chat-events.ts';
import type { Outgoing, ThreadEntry } from './chat-types.ts';
import {
  addNewer,
  addOlder,
  EMPTY_WINDOW,
  openWindow,
  removeMessages,
  replaceMessages,
  type ThreadWindow,
  trimWindow,
  upsertMessage,
} from './thread-window.ts';

export type ThreadPage = ResponseOf<typeof chatApi.messages>;
export type ThreadQuery = NonNullable<CallInput<typeof chatApi.messages>['query']>;

export interface ThreadSnapshot {
  state: 'loading' | 'ready' | 'failed';
  rows: readonly ThreadEntry[];
  chat: Chat | null;
  hasOlder: boolean;
  hasNewer: boolean;
  isLoading: boolean;
  firstUnreadSeq: number | null;
}

export interface OutgoingSource {
  of(userId: number): readonly Outgoing[];
  knows(key: string): boolean;
  markShown(key: string): void;
}

export interface ThreadOptions {
  userId: number;
  /** Null when there is no chat (404). */
  read(query: ThreadQuery): Promise<ThreadPage | null>;
  outgoing: OutgoingSource;
  onChat?(chat: Chat): void;
}

export interface ThreadStore {
  snapshot(): ThreadSnapshot;
  subscribe(listener: () => void): () => void;
  onEvent(event: AnyChatEvent): void;
  onMissed(): void;
  onOutgoing(): void;
  seed(page: ThreadPage): void;
  open(): void;
  loadOlder(): void;
  loadNewer(): void;
  jumpTo(seq: number): Promise<void>;
  toNewest(): Promise<void>;
  reload(): void;
  /** Recomputes the first unread message when the user returns to the chat. */
  markUnreadFrom(): void;
  has(id: number): Message | undefined;
  close(): void;
}

const FIRST_PAGE = 40;
const END_SEQ = 10 ** 12;
const PAGE = 50;
const REFRESH_PAGE = 100;
/** Milliseconds to wait for events that arrive out of order before reading the gap. */
export const GAP_MS = 300;
const RETRY_MIN_MS = 1000;
const RETRY_MAX_MS = 30_000;

export const LOADING: ThreadSnapshot = {
  state: 'loading',
  rows: [],
  chat: null,
  hasOlder: false,
  hasNewer: false,
  isLoading: true,
  firstUnreadSeq: null,
};

/** The rows of one chat and their updates. Uses only the server's numbers, no clock. */
export function createThread({ userId, read, outgoing, onChat }: ThreadOptions): ThreadStore {
  let window: ThreadWindow = EMPTY_WINDOW;
  let state: ThreadSnapshot['state'] = 'loading';
  let chat: Chat | null = null;
  let firstUnreadSeq: number | null = null;
  let snapshot = LOADING;
  let isClosed = false;
  let isOpened = false;
  let reads = 0;
  let isStale = false;
  let failures = 0;
  let gapTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let trimTimer: ReturnType<typeof setTimeout> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** Events that arrive during a read are newer than its page and are applied after it. */
  let eventsDuringRead: ThreadEvent[] | undefined;
  /** The end that the reader looks at; rows are dropped from the other end first. */
  let keptEnd: 'older' | 'newer' = 'newer';
  const waiting = new Map<number, Message>();
  const activeReads = new Set<'older' | 'newer' | 'newest' | 'refresh'>();
  const listeners = new Set<() => void>();
  const entryOf = new WeakMap<object, ThreadEntry>();
  const keyOf = new Map<number, string>();

  function entryForMessage(message: Message): ThreadEntry {
    const known = entryOf.get(message);
    if (known !== undefined) return known;
    let key = keyOf.get(message.id);
    if (key === undefined) {
      const { client_key } = message;
      key = client_key !== null && outgoing.knows(client_key) ? client_key : `m${message.id}`;
      keyOf.set(message.id, key);
    }
    const entry: ThreadEntry = { key, message };
    entryOf.set(message, entry);
    return entry;
  }

  function entryForOutgoing(one: Outgoing): ThreadEntry {
    const known = entryOf.get(one);
    if (known !== undefined) return known;
    const entry: ThreadEntry = { key: one.key, outgoing: one };
    entryOf.set(one, entry);
    return entry;
  }

  function publish(): void {
    if (isClosed) return;
    const { messages, hasOlder, hasNewer } = window;
    const rows = messages.map(entryForMessage);
    if (keyOf.size > 2 * messages.length + 100) {
      const ids = new Set(messages.map(({ id }) => id));
      for (const id of keyOf.keys()) if (!ids.has(id)) keyOf.delete(id);
    }
    const there = new Set(rows.map(({ key }) => key));
    // Rows of a page that was read before the outbox opened have their own keys.
    for (const { client_key } of messages) if (client_key !== null) there.add(client_key);
    for (const { key } of outgoing.of(userId)) if (there.has(key)) outgoing.markShown(key);
    if (!hasNewer && state === 'ready') {
      for (const one of outgoing.of(userId)) if (!there.has(one.key)) rows.push(entryForOutgoing(one));
    }
    snapshot = { state, rows, chat, hasOlder, hasNewer, isLoading: reads > 0, firstUnreadSeq };
    for (const listener of listeners) listener();
  }

  /** Serializes reads: each begins where the previous one ended. */
  function enqueueRead<T>(task: () => Promise<T>): Promise<T> {
    reads += 1;
    const done = turn.then(async () => {
      if (isClosed) throw new DOMException('The dialog is closed', 'AbortError');
      eventsDuringRead = [];
      try {
        return await task();
      } finally {
        reads -= 1;
        const pendingEvents = eventsDuringRead;
        eventsDuringRead = undefined;
        for (const event of pendingEvents) {
          applyChat(event);
          apply(event);
        }
        publish();
        trimSoon();
      }
    });
    turn = done.catch(() => undefined);
    publish();
    return done;
  }

  async function fetchPage(query: ThreadQuery): Promise<ThreadPage | null> {
    const page = await read({ mark: 0, ...query });
    failures = 0;
    if (page !== null) setChat(page.chat);
    return page;
  }

  function setChat(next: Chat): void {
    chat = next;
    onChat?.(next);
  }

  function updateFirstUnread(list: readonly Message[]): void {
    firstUnreadSeq = null;
    if (chat === null || chat.unread === 0) return;
    const { my_read_seq } = chat;
    const unread = list.filter(({ mine, seq }) => mine === 0 && seq > my_read_seq).map(({ seq }) => seq);
    if (unread.length > 0) firstUnreadSeq = Math.min(...unread);
  }

  async function readNewest(): Promise<ThreadPage | null> {
    // A query by `seq` answers an empty chat with an empty page instead of 404, which browsers log as an error.
    const page = await fetchPage({ before_seq: END_SEQ, size: FIRST_PAGE });
    window = page ? openWindow(page.list, { hasOlder: page.list.length >= FIRST_PAGE, hasNewer: false }) : EMPTY_WINDOW;
    return page;
  }

  async function readAround(seq: number): Promise<void> {
    const page = await fetchPage({ around_seq: seq, size: FIRST_PAGE });
    const seqs = page?.list.map((message) => message.seq) ?? [];
    if (page === null || seqs.length === 0) return;
    keptEnd = 'newer';
    const newest = page.chat.last_message?.seq ?? 0;
    window = openWindow(page.list, { hasOlder: Math.min(...seqs) > 1, hasNewer: Math.max(...seqs) < newest });
  }

  async function first(): Promise<void> {
    const page = await readNewest();
    if (page !== null) {
      const { unread, my_read_seq } = page.chat;
      if (unread > 0 && window.hasOlder && window.from > my_read_seq + 1) await readAround(my_read_seq + 1);
      updateFirstUnread(window.messages);
    }
    state = 'ready';
  }

  function startReading(): void {
    isOpened = true;
    enqueueRead(first).then(
      () => {
        if (isStale) recover();
      },
      () => {
        if (isClosed) return;
        if (state !== 'ready') state = 'failed';
        publish();
        retryLater();
      },
    );
  }

  /** Reads the loaded rows again and what follows, without moving the reader. */
  async function refresh(): Promise<void> {
    const from = window.from;
    const until = window.hasNewer ? window.to : Number.POSITIVE_INFINITY;
    const list: Message[] = [];
    let after = from - 1;
    let isLast = false;
    while (!isLast && after < until && list.length < REFRESH_PAGE * 5) {
      const page = await fetchPage({ after_seq: after, size: REFRESH_PAGE });
      const fresh = page?.list ?? [];
      list.push(...fresh);
      isLast = fresh.length < REFRESH_PAGE;
      after = Math.max(after, ...fresh.map(({ seq }) => seq));
    }
    window = replaceMessages(window, list, isLast);
    keptEnd = window.hasNewer ? 'older' : 'newer';
  }

  function retryLater(): void {
    clearTimeout(retryTimer);
    const delay = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures) * (0.5 + Math.random() / 2);
    failures += 1;
    isStale = true;
    retryTimer = setTimeout(recover, delay);
  }

  function recover(): void {
    clearTimeout(retryTimer);
    if (isClosed || !isOpened) return;
    // The current read may have started before the change.
    isStale = true;
    if (state !== 'ready') {
      if (reads === 0) startReading();
      return;
    }
    if (activeReads.has('refresh')) return;
    activeReads.add('refresh');
    isStale = false;
    const after = (then: () => void) => (): void => {
      activeReads.delete('refresh');
      if (!isClosed) then();
    };
    enqueueRead(refresh).then(
      after(() => {
        if (isStale) recover();
      }),
      after(retryLater),
    );
  }

  /** Messages before this one are missing; they may still arrive by the socket. */
  function waitFor(message: Message): void {
    waiting.set(message.seq, message);
    if (window.messages.length === 0) fillGap();
    else gapTimer ??= setTimeout(fillGap, GAP_MS);
  }

  function fillGap(): void {
    clearTimeout(gapTimer);
    gapTimer = undefined;
    if (isClosed || window.hasNewer || waiting.size === 0) return;
    readForward('newest');
  }

  function readForward(direction: 'newer' | 'newest'): void {
    if (activeReads.has(direction)) return;
    activeReads.add(direction);
    enqueueRead(async () => {
      let after = window.to;
      let isLast = false;
      // The end must be contiguous with the window, so that new messages can be appended.
      for (let pages = 0; !isLast && pages < (direction === 'newest' ? 4 : 1); pages += 1) {
        const page = await fetchPage({ after_seq: after, size: direction === 'newest' ? REFRESH_PAGE : PAGE });
        const fresh = page?.list ?? [];
        isLast = fresh.length < (direction === 'newest' ? REFRESH_PAGE : PAGE);
        window = addNewer(window, fresh, after, isLast);
        after = window.to;
      }
      waiting.clear();
      keptEnd = 'newer';
    })
      .catch(() => {
        if (!isClosed) retryLater();
      })
      .finally(() => activeReads.delete(direction));
  }

  function insertMessage(message: Message): void {
    const { window: next, isGap } = upsertMessage(window, message);
    window = next;
    if (isGap) {
      waitFor(message);
      return;
    }
    for (let late = waiting.get(window.to + 1); late !== undefined; late = waiting.get(window.to + 1)) {
      waiting.delete(late.seq);
      window = upsertMessage(window, late).window;
    }
    for (const seq of waiting.keys()) if (seq <= window.to) waiting.delete(seq);
    if (waiting.size === 0) {
      clearTimeout(gapTimer);
      gapTimer = undefined;
    }
  }

  /** Changes only loaded messages; any other message arrives with its page. */
  function change(message: Message): void {
    if (waiting.has(message.seq)) waiting.set(message.seq, message);
    if (message.seq <= window.to) window = upsertMessage(window, message).window;
    window = { ...window, messages: window.messages.map((one) => updateReply(one, message)) };
  }

  function apply(event: ThreadEvent): void {
    if (state !== 'ready') return;
    if (event.type === 'chat_message') insertMessage(event.message);
    else if (event.type === 'chat_changed') change(event.message);
    else if (event.type === 'chat_deleted') window = removeMessages(window, event.ids, event.up_to_seq);
    else if (event.type === 'local_sent') insertMessage(event.message);
    else if (event.type === 'local_hidden') window = removeMessages(window, event.ids);
    else if (event.type === 'local_swap') {
      const at = window.messages.indexOf(event.before);
      if (at !== -1) window = { ...window, messages: window.messages.with(at, event.after) };
    }
  }

  function applyChat(event: ThreadEvent): void {
    if (event.type === 'local_chat') chat = chat && { ...chat, ...event.change };
    else if ('chat' in event) {
      if (event.chat !== null) chat = event.chat;
      else if (chat !== null && event.type === 'chat_deleted') chat = { ...chat, last_message: null, unread: 0 };
    }
  }

  /** Trims in a separate update: a list that grows at one end and shrinks at the other at once would jump. */
  function trimSoon(): void {
    clearTimeout(trimTimer);
    if (trimWindow(window, keptEnd) === window) return;
    trimTimer = setTimeout(() => {
      if (isClosed || reads > 0) return;
      window = trimWindow(window, keptEnd);
      publish();
    }, 0);
  }

  async function jumpTo(seq: number): Promise<void> {
    const isThere = (): boolean => state === 'ready' && seq >= window.from && seq <= window.to;
    if (isThere()) return;
    await enqueueRead(async () => {
      if (isThere()) return;
      waiting.clear();
      await readAround(seq);
    });
  }

  async function toNewest(): Promise<void> {
    if (!window.hasNewer || activeReads.has('newest')) return;
    activeReads.add('newest');
    try {
      await enqueueRead(async () => {
        waiting.clear();
        await readNewest();
      });
    } finally {
      activeReads.delete('newest');
    }
  }

  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onEvent(event) {
      if (isClosed || event.type === 'chat_counts' || event.type === 'typing') return;
      if (event.type !== 'local_swap' && event.user_id !== userId) return;
      if (event.type === 'local_doubt') {
        recover();
        return;
      }
      eventsDuringRead?.push(event);
      applyChat(event);
      apply(event);
      publish();
      trimSoon();
      if (isStale && !event.type.startsWith('local')) recover();
    },
    onMissed: recover,
    onOutgoing: publish,
    seed(page) {
      if (isOpened) return;
      isOpened = true;
      window = openWindow(page.list, { hasOlder: page.total > page.list.length, hasNewer: false });
      setChat(page.chat);
      updateFirstUnread(window.messages);
      state = 'ready';
      publish();
    },
    open() {
      if (!isOpened) startReading();
    },
    loadOlder() {
      if (!window.hasOlder || activeReads.has('older')) return;
      activeReads.add('older');
      enqueueRead(async () => {
        const before = window.from;
        const page = await fetchPage({ before_seq: before, size: PAGE });
        const list = page?.list ?? [];
        window = addOlder(window, list, before, list.length < PAGE);
        keptEnd = 'older';
      })
        .catch(() => undefined)
        .finally(() => activeReads.delete('older'));
    },
    loadNewer() {
      if (window.hasNewer) readForward('newer');
    },
    jumpTo,
    toNewest,
    reload() {
      if (state === 'ready') recover();
      else {
        state = 'loading';
        startReading();
      }
    },
    markUnreadFrom() {
      updateFirstUnread(window.messages);
      publish();
    },
    has: (id) => window.messages.find((message) => message.id === id),
    close() {
      isClosed = true;
      clearTimeout(gapTimer);
      clearTimeout(retryTimer);
      clearTimeout(trimTimer);
    },
  };
}

function updateReply(one: Message, changed: Message): Message {
  if (one.reply?.id !== changed.id) return one;
  const reply =
    changed.deleted === 1
      ? { ...one.reply, content: '', kind: 'gone' as const }
      : { ...one.reply, content: changed.content };
  return { ...one, reply };
}
