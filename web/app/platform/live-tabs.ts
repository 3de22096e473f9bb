import { createWires, type WireEnds, type Wires } from './live-wires.ts';

/** What one tab wants of a path. */
export interface Want {
  path: string;
  /** The last number that this tab heard. */
  seq: number | undefined;
  hasBeenOpen: boolean;
  /** What this tab wishes to hear about; see {@link Tabs.wish}. */
  wish: Wish | undefined;
}

/** A message whose ids of several tabs are put together. */
export interface Wish {
  type: string;
  user_ids: readonly number[];
}

export interface Tabs {
  want(want: Want): void;
  drop(path: string): void;
  say(path: string, message: object): void;
  wish(path: string, wish: Wish): void;
  doubt(): void;
  resume(): void;
  close(): void;
}

interface TabEnds extends WireEnds {
  /** What this tab wants, for a leader that is new. */
  wants(): Want[];
}

type Letter =
  | { is: 'lead' | 'pong' | 'doubt' }
  | { is: 'ping' | 'bye'; tab: string }
  | { is: 'want'; tab: string; want: Want }
  | { is: 'drop'; tab: string; path: string }
  | { is: 'say'; path: string; message: object }
  | { is: 'wish'; tab: string; path: string; wish: Wish }
  | { is: 'event'; tab?: string; path: string; event: object }
  | { is: 'open' | 'missed'; tab?: string; path: string; seq: number | undefined };

const NAME = 'okolo-live';
/** A new leader waits so long for what the others want, so that one socket starts where the last of them stands. */
const GATHER_MS = 60;
const RECENT_MAX = 200;
const WISHED_MAX = 200;
/** A leader that does not answer for so long stands still: another one takes its place. */
const ANSWER_MS = 3000;
const ASK_EVERY_MS = 20_000;
/** Events that tell a state, not a change: whoever joins hears the last one. */
const STATES = new Set<unknown>(['unread', 'circle']);

const canShare = (): boolean => navigator.locks !== undefined && typeof BroadcastChannel === 'function';

/** The sockets of this browser: one tab holds them for all, or each its own where tabs cannot talk to each other. */
export function openTabs(ends: TabEnds): Tabs {
  return canShare() ? shareSockets(ends) : ownSockets(ends);
}

function ownSockets(ends: TabEnds): Tabs {
  const wires = createWires(ends);
  return {
    want: ({ path, seq, hasBeenOpen }) => wires.want(path, seq, hasBeenOpen),
    drop: wires.drop,
    say: wires.say,
    wish: wires.wish,
    doubt: wires.doubt,
    resume: wires.resume,
    close: wires.close,
  };
}

/** What the leader keeps of one path. */
interface Shared {
  wants: Map<string, Want>;
  recent: { seq: number; event: object }[];
  states: Map<unknown, object>;
}

