import { openTabs, type Tabs, type Want, type Wish } from './live-tabs.ts';
import { takeRenderedAt } from './rendered-at.ts';

type Listener = (event: unknown) => void;

interface Subscriber {
  onEvent: Listener;
  onReopen: (() => void) | undefined;
}

/** What this tab hears on one path. */
interface Line extends Want {
  subscribers: Set<Subscriber>;
  /** The last word about each thing that stands until it changes. */
  standing: Map<string, unknown>;
  /** Something was told that whoever comes later has not heard. */
  hasTold: boolean;
}

/** Counts, told at the start of a line and after each change. */
const STANDING: ReadonlySet<unknown> = new Set(['unread', 'chat_counts']);

const lines = new Map<string, Line>();
let tabs: Tabs | undefined;

/**
 * Hear what the server tells on a socket path, for example `/ws/notifications/7/`. Subscribers of one path share one socket,
 * those of other tabs included. `onReopen` runs when something may have been missed: read it anew. Numbered events are never
 * missed by a break: the rest of them follows by itself.
 */
export function subscribe(path: string, onEvent: Listener, onReopen?: () => void): () => void {
  const subscriber: Subscriber = { onEvent, onReopen };
  const line = lines.get(path) ?? addLine(path);
  line.subscribers.add(subscriber);
  if (line.standing.size > 0 || line.hasTold) queueMicrotask(() => catchUp(line, subscriber));
  return () => {
    line.subscribers.delete(subscriber);
    if (line.subscribers.size === 0 && lines.get(path) === line) dropLine(line);
  };
}

/** Whoever begins to listen on a line that others opened has missed its beginning. */
function catchUp(line: Line, subscriber: Subscriber): void {
  if (!line.subscribers.has(subscriber)) return;
  for (const event of line.standing.values()) subscriber.onEvent(event);
  if (line.hasTold) subscriber.onReopen?.();
}

/** Say something on a path that is subscribed. It may get lost: nothing waits for a socket that is not open. */
export function say(path: string, message: object): void {
  tabs?.say(path, message);
}

/** Say what this tab wants to hear of on a path, now and after every break. Ids of several tabs are put together. */
export function wish(path: string, wanted: Wish): void {
  const line = lines.get(path);
  if (line === undefined) return;
  line.wish = wanted;
  tabs?.wish(path, wanted);
}

/** The server does not answer, or not soon: whether these lines still reach it is asked at once. */
export function doubtLines(): void {
  tabs?.doubt();
}

function addLine(path: string): Line {
  const line: Line = {
    path,
    subscribers: new Set(),
    seq: takeRenderedAt(path),
    hasBeenOpen: false,
    wish: undefined,
    standing: new Map(),
    hasTold: false,
  };
  lines.set(path, line);
  if (lines.size === 1) watch();
  tabs?.want(wantOf(line));
  return line;
}

function dropLine(line: Line): void {
  lines.delete(line.path);
  tabs?.drop(line.path);
  if (lines.size === 0) unwatch();
}

/** Only what other tabs can be told. */
const wantOf = ({ path, seq, hasBeenOpen, wish }: Line): Want => ({ path, seq, hasBeenOpen, wish });

function join(): void {
  tabs ??= openTabs({
    wants: () => [...lines.values()].map(wantOf),
    onOpen(path, seq) {
      const line = lines.get(path);
      if (line === undefined) return;
      line.hasBeenOpen = true;
      line.seq ??= seq;
    },
    onMissed(path, seq) {
      const line = lines.get(path);
      if (line === undefined) return;
      line.seq = seq ?? line.seq;
      for (const { onReopen } of line.subscribers) onReopen?.();
    },
    onEvent(path, event) {
      const line = lines.get(path);
      if (line === undefined) return;
      const seq = 'seq' in event && typeof event.seq === 'number' ? event.seq : undefined;
      // Another tab that takes over begins where the last of all stood.
      if (seq !== undefined && line.seq !== undefined && seq <= line.seq) return;
      line.seq = seq ?? line.seq;
      if (seq !== undefined) line.hasTold = true;
      if ('type' in event && typeof event.type === 'string' && STANDING.has(event.type))
        line.standing.set(event.type, event);
      for (const { onEvent } of line.subscribers) onEvent(event);
    },
  });
}

/** Somebody looks at the page again, or the network is back: no reason to wait any longer. */
function resume(): void {
  if (document.visibilityState === 'hidden') return;
  if (tabs === undefined) rejoin();
  tabs?.resume();
}

function rejoin(): void {
  join();
  for (const line of lines.values()) tabs?.want(wantOf(line));
}

/** A page with an open socket could not be kept for the way back. */
function leave(): void {
  tabs?.close();
  tabs = undefined;
}

function watch(): void {
  join();
  void import('./session-over.ts').then(({ watchSession }) => watchSession());
  document.addEventListener('visibilitychange', resume);
  window.addEventListener('online', resume);
  window.addEventListener('pageshow', resume);
  window.addEventListener('pagehide', leave);
}

function unwatch(): void {
  leave();
  document.removeEventListener('visibilitychange', resume);
  window.removeEventListener('online', resume);
  window.removeEventListener('pageshow', resume);
  window.removeEventListener('pagehide', leave);
}
