import { openSocketTabs, type PathInterest, type PathSubscription, type SocketTabs } from './live-tabs.ts';
import { consumeRenderCursor } from './render-cursor.ts';

type Listener = (event: unknown) => void;

interface Subscriber {
  onEvent: Listener;
  onReopen: (() => void) | undefined;
}

/** What this tab hears on one path. */
interface SubscribedPath extends PathSubscription {
  subscribers: Set<Subscriber>;
  /** The last word about each thing that stands until it changes. */
  latestStates: Map<string, unknown>;
  /** Something was told that whoever comes later has not heard. */
  hasReceivedEvents: boolean;
}

/** Counts, told at the start of a line and after each change. */
const STATE_EVENT_TYPES: ReadonlySet<unknown> = new Set(['unread', 'chat_counts']);

const subscribedPaths = new Map<string, SubscribedPath>();
let tabs: SocketTabs | undefined;

/**
 * Hear what the server tells on a socket path, for example `/ws/notifications/7/`. Subscribers of one path share one socket,
 * those of other tabs included. `onReopen` runs when something may have been missed: read it anew. Numbered events are never
 * missed by a break: the rest of them follows by itself.
 */
export function subscribe(path: string, onEvent: Listener, onReopen?: () => void): () => void {
  const subscriber: Subscriber = { onEvent, onReopen };
  const subscribedPath = subscribedPaths.get(path) ?? addPath(path);
  subscribedPath.subscribers.add(subscriber);
  if (subscribedPath.latestStates.size > 0 || subscribedPath.hasReceivedEvents)
    queueMicrotask(() => catchUp(subscribedPath, subscriber));
  return () => {
    subscribedPath.subscribers.delete(subscriber);
    if (subscribedPath.subscribers.size === 0 && subscribedPaths.get(path) === subscribedPath)
      removePath(subscribedPath);
  };
}

/** Whoever begins to listen on a line that others opened has missed its beginning. */
function catchUp(subscribedPath: SubscribedPath, subscriber: Subscriber): void {
  if (!subscribedPath.subscribers.has(subscriber)) return;
  for (const event of subscribedPath.latestStates.values()) subscriber.onEvent(event);
  if (subscribedPath.hasReceivedEvents) subscriber.onReopen?.();
}

/** Say something on a path that is subscribed. It may get lost: nothing waits for a socket that is not open. */
export function sendOnPath(path: string, message: object): void {
  tabs?.send(path, message);
}

/** Say what this tab wants to hear of on a path, now and after every break. Ids of several tabs are put together. */
export function setPathInterest(path: string, interest: PathInterest): void {
  const subscribedPath = subscribedPaths.get(path);
  if (subscribedPath === undefined) return;
  subscribedPath.wish = interest;
  tabs?.wish(path, interest);
}

/** The server does not answer, or not soon: whether these lines still reach it is asked at once. */
export function probeConnections(): void {
  tabs?.probe();
}

function addPath(path: string): SubscribedPath {
  const subscribedPath: SubscribedPath = {
    path,
    subscribers: new Set(),
    seq: consumeRenderCursor(path),
    hasBeenOpen: false,
    wish: undefined,
    latestStates: new Map(),
    hasReceivedEvents: false,
  };
  subscribedPaths.set(path, subscribedPath);
  if (subscribedPaths.size === 1) watch();
  tabs?.want(subscriptionOf(subscribedPath));
  return subscribedPath;
}

function removePath(subscribedPath: SubscribedPath): void {
  subscribedPaths.delete(subscribedPath.path);
  tabs?.unsubscribe(subscribedPath.path);
  if (subscribedPaths.size === 0) unwatch();
}

/** Only what other tabs can be told. */
const subscriptionOf = ({ path, seq, hasBeenOpen, wish }: SubscribedPath): PathSubscription => ({
  path,
  seq,
  hasBeenOpen,
  wish,
});

function connectTabs(): void {
  tabs ??= openSocketTabs({
    listSubscriptions: () => [...subscribedPaths.values()].map(subscriptionOf),
    onOpen(path, seq) {
      const subscribedPath = subscribedPaths.get(path);
      if (subscribedPath === undefined) return;
      subscribedPath.hasBeenOpen = true;
      subscribedPath.seq ??= seq;
    },
    onMissed(path, seq) {
      const subscribedPath = subscribedPaths.get(path);
      if (subscribedPath === undefined) return;
      subscribedPath.seq = seq ?? subscribedPath.seq;
      for (const { onReopen } of subscribedPath.subscribers) onReopen?.();
    },
    onEvent(path, event) {
      const subscribedPath = subscribedPaths.get(path);
      if (subscribedPath === undefined) return;
      const seq = 'seq' in event && typeof event.seq === 'number' ? event.seq : undefined;
      // Another tab that takes over begins where the last of all stood.
      if (seq !== undefined && subscribedPath.seq !== undefined && seq <= subscribedPath.seq) return;
      subscribedPath.seq = seq ?? subscribedPath.seq;
      if (seq !== undefined) subscribedPath.hasReceivedEvents = true;
      if ('type' in event && typeof event.type === 'string' && STATE_EVENT_TYPES.has(event.type))
        subscribedPath.latestStates.set(event.type, event);
      for (const { onEvent } of subscribedPath.subscribers) onEvent(event);
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
  connectTabs();
  for (const subscribedPath of subscribedPaths.values()) tabs?.want(subscriptionOf(subscribedPath));
}

/** A page with an open socket could not be kept for the way back. */
function leave(): void {
  tabs?.close();
  tabs = undefined;
}

function watch(): void {
  connectTabs();
  void import('./signed-out.ts').then(({ watchSession }) => watchSession());
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
