import { createReconnectingSockets, type ReconnectingSockets, type SocketListener } from './reconnecting-sockets.ts';

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

type TabMessage =
  | { is: 'lead' | 'pong' | 'doubt' }
  | { is: 'ping' | 'bye'; tab: string }
  | { is: 'want'; tab: string; want: PathSubscription }
  | { is: 'drop'; tab: string; path: string }
  | { is: 'say'; path: string; message: object }
  | { is: 'wish'; tab: string; path: string; wish: PathInterest }
  | { is: 'event'; tab?: string; path: string; event: object }
  | { is: 'open' | 'missed'; tab?: string; path: string; seq: number | undefined };

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
  return canShare() ? openSharedSockets(listener) : openOwnSockets(listener);
}

function openOwnSockets(listener: TabListener): SocketTabs {
  const sockets = createReconnectingSockets(listener);
  return {
    want: ({ path, seq, hasBeenOpen }) => sockets.connect(path, seq, hasBeenOpen),
    unsubscribe: sockets.disconnect,
    send: sockets.send,
    wish: sockets.setOpeningMessage,
    probe: sockets.probe,
    resume: sockets.resume,
    close: sockets.close,
  };
}

interface SharedPath {
  subscriptions: Map<string, PathSubscription>;
  recent: { seq: number; event: object }[];
  states: Map<unknown, object>;
}

