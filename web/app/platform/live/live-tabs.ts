import { ReconnectingSockets, type SocketListener } from './reconnecting-sockets.ts';

export interface PathSubscription {
  path: string;
  seq: number | undefined;
  hasBeenOpen: boolean;
  /** What this tab wants events for; see {@link SocketTabs.wish}. */
  wish: PathInterest | undefined;
}

/** A message in which the ids wanted by several tabs are merged. */
export interface PathInterest {
  type: string;
  user_ids: readonly number[];
}

export interface SocketTabs {
  want(want: PathSubscription): void;
  unsubscribe(path: string): void;
  send(path: string, message: object): void;
  wish(path: string, wish: PathInterest): void;
  probe(): void;
  resume(): void;
  close(): void;
}

interface TabListener extends SocketListener {
  listSubscriptions(): PathSubscription[];
}

/** What the leader does for a tab. */
type LeaderMessage =
  | { is: 'doubt' }
  | { is: 'ping'; tab: string }
  | { is: 'bye'; tab: string }
  | { is: 'want'; tab: string; want: PathSubscription }
  | { is: 'drop'; tab: string; path: string }
  | { is: 'say'; path: string; message: object }
  | { is: 'wish'; tab: string; path: string; wish: PathInterest };

/** What the sockets report to all tabs, or to `tab` only. */
type SocketMessage =
  | { is: 'event'; tab?: string; path: string; event: object }
  | { is: 'open'; tab?: string; path: string; seq: number | undefined }
  | { is: 'missed'; tab?: string; path: string; seq: number | undefined };

type TabMessage = LeaderMessage | SocketMessage | { is: 'lead' } | { is: 'pong' };

const NAME = 'okolo-live';
/**
 * Milliseconds that a new leader waits for the subscriptions of other tabs, so that one socket resumes at the lowest
 * event number.
 */
const GATHER_MS = 60;
const RECENT_MAX = 200;
const INTEREST_IDS_MAX = 200;
/** Milliseconds after which a leader that does not respond counts as suspended and is replaced. */
const ANSWER_MS = 3000;
const ASK_EVERY_MS = 20_000;
/** Events that carry a whole state: a tab that joins later gets the last one. */
const STATES = new Set<unknown>(['unread', 'circle']);

const canShare = (): boolean => navigator.locks !== undefined && typeof BroadcastChannel === 'function';

/**
 * Sockets of this browser: the leader tab owns them for all tabs, or each tab its own where tabs cannot communicate.
 */
export function openSocketTabs(listener: TabListener): SocketTabs {
  return canShare() ? new SharedSockets(listener) : openOwnSockets(listener);
}

function openOwnSockets(listener: TabListener): SocketTabs {
  const sockets = new ReconnectingSockets(listener);
  return {
    want: ({ path, seq, hasBeenOpen }) => sockets.connect(path, seq, hasBeenOpen),
    unsubscribe: (path) => sockets.disconnect(path),
    send: (path, message) => sockets.send(path, message),
    wish: (path, wish) => sockets.setOpeningMessage(path, wish),
    probe: () => sockets.probe(),
    resume: () => sockets.resume(),
    close: () => sockets.close(),
  };
}

interface SharedPath {
  subscriptions: Map<string, PathSubscription>;
  recent: { seq: number; event: object }[];
  states: Map<unknown, object>;
}

class SharedSockets implements SocketTabs {
  readonly #listener: TabListener;
  readonly #me = Math.random().toString(36).slice(2);
  readonly #channel = new BroadcastChannel(NAME);
  readonly #leaving = new AbortController();
  readonly #pingTimer = setInterval(() => this.#pingLeader(), ASK_EVERY_MS);
  /** Only the leader has sockets. */
  #sockets: ReconnectingSockets | undefined;
  #resign = (): void => {};
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  readonly #shared = new Map<string, SharedPath>();
  readonly #seen = new Set<string>();

  constructor(listener: TabListener) {
    this.#listener = listener;
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#handleMessage(data);
    const { signal } = this.#leaving;
    const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    navigator.locks.request(`${NAME}-${this.#me}`, () => released).catch(() => {});
    this.#joinElection();
  }

