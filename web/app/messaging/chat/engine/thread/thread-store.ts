import type { Chat, chatApi, Message } from '@app/contract/messaging/chat';
import type { CallInput, ResponseOf } from '@app/contract/platform/endpoint';
import { createMachine } from '../../../../platform/state-machine.ts';
import type { AnyChatEvent } from '../chat-events.ts';
import type { ThreadEntry } from '../chat-types.ts';
import { type OutgoingSource, ThreadRows } from './thread-rows.ts';
import {
  FIRST_PAGE,
  isLoaded,
  NEW_THREAD,
  PAGE,
  reduceThread,
  type ThreadEffect,
  type ThreadRead,
  type ThreadState,
  type ThreadStep,
} from './thread-state.ts';

export type ThreadPage = ResponseOf<typeof chatApi.messages>;
export type ThreadQuery = NonNullable<CallInput<typeof chatApi.messages>['query']>;

export interface ThreadSnapshot {
  state: ThreadState['state'];
  /** Oldest first. Unsent messages are last, and present only when the newest messages are loaded. */
  rows: readonly ThreadEntry[];
  chat: Chat | null;
  hasOlder: boolean;
  hasNewer: boolean;
  isLoading: boolean;
  firstUnreadSeq: number | null;
}

export type Thread = ThreadSnapshot & Pick<ThreadStore, 'loadOlder' | 'loadNewer' | 'jumpTo' | 'toNewest' | 'reload'>;

export interface ThreadOptions {
  userId: number;
  /** Null when there is no chat (404). */
  read(query: ThreadQuery): Promise<ThreadPage | null>;
  outgoing: OutgoingSource;
  onChat?(chat: Chat): void;
}

const END_SEQ = 10 ** 12;
const REFRESH_PAGE = 100;
/** Pages that one read fills a gap with; the rest follows with the next message. */
const GAP_PAGES_MAX = 4;

const LOADING: ThreadSnapshot = {
  state: 'loading',
  rows: [],
  chat: null,
  hasOlder: false,
  hasNewer: false,
  isLoading: true,
  firstUnreadSeq: null,
};