function openSharedSockets(listener: TabListener): SocketTabs {
  const me = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel(NAME);
  const leaving = new AbortController();
  let sockets: ReconnectingSockets | undefined;
  let resign = (): void => {};
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  const shared = new Map<string, SharedPath>();
  const seen = new Set<string>();

  const broadcast = (message: TabMessage): void => {
    if (!leaving.signal.aborted) channel.postMessage(message);
  };

  /** Delivers to all tabs including this one, or only to `tab`. */
  function deliver(message: Extract<TabMessage, { is: 'event' | 'open' | 'missed' }>): void {
    if (message.tab !== me) broadcast(message);
    if (message.tab === undefined || message.tab === me) applyMessage(message);
  }

  function applyMessage(message: Extract<TabMessage, { is: 'event' | 'open' | 'missed' }>): void {
    if (message.is === 'event') listener.onEvent(message.path, message.event);
    else if (message.is === 'open') listener.onOpen(message.path, message.seq);
    else listener.onMissed(message.path, message.seq);
  }

  const leaderListener: SocketListener = {
    onEvent(path, event) {
      const sharedPath = shared.get(path);
      if ('seq' in event && typeof event.seq === 'number') sharedPath?.recent.push({ seq: event.seq, event });
      if (sharedPath !== undefined && sharedPath.recent.length > RECENT_MAX) sharedPath.recent.shift();
      if ('type' in event && STATES.has(event.type)) sharedPath?.states.set(event.type, event);
      deliver({ is: 'event', path, event });
    },
    onOpen: (path, seq) => deliver({ is: 'open', path, seq }),
    onMissed: (path, seq) => deliver({ is: 'missed', path, seq }),
  };

  function addSubscription(tab: string, want: PathSubscription): void {
    if (sockets === undefined) return;
    const { path, seq, hasBeenOpen } = want;
    const sharedPath = shared.get(path) ?? { subscriptions: new Map(), recent: [], states: new Map() };
    shared.set(path, sharedPath);
    const isKnown = sharedPath.subscriptions.has(tab);
    sharedPath.subscriptions.set(tab, want);
    const isOpen = sockets.isOpen(path);
    sockets.connect(path, seq, hasBeenOpen);
    if (want.wish !== undefined) mergeInterests(path);
    if (isOpen && !isKnown) catchUp(tab, want, sharedPath);
    if (tab !== me && !seen.has(tab)) watchTab(tab);
  }

  /** The socket is open already, so a joining tab gets the earlier events from memory. */
  function catchUp(tab: string, { path, seq, hasBeenOpen }: PathSubscription, sharedPath: SharedPath): void {
    const head = sockets?.seqOf(path);
    deliver({ is: 'open', tab, path, seq: seq ?? head });
    if (seq !== undefined && head !== undefined && seq < head) {
      const rest = sharedPath.recent.filter((recent) => recent.seq > seq);
      if (rest[0]?.seq === seq + 1) for (const { event } of rest) deliver({ is: 'event', tab, path, event });
      else deliver({ is: 'missed', tab, path, seq: head });
    } else if (seq === undefined && hasBeenOpen) deliver({ is: 'missed', tab, path, seq: head });
    for (const event of sharedPath.states.values()) deliver({ is: 'event', tab, path, event });
  }

  function mergeInterests(path: string): void {
    const interests = [...(shared.get(path)?.subscriptions.values() ?? [])].flatMap(({ wish }) => (wish ? [wish] : []));
    const [first] = interests;
    if (first === undefined) return;
    const ids = new Set(interests.flatMap((wish) => wish.user_ids));
    sockets?.setOpeningMessage(path, { ...first, user_ids: [...ids].slice(0, INTEREST_IDS_MAX) });
  }

  function unsubscribe(tab: string, path: string): void {
    const sharedPath = shared.get(path);
    sharedPath?.subscriptions.delete(tab);
    if (sharedPath?.subscriptions.size !== 0) return;
    shared.delete(path);
    sockets?.disconnect(path);
  }

  /** The lock of a tab is released when the tab is gone, even after a crash. */
  function watchTab(tab: string): void {
    seen.add(tab);
    const removeTab = (): void => {
      seen.delete(tab);
      for (const path of [...shared.keys()]) unsubscribe(tab, path);
    };
    navigator.locks.request(`${NAME}-${tab}`, { signal: leaving.signal }, removeTab).catch(() => {});
  }

  function lead(): Promise<void> {
    sockets = createReconnectingSockets(leaderListener, GATHER_MS);
    broadcast({ is: 'lead' });
    for (const want of listener.listSubscriptions()) addSubscription(me, want);
    return new Promise((resolve) => {
      resign = resolve;
    });
  }

  function stopLeading(): void {
    sockets?.close();
    sockets = undefined;
    shared.clear();
    seen.clear();
  }

  function joinElection(steal = false): void {
    const options = steal ? { steal } : { signal: leaving.signal };
    navigator.locks.request(NAME, options, lead).then(stopLeading, () => {
      // Another tab took the leadership while this tab was suspended, or this tab is closing.
      stopLeading();
      if (leaving.signal.aborted) return;
      joinElection();
      for (const want of listener.listSubscriptions()) broadcast({ is: 'want', tab: me, want });
    });
  }

  /** A tab that the browser suspended holds its leader lock but receives nothing. */
  function pingLeader(): void {
    if (sockets !== undefined || document.visibilityState === 'hidden' || unanswered !== undefined) return;
    broadcast({ is: 'ping', tab: me });
    unanswered = setTimeout(() => {
      unanswered = undefined;
      if (sockets === undefined && !leaving.signal.aborted) joinElection(true);
    }, ANSWER_MS);
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.is === 'pong' || data.is === 'lead') {
      clearTimeout(unanswered);
      unanswered = undefined;
    }
    if (data.is === 'lead') for (const want of listener.listSubscriptions()) broadcast({ is: 'want', tab: me, want });
    else if (data.is === 'event' || data.is === 'open' || data.is === 'missed') {
      if (data.tab === undefined || data.tab === me) applyMessage(data);
    } else if (sockets === undefined) return;
    else if (data.is === 'ping') broadcast({ is: 'pong' });
    else if (data.is === 'want') addSubscription(data.tab, data.want);
    else if (data.is === 'drop') unsubscribe(data.tab, data.path);
    else if (data.is === 'bye') for (const path of [...shared.keys()]) unsubscribe(data.tab, path);
    else if (data.is === 'doubt') sockets.probe();
    else if (data.is === 'say') sockets.send(data.path, data.message);
    else if (data.is === 'wish') wish(data.tab, data.path, data.wish);
  };

  function wish(tab: string, path: string, interest: PathInterest): void {
    const want = shared.get(path)?.subscriptions.get(tab);
    if (want !== undefined) want.wish = interest;
    mergeInterests(path);
  }

  const released = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  navigator.locks.request(`${NAME}-${me}`, () => released).catch(() => {});
  joinElection();
  const pingTimer = setInterval(pingLeader, ASK_EVERY_MS);

  return {
    want(want) {
      if (sockets === undefined) broadcast({ is: 'want', tab: me, want });
      else addSubscription(me, want);
    },
    unsubscribe(path) {
      if (sockets === undefined) broadcast({ is: 'drop', tab: me, path });
      else unsubscribe(me, path);
    },
    send(path, message) {
      if (sockets === undefined) broadcast({ is: 'say', path, message });
      else sockets.send(path, message);
    },
    wish(path, interest) {
      if (sockets === undefined) broadcast({ is: 'wish', tab: me, path, wish: interest });
      else wish(me, path, interest);
    },
    probe() {
      if (sockets === undefined) broadcast({ is: 'doubt' });
      else sockets.probe();
    },
    resume() {
      sockets?.resume();
      pingLeader();
    },
    close() {
      broadcast({ is: 'bye', tab: me });
      clearInterval(pingTimer);
      clearTimeout(unanswered);
      leaving.abort();
      stopLeading();
      resign();
      channel.close();
    },
  };
}