  want(want: PathSubscription): void {
    this.#askLeader({ is: 'want', tab: this.#me, want });
  }

  unsubscribe(path: string): void {
    this.#askLeader({ is: 'drop', tab: this.#me, path });
  }

  send(path: string, message: object): void {
    this.#askLeader({ is: 'say', path, message });
  }

  wish(path: string, wish: PathInterest): void {
    this.#askLeader({ is: 'wish', tab: this.#me, path, wish });
  }

  probe(): void {
    this.#askLeader({ is: 'doubt' });
  }

  resume(): void {
    this.#sockets?.resume();
    this.#pingLeader();
  }

  close(): void {
    this.#broadcast({ is: 'bye', tab: this.#me });
    clearInterval(this.#pingTimer);
    clearTimeout(this.#unanswered);
    this.#leaving.abort();
    this.#stopLeading();
    this.#resign();
    this.#channel.close();
  }

  #broadcast(message: TabMessage): void {
    if (!this.#leaving.signal.aborted) this.#channel.postMessage(message);
  }

  #askLeader(message: LeaderMessage): void {
    if (this.#sockets === undefined) this.#broadcast(message);
    else this.#serve(message, this.#sockets);
  }

  #handleMessage(message: TabMessage): void {
    if (message.is === 'pong' || message.is === 'lead') {
      clearTimeout(this.#unanswered);
      this.#unanswered = undefined;
      if (message.is === 'lead') this.#announceSubscriptions();
    } else if (message.is === 'event' || message.is === 'open' || message.is === 'missed') {
      if (message.tab === undefined || message.tab === this.#me) this.#apply(message);
    } else if (this.#sockets !== undefined) this.#serve(message, this.#sockets);
  }

  #serve(message: LeaderMessage, sockets: ReconnectingSockets): void {
    if (message.is === 'ping') this.#broadcast({ is: 'pong' });
    else if (message.is === 'want') this.#addSubscription(message.tab, message.want, sockets);
    else if (message.is === 'drop') this.#removeSubscription(message.tab, message.path);
    else if (message.is === 'bye') this.#removeTab(message.tab);
    else if (message.is === 'doubt') sockets.probe();
    else if (message.is === 'say') sockets.send(message.path, message.message);
    else {
      const want = this.#shared.get(message.path)?.subscriptions.get(message.tab);
      if (want !== undefined) want.wish = message.wish;
      this.#mergeInterests(message.path);
    }
  }

  #announceSubscriptions(): void {
    for (const want of this.#listener.listSubscriptions()) this.#broadcast({ is: 'want', tab: this.#me, want });
  }

  /** Delivers to all tabs including this one, or only to `tab`. */
  #deliver(message: SocketMessage): void {
    if (message.tab !== this.#me) this.#broadcast(message);
    if (message.tab === undefined || message.tab === this.#me) this.#apply(message);
  }

  #apply(message: SocketMessage): void {
    if (message.is === 'event') this.#listener.onEvent(message.path, message.event);
    else if (message.is === 'open') this.#listener.onOpen(message.path, message.seq);
    else this.#listener.onMissed(message.path, message.seq);
  }

  #handleEvent(path: string, event: object): void {
    const sharedPath = this.#shared.get(path);
    if ('seq' in event && typeof event.seq === 'number') sharedPath?.recent.push({ seq: event.seq, event });
    if (sharedPath !== undefined && sharedPath.recent.length > RECENT_MAX) sharedPath.recent.shift();
    if ('type' in event && STATES.has(event.type)) sharedPath?.states.set(event.type, event);
    this.#deliver({ is: 'event', path, event });
  }

  #addSubscription(tab: string, want: PathSubscription, sockets: ReconnectingSockets): void {
    const { path, seq, hasBeenOpen } = want;
    const sharedPath = this.#shared.get(path) ?? { subscriptions: new Map(), recent: [], states: new Map() };
    this.#shared.set(path, sharedPath);
    const isKnown = sharedPath.subscriptions.has(tab);
    sharedPath.subscriptions.set(tab, want);
    const isOpen = sockets.isOpen(path);
    sockets.connect(path, seq, hasBeenOpen);
    if (want.wish !== undefined) this.#mergeInterests(path);
    if (isOpen && !isKnown) this.#catchUp(tab, want, sharedPath);
    if (tab !== this.#me && !this.#seen.has(tab)) this.#watchTab(tab);
  }

  /** The socket is open already, so a joining tab gets the earlier events from memory. */
  #catchUp(tab: string, { path, seq, hasBeenOpen }: PathSubscription, sharedPath: SharedPath): void {
    const head = this.#sockets?.seqOf(path);
    this.#deliver({ is: 'open', tab, path, seq: seq ?? head });
    if (seq !== undefined && head !== undefined && seq < head) {
      const rest = sharedPath.recent.filter((recent) => recent.seq > seq);
      if (rest[0]?.seq === seq + 1) for (const { event } of rest) this.#deliver({ is: 'event', tab, path, event });
      else this.#deliver({ is: 'missed', tab, path, seq: head });
    } else if (seq === undefined && hasBeenOpen) this.#deliver({ is: 'missed', tab, path, seq: head });
    for (const event of sharedPath.states.values()) this.#deliver({ is: 'event', tab, path, event });
  }

  #mergeInterests(path: string): void {
    const subscriptions = [...(this.#shared.get(path)?.subscriptions.values() ?? [])];
    const interests = subscriptions.flatMap(({ wish }) => (wish ? [wish] : []));
    const [first] = interests;
    if (first === undefined) return;
    const ids = new Set(interests.flatMap((wish) => wish.user_ids));
    this.#sockets?.setOpeningMessage(path, { ...first, user_ids: [...ids].slice(0, INTEREST_IDS_MAX) });
  }

  #removeSubscription(tab: string, path: string): void {
    const sharedPath = this.#shared.get(path);
    sharedPath?.subscriptions.delete(tab);
    if (sharedPath?.subscriptions.size !== 0) return;
    this.#shared.delete(path);
    this.#sockets?.disconnect(path);
  }

  #removeTab(tab: string): void {
    for (const path of [...this.#shared.keys()]) this.#removeSubscription(tab, path);
  }

  /** The lock of a tab is released when the tab is gone, even after a crash. */
  #watchTab(tab: string): void {
    this.#seen.add(tab);
    const forgetTab = (): void => {
      this.#seen.delete(tab);
      this.#removeTab(tab);
    };
    navigator.locks.request(`${NAME}-${tab}`, { signal: this.#leaving.signal }, forgetTab).catch(() => {});
  }

  #lead(): Promise<void> {
    const sockets = new ReconnectingSockets(
      {
        onEvent: (path, event) => this.#handleEvent(path, event),
        onOpen: (path, seq) => this.#deliver({ is: 'open', path, seq }),
        onMissed: (path, seq) => this.#deliver({ is: 'missed', path, seq }),
      },
      GATHER_MS,
    );
    this.#sockets = sockets;
    this.#broadcast({ is: 'lead' });
    for (const want of this.#listener.listSubscriptions()) this.#addSubscription(this.#me, want, sockets);
    return new Promise((resolve) => {
      this.#resign = resolve;
    });
  }

  #stopLeading(): void {
    this.#sockets?.close();
    this.#sockets = undefined;
    this.#shared.clear();
    this.#seen.clear();
  }

  #joinElection(steal = false): void {
    const options = steal ? { steal } : { signal: this.#leaving.signal };
    const stopLeading = (): void => this.#stopLeading();
    navigator.locks
      .request(NAME, options, () => this.#lead())
      .then(stopLeading, () => {
        // Another tab took the leadership while this tab was suspended, or this tab is closing.
        stopLeading();
        if (this.#leaving.signal.aborted) return;
        this.#joinElection();
        this.#announceSubscriptions();
      });
  }

  /** A tab that the browser suspended holds its leader lock but receives nothing. */
  #pingLeader(): void {
    if (this.#sockets !== undefined || document.visibilityState === 'hidden' || this.#unanswered !== undefined) return;
    this.#broadcast({ is: 'ping', tab: this.#me });
    this.#unanswered = setTimeout(() => {
      this.#unanswered = undefined;
      if (this.#sockets === undefined && !this.#leaving.signal.aborted) this.#joinElection(true);
    }, ANSWER_MS);
  }
}
