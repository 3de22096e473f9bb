import type { Chat, Message } from '@app/contract/messaging/chat';
import type { Step } from '../../../../platform/state-machine.ts';
import type { ThreadEvent } from '../chat-events.ts';
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

/** Reads that run at most once at a time; `gap` and `newest` exclude each other. */
export type ThreadRead = 'first' | 'refresh' | 'older' | 'newer' | 'gap' | 'newest';
type ThreadTimer = 'gap' | 'retry' | 'trim';

export interface ThreadState {
  window: ThreadWindow;
  state: 'loading' | 'ready' | 'failed';
  chat: Chat | null;
  firstUnreadSeq: number | null;
  isOpened: boolean;
  /** What is shown may be wrong and has to be read again. */
  isStale: boolean;
  failures: number;
  /** Number of reads that wait or run. */
  reads: number;
  activeReads: ReadonlySet<ThreadRead>;
  /** Messages that arrived before their predecessors, by `seq`. */
  waiting: ReadonlyMap<number, Message>;
  isGapTimed: boolean;
  /** Events that arrive during a read are newer than its page and are applied after it. */
  eventsDuringRead: readonly ThreadEvent[] | null;
  /** The end that the reader looks at; rows are dropped from the other end first. */
  keptEnd: 'older' | 'newer';
}

export const NEW_THREAD: ThreadState = {
  window: EMPTY_WINDOW,
  state: 'loading',
  chat: null,
  firstUnreadSeq: null,
  isOpened: false,
  isStale: false,
  failures: 0,
  reads: 0,
  activeReads: new Set(),
  waiting: new Map(),
  isGapTimed: false,
  eventsDuringRead: null,
  keptEnd: 'newer',
};

interface Page {
  list: readonly Message[];
  chat: Chat;
}

export type ThreadStep =
  | { type: 'event'; event: ThreadEvent }
  | { type: 'opened' | 'missed' | 'reloaded' | 'returned' }
  | { type: 'wanted'; read: 'older' | 'newer' | 'newest' }
  | { type: 'seeded'; page: Page & { total: number } }
  | { type: 'timeout'; timer: ThreadTimer }
  | { type: 'readQueued' | 'readStarted' | 'readEnded' }
  | { type: 'readSettled'; read: ThreadRead; isFailed: boolean }
  /** A page was read; null when there is no chat. */
  | { type: 'pageRead'; chat: Chat | null }
  | { type: 'newestRead' | 'aroundRead'; page: Page | null }
  | { type: 'firstRead' | 'waitingCleared' | 'forwardRead' }
  | { type: 'olderRead'; list: readonly Message[]; before: number }
  | { type: 'newerRead'; list: readonly Message[]; after: number; isLast: boolean }
  | { type: 'refreshRead'; list: readonly Message[]; isLast: boolean };

export type ThreadEffect =
  | { do: 'publish' }
  | { do: 'read'; read: ThreadRead }
  | { do: 'startTimer'; timer: ThreadTimer; ms: number }
  | { do: 'stopTimer'; timer: ThreadTimer };

export const FIRST_PAGE = 40;
export const PAGE = 50;
/** Milliseconds to wait for events that arrive out of order before reading the gap. */
export const GAP_MS = 300;
const RETRY_MIN_MS = 1000;
const RETRY_MAX_MS = 30_000;

export const isLoaded = ({ state, window }: ThreadState, seq: number): boolean =>
  state === 'ready' && seq >= window.from && seq <= window.to;

/** Applies a step to the thread. Uses only the server's numbers, no clock. */
export function reduceThread(state: ThreadState, step: ThreadStep): Step<ThreadState, ThreadEffect> {
  const transition = new ThreadTransition(state);
  transition.apply(step);
  return transition.outcome();
}

class ThreadTransition {
  #state: ThreadState;
  readonly #effects: ThreadEffect[] = [];

  constructor(state: ThreadState) {
    this.#state = state;
  }

  outcome(): Step<ThreadState, ThreadEffect> {
    return { state: this.#state, effects: this.#effects };
  }

  apply(step: ThreadStep): undefined {
    const { state, window, reads, isOpened } = this.#state;
    switch (step.type) {
      case 'event':
        return this.#handleEvent(step.event);
      case 'opened':
        if (!isOpened) this.#startReading();
        return;
      case 'missed':
        return this.#recover();
      case 'reloaded':
        if (state === 'ready') return this.#recover();
        this.#set({ state: 'loading' });
        return this.#startReading();
      case 'seeded':
        return this.#seed(step.page);
      case 'returned':
        this.#updateFirstUnread();
        return this.#publish();
      case 'wanted':
        if (step.read === 'older' ? window.hasOlder : window.hasNewer) this.#startRead(step.read);
        return;
      case 'timeout':
        return this.#handleTimeout(step.timer);
      case 'readQueued':
        this.#set({ reads: reads + 1 });
        return this.#publish();
      case 'readStarted':
        return this.#set({ eventsDuringRead: [] });
      case 'readEnded':
        return this.#endRead();
      case 'readSettled':
        return this.#settleRead(step.read, step.isFailed);
      default:
        return this.#applyPage(step);
    }
  }

  #set(change: Partial<ThreadState>): undefined {
    this.#state = { ...this.#state, ...change };
  }