/** The rows of one chat and their updates. Owns timers and reads; {@link reduceThread} decides. */
export class ThreadStore {
  readonly #options: ThreadOptions;
  readonly #rows: ThreadRows;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #machine = createMachine(reduceThread, NEW_THREAD, (effect) => this.#run(effect));
  #snapshot = LOADING;
  #isClosed = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#rows = new ThreadRows(options.userId, options.outgoing);
  }

  readonly snapshot = (): ThreadSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #dispatch(step: ThreadStep): void {
    if (!this.#isClosed) this.#machine.send(step);
  }

  #run(effect: ThreadEffect): void {
    if (effect.do === 'publish') this.#publish();
    else if (effect.do === 'read') void this.#settle(effect.read);
    else {
      const { timer } = effect;
      clearTimeout(this.#timers.get(timer));
      if (effect.do === 'stopTimer') return;
      // Readers whose connection failed together come back one after the other.
      const delay = timer === 'retry' ? effect.ms * (0.5 + Math.random() / 2) : effect.ms;
      this.#timers.set(
        timer,
        setTimeout(() => this.#dispatch({ type: 'timeout', timer }), delay),
      );
    }
  }

  #publish(): void {
    if (this.#isClosed) return;
    const { window, state, chat, firstUnreadSeq, reads } = this.#machine.state();
    const { messages, hasOlder, hasNewer } = window;
    const rows = this.#rows.build(messages, !hasNewer && state === 'ready');
    this.#snapshot = { state, rows, chat, hasOlder, hasNewer, isLoading: reads > 0, firstUnreadSeq };
    for (const listener of this.#listeners) listener();
  }

  async #settle(read: ThreadRead): Promise<void> {
    const isFailed = await this.#enqueue(this.#readers[read]).then(
      () => false,
      () => true,
    );
    this.#dispatch({ type: 'readSettled', read, isFailed });
  }

  /** Serializes reads: each begins where the previous one ended. */
  #enqueue(task: () => Promise<unknown>): Promise<void> {
    const done = this.#turn.then(async () => {
      if (this.#isClosed) throw new DOMException('The dialog is closed', 'AbortError');
      this.#dispatch({ type: 'readStarted' });
      try {
        await task();
      } finally {
        this.#dispatch({ type: 'readEnded' });
      }
    });
    this.#turn = done.catch(() => undefined);
    this.#dispatch({ type: 'readQueued' });
    return done;
  }

  readonly #readers: Record<ThreadRead, () => Promise<unknown>> = {
    first: () => this.#readFirst(),
    refresh: () => this.#refresh(),
    older: () => this.#readOlder(),
    newer: () => this.#readForward(1, PAGE),
    gap: () => this.#readForward(GAP_PAGES_MAX, REFRESH_PAGE),
    newest: () => {
      this.#dispatch({ type: 'waitingCleared' });
      return this.#readNewest();
    },
  };

  async #fetch(query: ThreadQuery): Promise<ThreadPage | null> {
    const page = await this.#options.read({ mark: 0, ...query });
    this.#dispatch({ type: 'pageRead', chat: page?.chat ?? null });
    if (page !== null) this.#options.onChat?.(page.chat);
    return page;
  }

  async #readFirst(): Promise<void> {
    const chat = (await this.#readNewest())?.chat;
    const { hasOlder, from } = this.#machine.state().window;
    if (chat && chat.unread > 0 && hasOlder && from > chat.my_read_seq + 1)
      await this.#readAround(chat.my_read_seq + 1);
    this.#dispatch({ type: 'firstRead' });
  }

  async #readNewest(): Promise<ThreadPage | null> {
    // A query by `seq` answers an empty chat with an empty page instead of 404, which browsers log as an error.
    const page = await this.#fetch({ before_seq: END_SEQ, size: FIRST_PAGE });
    this.#dispatch({ type: 'newestRead', page });
    return page;
  }

  async #readAround(seq: number): Promise<void> {
    this.#dispatch({ type: 'aroundRead', page: await this.#fetch({ around_seq: seq, size: FIRST_PAGE }) });
  }

  async #readOlder(): Promise<void> {
    const before = this.#machine.state().window.from;
    const page = await this.#fetch({ before_seq: before, size: PAGE });
    this.#dispatch({ type: 'olderRead', list: page?.list ?? [], before });
  }

  /** The end must be contiguous with the window, so that new messages can be appended. */
  async #readForward(pagesMax: number, size: number): Promise<void> {
    let isLast = false;
    for (let pages = 0; !isLast && pages < pagesMax; pages += 1) {
      const after = this.#machine.state().window.to;
      const list = (await this.#fetch({ after_seq: after, size }))?.list ?? [];
      isLast = list.length < size;
      this.#dispatch({ type: 'newerRead', list, after, isLast });
    }
    this.#dispatch({ type: 'forwardRead' });
  }

  /** Reads the loaded rows again and what follows, without moving the reader. */
  async #refresh(): Promise<void> {
    const { from, to, hasNewer } = this.#machine.state().window;
    const until = hasNewer ? to : Number.POSITIVE_INFINITY;
    const list: Message[] = [];
    let after = from - 1;
    let isLast = false;
    while (!isLast && after < until && list.length < REFRESH_PAGE * 5) {
      const fresh = (await this.#fetch({ after_seq: after, size: REFRESH_PAGE }))?.list ?? [];
      list.push(...fresh);
      isLast = fresh.length < REFRESH_PAGE;
      after = Math.max(after, ...fresh.map(({ seq }) => seq));
    }
    this.#dispatch({ type: 'refreshRead', list, isLast });
  }

  readonly open = (): void => this.#dispatch({ type: 'opened' });
  readonly onMissed = (): void => this.#dispatch({ type: 'missed' });
  readonly onOutgoing = (): void => this.#publish();
  readonly loadOlder = (): void => this.#dispatch({ type: 'wanted', read: 'older' });
  readonly loadNewer = (): void => this.#dispatch({ type: 'wanted', read: 'newer' });
  readonly toNewest = (): void => this.#dispatch({ type: 'wanted', read: 'newest' });
  readonly reload = (): void => this.#dispatch({ type: 'reloaded' });
  /** Recomputes the first unread message when the user returns to the chat. */
  readonly markUnreadFrom = (): void => this.#dispatch({ type: 'returned' });

  onEvent(event: AnyChatEvent): void {
    if (event.type === 'chat_counts' || event.type === 'typing') return;
    if (event.type !== 'local_swap' && event.user_id !== this.#options.userId) return;
    this.#dispatch({ type: 'event', event });
  }

  /** Begins with a page that was read before, instead of reading. */
  seed(page: ThreadPage): void {
    this.#dispatch({ type: 'seeded', page });
  }

  /** Loads the messages around this `seq` unless they are loaded. */
  async jumpTo(seq: number): Promise<void> {
    if (isLoaded(this.#machine.state(), seq)) return;
    await this.#enqueue(async () => {
      if (isLoaded(this.#machine.state(), seq)) return;
      this.#dispatch({ type: 'waitingCleared' });
      await this.#readAround(seq);
    });
  }

  has(id: number): Message | undefined {
    return this.#machine.state().window.messages.find((message) => message.id === id);
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