function shareSockets(ends: TabEnds): Tabs {
  const me = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel(NAME);
  const leaving = new AbortController();
  let wires: Wires | undefined;
  let resign = (): void => {};
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  const shared = new Map<string, Shared>();
  const seen = new Set<string>();

  const post = (letter: Letter): void => {
    if (!leaving.signal.aborted) channel.postMessage(letter);
  };

  /** For everybody, this tab included; with `tab` for that one. */
  function tell(letter: Extract<Letter, { is: 'event' | 'open' | 'missed' }>): void {
    if (letter.tab !== me) post(letter);
    if (letter.tab === undefined || letter.tab === me) hear(letter);
  }

  function hear(letter: Extract<Letter, { is: 'event' | 'open' | 'missed' }>): void {
    if (letter.is === 'event') ends.onEvent(letter.path, letter.event);
    else if (letter.is === 'open') ends.onOpen(letter.path, letter.seq);
    else ends.onMissed(letter.path, letter.seq);
  }

  const spread: WireEnds = {
    onEvent(path, event) {
      const kept = shared.get(path);
      if ('seq' in event && typeof event.seq === 'number') kept?.recent.push({ seq: event.seq, event });
      if (kept !== undefined && kept.recent.length > RECENT_MAX) kept.recent.shift();
      if ('type' in event && STATES.has(event.type)) kept?.states.set(event.type, event);
      tell({ is: 'event', path, event });
    },
    onOpen: (path, seq) => tell({ is: 'open', path, seq }),
    onMissed: (path, seq) => tell({ is: 'missed', path, seq }),
  };

  function take(tab: string, want: Want): void {
    if (wires === undefined) return;
    const { path, seq, hasBeenOpen } = want;
    const kept = shared.get(path) ?? { wants: new Map(), recent: [], states: new Map() };
    shared.set(path, kept);
    const isKnown = kept.wants.has(tab);
    kept.wants.set(tab, want);
    const isOpen = wires.isOpen(path);
    wires.want(path, seq, hasBeenOpen);
    if (want.wish !== undefined) unite(path);
    if (isOpen && !isKnown) catchUp(tab, want, kept);
    if (tab !== me && !seen.has(tab)) watchOver(tab);
  }

  /** The socket is open already: what it told before is told from memory. */
  function catchUp(tab: string, { path, seq, hasBeenOpen }: Want, kept: Shared): void {
    const head = wires?.seqOf(path);
    tell({ is: 'open', tab, path, seq: seq ?? head });
    if (seq !== undefined && head !== undefined && seq < head) {
      const rest = kept.recent.filter((recent) => recent.seq > seq);
      if (rest[0]?.seq === seq + 1) for (const { event } of rest) tell({ is: 'event', tab, path, event });
      else tell({ is: 'missed', tab, path, seq: head });
    } else if (seq === undefined && hasBeenOpen) tell({ is: 'missed', tab, path, seq: head });
    for (const event of kept.states.values()) tell({ is: 'event', tab, path, event });
  }

  function unite(path: string): void {
    const wishes = [...(shared.get(path)?.wants.values() ?? [])].flatMap(({ wish }) => (wish ? [wish] : []));
    const [first] = wishes;
    if (first === undefined) return;
    const ids = new Set(wishes.flatMap((wish) => wish.user_ids));
    wires?.wish(path, { ...first, user_ids: [...ids].slice(0, WISHED_MAX) });
  }

  function drop(tab: string, path: string): void {
    const kept = shared.get(path);
    kept?.wants.delete(tab);
    if (kept?.wants.size !== 0) return;
    shared.delete(path);
    wires?.drop(path);
  }

  /** The lock of a tab is free once that tab is gone, however it went. */
  function watchOver(tab: string): void {
    seen.add(tab);
    const bury = (): void => {
      seen.delete(tab);
      for (const path of [...shared.keys()]) drop(tab, path);
    };
    navigator.locks.request(`${NAME}-${tab}`, { signal: leaving.signal }, bury).catch(() => {});
  }

  function lead(): Promise<void> {
    wires = createWires(spread, GATHER_MS);
    post({ is: 'lead' });
    for (const want of ends.wants()) take(me, want);
    return new Promise((resolve) => {
      resign = resolve;
    });
  }

  function stopLeading(): void {
    wires?.close();
    wires = undefined;
    shared.clear();
    seen.clear();
  }

  function stand(steal = false): void {
    const options = steal ? { steal } : { signal: leaving.signal };
    navigator.locks.request(NAME, options, lead).then(stopLeading, () => {
      // Taken away while this tab stood still, or this tab is leaving.
      stopLeading();
      if (leaving.signal.aborted) return;
      stand();
      for (const want of ends.wants()) post({ is: 'want', tab: me, want });
    });
  }

  /** A tab that the browser put to sleep holds its lock and hears nothing. */
  function askLeader(): void {
    if (wires !== undefined || document.visibilityState === 'hidden' || unanswered !== undefined) return;
    post({ is: 'ping', tab: me });
    unanswered = setTimeout(() => {
      unanswered = undefined;
      if (wires === undefined && !leaving.signal.aborted) stand(true);
    }, ANSWER_MS);
  }

  channel.onmessage = ({ data }: MessageEvent<Letter>) => {
    if (data.is === 'pong' || data.is === 'lead') {
      clearTimeout(unanswered);
      unanswered = undefined;
    }
    if (data.is === 'lead') for (const want of ends.wants()) post({ is: 'want', tab: me, want });
    else if (data.is === 'event' || data.is === 'open' || data.is === 'missed') {
      if (data.tab === undefined || data.tab === me) hear(data);
    } else if (wires === undefined) return;
    else if (data.is === 'ping') post({ is: 'pong' });
    else if (data.is === 'want') take(data.tab, data.want);
    else if (data.is === 'drop') drop(data.tab, data.path);
    else if (data.is === 'bye') for (const path of [...shared.keys()]) drop(data.tab, path);
    else if (data.is === 'doubt') wires.doubt();
    else if (data.is === 'say') wires.say(data.path, data.message);
    else if (data.is === 'wish') wish(data.tab, data.path, data.wish);
  };

  function wish(tab: string, path: string, wanted: Wish): void {
    const want = shared.get(path)?.wants.get(tab);
    if (want !== undefined) want.wish = wanted;
    unite(path);
  }

  const held = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  navigator.locks.request(`${NAME}-${me}`, () => held).catch(() => {});
  stand();
  const asking = setInterval(askLeader, ASK_EVERY_MS);

  return {
    want(want) {
      if (wires === undefined) post({ is: 'want', tab: me, want });
      else take(me, want);
    },
    drop(path) {
      if (wires === undefined) post({ is: 'drop', tab: me, path });
      else drop(me, path);
    },
    say(path, message) {
      if (wires === undefined) post({ is: 'say', path, message });
      else wires.say(path, message);
    },
    wish(path, wanted) {
      if (wires === undefined) post({ is: 'wish', tab: me, path, wish: wanted });
      else wish(me, path, wanted);
    },
    doubt() {
      if (wires === undefined) post({ is: 'doubt' });
      else wires.doubt();
    },
    resume() {
      wires?.resume();
      askLeader();
    },
    close() {
      post({ is: 'bye', tab: me });
      clearInterval(asking);
      clearTimeout(unanswered);
      leaving.abort();
      stopLeading();
      resign();
      channel.close();
    },
  };
}