  #run(...effects: readonly ThreadEffect[]): undefined {
    this.#effects.push(...effects);
  }

  #publish(): undefined {
    this.#run({ do: 'publish' });
  }

  #seed({ list, total, chat }: Page & { total: number }): undefined {
    const window = openWindow(list, { hasOlder: total > list.length, hasNewer: false });
    this.#set({ isOpened: true, window, chat, state: 'ready' });
    this.#updateFirstUnread();
    this.#publish();
  }

  #startReading(): undefined {
    this.#set({ isOpened: true });
    this.#run({ do: 'read', read: 'first' });
  }

  #startRead(read: ThreadRead): undefined {
    const { activeReads } = this.#state;
    const excluded: readonly ThreadRead[] = read === 'gap' || read === 'newest' ? ['gap', 'newest'] : [read];
    if (excluded.some((other) => activeReads.has(other))) return;
    this.#set({ activeReads: new Set(activeReads).add(read) });
    this.#run({ do: 'read', read });
  }

  #settleRead(read: ThreadRead, isFailed: boolean): undefined {
    const activeReads = new Set(this.#state.activeReads);
    activeReads.delete(read);
    this.#set({ activeReads });
    if (read === 'older' || read === 'newest') return;
    if (isFailed) {
      if (read === 'first') {
        if (this.#state.state !== 'ready') this.#set({ state: 'failed' });
        this.#publish();
      }
      this.#retryLater();
    } else if (this.#state.isStale && (read === 'first' || read === 'refresh')) this.#recover();
  }

  #endRead(): undefined {
    const { reads, eventsDuringRead } = this.#state;
    this.#set({ reads: reads - 1, eventsDuringRead: null });
    for (const event of eventsDuringRead ?? []) this.#applyEvent(event);
    this.#publish();
    this.#trimSoon();
  }

  #applyPage(step: Extract<ThreadStep, { type: `${string}Read` | 'waitingCleared' }>): undefined {
    const { window } = this.#state;
    switch (step.type) {
      case 'pageRead':
        return this.#set({ failures: 0, ...(step.chat !== null && { chat: step.chat }) });
      case 'newestRead': {
        const list = step.page?.list ?? [];
        return this.#set({ window: openWindow(list, { hasOlder: list.length >= FIRST_PAGE, hasNewer: false }) });
      }
      case 'aroundRead':
        return this.#showAround(step.page);
      case 'firstRead':
        this.#updateFirstUnread();
        return this.#set({ state: 'ready' });
      case 'olderRead':
        return this.#set({
          window: addOlder(window, step.list, step.before, step.list.length < PAGE),
          keptEnd: 'older',
        });
      case 'newerRead':
        return this.#set({ window: addNewer(window, step.list, step.after, step.isLast) });
      case 'forwardRead':
        return this.#set({ waiting: new Map(), keptEnd: 'newer' });
      case 'refreshRead': {
        const next = replaceMessages(window, step.list, step.isLast);
        return this.#set({ window: next, keptEnd: next.hasNewer ? 'older' : 'newer' });
      }
      case 'waitingCleared':
        return this.#set({ waiting: new Map() });
    }
  }

  #showAround(page: Page | null): undefined {
    const seqs = page?.list.map(({ seq }) => seq) ?? [];
    if (page === null || seqs.length === 0) return;
    const newest = page.chat.last_message?.seq ?? 0;
    const edges = { hasOlder: Math.min(...seqs) > 1, hasNewer: Math.max(...seqs) < newest };
    this.#set({ keptEnd: 'newer', window: openWindow(page.list, edges) });
  }

  #updateFirstUnread(): undefined {
    const { chat, window } = this.#state;
    const readSeq = chat === null || chat.unread === 0 ? Number.POSITIVE_INFINITY : chat.my_read_seq;
    const unread = window.messages.filter(({ mine, seq }) => mine === 0 && seq > readSeq).map(({ seq }) => seq);
    this.#set({ firstUnreadSeq: unread.length > 0 ? Math.min(...unread) : null });
  }

  #handleTimeout(timer: ThreadTimer): undefined {
    if (timer === 'gap') return this.#fillGap();
    if (timer === 'retry') return this.#recover();
    if (this.#state.reads > 0) return;
    this.#set({ window: trimWindow(this.#state.window, this.#state.keptEnd) });
    this.#publish();
  }

  #retryLater(): undefined {
    const { failures } = this.#state;
    const ms = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures);
    this.#set({ failures: failures + 1, isStale: true });
    this.#run({ do: 'startTimer', timer: 'retry', ms });
  }

  /** Reads the shown messages again. */
  #recover(): undefined {
    const { isOpened, state, reads, activeReads } = this.#state;
    this.#run({ do: 'stopTimer', timer: 'retry' });
    if (!isOpened) return;
    // The current read may have started before the change.
    this.#set({ isStale: true });
    if (state !== 'ready') {
      if (reads === 0) this.#startReading();
    } else if (!activeReads.has('refresh')) {
      this.#set({ isStale: false });
      this.#startRead('refresh');
    }
  }

  #handleEvent(event: ThreadEvent): undefined {
    if (event.type === 'local_doubt') return this.#recover();
    const { eventsDuringRead } = this.#state;
    if (eventsDuringRead !== null) this.#set({ eventsDuringRead: [...eventsDuringRead, event] });
    this.#applyEvent(event);
    this.#publish();
    this.#trimSoon();
    if (this.#state.isStale && !event.type.startsWith('local')) this.#recover();
  }

  #applyEvent(event: ThreadEvent): undefined {
    const { chat } = this.#state;
    if (event.type === 'local_chat') this.#set({ chat: chat && { ...chat, ...event.change } });
    else if ('chat' in event) {
      if (event.chat !== null) this.#set({ chat: event.chat });
      else if (chat !== null && event.type === 'chat_deleted')
        this.#set({ chat: { ...chat, last_message: null, unread: 0 } });
    }
    if (this.#state.state === 'ready') this.#applyToWindow(event);
  }

  #applyToWindow(event: ThreadEvent): undefined {
    const { window } = this.#state;
    // The answer to sending may come after what the socket already told of the message.
    if (event.type === 'local_sent' && window.messages.some(({ id }) => id === event.message.id)) return;
    if (event.type === 'chat_message' || event.type === 'local_sent') this.#insert(event.message);
    else if (event.type === 'chat_changed') this.#change(event.message);
    else if (event.type === 'chat_deleted') this.#set({ window: removeMessages(window, event.ids, event.up_to_seq) });
    else if (event.type === 'local_hidden') this.#set({ window: removeMessages(window, event.ids) });
    else if (event.type === 'local_swap') {
      const at = window.messages.indexOf(event.before);
      if (at !== -1) this.#set({ window: { ...window, messages: window.messages.with(at, event.after) } });
    }
  }

  #insert(message: Message): undefined {
    let { window, isGap } = upsertMessage(this.#state.window, message);
    if (isGap) return this.#waitFor(message);
    const waiting = new Map(this.#state.waiting);
    for (let late = waiting.get(window.to + 1); late !== undefined; late = waiting.get(window.to + 1)) {
      waiting.delete(late.seq);
      window = upsertMessage(window, late).window;
    }
    for (const seq of waiting.keys()) if (seq <= window.to) waiting.delete(seq);
    this.#set({ window, waiting });
    if (waiting.size === 0) this.#stopGapTimer();
  }

  /** Messages before this one are missing; they may still arrive by the socket. */
  #waitFor(message: Message): undefined {
    const { window, waiting, isGapTimed } = this.#state;
    this.#set({ waiting: new Map(waiting).set(message.seq, message) });
    if (window.messages.length === 0) return this.#fillGap();
    if (isGapTimed) return;
    this.#set({ isGapTimed: true });
    this.#run({ do: 'startTimer', timer: 'gap', ms: GAP_MS });
  }

  #stopGapTimer(): undefined {
    this.#set({ isGapTimed: false });
    this.#run({ do: 'stopTimer', timer: 'gap' });
  }

  #fillGap(): undefined {
    this.#stopGapTimer();
    if (!this.#state.window.hasNewer && this.#state.waiting.size > 0) this.#startRead('gap');
  }

  /** Changes only loaded messages; any other message arrives with its page. */
  #change(message: Message): undefined {
    const { waiting } = this.#state;
    if (waiting.has(message.seq)) this.#set({ waiting: new Map(waiting).set(message.seq, message) });
    const old = this.#state.window;
    const window = message.seq <= old.to ? upsertMessage(old, message).window : old;
    this.#set({ window: { ...window, messages: window.messages.map((one) => updateReply(one, message)) } });
  }

  /** Trims in a separate update: a list that grows at one end and shrinks at the other at once would jump. */
  #trimSoon(): undefined {
    const { window, keptEnd } = this.#state;
    this.#run({ do: 'stopTimer', timer: 'trim' });
    if (trimWindow(window, keptEnd) !== window) this.#run({ do: 'startTimer', timer: 'trim', ms: 0 });
  }
}

function updateReply(one: Message, changed: Message): Message {
  if (one.reply?.id !== changed.id) return one;
  const reply =
    changed.deleted === 1
      ? { ...one.reply, content: '', kind: 'gone' as const }
      : { ...one.reply, content: changed.content };
  return { ...one, reply };
}
